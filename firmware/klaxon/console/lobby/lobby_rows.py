"""Rows: the lines of the form that sets a game up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from klaxon.console.language.catalogue import languages
from klaxon.console.language.game_words import Phrases
from klaxon.console.language.names import LONGEST, clean
from klaxon.console.settings.console_settings import ConsoleSettings
from klaxon.rules.contract import Game

SIGNS = "0123456789 -."
"""Signs that a name may contain besides the letters of a language."""


@dataclass(frozen=True, slots=True)
class LobbyRow:
    """A line of the form: a label, the values it can have, and the one it has."""

    label: str
    values: Sequence[str]
    """In the order of the dial."""
    value: str
    shown: str
    set: Callable[[str], None]
    tell: Callable[[str], str] | None = None
    """Value -> its text, if a value is applied only when it is taken; None: it is applied while the dial turns."""
    spelt: bool = False
    """Whether it is a word that the dial spells; then the values are the letters."""
    note: str = ""
    """What its value means, for people who point at it."""


def fold_row(phrases: Phrases, count: int, unfold: Callable[[str], None], *, unfolded: bool) -> LobbyRow:
    """Return the line that folds all others: push opens or closes it."""
    label = phrases.say("lobby.fewer" if unfolded else "lobby.more")
    return LobbyRow(label, (), "", "" if unfolded else str(count), unfold)


def name_row(phrases: Phrases, boat: str, name: str, choose: Callable[[str], None]) -> LobbyRow:
    """Return the line with the name of a boat."""
    letters = [*phrases.say("name.letters"), *SIGNS]
    label = phrases.say("lobby.name", boat=phrases.boat(boat))
    return LobbyRow(
        label, letters, name, name or phrases.say("lobby.name.none"), lambda word: choose(clean(word)), spelt=True
    )


class CoachSwitch(Protocol):
    """Switches the coach of all stations."""

    def everywhere(self) -> bool:
        """Return whether every station is coached."""

    def coach_all(self, *, on: bool) -> None:
        """Coach every station, or none."""


class LinkLines(Protocol):
    """The lines about another console."""

    def rows(self, phrases: Phrases, game: Game[Any, Any], lent: dict[str, str]) -> list[LobbyRow]:
        """Return the lines for a game; `lent` is what people chose to lend, game by game."""


class ConsoleRows:
    """The lines about the console itself: they apply to every game."""

    def __init__(
        self, settings: ConsoleSettings, speak: Callable[[str], None], coach: CoachSwitch, *, volume: bool
    ) -> None:
        """`speak` sets the language of all stations; `volume`: whether a bell has a volume."""
        self._settings, self._speak, self._coach, self._volume = settings, speak, coach, volume
        self.link: LinkLines | None = None
        """The lines about another console, if this one can have one."""

    def coach_row(self, phrases: Phrases) -> LobbyRow:
        """Return the line that switches the coach of all stations."""

        def tell(value: str) -> str:
            return phrases.say(f"menu.{value}")

        def choose(value: str) -> None:
            self._coach.coach_all(on=value == "on")

        now = "on" if self._coach.everywhere() else "off"
        return LobbyRow(phrases.say("lobby.coach"), ("off", "on"), now, tell(now), choose, tell)

    def rows(self, phrases: Phrases) -> list[LobbyRow]:
        """Return the lines, in the words of a station."""
        names = ["room", "quiet", *(["volume"] if self._volume else []), "columns", "unattended"]
        spoken = languages()
        language = LobbyRow(
            phrases.say("lobby.language"),
            tuple(spoken),
            phrases.language,
            spoken.get(phrases.language, ""),
            self._speak,
            lambda code: spoken[code],
        )
        return [*([language] if len(spoken) > 1 else []), *(self._setting_row(name, phrases) for name in names)]

    def _setting_row(self, name: str, phrases: Phrases) -> LobbyRow:
        value = self._settings.of(name)

        def tell(value: str) -> str:
            return phrases.find(f"habit.{name}.{value}", value)

        def choose(value: str) -> None:
            self._settings.choose(name, value)

        return LobbyRow(phrases.say(f"lobby.{name}"), self._settings.values(name), value, tell(value), choose, tell)


class Spelling:
    """A name that is being spelt: the dial points at a letter, push takes it, BACK deletes the last."""

    def __init__(self, word: str, letters: Sequence[str]) -> None:
        """Begin after the existing letters."""
        self.word, self._letters, self._place = word, letters, 0

    @property
    def word_so_far(self) -> str:
        """The word so far, with the letter that push would take."""
        return self.word + (f"‹{self._letters[self._place]}›" if len(self.word) < LONGEST else "")

    def turn(self, steps: int) -> None:
        """Go to another letter; after the last comes the first."""
        self._place = (self._place + steps) % len(self._letters)

    def push(self) -> None:
        """Take the letter."""
        if len(self.word) < LONGEST:
            self.word += self._letters[self._place]

    def back(self) -> bool:
        """Delete the last letter; return whether there was one."""
        there = bool(self.word)
        self.word = self.word[:-1]
        return there
