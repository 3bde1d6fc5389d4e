"""Captain Sonar at the console: a screen for each role."""

from __future__ import annotations

from klaxon.console.games import GameScreens
from klaxon.console.games.sonar import captain, debrief, engineer, onlooker_view, radio, xo
from klaxon.console.lobby.lobby_defaults import LobbyDefaults

GAME = GameScreens(
    roles={
        "captain": captain.CaptainScreen(),
        "xo": xo.XoScreen(),
        "engineer": engineer.EngineerScreen(),
        "radio": radio.RadioScreen(),
    },
    lobby=LobbyDefaults(
        first=("chart", "mode"),
        last=("rules",),
        options={"trace": "recorded"},  # here a hull is traced by dial, not by word of mouth
        demo={"mode": "turns", "limit": "40"},
    ),
    onlookers=onlooker_view.SHOW,
    debrief=debrief.RETELLING,
)
