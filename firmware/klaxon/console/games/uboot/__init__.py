"""U-BOOT at the console: four roles of one boat."""

from __future__ import annotations

from klaxon.console.games import GameScreens
from klaxon.console.lobby.lobby_defaults import LobbyDefaults

GAME = GameScreens(lobby=LobbyDefaults(first=("mission",)))
