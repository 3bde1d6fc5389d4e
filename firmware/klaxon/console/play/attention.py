"""Attention: which of its seats a station shows. Prompts come first; nobody is taken away from unfinished work."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from klaxon.console.play.draft import Draft
from klaxon.console.play.drill import Drills
from klaxon.rules.contract import Seat

OPEN, DRILL = "open", "drill"


class Attention:
    """Chooses which seat people at one station see."""

    def __init__(self, seats: Sequence[Seat], drafts: Mapping[Seat, Draft], drills: Drills) -> None:
        """Begin with the first seat."""
        self._seats, self._drafts, self._drills = seats, drafts, drills
        self.seat = seats[0]
        self._chosen = False
        """Whether a person chose this seat."""
        self._seen: dict[Seat, frozenset[str]] = {}
        """What each seat had to do when it was shown last."""
        self._answered: dict[Seat, frozenset[str]] = {}
        """The prompts to which each seat has said something; others may have to add to it before they are gone."""

    def pressing(self, seat: Seat) -> frozenset[str]:
        """Return the open prompts of a seat."""
        return self._drafts[seat].waiting | ({DRILL} if self._drills.of(seat) else frozenset())

    def note_answer(self, seat: Seat) -> None:
        """Note that a seat has answered what it was asked: who is asked beside it comes first now."""
        self._answered[seat] = self._drafts[seat].waiting

    def _asks(self, seat: Seat) -> frozenset[str]:
        """Return the open prompts of a seat to which it has said nothing yet."""
        return self.pressing(seat) - self._answered.get(seat, frozenset())

    def _is_at_work(self) -> bool:
        """Return whether this seat is asked something, or has an order half made."""
        draft = self._drafts[self.seat]
        entered = draft.verb in draft.prompt_verbs and not draft.tokens and not draft.part
        return bool(self._asks(self.seat) or (draft.verb and not (entered and self._answered.get(self.seat))))

    def _to_do(self, seat: Seat) -> frozenset[str]:
        return self.pressing(seat) | ({OPEN} if self._drafts[seat].open else frozenset())

    def has_work(self) -> bool:
        """Return whether any seat has something to do, or may do something that moves the game."""
        return any(self._drafts[seat].open or self.pressing(seat) for seat in self._seats)

    def to_do(self) -> frozenset[tuple[Seat, str]]:
        """Return what each seat has to do, or may do."""
        return frozenset([(seat, key) for seat in self._seats for key in self._to_do(seat)])

    def go_to(self, seat: Seat, *, by_hand: bool = True) -> None:
        """Show a seat."""
        self.seat, self._chosen = seat, by_hand
        self._seen[seat] = self._to_do(seat)

    def after(self) -> Seat:
        """Return the next seat after this one."""
        return self._seats[(self._seats.index(self.seat) + 1) % len(self._seats)]

    def asked_seat(self) -> Seat | None:
        """Return another seat for which a prompt waits, if none does for this one."""
        if len(self._seats) == 1 or self._asks(self.seat):
            return None
        return next((seat for seat in self._seats if self._asks(seat)), None)

    def elsewhere(self) -> Seat | None:
        """Return another seat that has something to do, if this one has not; prompts first."""
        if len(self._seats) == 1 or self._drafts[self.seat].open or self._to_do(self.seat):
            return None
        pressing_first = sorted(self._seats, key=lambda seat: not self.pressing(seat))
        return next((seat for seat in pressing_first if self._to_do(seat)), None)

    def lead(self) -> None:
        """Show a seat with a new prompt once this one is idle; if this one has nothing to do, any with work."""
        if len(self._seats) == 1:
            return
        draft = self._drafts[self.seat]
        for seat, seen in self._seen.items():
            self._seen[seat] = seen & self._to_do(seat)
        for seat, answered in self._answered.items():
            self._answered[seat] = answered & self._drafts[seat].waiting
        if not self._is_at_work():
            new = {seat: self._to_do(seat) - self._seen.get(seat, frozenset()) for seat in self._seats}
            called = next((seat for seat in self._seats if self._asks(seat) & new[seat]), None)
            if called is None and not draft.open:
                opened = next((seat for seat in self._seats if new[seat]), None)
                called = opened if self._chosen else self.elsewhere()
            if called is not None and called != self.seat:
                self.go_to(called, by_hand=False)
        self._seen[self.seat] = self._to_do(self.seat)
