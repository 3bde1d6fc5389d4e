"""Drawings of harnesses: one for each station, through its plug, and one for what is beside the Pi.

A row is a wire: where it comes from at the left, the pole of the plug in the middle, the terminal at the right. What
goes on from part to part is a bracket at the right edge. Lengths stand beside colours.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from klaxon.console.profile.board import HEADER
from tools.hw import lengths
from tools.hw.parts import PI, Circuit, Part, Terminal, Wire
from tools.hw.svg import GREY, HUES, INK, Sheet, measure
from tools.hw.words import Words

PITCH, SIZE, SMALL = 6.0, 2.9, 2.5
EDGE, HEAD, TITLE = 8.0, 22.0, 7.5
"""Round the drawing; above its first part; of the name of a part above its pins."""
ABOVE_PLUG = 16.0
RUN, POLE = 40.0, 9.0
"""Of a wire as it is drawn, and of either half of a plug."""
LANE = 4.0
"""Between brackets that pass each other."""
PAD = 2.5
_NAMES = {str(pin.number): pin.supply or f"GPIO {pin.line}" for pin in HEADER}


class Row(NamedTuple):
    """A line of the drawing: a pin of a part at the right, the wire between it and the left, if any, and its pole."""

    y: float
    end: Terminal
    wire: Wire | None = None
    pole: Terminal | None = None


class Bracket(NamedTuple):
    """A wire that goes on from one pin at the right to another."""

    wire: Wire
    top: float
    bottom: float
    lane: int


def harnesses(made: Circuit, words: Words) -> dict[str, str]:
    """Return the drawing of every harness, by its name."""
    names = ["", *(station.name for station in made.profile.stations)]
    return {name or "board": str(Harness(made, words, name).sheet) for name in names}


class Harness:
    """The drawing of one harness while it is made."""

    def __init__(self, made: Circuit, words: Words, station: str) -> None:
        self.made, self.words, self.station = made, words, station
        own = [wire for wire in made.wires if lengths.harness_of(made, wire) == station]
        self.plugs = {plug.ref: plug for plug in made.plugs(station)}
        self.inner = [wire for wire in own if self._is_on_the_right(wire)]
        self.cable = {end: wire for wire in made.wires for end in self._poles(wire) if self._is_of_cable(wire)}
        """Pole -> the wire at its other side."""
        self.parts = self._parts(own)
        self.rows = list(self._rows([wire for wire in own if wire not in self.inner]))
        self.pins = {row.end: row.y for row in reversed(self.rows)}
        self.brackets = list(self._brackets())
        self._measure()
        self._draw()

    def _is_on_the_right(self, wire: Wire) -> bool:
        """Tell whether a wire goes on from a pin at the right to another: not from the Pi or a strip, by no plug."""
        near, far = (self.made.parts[end.part] for end in (wire.source, wire.target))
        is_own = near.station == far.station == self.station
        return is_own and near.kind not in ("pi", "rail", "plug") and far.kind != "plug"

    def _poles(self, wire: Wire) -> list[Terminal]:
        return [end for end in (wire.source, wire.target) if end.part in self.plugs]

    def _is_of_cable(self, wire: Wire) -> bool:
        """Tell whether a wire is at the outer side of a plug."""
        return self.made.parts[wire.source.part].station != self.made.parts[wire.target.part].station

    def _parts(self, own: list[Wire]) -> list[Part]:
        """Return the parts at the right, in the order of the circuit; first the strips that something feeds."""
        ends = {end.part for wire in own for end in (wire.source, wire.target) if self._shows(end, wire)}
        found = [part for ref, part in self.made.parts.items() if ref in ends]
        return sorted(found, key=lambda part: part.kind != "rail")

    def _shows(self, end: Terminal, wire: Wire) -> bool:
        part = self.made.parts[end.part]
        is_left = end == wire.source and part.kind in ("pi", "rail")
        return part.station == self.station and part.kind != "plug" and not is_left

    def _rows(self, wires: list[Wire]) -> Iterator[Row]:
        """Yield a row for every wire from the left, and one for every other pin where a bracket ends."""
        y = HEAD + (ABOVE_PLUG if self.plugs else 0)
        inner = {end for wire in self.inner for end in (wire.source, wire.target)}
        for part in self.parts:
            y += TITLE
            for pin in part.pins:
                end = Terminal(part.ref, pin)
                found = [wire for wire in wires if end == wire.target or (end == wire.source and self._poles(wire))]
                rows = [Row(y + PITCH * place, end, wire, *self._poles(wire)) for place, wire in enumerate(found)]
                rows = rows or [Row(y, end)] * (end in inner)
                yield from rows
                y += PITCH * len(rows)
        self.bottom = y

    def _brackets(self) -> Iterator[Bracket]:
        """Yield the wires at the right edge, each in the first lane where nothing is in its way."""
        taken: list[list[tuple[float, float]]] = []
        for wire in sorted(self.inner, key=lambda wire: abs(self.pins[wire.source] - self.pins[wire.target])):
            top, bottom = sorted((self.pins[wire.source], self.pins[wire.target]))
            free = (lane for lane, held in enumerate(taken) if all(bottom < low or high < top for low, high in held))
            lane = next(free, len(taken))
            taken += [[]] if lane == len(taken) else []
            taken[lane].append((top, bottom))
            yield Bracket(wire, top, bottom, lane)

    # Where things are

    def _measure(self) -> None:
        words, made = self.words, self.made
        self.starts = {row: self._start(row) for row in self.rows if row.wire}
        names = [words.part(part) for part in self.parts]
        pins = max(measure(row.end.pin, SIZE) for row in self.rows)
        self.left = max(30, *(measure(text, SIZE) for text in self.starts.values())) + 2 * PAD
        self.right = max(pins + 2 * PAD, *(measure(name, SIZE) for name in names))
        self.wire_at = EDGE + self.left
        self.part_at = self.wire_at + RUN + ((2 * POLE + RUN) if self.plugs else 0)
        self.edge = self.part_at + self.right
        self.labels = self.edge + 5 + LANE * max((each.lane + 1 for each in self.brackets), default=0)
        beside = max((measure(self._label(each.wire), SMALL) for each in self.brackets), default=0)
        name = words("harness.board") if not self.station else words("harness.station", station=self.station)
        self.title = words("harness.title", name=made.profile.name, harness=name)
        self.about = [words("harness.about"), *([words("harness.plug")] if self.plugs else [])]
        texts = [measure(self.title, 5.5), *(measure(line, SIZE) for line in self.about)]
        wide = max(self.labels + beside, EDGE + max(texts))
        self.sheet = Sheet(wide + EDGE, self.bottom + EDGE, self.title)

    def _start(self, row: Row) -> str:
        """Return what the left end of a row says: where its wire comes from, or where it leads to."""
        wire = self.cable[row.pole] if row.pole else row.wire
        if wire is None:
            return ""
        if wire.source == row.pole:
            return self.words("harness.to", end=self.words.end(self.made, wire.target))
        text = self.words.end(self.made, wire.source)
        return f"{text} ({_NAMES[wire.source.pin]})" if wire.source.part == PI else text

    def _label(self, wire: Wire) -> str:
        centimetres = lengths.length(self.made, wire)
        return self.words("harness.wire", colour=wire.colour, carries=wire.carries, length=centimetres)

    # Drawing

    def _draw(self) -> None:
        self.sheet.text(EDGE, 11, self.title, 5.5, font_weight="bold")
        for number, line in enumerate(self.about):
            self.sheet.text(EDGE, 18 + 5.5 * number, line, SIZE, fill="#555c63")
        for part in self.parts:
            self._part(part)
        for plug in self.plugs.values():
            self._plug(plug)
        for row in self.rows:
            if row.wire:
                self._row(row, row.wire)
        for bracket in self.brackets:
            self._bracket(bracket)

    def _part(self, part: Part) -> None:
        rows = [row for row in self.rows if row.end.part == part.ref]
        top, high = rows[0].y - PITCH / 2, PITCH * len(rows)
        self.sheet.text(self.part_at, top - 1.2, self.words.part(part), SIZE, font_weight="bold")
        self.sheet.rect(self.part_at, top, self.right, high, fill="#fbf7e9")
        for row in rows:
            self.sheet.text(self.part_at + PAD, row.y + 1, row.end.pin, SIZE)

    def _plug(self, plug: Part) -> None:
        """Draw a plug along all of its poles: the cable's side at the left, that of the bay at the right."""
        rows = [row for row in self.rows if row.pole and row.pole.part == plug.ref]
        top, bottom = rows[0].y - PITCH / 2, rows[-1].y + PITCH / 2
        x = self.wire_at + RUN
        middle = x + POLE
        self.sheet.text(middle, top - 10, self.words.part(plug), SIZE, text_anchor="middle", font_weight="bold")
        cable, bay = (self.words(f"harness.{side}-side", poles=len(plug.pins)) for side in ("cable", "bay"))
        self.sheet.text(middle - 1.5, top - 5.5, cable, SMALL, text_anchor="end")
        self.sheet.text(middle + 1.5, top - 5.5, bay, SMALL)
        self.sheet.rect(x, top - 4, POLE, bottom - top + 8, fill="#e8eef7")
        self.sheet.rect(middle, top - 4, POLE, bottom - top + 8, fill="#f1f3f5")

    def _row(self, row: Row, wire: Wire) -> None:
        self.sheet.rect(EDGE, row.y - 2.4, self.left, 4.8, fill="#ffffff", stroke=GREY)
        self.sheet.text(self.wire_at - PAD, row.y + 1, self.starts[row], SIZE, text_anchor="end")
        if row.pole is None:
            self._wire(self.wire_at, self.part_at, row.y, wire)
            return
        x, cable = self.wire_at + RUN, self.cable[row.pole]
        if cable.target == row.pole:
            self._wire(self.wire_at, x, row.y, cable)
        else:  # the drawing of the station that it leads to has it
            self._line(cable, (self.wire_at, row.y), (x, row.y))
        self._wire(x + 2 * POLE, self.part_at, row.y, wire)
        for middle in (x + POLE / 2, x + 1.5 * POLE):
            self.sheet.text(middle, row.y + 1, row.pole.pin, SIZE, text_anchor="middle")

    def _wire(self, begin: float, end: float, y: float, wire: Wire) -> None:
        self._line(wire, (begin, y), (end, y))
        self.sheet.text(begin + 2, y - 1.1, self._label(wire), SMALL, data_wire=_ends(wire))

    def _bracket(self, bracket: Bracket) -> None:
        """Draw a wire that goes on; where one ends and the next begins, both can be seen."""
        begin, end = self.pins[bracket.wire.source], self.pins[bracket.wire.target]
        way = 1 if end > begin else -1
        x = self.edge + 4 + LANE * bracket.lane
        begin, end = begin + way * 0.9, end - way * 0.9
        self._line(bracket.wire, (self.edge, begin), (x, begin), (x, end), (self.edge, end))
        label = end + 1 - way * 0.2
        self.sheet.text(self.labels, label, self._label(bracket.wire), SMALL, data_wire=_ends(bracket.wire))

    def _line(self, wire: Wire, *points: tuple[float, float]) -> None:
        hue, tracer = wire.colour[:2], wire.colour[2:]
        self.sheet.line(*points, stroke=INK, stroke_width=1.2)
        self.sheet.line(*points, stroke=HUES[hue], stroke_width=0.9)
        if tracer:
            self.sheet.line(*points, stroke=HUES[tracer], stroke_width=0.9, stroke_dasharray="1.5 2")


def _ends(wire: Wire) -> str:
    return f"{wire.source.part}:{wire.source.pin} > {wire.target.part}:{wire.target.pin}"
