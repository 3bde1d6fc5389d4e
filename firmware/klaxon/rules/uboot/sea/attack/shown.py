"""Torpedoes as they are shown: to the umpire as they are, in a glass what can be seen of them (UBT-12.17a, d)."""

from __future__ import annotations

from typing import Any

from klaxon.rules.uboot.sea.attack.records import RunningTorpedo, SeaAttack
from klaxon.rules.uboot.sea.attack.torpedo_types import TABLE
from klaxon.rules.uboot.sea.glass.optics import SightedFlash, SightedTrack
from klaxon.rules.uboot.sea.legs import SeaLeg
from klaxon.rules.uboot.sea.numbers import CIRCLE, NM, divide

FLASH = 4_000
"""So long (game milliseconds) an explosion is seen."""
FLASH_SEEN = 10 * NM
FIRST_SEEN = 3_000
"""A track comes up so long after its torpedo has begun to run straight: not under the glass itself."""


def torpedoes_of(attack: SeaAttack) -> dict[str, Any]:
    """Return every torpedo that was launched: where it runs, how deep, and what has become of it."""
    spent = {str(number): {"tube": tube, "state": "spent", "fate": fate} for number, tube, fate in attack.fates}
    return {**spent, **{str(each.number): _running(each) for each in attack.running}}


def _running(torpedo: RunningTorpedo) -> dict[str, Any]:
    return {
        "tube": torpedo.tube,
        "state": "spent" if torpedo.is_over else "runs",
        "fate": torpedo.fate,
        "torpedo": torpedo.kind,
        "course": divide(torpedo.course, 10) % (CIRCLE // 10),
        "depth_dm": torpedo.depth // 100,
    }


def tracks_seen(attack: SeaAttack, own: SeaLeg, light: str, game: int) -> list[SightedTrack]:
    """Return the tracks of the torpedoes that have one, by day: from where each began to run to where it is."""
    if light != "day":
        return []
    x, y = own.place(game)
    found = []
    for torpedo in attack.running:
        begin = torpedo.leg.start + FIRST_SEEN
        if TABLE[torpedo.kind].wake and not torpedo.is_over and begin < game:
            (from_x, from_y), (to_x, to_y) = torpedo.leg.place(begin), torpedo.leg.place(game)
            found.append(SightedTrack(from_x - x, from_y - y, to_x - x, to_y - y))
    return found


def flashes_seen(attack: SeaAttack, own: SeaLeg, game: int) -> list[SightedFlash]:
    """Return the explosions of the last seconds, within ten miles."""
    own_x, own_y = own.place(game)
    near = [(x - own_x, y - own_y) for at, x, y in attack.flashes if at <= game < at + FLASH]
    return [SightedFlash(x, y, "hit") for x, y in near if x * x + y * y <= FLASH_SEEN**2]
