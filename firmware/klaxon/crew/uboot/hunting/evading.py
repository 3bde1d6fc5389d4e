"""Getting away: deep, slow, away from the hunter, and round a corner while he is deaf over his own charges."""

from __future__ import annotations

from collections.abc import Iterator

from klaxon.crew.uboot.hunting.hunt_notes import HuntNotes
from klaxon.crew.uboot.hunting.plot import PlottedContact, mean_of, signed_degrees
from klaxon.crew.uboot.hunting.seeing import is_dark, visibility
from klaxon.crew.uboot.hunting.shooting import Wanted
from klaxon.rules.uboot.state import OpenBoard

ALARM = 1500
"""Seconds for which the boat is surely hunted after a sign of it."""
AT_HAND = 7000
"""Metres from a convoy within which its escorts are taken for those that only pass."""
NEAR = 6000
"""Metres from an escort at which a surfaced boat goes under by day."""
DARK_NEAR = 700
"""The same at night."""
TURN = 75
"""Degrees of a dodge."""
HOLDS = 600
"""Seconds for which a course away from a hunter is held."""
TOWARDS = 60
"""Degrees off the way away from a hunter from which on the boat turns."""


def is_escort(contact: PlottedContact) -> bool:
    """Return whether a contact is one that hunts: by its class, or by its screws."""
    return contact.klass == "escort" or (not contact.klass and contact.sound in ("fast", "turbine"))


def nearest_hunter(notes: HuntNotes) -> tuple[float, float] | None:
    """Return bearing and range of the nearest escort or aircraft on the plot."""
    found = []
    for contact in notes.plot.contacts:
        if (is_escort(contact) or contact.kind == "aircraft") and contact.fixes:
            mean = mean_of(notes.plot, contact, 1)
            if mean is not None:
                found.append((mean.metres, mean.bearing))
    return (min(found)[1], min(found)[0]) if found else None


def is_threatened(board: OpenBoard, notes: HuntNotes) -> bool:
    """Return whether the captain has to think of his own boat first.

    Escorts of a convoy that comes seem to come for the boat: with a target near he waits for a surer sign.
    """
    waters, hunter, target = board.waters, nearest_hunter(notes), notes.target
    is_sure = notes.plot.at - notes.alarm < ALARM
    if is_sure or any(contact.kind == "aircraft" for contact in notes.plot.contacts):
        return True
    is_near = target is not None and target.fleet != "" and not target.lost and target.metres < AT_HAND
    if (waters.hunted or waters.detected) and not is_near:
        return True
    near = DARK_NEAR if is_dark(board) else NEAR * visibility(board)
    return board.boat.surfaced and hunter is not None and hunter[1] < near


def evade(board: OpenBoard, notes: HuntNotes) -> Iterator[Wanted]:
    """Yield what gets the boat away, the most urgent first."""
    boat, skill = board.boat, notes.skill
    if boat.surfaced:
        yield "dive", (str(skill.deep),)
        return
    if boat.target < 1000 * skill.deep:
        yield "new_depth", (str(skill.deep),)
    if skill.creeps and boat.setting not in ("slow", "stop"):
        yield "new_speed", ("slow",)
    hunter = nearest_hunter(notes)
    if notes.attacks and skill.dodges:
        yield "new_course", (str(round(notes.plot.ordered + TURN) % 360),)
    elif hunter is not None and skill.creeps and notes.plot.at - notes.steered > HOLDS:
        away = round(hunter[0] + 180) % 360
        if abs(signed_degrees(away - notes.plot.ordered)) > TOWARDS:
            yield "new_course", (str(away),)
