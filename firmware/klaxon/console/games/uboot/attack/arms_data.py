"""The arms of the boat as a view brings them: tubes, reserve, shells, and what the TDC shows (UBT-12.17b)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from klaxon.rules.uboot.sea.attack.records import (
    RESERVE,
    SHELLS,
    AimedSolution,
    Armament,
    StoredTorpedoes,
    TubeState,
)
from klaxon.rules.uboot.sea.attack.tdc import AimData
from klaxon.rules.uboot.words import TUBES


def read_arms(data: Mapping[str, Any]) -> Armament:
    """Return the arms that a view shows; a boat without any, where it shows none."""
    tubes, reserve, solution = data.get("tubes", {}), data.get("reserve", {}), data.get("solution")
    return Armament(
        tuple(_read_tube(tubes.get(str(number), {})) for number in TUBES),
        tuple(StoredTorpedoes(**reserve.get(place, {})) for place in RESERVE),
        data.get("shells", SHELLS),
        _read_solution(solution) if solution else None,
    )


def _read_tube(data: Mapping[str, Any]) -> TubeState:
    return TubeState(data.get("state", TubeState().state), data.get("torpedo", ""), data.get("due", 0))


def _read_solution(data: Mapping[str, Any]) -> AimedSolution:
    facts = {name: data[name] for name in AimedSolution._fields if name in data and name != "aim"}
    return AimedSolution(aim=AimData(**data["aim"]), **facts)
