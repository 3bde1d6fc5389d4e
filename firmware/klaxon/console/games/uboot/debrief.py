"""The debrief of U-BOOT."""

from __future__ import annotations

from klaxon.console.games.uboot.news import ROUTINE, text_of
from klaxon.console.language.game_words import Phrases
from klaxon.console.language.narration import Narration
from klaxon.rules.contract import Event


def say_event(event: Event, phrases: Phrases) -> str:
    """Return an event in words; tokens and steps of a track, which follow from it, are left out."""
    return "" if event.type in ROUTINE else text_of(phrases, event.type, event.facts)


RETELLING = Narration(say_event, past="klaxon.console.games.uboot.glass.past:PAST")
