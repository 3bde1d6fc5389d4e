"""U-BOOT at the console: a screen for each role of one boat."""

from __future__ import annotations

from klaxon.console.games import GameScreens
from klaxon.console.lobby.lobby_defaults import LobbyDefaults

GAME = GameScreens(
    roles={
        "captain": f"{__name__}.captain:SCREEN",
        "first_officer": f"{__name__}.xo:SCREEN",
        "navigator": f"{__name__}.chart.navigator:SCREEN",
        "engineer": f"{__name__}.boat.engineer:SCREEN",
    },
    lobby=LobbyDefaults(
        first=("mission", "mode"),
        last=("captain", "first_officer", "navigator", "engineer"),
        first_game={"mission": "first-patrol"},
        first_crews=("captain", "all"),
        notes=f"{__name__}.options.notes:tell_option",
        matters=f"{__name__}.options.use:does_matter",
    ),
    onlookers=f"{__name__}.onlooker_view:SHOW",
    debrief=f"{__name__}.debrief:RETELLING",
    logbook=f"{__name__}.logbook.patrol_log:make_logbook",
)
