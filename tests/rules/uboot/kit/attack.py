"""A boat that attacks: at periscope depth with a ship in sight, men at periscope, TDC and tubes."""

from __future__ import annotations

from typing import Any

from tests.rules.uboot.kit.boat import Boat
from tests.rules.uboot.kit.ships import ship_row

AT_POSTS = {"captain.circle": 3, "captain.square": 3, "engineer.hexagon": 6}
AIM = "captain aim bearing=40 aob=80 side=starboard speed=9 range=1500"
"""The first vector of UBT-11, at a boat on course 290."""


def target(**facts: Any) -> dict[str, Any]:
    """Return a ship that the first vector of UBT-11 meets: 1,500 m off at 330, course 70, 9 kn."""
    return ship_row("s1", **{"bearing": 330, "range_m": 1500, "course": 70, "known": True, **facts})


def raised(*ships: dict[str, Any], rules: str = "", **setup: Any) -> Boat:
    """Return a stopped boat on course 290 with its periscope up and a ship in sight (`c1`)."""
    placed = {"surfaced": False, "depth": 10, "course": 290, "figures": AT_POSTS, "weather": "clear", "sea": 2}
    boat = Boat(SHIPS=list(ships) or [target()], rules=f"patience=0 {rules}", **{**placed, **setup})
    boat.play("captain periscope", "captain assign circle")
    return boat


def laid(*ships: dict[str, Any], aim: str = AIM, **setup: Any) -> Boat:
    """Return such a boat with its TDC laid on the ship, and data entered unless `aim` is ''."""
    boat = raised(*ships, **setup)
    boat.play("captain tdc c1", "captain assign square", *([aim] if aim else []))
    return boat


SURE = "duds=off torpedo_depth=off"
"""Options with which nothing is left to chance but the sea."""


def flooded(kind: str = "g7e") -> dict[str, Any]:
    """Return all five tubes flooded, as a file stages them."""
    return {str(tube): {"torpedo": kind, "flooded": True} for tube in range(1, 6)}


def aimed(*ships: dict[str, Any], aim: str = f"{AIM} torpedo=30", rules: str = SURE, **setup: Any) -> Boat:
    """Return a boat that can launch: five flooded tubes, a solution at 30 knots."""
    return laid(*ships, aim=aim, rules=rules, **{"tubes": flooded(), **setup})
