"""Getting away: deep, and round a corner while the hunter runs in to drop his charges, deaf.

An echo gives him course and speed: a boat that creeps is hit where it was aimed at, so it keeps its way on.
"""

from __future__ import annotations

from collections.abc import Iterator

from klaxon.crew.uboot.hunting.hunt_notes import HuntNotes
from klaxon.crew.uboot.hunting.means import mean_of
from klaxon.crew.uboot.hunting.plot import PlottedContact
from klaxon.crew.uboot.hunting.seeing import is_dark, visibility
from klaxon.crew.uboot.hunting.shooting import Wanted
from klaxon.rules.uboot.state import OpenBoard

ALARM = 1500
"""Seconds for which the boat is surely hunted after a sign of it."""
AT_HAND = 13_000
"""Metres from a convoy within which its escorts are taken for those that only pass."""
NEAR = 6000
"""Metres from an escort at which a surfaced boat goes under by day."""
DARK_NEAR = 700
"""The same at night."""
TURN = 90
"""Degrees of a dodge."""
RUN_IN = 60
"""Seconds after strong pings broke off for which it is worth while to turn: charges come in two minutes at most."""


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
    if skill.dodges and boat.setting == "full":
        yield "new_speed", ("half",)
    if skill.dodges and notes.plot.at - notes.run_in < RUN_IN:
        yield "new_course", (str(round(notes.plot.ordered + TURN) % 360),)
