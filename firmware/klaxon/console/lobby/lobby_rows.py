"""Rows: the lines of the form that sets a game up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from klaxon.console.language.catalogue import languages
from klaxon.console.language.game_words import Phrases
from klaxon.console.language.names import clean
from klaxon.console.settings.console_settings import ConsoleSettings
from klaxon.console.station.list_page import LineValues, MenuItem
from klaxon.console.station.page import Page, TextPage
from klaxon.rules.contract import Game

SIGNS = "0123456789 -."
"""Signs that a name may contain besides the letters of a language."""


def explain(phrases: Phrases, title: str, message: str) -> Callable[[], Page]:
    """Return what opens the page about a line: what it is, its unit and its effect."""

    def page() -> Page:
        return TextPage(title, phrases.say(message).split("\n"), phrases.say("bottom.close"))

    return page


def choice_row(phrases: Phrases, label: str, shown: str, choice: LineValues, about: str, note: str = "") -> MenuItem:
    """Return a line with values. `about` is the message that explains it."""
    if choice.is_switch:
        other = choice.other()
        ok = phrases.say("lobby.switch", value=choice.tell(other) if choice.tell else phrases.value(other))
    else:
        ok = phrases.say("lobby.change")
    return MenuItem(label, ok, value=shown, choice=choice, note=note, about=explain(phrases, label, about))


def fold_row(phrases: Phrases, count: int, unfold: Callable[[], None], *, unfolded: bool) -> MenuItem:
    """Return the line that folds all others."""
    state = "fewer" if unfolded else "more"
    label = phrases.say(f"lobby.{state}")
    about = explain(phrases, label, "about.lobby.more")
    return MenuItem(label, phrases.say(f"lobby.{state}.ok"), unfold, "" if unfolded else str(count), about=about)


def name_row(phrases: Phrases, boat: str, name: str, choose: Callable[[str], None]) -> MenuItem:
    """Return the line with the name of a boat."""
    letters = [*phrases.say("name.letters"), *SIGNS]
    label = phrases.say("lobby.name", boat=phrases.boat(boat))
    choice = LineValues(letters, name, lambda word: choose(clean(word)), phrases.say("lobby.take"), spelt=True)
    return choice_row(phrases, label, name or phrases.say("lobby.name.none"), choice, "about.lobby.name")


class CoachSwitch(Protocol):
    """Switches the coach of all stations."""

    def everywhere(self) -> bool:
        """Return whether every station is coached."""

    def coach_all(self, *, on: bool) -> None:
        """Coach every station, or none."""


class LinkLines(Protocol):
    """The lines about another console."""

    def rows(self, phrases: Phrases, game: Game[Any, Any], lent: dict[str, str]) -> list[MenuItem]:
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
        self.hall: Callable[[Phrases], MenuItem] | None = None
        """Makes the line about the hall of a club, if this console can be a table of one."""
        self.joined_crews: Callable[[Sequence[str]], Mapping[str, Sequence[str]]] = lambda _: {}
        """Boats of a game -> who has joined each of them."""

    def coach_row(self, phrases: Phrases) -> MenuItem:
        """Return the line that switches the coach of all stations."""

        def tell(value: str) -> str:
            return phrases.say(f"menu.{value}")

        def choose(value: str) -> None:
            self._coach.coach_all(on=value == "on")

        now = "on" if self._coach.everywhere() else "off"
        choice = LineValues(("off", "on"), now, choose, phrases.say("lobby.take"), tell)
        return choice_row(phrases, phrases.say("lobby.coach"), tell(now), choice, "about.lobby.coach")

    def rows(self, phrases: Phrases) -> list[MenuItem]:
        """Return the lines, in the words of a station."""
        names = ["room", "quiet", *(["volume"] if self._volume else []), "columns", "unattended"]
        language = [self._language_row(phrases)] if len(languages()) > 1 else []
        return [*language, *(setting_row(self._settings, name, phrases) for name in names)]

    def _language_row(self, phrases: Phrases) -> MenuItem:
        spoken = languages()
        choice = LineValues(
            tuple(spoken), phrases.language, self._speak, phrases.say("lobby.take"), lambda code: spoken[code]
        )
        shown = spoken.get(phrases.language, "")
        return choice_row(phrases, phrases.say("lobby.language"), shown, choice, "about.lobby.language")


def setting_row(settings: ConsoleSettings, name: str, phrases: Phrases) -> MenuItem:
    """Return the line of a setting of the console, for the lobby and for the station menu."""

    def tell(value: str) -> str:
        return phrases.find(f"habit.{name}.{value}", value)

    def choose(value: str) -> None:
        settings.choose(name, value)

    value = settings.of(name)
    choice = LineValues(settings.values(name), value, choose, phrases.say("lobby.take"), tell)
    return choice_row(phrases, phrases.say(f"lobby.{name}"), tell(value), choice, f"about.lobby.{name}")
