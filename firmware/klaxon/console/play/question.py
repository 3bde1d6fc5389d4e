"""Questions between boats: what the other boat asks, what a captain answers, and the result shown to the asker."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from klaxon.console.language.game_words import Voice
from klaxon.console.station.list_page import ListPage, MenuItem
from klaxon.console.station.page import Page
from klaxon.rules.contract import Ms, Seat, boat_of
from klaxon.table.session import Message

MOST = 20
"""Remarks about questions that are kept."""


class PageStack(Protocol):
    """A stack of pages."""

    def interrupt(self, page: Page) -> None:
        """Open a page on top that nobody asked for."""

    def drop(self, page: Page) -> None:
        """Remove a page, wherever it is in the stack."""

    def tell(self, text: str) -> None:
        """Show the answer to a question in a banner."""


class Remark(NamedTuple):
    """A remark about a question, for the log."""

    at: Ms
    message: str
    by: str
    """The boat that asked."""


class Questions:
    """The questions at one station. The cursor is on the answer that changes nothing; the other one needs hold."""

    def __init__(
        self,
        desk: PageStack,
        voice: Voice,
        seats: Sequence[Seat],
        captains: Sequence[Seat],
        act: Callable[[str, Seat], None],
    ) -> None:
        """Begin without questions at these seats. Captains answer; `act` sends the decision to the table."""
        self._desk, self._voice, self._act, self._seats = desk, voice, act, seats
        self._captains = [seat for seat in seats if seat in captains]
        self._asked: Message | None = None
        self._declined: Message | None = None
        self._page: Page | None = None
        self._remarks: list[Remark] = []

    def hear(self, table: Message) -> None:
        """Handle a new state of the table.

        Show a new question to the captain of the other boat, and its answer to the asker.
        """
        asked, declined = _open(table), table["declined"]
        if declined != self._declined:
            self._declined = declined
            if declined is not None:
                self._note(table["now"], f"declined.{declined['what']}", declined["by"])
        if asked == self._asked:
            return
        self._asked = asked
        self._take_away()
        if asked is None:
            return
        what, by = asked["what"], asked["by"]
        self._note(table["now"], f"asked.{what}.own" if self._is_aboard(by) else f"asked.{what}", by)
        captain = next((seat for seat in self._captains if boat_of(seat) != by), None)
        if captain is not None:
            self._page = ListPage(lambda: self._say(f"asked.{what}", by), lambda: self._answers(what, captain))
            self._desk.interrupt(self._page)

    def clear(self) -> None:
        """Forget the questions: another game begins."""
        self._remarks.clear()

    def remarks(self) -> list[tuple[Ms, str]]:
        """Return the questions asked and declined, each with its moment of play."""
        return [(at, self._say(message, by)) for at, message, by in self._remarks]

    def _note(self, at: Ms, message: str, by: str) -> None:
        """Add a remark; the captain who asked sees it at once."""
        self._remarks = [*self._remarks, Remark(at, message, by)][-MOST:]
        if any(boat_of(seat) == by for seat in self._captains):
            self._desk.tell(self._say(message, by))

    def _is_aboard(self, boat: str) -> bool:
        """Return whether this station works a boat and no other."""
        return all(boat_of(seat) == boat for seat in self._seats)

    def _say(self, message: str, boat: str) -> str:
        phrases = self._voice()
        return phrases.say(message, boat=phrases.boat(boat))

    def _answers(self, what: str, captain: Seat) -> tuple[MenuItem, MenuItem]:
        say = self._voice().say
        no, yes = say("asked.no"), say(f"asked.{what}.yes")
        return (
            MenuItem(no, no, lambda: self._reply("no", captain)),
            MenuItem(yes, yes, lambda: self._reply(what, captain), needs_hold=True),
        )

    def _reply(self, act: str, captain: Seat) -> None:
        self._take_away()
        self._act(act, captain)

    def _take_away(self) -> None:
        if self._page is not None:
            self._desk.drop(self._page)
            self._page = None


def _open(table: Message) -> Message | None:
    """Return the open question, unless the end of the game has answered it."""
    asked: Message | None = table["asked"]
    return None if asked is not None and asked["what"] == "draw" and table["state"] == "over" else asked
