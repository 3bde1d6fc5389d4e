"""A match without a table: understudies in all seats, each given only what its seat sees and hears.

Time is fake: every seat takes as long as its pace says, and if nobody has an order to give, the game's own time
passes. Seasons consist of matches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from klaxon.crew.understudy import Observer, Pick, Shown, Understudy
from klaxon.rules.chance import draw, key_of
from klaxon.rules.contract import Event, Game, Ms, Order, Outcome, Refusal, Seat

MOST = 6000
"""More orders than any game takes."""
LOOK = 2000
"""Milliseconds of play between two looks at least: nobody stares at a gauge."""
QUIET = 24 * 60 * 60 * 1000
"""Milliseconds of play after which a game that only looks, with no orders given, counts as stuck."""


@dataclass(slots=True)
class Ending:
    """The result of a match."""

    outcome: Outcome | None
    orders: int
    fault: str = ""
    """Why it did not end: `deadlock`, `endless` or `refused`."""
    line: str = ""
    """The order that was refused."""


@dataclass(slots=True)
class _Player:
    """One seat in a match."""

    understudy: Understudy
    notes: Any
    shown: Shown = field(default_factory=dict)
    stale: bool = True
    """Whether something was heard since it last decided."""
    wish: Order | None = None
    occasion: str = ""
    due: int = 0
    given: int = 0
    observer: Observer | None = None
    """The understudy, if it also remembers what it was shown."""


class SelfplayMatch:
    """One game from beginning to end."""

    def __init__(
        self,
        game: Game[Any, Any],
        state: Any,
        crew: Mapping[Seat, Understudy],
        seed: str,
        *,
        pace: tuple[int, int] = (0, 0),
        most: int = MOST,
    ) -> None:
        """Seat the understudies. `pace` is the shortest and the longest thinking time."""
        self.game, self.state, self.most = game, state, most
        self._key, self._pace = key_of(seed), pace
        self.lines: list[str] = []
        self._quiet_since = game.now(state)
        """When something happened last; a look does not count."""
        self.watch: Callable[[SelfplayMatch, tuple[Event, ...]], None] = lambda _match, _events: None
        """Called after everything that happens."""
        self._players = {seat: self._seat(seat, crew[seat]) for seat in game.seats}

    def _seat(self, seat: Seat, understudy: Understudy) -> _Player:
        observer = understudy if isinstance(understudy, Observer) else None
        return _Player(understudy, understudy.begin(self.shown_to(seat)), observer=observer)

    def shown_to(self, seat: Seat) -> Shown:
        """Return the current view and events of a seat."""
        return self.game.show(self.game.view(self.state, seat))

    def notes(self, seat: Seat) -> Any:
        """Return the notes of a seat."""
        return self._players[seat].notes

    def play(self) -> Ending:
        """Play it to its end, or until it is stuck."""
        game = self.game
        while (outcome := game.outcome(self.state)) is None:
            if len(self.lines) >= self.most:
                return Ending(None, len(self.lines), "endless")
            ready, due = self._next(), self._due()
            if due is not None and (not self._is_too_quiet() if ready is None else due <= ready[0]):
                self._advance(due)
            elif ready is None:
                return Ending(None, len(self.lines), "deadlock")
            elif (ending := self._speak(*ready)) is not None:
                return ending
        return Ending(outcome, len(self.lines))

    def _due(self) -> Ms | None:
        """Return when time alone brings something, or changes a view that somebody remembers."""
        due = self.game.due(self.state)
        watching = (
            seat
            for seat, player in self._players.items()
            if player.observer and player.observer.is_watching(player.notes)
        )
        seat = next(watching, None)
        stale = None if seat is None else self.game.sight(self.state, seat, {}).stale
        stale = None if stale is None else Ms(max(stale, self.game.now(self.state) + LOOK))
        return min((moment for moment in (due, stale) if moment is not None), default=None)

    def _next(self) -> tuple[int, _Player] | None:
        """Return who speaks next, and when."""
        now = int(self.game.now(self.state))
        ready: list[tuple[int, bool, int, _Player]] = []
        for seat in self.game.actors(self.state):
            player = self._players[seat]
            self._think(seat, player, now)
            if player.wish is not None:
                late = player.understudy.can_wait(player.wish)
                ready.append((player.due + (self._pace[1] if late else 0), late, len(ready), player))
        if not ready:
            return None
        when, _, _, first = min(ready, key=lambda each: each[:3])
        return when, first

    def _think(self, seat: Seat, player: _Player, now: int) -> None:
        """Let a seat decide if there is something new for it."""
        shown = self.shown_to(seat)
        if not player.stale and shown == player.shown:
            return
        player.shown, player.stale = shown, False
        if player.observer:
            player.notes = player.observer.see(player.notes, shown, now)
        player.wish = player.understudy.order(shown, player.notes, self._picks(seat, player.given))
        if player.wish is None:
            player.occasion = ""
            return
        occasion = player.wish.answers or f"free-{player.given}"
        if occasion != player.occasion:
            low, high = self._pace
            player.occasion = occasion
            player.due = now + low + draw(self._key, f"{seat}:{occasion}:pace", 0, high - low + 1)

    def _speak(self, when: int, player: _Player) -> Ending | None:
        """Give an order at its time, with nothing due before; return the ending if it was refused.

        A view that time alone changes (a report of a contact) may have changed since the order was thought of: who is
        refused then thinks again, as a seat at a table would.
        """
        order = player.wish
        if order is None:
            raise ValueError(when)
        if when > self.game.now(self.state):
            self._advance(Ms(when))
        step = self.game.apply(self.state, order)
        if isinstance(step, Refusal):
            if player.shown != self.shown_to(order.seat):
                player.stale = True
                return None
            return Ending(None, len(self.lines), "refused", f"{order}: {step.code}")
        self.lines.append(str(order))
        player.given += 1
        player.occasion, player.stale = "", True
        self.state = step.state
        self._tell(step.events)
        return None

    def _is_too_quiet(self) -> bool:
        """Return whether the game has only looked for too long."""
        return self.game.now(self.state) - self._quiet_since > QUIET

    def _advance(self, until: Ms) -> None:
        step = self.game.advance(self.state, until)
        self.state = step.state
        self._tell(step.events)

    def _tell(self, events: tuple[Event, ...]) -> None:
        if events:
            self._quiet_since = self.game.now(self.state)
        for event in events:
            heard = {"type": event.type, **event.facts}
            for seat in event.to:
                if seat in self._players:
                    player = self._players[seat]
                    player.notes = player.understudy.hear(player.notes, heard)
                    player.stale = True
        self.watch(self, events)

    def _picks(self, seat: Seat, given: int) -> Pick:
        """Return the randomness of a seat for its next order."""
        stream, count = f"{seat}:pick-{given}", 0

        def pick(n: int) -> int:
            nonlocal count
            count += 1
            return draw(self._key, stream, count, n)

        return pick
