"""A table of Captain Sonar for tests that read like play."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Self

from klaxon import data
from klaxon.rules.contract import Event, Order, Seat, Step
from klaxon.rules.games import game_named
from klaxon.rules.sonar.realtime.state import RealtimeState
from klaxon.rules.sonar.state import Boat, Rig, State
from klaxon.rules.walks import walks
from klaxon.table.setup import make_header
from tests.giving import Giving

GAME = game_named("sonar")
ROLES = ("captain", "xo", "engineer", "radio")
CREW = {boat: frozenset(Seat(f"{boat}.{role}") for role in ROLES) for boat in ("red", "blue")}
ENEMY = {"red": "blue", "blue": "red"}
EVERYONE = CREW["red"] | CREW["blue"] | {Seat("umpire"), Seat("spectator")}
SEATS = sorted(EVERYONE)
FULL = {"mine": 3, "torpedo": 3, "drone": 4, "sonar": 3, "silence": 6}
SYMBOLS = tuple(f"{section}{place}" for section in "wnse" for place in range(1, 7))
YES_OR_NO = ("dived", "surfaced", "moved", "spent", "spent_before", "retractable")
COMPASS = ("north", "east", "south", "west")

SMALL = "\n".join(["....."] * 5)
OPEN = "\n".join(["." * 10] * 10)
WIDE = "\n".join(["." * 15] * 15)


def everyone(kind: str, **facts: object) -> Event:
    """Return an event that everybody hears."""
    return Event(kind, facts, EVERYONE)


def crew(boat: str, kind: str, **facts: object) -> Event:
    """Return an event that only one crew hears, and the umpire."""
    return Event(kind, {"boat": boat, **facts}, CREW[boat] | {Seat("umpire")})


def others(boat: str, kind: str, **facts: object) -> Event:
    """Return an event for all but that crew and the umpire."""
    return Event(kind, {"boat": boat, **facts}, CREW[ENEMY[boat]] | {Seat("spectator")})


def blasts(by: str, at: str, weapon: str, *, own: str, other: str) -> list[Event]:
    """Return the events of a blast: the whole for the firing crew, the other boat's result for the rest."""
    facts: dict[str, object] = {"at": at, "by": by, "weapon": weapon}
    results = {by: own, ENEMY[by]: other}
    whole = {name: results[name] for name in ("red", "blue")}
    return [
        Event("blast", {**facts, "results": whole}, CREW[by] | {Seat("umpire")}),
        Event("blast", {**facts, "results": {ENEMY[by]: other}}, CREW[ENEMY[by]] | {Seat("spectator")}),
    ]


def library(text: str) -> str:
    """Return a chart: a shipped one by its name, a whole text, or just the rows of a grid."""
    if "\n" not in text:
        return data.read("charts", text, "turns")
    return text if "grid:" in text else f"name: Test\nsectors: 5\ngrid:\n{text}\n"


def set_up(chart: str = OPEN, seed: str = "0", **options: str) -> State:
    """Return a game before its first order."""
    header = make_header(GAME, options, lambda _kind, _name, _variant: library(chart), seed)
    assert not isinstance(header, list), header
    state = GAME.setup(header)
    assert isinstance(state, State), state
    return state


class Table(Giving):
    """A game in play: both boats placed and dived by orders, red to move unless told otherwise."""

    game = GAME
    state: State

    def __init__(
        self,
        chart: str = OPEN,
        *,
        red: str = "A1",
        blue: str = "",
        first: str = "red",
        seed: str = "0",
        **options: str,
    ) -> None:
        self.state = set_up(chart, seed, first=first, **options)
        self.events: list[Event] = []
        blue = blue or self.state.sea.names[-1]
        for line in (f"red.captain start {red}", f"blue.captain start {blue}", "red.captain dive", "blue.captain dive"):
            step = GAME.apply(self.state, Order.read(line))
            assert isinstance(step, Step), f"{line}: {step}"
            self.state, self.events = step.state, list(step.events)
        check_menus(self.state)

    def check(self) -> None:
        """Look at the menus of all seats after every order."""
        check_menus(self.state)

    def heard(self, seat: str) -> list[tuple[str, dict[str, object]]]:
        """Return what a seat heard of the last order."""
        return [(event.type, dict(event.facts)) for event in self.events if seat in event.to]

    def view(self, seat: str, **lens: str) -> dict[str, Any]:
        """Return the view of a seat as data."""
        return dict(GAME.show(GAME.sight(self.state, Seat(seat), lens).view))

    def orders(self, seat: str) -> list[str]:
        """Return every order a seat may give."""
        return orders_of(self.state, seat)

    def boat(self, name: str) -> Boat:
        """Return the truth of a boat."""
        return self.state.boats[("red", "blue").index(name)]

    def at(self, name: str) -> str:
        """Return where a boat is."""
        return self.state.sea.names[self.boat(name).at]

    def mines(self, name: str) -> tuple[str, ...]:
        """Return where the mines of a boat are."""
        return self.state.sea.name_all(self.boat(name).mines)

    def gauges(self, name: str) -> dict[str, int]:
        """Return how many boxes of each gauge are filled."""
        return dict(zip(FULL, self.boat(name).gauges, strict=True))

    def crossed(self, name: str) -> tuple[str, ...]:
        """Return the crossed symbols of a boat."""
        return tuple(s for place, s in enumerate(SYMBOLS) if self.boat(name).panel >> place & 1)

    # -- situations, made on a copy of the state ------------------------------------------------------------

    def alone(self) -> State:
        """Go on with a copy of the state that nobody else holds."""
        self.state = self.state.copy()
        red, blue = self.state.boats
        self.state.boats = (red.copy(), blue.copy())
        return self.state

    def let(self, name: str) -> Self:
        """Let it be the turn of a boat."""
        state = self.alone()
        state.turn, state.left, state.blackout = ("red", "blue").index(name), 1, False
        return self

    def put(
        self,
        name: str,
        *,
        route: str = "",
        charged: Iterable[str] | None = None,
        crossed: str | None = None,
        mines: str | None = None,
        **marks: int | bool | str | tuple[int, ...] | Rig | RealtimeState,
    ) -> Self:
        """Put a boat into a situation: `route` ends where it is, `charged` gauges are full, the others empty."""
        self.alone()
        boat, sea = self.boat(name), self.state.sea
        if route:
            first, *rest = [sea.index[point] for point in route.split()]
            boat.at, boat.route, boat.path = first, 1 << first, 1
            for point in rest:
                boat.step(sea, next(d for d in COMPASS if sea.next[d][boat.at] == point))
        if charged is not None:
            boat.gauges = tuple(FULL[system] if system in charged else 0 for system in FULL)
        if crossed is not None:
            boat.panel = sum(1 << SYMBOLS.index(symbol) for symbol in crossed.split())
        if mines is not None:
            boat.mines = sea.gather(mines.split())
        for mark, value in marks.items():
            assert hasattr(boat, mark), mark
            setattr(boat, mark, value)
        return self

    def acting(self, name: str, *charged: str, route: str = "", crossed: str = "") -> Self:
        """Let it be the moment of a boat's turn when it may activate: it has moved, both marks are made."""
        self.let(name)
        return self.put(
            name,
            route=route,
            charged=charged or FULL,
            crossed=crossed,
            moved=True,
            spent=False,
            charge_due=0,
            break_due=0,
        )

    def marked(self, name: str) -> Self:
        """Let both officers have made their marks, without any."""
        return self.put(name, charge_due=0, break_due=0, section="", retractable=False)

    def turn(self, course: str) -> Self:
        """Play a turn that is a course alone, marks left out: `red north`."""
        name, direction = course.split()
        self.give(f"{name}.captain course {direction}")
        self.marked(name).give(f"{name}.captain end")
        return self

    def sail(self, name: str, *directions: str) -> Self:
        """Sail a boat a turn a direction, while the other one stands by."""
        for direction in directions:
            self.turn(f"{name} {direction}").let(name)
        return self


def orders_of(state: State, seat: str) -> list[str]:
    """Return every order a seat may give."""
    view = GAME.sight(state, Seat(seat), {}).view
    return [str(order).removeprefix(f"{seat} ") for order in walks(GAME, Seat(seat), view)]


def check_menus(state: State) -> None:
    """Check what holds in every state: menus can be made from shown data, actors and prompts are honest."""
    for boat in state.boats:
        assert all(isinstance(getattr(boat, mark), bool) for mark in YES_OR_NO)
    actors = GAME.actors(state)
    prompts = {prompt.key: prompt for prompt in GAME.prompts(state)}
    for seat in SEATS:
        view = GAME.sight(state, seat, {}).view
        shown = json.loads(json.dumps(GAME.show(view)))
        again = GAME.read_view(shown)
        offers = GAME.offers(view)
        assert GAME.offers(again) == offers, seat
        # of a route that was read only the points are known, not their order
        assert json.loads(json.dumps({**GAME.show(again), "route": []})) == {**shown, "route": []}, seat
        may_act = any(offer.barred is None and not offer.remark for offer in offers)
        assert seat in actors or not may_act, f"{seat} may act but is no actor"
        for offer in offers:
            draft = Order(seat, offer.verb)
            if offer.barred is None:
                assert GAME.field(again, draft) == GAME.field(view, draft), offer.verb
        keys = [prompt["key"] for prompt in shown["prompts"]]
        assert keys == list(GAME.open_prompts(view)) == list(GAME.open_prompts(again)), seat
        assert keys == [key for key, prompt in prompts.items() if prompt.seat == seat], seat
