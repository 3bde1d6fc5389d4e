"""Getting away: deep, and fast, for what is aimed at a boat that runs falls wide of it; orders are kept for repairs.

Each turn of a dodge costs an order, and a hunter comes back for hours: turns that morale pays for lose the boat.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from klaxon.crew.uboot.hunting.hunt_notes import HuntNotes
from klaxon.crew.uboot.hunting.means import Mean, mean_of
from klaxon.crew.uboot.hunting.plot import PlottedContact
from klaxon.crew.uboot.hunting.seeing import is_dark, visibility
from klaxon.crew.uboot.hunting.shooting import Wanted
from klaxon.rules.uboot.state import OpenBoard

ALARM = 1500
"""Seconds for which the boat is surely hunted after a sign of it."""
AHEAD = 70
"""Degrees on the bow of a convoy within which a boat that goes under by day waits for it there."""
AT_HAND = 15_000
"""Metres from a convoy within which its escorts are taken for those that only pass."""
NEAR, NEAR_COMING = 5500, 9000
"""Metres from an escort at which a surfaced boat goes under on a clear day, and from one that comes for it."""
DARK_NEAR, DARK_COMING = 1300, 2600
"""The same at night."""
COMING = 30
"""Degrees on the bow of an escort within which it comes for the boat."""
QUICK, QUICKER = 115, 30
"""Tenths of knots of a ship that nobody has identified and that may hunt, and by how much it outruns a fleet."""
TURN = 90
"""Degrees of a dodge."""
SPENT, RESTED = 400_000, 550_000
"""Parts of a million of the battery down to which a hunted boat goes at full speed, and with which it begins to."""
RUN_IN = 60
"""Seconds after strong pings broke off for which it is worth while to turn: charges come in two minutes at most."""


class NearHunter(NamedTuple):
    """An escort or an aircraft on the plot."""

    metres: float
    bearing: float
    comes: bool
    """Whether its bow points at the boat."""


def is_escort(contact: PlottedContact) -> bool:
    """Return whether a contact is one that hunts: by its class, or by its screws."""
    return contact.klass == "escort" or (not contact.klass and contact.sound in ("fast", "turbine"))


def is_quick(contact: PlottedContact, fleet: Mean | None) -> bool:
    """Return whether a ship that nobody has identified is faster than merchants, or than the fleet it sails in."""
    speeds = [fix.speed for fix in contact.fixes[-3:] if fix.speed is not None]
    if contact.klass or contact.kind != "ship" or not speeds:
        return False
    mean = sum(speeds) / len(speeds)
    return mean > QUICK if fleet is None or not contact.group else mean > fleet.speed + QUICKER


def nearest_hunter(notes: HuntNotes) -> NearHunter | None:
    """Return the nearest escort or aircraft on the plot."""
    found = []
    for contact in notes.plot.contacts:
        is_danger = is_escort(contact) or contact.kind == "aircraft" or is_quick(contact, notes.target)
        mean = mean_of(notes.plot, contact, 2) if is_danger and contact.fixes else None
        if mean is not None:
            found.append(NearHunter(mean.metres, mean.bearing, abs(mean.angle) < COMING))
    return min(found, default=None)


def is_threatened(board: OpenBoard, notes: HuntNotes) -> bool:
    """Return whether the captain has to think of his own boat first.

    Escorts of a convoy that comes seem to come for the boat: with a target near he waits for a surer sign.
    """
    waters, target = board.waters, notes.target
    is_sure = notes.plot.at - notes.alarm < ALARM
    if is_sure or any(contact.kind == "aircraft" for contact in notes.plot.contacts):
        return True
    is_near = target is not None and target.fleet != "" and target.metres < AT_HAND
    if (waters.hunted or waters.detected) and not is_near:
        return True
    comes = target is not None and target.fleet != "" and abs(target.angle) < AHEAD and board.waters.light == "day"
    return is_too_near(board, notes) and not comes


def is_too_near(board: OpenBoard, notes: HuntNotes) -> bool:
    """Return whether an escort is so near that a surfaced boat goes under."""
    hunter = nearest_hunter(notes)
    return board.boat.surfaced and hunter is not None and hunter.metres < _too_near(board, hunter)


def _too_near(board: OpenBoard, hunter: NearHunter) -> float:
    """Return from how many metres on a surfaced boat goes under for an escort."""
    if is_dark(board):
        return DARK_COMING if hunter.comes else DARK_NEAR
    return max(DARK_NEAR, (NEAR_COMING if hunter.comes else NEAR) * visibility(board))


def evade(board: OpenBoard, notes: HuntNotes) -> Iterator[Wanted]:
    """Yield what gets the boat away, the most urgent first."""
    boat, skill = board.boat, notes.skill
    if boat.surfaced:
        yield "dive", (str(skill.deep),)
        return
    if boat.target < 1000 * skill.deep:
        yield "new_depth", (str(skill.deep),)
    if skill.sprints and boat.setting != (setting := _setting(board)):
        yield "new_speed", (setting,)
    if skill.dodges and notes.plot.at - notes.run_in < RUN_IN:
        yield "new_course", (str(round(notes.plot.ordered + TURN) % 360),)


def _setting(board: OpenBoard) -> str:
    """Return how fast a hunted boat goes: at full speed charges fall astern, as long as the battery lasts."""
    if board.boat.setting == "full":
        return "full" if board.boat.battery > SPENT else "half"
    return "full" if board.boat.battery > RESTED else "half"
