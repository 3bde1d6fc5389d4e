"""An evening on a breadboard: the steps of its page, wire by wire, and the picture of the board, made of a profile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from klaxon.console.profile import Line, Profile
from klaxon.console.profile.board import HEADER
from tools.hw.parts import COLOURS
from tools.hw.prices import Prices, read_prices
from tools.hw.svg import GREY, HUES, INK, Sheet, measure
from tools.hw.tables import table
from tools.hw.words import Words

PROFILE = "breadboard"
PITCH, LEFT, TOP = 6.0, 112.0, 56.0
COLUMNS = 40
CLICKS = 10
"""How far the guide has the dial turned."""
ROWS = {name: TOP + 26 + 6 * place + (8 if place > 4 else 0) for place, name in enumerate("jihgfedcba")}
RAIL = {"+": TOP + 8, "-": TOP + 14}
PINS = {pin.line: pin.number for pin in HEADER if pin.line is not None}
SUPPLY = {"+": 1, "-": 6}
"""Rail -> the pin of the header that feeds it: 3.3 V, never 5 V, and ground."""


BOARD = "#f4f1e8"
OHMS = 1000
"""In the wire of the buzzer."""
FED_AT = {"+": 1, "-": 7}
"""Rail -> the column where it is fed: apart, so that no wire passes over the end of the other."""


class Hole(NamedTuple):
    """A hole of the board: a column and a row, or a rail."""

    column: int
    row: str


class BoardWire(NamedTuple):
    """A wire: from a pin of the header, or a rail, to a hole."""

    source: int | str
    target: Hole
    carries: str
    line: int | None = None


class Seen(NamedTuple):
    """What `klaxon record-edges` says when a step is done right."""

    presses: int
    steps: int


class Step(NamedTuple):
    """A step of the page: one or several wires, and what is then so."""

    name: str
    wires: tuple[BoardWire, ...]
    control: str = ""
    """What is to be worked: a key, or `dial`; '' where another check is made."""
    seen: Seen = Seen(0, 0)


PANEL, DIAL, BUZZER = 2, 9, 37
"""Columns where the parts begin."""
FIRST_KEY, KEY_EVERY = 17, 4


def steps(profile: Profile) -> tuple[Step, ...]:
    """Return the steps of the page, in order."""
    return tuple(_steps(profile))


def _steps(profile: Profile) -> Iterator[Step]:
    (station,) = profile.stations
    (dial,) = station.dials
    yield Step("rails", tuple(BoardWire(pin, Hole(FED_AT[rail], rail), _rail(rail)) for rail, pin in SUPPLY.items()))
    sda, scl = profile.buses[0].lines
    supply = (BoardWire("-", Hole(PANEL, "j"), "gnd"), BoardWire("+", Hole(PANEL + 1, "j"), "3v3"))
    bus = (_line(scl, PANEL + 2, "SCL"), _line(sda, PANEL + 3, "SDA"))
    yield Step("panel", (*supply, *bus))
    yield Step("dial-supply", (BoardWire("-", Hole(DIAL + 4, "j"), "gnd"), BoardWire("+", Hole(DIAL + 3, "j"), "3v3")))
    yield Step("dial-a", (_line(dial.a, DIAL, "dial-1-A"),), "dial")
    yield Step("dial-b", (_line(dial.b, DIAL + 1, "dial-1-B"),), "dial", Seen(0, CLICKS))
    keys = {key.name: key.line for key in station.keys}
    yield Step("push", (_line(keys.pop("push"), DIAL + 2, "push"),), "push", Seen(1, 0))
    for place, (name, line) in enumerate(keys.items()):
        column = FIRST_KEY + KEY_EVERY * place
        ground = BoardWire("-", Hole(column + 2, "j"), "gnd")
        yield Step(name, (ground, _line(line, column, name, row="a")), name, Seen(1, 0))
    for bell in profile.bells:
        if bell.line:
            yield Step("bell", (BoardWire("-", Hole(BUZZER + 2, "j"), "gnd"), _line(bell.line, BUZZER, "bell")))


def _line(line: Line, column: int, carries: str, row: str = "j") -> BoardWire:
    return BoardWire(PINS[line.number], Hole(column, row), carries, line.number)


def _rail(rail: str) -> str:
    return {"+": "3v3", "-": "gnd"}[rail]


# The page


def bought(profile: Profile) -> Mapping[str, int]:
    """Return what is bought, as the file of prices calls it, and how many."""
    keys = sum(1 for station, key in profile.all_keys() if station and key.name != "push")
    return {"pi": 1, "card": 1, "panel": 1, "dial": 1, "key": keys, "bell": 1, "board": 1, "wires": 1}


def page(profile: Profile, words: Words, prices: Prices | None = None) -> str:
    """Return the page: what to buy, and a step for a wire or two, each with its check."""
    lines = [f"# {words('breadboard.title')}", "", words("made"), "", words("breadboard.about"), ""]
    lines += ["![](breadboard.svg)", "", *_bill(profile, words, prices or read_prices()), words("breadboard.begin"), ""]
    for number, step in enumerate(steps(profile), start=1):
        name = words.key(step.control) if step.control not in ("", "dial") else ""
        kind = step.name if words.has_page(f"breadboard.{step.name}") else "key"
        lines += [f"## {number}. {words(f'breadboard.{kind}', key=name)}", ""]
        lines += [f"- {_said(wire, words)}" for wire in step.wires]
        facts = {"presses": step.seen.presses, "steps": step.seen.steps, "clicks": CLICKS, "key": name}
        lines += ["", f"**{words('breadboard.check')}** {words(f'breadboard.{kind}.check', **facts)}", ""]
    return "\n".join([*lines, words("breadboard.end"), ""])


def _bill(profile: Profile, words: Words, prices: Prices) -> Iterator[str]:
    yield from (words("breadboard.buy"), "")
    counts = bought(profile)
    costs = {name: prices.breadboard[name] * count for name, count in counts.items()}
    titles = [words(f"column.{name}") for name in ("class", "count", "price", "cost")]
    yield from table(
        titles,
        (
            (words(f"breadboard.bill.{name}"), count, f"{prices.breadboard[name]:.2f}", f"{costs[name]:.2f}")
            for name, count in counts.items()
        ),
    )
    total = sum(costs.values())
    beside = total - costs["pi"] - costs["card"]
    facts = {"sum": round(total), "beside": round(beside), "currency": prices.currency, "day": prices.day}
    yield from (words("breadboard.sum", **facts), "")


def _said(wire: BoardWire, words: Words) -> str:
    rail = wire.source if isinstance(wire.source, str) else ""
    start = words(f"breadboard.rail.{_rail(rail)}") if rail else words("breadboard.pin", pin=wire.source)
    end = f"breadboard.rail.{_rail(wire.target.row)}" if wire.target.row in RAIL else "breadboard.hole"
    facts = {"column": wire.target.column, "row": wire.target.row}
    colour = words.colour(COLOURS[wire.carries])
    return words("breadboard.wire", start=start, end=words(end, **facts), colour=colour)


# The picture


def picture(profile: Profile, words: Words) -> str:
    """Return the picture of the board with every part and every wire."""
    sheet = Sheet(LEFT + (COLUMNS + 2) * PITCH + 6, TOP + 146, words("breadboard.title"))
    sheet.text(8, 12, words("breadboard.title"), 5.5, font_weight="bold")
    sheet.text(8, 19, words("breadboard.sketch"), 3.4, fill="#555c63")
    wires = [wire for step in steps(profile) for wire in step.wires]
    _board(sheet)
    _numbers(sheet, {wire.target for wire in wires})
    _header(sheet)
    _parts(sheet, profile, words)
    lanes = {"j": 0, "a": 0}
    for wire in sorted(wires, key=lambda each: -each.target.column):
        side = "a" if wire.target.row == "a" else "j"
        _wire(sheet, wire, lanes[side])
        lanes[side] += not isinstance(wire.source, str)
    return str(sheet)


def _at(hole: Hole) -> tuple[float, float]:
    return LEFT + hole.column * PITCH, RAIL.get(hole.row) or ROWS[hole.row]


def _board(sheet: Sheet) -> None:
    wide = (COLUMNS + 1) * PITCH
    sheet.rect(LEFT, TOP, wide, ROWS["a"] - TOP + 8, rx=2, fill=BOARD, stroke=GREY)
    for rail, hue in (("+", HUES["OG"]), ("-", HUES["BU"])):
        sheet.line((LEFT + 4, RAIL[rail] - 3), (LEFT + wide - 4, RAIL[rail] - 3), stroke=hue, stroke_width=0.6)
        sheet.text(LEFT + 1, RAIL[rail] + 1, rail, 4, fill=hue)
    for row in (*RAIL, *ROWS):
        for column in range(1, COLUMNS + 1):
            sheet.circle(*_at(Hole(column, row)), 0.7, fill="#5a5f66", stroke="none")
        if row in ROWS:
            sheet.text(LEFT + 1, ROWS[row] + 1, row, 2.8, fill=GREY)


def _numbers(sheet: Sheet, wired: set[Hole]) -> None:
    """Write the number of every fifth column at both ends of it, but for where a wire passes."""
    for row, beside in (("j", -3.0), ("a", 5.5)):
        for column in range(1, COLUMNS + 1, 5):
            if Hole(column, row) not in wired:
                x, y = _at(Hole(column, row))
                sheet.text(x, y + beside, str(column), 2.4, text_anchor="middle", fill=GREY)


def _pin_at(number: int) -> tuple[float, float]:
    row, is_right = divmod(number - 1, 2)
    return 54 + 6 * is_right, TOP - 8 + row * 6


def _header(sheet: Sheet) -> None:
    x, y = _pin_at(1)
    sheet.rect(x - 4, y - 5, 14, 20 * 6 + 4, rx=1, fill="#22272d", stroke="none")
    for pin in HEADER:
        x, y = _pin_at(pin.number)
        sheet.rect(x - 1.6, y - 1.6, 3.2, 3.2, rx=0.3 if pin.number == 1 else 1.6, fill="#c9a227", stroke="none")
        name = pin.supply or f"GPIO {pin.line}"
        far = x - 28 if pin.number % 2 else x - 14
        sheet.text(far, y + 1, f"{pin.number} {name}", 2.4, text_anchor="end", fill=INK)


def _parts(sheet: Sheet, profile: Profile, words: Words) -> None:
    _module(sheet, PANEL, ("GND", "VCC", "SCL", "SDA"), words("breadboard.part.panel"))
    _module(sheet, DIAL, ("CLK", "DT", "SW", "+", "GND"), words("breadboard.part.dial"))
    keys = [key.name for key in profile.stations[0].keys if key.name != "push"]
    for place, name in enumerate(keys):
        column = FIRST_KEY + KEY_EVERY * place
        (x, y), (far, low) = _at(Hole(column, "f")), _at(Hole(column + 2, "e"))
        sheet.rect(x - 2, y - 2, far - x + 4, low - y + 4, rx=1, fill="#3a3f46", stroke="none")
        sheet.circle((x + far) / 2, (y + low) / 2, 4, fill="#7d858e")
        _label(sheet, (x + far) / 2, low + 6.5, words.key(name), 3, font_weight="bold")
    x, y = _at(Hole(BUZZER + 1, "h"))
    sheet.circle(x, y, 8, fill="#3a3f46", stroke="none")
    sheet.circle(x, y, 1.2, fill=BOARD, stroke="none")
    _label(sheet, x, y + 12, words("breadboard.part.bell"), 2.6)


def _label(sheet: Sheet, x: float, y: float, text: str, size: float, **style: object) -> None:
    """Write on the board, over its holes."""
    wide = measure(text, size)
    sheet.rect(x - wide / 2, y - size, wide, size * 1.3, rx=0.8, fill=BOARD, stroke="none")
    sheet.text(x, y, text, size, text_anchor="middle", **style)


def _module(sheet: Sheet, column: int, pins: tuple[str, ...], title: str) -> None:
    (x, y), (far, low) = _at(Hole(column, "i")), _at(Hole(column + len(pins) - 1, "f"))
    sheet.rect(x - 3, y - 2.5, far - x + 6, low - y + 5, rx=1, fill="#1e3f66", stroke="none")
    for place, pin in enumerate(pins):
        sheet.text(x + place * PITCH, y + 1, pin, 2, text_anchor="middle", fill="#ffffff")
    sheet.text((x + far) / 2, low, title, 2.4, text_anchor="middle", fill="#ffffff")


def _wire(sheet: Sheet, wire: BoardWire, number: int) -> None:
    """Draw a wire; those from the header have lanes of their own, so that each can be followed."""
    end, colour, tracer = _at(wire.target), HUES[COLOURS[wire.carries][:2]], COLOURS[wire.carries][2:]
    if isinstance(wire.source, str):
        points = [(end[0], RAIL[wire.source]), end]
    else:
        start = _pin_at(wire.source)
        below = wire.target.row == "a"
        lane = ROWS["a"] + 14 + (5 - number) * 3 if below else TOP - 30 + number * 3
        side = LEFT - 8 - (number * 3 if not below else 30 + (5 - number) * 2)
        out = start[1] + 2.4 * (wire.source % 2)  # past the pin beside it
        points = [start, (start[0] + 3, out), (side, out), (side, lane), (end[0], lane), end]
    sheet.line(*points, stroke=INK, stroke_width=1.3, stroke_linejoin="round")
    sheet.line(*points, stroke=colour, stroke_width=0.9, stroke_linejoin="round")
    if tracer:
        sheet.line(*points, stroke=HUES[tracer], stroke_width=0.9, stroke_linejoin="round", stroke_dasharray="2 3")
    sheet.circle(*end, 1.2, fill=colour, stroke=INK)
    if wire.carries == "bell":
        _resistor(sheet, end[0], points[-2][1] + 14)


def _resistor(sheet: Sheet, x: float, y: float) -> None:
    """Draw a resistor in a wire that comes down."""
    sheet.rect(x - 1.5, y, 3, 8, rx=0.6, fill="#e8d9b0")
    sheet.text(x + 3, y + 5, f"{OHMS // 1000} kΩ", 2.6)
