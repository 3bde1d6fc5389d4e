"""Lists: lines one under another, each with what OK does there. Menus, the lobby and service mode share this grammar.

The dial moves the cursor. OK and push do what the bottom line says: do something, change a switch, or open a line that
has more than two values. In an open line the dial changes the value, OK or push takes it, and BACK leaves it as it was.
A grave line needs OK held, and push does nothing there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import BottomLine, List, Text, Title
from klaxon.console.drawing.parts import ListItem as Line
from klaxon.console.drawing.screen import BOTTOM, Area, Place
from klaxon.console.station.page import Page
from klaxon.console.station.spelling import Spelling

NOTE_LINES = 3
"""The most lines that say what a value means: two lines of the list stay above them."""
SWITCHES = ({"on", "off"}, {"yes", "no"})
"""The values of a line that OK changes at once."""


def do_nothing() -> None:
    """Do nothing: for a line that only shows something."""


@dataclass(frozen=True, slots=True)
class LineValues:
    """The values that a line can have."""

    values: Sequence[str]
    """In the order of the dial."""
    value: str
    set: Callable[[str], None]
    ok: str
    """The bottom line while it is open: OK takes the value."""
    tell: Callable[[str], str] | None = None
    """Value -> its text, if a value is applied only when it is taken; None: it is applied while the dial turns."""
    spelt: bool = False
    """Whether it is a word that the dial spells; then the values are the letters."""

    @property
    def is_switch(self) -> bool:
        """Whether it is either on or off."""
        return set(self.values) in SWITCHES

    def other(self) -> str:
        """Return the other value of a switch."""
        return next(value for value in self.values if value != self.value)

    def near(self, value: str, steps: int) -> str:
        """Return the value some steps of the dial away."""
        place = self.values.index(value) if value in self.values else 0
        return self.values[max(0, min(len(self.values) - 1, place + steps))]


@dataclass(frozen=True, slots=True)
class MenuItem:
    """A line of a list, and what OK does there."""

    text: str
    ok: str
    """The bottom line."""
    act: Callable[[], None] = do_nothing
    value: str = ""
    """The value as it is shown."""
    needs_hold: bool = False
    choice: LineValues | None = None
    """The values it can have; then OK changes it, and `act` does not count."""
    note: str = ""
    """What its value means, for people who point at it."""
    about: Callable[[], Page] | None = None
    """What it is, its unit and its effect, for people who hold the dial down."""


class OpenLine:
    """A line whose value is being changed."""

    def __init__(self, choice: LineValues) -> None:
        """Begin with the value it has."""
        self.before = self._pending = choice.value
        self._spelling = Spelling(choice.value, choice.values) if choice.spelt else None

    def turn(self, choice: LineValues, steps: int) -> None:
        """Go to another value, or to another letter."""
        if self._spelling is not None:
            self._spelling.turn(steps)
        elif choice.tell:
            self._pending = choice.near(self._pending, steps)
        else:
            choice.set(choice.near(choice.value, steps))

    def push(self) -> bool:
        """Take a letter, and return whether there was one to take: push takes any other value as OK does."""
        if self._spelling is not None:
            self._spelling.push()
        return self._spelling is not None

    def back(self) -> bool:
        """Delete a letter; return whether there was one."""
        return self._spelling is not None and self._spelling.back()

    def take(self, choice: LineValues) -> None:
        """Apply the value."""
        if self._spelling is not None:
            choice.set(self._spelling.word)
        elif choice.tell:
            choice.set(self._pending)

    def show_value(self, item: MenuItem, choice: LineValues) -> str:
        """Return the value as it is now."""
        if self._spelling is not None:
            return self._spelling.word_so_far
        return f"‹{choice.tell(self._pending) if choice.tell else item.value}›"


class ListPage(Page):
    """A list of lines. They are computed at every draw, so that they are never stale."""

    def __init__(self, title: str | Callable[[], str], items: Callable[[], Sequence[MenuItem]]) -> None:
        """Begin at the first line. A title that is computed at every draw follows the language of the station."""
        self._title, self._items = title, items
        self.cursor = 0
        self._open: OpenLine | None = None

    def places(self, width: int, height: int) -> tuple[Place, ...]:
        """Show the list, and what the value under the cursor means; in large letters that takes the title's place."""
        items = self._items()
        self.cursor = min(self.cursor, max(0, len(items) - 1))
        listed = tuple(Line(item.text, self._shown(place, item)) for place, item in enumerate(items))
        told = items[self.cursor].note if items else ""
        note = LABEL.wrap(told, width)[:NOTE_LINES] if told else []
        foot = height - BOTTOM - len(note) * LABEL.height
        head = 0 if self.large and note else self.head
        title = self._title if isinstance(self._title, str) else self._title()
        return (
            *([Place(Area(0, 0, width, head), Title(title))] if head else []),
            Place(Area(0, head, width, foot - head), List(listed, self.cursor)),
            *([Place(Area(0, foot, width, height - BOTTOM - foot), Text(tuple(note), LABEL))] if note else []),
        )

    def _shown(self, place: int, item: MenuItem) -> str:
        if place == self.cursor and self._open is not None and item.choice is not None:
            return self._open.show_value(item, item.choice)
        return item.value

    def bottom(self) -> BottomLine:
        """Return what OK does to the line under the cursor."""
        item = self._item()
        if item is None:
            return BottomLine("", "idle")
        if self._open is not None and item.choice is not None:
            return BottomLine(item.choice.ok)
        return BottomLine(item.ok, "grave" if item.needs_hold else "ready")

    def turn(self, dial: int, steps: int) -> None:
        """Move the cursor, or change the value of the open line."""
        choice = self._choice()
        if self._open is None or choice is None:
            self.cursor = max(0, min(len(self._items()) - 1, self.cursor + steps))
        else:
            self._open.turn(choice, steps)

    def push(self) -> None:
        """Push works like OK here, but never for something that needs hold; in a word it takes a letter."""
        if self._open is not None and self._open.push():
            return
        if not self.needs_hold():
            self.ok()

    def needs_hold(self) -> bool:
        """Return whether the line under the cursor needs OK held."""
        item = self._item()
        return item is not None and item.needs_hold

    def ok(self) -> None:
        """Take the value of the open line; else do what the line under the cursor does."""
        item, choice = self._item(), self._choice()
        if self._open is not None and choice is not None:
            self._open.take(choice)
            self._open = None
        elif choice is not None and choice.is_switch:
            choice.set(choice.other())
        elif choice is not None:
            self._open = OpenLine(choice)
        elif item is not None:
            item.act()

    def back(self) -> bool:
        """Delete a letter of a word, or leave the open line as it was; else leave the page."""
        if self._open is None:
            return True
        if not self._open.back():
            self.leave_line()
        return False

    def home(self) -> None:
        """Leave the open line as it was."""
        self.leave_line()

    def leave_line(self) -> None:
        """Close the open line; its value is the one it had."""
        opened, self._open = self._open, None
        choice = self._choice()
        if opened is not None and choice is not None and choice.tell is None and not choice.spelt:
            choice.set(opened.before)

    def rule(self) -> Page | None:
        """Return what the line under the cursor is about."""
        item = self._item()
        return item.about() if item is not None and item.about is not None else None

    def _item(self) -> MenuItem | None:
        items = self._items()
        return items[min(self.cursor, len(items) - 1)] if items else None

    def _choice(self) -> LineValues | None:
        item = self._item()
        return item.choice if item is not None else None
