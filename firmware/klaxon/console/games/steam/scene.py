"""A scene of Steam Torpedo: what the screen of a captain knows at one moment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from klaxon.console.play.seat_screen import Scene as SeatScene

Scene = SeatScene[Mapping[str, Any]]
