"""The lines of the station menu about the habits of the console."""

from __future__ import annotations

from functools import partial

from klaxon.console.language.game_words import Phrases
from klaxon.console.settings.console_settings import Habits
from klaxon.console.station.page import Item


def habit_items(habits: Habits, phrases: Phrases, *, volume: bool) -> list[Item]:
    """Return how loud it is, where a bell can be softer, and when it is quiet: OK goes on to the next."""
    names = ("volume", "quiet") if volume else ("quiet",)
    return [_item(habits, phrases, name) for name in names]


def _item(habits: Habits, phrases: Phrases, name: str) -> Item:
    value = habits.of(name)
    shown = phrases.find(f"habit.{name}.{value}", value)
    return Item(phrases.say(f"lobby.{name}"), phrases.say("menu.next"), partial(_go_on, habits, name), shown)


def _go_on(habits: Habits, name: str) -> None:
    values = habits.values(name)
    habits.choose(name, values[(values.index(habits.of(name)) + 1) % len(values)])
