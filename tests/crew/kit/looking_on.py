"""A match with somebody who looks on."""

from __future__ import annotations

from typing import Any

from klaxon.rules.sonar.setting import BOATS


def look_on(state: Any, notes: dict[Any, Any]) -> None:
    """Check what the seats make of what they hear: the truth is always among what they think possible."""
    if min(boat.at for boat in state.boats) < 0:
        return
    for seat, noted in notes.items():
        me = BOATS.index(seat.partition(".")[0])
        assert noted.enemy_points >> state.boats[1 - me].at & 1, f"{seat} lost the enemy"
        assert noted.shadow >> state.boats[me].at & 1, f"{seat} thinks too much of its shadow"
        assert noted.panel == state.boats[me].panel, f"{seat} misread the panel"
