"""Questions of the table: what the other boat asks, and a captain answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from klaxon.console.page import Item, ListPage, Page
from klaxon.console.phrases import Voice
from klaxon.rules.contract import Seat
from klaxon.table.session import Message


class Desk(Protocol):
    """Where pages are laid."""

    def lay(self, page: Page) -> None:
        """Lay a page on top."""

    def drop(self, page: Page) -> None:
        """Take a page away, wherever it lies."""


class Questions:
    """What is asked of the captain at one station."""

    def __init__(self, desk: Desk, voice: Voice, seats: Sequence[Seat], act: Callable[[str, Seat], None]) -> None:
        """Begin with nothing asked. `act` tells the table what was decided."""
        self._desk, self._voice, self._act = desk, voice, act
        self._captain = next((seat for seat in seats if seat.endswith(".captain")), None)
        self._asked: Message | None = None
        self._page: Page | None = None

    def hear(self, asked: Message | None) -> None:
        """Take what the table says is asked; lay the question before the captain of the other boat."""
        if asked == self._asked:
            return
        self._asked = asked
        self._take_away()
        captain = self._captain
        if asked is None or captain is None or asked["by"] == captain.partition(".")[0]:
            return
        self._page = ListPage(lambda: self._question(asked), lambda: self._answers(asked["what"], captain))
        self._desk.lay(self._page)

    def _question(self, asked: Message) -> str:
        phrases = self._voice()
        return phrases.say(f"asked.{asked['what']}", boat=phrases.boat(asked["by"]))

    def _answers(self, what: str, captain: Seat) -> tuple[Item, Item]:
        say = self._voice().say
        return (
            Item(say(f"asked.{what}.yes"), say(f"asked.{what}.yes"), lambda: self._reply(what, captain)),
            Item(say("asked.no"), say("asked.no"), lambda: self._reply("no", captain)),
        )

    def _reply(self, act: str, captain: Seat) -> None:
        self._take_away()
        self._act(act, captain)

    def _take_away(self) -> None:
        if self._page is not None:
            self._desk.drop(self._page)
            self._page = None
