"""The debrief at a console: a finished game, moment by moment with the dial, at every station that took part."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import BottomLine, Text, Title
from klaxon.console.drawing.screen import BOTTOM, Area, Place
from klaxon.console.games import logbook_of, narration_of, past_pictures_of
from klaxon.console.language.catalogue import ENGLISH
from klaxon.console.language.game_words import Phrases
from klaxon.console.language.names import shown_names
from klaxon.console.language.narration import DebriefStill, ToldMoment, tell
from klaxon.console.onlook import debrief_worker
from klaxon.console.onlook.debrief_worker import DebriefWorkerError
from klaxon.console.station.page import HEAD, Page
from klaxon.console.station.station import Station
from klaxon.rules.games import game_named
from klaxon.table.debrief import FinishedGame, Moment, TooEarlyError, finished_game, moments_of
from klaxon.table.play import Play
from klaxon.table.table import Table

if TYPE_CHECKING:  # loaded when somebody looks back at a game
    from klaxon.console.onlook.logbook import Logbook
    from klaxon.console.onlook.look_back import LookBackPage, PastLook, PastPictures
    from klaxon.console.onlook.past_stills import PastStill, PastStills

STRIDE = 10
"""Moments that a step of the second dial skips."""


class Story(NamedTuple):
    """A whole game in words."""

    name: str
    game: str
    moments: tuple[ToldMoment, ...]
    phrases: Phrases
    crews: Mapping[str, str] = MappingProxyType({})
    """Seat of a person -> the nickname, as far as they are known."""


def story_of(
    name: str,
    game: str,
    moments: Iterable[Moment],
    language: str = ENGLISH,
    names: Mapping[str, str] | None = None,
    *,
    crews: Mapping[str, str] | None = None,
    latin: bool = False,
) -> Story:
    """Return the story of a game in a language, with the names of its boats and the nicknames of its crews."""
    phrases = Phrases(game, language, shown_names(names or {}), latin)
    return Story(name, game, tell(moments, phrases, narration_of(game)), phrases, dict(crews or {}))


def tell_finished_game(
    name: str, finished: FinishedGame, language: str, names: Mapping[str, str], crews: Mapping[str, str], *, latin: bool
) -> Story:
    """Return the story of a finished game: what the worker of a debrief is asked for."""
    game = finished.header.game
    return story_of(name, game, moments_of(game_named(game), finished), language, names, crews=crews, latin=latin)


class _End(NamedTuple):
    """Which end of which game: an end that was undone may be followed by a different one."""

    name: str
    play: Play
    rows: int
    """How many rows the game has."""
    names: Mapping[str, str]


class DebriefPage(Page):
    """The debrief page: the dial moves through the moments of a game, push and OK jump to the next turning point."""

    def __init__(self, story: Story, look_back: Callable[[int], None] | None = None) -> None:
        """Begin before the first order; a story without moments is still being computed, and the page says so.

        `look_back` opens any second of the game, where it can be looked back at.
        """
        self._look_back = look_back
        self._draw = narration_of(story.game).draw or in_words
        self.number = 0
        self._wait = "debrief.wait"
        self.retell(story)

    def retell(self, story: Story) -> None:
        """Continue at the same moment in another language."""
        self._phrases, self._moments = story.phrases, story.moments

    def give_up(self) -> None:
        """Say that there is nothing to show: the worker failed."""
        self._wait = "debrief.failed"

    def places(self, width: int, height: int) -> tuple[Place, ...]:
        """Show the moment."""
        if not self._moments:
            wait = Text((self._phrases.say(self._wait),), LABEL, wrap=True)
            return (Place(Area(0, HEAD, width, height - BOTTOM - HEAD), wait),)
        return self._draw(DebriefStill(self._moments, self.number, self._phrases, width, height - BOTTOM))

    def bottom(self) -> BottomLine:
        """Return where OK leads."""
        if not self._moments:
            return BottomLine("", "idle")
        return BottomLine(self._phrases.say("debrief.next" if self._ahead() else "debrief.again"))

    def turn(self, dial: int, steps: int) -> None:
        """Move by moments, with a second dial by ten of them."""
        steps *= STRIDE if dial else 1
        self.number = max(0, min(len(self._moments) - 1, self.number + steps))

    def push(self) -> None:
        """Look back at this moment, second by second, where the game can be; else do the same as OK."""
        if self._look_back is not None and self._moments:
            self._look_back(self._moments[self.number].at)
        else:
            self.ok()

    def ok(self) -> None:
        """Go to the next moment that turned the game; after the last, to the beginning."""
        self.number = self._ahead()

    def home(self) -> None:
        """Go back to the beginning."""
        self.number = 0

    def _ahead(self) -> int:
        """Return the next moment that turned the game, else the last; at the last, the first."""
        last = len(self._moments) - 1
        if self.number >= last:
            return 0
        return next((moment.number for moment in self._moments[self.number + 1 :] if moment.weighty), last)


def in_words(still: DebriefStill) -> tuple[Place, ...]:
    """Show a moment of any game: its sentences."""
    moment = still.moment
    return (
        Place(Area(0, 0, still.width, HEAD), Title(still.step, moment.clock)),
        Place(Area(0, HEAD, still.width, still.height - HEAD), Text(moment.sentences, LABEL, wrap=True)),
    )


class Debriefs:
    """The debriefs of one console. The table is asked each time: only it knows whether the game is over.

    The last finished game can be debriefed after its table was left, and while another is played. A whole game is
    computed by a worker process, once for each language: pages, lamps and the watchdog go on meanwhile.
    """

    def __init__(self, table: Callable[[], Table | None], is_latin: Callable[[str], bool]) -> None:
        """Take a way to find the table, and which languages have Latin columns."""
        self._table, self._is_latin = table, is_latin
        self.crews: Callable[[str], Mapping[str, str]] = lambda _: {}
        """Name of a game -> who played it, as far as that is known."""
        self._shown: dict[Station, DebriefPage] = {}
        self._looks: list[tuple[Station, LookBackPage]] = []
        """The pages on which somebody looks back."""
        self._made: dict[str, asyncio.Future[Story]] = {}
        """Language -> the story in it, or the task that makes it."""
        self._of: _End | None = None
        """The end that those stories belong to."""
        self._last: _End | None = None
        self._ends = 0
        self._stills: tuple[_End, PastStills] | None = None
        """The end that pages look back at, and its pictures."""

    def note_end(self) -> None:
        """Store the end of the current game."""
        end = self._end()
        if end is not None and end != self._last:
            self._last, self._ends = end, self._ends + 1

    def note_far_end(self, name: str, play: Play, names: Mapping[str, str]) -> None:
        """Store the end of a game that another console has played."""
        self._last, self._ends = _End(name, play, play.count, dict(names)), self._ends + 1

    def forget_far_end(self) -> None:
        """Forget it: it was taken back there."""
        self._last = None

    @property
    def which(self) -> str:
        """An id of the end of the game, '' if there is none; another end has another id."""
        return str(self._ends) if self.ready else ""

    @property
    def ready(self) -> bool:
        """Whether there is a game to debrief."""
        return self._end() is not None

    async def story(self, language: str = ENGLISH) -> Story:
        """Return the story in a language; TooEarlyError if the game is not over, or there is none."""
        made, end = self._work(language), self._of
        story = await asyncio.shield(made)
        if self._end() != end:  # it went on while this was worked out
            raise TooEarlyError
        return story

    @property
    def has_logbook(self) -> bool:
        """Whether the game that can be debriefed has a logbook."""
        end = self._end()
        return end is not None and logbook_of(end.play.game.name) is not None

    async def logbook(self, language: str = ENGLISH) -> Logbook:
        """Return the logbook of the game in a language; TooEarlyError if the game is not over, or has none."""
        end = self._end()
        make = logbook_of(end.play.game.name) if end is not None else None
        if end is None or make is None:
            raise TooEarlyError
        write_it = partial(make, finished_game(end.play), language, end.names)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(None, debrief_worker.call_in_worker, write_it)

    async def past_still(self, look: PastLook, language: str = ENGLISH) -> PastStill:
        """Return a picture of any second; TooEarlyError if the game is not over, or cannot be looked back at."""
        end = self._end()
        how = past_pictures_of(end.play.game.name) if end is not None else None
        if end is None or how is None:
            raise TooEarlyError
        from klaxon.console.onlook.past_stills import PastStills  # noqa: PLC0415 - where somebody looks back

        if self._stills is None or self._stills[0] != end:
            self._close_stills()
            self._stills = end, PastStills(finished_game(end.play), how)
        phrases = Phrases(end.play.game.name, language, shown_names(end.names))
        picture = min(look.picture, len(how.pictures) - 1)
        still = await self._stills[1].draw(replace(look, picture=picture), phrases)
        if self._end() != end:  # it went on while this was worked out
            raise TooEarlyError
        return still

    def _close_stills(self) -> None:
        if self._stills is not None:
            self._stills[1].close()
            self._stills = None

    def lay(self, station: Station) -> None:
        """Open the debrief at a station; during a game nothing happens."""
        try:
            made = self._work(station.language)
        except TooEarlyError:
            return
        if station in self._shown:
            station.drop(self._shown[station])
        story = self._story_without_debrief(station)
        how = past_pictures_of(story.game) if story.game else None
        look_back = partial(self._look_back, station, how) if how is not None else None
        self._shown[station] = page = DebriefPage(story, look_back)
        station.lay(page)
        self._fill_when_made(station, page, made)

    def _look_back(self, station: Station, how: PastPictures, at: int) -> None:
        """Lay the page on which any second of the game is looked back at."""
        from klaxon.console.onlook.look_back import LookBackPage  # noqa: PLC0415 - where somebody looks back
        from klaxon.console.onlook.look_back_worker import LookBackWorker  # noqa: PLC0415 - as above

        end = self._end()
        if end is not None:
            worker = LookBackWorker(finished_game(end.play))
            phrases = Phrases(end.play.game.name, station.language, shown_names(end.names))
            page = LookBackPage(worker, how, phrases, at, station.draw)
            self._looks.append((station, page))
            station.lay(page)

    def speak(self, station: Station) -> None:
        """Continue the debrief in the station's current language."""
        if station in self._shown and self.ready:
            self._fill_when_made(station, self._shown[station], self._work(station.language))

    def clear(self) -> None:
        """Close every debrief: the game goes on, or another has begun."""
        self._made.clear()
        self._close_stills()
        while self._looks:
            station, page_before = self._looks.pop()
            page_before.back()
            station.drop(page_before)
        while self._shown:
            station, page = self._shown.popitem()
            station.drop(page)

    def _end(self) -> _End | None:
        """Return the end to debrief; None if there is none, or it was undone."""
        table = self._table()
        if table is None:
            return self._last
        if not table.may_debrief:
            return None if self._last is not None and self._last.play is table.play else self._last
        return _End(table.name, table.play, table.play.count, dict(table.names))

    def _work(self, language: str) -> asyncio.Future[Story]:
        """Return the story in a language; a worker makes it on the first request, and after one that failed."""
        end = self._end()
        if end is None:
            raise TooEarlyError
        if end != self._of:
            self._of, self._made = end, {}
        made = self._made.get(language)
        if made is None or (made.done() and made.exception()):
            arguments = (end.name, finished_game(end.play), language, end.names, dict(self.crews(end.name)))
            tell_it = partial(tell_finished_game, *arguments, latin=self._is_latin(language))
            made = asyncio.get_running_loop().run_in_executor(None, debrief_worker.call_in_worker, tell_it)
            self._made[language] = made
        return made

    def _story_without_debrief(self, station: Station) -> Story:
        game = self._of.play.game.name if self._of else ""
        return Story("", game, (), Phrases(game, station.language))

    def _fill_when_made(self, station: Station, page: DebriefPage, made: asyncio.Future[Story]) -> None:
        if made.done():
            self._fill(station, page, made)
        else:
            made.add_done_callback(lambda _: self._fill(station, page, made))

    def _fill(self, station: Station, page: DebriefPage, made: asyncio.Future[Story]) -> None:
        """Show a finished story, if the page is still open and the station still has its language."""
        if self._shown.get(station) is page and self._made.get(station.language) is made:
            if isinstance(made.exception(), DebriefWorkerError):
                page.give_up()
            else:
                page.retell(made.result())
            station.draw()
