"""How a game came out for the crew of a station, and where its panel says so: what all games share at their end."""

from __future__ import annotations

from typing import Any

from klaxon.console.play.seat_screen import Scene

CLEAR = 6
"""The row where the verdict begins: its letters, three rows further down, leave a dark row below a banner."""


def is_over(scene: Scene[Any]) -> bool:
    """Return whether the game has ended, by its rules or by word of mouth."""
    return scene.outcome is not None


def verdict_of(scene: Scene[Any]) -> tuple[str, str]:
    """Return how the game ended for this crew (won, lost, draw, or ended without any of these), and the reason."""
    outcome = scene.outcome or {"winner": "", "reason": ""}
    winner = outcome["winner"]
    how = "won" if winner == scene.boat else "draw" if winner == "draw" else "lost" if winner else "ended"
    return how, outcome["reason"]
