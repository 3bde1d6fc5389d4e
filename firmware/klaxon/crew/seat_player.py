"""A chair: one seat that an understudy holds, with its view, its notes and the order that is under way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from klaxon.crew.understudy import Pick, Understudy
from klaxon.rules.chance import draw
from klaxon.rules.contract import Order

Message = dict[str, Any]


@dataclass(slots=True)
class Flight:
    """An order that was said and whose consequences are not in the view yet."""

    number: int
    message: Message
    prompt: str | None
    n: int
    """The view it was made of."""
    deadline: int
    sent: bool = False
    """The table has accepted it."""


class SeatPlayer:
    """One seat of a sitting."""

    def __init__(self, seat: str) -> None:
        """Sit down: nothing is seen or heard yet."""
        self.seat = seat
        self.shown: Message | None = None
        self.n = 0
        self.flight: Flight | None = None
        self.wish: Order | None = None
        self.unhurried = False
        self.occasion = ""
        """What the wish is about: another occasion, another thinking time."""
        self.due = 0
        self.stale = False
        """The view is newer than the wish."""
        self._given = 0
        self._refused = False
        """The last order was refused: nothing is said before something new is shown."""
        self._heard = 0
        self._notes: Any = None

    def wake(self) -> None:
        """Make up the mind again."""
        self.stale, self._refused = self.shown is not None, False

    def show(self, view: Message, n: int, *, whole: bool) -> None:
        """Take a view. It ends the flight of an order whose prompt it no longer shows."""
        self.shown, self.n = view, n
        flight = self.flight
        open_keys = {prompt["key"] for prompt in view["prompts"]}
        if flight and flight.sent and (whole or flight.prompt not in open_keys):
            self.flight = None
        self.wake()

    def hear(self, understudy: Understudy, heard: Message) -> None:
        """Note an event; what was heard before is passed over, and a gap makes the old notes worthless."""
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

    def think(self, understudy: Understudy, key: str) -> None:
        """Make a wish of the view and the notes; none while an order is under way or after a refusal."""
        self.stale = False
        self.wish = None
        if self.shown is not None and self.flight is None and not self._refused:
            if self._heard == 0:
                self._notes = understudy.begin(self.shown)
            self.wish = understudy.order(self.shown, self._notes, self._picks(key))
        if self.wish is None:
            self.occasion = ""
        else:
            self.occasion = self.wish.answers or f"free-{self._given}"
            self.unhurried = understudy.can_wait(self.wish)

    def launch(self, number: int, deadline: int) -> Message:
        """Return the wish as a message, and note that it is under way."""
        if self.wish is None:
            raise ValueError(self.seat)
        line = str(self.wish).removeprefix(f"{self.seat} ")
        message: Message = {"order": number, "seat": self.seat, "line": line}
        self.flight = Flight(number, message, self.wish.answers, self.n, deadline)
        self._given += 1
        self.wish = None
        self.occasion = ""
        return message

    def _picks(self, key: str) -> Pick:
        """Return the chance of the wish at hand: the same for the same occasion, whenever it is thought about."""
        stream, count = f"{self.seat}:pick-{self._given}", 0

        def pick(n: int) -> int:
            nonlocal count
            count += 1
            return draw(key, stream, count, n)

        return pick
