"""What the captain goes for: the nearest merchant that comes nearer, or a convoy as a whole."""

from __future__ import annotations

from klaxon.crew.uboot.hunting.evading import is_escort, is_quick
from klaxon.crew.uboot.hunting.hunt_notes import HuntNotes
from klaxon.crew.uboot.hunting.means import Mean, mean_of
from klaxon.crew.uboot.hunting.plot import PlottedContact

GONE, BEHIND = 115, 75
"""Degrees on the bow from which on a target gets away from a boat under water, and has fallen behind one above it."""
FORGOTTEN, FORGOTTEN_FLEET, FORGOTTEN_NEAR = 60_000, 150_000, 5000
"""Metres from a ship and from a convoy that was lost beyond which nobody looks for it, and within which a ship should
have been found.
"""


def is_prey(contact: PlottedContact, notes: HuntNotes) -> bool:
    """Return whether a contact is a ship worth a torpedo, as far as the crew knows."""
    if contact.kind not in ("ship", "sound", "group") or contact.name in notes.sunk:
        return False
    if is_escort(contact) or (notes.skill.waits_to_know and is_quick(contact, None)):
        return False
    return contact.klass in ("", "merchant", "group")


def choose_target(notes: HuntNotes) -> Mean | None:
    """Return the target: the nearest that comes nearer, a single ship before the group it belongs to."""
    found = []
    before = notes.target.name if notes.target is not None else ""
    for contact in notes.plot.contacts:
        is_wanted = is_prey(contact, notes) and not _is_in_columns(contact, notes)
        mean = mean_of(notes.plot, contact, notes.skill.tracks, whole=True) if is_wanted else None
        if mean is not None and not (mean.lost and _is_forgotten(mean)):
            late, is_shot_at = abs(mean.angle) > GONE, contact.name in notes.shot_at
            rank = (mean.lost, late, is_shot_at, contact.kind == "group", contact.name != before, mean.metres)
            found.append((rank, mean))
    return min(found)[1] if found else None


def _is_forgotten(mean: Mean) -> bool:
    """Return whether nobody looks for a contact that was lost any more."""
    far = FORGOTTEN_FLEET if mean.name == mean.fleet else FORGOTTEN
    return not FORGOTTEN_NEAR < mean.metres < far


def _is_in_columns(contact: PlottedContact, notes: HuntNotes) -> bool:
    """Return whether a contact is a ship of a convoy that is attacked as a whole: one that lags is not."""
    is_known = any(each.name == contact.group for each in notes.plot.contacts)
    return notes.skill.flanks and is_known and not contact.hurt


def is_gone(target: Mean, near: float) -> bool:
    """Return whether a boat under water cannot come near a target any more that is not within so many metres."""
    if target.lost:
        return abs(target.angle) > BEHIND
    return abs(target.angle) > GONE and target.metres > near
