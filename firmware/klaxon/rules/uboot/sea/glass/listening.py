"""What the hydrophone brings to the ear: the level of sounds round the wheel, screws and their turns (UBT-8.4d, e)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any, NamedTuple

from klaxon.rules.uboot.sea.numbers import CIRCLE, DEGREE, HALF, signed_angle

LINE = 128
LOUDEST = 9
BLIND = 20 * DEGREE
"""Either side of bow and stern nothing is heard."""
SHARP, BLURRED = DEGREE, 4 * DEGREE
"""How exactly a sound bears: on the beam, and at the edge of the blind arcs."""
BLURS = 3
"""A sound is gone so many times its blur aside."""
SPANS = {"360": CIRCLE, "30": 30 * DEGREE}


class HeardSound(NamedTuple):
    """A sound in contact: its bearing relative to the bow (hundredths of a degree), how loud it is, what makes it."""

    contact: str
    bearing: int
    level: int
    """1 to 9."""
    screw: str = ""
    turns: int = 0
    """Turns of the screw a minute."""
    wide: int = 0
    """Hundredths of a degree to either side from which it comes alike: a convoy is no point."""


def level_of(distance: int, reach: int) -> int:
    """Return how loud a sound is at a distance, if it can be heard from as far as `reach`; 0 beyond."""
    if distance >= reach:
        return 0
    return 1 + LOUDEST * (reach * reach - distance * distance) // (reach * reach + 1)


def is_blind(bearing: int) -> bool:
    """Return whether the hydrophone hears nothing on a bearing relative to the bow."""
    off = abs(signed_angle(bearing))
    return off < BLIND or off > HALF - BLIND


def blur_of(bearing: int) -> int:
    """Return how far to either side a sound is smeared: 1 degree on the beam, 4 degrees near the blind arcs."""
    from_beam = abs(abs(signed_angle(bearing)) - HALF // 2)
    most = HALF // 2 - BLIND
    return SHARP + (BLURRED - SHARP) * min(from_beam, most) // most


def heard_at(bearing: int, sound: HeardSound) -> int:
    """Return how loud a sound is where the wheel points: it fades evenly, and is gone three times its blur aside.

    How far aside it can be heard does not depend on how loud it is: so a wheel that is turned never jumps over a faint
    one, and who has found where it begins or ends knows where it bears.
    """
    if is_blind(bearing):
        return 0
    aside = max(0, abs(signed_angle(bearing - sound.bearing)) - sound.wide)
    reach = BLURS * blur_of(sound.bearing)
    return max(0, -(-sound.level * (reach - aside) // reach))


def sound_of(wheel: int, span: str, sounds: Iterable[HeardSound]) -> dict[str, Any]:
    """Return what is heard with the wheel at a bearing (whole degrees), and all round or 15 degrees to either side."""
    heard = [sound for sound in sounds if not is_blind(sound.bearing)]
    here = DEGREE * wheel
    loudest = max(heard, key=lambda sound: (heard_at(here, sound), sound.contact), default=None)
    level = heard_at(here, loudest) if loudest else 0
    return {
        "bearing": wheel,
        "span": int(span),
        "level": level,
        "screw": loudest.screw if loudest and level else "",
        "turns": loudest.turns if loudest and level else 0,
        "line": [_level_in(first, last, heard) for first, last in _columns(here, SPANS[span])],
    }


def _columns(wheel: int, span: int) -> list[tuple[int, int]]:
    """Return the bearings at which each column of the line begins and ends; all round it begins ahead."""
    left = wheel - span // 2 if span < CIRCLE else 0
    edges = [left + span * number // LINE for number in range(LINE + 1)]
    return list(pairwise(edges))


def _level_in(first: int, last: int, sounds: Iterable[HeardSound]) -> int:
    """Return the loudest of a column: at the sound itself where it bears in it, else at the nearer edge."""
    level = 0
    for sound in sounds:
        nearest = first + min(max(signed_angle(sound.bearing - first), 0), last - first - 1)
        if abs(signed_angle(sound.bearing - first)) > HALF // 2:
            continue
        level = max(level, heard_at(nearest, sound))
    return level
