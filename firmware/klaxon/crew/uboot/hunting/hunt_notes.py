"""What a seat remembers of a hunt beside its plot: charges that fell, torpedoes that ran, changes of positions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from klaxon.crew.uboot.hunting.hunt_skills import HuntSkill
from klaxon.crew.uboot.hunting.means import Mean
from klaxon.crew.uboot.hunting.plot import ContactPlot
from klaxon.crew.understudy import Heard

HITS_A_METRE = 0.085
"""Shells that sink an unarmed ship, for each metre of it."""
SHALLOW = 20
"""Metres down to which a boat dives to attack: deeper it dives from somebody."""
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
    """Game time of the plot when the boat was shot at, a ping was strong, or it went deep to get away."""
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
    shelled: str = ""
    """The contact that the gun fired at last."""
    shelled_at: float = PAST
    """Game time of the plot when the gun was ordered to fire last."""
    shell_hits: tuple[tuple[str, int], ...] = ()
    """Contact -> shells that hit it."""
    moved: frozenset[str] = frozenset()
    """Orders for which positions were changed and that were not given since."""


def hear_hunt(notes: HuntNotes, heard: Heard) -> HuntNotes:
    """Return the notes after one more event."""
    change = _CHANGES.get(heard["type"])
    return change(notes, heard) if change else notes


def _on_ping(notes: HuntNotes, heard: Heard) -> HuntNotes:
    if heard["strength"] == "strong":
        return notes._replace(alarm=notes.plot.at, is_pinged=True)
    return notes._replace(is_pinged=False, run_in=notes.plot.at if notes.is_pinged else notes.run_in)


def _on_order(notes: HuntNotes, heard: Heard) -> HuntNotes:
    order, moved = heard["order"], notes.moved - {heard["order"]}
    if order == "dive" and int(heard["args"][0]) > SHALLOW and notes.plot.contacts:
        return notes._replace(alarm=notes.plot.at, moved=moved)
    if order == "new_course":
        return notes._replace(run_in=PAST, steered=notes.plot.at, moved=moved)
    if order == "gun88":
        return notes._replace(moved=moved, shelled=str(heard["args"][0]), shelled_at=notes.plot.at)
    return notes._replace(moved=moved)


def _on_positions(notes: HuntNotes, heard: Heard) -> HuntNotes:
    return notes._replace(moved=notes.moved | {heard["for"]}) if heard.get("for") else notes


def _on_identified(notes: HuntNotes, heard: Heard) -> HuntNotes:
    if "length" not in heard:
        return notes
    others = [each for each in notes.lengths if each[0] != heard["contact"]]
    return notes._replace(lengths=(*others, (str(heard["contact"]), int(heard["length"]))))


def _on_shells(notes: HuntNotes, heard: Heard) -> HuntNotes:
    """Count hits of the gun; a ship that had enough of them goes down, and is left alone."""
    if heard["gun"] != "gun88" or not notes.shelled:
        return notes
    hits = dict(notes.shell_hits).get(notes.shelled, 0) + int(heard["hits"])
    others = [each for each in notes.shell_hits if each[0] != notes.shelled]
    enough = hits >= HITS_A_METRE * dict(notes.lengths).get(notes.shelled, 0)
    sunk = notes.sunk | {notes.shelled} if enough else notes.sunk
    return notes._replace(shell_hits=(*others, (notes.shelled, hits)), sunk=sunk)


def _on_torpedo(notes: HuntNotes, heard: Heard) -> HuntNotes:
    plot = notes.plot.with_hit(str(heard.get("contact", ""))) if heard["result"] == "hit" else notes.plot
    return notes._replace(shot_at=notes.shot_at[1:], plot=plot)


_CHANGES: Mapping[str, Callable[[HuntNotes, Heard], HuntNotes]] = {
    "attack": lambda notes, _: notes._replace(alarm=notes.plot.at, run_in=PAST),
    "ping": _on_ping,
    "ordered": _on_order,
    "positions": _on_positions,
    "solution": lambda notes, heard: notes._replace(aimed=notes.plot.at, laid_on=str(heard["contact"])),
    "identified": _on_identified,
    "shells": _on_shells,
    "bell": lambda notes, _: notes._replace(moved=frozenset()),
    "launched": lambda notes, _: notes._replace(shot_at=(*notes.shot_at, notes.laid_on), fired=notes.plot.at),
    "torpedo": _on_torpedo,
    "sunk": lambda notes, heard: notes._replace(sunk=notes.sunk | {str(heard.get("contact", ""))}),
}
