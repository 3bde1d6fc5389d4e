"""What the hunters believe, for the umpire and the debrief: where they think the boat is, and what each does."""

from __future__ import annotations

from math import isqrt
from typing import Any

from klaxon.rules.uboot.sea.hunt.records import GroupHunt
from klaxon.rules.uboot.sea.numbers import METRE, bearing, divide
from klaxon.rules.uboot.sea.own_boat.way import leg_at
from klaxon.rules.uboot.sea.truth import SeaTruth

SECOND = 1000


def hunts_at(sea: SeaTruth, game: int) -> list[dict[str, Any]]:
    """Return every hunt at a game time: the datum as it lies from the boat, how it was had, what each hunter does."""
    if not sea.way:
        return []
    x, y = leg_at(sea.way, game).place(game)
    return [_show_hunt(sea, hunt, hunt.datum.x - x, hunt.datum.y - y, game) for hunt in sea.hunt.hunts]


def _show_hunt(sea: SeaTruth, hunt: GroupHunt, east: int, north: int, game: int) -> dict[str, Any]:
    ships = sea.traffic.ships
    return {
        "group": sea.traffic.groups[hunt.group].name,
        "bearing": divide(bearing(east, north), 10) % 3600,
        "range_m": isqrt(east * east + north * north) // METRE,
        "age_s": (game - hunt.datum.at) // SECOND,
        "how": hunt.datum.how,
        "by": hunt.datum.by,
        "hunters": {ships[hunter.number].name: hunter.state for hunter in hunt.hunters},
    }
