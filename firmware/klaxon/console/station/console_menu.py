"""The lines of the station menu about the habits of the console."""

from __future__ import annotations

from functools import partial

from klaxon.console.language.game_words import Phrases
from klaxon.console.settings.console_settings import ConsoleSettings
from klaxon.console.station.page import MenuItem


def habit_items(habits: ConsoleSettings, phrases: Phrases, *, volume: bool) -> list[MenuItem]:
    """Return how loud it is, where a bell can be softer, and when it is quiet: OK goes on to the next."""
    names = ("volume", "quiet") if volume else ("quiet",)
    return [_item(habits, phrases, name) for name in names]


def _item(habits: ConsoleSettings, phrases: Phrases, name: str) -> MenuItem:
    value = habits.of(name)
    shown = phrases.find(f"habit.{name}.{value}", value)
    return MenuItem(phrases.say(f"lobby.{name}"), phrases.say("menu.next"), partial(_go_on, habits, name), shown)


def _go_on(habits: ConsoleSettings, name: str) -> None:
    values = habits.values(name)
    habits.choose(name, values[(values.index(habits.of(name)) + 1) % len(values)])
