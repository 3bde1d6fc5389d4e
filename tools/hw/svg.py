"""A sheet of SVG in millimetres. The same calls give the same bytes."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

FONT = "DejaVu Sans, Verdana, Arial, sans-serif"
INK, GREY, PALE, PAPER = "#1b1f24", "#8a929b", "#e9ecef", "#ffffff"
_HUES = """
BK=#000000 WH=#d9dde1 GY=#8a929b PK=#e377a8 RD=#d62728 OG=#f28e2b YE=#e6b800
OL=#808000 GN=#2ca02c TQ=#17a2a2 LB=#6db4e8 BU=#1f5fbf VT=#8e44ad BN=#8c564b
"""
HUES = dict(pair.split("=") for pair in _HUES.split())
"""Colours of wires by IEC 60757."""
_NARROW, _WIDE = set("iljtfrI.,:;'!|()[]/ -"), set("mwMWOQGЖШЩЮФЫшщжюфм@%↑→↓←")


def number(value: float) -> str:
    """Return a number as short as it can be, to a thousandth."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def measure(text: str, size: float) -> float:
    """Return how wide a text is at most, about; viewers differ in their fonts."""
    units = sum(0.4 if letter in _NARROW else 0.95 if letter in _WIDE else 0.66 for letter in text)
    capitals = sum(0.08 for letter in text if letter.isupper())
    return (units + capitals) * size


def wrap(text: str, size: float, width: float) -> list[str]:
    """Return a text in lines of a width."""
    lines: list[str] = []
    for word in text.split():
        if lines and measure(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


class Sheet:
    """A drawing that grows element by element; y points down."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self.width, self.height, self._title = width, height, title
        self._body: list[str] = []

    def rect(self, x: float, y: float, wide: float, high: float, **style: object) -> None:
        """Draw a box."""
        self._add("rect", {"x": x, "y": y, "width": wide, "height": high}, {"fill": "none", "stroke": INK, **style})

    def circle(self, x: float, y: float, radius: float, **style: object) -> None:
        """Draw a circle round a point."""
        self._add("circle", {"cx": x, "cy": y, "r": radius}, {"fill": "none", "stroke": INK, **style})

    def line(self, *points: tuple[float, float], **style: object) -> None:
        """Draw a line through points."""
        path = " ".join(f"{number(x)},{number(y)}" for x, y in points)
        self._add("polyline", {"points": path}, {"fill": "none", "stroke": INK, **style})

    def shape(self, *points: tuple[float, float], **style: object) -> None:
        """Draw a filled shape."""
        path = " ".join(f"{number(x)},{number(y)}" for x, y in points)
        self._add("polygon", {"points": path}, {"fill": INK, "stroke": "none", **style})

    def text(self, x: float, y: float, text: str, size: float = 3, **style: object) -> None:
        """Write a text whose base line begins (or ends, or has its middle) at a point."""
        if text:
            attributes = _attributes({"x": x, "y": y, "font-size": size, "fill": INK, **style})
            self._body.append(f"<text{attributes}>{escape(text)}</text>")

    def cross(self, x: float, y: float, arm: float, **style: object) -> None:
        """Mark a point."""
        self.line((x - arm, y), (x + arm, y), **style)
        self.line((x, y - arm), (x, y + arm), **style)

    def _add(self, name: str, place: dict[str, object], style: dict[str, object]) -> None:
        style.setdefault("stroke_width", 0.3)
        self._body.append(f"<{name}{_attributes({**place, **style})}/>")

    def __str__(self) -> str:
        wide, high = number(self.width), number(self.height)
        size = f'width="{wide}mm" height="{high}mm" viewBox="0 0 {wide} {high}"'
        return "\n".join(
            [
                '<?xml version="1.0" encoding="UTF-8"?>',
                f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FONT}">',
                f"<title>{escape(self._title)}</title>",
                f'<rect width="{wide}" height="{high}" fill="{PAPER}"/>',
                *self._body,
                "</svg>\n",
            ]
        )


def _attributes(values: dict[str, object]) -> str:
    parts = []
    for name, value in values.items():
        plain = number(value) if isinstance(value, int | float) else str(value)
        parts.append(f" {name.replace('_', '-')}={quoteattr(plain)}")
    return "".join(parts)
