"""Drawings of a console in text: the 40 pins of the header, the lines of its expanders, and a table of its stations."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from klaxon.console.language.catalogue import say
from klaxon.console.profile.board import EXPANDER_LINES, HEADER, RESERVED, HeaderPin
from klaxon.console.profile.model import Bus, Expander, Line, Profile, StationSpec
from klaxon.console.profile.wiring import LineUse, wiring


def console_drawing(profile: Profile, language: str = "en") -> str:
    """Return the full drawing of a console: its table, the header, the expanders."""
    parts = [summary(profile, language)]
    if profile.back_end == "pi":
        parts += [header(profile, language), *(chip(profile, each, language) for each in profile.expanders)]
    return "\n".join(parts)


def header(profile: Profile, language: str = "en") -> str:
    """Return the header as seen from above, pin 1 at the top left, with the use of each pin."""
    labels = _labels(profile, language)
    rows = [(_cells(left, labels, language), _cells(right, labels, language)) for left, right in _pairs()]
    wide = max(len(left[0]) for left, _ in rows)
    lines = [say("profile.header", {}, language)]
    for (label, name, number), (other, other_name, other_number) in rows:
        lines.append(f"{label:>{wide}}  {name:>4} {number:>2} | {other_number:<2} {other_name:<4}  {other}".rstrip())
    return "\n".join(lines) + "\n"


def chip(profile: Profile, expander: Expander, language: str = "en") -> str:
    """Return the sixteen lines of an expander in the layout of the chip: port A on the right, port B on the left."""
    labels = _labels(profile, language)
    found = [labels.get(Line(number, expander.name), "") for number in EXPANDER_LINES]
    wide = max(len(label) for label in found[8:])
    facts = {"name": expander.name, "chip": expander.chip, "bus": expander.bus, "address": f"0x{expander.address:02X}"}
    lines = [say("profile.expander", facts, language)]
    for a in range(8):
        b = a + 8
        lines.append(f"{found[b]:>{wide}}  {f'B{a}':>4} {b:>2} | {a:<2} {f'A{a}':<4}  {found[a]}".rstrip())
    return "\n".join(lines) + "\n"


def summary(profile: Profile, language: str = "en") -> str:
    """Return what a console has, in a few lines and a table of its stations."""
    words = partial(say, language=language)
    lines = [f"{profile.name}: {profile.about}", words("profile.back-end", {"name": profile.back_end})]
    lines += [_bus(bus, language) for bus in profile.buses]
    for bell in profile.bells:
        facts = {"kind": bell.kind, "line": bell.line or "-", "boats": ", ".join(bell.boats)}
        lines.append(words("profile.bell", facts))
    if profile.lamps:
        lamps = ", ".join(f"{lamp.name} {lamp.line}" for lamp in profile.lamps)
        lines.append(words("profile.lamps", {"lamps": lamps}))
    if profile.back_end == "pi":
        link, power = profile.link, profile.power
        lines.append(words("profile.link" if link.port else "profile.no-link", {"port": link.port, "baud": link.baud}))
        key = {"line": power.key.line, "ms": power.hold_ms} if power else {}
        lines.append(words("profile.power" if power else "profile.no-power", key))
    titles = [words(f"profile.column.{column}", {}) for column in ("station", "boat", "panel", "dials", "keys")]
    rows = [titles, *(_row(station) for station in profile.stations)]
    return "\n".join([*lines, "", *_table(rows)]) + "\n"


def _bus(bus: Bus, language: str) -> str:
    facts = {"name": bus.name, "device": f"{bus.kind}-{bus.number}", "khz": bus.speed_hz // 1000}
    mux = {"channels": bus.mux.channels, "address": f"0x{bus.mux.address:02X}"} if bus.mux else {}
    return say("profile.bus.mux" if bus.mux else "profile.bus", {**facts, **mux}, language)


def _row(station: StationSpec) -> list[str]:
    fitting = station.fitting
    size = f"{fitting.width}x{fitting.height}"
    if station.panel is None:
        return [fitting.name, fitting.side, size, str(fitting.dials), " ".join(fitting.keys)]
    panel = station.panel
    channel = "" if panel.channel is None else f".{panel.channel}"
    place = f"0x{panel.address:02X}" if panel.dc is None else f"CE{panel.select}"
    dials = " ".join(f"{dial.a}/{dial.b}" for dial in station.dials)
    keys = " ".join(f"{key.name}={key.line}" for key in station.keys)
    return [fitting.name, fitting.side, f"{panel.controller} {size} {panel.bus}{channel} {place}", dials, keys]


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    wide = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return ["  ".join(f"{cell:<{width}}" for cell, width in zip(row, wide, strict=True)).rstrip() for row in rows]


def _labels(profile: Profile, language: str) -> dict[Line, str]:
    found: dict[Line, list[LineUse]] = {}
    for use in wiring(profile):
        found.setdefault(use.line, []).append(use)
    return {line: _label(uses, language) for line, uses in found.items()}


def _label(uses: list[LineUse], language: str) -> str:
    """Return what a line is for; one that resets several parts is not told of each."""
    if len(uses) > 1 and all(use.what == "reset" for use in uses):
        return say("wire.resets", {"count": len(uses)}, language)
    return ", ".join(use.text(language) for use in uses)


def _pairs() -> list[tuple[HeaderPin, HeaderPin]]:
    return list(zip(HEADER[::2], HEADER[1::2], strict=True))


def _cells(pin: HeaderPin, labels: dict[Line, str], language: str) -> tuple[str, str, int]:
    """Return the use of a pin, its function, and its number."""
    if pin.line is None:
        return "", pin.supply, pin.number
    label = labels.get(Line(pin.line), say("wire.reserved", {}, language) if pin.line in RESERVED else "")
    return label, f"G{pin.line}", pin.number
