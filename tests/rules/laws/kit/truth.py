"""The truth of a game of Captain Sonar in turns, worked out by hand: a second referee, unrelated to the first.

It is slow and plain: points are (column, row), sets are sets, the panel is the table of SON-31 typed once more.
`Truth.do` carries out an order and returns what everybody may then know, or None where the order is not legal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Self

from klaxon.rules.contract import Order

Point = tuple[int, int]
Fact = tuple[object, ...]
Facts = tuple[Fact, ...]

BOXES = {"mine": 3, "torpedo": 3, "drone": 4, "sonar": 3, "silence": 6}
WAYS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
TABLE = {  # SON-31: R weapons, G detection, Y special, X radiation; c1 to c3 the circuits
    "w": "Rc1 Yc1 Gc1 G X X",
    "n": "Yc2 Rc2 Yc2 G R X",
    "s": "Gc3 Yc3 Rc3 R X Y",
    "e": "Gc2 Yc3 Rc1 X G X",
}
PANEL = {f"{side}{n}": mark for side, marks in TABLE.items() for n, mark in enumerate(marks.split(), start=1)}
LETTER = {"mine": "R", "torpedo": "R", "drone": "G", "sonar": "G", "silence": "Y", "scenario": "Y"}
BASES = {"M": "mine", "T": "torpedo", "D": "drone", "S": "sonar", "Z": "silence"}
SCENARIO_BOXES = 3
RADIATION = frozenset(name for name, mark in PANEL.items() if mark == "X")
KIND = {letter: frozenset(name for name, mark in PANEL.items() if mark[0] == letter) for letter in "RGYX"}
CIRCUIT = {
    mark[1:]: frozenset(name for name, other in PANEL.items() if mark[1:] and other[1:] == mark[1:])
    for mark in PANEL.values()
}


@cache
def section(direction: str) -> frozenset[str]:
    """Return the symbols of a section."""
    return frozenset(name for name in PANEL if name[0] == direction[0])


@dataclass
class Hull:
    """One boat as its crew knows it. Its values are never changed in place, so a copy is cheap."""

    at: Point = (-1, -1)
    track: tuple[Point, ...] = ()
    """The route since the last surfacing, this point included."""
    mines: frozenset[Point] = frozenset()
    fresh: frozenset[Point] = frozenset()
    gauges: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(BOXES, 0))
    crossed: frozenset[str] = frozenset()
    damage: int = 0
    dived: bool = False
    surfaced: bool = False
    moved: bool = False
    spent: bool = False
    spent_before: bool = False
    untouched: bool = False
    """No mark was made since the last course."""
    owes_charge: bool = False
    owes_break: str = ""
    """The section of the mark that the engineer owes."""
    owes_penalty: bool = False
    special: int = 0
    """The boxes of the scenario gauge."""
    special_before: int = 0
    wrecked: frozenset[str] = frozenset()

    def copy(self) -> Self:
        """Return a copy that goes its own way."""
        other = type(self).__new__(type(self))
        other.__dict__ = self.__dict__.copy()
        return other

    def works(self, system: str) -> bool:
        """Tell whether no symbol of the system's kind is crossed."""
        return not self.crossed & KIND[LETTER[system]]

    def symbols(self) -> frozenset[str]:
        """Return the symbols that the engineer may cross now."""
        owed = RADIATION if self.owes_penalty else section(self.owes_break) if self.owes_break else frozenset[str]()
        return owed - self.crossed


class Truth:
    """Both boats and the course of play."""

    def __init__(self, options: Mapping[str, str], rows: Iterable[str]) -> None:
        self.options = options
        self.rows = tuple(rows)
        self.sea = frozenset((x, y) for y, row in enumerate(self.rows) for x, cell in enumerate(row) if cell in ".~oab")
        self.marks = {(x, y): cell for y, row in enumerate(self.rows) for x, cell in enumerate(row) if cell not in ".#"}
        self.echo = bool(set(self.marks.values()) & set(BASES))
        """Whether the boats began as wrecks."""
        wrecked = frozenset(BOXES) if self.echo else frozenset[str]()
        self.hulls = (Hull(wrecked=wrecked), Hull(wrecked=wrecked))
        self.struck = 0
        self.smoke = 0
        """The sector under smoke."""
        self.choosing = -1
        """The boat that owes the choice of a volcano."""
        self.turn = -1
        self.left = 0
        self.ended = 0
        self.asked = -1
        self.winner = ""

    def copy(self) -> Self:
        """Return a copy that goes its own way."""
        other = type(self).__new__(type(self))
        other.__dict__ = self.__dict__.copy()
        other.hulls = (self.hulls[0].copy(), self.hulls[1].copy())
        return other

    # -- the chart -------------------------------------------------------------------------------------------

    def point(self, name: str) -> Point | None:
        """Return the sea point of a name."""
        column, row = ord(name[0]) - 65, int(name[1:]) - 1
        return (column, row) if (column, row) in self.sea else None

    def sector(self, at: Point) -> int:
        """Return the sector of a point: five by five, row by row."""
        return at[1] // 5 * -(-len(self.rows[0]) // 5) + at[0] // 5 + 1

    def is_clear(self, hull: Hull, at: Point) -> bool:
        """Tell whether a boat may sail to a point."""
        return at in self.sea and at not in hull.track and at not in hull.mines

    def has_way(self, hull: Hull) -> bool:
        """Tell whether a boat may sail anywhere."""
        return any(self.is_clear(hull, moved(hull.at, way)) for way in WAYS)

    def mined_in(self, hull: Hull) -> bool:
        """Tell whether a boat would have a way on if it had no mines."""
        return any(moved(hull.at, way) in self.sea - frozenset(hull.track) for way in WAYS)

    def run(self, hull: Hull, direction: str) -> list[Point]:
        """Return the points that silence may pass in a direction."""
        passed: list[Point] = []
        at = hull.at
        while len(passed) < 4 and self.is_clear(hull, at := moved(at, direction)):
            passed.append(at)
        return passed

    def sites(self, hull: Hull) -> frozenset[Point]:
        """Return where a mine may be laid."""
        x, y = hull.at
        around = {(x + right, y + down) for right in (-1, 0, 1) for down in (-1, 0, 1)} - {hull.at}
        return frozenset(point for point in around if self.is_clear(hull, point))

    def targets(self, hull: Hull) -> frozenset[Point]:
        """Return what a torpedo reaches."""
        if self.options["torpedo_path"] == "plain":
            near = {p for p in self.sea if abs(p[0] - hull.at[0]) + abs(p[1] - hull.at[1]) <= 4}
            return frozenset(near - {hull.at})
        reached = edge = {hull.at}
        for _ in range(4):
            edge = {moved(p, way) for p in edge for way in WAYS} & self.sea - reached
            reached = reached | edge
        return frozenset(reached - {hull.at})

    # -- the course of play ----------------------------------------------------------------------------------

    def stage(self, me: int) -> str:
        """Return what a boat is about to do."""
        hull = self.hulls[me]
        if self.turn < 0:
            return "start"
        if self.choosing >= 0:
            return "volcano" if self.choosing == me else "penalty" if hull.owes_penalty else "frozen"
        if self.asked >= 0:
            return "asked" if self.asked == me else "frozen"
        if hull.owes_penalty:
            return "penalty"
        if self.turn != me:
            return "off"
        if hull.surfaced:
            return "surfaced"
        if not hull.moved:
            return "sail" if self.has_way(hull) else "blackout"
        return "marks" if hull.owes_charge or hull.owes_break else "act"

    def may_act(self, me: int) -> bool:
        """Tell whether it is the moment for a system."""
        return self.stage(me) == "act"

    def do(self, order: Order) -> Facts | None:
        """Carry out an order; return what everybody may know of it, None where it is not legal."""
        me = ("red", "blue").index(order.seat.split(".")[0])
        act: Callable[..., Facts | None] = getattr(self, f"_{order.verb}")
        return None if self.winner else act(me, self.hulls[me], *order.args)

    def _start(self, me: int, hull: Hull, name: str) -> Facts | None:
        at = self.point(name)
        if self.stage(me) != "start" or hull.dived or at is None:
            return None
        hull.at, hull.track = at, (at,)
        return (("started", me),)

    def _dive(self, me: int, hull: Hull) -> Facts | None:
        if self.stage(me) != "start" or hull.dived or not hull.track:
            return None
        hull.dived = True
        if self.hulls[1 - me].dived:
            return (("dived", me), *self._begin(("red", "blue").index(self.options["first"]), 1))
        return (("dived", me),)

    def _course(self, me: int, hull: Hull, direction: str) -> Facts | None:
        to = moved(hull.at, direction)
        if self.stage(me) != "sail" or not self.is_clear(hull, to):
            return None
        hull.at, hull.track = to, (*hull.track, to)
        hull.moved = hull.untouched = True
        hull.spent_before, hull.spent = hull.spent, False
        hull.special_before = hull.special
        if self.echo and self.options["echo_gauge"] == "auto":
            hull.special = min(SCENARIO_BOXES, hull.special + 1)
        self._owe(hull, direction)
        return (("course", me, direction),)

    def _undo(self, me: int, hull: Hull) -> Facts | None:
        if self.options["undo"] != "yes" or self.stage(me) != "marks" or not hull.untouched:
            return None
        hull.track = hull.track[:-1]
        hull.at = hull.track[-1]
        hull.spent, hull.moved, hull.owes_charge, hull.owes_break = hull.spent_before, False, False, ""
        hull.special = hull.special_before
        return (("withdrawn", me),)

    def _surface(self, me: int, hull: Hull) -> Facts | None:
        stop = self.options["surface_is_stop"] == "yes"
        if self.stage(me) not in ("sail", "blackout") or (self.stage(me) == "sail" and stop and hull.spent):
            return None
        hull.track, hull.crossed = (hull.at,), frozenset()
        hull.surfaced = hull.moved = True
        hull.spent = hull.spent or stop
        return (("surfaced", me, self.sector(hull.at)), *self._iced(me, hull))

    def _iced(self, me: int, hull: Hull) -> Facts:
        """Break the ice over a boat that surfaces, where there is any."""
        if self.marks.get(hull.at) != "~":
            return ()
        broken = 1 if self.options["thin_ice"] == "yes" else 4
        hull.damage += broken
        return (("damage", me, broken), *self._sunk())

    def _end(self, me: int, hull: Hull) -> Facts | None:
        if self.stage(me) not in ("act", "surfaced"):
            return None
        hull.moved = hull.untouched = False
        self.ended += 1
        if self.ended == int(self.options["limit"]):
            red, blue = self.hulls[0].damage, self.hulls[1].damage
            self.winner = "draw" if red == blue else "red" if red < blue else "blue"
            return (("over", self.winner),)
        if hull.surfaced:
            return self._begin(1 - me, 3)
        return self._begin(me, self.left - 1) if self.left > 1 else self._begin(1 - me, 1)

    def _begin(self, boat: int, left: int) -> Facts:
        hull = self.hulls[boat]
        self.turn, self.left = boat, left
        dived = hull.surfaced
        hull.fresh, hull.surfaced = frozenset(), False
        return (("turn", boat, left, dived),)

    def _guess(self, me: int, _hull: Hull, name: str) -> Facts | None:
        """Note nothing: what a radio operator believes is nobody's business."""
        known = name == "none" or self.point(name) is not None
        return () if known and self.stage(me) != "start" else None

    # -- scenarios -------------------------------------------------------------------------------------------

    def chargeable(self, hull: Hull) -> list[str]:
        """Return the systems that have an empty box for the first officer."""
        found = [s for s in BOXES if hull.gauges[s] < BOXES[s] and s not in hull.wrecked]
        by_hand = self.echo and self.options["echo_gauge"] == "choice" and hull.special < SCENARIO_BOXES
        return [*found, "scenario"] if by_hand else found

    def _repair(self, me: int, hull: Hull, system: str) -> Facts | None:
        bases = [at for at, mark in self.marks.items() if BASES.get(mark) == system and apart(at, hull.at) == 1]
        ready = self.may_act(me) and not hull.spent and hull.special == SCENARIO_BOXES
        works = hull.works("scenario")
        if not ready or not bases or system not in hull.wrecked or (self._refuses_broken and not works):
            return None
        hull.spent = True
        if works or self.options["broken_order"] == "nothing":
            hull.special = 0
        hull.owes_penalty = not works and self.options["broken_order"] == "radiation"
        if not works:
            return (("failed", me),)
        hull.wrecked -= {system}
        return (("repair", me, system),)

    def _shot(self, me: int, hull: Hull) -> Facts:
        """Let a shot fill a box, and the third one do what it does."""
        volcanoes = sorted((mark, at) for at, mark in self.marks.items() if mark in "12")
        if self.winner or not volcanoes or self.struck == 3:
            return ()
        hull.special += 1
        if hull.special < SCENARIO_BOXES:
            return ()
        self.smoke = 0
        if self.struck:
            self.choosing = me
            return (("event", me, self.struck),)
        hull.special, self.struck = 0, 1
        facts: Facts = (("event", me, 0),)
        seen: set[Point] = set()
        for _, at in volcanoes:
            ring = {(x, y) for x in range(len(self.rows[0])) for y in range(len(self.rows)) if apart((x, y), at) == 1}
            points = ring - seen if self.options["eruption"] == "points" else {at}
            seen |= points
            facts += self._torpedoed(me, points)
        return facts

    def _volcano(self, me: int, hull: Hull, number: str) -> Facts | None:
        found = [at for at, mark in self.marks.items() if mark == number and mark in "12"]
        if self.stage(me) != "volcano" or not found:
            return None
        self.choosing, hull.special, self.struck = -1, 0, self.struck + 1
        if self.struck == 2:
            self.smoke = self.sector(found[0])
            return (("smoke", me, number),)
        lava = frozenset(at for at, mark in self.marks.items() if mark == "ab"[int(number) - 1])
        self.sea -= lava
        for each in self.hulls:
            each.mines -= lava
            each.fresh -= lava
            each.damage += 4 if each.at in lava else 0
        return (("lava", me, number, *(each.at in lava for each in self.hulls)), *self._sunk())

    # -- marks -----------------------------------------------------------------------------------------------

    def _owe(self, hull: Hull, direction: str) -> None:
        hull.owes_charge = bool(self.chargeable(hull))
        hull.owes_break = direction

    def _charge(self, me: int, hull: Hull, system: str) -> Facts | None:
        if self.stage(me) != "marks" or not hull.owes_charge or system not in self.chargeable(hull):
            return None
        if system == "scenario":
            hull.special += 1
        else:
            hull.gauges = {**hull.gauges, system: hull.gauges[system] + 1}
        hull.owes_charge = hull.untouched = False
        return ()

    def _break(self, me: int, hull: Hull, symbol: str) -> Facts | None:
        if not (hull.owes_penalty or self.stage(me) == "marks") or symbol not in hull.symbols():
            return None
        if hull.owes_penalty:
            hull.owes_penalty = False
        else:
            hull.owes_break, hull.untouched = "", False
        hull.crossed |= {symbol}
        circuit = CIRCUIT[PANEL[symbol][1:]]
        if circuit and circuit <= hull.crossed:
            hull.crossed -= circuit
            return ()
        cause = "section" if section(symbol) <= hull.crossed else "radiation" if hull.crossed >= RADIATION else ""
        if not cause:
            return ()
        hull.crossed = frozenset()
        hull.damage += 1
        told = (("damage", me, 1),) if self.options["announce_breakdown"] in ("all", cause) else ()
        return (*told, *self._sunk())

    # -- systems ---------------------------------------------------------------------------------------------

    @property
    def _refuses_broken(self) -> bool:
        return self.options["broken_order"] == "nothing" and self.options["blunder"] == "no"

    def _ready(self, me: int, hull: Hull, system: str) -> bool:
        charged = hull.gauges[system] == BOXES[system] and system not in hull.wrecked
        allowed = hull.works(system) or not self._refuses_broken
        return self.may_act(me) and not hull.spent and charged and allowed

    def _works(self, hull: Hull, system: str) -> bool:
        """Use a system; tell whether it works."""
        hull.spent = True
        works = hull.works(system)
        if works or self.options["broken_order"] == "nothing":
            hull.gauges = {**hull.gauges, system: 0}
        hull.owes_penalty = not works and self.options["broken_order"] == "radiation"
        return works

    def _torpedo(self, me: int, hull: Hull, name: str) -> Facts | None:
        at = self.point(name)
        if not self._ready(me, hull, "torpedo") or at not in self.targets(hull):
            return None
        if not self._works(hull, "torpedo"):
            return (("failed", me),)
        return (("torpedo", me, at), *self._torpedoed(me, {at}), *self._shot(me, hull))

    def _torpedoed(self, me: int, points: set[Point]) -> Facts:
        """Let torpedoes hit points at once, if the game still goes on."""
        if self.winner:
            return ()
        facts = tuple(fact for x, y in sorted(points, key=lambda at: at[::-1]) for fact in self._blast(me, (x, y)))
        for each in self.hulls:
            each.mines -= points
            each.fresh -= points
        facts += self._sunk()
        chain = self.options["mine_chain"]
        return facts if chain == "off" else facts + self._chain(me, points, chain)

    def _mine(self, me: int, hull: Hull, name: str) -> Facts | None:
        at = self.point(name)
        if not self._ready(me, hull, "mine") or at not in self.sites(hull):
            return None
        if not self._works(hull, "mine"):
            return (("failed", me),)
        hull.mines |= {at}
        hull.fresh |= {at}
        return (("mine", me), *self._shot(me, hull))

    def _detonate(self, me: int, hull: Hull, name: str) -> Facts | None:
        at, stage = self.point(name), self.stage(me)
        activation = self.options["detonate_is_activation"] == "yes"
        if stage == "off":
            allowed = self.options["detonate_window"] == "any" and not hull.surfaced and not (activation and hull.spent)
        elif activation:
            allowed = (stage == "act" and not hull.spent) or (stage == "blackout" and self.mined_in(hull))
        else:
            allowed = stage in ("sail", "blackout", "marks", "act")
        broken = self.options["detonate_needs_weapons"] == "yes" and not hull.works("mine")
        if not allowed or at not in hull.mines - hull.fresh or (broken and self._refuses_broken):
            return None
        hull.spent = hull.spent or activation
        if broken:
            hull.owes_penalty = self.options["broken_order"] == "radiation"
            return (("failed", me),)
        hull.mines -= {at}
        facts = self._blast(me, at) + self._sunk()
        return (
            ("detonated", me, at),
            *facts,
            *(self._chain(me, {at}, "full") if self.options["mine_chain"] == "full" else ()),
        )

    def _chain(self, me: int, origin: set[Point], reach: str) -> Facts:
        """Set off the mines near a blast, then those near these."""
        if self.winner:
            return ()
        lit = sorted(
            (mine[1], mine[0], boat)
            for boat, hull in enumerate(self.hulls)
            for mine in hull.mines
            if any(apart(mine, point) <= 1 for point in origin)
        )
        facts: Facts = ()
        for y, x, boat in lit:
            self.hulls[boat].mines -= {(x, y)}
            self.hulls[boat].fresh -= {(x, y)}
            facts += self._blast(me, (x, y))
        facts += self._sunk()
        return facts + (self._chain(me, {(x, y) for y, x, _ in lit}, reach) if lit and reach == "full" else ())

    def _blast(self, me: int, at: Point) -> Facts:
        harm = [max(0, 2 - apart(hull.at, at)) for hull in self.hulls]
        for hull, amount in zip(self.hulls, harm, strict=True):
            hull.damage += amount
        own = harm[me] if self.options["own_hit_announced"] == "yes" else None
        return (("blast", at, harm[1 - me], own),)

    def _sunk(self) -> Facts:
        lethal = 1 if self.options["victory"] == "sudden-death" else 4
        lost = [hull.damage >= lethal for hull in self.hulls]
        if self.winner or not any(lost):
            return ()
        self.winner = "draw" if all(lost) else "blue" if lost[0] else "red"
        return (("over", self.winner),)

    def _silence(self, me: int, hull: Hull, direction: str, length: str = "0") -> Facts | None:
        passed = [] if direction == "stay" else self.run(hull, direction)
        if not self._ready(me, hull, "silence") or int(length) > len(passed):
            return None
        if not self._works(hull, "silence"):
            return (("failed", me),)
        passed = passed[: int(length)]
        hull.track += tuple(passed)
        hull.at, hull.untouched = hull.track[-1], False
        if passed:
            self._owe(hull, direction)
        else:
            hull.owes_charge = self.options["silence_zero"] == "xo"
        return (("silence", me),)

    def _drone(self, me: int, hull: Hull, sector: str) -> Facts | None:
        if not self._ready(me, hull, "drone"):
            return None
        if not self._works(hull, "drone"):
            return (("failed", me),)
        if self.smoke == int(sector):
            return (("smoked", me, sector),)
        return (("drone", me, sector, self.sector(self.hulls[1 - me].at) == int(sector)),)

    def _sonar(self, me: int, hull: Hull) -> Facts | None:
        if not self._ready(me, hull, "sonar"):
            return None
        if not self._works(hull, "sonar"):
            return (("failed", me),)
        self.asked = 1 - me
        return (("ping", me),)

    def _answer(self, me: int, hull: Hull, *said: tuple[str, str]) -> Facts | None:
        true = {"row": str(hull.at[1] + 1), "column": chr(65 + hull.at[0]), "sector": str(self.sector(hull.at))}
        if self.stage(me) != "asked" or len(dict(said)) != 2 or sum(true[kind] == value for kind, value in said) != 1:
            return None
        self.asked = -1
        return (("sonar", me, *said),)


def moved(at: Point, direction: str) -> Point:
    """Return the next point in a direction."""
    return at[0] + WAYS[direction][0], at[1] + WAYS[direction][1]


def apart(one: Point, other: Point) -> int:
    """Return how far two points are apart, a diagonal step counted as one."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def named(at: Point) -> str:
    """Return the name of a point."""
    return f"{chr(65 + at[0])}{at[1] + 1}"
