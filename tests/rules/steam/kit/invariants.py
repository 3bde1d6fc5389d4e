"""STM-4: what must hold after every order, as a function that names each breach; and random play under it.

`python -m tests.rules.steam.kit.soak` plays a million orders under these invariants.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from klaxon.rules.contract import Event, Order, Refusal, Step
from klaxon.rules.steam import look
from klaxon.rules.steam.grid import POST, SIZE
from klaxon.rules.steam.setting import BOATS, CREW
from klaxon.rules.steam.state import ABOARD, DEAD, Board, State
from klaxon.rules.walks import random_walk
from tests.rules.steam.kit.boats import GAME, SHIPPED, set_up

IN_PLAY = ("oxygen", "ready", "action", "over")


def breaches(board: Board) -> Iterator[str]:
    """Yield the invariants of a board that are broken: the id of the rule, and where."""
    if board.phase not in IN_PLAY:
        return
    if not all(1 <= sector <= 5 for sector in board.sector):
        yield f"STM-4d {board.sector}"
    for me, hull in enumerate(board.boats):
        for man, place in enumerate(hull.place):
            on, cell = (board.boats[1 - me], place - ABOARD) if place >= ABOARD else (hull, place)
            if place != DEAD and on.gone >> cell & 1:
                yield f"STM-4a {BOATS[me]} {CREW[man]}"
        for cell in range(SIZE):
            card = board.deck.cards[hull.cards[cell]]
            left = (hull.plain[cell], hull.oxygen[cell], hull.empty[cell])
            if min(left) < 0 or hull.plain[cell] > card.hp_plain or sum(left[1:]) > card.hp_oxygen:
                yield f"STM-4b {BOATS[me]} {cell}"
            if sum(left) + sum(look.damage(board, me, cell)) != card.hp_plain + card.hp_oxygen:
                yield f"STM-4b {BOATS[me]} {cell}"
            if hull.oxygen[cell] > card.hp_oxygen:
                yield f"STM-4c {BOATS[me]} {cell}"
            if bool(hull.gone >> cell & 1) != (sum(left) == 0):
                yield f"STM-3.3c {BOATS[me]} {cell}"
        if hull.cards[POST] != board.deck.post:
            yield f"STM-4e {BOATS[me]}"


class Turn:
    """What was done in the turn at hand, told by the events."""

    def __init__(self) -> None:
        self.manoeuvres = 0
        self.acted: dict[str, int] = {}
        self.oxygen = [0, 0]

    def broken_by(self, order: Order, before: Board, after: Board, events: tuple[Event, ...]) -> Iterator[str]:
        """Yield the invariants of a turn that an order has broken."""
        if before.phase == "oxygen" and order.verb == "oxygen":
            fell = look.oxygen(before.boats[before.active]) - look.oxygen(after.boats[before.active])
            if fell != 1:
                yield f"STM-4h fell by {fell}"
            self.oxygen[before.active] += 1
        if order.verb == "manoeuvre":
            self.manoeuvres += 1
        if order.verb in ("move", "activate") and not any(event.type == "used" for event in events):
            for word in order.args[: 2 if order.verb == "activate" else 1]:
                if isinstance(word, str):
                    self.acted[word] = self.acted.get(word, 0) + 1
        if self.manoeuvres > 1:
            yield "STM-4f"
        if any(count > 1 for count in self.acted.values()):
            yield f"STM-4g {self.acted}"
        if any(event.type == "turn" for event in events):
            if before.phase == "action" and self.oxygen[before.active] != 1:
                yield f"STM-4h taken {self.oxygen}"
            self.__init__()  # type: ignore[misc]  # a new turn


OF_EVERY_USE = ("activated", "reacted", "used", "crew", "exhausted", "window")
"""What is told of a use that does nothing; of crew and exhausted only as much as the men at work make."""


def idle(order: Order, events: tuple[Event, ...], board: Board) -> Iterator[str]:
    """Yield the breach of STM-3.8l: a use of a compartment that has done nothing, though its card says no "may"."""
    if order.verb not in ("activate", "react") or not events:
        return
    use = next(event for event in events if event.type in OF_EVERY_USE[:3])
    men = [word for word in order.args if isinstance(word, str)]
    steps = len(men) * (use.type != "used") + (order.argument("step") is not None)
    own = [event for event in events if event.type == "crew" or event.facts.get("boat") == use.facts["boat"]]
    bare = all(event.type in OF_EVERY_USE and (event in own or event.type == "window") for event in events)
    card = board.deck.cards[board.deck.index[str(use.facts["card"])]]
    if bare and not card.optional and sum(event.type == "crew" for event in events) <= steps:
        yield f"STM-3.8l {use.facts}"


class Played(NamedTuple):
    """How much was played, and how the games ended."""

    orders: int
    games: int
    ends: dict[str, int]


def play(orders: int, seed: int, cards: str = SHIPPED, **options: str) -> Played:
    """Play random games up to so many orders; raise at the first breach."""
    chance, played, games = Random(seed), 0, 0
    ends: dict[str, int] = {}
    while played < orders:
        state = set_up(cards, f"{seed}-{games}", **options)
        games += 1
        turn = Turn()
        while GAME.outcome(state) is None and played < orders:
            state = _step(state, turn, chance)
            played += 1
        outcome = GAME.outcome(state)
        if outcome is not None:
            ends[outcome.reason] = ends.get(outcome.reason, 0) + 1
    return Played(played, games, ends)


def _step(state: State, turn: Turn, chance: Random) -> State:
    seats = GAME.actors(state)
    seat = seats[chance.randrange(len(seats))]
    order = random_walk(GAME, seat, GAME.sight(state, seat, {}).view, chance.randrange)
    assert order is not None, "a dead end"
    step = GAME.apply(state, order)
    assert not isinstance(step, Refusal), f"{order}: {step}"
    assert isinstance(step, Step)
    found = [*breaches(step.state.board), *turn.broken_by(order, state.board, step.state.board, step.events)]
    found += idle(order, step.events, state.board)
    assert not found, f"{order}: {found}"
    later: State = step.state
    return later
