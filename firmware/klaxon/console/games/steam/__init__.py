"""Steam Torpedo at the console: the pages of a captain, on one panel or on several."""

from __future__ import annotations

from klaxon.console.games import GameScreens
from klaxon.console.games.steam import captain, onlooker_view
from klaxon.console.language.game_words import Phrases
from klaxon.console.language.narration import Narration
from klaxon.console.lobby.lobby_defaults import LobbyDefaults
from klaxon.rules.contract import Event


def say_event(event: Event, phrases: Phrases) -> str:
    """Return what happened; the sentences name the boat by themselves. Picks that are shown were told before."""
    if event.type == "revealed":
        return ""
    return phrases.heard(event.type, event.facts, str(event.facts.get("boat", "")))


GAME = GameScreens(
    roles={"captain": captain.SteamScreen()},
    shared={"captain": captain.SharedSteamScreen()},  # both captains at one console
    lobby=LobbyDefaults(first=("setup",)),
    onlookers=onlooker_view.SHOW,
    debrief=Narration(say_event),
)
