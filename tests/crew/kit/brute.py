"""Every history of the enemy, one by one: what the tracker is checked against.

It is written from the rule page alone and shares nothing with the tracker. It keeps each possible boat as it is, with
its whole route and all its mines, so it is good for small charts only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

STEPS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
LOST_AT = 4

Point = tuple[int, int]


class Boat(NamedTuple):
    """One possible enemy."""

    at: Point
    route: tuple[Point, ...]
    mines: frozenset[Point] = frozenset()
    fresh: frozenset[Point] = frozenset()
    harm: int = 0
    """Damage of which nobody was told."""


class Chart:
    """A chart with sectors."""

    def __init__(self, grid: str, edge: int) -> None:
        rows = grid.split("\n")
        self.sea = {(x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell == "."}
        self.width, self.edge = len(rows[0]), edge

    def sector(self, point: Point) -> int:
        across = -(-self.width // self.edge)
        return point[1] // self.edge * across + point[0] // self.edge + 1

    def near(self, point: Point) -> set[Point]:
        x, y = point
        return {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} - {point}

    def within(self, point: Point, steps: int, *, over_land: bool) -> set[Point]:
        """Return the points that 1 to so many steps lead to."""
        found = edge = {point}
        for _ in range(steps):
            edge = {(x + dx, y + dy) for x, y in edge for dx, dy in STEPS.values()} - found
            edge = edge if over_land else edge & self.sea
            found = found | edge
        return (found & self.sea) - {point}


def read(name: str) -> Point:
    """Return the point of a name such as D3."""
    return ord(name[0]) - 65, int(name[1:]) - 1


class Brute:
    """All possible enemies of one boat, by what its crew heard."""

    def __init__(self, chart: Chart, rules: dict[str, Any], enemy: str, lethal: int) -> None:
        self.chart, self.rules, self.enemy, self.lethal = chart, rules, enemy, lethal
        self.boats = {Boat(point, (point,)) for point in chart.sea}
        self.shown = 0
        self._lost: set[Point] = set()
        self._fired: Point | None = None
        self._by_hand: Point | None = None
        self._lit: set[Point] | None = None
        """Where mines go off in the running chain."""

    def where(self) -> set[Point]:
        """Return where the enemy may be, once the running chain is over."""
        return {boat.at for boat in self._unlit(self.boats)}

    def hear(self, heard: dict[str, Any]) -> None:
        """Take an event as the own crew hears it."""
        kind = heard["type"]
        if kind not in ("blast", "mine-lost", "damage"):
            self.boats = set(self._unlit(self.boats))
            self._lit, self._lost, self._fired, self._by_hand = None, set(), None, None
        theirs = heard.get("boat") == self.enemy
        method = getattr(self, "_" + kind.replace("-", "_"), None)
        if method is not None:
            method(heard, theirs)

    def _unlit(self, boats: set[Boat]) -> Iterator[Boat]:
        return (boat for boat in boats if not self._lit or not boat.mines & self._lit)

    def _each(self, change: Callable[[Boat], Iterable[Boat]]) -> None:
        self.boats = {later for boat in self.boats for later in change(boat)}

    def _keep(self, holds: Callable[[Boat], bool]) -> None:
        self.boats = {boat for boat in self.boats if holds(boat)}

    def _moved(self, boat: Boat, direction: str, length: int) -> Boat | None:
        (x, y), (dx, dy), route = boat.at, STEPS[direction], boat.route
        for _ in range(length):
            x, y = x + dx, y + dy
            if (x, y) not in self.chart.sea or (x, y) in route or (x, y) in boat.mines:
                return None
            route = (*route, (x, y))
        return boat._replace(at=(x, y), route=route)

    def _course(self, heard: dict[str, Any], theirs: bool) -> None:
        if theirs:
            self._each(lambda boat: [later] if (later := self._moved(boat, heard["dir"], 1)) else [])

    def _withdrawn(self, _heard: dict[str, Any], theirs: bool) -> None:
        if theirs:
            self._each(lambda boat: [boat._replace(at=boat.route[-2], route=boat.route[:-1])])

    def _silence(self, _heard: dict[str, Any], theirs: bool) -> None:
        if theirs:
            ways = [(direction, length) for direction in STEPS for length in range(1, 5)]
            self._each(lambda boat: [boat, *filter(None, (self._moved(boat, *way) for way in ways))])

    def _surfaced(self, heard: dict[str, Any], theirs: bool) -> None:
        if theirs:
            self._keep(lambda boat: self.chart.sector(boat.at) == heard["sector"])
            self._each(lambda boat: [boat._replace(route=(boat.at,))])

    def _turn(self, _heard: dict[str, Any], theirs: bool) -> None:
        if theirs:
            self._each(lambda boat: [boat._replace(fresh=frozenset())])

    def _mine_laid(self, _heard: dict[str, Any], theirs: bool) -> None:
        if theirs:

            def laid(boat: Boat) -> Iterator[Boat]:
                for point in self.chart.near(boat.at) & self.chart.sea - set(boat.route) - boat.mines:
                    yield boat._replace(mines=boat.mines | {point}, fresh=boat.fresh | {point})

            self._each(laid)

    def _drone(self, heard: dict[str, Any], theirs: bool) -> None:
        if not theirs:
            there = heard["answer"] == "yes"
            self._keep(lambda boat: (self.chart.sector(boat.at) == heard["sector"]) == there)

    def _sonar(self, heard: dict[str, Any], theirs: bool) -> None:
        if not theirs:

            def true(boat: Boat, kind: str, value: Any) -> bool:
                x, y = boat.at
                return bool({"row": y + 1, "column": chr(65 + x), "sector": self.chart.sector(boat.at)}[kind] == value)

            said = heard["statements"].items()
            self._keep(lambda boat: sum(true(boat, kind, value) for kind, value in said) == 1)

    def _torpedo(self, heard: dict[str, Any], theirs: bool) -> None:
        at = self._fired = read(heard["at"])
        if theirs:
            reach = self.chart.within(at, 4, over_land=self.rules["torpedo_path"] == "plain")
            self._keep(lambda boat: boat.at in reach)

    def _detonated(self, heard: dict[str, Any], theirs: bool) -> None:
        if theirs:
            self._by_hand = read(heard["at"])
        else:
            self._lost = {read(heard["at"])}

    def _mine_lost(self, heard: dict[str, Any], _theirs: bool) -> None:
        if read(heard["at"]) != self._fired:
            self._lost.add(read(heard["at"]))

    def _blast(self, heard: dict[str, Any], _theirs: bool) -> None:
        at, chain = read(heard["at"]), self.rules["mine_chain"]
        near = self.chart.near(at)

        def result(boat: Boat) -> str:
            return "direct" if boat.at == at else "indirect" if boat.at in near else "miss"

        said = heard["results"].get(self.enemy)
        if said is not None:
            self._keep(lambda boat: result(boat) == said)
        else:
            amount = {"direct": 2, "indirect": 1, "miss": 0}
            self._each(lambda boat: [boat._replace(harm=boat.harm + amount[result(boat)])])
            self._keep(lambda boat: boat.harm + self.shown < self.lethal)
        if heard["weapon"] == "torpedo":
            self._each(lambda boat: [boat._replace(mines=boat.mines - {at}, fresh=boat.fresh - {at})])
            self._lit = set(near) if chain != "off" else None
            return
        if at in self._lost:
            self._lost.discard(at)
        else:
            by_hand, self._by_hand = self._by_hand == at, None
            self._keep(lambda boat: at in boat.mines and not (by_hand and at in boat.fresh))
            self._each(lambda boat: [boat._replace(mines=boat.mines - {at}, fresh=boat.fresh - {at})])
        if chain == "full":
            self._lit = (self._lit or set()) | near | {at}

    def _damage(self, heard: dict[str, Any], theirs: bool) -> None:
        if theirs:
            self.shown += heard["amount"]
            self._keep(lambda boat: boat.harm + self.shown < self.lethal)
