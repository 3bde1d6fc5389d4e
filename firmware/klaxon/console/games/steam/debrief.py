"""Steam Torpedo told again when it is over."""

from __future__ import annotations

from klaxon.console.language.game_words import Phrases
from klaxon.console.language.narration import Narration
from klaxon.rules.contract import Event


def say_event(event: Event, phrases: Phrases) -> str:
    """Return what happened; the sentences name the boat by themselves. Picks that are shown were announced before."""
    if event.type == "revealed":
        return ""
    return phrases.event_text(event.type, event.facts, str(event.facts.get("boat", "")))


RETELLING = Narration(say_event)
