"""Matches that are watched: nothing may be refused, nobody may wait for ever, and every game must end."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from klaxon import data
from klaxon.crew import SKILL, selfplay, understudy_of
from klaxon.crew.understudy import Heard, Pick, Shown, Understudy, open_verbs
from klaxon.rules.chance import draw, key_of
from klaxon.rules.contract import Event, Game, Order, Outcome, Refusal, Seat
from klaxon.rules.games import game_named
from klaxon.rules.walks import settle
from klaxon.table.setup import make_header

Library = Callable[[str, str, str], str]


def set_up(name: str, seed: str, options: dict[str, str], library: Library = data.read) -> tuple[Game[Any, Any], Any]:
    """Return a game and its state before the first order."""
    game = game_named(name)
    header = make_header(game, options, library, seed)
    assert not isinstance(header, list), header
    state = game.setup(header)
    assert not isinstance(state, Refusal), state
    return game, state


def shown(game: Game[Any, Any], state: Any, seat: Seat) -> dict[str, Any]:
    """Return the view of a seat as it travels."""
    view: dict[str, Any] = json.loads(json.dumps(game.show(game.sight(state, seat, {}).view)))
    return view


def chance(seed: str) -> Callable[[int], int]:
    """Return chance that repeats itself."""
    key, count = key_of(seed), 0

    def pick(n: int) -> int:
        nonlocal count
        count += 1
        return draw(key, "match", count, n)

    return pick


class Wire:
    """Carries what is heard; what all seats hear is written and read once."""

    def __init__(self) -> None:
        self._heard: Heard = {}
        self._travelled: Heard = {}

    def carry(self, heard: Heard) -> Heard:
        if heard is not self._heard:
            self._heard, self._travelled = heard, json.loads(json.dumps(heard))
        return self._travelled


class Checking:
    """An understudy who is looked at over the shoulder: what it hears travels, and what it says fits its view."""

    def __init__(self, game: Game[Any, Any], understudy: Understudy, wire: Wire, unasked: Collection[str] = ()) -> None:
        self._game, self._understudy, self._wire, self._unasked = game, understudy, wire, unasked

    def begin(self, view: Shown) -> Any:
        return self._understudy.begin(json.loads(json.dumps(view)))

    def hear(self, notes: Any, heard: Heard) -> Any:
        return self._understudy.hear(notes, self._wire.carry(heard))

    def order(self, view: Shown, notes: Any, pick: Pick) -> Order | None:
        travelled = json.loads(json.dumps(view))
        order = self._understudy.order(travelled, notes, pick)
        if order is None and travelled["prompts"]:
            verbs = open_verbs(self._game, self._game.read_view(travelled))
            asked = [verb for prompt in travelled["prompts"] for verb in prompt["verbs"] if verb in verbs]
            asked = [verb for verb in asked if verb not in self._unasked]
            assert not asked, f"{travelled['seat']} does not answer {travelled['prompts']}"
        if order is None:
            return None
        assert order.seat == travelled["seat"]
        seen = self._game.read_view(travelled)
        assert not isinstance(settle(self._game, seen, order), Refusal), f"{order} is not in the view"
        assert order.answers in (*self._game.open_prompts(seen), None)
        return order

    def can_wait(self, order: Order) -> bool:
        return self._understudy.can_wait(order)


@dataclass
class Match:
    """One game from beginning to end."""

    name: str
    seed: str
    options: dict[str, str]
    library: Library = data.read
    most: int = 6000
    watch: Callable[[Any, dict[Seat, Any]], None] = lambda _state, _notes: None
    """Looks at the truth and at the notes of all seats after every order."""
    skills: Mapping[str, str] = field(default_factory=dict)
    """Boat or seat -> skill, where it is not the usual one."""
    lines: list[str] = field(default_factory=list)
    unasked: tuple[str, ...] = ()
    """Verbs by which a seat may say more, but need not, while their prompt is open."""
    pace: tuple[int, int] = (0, 0)
    events: list[Event] = field(default_factory=list)

    def play(self) -> Outcome:
        """Play it; nothing may be refused, nobody may wait for ever, and it must end."""
        crew = self._crew()
        played, ending = self._played(crew, self.most)
        assert not ending.fault, f"{self.name} {self.seed} {self.options}: {ending.fault} {ending.line}"
        assert ending.outcome is not None
        for seat in crew:
            assert crew[seat].order(played.shown_to(seat), played.notes(seat), chance("1")) is None
        return ending.outcome

    def opening(self, orders: int) -> list[str]:
        """Return the first orders of it: as many, and none of them refused."""
        _, ending = self._played(self._crew(), orders)
        assert (ending.fault, len(self.lines)) == ("endless", orders)
        return self.lines

    def _crew(self) -> dict[Seat, Understudy]:
        game, wire = game_named(self.name), Wire()
        return {
            seat: Checking(game, understudy_of(self.name, self._skill(seat)), wire, self.unasked) for seat in game.seats
        }

    def _played(self, crew: dict[Seat, Understudy], most: int) -> tuple[selfplay.SelfplayMatch, selfplay.Ending]:
        game, state = set_up(self.name, self.seed, self.options, self.library)
        played = selfplay.SelfplayMatch(game, state, crew, self.seed, pace=self.pace, most=most)
        played.watch = self._look_on
        ending = played.play()
        self.lines = played.lines
        return played, ending

    def _skill(self, seat: Seat) -> str:
        return self.skills.get(seat, self.skills.get(seat.partition(".")[0], SKILL))

    def _look_on(self, played: selfplay.SelfplayMatch, events: tuple[Event, ...]) -> None:
        self.events += events
        if played.game.outcome(played.state) is None:
            actors = played.game.actors(played.state)
            for seat in set(played.game.seats) - set(actors) if len(played.lines) % 10 == 0 else ():
                offers = played.game.offers(played.game.view(played.state, seat))
                able = [offer.verb for offer in offers if offer.barred is None and not offer.remark]
                assert not able, f"{seat} may act but is no actor"
        self.watch(played.state, {seat: played.notes(seat) for seat in played.game.seats})

    def verbs(self) -> Counter[str]:
        """Return how often each verb was used."""
        return Counter(line.split()[1] for line in self.lines)
