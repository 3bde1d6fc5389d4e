"""Captain Sonar at the console: a screen for each role."""

from __future__ import annotations

from collections.abc import Mapping

from klaxon.console.games.sonar import captain, debrief, engineer, radio, xo
from klaxon.console.lobby.lobby_defaults import Opening
from klaxon.console.play.seat_screen import SeatScreen

SCREENS: Mapping[str, SeatScreen] = {
    "captain": captain.SCREEN,
    "xo": xo.SCREEN,
    "engineer": engineer.SCREEN,
    "radio": radio.SCREEN,
}
RETELLING = debrief.RETELLING
OPENING = Opening(
    first=("chart", "mode"),
    last=("rules",),
    options={"trace": "recorded"},  # here a hull is traced by dial, not by word of mouth
    demo={"mode": "turns", "limit": "40"},
)
