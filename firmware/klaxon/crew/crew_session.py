"""A crew session: the seats that understudies hold in one session, without any input or output.

Messages of docs/protocol.md go in (`take`), orders come out (`speak`) when their time has come. How long a
seat thinks is drawn from a random stream of its own, so it reveals nothing of what was thought. A boat has one pending
order at a time: the next is made when its consequences are in the view.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from klaxon.crew import SKILL, understudy_of
from klaxon.crew.seat_player import Message, SeatPlayer
from klaxon.crew.understudy import Understudy
from klaxon.rules.chance import draw, key_of
from klaxon.rules.contract import boat_of
from klaxon.rules.deltas import apply_delta
from klaxon.rules.games import game_named

PROTOCOL = 1
PATIENCE = 5000
"""Milliseconds after which a seat asks again about an unanswered order."""
BREATH = 250
"""Milliseconds that a seat waits after it spoke too fast."""
RUNNING = ("running", "unsaved")
_REPLIES = {"draw": "no", "undo": "undo", "rematch": "rematch"}
"""What the other captain asks -> the act that answers it: a draw is declined, the rest is granted."""


class CrewSession:
    """The seats of one session. All moments are milliseconds of one monotonic clock."""

    def __init__(self, name: str, seats: Iterable[str], seed: str, pace: tuple[int, int], skill: str = SKILL) -> None:
        """Begin with these seats. `pace` is the shortest and the longest thinking time."""
        self.name, self.seats, self.pace = name, tuple(seats), pace
        self.closed = False
        self._skill = skill
        self._key = key_of(seed)
        self._understudy: Understudy | None = None
        self._chairs: dict[str, SeatPlayer] = {}
        self._captains: frozenset[str] = frozenset()
        self._number = 0
        self._state = ""
        self._since = 0
        self._held = 0
        """How long the table has been paused in all: nobody thinks then."""
        self._play_began = 0
        """When the play would have begun, on the clock that stops with the table, had it run all the time."""
        self._lost = False
        self._asked: Any = None
        self._questions = 0
        self._reply: tuple[int, Message] | None = None

    def hello(self, token: str) -> Message:
        """Return the first message of the session."""
        return {"hello": PROTOCOL, "token": token, "name": self.name, "seats": list(self.seats)}

    # What the table says

    def take(self, message: Message, now: int) -> list[Message]:
        """Take a message of the table; return what must be sent at once."""
        match message:
            case {"welcome": {"game": str(game), "order": int(last)}}:
                self._understudy, self._chairs = understudy_of(game, self._skill), {}
                self._captains = frozenset(map(game_named(game).captain, game_named(game).boats))
                self._number = max(self._number, last)
            case {"table": {"state": str(state), **table}}:
                saved_meanwhile = state == "saving" and table.get("running")  # an order of ours: the game goes on
                self._hold("running" if saved_meanwhile else state, now)
                self._set_clock(table.get("now"), now)
                self._ask(table.get("asked"), now)
            case {"view": dict(view), "seat": str(seat), "n": int(n)} if self._understudy:
                return self._show(seat, view, n)
            case {"delta": {"set": dict(), "drop": list()} as delta, "seat": str(seat), "n": int(n)}:
                return self._change(seat, delta, n)
            case {"heard": {"n": int(), "type": str()} as heard, "seat": str(seat)} if self._understudy:
                if seat in self._chairs:
                    self._chairs[seat].hear(self._understudy, heard)
            case {"sent": int(number)}:
                self._on_answer(number, now, refused=False)
            case {"refused": int(number)}:
                self._on_answer(number, now, refused=True)
            case {"left": str(seat)}:  # somebody else took the seat over
                self._chairs.pop(seat, None)
            case {"error": _, "bye": True}:
                self.closed = True
            case {"error": "too-fast"}:
                self._slow_down(now)
        return []

    def _hold(self, state: str, now: int) -> None:
        """Take the state of the table. What was refused during a pause may be tried again."""
        if self._state not in RUNNING:
            self._held += now - self._since
        if self._state == "over" and state != "over":  # another game, or the end was taken back
            self._chairs = {}
        if state != self._state:
            for player in self._chairs.values():
                player.wake()
        self._state, self._since = state, now

    def _set_clock(self, told: Any, now: int) -> None:
        """Take the moment of play that the table tells."""
        if isinstance(told, int):
            self._play_began = self._own_time(now) - told

    def _ask(self, asked: Any, now: int) -> None:
        """Answer a question of the table, once, as the captain of the boat that was asked."""
        if asked == self._asked:
            return
        self._asked, self._reply = asked, None
        self._questions += 1
        match asked:
            case {"what": str(what), "by": str(by)} if what in _REPLIES:
                for seat in self._chairs:
                    if seat in self._captains and boat_of(seat) != by:
                        delay = self._delay(seat, f"asked-{self._questions}")
                        self._reply = (now + delay, {"act": _REPLIES[what], "seat": seat})

    def _show(self, seat: str, view: Message, n: int) -> list[Message]:
        """Take a view in full. An order whose answer may have been lost is sent again, under its number."""
        self._lost = False
        player = self._chairs.setdefault(seat, SeatPlayer(seat))
        again = player.flight.message if player.flight and not player.flight.sent else None
        player.show(view, n, whole=True)
        return [again] if again else []

    def _change(self, seat: str, delta: Message, n: int) -> list[Message]:
        """Take the changes of a view; if some are missing ask for the full view, once."""
        player = self._chairs.get(seat)
        if player and player.shown is not None and n == player.n + 1:
            player.show(apply_delta(player.shown, delta), n, whole=False)
        elif not self._lost:
            self._lost = True
            return [{"again": True}]
        return []

    def _on_answer(self, number: int, now: int, *, refused: bool) -> None:
        for player in self._chairs.values():
            if player.flight and player.flight.number == number:
                player.on_answer(self._own_time(now) + PATIENCE, refused=refused)

    def _slow_down(self, now: int) -> None:
        """Handle that the table ignored the last message: send it again, but later."""
        self._lost = False
        for player in self._chairs.values():
            if player.flight and not player.flight.sent:
                player.flight.deadline = self._own_time(now) + BREATH

    # What the seats say

    def wait(self, now: int) -> int | None:
        """Return in how many milliseconds there may be something to send; None: not before another message."""
        moments = [] if self._reply is None else [self._reply[0] - now]
        if self._state in RUNNING:
            self._think(now)
            own = self._own_time(now)
            busy = {boat_of(player.seat) for player in self._chairs.values() if player.flight}
            for player in self._chairs.values():
                if player.flight:
                    moments.append(player.flight.deadline - own)
                elif player.wish and boat_of(player.seat) not in busy:
                    moments.append(player.due - own)
        return max(0, min(moments)) if moments else None

    def speak(self, now: int) -> list[Message]:
        """Return what there is to send now."""
        said: list[Message] = []
        if self._reply is not None and self._reply[0] <= now:
            said.append(self._reply[1])
            self._reply = None
        if self._state in RUNNING:
            self._think(now)
            for boat in dict.fromkeys(map(boat_of, self._chairs)):
                said += self._speak_for(
                    [player for player in self._chairs.values() if boat_of(player.seat) == boat], now
                )
        return said

    def _speak_for(self, crew: list[SeatPlayer], now: int) -> list[Message]:
        """Return the next order of a boat, if its time has come.

        An order that was not answered is sent again, under its number; one without consequences asks for the view.
        """
        own = self._own_time(now)
        for player in crew:
            if player.flight:
                if player.flight.deadline > own:
                    return []
                player.flight.deadline = own + PATIENCE
                return [{"again": True} if player.flight.sent else player.flight.message]
        ripe = [player for player in crew if player.wish and player.due <= own]
        if not ripe:
            return []
        player = min(ripe, key=lambda ripe_one: (ripe_one.unhurried, ripe_one.due))
        self._number += 1
        return [player.launch(self._number, own + PATIENCE)]

    def _think(self, now: int) -> None:
        """Let every seat with a new view decide, and draw how long that takes."""
        for player in self._chairs.values():
            if player.stale and self._understudy:
                occasion = player.occasion
                player.think(self._understudy, self._key, self._own_time(now) - self._play_began)
                if player.wish and player.occasion != occasion:
                    slow = self.pace[1] if player.unhurried else 0
                    player.due = self._own_time(now) + self._delay(player.seat, player.occasion) + slow

    def _delay(self, seat: str, occasion: str) -> int:
        low, high = self.pace
        return low + draw(self._key, f"{seat}:{occasion}:pace", 0, high - low + 1)

    def _own_time(self, now: int) -> int:
        """Return a moment on the clock that stops with the table."""
        return now - self._held - (0 if self._state in RUNNING else now - self._since)
