"""How torpedoes are stowed before the mission begins (UBT-5#52, UBT-8.5a)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from klaxon.rules.uboot.content.mission import Mission
from klaxon.rules.uboot.content.mission_shape import STORES
from klaxon.rules.uboot.sea.attack.records import EMPTY, FLOODED, LOADED, Armament, StoredTorpedoes, TubeState
from klaxon.rules.uboot.sea.attack.torpedo_types import G7A, G7E, TORPEDO_TYPES
from klaxon.rules.uboot.words import TUBES

_USUAL = (8, 6)


def armament_of(mission: Mission) -> Armament:
    """Return the arms of the boat: as they are stowed by rule, but for what the set-up names (UBT-12.20a)."""
    arms = stow(mission.torpedoes[G7A], mission.torpedoes[G7E])
    for number, told in mission.setup.get("tubes", {}).items():
        arms = arms.with_tube(number, _staged(arms.tube(number), told))
    for store, told in mission.setup.get("reserve", {}).items():
        for kind in TORPEDO_TYPES:
            arms = arms.with_stored(store, kind, told.get(kind, 0) - arms.count_in(store, kind))
    return arms


def _staged(tube: TubeState, told: Mapping[str, Any]) -> TubeState:
    torpedo = str(told.get("torpedo", tube.torpedo))
    if not torpedo:
        return TubeState(EMPTY)
    return TubeState(FLOODED if told.get("flooded") else LOADED, torpedo)


def stow(g7a: int, g7e: int) -> Armament:
    """Return so many torpedoes stowed: 8 and 6 as usual; else g7a first into tubes 1 to 4, g7e first into 5."""
    left = {G7A: g7a, G7E: g7e}
    first = {1: G7A, 2: G7A, 3: G7A, 4: G7A, 5: G7E}
    if (g7a, g7e) == _USUAL:
        first |= {3: G7E, 4: G7E}
    filled = {tube: _take(left, first[tube]) if left[first[tube]] else "" for tube in TUBES}
    filled = {tube: found or _take(left, first[tube]) for tube, found in filled.items()}
    tubes = tuple(TubeState(LOADED, filled[tube]) if filled[tube] else TubeState() for tube in TUBES)
    bow = min(STORES["bow"], sum(left.values()))
    stern = min(STORES["stern"], sum(left.values()) - bow)
    deck = sum(left.values()) - bow - stern
    in_stern, in_deck, in_bow = _fill(left, G7E, stern), _fill(left, G7A, deck), _fill(left, G7A, bow)
    return Armament(tubes, (in_bow, in_stern, in_deck))


def _take(left: dict[str, int], kind: str) -> str:
    """Take a torpedo of a type, of the other where there is none; '' where there is none at all."""
    other = G7E if kind == G7A else G7A
    found = kind if left[kind] else other if left[other] else ""
    if found:
        left[found] -= 1
    return found


def _fill(left: dict[str, int], kind: str, count: int) -> StoredTorpedoes:
    found = [_take(left, kind) for _ in range(count)]
    return StoredTorpedoes(found.count(G7A), found.count(G7E))
