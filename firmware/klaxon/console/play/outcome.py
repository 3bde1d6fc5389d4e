"""The result of a game for the crew of a station, and its place on the panel: what all games share at their end."""

from __future__ import annotations

from typing import Any

from klaxon.console.drawing.fonts import BODY, LABEL, Font
from klaxon.console.play.seat_screen import Scene

CLEAR = 6
"""The row where the result begins: its letters, three rows further down, leave a dark row below a banner."""


def is_over(scene: Scene[Any]) -> bool:
    """Return whether the game has ended, by its rules or by declaration."""
    return scene.outcome is not None


def reason_font(reason: str, width: int) -> Font:
    """Return the letters in which a reason fits one line: small ones where the usual are too wide."""
    return BODY if BODY.measure(reason) <= width else LABEL


def verdict_of(scene: Scene[Any]) -> tuple[str, str]:
    """Return the result for this crew (won, lost, draw, or ended without any of these), and the reason."""
    outcome = scene.outcome or {"winner": "", "reason": ""}
    winner = outcome["winner"]
    how = "won" if winner == scene.boat else "draw" if winner == "draw" else "lost" if winner else "ended"
    return how, outcome["reason"]
