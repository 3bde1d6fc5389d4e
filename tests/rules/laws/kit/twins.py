"""Twins of a game of Captain Sonar: other secrets of one boat under which everything that was told stays true.

A history is played by chance. Then many ghosts of one boat, each with a start and choices of its own, are led
through the same history by `truth.Truth`, which knows nothing of the game under test: public orders stay as they
are, secret ones are chosen anew. A ghost dies as soon as an order is not legal for it, or something told would be
another thing. Whoever lives is a twin of the boat: the enemy and the spectator must not be able to tell them apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Any

from klaxon.rules.contract import SPECTATOR, Header, Order, Seat
from klaxon.rules.laws import Entry, Lens, Twins, begin, enter, secrets_are_kept
from klaxon.rules.sonar import Sonar
from klaxon.rules.walks import random_walk
from tests.rules.laws.kit.live_truth import LiveTruth
from tests.rules.laws.kit.truth import BOXES, PANEL, Facts, Hull, Point, Truth, named

GAME = Sonar()
BOATS = ("red", "blue")
SECRET = ("start", "mine", "silence", "charge", "break", "guess")
GHOSTS = 96
LENSES: tuple[Lens, ...] = ({}, {"at": "H8"})


def rows_of(header: Header) -> list[str]:
    """Return the rows of a header's chart."""
    return header.contents["chart"].partition("grid:\n")[2].split()


def truth_of(header: Header) -> Truth:
    """Return the truth of a game before its first order."""
    live = header.options["mode"] == "realtime"
    return (LiveTruth if live else Truth)(header.options, rows_of(header))


def told(truth: Truth, entry: Entry) -> Facts:
    """Carry out an entry of a history by hand; return what everybody may know of it."""
    facts = truth.do(entry)  # type: ignore[arg-type]  # moments come only in real time
    if facts is None:
        message = f"the two referees differ: {entry} is accepted, but not legal by hand"
        raise AssertionError(message)
    return facts


def random_history(header: Header, dice: Random, longest: int) -> list[Any]:
    """Play at random, but so that much is told: crews charge what they like and mostly know what works.

    Orders; in real time moments too.
    """
    state, truth = begin(GAME, header), truth_of(header)
    liked = [["silence", *dice.sample(["mine", "torpedo", "drone", "sonar"], 2)] for _ in BOATS]
    if "1" in truth.marks.values():  # only who shoots wakes the volcanoes
        liked = [["mine", "torpedo"], ["mine", "torpedo", "drone"]]
    orders: list[Entry] = []
    while len(orders) < longest and GAME.outcome(state) is None:
        if isinstance(truth, LiveTruth) and dice.random() < 0.04:
            moment = truth.now + dice.randrange(1, 5000)
            state = enter(GAME, state, moment).state
            told(truth, moment)
            orders.append(moment)
        actors = GAME.actors(state)
        if not actors:
            break
        if dice.random() < 0.01:
            actors = (Seat("red.radio"), Seat("blue.radio"))
        seat = actors[dice.randrange(len(actors))]
        hull = seat.startswith("blue")
        order = random_walk(GAME, seat, GAME.sight(state, seat, {}).view, dice.randrange)
        if order is None or not _sensible(order, truth.hulls[hull], liked[hull], dice):
            continue
        state = enter(GAME, state, order).state
        told(truth, order)
        orders.append(order)
    return orders


def _sensible(order: Order, hull: Hull, liked: Sequence[str], dice: Random) -> bool:
    """Tell whether a crew would do that; now and then it does what it would not."""
    match order.verb:
        case "surface" | "undo":
            sensible = False
        case "stop" | "resume":
            return dice.random() < (0.02 if order.verb == "stop" else 0.3)
        case "torpedo" | "mine" | "drone" | "sonar" | "silence":
            sensible = hull.works(order.verb)
        case "charge":
            sensible = order.args[0] in (*liked, "scenario")
        case "break":
            mark = PANEL[str(order.args[0])]
            sensible = ("silence" not in liked and mark[0] != "R") or mark in ("X", "Rc1", "Rc2", "Rc3")
        case "end":
            able = [s for s in BOXES if hull.gauges[s] == BOXES[s] and hull.works(s)]
            sensible = hull.spent or hull.surfaced or not able
        case _:
            return True
    return sensible or dice.random() < 0.15


Orders = tuple[()] | tuple[Entry, "Orders"]


@dataclass
class Ghost:
    """A boat that might be the hidden one: its truth, and the history as it would have been."""

    truth: Truth
    orders: Orders = ()
    """What it was given, the last first: heirs share what came before."""
    differs: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SECRET, 0))
    """How many choices of each kind are not those of the boat itself."""

    def copy(self) -> Ghost:
        """Return a ghost that goes its own way from here."""
        return Ghost(self.truth.copy(), self.orders, {**self.differs})

    def history(self) -> tuple[Entry, ...]:
        """Return what it was given, in order."""
        found, rest = list[Entry](), self.orders
        while rest:
            order, rest = rest
            found.append(order)
        return tuple(reversed(found))

    def give(self, order: Entry) -> Facts | None:
        """Carry out an order in the ghost's truth, or let time pass."""
        facts = self.truth.do(order)  # type: ignore[arg-type]  # moments come only in real time
        if facts is not None:
            self.orders = (order, self.orders)
        return facts


@dataclass(frozen=True)
class Pair:
    """A history and its twin: `hidden` is the boat whose secrets differ."""

    hidden: int
    orders: tuple[Any, ...]
    """Orders; in real time moments too."""
    twin: tuple[Any, ...]
    differs: Counter[str]
    told: Counter[str]
    """What was told of the hidden boat and stayed true, by kind."""


def find_pairs(
    header: Header, history: Sequence[Entry], hidden: int, dice: Random, *, count: int = 1, many: int = GHOSTS
) -> list[Pair]:
    """Return up to so many twins of one boat in a history; where they all die, of the part that they live through.

    `many` is how many ghosts are led through it at a time.
    """
    truth = truth_of(header)
    ghosts = [Ghost(truth_of(header)) for _ in range(many)]
    heard: Counter[str] = Counter()
    for place, order in enumerate(history):
        facts = told(truth, order)
        alive = [successor for ghost in ghosts for successor in _led(ghost, truth, order, facts, hidden, dice)]
        alive = [ghost for ghost in alive if place < 8 or ghost.differs["start"] or sum(ghost.differs.values()) > 3]
        if not alive:
            return _pairs(ghosts, history[:place], hidden, heard, count)
        ghosts = _thinned(alive, hidden, dice, many)
        heard.update(str(fact[0]) for fact in facts)
    return _pairs(ghosts, history, hidden, heard, count)


def _thinned(ghosts: list[Ghost], hidden: int, dice: Random, many: int) -> list[Ghost]:
    """Return as many ghosts as are kept, from as many points as there are."""
    if len(ghosts) <= many:
        return ghosts
    dice.shuffle(ghosts)
    rank: Counter[Point] = Counter()
    ranked = []
    for number, ghost in enumerate(ghosts):
        at = ghost.truth.hulls[hidden].at
        rank[at] += 1
        ranked.append((rank[at], number))
    return [ghosts[number] for _, number in sorted(ranked)[:many]]


def _pairs(
    ghosts: Sequence[Ghost], history: Sequence[Entry], hidden: int, heard: Counter[str], count: int
) -> list[Pair]:
    best = sorted(ghosts, key=lambda ghost: (ghost.differs["start"] > 0, len(+Counter(ghost.differs))), reverse=True)
    return [Pair(hidden, tuple(history), g.history(), +Counter(g.differs), Counter(heard)) for g in best[:count]]


def _led(ghost: Ghost, truth: Truth, order: Entry, facts: Facts, hidden: int, dice: Random) -> Iterator[Ghost]:
    """Lead a ghost through an order of the history; yield its heirs that live. `truth` is past the order already."""
    if isinstance(order, int) or not order.seat.startswith(BOATS[hidden]) or order.verb not in SECRET:
        successor = ghost.copy()
        if successor.give(order) == facts and _caught_up(successor, truth, hidden, dice):
            yield successor
        return
    for _ in range(2):
        successor = ghost.copy()
        chosen = _choice(successor.truth, successor.truth.hulls[hidden], order, dice)
        if chosen is not None:
            successor.differs[order.verb] += chosen.args != order.args
        done: Facts | None = () if chosen is None else successor.give(chosen)
        if done == facts and _caught_up(successor, truth, hidden, dice):
            yield successor


def _choice(truth: Truth, hull: Hull, order: Order, dice: Random) -> Order | None:
    """Return a secret choice in the place of one of the history; None: the ghost owes no such mark."""
    ways: Sequence[tuple[str, ...]] = ()
    loyal = 0.9
    match order.verb:
        case "start":
            ways, loyal = _points(truth.sea), 0
        case "mine":
            ways, loyal = _points(truth.sites(hull)), 0.4
        case "silence":
            lengths = {way: len(truth.run(hull, way)) for way in ("north", "east", "south", "west")}
            runs = [(way, str(n)) for way, most in lengths.items() for n in range(1, most + 1)]
            ways, loyal = [*runs, ("stay",)], 0.3
        case "guess":
            ways, loyal = [("none",), *_points(truth.sea)], 0
        case "charge" if hull.owes_charge:
            ways = [(system,) for system in truth.chargeable(hull)]
        case "break":
            ways = [(symbol,) for symbol in sorted(hull.symbols())]
    if order.args in ways and dice.random() < loyal:
        return order
    return order._replace(args=dice.choice(ways)) if ways else None


@lru_cache(maxsize=256)
def _points(points: frozenset[Point]) -> tuple[tuple[str, ...], ...]:
    """Return the names of points as arguments, in order."""
    return tuple((named(point),) for point in sorted(points))


def _caught_up(ghost: Ghost, truth: Truth, hidden: int, dice: Random) -> bool:
    """Let a ghost make the marks that it owes and the boat does not, after a silence of another length, say."""
    real, hull = truth.hulls[hidden], ghost.truth.hulls[hidden]
    if ghost.truth.winner or ghost.truth.stage(hidden) not in ("marks", "penalty"):
        return True
    for verb, role in (("charge", "xo"), ("break", "engineer")):
        while _behind(ghost.truth, hull, real, verb):
            seat = Seat(f"{BOATS[hidden]}.{role}")
            mark = _choice(ghost.truth, hull, Order(seat, verb), dice)
            if mark is None or ghost.give(mark) != ():
                return False
            ghost.differs[verb] += 1
    return True


def _behind(truth: Truth, hull: Hull, real: Hull, verb: str) -> bool:
    """Tell whether a ghost owes a mark that the boat does not."""
    if truth.winner:
        return False
    if verb == "charge":
        return hull.owes_charge and not real.owes_charge
    return bool(hull.owes_break) and not real.owes_break and not hull.owes_penalty


def others(hidden: int) -> tuple[Seat, ...]:
    """Return the seats that must not learn a boat's secrets."""
    return (*(seat for seat in GAME.seats if not seat.startswith(BOATS[hidden])), SPECTATOR)


def check_pairs(header: Header, hidden: int, pairs: Sequence[Pair]) -> None:
    """Check that there are twins of a boat, and that nobody else can tell them apart."""
    assert pairs
    for pair in pairs:
        assert len(pair.orders) >= 12
        assert pair.orders != pair.twin
        secrets_are_kept(GAME, header, Twins(others(hidden), pair.orders, pair.twin, LENSES))
