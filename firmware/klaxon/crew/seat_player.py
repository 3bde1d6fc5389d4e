"""One seat that an understudy holds, with its view, its notes and its pending order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from klaxon.crew.understudy import Pick, Understudy, notes_after
from klaxon.rules.chance import draw
from klaxon.rules.contract import Order

Message = dict[str, Any]


@dataclass(slots=True)
class UnansweredOrder:
    """An order that was sent and whose consequences are not in the view yet."""

    number: int
    message: Message
    prompt: str | None
    n: int
    """The number of the view it was made from."""
    deadline: int
    sent: bool = False
    """Whether the table has accepted it."""


class SeatPlayer:
    """One seat of a crew session."""

    def __init__(self, seat: str) -> None:
        """Begin with nothing seen or heard."""
        self.seat = seat
        self.shown: Message | None = None
        self.n = 0
        self.flight: UnansweredOrder | None = None
        self.wish: Order | None = None
        self.unhurried = False
        self.occasion = ""
        """What the wish is about: another occasion gets another thinking time."""
        self.due = 0
        self.stale = False
        """Whether the view is newer than the wish."""
        self._given = 0
        self._refused = False
        """Whether the last order was refused: then nothing is sent before the view changes."""
        self._heard = 0
        self._notes: Any = None

    def wake(self) -> None:
        """Decide again."""
        self.stale, self._refused = self.shown is not None, False

    def show(self, view: Message, n: int, *, whole: bool) -> None:
        """Take a view. It ends the wait for an order whose prompt it no longer shows."""
        self.shown, self.n = view, n
        flight = self.flight
        open_keys = {prompt["key"] for prompt in view["prompts"]}
        if flight and flight.sent and (whole or flight.prompt not in open_keys):
            self.flight = None
        self.wake()

    def hear(self, understudy: Understudy, heard: Message) -> None:
        """Add an event to the notes; known ones are skipped, and a gap makes the old notes worthless."""
        n = heard["n"]
        if self.shown is None or n <= self._heard:
            return
        if self._heard == 0 or n > self._heard + 1:
            self._notes = understudy.begin(self.shown)
        self._heard = n
        self._notes = understudy.hear(self._notes, {**heard["facts"], "type": heard["type"]})

    def on_answer(self, deadline: int, *, refused: bool) -> None:
        """Handle the table's answer to the pending order. A refused order is not repeated for the same view."""
        if self.flight is None:
            return
        if not refused:
            self.flight.sent, self.flight.deadline = True, deadline
            return
        newer = self.n != self.flight.n
        self.flight = None
        self.stale, self._refused = True, not newer

    def think(self, understudy: Understudy, key: str, now: int) -> None:
        """Choose an order from the view and the notes; none while an order is pending or after a refusal.

        `now` is the moment of play in milliseconds.
        """
        self.stale = False
        self.wish = None
        if self.shown is not None and self.flight is None and not self._refused:
            if self._heard == 0:
                self._notes = understudy.begin(self.shown)
            self._notes = notes_after(understudy, self._notes, self.shown, now)
            self.wish = understudy.order(self.shown, self._notes, self._picks(key))
        if self.wish is None:
            self.occasion = ""
        else:
            self.occasion = self.wish.answers or f"free-{self._given}"
            self.unhurried = understudy.can_wait(self.wish)

    def launch(self, number: int, deadline: int) -> Message:
        """Return the chosen order as a message, and mark it as pending."""
        if self.wish is None:
            raise ValueError(self.seat)
        line = str(self.wish).removeprefix(f"{self.seat} ")
        message: Message = {"order": number, "seat": self.seat, "line": line}
        self.flight = UnansweredOrder(number, message, self.wish.answers, self.n, deadline)
        self._given += 1
        self.wish = None
        self.occasion = ""
        return message

    def _picks(self, key: str) -> Pick:
        """Return the randomness of the current choice: the same for the same occasion, however often it is made."""
        stream, count = f"{self.seat}:pick-{self._given}", 0

        def pick(n: int) -> int:
            nonlocal count
            count += 1
            return draw(key, stream, count, n)

        return pick
