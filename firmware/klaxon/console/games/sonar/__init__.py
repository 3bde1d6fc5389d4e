"""Captain Sonar at the console: a screen for each role."""

from __future__ import annotations

from klaxon.console.games import GameScreens
from klaxon.console.lobby.lobby_defaults import LobbyDefaults

GAME = GameScreens(
    roles={role: f"{__name__}.{role}:SCREEN" for role in ("captain", "xo", "engineer", "radio")},
    lobby=LobbyDefaults(
        first=("chart", "mode"),
        last=("rules",),
        options={"trace": "recorded"},  # here a hull is traced by dial, not by word of mouth
        first_game={"chart": "first-mission", "mode": "turns", "first": "red"},
        first_crews=("captain", "all"),
        matters=f"{__name__}.option_use:does_matter",
        demo={"mode": "turns", "limit": "40"},
    ),
    onlookers=f"{__name__}.onlooker_view:SHOW",
    debrief=f"{__name__}.debrief:RETELLING",
)
