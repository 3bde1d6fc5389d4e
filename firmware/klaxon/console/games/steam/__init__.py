"""Steam Torpedo at the console: the pages of a captain, on one panel or on several."""

from __future__ import annotations

from collections.abc import Mapping

from klaxon.console.games.steam import captain
from klaxon.console.language.game_words import Phrases
from klaxon.console.language.narration import Retelling
from klaxon.console.play.seat_screen import SeatScreen
from klaxon.rules.contract import Event


def said(event: Event, phrases: Phrases) -> str:
    """Return what happened; the sentences name the boat by themselves. Picks that are shown were told before."""
    if event.type == "revealed":
        return ""
    return phrases.heard(event.type, event.facts, str(event.facts.get("boat", "")))


SCREENS: Mapping[str, SeatScreen] = {"captain": captain.SCREEN}
SHARED: Mapping[str, SeatScreen] = {"captain": captain.SHARED}
"""Where both captains sit at one console."""
RETELLING = Retelling(said)
