"""Steam Torpedo at the console: the pages of a captain, on one panel or on several."""

from __future__ import annotations

from collections.abc import Mapping

from klaxon.console.scene import SeatScreen
from klaxon.console.steam import captain

SCREENS: Mapping[str, SeatScreen] = {"captain": captain.SCREEN}
SHARED: Mapping[str, SeatScreen] = {"captain": captain.SHARED}
"""Where both captains sit at one console."""
