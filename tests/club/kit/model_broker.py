"""A broker in made-up time: it delivers in order, late, and forgets everything when it is killed."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from random import Random

from klaxon.club.mail import Mail
from klaxon.club.working import EndWorker

SLOWEST = 0.05


@dataclass
class Line:
    """The connection of one end."""

    worker: EndWorker
    wanted: bool = True
    """Whether the end is there, and its cable in."""
    up: bool = False
    clear_at: float = 0.0
    """When the last message under way arrives: none overtakes another."""
    tries: list[asyncio.TimerHandle] = field(default_factory=list)


class ModelBroker:
    """As Mosquitto with its default settings is to those who use it."""

    def __init__(self, chance: Random) -> None:
        self._chance, self._loop = chance, asyncio.get_running_loop()
        self._lines: dict[str, Line] = {}
        self._retained: dict[str, Mail] = {}
        self.is_up = True
        self.carried = 0

    def join(self, name: str, worker: EndWorker) -> None:
        """An end was switched on."""
        self._lines[name] = Line(worker)
        self._try_soon(name)

    def part(self, name: str) -> None:
        """An end was switched off, without a word."""
        line = self._lines.pop(name, None)
        if line is not None:
            self._drop(line)

    def plug(self, name: str, *, plugged: bool) -> None:
        """Pull a cable, or put it back."""
        line = self._lines.get(name)
        if line is None:
            return
        line.wanted = plugged
        if plugged:
            self._try_soon(name)
        else:
            self._drop(line)

    def kill(self) -> None:
        """Kill it: what it had in memory is gone."""
        self.is_up = False
        self._retained.clear()
        for line in self._lines.values():
            if line.up:
                line.up = False
                line.worker.on_lost()

    def start(self) -> None:
        self.is_up = True
        for name in self._lines:
            self._try_soon(name)

    def _drop(self, line: Line) -> None:
        """An end is gone: the broker says its last will."""
        if line.up:
            line.up = False
            will = line.worker.end.will
            line.worker.on_lost()
            if self.is_up:
                self._deliver(will)

    def _try_soon(self, name: str) -> None:
        self._loop.call_later(self._chance.uniform(0.1, 2.0), self._connect, name)

    def _connect(self, name: str) -> None:
        line = self._lines.get(name)
        if line is None or line.up or not line.wanted or not self.is_up:
            return
        line.up = True
        line.worker.on_connect(lambda mail: self._publish(name, line, mail))
        for mail in self._retained.values():
            if any(fits(each, mail.topic) for each in line.worker.end.subscriptions):
                self._carry(line, mail)

    def _publish(self, name: str, line: Line, mail: Mail) -> None:
        if line.up and self.is_up and self._lines.get(name) is line:
            self._loop.call_later(self._chance.uniform(0.001, 0.01), self._deliver, mail)

    def _deliver(self, mail: Mail) -> None:
        if not self.is_up:
            return
        self.carried += 1
        if mail.retained and mail.payload:
            self._retained[mail.topic] = mail
        for line in self._lines.values():
            if line.up and any(fits(each, mail.topic) for each in line.worker.end.subscriptions):
                self._carry(line, mail)

    def _carry(self, line: Line, mail: Mail) -> None:
        line.clear_at = max(line.clear_at, self._loop.time() + self._chance.uniform(0.001, SLOWEST))

        def arrive() -> None:
            if line.up and self.is_up:
                line.worker.on_mail(mail)

        self._loop.call_at(line.clear_at, arrive)


def fits(subscription: str, topic: str) -> bool:
    """Return whether a topic is one that somebody subscribed to."""
    wanted, found = subscription.split("/"), topic.split("/")
    return len(wanted) == len(found) and all(w in ("+", f) for w, f in zip(wanted, found, strict=True))
