"""The debrief at a console: a game that is over, moment by moment under the dial, at every station that sat at it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from klaxon.console.fonts import LABEL
from klaxon.console.names import shown_names
from klaxon.console.page import HEAD, Page
from klaxon.console.parts import BottomLine, Text, Title
from klaxon.console.phrases import Phrases
from klaxon.console.scene import BOTTOM
from klaxon.console.screen import Area, Place
from klaxon.console.shows import retelling_of
from klaxon.console.station import Station
from klaxon.console.telling import Still, Told, tell
from klaxon.console.words import ENGLISH
from klaxon.table.debrief import Moment, TooEarlyError, debrief
from klaxon.table.play import Play
from klaxon.table.table import Table

STRIDE = 10
"""Moments that a step of the second dial passes."""


class Story(NamedTuple):
    """A whole game told again."""

    name: str
    game: str
    told: tuple[Told, ...]
    phrases: Phrases


def story_of(
    name: str,
    game: str,
    moments: Iterable[Moment],
    language: str = ENGLISH,
    names: Mapping[str, str] | None = None,
    *,
    latin: bool = False,
) -> Story:
    """Return the story of a game, in words of a language, with the names of its boats."""
    phrases = Phrases(game, language, shown_names(names or {}), latin)
    return Story(name, game, tell(moments, phrases, retelling_of(game)), phrases)


class DebriefPage(Page):
    """A game told again: the dial goes through its moments, push and OK on to the next that turned it."""

    def __init__(self, story: Story) -> None:
        """Begin before the first order."""
        self._draw = retelling_of(story.game).draw or in_words
        self.number = 0
        self.retell(story)

    def retell(self, story: Story) -> None:
        """Go on at the same moment in another language."""
        self._phrases, self._told = story.phrases, story.told

    def places(self, width: int, height: int) -> tuple[Place, ...]:
        """Show the moment."""
        return self._draw(Still(self._told, self.number, self._phrases, width, height - BOTTOM))

    def bottom(self) -> BottomLine:
        """Say where OK leads."""
        return BottomLine(self._phrases.say("debrief.next" if self._ahead() else "debrief.again"))

    def turn(self, dial: int, steps: int) -> None:
        """Go on or back by moments, with a second dial by ten of them."""
        steps *= STRIDE if dial else 1
        self.number = max(0, min(len(self._told) - 1, self.number + steps))

    def push(self) -> None:
        """Go on to the next moment that turned the game; behind the last, to the beginning."""
        self.number = self._ahead()

    def ok(self) -> None:
        """As push."""
        self.push()

    def home(self) -> None:
        """Back to the beginning."""
        self.number = 0

    def _ahead(self) -> int:
        """Return the next moment that turned the game, else the last; at the last, the first."""
        last = len(self._told) - 1
        if self.number == last:
            return 0
        return next((told.number for told in self._told[self.number + 1 :] if told.weighty), last)


def in_words(still: Still) -> tuple[Place, ...]:
    """Show a moment of any game: its sentences."""
    told = still.told
    return (
        Place(Area(0, 0, still.width, HEAD), Title(still.step, told.clock)),
        Place(Area(0, HEAD, still.width, still.height - HEAD), Text(told.sentences, LABEL, wrap=True)),
    )


class Ended(NamedTuple):
    """A game that is over."""

    name: str
    play: Play
    names: Mapping[str, str]


class Debriefs:
    """The debriefs of one console. The table is asked each time: only it knows whether the game is over."""

    def __init__(self, table: Callable[[], Table | None], is_latin: Callable[[str], bool]) -> None:
        """Know how to find the table, and for which languages columns are Latin."""
        self._table, self._is_latin = table, is_latin
        self._shown: dict[Station, DebriefPage] = {}
        self._last: Ended | None = None
        self._ends = 0

    def note_end(self) -> None:
        """Keep the game that has ended: it can be told when its table was left."""
        table = self._table()
        if table is not None and (self._last is None or self._last.play is not table.play):
            self._last, self._ends = Ended(table.name, table.play, table.names), self._ends + 1

    @property
    def which(self) -> str:
        """Which end of a game there is to tell of, '' for none: another end, another word.

        It stays when another game begins, and is gone where an end was taken back.
        """
        table = self._table()
        goes_on = table is not None and self._last is not None and self._last.play is table.play and not self.ready
        return str(self._ends) if self._last is not None and not goes_on else ""

    @property
    def ready(self) -> bool:
        """Whether there is a game that can be told again, and nobody plays who would have to wait for it."""
        table = self._table()
        try:
            return self._last is not None if table is None else bool(table.debrief())
        except TooEarlyError:
            return False

    def story(self, language: str = ENGLISH) -> Story:
        """Tell the game again in a language; TooEarlyError while it goes on, and where there is none.

        All of it at once: nobody plays now who would have to wait for it.
        """
        table = self._table()
        if table is not None:
            moments, ended = table.debrief(), Ended(table.name, table.play, table.names)
        elif self._last is not None:
            moments, ended = debrief(self._last.play), self._last
        else:
            raise TooEarlyError
        latin = self._is_latin(language)
        return story_of(ended.name, ended.play.game.name, moments, language, ended.names, latin=latin)

    def lay(self, station: Station) -> None:
        """Open the debrief at a station; while the game goes on nothing happens."""
        try:
            page = DebriefPage(self.story(station.language))
        except TooEarlyError:
            return
        if station in self._shown:
            station.drop(self._shown[station])
        self._shown[station] = page
        station.lay(page)

    def speak(self, station: Station) -> None:
        """Tell on in the language that a station speaks now."""
        if station in self._shown:
            self._shown[station].retell(self.story(station.language))

    def clear(self) -> None:
        """Take every debrief away: the game goes on, or another has begun."""
        while self._shown:
            station, page = self._shown.popitem()
            station.drop(page)
