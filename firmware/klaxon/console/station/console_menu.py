"""The lines of the station menu about the settings of the console."""

from __future__ import annotations

from functools import partial

from klaxon.console.language.game_words import Phrases
from klaxon.console.settings.console_settings import ConsoleSettings
from klaxon.console.station.page import MenuItem


def habit_items(settings: ConsoleSettings, phrases: Phrases, *, volume: bool) -> list[MenuItem]:
    """Return the volume, if a bell has one, and the quiet hours: OK selects the next value."""
    names = ("volume", "quiet") if volume else ("quiet",)
    return [_item(settings, phrases, name) for name in names]


def _item(settings: ConsoleSettings, phrases: Phrases, name: str) -> MenuItem:
    value = settings.of(name)
    shown = phrases.find(f"habit.{name}.{value}", value)
    return MenuItem(phrases.say(f"lobby.{name}"), phrases.say("menu.next"), partial(_go_on, settings, name), shown)


def _go_on(settings: ConsoleSettings, name: str) -> None:
    values = settings.values(name)
    settings.choose(name, values[(values.index(settings.of(name)) + 1) % len(values)])
