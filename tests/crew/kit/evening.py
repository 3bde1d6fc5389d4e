"""An evening at a fake table under a fake clock."""

from __future__ import annotations

from collections.abc import Sequence

from klaxon.crew.crew_session import CrewSession
from tests.crew.kit.fake_table import SESAME, FakeTable, Message

RED = ("red.captain", "red.xo", "red.engineer", "red.radio")
BLUE = ("blue.captain", "blue.xo", "blue.engineer", "blue.radio")
PACE = (800, 2500)


class Evening:
    """A table, a sitting, and the time between them."""

    def __init__(self, table: FakeTable, seats: Sequence[str], pace: tuple[int, int] = (0, 0), seed: str = "s") -> None:
        self.table, self.now = table, 1_000_000
        self.sitting = CrewSession("understudy", seats, seed, pace)
        self.said: list[tuple[int, Message]] = []
        table.receive(self.sitting.hello(SESAME))
        self.listen()

    def listen(self) -> None:
        """Let the sitting read everything that waits for it."""
        while waiting := self.table.carry():
            for message in waiting:
                self.say(self.sitting.take(message, self.now))

    def say(self, messages: list[Message]) -> None:
        for message in messages:
            self.said.append((self.now, message))
            self.table.receive(message)

    def run(self, ms: int) -> None:
        """Let time pass."""
        end = self.now + ms
        while (wait := self.sitting.wait(self.now)) is not None and self.now + wait <= end:
            self.now += wait
            before = len(self.said)
            self.say(self.sitting.speak(self.now))
            assert len(self.said) > before, "woken for nothing"
            self.listen()
        self.now = end

    def orders(self) -> list[Message]:
        return [message for _, message in self.said if "order" in message]
