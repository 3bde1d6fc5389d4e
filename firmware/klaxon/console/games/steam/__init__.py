"""Steam Torpedo at the console: the pages of a captain, on one panel or on several."""

from __future__ import annotations

from klaxon.console.games import GameScreens
from klaxon.console.lobby.lobby_defaults import LobbyDefaults

GAME = GameScreens(
    roles={"captain": f"{__name__}.captain:SCREEN"},
    shared={"captain": f"{__name__}.captain:SHARED"},  # both captains at one console
    lobby=LobbyDefaults(
        first=("setup",),
        first_game={"cards": "first-mission", "setup": "ready", "first": "red"},
        first_crews=("one",),
    ),
    onlookers=f"{__name__}.onlooker_view:SHOW",
    debrief=f"{__name__}.debrief:RETELLING",
)
