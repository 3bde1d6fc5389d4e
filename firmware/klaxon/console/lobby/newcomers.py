"""Newcomers: until a game was won at this console they are met by a start screen, briefings and novices."""

from __future__ import annotations

from collections.abc import Mapping

from klaxon.console.play.play_page import PlayPage
from klaxon.console.settings.console_settings import AHEAD, PLAYED, WON, ConsoleSettings
from klaxon.crew import NOVICE, SKILL


class Newcomers:
    """What people have done at this console, and what follows from it."""

    def __init__(self, settings: ConsoleSettings, *, is_on: bool) -> None:
        """Begin with what is remembered. `is_on`: whether this console minds newcomers at all."""
        self._settings, self._is_on = settings, is_on
        self.to_brief: list[PlayPage] = []
        """The pages of newcomers who have not seen their briefing."""
        self._has_just_won = False

    @property
    def are_met(self) -> bool:
        """Whether nobody has played to the end of a game yet."""
        return self._is_on and self._settings.of("first_game") == AHEAD

    @property
    def are_there(self) -> bool:
        """Whether no game was won yet."""
        return self._is_on and self._settings.of("first_game") != WON

    def skill(self, before: str) -> str:
        """Return the skill of understudies for the next game: novices give way once they were beaten."""
        has_won, self._has_just_won = self._has_just_won, False
        return SKILL if has_won and before == NOVICE else before

    def sit_down(self, pages: Mapping[str, PlayPage]) -> None:
        """Note the pages of a game that begins: newcomers are briefed there."""
        self.to_brief = [*pages.values()] if self.are_there else []

    def needs_briefing(self, page: PlayPage) -> bool:
        """Return, once a page, whether people there are to be briefed: not those whom a guide leads."""
        if page not in self.to_brief or page.seat not in page.guides.looked_at:
            return False
        self.to_brief.remove(page)
        return not page.guides.guided

    def note_end(self, *, has_won: bool, was_lesson: bool) -> None:
        """Remember the end of a game. Who beats a target has not won yet, but knows the way to the lobby."""
        if self.are_there:
            self._has_just_won = has_won and not was_lesson
            self._settings.choose("first_game", WON if self._has_just_won else PLAYED)
