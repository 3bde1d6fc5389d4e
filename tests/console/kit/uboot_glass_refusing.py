"""Refusals of the open views: periscope, closing, identification."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.rules.uboot.kit.boat import Boat


def _submerged(**setup: Any) -> Boat:
    return Boat(surfaced=False, speed="slow", figures={"captain.circle": 3}, **{"depth": 10, **setup})


def _raised() -> Boat:
    boat = _submerged()
    boat.play("captain periscope", "captain assign circle")
    return boat


GLASS: dict[str, tuple[str, str, Callable[[], Boat]]] = {
    "too-deep": ("submerged at 40 m", "captain periscope", lambda: _submerged(depth=40)),
    "too-fast": (
        "at 10 m and full speed",
        "captain periscope",
        lambda: Boat(surfaced=False, depth=10, speed="full"),
    ),
    "not-open": ("the periscope is up", "captain close hydrophone", _raised),
    "no-view": ("submerged, the periscope is down", "first_officer identify c1", _submerged),
    "no-contact": ("the periscope is up, nothing in sight", "first_officer identify c1", _raised),
}
"""Code -> what is so aboard, the line, and the boat."""
