"""A small table for tests of understudies: it honours docs/protocol.md, keeps no journal and has no clock."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from klaxon.rules.contract import Ms, Order, Refusal, Seat
from tests.crew.kit.match import set_up

Message = dict[str, Any]
SESAME = "open sesame"


class FakeTable:
    """One game and one session. What it says waits in `down`; consequences come at once, or at `commit` if `lags`."""

    def __init__(self, name: str, seed: str = "0", *, lags: bool = False, **options: Any) -> None:
        self.game, self.state = set_up(name, seed, options)
        self.lags, self.status = lags, "running"
        self.down: list[Message] = []
        self.orders: list[str] = []
        self.refusals: list[str] = []
        self.numbers: list[int] = []
        self.again = 0
        self.deaf = 0
        """How many messages are not heard next."""
        self.acts: list[Message] = []
        self.asked: Message | None = None
        self.seats: list[Seat] = []
        self.extra: Message = {}
        """What is in every view beside what the game shows."""
        self._answers: dict[int, Message] = {}
        self._shown: dict[Seat, Message] = {}
        self._n: Counter[Seat] = Counter()
        self._log: dict[Seat, list[Message]] = {seat: [] for seat in self.game.seats}
        self._pages: list[tuple[Any, tuple[Any, ...]]] = []
        self._seen = self.state

    def over(self) -> bool:
        return self.game.outcome(self._seen) is not None

    def receive(self, message: Message) -> None:
        """Take a message of the client."""
        if self.deaf:
            self.deaf -= 1
            self.down.append({"error": "too-fast"})
            return
        match message:
            case {"hello": 1, "token": token, "name": str(), "seats": list(seats)}:
                if token != SESAME:
                    self.down.append({"error": "unknown-token", "bye": True})
                    return
                self.seats = [Seat(seat) for seat in seats]
                welcome = {"protocol": 1, "game": self.game.name, "table": "t", "seats": seats}
                self.down.append({"welcome": {**welcome, "order": len(self._answers)}})
                self.refresh()
            case {"order": int(number), "seat": str(seat), "line": str(line)}:
                self._order(number, Seat(seat), line)
            case {"again": True}:
                self.again += 1
                self.refresh()
            case {"act": _}:
                self.acts.append(message)
            case _:
                raise AssertionError(message)

    def _order(self, number: int, seat: Seat, line: str) -> None:
        self.numbers.append(number)
        if number not in self._answers:
            assert number == len(self._answers) + 1, "orders count up from 1"
            assert seat in self.seats
            self._answers[number] = self._judge(number, f"{seat} {line}")
        self.down.append(self._answers[number])
        if not self.lags:
            self.commit()

    def _judge(self, number: int, line: str) -> Message:
        order = Order.read(line)
        step = Refusal("paused") if self.status != "running" else self.game.apply(self.state, order)
        if isinstance(step, Refusal):
            self.refusals.append(f"{line}: {step.code}")
            return {"refused": number, "code": step.code, "facts": dict(step.facts)}
        self.orders.append(line)
        self.state = step.state
        self._pages.append((step.state, step.events))
        return {"sent": number}

    def force(self, line: str) -> None:
        """Let somebody else give an order."""
        step = self.game.apply(self.state, Order.read(line))
        assert not isinstance(step, Refusal), (line, step)
        self.state = step.state
        self._pages.append((step.state, step.events))
        self.commit()

    def let_pass(self, ms: int) -> None:
        """Let time pass, and tell what it brought."""
        until = Ms(self.game.now(self.state) + ms)
        while self.game.now(self.state) < until:
            step = self.game.advance(self.state, until)
            self.state = step.state
            self._pages.append((step.state, step.events))
        self.commit()

    def commit(self, pages: int = 1000) -> None:
        """Tell what is on the disk now: the first so many orders that wait for it."""
        batch, self._pages = self._pages[:pages], self._pages[pages:]
        for state, events in batch:
            self._seen = state
            for event in events:
                for seat in sorted(event.to & set(self.game.seats)):
                    log = self._log[seat]
                    log.append({"heard": {"n": len(log) + 1, "type": event.type, "facts": event.facts}, "seat": seat})
                    if seat in self.seats:
                        self.down.append(log[-1])
        for seat in self.seats:
            self._show(seat)
        if self.over():
            self.hold("over")

    def nudge(self) -> None:
        """Change something in every view that concerns nobody."""
        self.extra = {"weather": self.extra.get("weather", 0) + 1}
        for seat in self.seats:
            self._show(seat)

    def sail(self) -> None:
        """Let the boats dive and red sail east: its first officer and its engineer owe their marks."""
        for line in ("red.captain start D3", "red.captain dive", "blue.captain start J10", "blue.captain dive"):
            self.force(line)
        self.force("red.captain course east")

    def _show(self, seat: Seat, *, whole: bool = False) -> None:
        view = {**self.game.show(self.game.sight(self._seen, seat, {}).view), **self.extra}
        before = self._shown.get(seat)
        if before == view and not whole:
            return
        self._n[seat] += 1
        self._shown[seat] = view
        if before is None or whole:
            self.down.append({"view": view, "seat": seat, "n": self._n[seat]})
            return
        changed = {key: value for key, value in view.items() if key not in before or before[key] != value}
        delta = {"set": changed, "drop": [key for key in before if key not in view]}
        self.down.append({"delta": delta, "seat": seat, "n": self._n[seat]})

    def refresh(self) -> None:
        """Send everything in full."""
        self.hold(self.status)
        for seat in self.seats:
            self._show(seat, whole=True)
            self.down += self._log[seat][-100:]

    def hold(self, status: str) -> None:
        """Say how the table stands."""
        self.status = status
        self.down.append({"table": {"state": status, "why": "", "manning": {}, "names": {}, "asked": self.asked}})

    def ask(self, what: str, by: str) -> None:
        """Let a captain ask something."""
        self.asked = {"what": what, "by": by}
        self.hold(self.status)

    def carry(self) -> list[Message]:
        """Return what waits, as it arrives at the other end."""
        waiting, self.down = self.down, []
        return [json.loads(json.dumps(message)) for message in waiting]
