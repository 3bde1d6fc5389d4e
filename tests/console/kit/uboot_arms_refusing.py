"""Refusals of tubes, TDC and guns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.rules.uboot.kit.attack import laid
from tests.rules.uboot.kit.boat import Boat
from tests.rules.uboot.kit.guns import gun_boat, unarmed

_LOADERS = {"captain.square": 1, "captain.triangle": 1, "captain.hexagon": 1}


def _boat(**setup: Any) -> Boat:
    return Boat(**{"figures": _LOADERS, "tubes": {"1": {"torpedo": ""}, "2": {"torpedo": ""}}, **setup})


def _loading() -> Boat:
    boat = _boat()
    boat.play("captain reload 1", "captain assign")
    return boat


def _laid(aim: str = "", **setup: Any) -> Boat:
    boat = laid(**setup)
    if aim:
        boat.give(f"captain aim {aim}")
    return boat


def _no_shells() -> Boat:
    boat = gun_boat(unarmed())
    board = boat.state.board.copy()
    board.arms = board.arms._replace(shells=0)
    return boat.lay(board)


AT_40 = "bearing=40 aob=80 side=starboard speed=9 range=1500 torpedo=40"
_WET = {"1": {"torpedo": "g7e", "flooded": True}}
ARMS: dict[str, tuple[str, str, Callable[[], Boat]]] = {
    "tube-empty": ("tubes 1 and 2 are empty", "captain flood_tubes 1", _boat),
    "tube-loaded": ("tubes 1 and 2 are empty", "captain reload 3", _boat),
    "tube-flooded": (
        "tube 3 is flooded",
        "captain flood_tubes 3",
        lambda: _boat(tubes={"3": {"torpedo": "g7e", "flooded": True}}),
    ),
    "tube-loading": ("tube 1 is being loaded", "captain reload 2", _loading),
    "tube-dry": ("the TDC has a solution, all tubes are dry", "captain launch 1", _laid),
    "wrong-torpedo": (
        "a G7e in tube 1, 40 knots entered",
        "captain launch 1",
        lambda: _laid(AT_40, tubes=_WET),
    ),
    "no-solution": (
        "the target lies astern, tube 1 is flooded",
        "captain launch 1",
        lambda: _laid("bearing=180 aob=0 side=port speed=5 range=1000 torpedo=30", tubes=_WET),
    ),
    "no-torpedo": (
        "tube 1 is empty, and so is the reserve",
        "captain reload 1",
        lambda: _boat(reserve={"bow": {}, "deck": {}}),
    ),
    "sea-too-high": (
        "the only torpedoes left lie under the deck, sea 5",
        "captain reload 1",
        lambda: _boat(reserve={"bow": {}}, sea=5),
    ),
    "no-shells": ("a ship is in sight, and no shell is left", "captain gun88 c1", _no_shells),
    "no-target": ("neither an aircraft nor a ship near by", "captain aa20", gun_boat),
}
"""Code -> what is so aboard, the line, and the boat."""
