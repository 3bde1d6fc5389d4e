"""Tables in Markdown: what is wired to what, the parts to buy, and the currents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from klaxon.console.profile import Profile
from klaxon.console.profile.board import HEADER, RESERVED, HeaderPin
from tools.hw import bill, budget, lengths
from tools.hw.circuit import PORTS, SUPPLY_PINS, expander_ref
from tools.hw.parts import GND, PANELS, PI, V3, V5, Circuit, Part, Pull, Terminal, Wire
from tools.hw.prices import Prices, read_prices, shopping
from tools.hw.svg import number
from tools.hw.words import Words


def table(titles: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Yield the lines of a table."""
    yield f"| {' | '.join(titles)} |"
    yield f"|{'---|' * len(titles)}"
    for row in rows:
        yield f"| {' | '.join(str(cell) or ' ' for cell in row)} |"
    yield ""


def wiring_page(made: Circuit, words: Words) -> str:
    """Return the page of the wires: by pin of the header, by expander, by station, and the rest."""
    profile = made.profile
    lines = [f"# {words('wiring.title', name=profile.name)}", "", words("made"), "", words("wiring.about"), ""]
    lines += ["![](header.svg)", "", "![](schematic.svg)", ""]
    drawings = " ".join(f"[{name}](harness/{name}.svg)" for name in ("board", *_names(profile)))
    lines += [words("wiring.harnesses", drawings=drawings), ""]
    lines += [f"## {words('wiring.header')}", ""]
    titles = [words(f"column.{name}") for name in ("pin", "name", "to", "colour")]
    lines += table(titles, (_pin(made, pin, words) for pin in HEADER))
    for expander in profile.expanders:
        part = made.parts[expander_ref(expander)]
        lines += [f"## {words.part(part)}", "", words("wiring.expander", chip=expander.chip.upper()), ""]
        titles = [words(f"column.{name}") for name in ("line", "pin", "to", "colour")]
        ports = PORTS[expander.chip]
        lines += table(titles, (_port(made, part, number, port, words) for number, port in enumerate(ports)))
    for station in profile.stations:
        lines += [f"## {words('wiring.station', name=station.name)}", "", *_station(made, station.name, words)]
    lines += [f"## {words('wiring.rest')}", ""]
    rest = [part for part in made.of("") if part.kind != "pi"]
    lines += _ends(made, rest, words, _is_no_line_of_an_expander)
    if made.pulls:
        lines += [f"## {words('wiring.resistors')}", ""]
        titles = [words(f"column.{name}") for name in ("part", "terminal", "to")]
        lines += table(titles, (_pull(made, pull, words) for pull in made.pulls))
    return "\n".join(lines).rstrip("\n") + "\n"


def _station(made: Circuit, station: str, words: Words) -> Iterator[str]:
    """Yield the tables of a station: every pole of its plug, and what goes on from part to part."""
    before = {wire.target: wire for wire in made.wires}
    for plug in made.plugs(station):
        yield from (words("wiring.plug", plug=words.part(plug), poles=len(plug.pins), station=station), "")
        titles = [words(f"column.{name}") for name in ("pole", "cable", "bay", "colour")]
        poles = [wire for wire in made.wires if wire.source.part == plug.ref]
        poles.sort(key=lambda wire: plug.pins.index(wire.source.pin))
        yield from table(titles, (_pole(made, before[wire.source], wire, words) for wire in poles))
    yield from (words("wiring.on"), "")
    titles = [words(f"column.{name}") for name in ("from", "to", "colour")]
    inside = {part.ref for part in made.of(station)}
    on = [wire for wire in made.wires if {wire.source.part, wire.target.part} <= inside]
    yield from table(
        titles, ((words.end(made, wire.source), _far(made, wire, words), words.colour(wire.colour)) for wire in on)
    )


def _pole(made: Circuit, before: Wire, wire: Wire, words: Words) -> tuple[object, ...]:
    near = words("wiring.centimetres", end=words.end(made, before.source), length=lengths.length(made, before))
    return wire.source.pin, near, _far(made, wire, words), words.colour(wire.colour)


def _far(made: Circuit, wire: Wire, words: Words) -> str:
    return words("wiring.centimetres", end=words.end(made, wire.target), length=lengths.length(made, wire))


def _pull(made: Circuit, pull: Pull, words: Words) -> tuple[object, ...]:
    ends = words.end(made, pull.at), words.end(made, _on_rail(made, pull))
    what = "wiring.kilo-and-nano" if pull.nano else "wiring.kilo"
    return words(what, kilo=number(pull.ohms / 1000), nano=pull.nano), *ends


def _on_rail(made: Circuit, pull: Pull) -> Terminal:
    """Return the pin of the same part that is on the rail: so a resistor needs no wire."""
    return next(wire.target for wire in made.joins if (wire.source.part, wire.target.part) == (pull.rail, pull.at.part))


def _names(profile: Profile) -> list[str]:
    return [station.name for station in profile.stations]


def _pin(made: Circuit, pin: HeaderPin, words: Words) -> tuple[object, ...]:
    ends = [wire for number, _, wire in made.at(PI) if number == str(pin.number)]
    name = pin.supply if pin.line is None else f"GPIO {pin.line}"
    said = ", ".join(words.end(made, made.end_of(wire)) for wire in ends)
    if not ends and pin.line is not None:
        taken = any(use.line.number == pin.line and not use.line.chip for use in made.idle)
        said = words("wiring.reserved") if pin.line in RESERVED else words("wiring.idle") if taken else ""
    return pin.number, name, said or "-", words.colour(ends[0].colour) if ends else ""


def _port(made: Circuit, part: Part, number: int, port: str, words: Words) -> tuple[object, ...]:
    ends = [wire for pin, _, wire in made.at(part.ref) if pin == port]
    said = ", ".join(words.end(made, made.end_of(wire)) for wire in ends)
    return number, port, said or "-", words.colour(ends[0].colour) if ends else ""


def _is_no_line_of_an_expander(part: Part, pin: str) -> bool:
    """Tell whether a terminal is to be shown with the rest: the lines of an expander have a table of their own."""
    return part.kind != "expander" or not any(pin in ports for ports in PORTS.values())


def _ends(
    made: Circuit, parts: Iterable[Part], words: Words, shown: Callable[[Part, str], bool] = lambda _, __: True
) -> Iterator[str]:
    rows = [
        (words.part(part), pin, words.end(made, other), words.colour(wire.colour))
        for part in parts
        for pin, other, wire in made.at(part.ref)
        if shown(part, pin)
    ]
    yield from table([words(f"column.{name}") for name in ("part", "terminal", "to", "colour")], rows)


# Parts and currents


def parts_page(made: Circuit, words: Words, prices: Prices | None = None) -> str:
    """Return the page of what to buy, and of what it takes; with the prices that come with Klaxon, or others."""
    prices = prices or read_prices()
    lines = [f"# {words('parts.title', name=made.profile.name)}", "", words("made"), "", words("parts.about"), ""]
    titles = [words(f"column.{name}") for name in ("class", "count", "figures")]
    lines += table(titles, bill.items(made, words))
    facts = {"sum": round(prices.sum(made)), "currency": prices.currency, "day": prices.day}
    lines += [f"## {words('prices.title')}", "", words("prices.sum", **facts), ""]
    lines += [words("shopping.about", currency=prices.currency), ""]
    titles = [words(f"column.{name}") for name in ("class", "count", "ask", "number", "where", "price", "cost")]
    lines += table(titles, _shopping(made, words, prices))
    lines += [f"## {words('cut.title')}", "", words("cut.about", longest=lengths.LONGEST), ""]
    titles = [words(f"column.{name}") for name in ("harness", "wires", "ends", "pieces", "metres", "plugs")]
    lines += table(titles, _cut(made, words))
    lines += [f"## {words('budget.title')}", "", words("budget.about"), ""]
    found = budget.loads(made)
    titles = [words(f"column.{name}") for name in ("load", "rail", "count", "each", "all", "most")]
    lines += table(titles, _loads(found, words))
    lines += [words("budget.regulator", amperes=_amperes(budget.regulator(found))), ""]
    lift = {"pins": len(SUPPLY_PINS[GND]), "milli": _milli(budget.of_console(found)[1])}
    allowed = {"lift": f"{budget.ground_lift(found) / 1000:.0f}", "allowed": budget.LIFT_ALLOWED // 1000}
    lines += [words("budget.ground", **lift, **allowed), ""]
    lines += [f"## {words('supply.title')}", "", words("supply.about", percent=budget.MARGIN - 100), ""]
    titles = [words(f"column.{name}") for name in ("board", "board-typical", "board-most", "console", "supply", "own")]
    lines += table(titles, _boards(found, words))
    return "\n".join(lines).rstrip("\n") + "\n"


def _shopping(made: Circuit, words: Words, prices: Prices) -> Iterator[tuple[object, ...]]:
    for entry, offer, price in shopping(made, prices):
        number_of = {True: words("shopping.sure"), False: words("shopping.check"), None: ""}[offer.sure]
        name = words(f"bill.{entry.name}", **entry.facts)
        all_of_it = f"{price * entry.count:.2f}"
        yield name, entry.count, offer.ask, number_of, " / ".join(offer.where), f"{price:.2f}", all_of_it
    yield f"**{words('load.sum')}**", "", "", "", "", "", f"**{prices.sum(made):.2f}**"


def _cut(made: Circuit, words: Words) -> Iterator[tuple[object, ...]]:
    for cut in lengths.cut_list(made):
        name = words("wiring.station", name=cut.station) if cut.station else words("cut.board")
        poles = ", ".join(f"XHP-{len(plug.pins)}" for plug in made.plugs(cut.station))
        pieces = ", ".join(f"{count} x {length}" for length, count in sorted(cut.pieces.items()))
        yield name, cut.wires, 2 * cut.wires, pieces, number(round(cut.metres, 1)), poles or "-"


def _loads(found: list[budget.Load], words: Words) -> Iterator[tuple[object, ...]]:
    for load in found:
        each = f"{_milli(load.typical)} / {_milli(load.most)}"
        rail = words(f"part.rail.{load.rail}")
        yield words(f"load.{load.what}"), rail, load.count, each, *map(_milli, load.total)
    for rail in (PANELS, V3, V5):
        typical, most = budget.taken(found, rail)
        name = words(f"part.rail.{rail}")
        yield f"**{words('load.sum')}**", name, "", "", f"**{_milli(typical)}**", f"**{_milli(most)}**"
    typical, most = budget.of_console(found)
    efficiency = words("load.console", percent=budget.EFFICIENCY)
    yield f"**{efficiency}**", words(f"part.rail.{V5}"), "", "", f"**{_milli(typical)}**", f"**{_milli(most)}**"


def _boards(found: list[budget.Load], words: Words) -> Iterator[tuple[object, ...]]:
    most = budget.of_console(found)[1]
    for board in budget.BOARDS:
        needed = budget.supply(board, found)
        fits = words(f"supply.{budget.verdict(board, found)}")
        own = f"{_amperes(board.supply)} A: {fits}"
        yield board.name, _milli(board.typical), _milli(board.allow), _milli(most), f"{_amperes(needed)} A", own


def _milli(current: int) -> str:
    """Return a current in milliamperes, with a tenth where it is small."""
    return f"{current / 1000:.1f}" if current % 1000 and current < 100_000 else f"{-(-current // 1000)}"


def _amperes(current: int) -> str:
    return f"{current / 1_000_000:.1f}"
