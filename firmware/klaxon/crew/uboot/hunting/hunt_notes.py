"""What a seat remembers of a hunt beside its plot: charges that fell, torpedoes that ran, changes of positions."""

from __future__ import annotations

from typing import NamedTuple

from klaxon.crew.uboot.hunting.hunt_skills import HuntSkill
from klaxon.crew.uboot.hunting.means import Mean
from klaxon.crew.uboot.hunting.plot import ContactPlot
from klaxon.crew.understudy import Heard

PAST = -10_000.0
"""Game time of what has not happened."""


class HuntNotes(NamedTuple):
    """The notes of a hunt."""

    skill: HuntSkill = HuntSkill()
    plot: ContactPlot = ContactPlot()
    target: Mean | None = None
    """What the captain goes for, as of the last view."""
    sails: bool = False
    """Whether the boat is on its way over the chart."""
    alarm: float = -10_000
    """Game time of the plot when the boat was shot at, or a ping was strong."""
    is_pinged: bool = False
    """Whether the last ping was strong."""
    run_in: float = PAST
    """Game time of the plot when strong pings broke off: he who sent them runs in, deaf, to drop his charges."""
    shot_at: tuple[str, ...] = ()
    """The contacts at which torpedoes are running."""
    sunk: frozenset[str] = frozenset()
    steered: float = -10_000
    """Game time of the plot, in seconds, when a course was ordered last."""
    fired: float = -10_000
    """Game time of the plot when a torpedo was launched last."""
    laid_on: str = ""
    """The contact for which the TDC was laid last."""
    aimed: float = -1000
    """Game time of the plot by which the TDC was laid last."""
    lengths: tuple[tuple[str, int], ...] = ()
    """Contact -> how long the ship is, where it was identified."""
    moved: frozenset[str] = frozenset()
    """Orders for which positions were changed and that were not given since."""


def hear_hunt(notes: HuntNotes, heard: Heard) -> HuntNotes:
    """Return the notes after one more event."""
    match heard["type"]:
        case "attack":
            return notes._replace(alarm=notes.plot.at, run_in=PAST)
        case "ping" if heard["strength"] == "strong":
            return notes._replace(alarm=notes.plot.at, is_pinged=True)
        case "ping":
            return notes._replace(is_pinged=False, run_in=notes.plot.at if notes.is_pinged else notes.run_in)
        case "ordered" if heard["order"] == "new_course":
            return notes._replace(run_in=PAST, steered=notes.plot.at, moved=notes.moved - {"new_course"})
        case "positions" if heard.get("for"):
            return notes._replace(moved=notes.moved | {heard["for"]})
        case "ordered":
            return notes._replace(moved=notes.moved - {heard["order"]})
        case "solution":
            return notes._replace(aimed=notes.plot.at, laid_on=str(heard["contact"]))
        case "identified" if "length" in heard:
            others = [each for each in notes.lengths if each[0] != heard["contact"]]
            return notes._replace(lengths=(*others, (str(heard["contact"]), int(heard["length"]))))
        case "bell":
            return notes._replace(moved=frozenset())
        case "launched":
            return notes._replace(shot_at=(*notes.shot_at, notes.laid_on), fired=notes.plot.at)
        case "torpedo":
            plot = notes.plot.with_hit(str(heard.get("contact", ""))) if heard["result"] == "hit" else notes.plot
            return notes._replace(shot_at=notes.shot_at[1:], plot=plot)
        case "sunk":
            return notes._replace(sunk=notes.sunk | {str(heard.get("contact", ""))})
    return notes
