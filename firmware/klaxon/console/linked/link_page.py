"""The page at which two consoles find each other: who hosts, the code, and how the link stands."""

from __future__ import annotations

from collections.abc import Callable

from klaxon.console.drawing.fonts import BODY, LABEL, TALL_LABEL
from klaxon.console.drawing.parts import BottomLine, List, ListItem, Text, Title
from klaxon.console.drawing.screen import BOTTOM, Area, Place
from klaxon.console.language.catalogue import say
from klaxon.console.linked.other_console import GUEST, HOST, ROLES, LinkStage, OtherConsole
from klaxon.console.station.list_page import MenuItem
from klaxon.console.station.page import Page
from klaxon.console.station.station import Station

LINES = 3
"""Lines of the sentence that says how the link stands."""


class LinkPage(Page):
    """How the link stands, and what can be done about it."""

    def __init__(self, other: OtherConsole, station: Station) -> None:
        """Take the station at which it is shown."""
        self._other, self._station = other, station
        self._cursor = 0

    def _say(self, message: str, **facts: object) -> str:
        return say(message, facts, self._station.language)

    def _standing_words(self) -> str:
        standing = self._other.standing
        if standing.trouble:
            return self._say(f"link.trouble.{standing.trouble}", peer=standing.peer)
        if standing.code:
            return self._say("link.code", code=standing.code)
        if standing.stage is LinkStage.OFF:
            return self._say("link.stage.off")
        return self._say(f"link.stage.{standing.role}.{standing.stage.value}", peer=standing.peer)

    def _items(self) -> list[MenuItem]:
        standing = self._other.standing
        items = [self._role_item(role) for role in ROLES if role != standing.role]
        if standing.role == HOST and standing.stage is not LinkStage.JOINED:
            items.insert(0, self._item("show-code", self._other.show_code))
        if standing.role == GUEST and standing.stage is not LinkStage.JOINED:
            items.insert(0, self._item("enter-code", self._enter_code))
        if standing.peer:
            items.append(self._item("forget", self._other.forget, needs_hold=True))
        return items

    def _role_item(self, role: str) -> MenuItem:
        joined = self._other.standing.stage is LinkStage.JOINED  # a tap by chance must not send the other away
        return self._item(f"be-{role}", lambda: self._other.choose_role(role), needs_hold=joined)

    def _item(self, name: str, act: Callable[[], None], *, needs_hold: bool = False) -> MenuItem:
        return MenuItem(self._say(f"link.{name}"), self._say(f"link.{name}.ok"), act, needs_hold=needs_hold)

    def _enter_code(self) -> None:
        self._station.lay(CodePage(self._other, self._station))

    def places(self, width: int, height: int) -> tuple[Place, ...]:
        """Show how the link stands, and the list."""
        font, items = TALL_LABEL if self.large else LABEL, self._items()
        self._cursor = min(self._cursor, len(items) - 1)
        top = self.head + LINES * font.height
        return (
            Place(Area(0, 0, width, self.head), Title(self._say("link.title"))),
            Place(Area(0, self.head, width, top - self.head), Text((self._standing_words(),), font, wrap=True)),
            Place(
                Area(0, top, width, height - BOTTOM - top),
                List(tuple(ListItem(item.text, item.value) for item in items), self._cursor),
            ),
        )

    def _at_cursor(self) -> MenuItem:
        items = self._items()
        return items[min(self._cursor, len(items) - 1)]

    def bottom(self) -> BottomLine:
        """Return what OK does."""
        item = self._at_cursor()
        return BottomLine(item.ok, "grave" if item.needs_hold else "ready")

    def needs_hold(self) -> bool:
        """Return whether OK has to be held."""
        return self._at_cursor().needs_hold

    def turn(self, dial: int, steps: int) -> None:
        """Move the cursor."""
        self._cursor = max(0, min(len(self._items()) - 1, self._cursor + steps))

    def push(self) -> None:
        """Push works like OK, but never for something that needs hold."""
        if not self.needs_hold():
            self.ok()

    def ok(self) -> None:
        """Do it."""
        self._at_cursor().act()


class CodePage(Page):
    """The code of the host, sign by sign: the dial points at one, push takes it, BACK deletes the last."""

    def __init__(self, other: OtherConsole, station: Station) -> None:
        """Begin without a sign."""
        self._other, self._station = other, station
        self._code, self._place = "", 0

    def _say(self, message: str) -> str:
        return say(message, {}, self._station.language)

    @property
    def _is_whole(self) -> bool:
        return len(self._code) == self._other.length

    def places(self, width: int, height: int) -> tuple[Place, ...]:
        """Show the signs so far, and the one that push would take."""
        shown = self._code if self._is_whole else f"{self._code}‹{self._other.signs[self._place]}›"
        middle = Area(0, self.head, width, height - BOTTOM - self.head)
        return (
            Place(Area(0, 0, width, self.head), Title(self._say("link.enter-code"))),
            Place(middle, Text((shown,), BODY, middle=True)),
        )

    def bottom(self) -> BottomLine:
        """Return what OK does."""
        if self._is_whole:
            return BottomLine(self._say("link.pair"))
        return BottomLine(self._say("link.take-sign"), "idle")

    def turn(self, dial: int, steps: int) -> None:
        """Go to another sign."""
        self._place = (self._place + steps) % len(self._other.signs)

    def push(self) -> None:
        """Take the sign."""
        if not self._is_whole:
            self._code += self._other.signs[self._place]

    def back(self) -> bool:
        """Delete the last sign; without one, close the page."""
        there, self._code = bool(self._code), self._code[:-1]
        return not there

    def ok(self) -> None:
        """Use the code."""
        if self._is_whole:
            self._station.drop(self)
            self._other.enter_code(self._code)
