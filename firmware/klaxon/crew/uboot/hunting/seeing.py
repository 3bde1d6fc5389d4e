"""How far ships are seen: by the light and the weather that the view tells."""

from __future__ import annotations

from klaxon.rules.uboot.sea.light import light_at, minute_of
from klaxon.rules.uboot.state import OpenBoard

_LIGHT = {"day": 1.0, "twilight": 0.46, "moon": 0.33, "dark": 0.21}
_WEATHER = {"clear": 1.0, "cloudy": 0.79, "overcast": 0.57, "rain": 0.21, "fog": 0.05}
LATITUDE = 56
"""Degrees north of the middle of the sea: elsewhere the sun sets somewhat earlier or later."""
DARK = 0.25
"""Of the sight of a clear day: with less a boat on the surface is hard to see."""


def visibility(board: OpenBoard) -> float:
    """Return how far one sees, as a share of a clear day."""
    return _LIGHT[board.waters.light] * _WEATHER[board.waters.weather]


def is_dark(board: OpenBoard) -> bool:
    """Return whether a boat on the surface is hard to see."""
    return visibility(board) < DARK


def hours_to_night(board: OpenBoard, game: float) -> float:
    """Return in how many hours the sun is down, as every navigator knows it; 0 while it is."""
    minute = minute_of(board.briefing.date, round(1000 * game))
    steps = (step for step in range(48) if light_at(minute + 30 * step, LATITUDE) != "day")
    return next(steps, 48) / 2
