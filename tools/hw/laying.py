"""How wires are laid: one from a strip or a pin to each station and chip, and on from part to part there.

A crimp of the header holds one wire, a pole or a pin to solder at two. So a pin of the header that many parts hang on
has a strip, and whoever follows a colour through a station finds its parts in a row. What leads into a station goes
through its plug: a wire at either side of the pole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from tools.hw.parts import Circuit, Part, Terminal, Wire

WIRES_OF_POLE = 2
"""How many wires a pole of a strip takes, or a pin that is soldered at."""
MOST_POLES = 16
"""Of a JST-XH plug."""


def lay(made: Circuit) -> None:
    """Lay the wires of a circuit: add strips and plugs to its parts, and fill in its wires."""
    strips = Strips(made)
    laid = [*_from_parts(made, strips), *_from_rails(made, strips)]
    strips.cut()
    made.wires += _through_plugs(made, laid)


class Strips:
    """The strips of a console, whose poles are taken one after the other."""

    def __init__(self, made: Circuit) -> None:
        """Begin with nothing connected."""
        self._made = made
        self._taken: Counter[str] = Counter()

    def pole(self, strip: str) -> Terminal:
        """Return the next pole that takes a wire."""
        self._taken[strip] += 1
        return Terminal(strip, str(self._poles(strip)))

    def add(self, line: Wire) -> str:
        """Return a new strip for a line of the header."""
        name = line.carries if line.carries not in self._made.parts else f"{line.carries} {line.source.pin}"
        self._made.parts[name] = Part(name, "rail", ("1",), name=line.carries)
        return name

    def cut(self) -> None:
        """Give every strip the poles that it needs."""
        for strip in self._taken:
            pins = _numbers(self._poles(strip))
            self._made.parts[strip] = replace(self._made.parts[strip], pins=pins)

    def _poles(self, strip: str) -> int:
        return -(-self._taken[strip] // WIRES_OF_POLE)


def _from_parts(made: Circuit, strips: Strips) -> Iterator[Wire]:
    """Yield what begins at a pin, the feeds of rails among it."""
    for wires in _by(made.joins, lambda wire: wire.source):
        first = wires[0]
        if made.parts[first.source.part].kind == "rail":
            continue
        if len(wires) == 1:
            is_feed = made.parts[first.target.part].kind == "rail"
            yield replace(first, target=strips.pole(first.target.part)) if is_feed else first
            continue
        groups = _by(wires, lambda wire: made.parts[wire.target.part].station)
        if len(groups) == 1:
            yield from _chain(first.source, wires)
            continue
        strip = strips.add(first)
        yield replace(first, target=strips.pole(strip), use=None)
        for group in groups:
            yield from _chain(strips.pole(strip), group)


def _from_rails(made: Circuit, strips: Strips) -> Iterator[Wire]:
    """Yield what begins at a rail: one wire to each station, and to each part that is in none."""
    for wires in _by(made.joins, lambda wire: wire.source.part):
        rail = wires[0].source.part
        if made.parts[rail].kind == "rail":
            for group in _by(wires, lambda wire: made.parts[wire.target.part].station or wire.target.part):
                yield from _chain(strips.pole(rail), group)


def _chain(start: Terminal, wires: Sequence[Wire]) -> Iterator[Wire]:
    """Yield the wires from a terminal to the first end, and from each end to the next."""
    for wire in wires:
        yield replace(wire, source=start)
        start = wire.target


def _through_plugs(made: Circuit, wires: Sequence[Wire]) -> Iterator[Wire]:
    """Yield all wires, those that lead into a station or out of it in pieces: the plug is between."""
    poles = _poles(made, wires)
    for wire in wires:
        stations = [made.parts[end.part].station for end in (wire.source, wire.target)]
        leads = [wire.source, *_crossed(poles, wire, stations), wire.target]
        for near, far in pairwise(leads):
            yield Wire(near, far, wire.carries, wire.use if far == wire.target else None)


def _crossed(poles: dict[tuple[str, Wire], Terminal], wire: Wire, stations: Sequence[str]) -> Iterator[Terminal]:
    """Yield the poles that a wire goes through, out of one station and into the other."""
    if stations[0] != stations[1]:
        yield from (poles[station, wire] for station in stations if station)


def _poles(made: Circuit, wires: Sequence[Wire]) -> dict[tuple[str, Wire], Terminal]:
    """Add the plugs; return the pole of every wire that goes through one, in the order of the parts in the station."""
    order = {
        Terminal(part.ref, pin): place
        for place, (part, pin) in enumerate((part, pin) for part in made.parts.values() for pin in part.pins)
    }
    crossing: dict[str, list[tuple[int, Wire]]] = {}
    for wire in wires:
        ends = {made.parts[end.part].station: end for end in (wire.source, wire.target)}
        if len(ends) == 2:
            for station, end in ends.items():
                crossing.setdefault(station, []).append((order[end], wire))
    found: dict[tuple[str, Wire], Terminal] = {}
    for station in (each.name for each in made.profile.stations):
        inside = [wire for _, wire in sorted(crossing.get(station, []), key=lambda each: each[0])]
        plugs = -(-len(inside) // MOST_POLES)
        size = -(-len(inside) // plugs)
        for number, at in enumerate(range(0, len(inside), size), start=1):
            name = "plug" if plugs == 1 else f"plug {number}"
            held = inside[at : at + size]
            pins = _numbers(len(held))
            made.parts[f"{station} {name}"] = Part(f"{station} {name}", "plug", pins, station, name)
            found |= {(station, wire): Terminal(f"{station} {name}", pin) for wire, pin in zip(held, pins, strict=True)}
    return found


def _numbers(count: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(1, count + 1))


def _by(wires: Iterable[Wire], key: Callable[[Wire], Hashable]) -> list[list[Wire]]:
    """Return wires in groups, each where its first one was."""
    found: dict[Hashable, list[Wire]] = {}
    for wire in wires:
        found.setdefault(key(wire), []).append(wire)
    return list(found.values())
