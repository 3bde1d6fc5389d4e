"""Steam Torpedo: its understudies."""

from __future__ import annotations

from klaxon.crew import CrewOf

CREW = CrewOf(
    "klaxon.crew.steam.understudy:SteamUnderstudy",
    tally="klaxon.crew.steam.tally:tally",
    turnabout="klaxon.crew.steam.turnabout:turnabout",
)
