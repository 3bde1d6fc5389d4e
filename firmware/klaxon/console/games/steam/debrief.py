"""The debrief of Steam Torpedo."""

from __future__ import annotations

from klaxon.console.language.game_words import Phrases
from klaxon.console.language.narration import Narration
from klaxon.rules.contract import Event


def say_event(event: Event, phrases: Phrases) -> str:
    """Return an event in words; the sentences name the boat themselves. Shown picks were announced before."""
    if event.type == "revealed":
        return ""
    return phrases.event_text(event.type, event.facts, str(event.facts.get("boat", "")))


RETELLING = Narration(say_event)
