"""The page at which two consoles find each other: who hosts, the code, and how the link stands."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from klaxon.console.drawing.fonts import LABEL, TALL_LABEL
from klaxon.console.drawing.parts import BottomLine, List, ListItem, Text, Title
from klaxon.console.drawing.screen import BOTTOM, Area, Place
from klaxon.console.language.catalogue import say
from klaxon.console.linked.code_page import CodePage, CopyCodePage
from klaxon.console.linked.other_console import GUEST, HOST, ROLES, CopyOffer, LinkStage, LinkStanding, OtherConsole
from klaxon.console.station.list_page import MenuItem
from klaxon.console.station.page import Page
from klaxon.console.station.station import Station

LINES, MOST_LINES = 3, 4
"""Lines of the sentence that says how the link stands: what is usual, and what leaves room for a choice below."""


def standing_in_words(standing: LinkStanding, language: str) -> str:
    """Return how a console stands with the other, in a sentence."""
    facts = {"peer": standing.peer, "code": standing.code}
    if standing.trouble:
        return say(f"link.trouble.{standing.trouble}", facts, language)
    if standing.code:
        return say("link.code", facts, language)
    if standing.stage is LinkStage.OFF:
        return say("link.stage.off", {}, language)
    return say(f"link.stage.{standing.role}.{standing.stage.value}", facts, language)


class LinkPage(Page):
    """How the link stands, and what can be done about it."""

    def __init__(self, other: OtherConsole, station: Station) -> None:
        """Take the station at which it is shown."""
        self._other, self._station = other, station
        self._cursor = 0

    def _say(self, message: str, **facts: object) -> str:
        return say(message, facts, self._station.language)

    def _items(self) -> list[MenuItem]:
        standing = self._other.standing
        items = [self._role_item(role) for role in ROLES if role != standing.role]
        if standing.role == HOST and standing.stage is not LinkStage.JOINED:
            items.insert(0, self._item("show-code", self._other.show_code))
        if standing.role == GUEST and standing.stage is not LinkStage.JOINED:
            items.insert(0, self._item("enter-code", self._enter_code))
        if self._other.copy_code:
            items.insert(0, self._item("copy-code", self._show_copy_code))
        else:
            items[:0] = [self._offer_item(offer) for offer in self._other.offers if self._may_take_over()]
        if standing.peer:
            items.append(self._item("forget", self._other.forget, needs_hold=True))
        return items

    def _role_item(self, role: str) -> MenuItem:
        # a tap by chance must not send the other away, nor end a game that waits for it
        is_near = self._other.standing.stage in (LinkStage.JOINED, LinkStage.SILENT)
        return self._item(f"be-{role}", lambda: self._other.choose_role(role), needs_hold=is_near)

    def _may_take_over(self) -> bool:
        """Return whether a game may go on here: not while a guest's host is there."""
        standing = self._other.standing
        return standing.role != GUEST or standing.stage is not LinkStage.JOINED

    def _offer_item(self, offer: CopyOffer) -> MenuItem:
        facts = {"game": self._say(f"game.{offer.game}"), "peer": offer.host}
        act = partial(self._take_over, offer.id)
        return MenuItem(self._say("link.take-over", **facts), self._say("link.take-over.ok"), act)

    def _take_over(self, offer: str) -> None:
        self._lay_code_page("copy-code", self._other.code_signs, partial(self._other.take_over, offer))

    def _show_copy_code(self) -> None:
        self._station.lay(CopyCodePage(self._other.copy_code, self._station.language))

    def _item(self, name: str, act: Callable[[], None], *, needs_hold: bool = False) -> MenuItem:
        return MenuItem(self._say(f"link.{name}"), self._say(f"link.{name}.ok"), act, needs_hold=needs_hold)

    def _enter_code(self) -> None:
        self._lay_code_page("enter-code", self._other.length, self._other.enter_code)

    def _lay_code_page(self, title: str, length: int, on_code: Callable[[str], None]) -> None:
        self._station.lay(CodePage(self._station, f"link.{title}", self._other.signs, length, on_code))

    def places(self, width: int, height: int) -> tuple[Place, ...]:
        """Show how the link stands, and the list."""
        font, items = TALL_LABEL if self.large else LABEL, self._items()
        self._cursor = min(self._cursor, len(items) - 1)
        standing = standing_in_words(self._other.standing, self._station.language)
        lines = len(font.wrap(standing, width))
        top = self.head + max(LINES, min(MOST_LINES, lines)) * font.height
        return (
            Place(Area(0, 0, width, self.head), Title(self._say("link.title"))),
            Place(
                Area(0, self.head, width, top - self.head),
                Text((standing,), font, wrap=True),
            ),
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
