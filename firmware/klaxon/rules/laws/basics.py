"""What all laws share: their names, entries, and how a game is played from entry to entry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import Any, TypeAlias

from klaxon.rules.contract import SPECTATOR, UMPIRE, Event, Game, Header, Ms, Order, Refusal, Seat, Step

LAWS = {
    1: "the same entries bring the same states",
    2: "time may be cut anywhere",
    3: "due is honest",
    4: "the orders are the walks",
    5: "menus are made of what is shown",
    6: "a state never changes",
    7: "secrets are kept",
    8: "no dead end",
    9: "a state is its bytes",
    10: "orders, prompts and events are well formed",
}

AnyGame: TypeAlias = Game[Any, Any]
Pick: TypeAlias = Callable[[int], int]
"""A source of random numbers from 0 to n-1. The rules have none of their own, so the caller passes it."""
Entry: TypeAlias = Order | int
"""What changes a game: an order, or a moment up to which time passes."""
Lens: TypeAlias = Mapping[str, str]

PLAIN: tuple[Lens, ...] = ({},)
HORIZON = 60_000
"""How far ahead, in milliseconds, the laws of time look if a game names no moment."""
LOOKS = 60
"""How often a game may look without events in a minute of play: once a second, as often as a countdown is drawn.

If it has to decide something more often, it does so inside one `advance`: every stop wakes the table.
"""


class LawBroken(AssertionError):
    """A game broke a law; `law` is its number."""

    def __init__(self, law: int, message: str) -> None:
        """Name the law, then say what was found."""
        super().__init__(f"law {law}, {LAWS[law]}: {message}")
        self.law = law


def seats_of(game: AnyGame) -> tuple[Seat, ...]:
    """Return every seat of a game: those of the boats, the umpire's and the spectator's."""
    return (*game.seats, UMPIRE, SPECTATOR)


def begin(game: AnyGame, header: Header) -> Any:
    """Return the state a header sets up."""
    state = game.setup(header)
    if isinstance(state, Refusal):
        raise LawBroken(1, f"the header cannot be played: {state.code} {dict(state.facts)}")
    return state


def stops(game: AnyGame, state: Any, until: int) -> Iterator[Step]:
    """Yield the steps of time up to a moment: one at every instant that has events or a look, and the last one."""
    now = game.now(state)
    while now < until:
        due = game.due(state)
        step = game.advance(state, Ms(until))
        before, now, state = now, game.now(step.state), step.state
        if not before < now <= until:
            raise LawBroken(3, f"advance from {before} to {until} came to {now}")
        if now < until and not step.events and now != due:
            raise LawBroken(3, f"advance from {before} to {until} stopped at {now}, where nothing happened or was due")
        yield step


def enter(game: AnyGame, state: Any, entry: Entry, law: int = 1) -> Step:
    """Return the state after an entry, and all events on the way. A refused order breaks `law`."""
    if isinstance(entry, Order):
        step = game.apply(state, entry)
        if isinstance(step, Refusal):
            raise LawBroken(law, f"{entry} was refused: {step.code} {dict(step.facts)}")
        return step
    events: list[Event] = []
    for step in stops(game, state, entry):
        state = step.state
        events += step.events
    return Step(state, tuple(events))


def digest(game: AnyGame, state: Any) -> str:
    """Return a digest of a state."""
    return blake2b(game.encode(state), digest_size=16).hexdigest()


def digests(game: AnyGame, header: Header, entries: Iterable[Entry], every: int = 1) -> list[str]:
    """Return a digest at the start, after every so many entries, and at the end."""
    state = begin(game, header)
    found, place = [digest(game, state)], 0
    for place, entry in enumerate(entries, start=1):
        state = enter(game, state, entry).state
        if place % every == 0:
            found.append(digest(game, state))
    return found if place % every == 0 else [*found, digest(game, state)]


def open_verbs(game: AnyGame, state: Any, seat: Seat) -> list[str]:
    """Return the verbs by which a seat can move the game now, without remarks."""
    offers = game.offers(game.view(state, seat))
    return [offer.verb for offer in offers if offer.barred is None and not offer.remark]
