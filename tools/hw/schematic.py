"""The schematic: every part as a symbol, nets by their names in place of long wires."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from klaxon.console.profile.board import HEADER, HeaderPin
from tools.hw.circuit import DRIVEN_LED, LED, LINK_OHMS
from tools.hw.nets import RAILS, nets, of_header
from tools.hw.parts import GND, V3, Circuit, Part, Pull, Terminal
from tools.hw.svg import GREY, INK, Sheet, measure, number
from tools.hw.words import Words

PITCH, SIZE, STUB = 5.0, 2.7, 7.0
ROOM = 24.0
"""For the name of a net beside a stub."""
COLUMN, GAP, HEAD, TOP = 84.0, 8.0, 6.0, 24.0
PI_WIDTH, CHIP_WIDTH = 110.0, 104.0
ACROSS = 4
"""Stations beside each other."""
SUPPLIES, CHIPS, REST = ("fuse", "regulator"), ("mux", "expander"), ("bell", "lamp", "link", "power")
"""Kinds of parts below the Pi, beside it, and wherever there is room."""
SERVED_FROM = {"mux": "SD0", "expander": "GPA0 P00"}
"""Kind of a chip -> the first pin of those it serves. They are at its right; supply, bus and address at its left."""


class Schematic:
    """A schematic while it is drawn."""

    def __init__(self, made: Circuit, words: Words) -> None:
        self.made, self.words, self.nets = made, words, nets(made)
        stations = made.profile.stations
        rows = [stations[at : at + ACROSS] for at in range(0, len(stations), ACROSS)]
        self.heights = [max(self._station_height(station.name) for station in row) for row in rows]
        supplies, chips, rest = (
            [part for part in made.parts.values() if part.kind in kinds] for kinds in (SUPPLIES, CHIPS, REST)
        )
        lefts = [
            10.0,
            10 + PI_WIDTH,
            *(10 + PI_WIDTH + CHIP_WIDTH + COLUMN * n for n in range(min(len(stations), ACROSS))),
        ]
        below = dict.fromkeys(lefts, TOP + sum(self.heights) + GAP * len(rows))
        below[lefts[0]] = TOP + HEAD + 20 * PITCH + GAP + self._stack(supplies)
        below[lefts[1]] = TOP + self._stack(chips) + (2 * PITCH if made.pulls else 0)
        places = self._spread(rest, below)
        self.sheet = Sheet(
            lefts[-1] + COLUMN, max(below.values()) + 6, words("schematic.title", name=made.profile.name)
        )
        self.sheet.text(10, 11, words("schematic.title", name=made.profile.name), 5.5, font_weight="bold")
        self.sheet.text(10, 17.5, words("schematic.about"), 3.2, fill="#555c63")
        y = self._pi(lefts[0], TOP)
        for part in supplies:
            y = self._part(lefts[0], y, part) + GAP
        y = TOP
        for part in chips:
            y = self._part(lefts[1], y, part) + GAP
        self._resistors(lefts[1], y, "")
        for part, x, top in places:
            self._part(x, top, part)
        y = TOP
        for row, height in zip(rows, self.heights, strict=True):
            for column, station in enumerate(row):
                self._station(lefts[2 + column], y, height, station.name)
            y += height + GAP

    def _spread(self, parts: Sequence[Part], below: dict[float, float]) -> list[tuple[Part, float, float]]:
        """Return where parts go that may stand anywhere: each below what reaches least far down; `below` grows."""
        found = []
        for part in parts:
            x = min(below, key=below.__getitem__)
            found.append((part, x, below[x]))
            below[x] += self._height(part) + GAP
        return found

    def _stack(self, parts: Sequence[Part]) -> float:
        return sum(self._height(part) + GAP for part in parts)

    # Heights

    def _height(self, part: Part) -> float:
        if "5V" in part.pins:
            return 30.0
        if part.kind in ("key", "power", "lamp"):
            return 9.0
        return HEAD + PITCH * max(map(len, _sides(part)))

    def _station_height(self, station: str) -> float:
        resistors = sum(1 for pull in self.made.pulls if pull.station == station)
        return 10 + sum(self._height(part) + 3 for part in self.made.of(station)) + PITCH * resistors

    # Groups

    def _pi(self, x: float, y: float) -> float:
        left = [self._header_pin(pin) for pin in HEADER[::2]]
        right = [self._header_pin(pin) for pin in HEADER[1::2]]
        self._block(x, y, self.words.part(self.made.parts["pi"]), left, right)
        return y + HEAD + 20 * PITCH + GAP

    def _header_pin(self, pin: HeaderPin) -> tuple[str, str]:
        name = pin.supply if pin.line is None else f"GPIO{pin.line}"
        return f"{pin.number} {name}" if pin.number % 2 else f"{name} {pin.number}", of_header(self.nets, pin.number)

    def _station(self, x: float, y: float, height: float, station: str) -> None:
        self.sheet.rect(x, y, COLUMN - 4, height, rx=2, stroke=GREY, stroke_dasharray="2 1.5")
        self.sheet.text(x + 4, y + 6, self.words("wiring.station", name=station), 3.6, font_weight="bold")
        y += 10
        for part in self.made.of(station):
            y = self._part(x + 2, y, part) + 3
            if part.kind == "panel":
                y = self._resistors(x + 2, y, station)

    def _resistors(self, x: float, y: float, station: str) -> float:
        for pull in self.made.pulls:
            if pull.station == station:
                self._resistor(x, y + 1, pull)
                y += PITCH
        return y

    def _part(self, x: float, y: float, part: Part) -> float:
        """Draw a part; return where the next one may begin."""
        if part.kind in ("key", "power"):
            self._switch(x, y, part)
        elif "5V" in part.pins:
            self._driven(x, y, part)
        elif part.kind == "lamp":
            self._lamp(x, y, part)
        else:
            left, right = ([(pin, self._net(part, pin)) for pin in pins] for pins in _sides(part))
            self._block(x, y, self.words.part(part), left, right)
        if part.kind == "link":  # on the stub of TXD
            stub = x + ROOM + 1
            self.sheet.rect(stub, y + HEAD + 1, 5, 2, fill="#ffffff")
            self.sheet.text(stub + 2.5, y + HEAD, f"{number(LINK_OHMS / 1000)} kΩ", 2.2, text_anchor="middle")
        return y + self._height(part)

    def _net(self, part: Part, pin: str) -> str:
        return self.nets.get(Terminal(part.ref, pin), "")

    # Symbols

    def _block(
        self, x: float, y: float, title: str, left: Sequence[tuple[str, str]], right: Sequence[tuple[str, str]] = ()
    ) -> None:
        """Draw a box with its pins at both sides, and the net of each."""
        inner = _widest(name for name, _ in left) + _widest(name for name, _ in right) + (8 if right else 6)
        inner = max(inner, measure(title, SIZE) + 4 if not right else 0)
        box, bottom = x + ROOM + STUB, y + HEAD + PITCH * max(len(left), len(right))
        self.sheet.text(box, y + HEAD - 2, title, 3, font_weight="bold")
        self.sheet.rect(box, y + HEAD - 0.5, inner, bottom - y - HEAD, fill="#fbf7e9")
        for pins, edge, way in ((left, box, -1), (right, box + inner, 1)):
            for place, (name, net) in enumerate(pins):
                self._pin((edge, y + HEAD + PITCH * place + 2), way, name, net)

    def _pin(self, at: tuple[float, float], way: int, name: str, net: str) -> None:
        x, y = at
        inside, outside = ("start", "end") if way < 0 else ("end", "start")
        self.sheet.text(x - way * 1.5, y + 1, name, SIZE, text_anchor=inside)
        if not net:
            self.sheet.line((x, y), (x + way * 2, y), stroke=GREY)
            return
        self.sheet.line((x, y), (x + way * STUB, y))
        self.sheet.text(x + way * (STUB + 1), y + 1, net, SIZE, text_anchor=outside, fill="#1f5fbf")

    def _ends(self, x: float, y: float, part: Part, pins: tuple[str, str]) -> tuple[float, float]:
        """Draw the nets at both sides of a symbol of two pins; return where the symbol begins and ends."""
        begin, end = x + ROOM + STUB, x + ROOM + STUB + 16
        self.sheet.text(begin - STUB - 1, y + 1, self._net(part, pins[0]), SIZE, text_anchor="end", fill="#1f5fbf")
        self.sheet.line((begin - STUB, y), (begin, y))
        self.sheet.line((end, y), (end + 4, y))
        self.sheet.text(end + 5, y + 1, self._net(part, pins[1]), SIZE, fill="#1f5fbf")
        return begin, end

    def _resistor(self, x: float, y: float, pull: Pull) -> None:
        begin = x + ROOM + STUB
        self.sheet.text(begin - STUB - 1, y + 1, self.nets[pull.at], SIZE, text_anchor="end", fill="#1f5fbf")
        self.sheet.line((begin - STUB, y), (begin, y))
        self.sheet.rect(begin, y - 1.6, 16, 3.2, fill="#ffffff")
        self.sheet.text(begin + 8, y + 0.9, f"{number(pull.ohms / 1000)} kΩ", 2.4, text_anchor="middle")
        self.sheet.line((begin + 16, y), (begin + 20, y))
        self.sheet.text(begin + 21, y + 1, RAILS[pull.rail], SIZE, fill="#1f5fbf")
        if pull.nano:
            ground = self.words("schematic.capacitor", nano=pull.nano, ground=RAILS[GND])
            self.sheet.text(begin - STUB, y + 4.2, ground, 2.2)

    def _switch(self, x: float, y: float, part: Part) -> None:
        y += 6
        begin, end = self._ends(x, y, part, ("1", "2"))
        self.sheet.text(begin, y - 3.2, self.words.part(part), SIZE)
        self.sheet.line((begin, y), (begin + 4, y))
        self.sheet.line((end - 4, y), (end, y))
        self.sheet.line((begin + 4, y), (end - 4.6, y - 2.4), stroke_width=0.5)
        for dot in (begin + 4, end - 4):
            self.sheet.circle(dot, y, 0.6, fill=INK)

    def _lamp(self, x: float, y: float, part: Part) -> None:
        y += 6
        begin, end = self._ends(x, y, part, ("IN", "COM"))
        self.sheet.text(begin, y - 3.4, self.words.part(part), SIZE)
        self.sheet.rect(begin, y - 1, 7, 2, fill="#ffffff")
        self.sheet.text(begin + 3.5, y + 4, f"{LED[part.name][1]} Ω", 2.2, text_anchor="middle")
        self.sheet.line((begin + 7, y), (begin + 10, y))
        self._diode(begin + 10, y, back=self._net(part, "COM") == RAILS[V3])
        self.sheet.line((begin + 13.2, y), (end, y))

    def _diode(self, x: float, y: float, *, back: bool) -> None:
        """Draw a diode whose cathode is at its right, or, where the current comes from there, at its left."""
        flat, tip = (x + 3.1, x) if back else (x, x + 3.1)
        self.sheet.shape((flat, y - 1.6), (flat, y + 1.6), (tip, y))
        self.sheet.line((tip, y - 1.6), (tip, y + 1.6), stroke_width=0.5)

    def _driven(self, x: float, y: float, part: Part) -> None:
        """Draw what a transistor drives from 5 V: base resistor, and in its collector a buzzer or an LED."""
        base, middle = x + ROOM + STUB, y + 21
        self.sheet.text(base, y + 4, self.words.part(part), 3, font_weight="bold")
        self.sheet.text(base - STUB - 1, middle + 1, self._net(part, "IN"), SIZE, text_anchor="end", fill="#1f5fbf")
        self.sheet.line((base - STUB, middle), (base, middle))
        self.sheet.rect(base, middle - 1, 7, 2, fill="#ffffff")
        self.sheet.text(base + 3.5, middle + 4, "1 kΩ", 2.2, text_anchor="middle")
        self.sheet.line((base + 7, middle), (base + 12, middle))
        self.sheet.line((base + 12, middle - 3), (base + 12, middle + 3), stroke_width=0.7)
        right = base + 17
        self.sheet.line((base + 12, middle - 1.2), (right, middle - 4), (right, y + 14))
        self.sheet.line((base + 12, middle + 1.2), (right, middle + 4), (right, middle + 6))
        self.sheet.shape((right, middle + 4), (right - 2.4, middle + 3.6), (right - 1.4, middle + 1.8))
        self.sheet.text(right + 2, middle + 7, self._net(part, "GND"), SIZE, fill="#1f5fbf")
        self.sheet.text(right + 1.5, middle + 1, "BC337", 2.2)
        self.sheet.line((right, y + 8), (right, y + 7), (right + 14, y + 7))
        self.sheet.text(right + 15, y + 8, self._net(part, "5V"), SIZE, fill="#1f5fbf")
        if part.kind == "bell":
            self._buzzer(right, y)
        else:
            self._led(right, y, DRIVEN_LED[part.name][1])

    def _buzzer(self, right: float, y: float) -> None:
        """Draw the buzzer, and the diode across it."""
        self.sheet.circle(right, y + 11, 3)
        self.sheet.line((right, y + 15), (right + 9, y + 15), (right + 9, y + 12.6))
        self.sheet.line((right + 9, y + 7), (right + 9, y + 9.6))
        self.sheet.shape((right + 7.4, y + 12.6), (right + 10.6, y + 12.6), (right + 9, y + 9.8))
        self.sheet.line((right + 7.4, y + 9.6), (right + 10.6, y + 9.6), stroke_width=0.5)
        self.sheet.text(right + 11.5, y + 12.5, "1N4148", 2.2)

    def _led(self, right: float, y: float, ohms: int) -> None:
        """Draw an LED below its resistor."""
        self.sheet.rect(right + 3, y + 6, 7, 2, fill="#ffffff")
        self.sheet.text(right + 6.5, y + 5, f"{ohms} Ω", 2.2, text_anchor="middle")
        self.sheet.shape((right - 1.8, y + 9.5), (right + 1.8, y + 9.5), (right, y + 12.6))
        self.sheet.line((right - 1.8, y + 12.6), (right + 1.8, y + 12.6), stroke_width=0.5)
        self.sheet.line((right, y + 8), (right, y + 14))


def _sides(part: Part) -> tuple[Sequence[str], Sequence[str]]:
    """Return the pins at the left of a block, and those at its right."""
    served = SERVED_FROM.get(part.kind, "").split()
    cut = next((place for place, pin in enumerate(part.pins) if pin in served), len(part.pins))
    return part.pins[:cut], part.pins[cut:]


def _widest(texts: Iterable[str]) -> float:
    return max((measure(text, SIZE) for text in texts), default=0.0)


def schematic(made: Circuit, words: Words) -> str:
    """Return the schematic of a console."""
    return str(Schematic(made, words).sheet)
