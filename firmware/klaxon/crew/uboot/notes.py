"""The notes of a seat of U-BOOT: what was ordered since the bell, and the current time mode."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from klaxon.crew.uboot.hunting.hunt_notes import HuntNotes, hear_hunt
from klaxon.crew.uboot.hunting.hunt_skills import HuntSkill
from klaxon.crew.uboot.skills import Skill
from klaxon.crew.understudy import Heard, Shown
from klaxon.rules.uboot.clock import HOUR, WATCH_HOURS, first_bell
from klaxon.rules.uboot.setting import MOST_ORDERS
from klaxon.rules.uboot.state import OpenBoard

REAL = "real"
HOURS_AN_ORDER = 3
"""So long a watch takes to need an order that nobody expected."""
RECOVERY = {"low": 8, "medium": 6, "high": 5}
"""Level of the captain -> the orders that a bell gives him (UBT-7.2)."""
WITH_ARGUMENTS = ("change_positions", "repair_fault", "repair_emergency", "repair_breach", "first_aid", "enigma")
"""Orders that are remembered with what they were for."""


class WatchNotes(NamedTuple):
    """What a seat of U-BOOT remembers. Everything else is in its view."""

    skill: Skill
    mode: str = ""
    """The time mode that was ordered last; '' if nobody has ordered one since something happened."""
    bells: int = 0
    given: frozenset[str] = frozenset()
    """The orders of this watch; changes of positions and repairs with what they were for, `change_positions dive`."""
    warned: str = ""
    """The cell in which shoals or an object lie ahead, until the boat turns or rises; '' if there are none."""
    hunt: HuntNotes = HuntNotes()


def begin(shown: Shown, skill: Skill, hunting: HuntSkill) -> WatchNotes:
    """Return the notes of a seat that has heard nothing yet."""
    mode = shown["clock"]["mode"]
    return WatchNotes(skill, "" if mode == REAL else mode, hunt=HuntNotes(hunting))


def reserve(board: OpenBoard, notes: WatchNotes) -> int:
    """Return how many orders the captain keeps for what may still come before the bell."""
    skill = notes.skill
    if not skill.husbands:
        return skill.reserve
    return skill.reserve + hours_to_bell(board, notes) // HOURS_AN_ORDER


def hours_to_bell(board: OpenBoard, notes: WatchNotes) -> int:
    """Return how many whole hours the watch still lasts."""
    bell = first_bell(board.briefing.date) + notes.bells * WATCH_HOURS * HOUR
    return max(0, bell - board.clock.game_at) // HOUR


def has_spare_order(board: OpenBoard, notes: WatchNotes) -> bool:
    """Return whether the captain has more orders than this watch will need and the bell would leave him.

    The track holds no more than eight: what the bell gives on top of them is lost.
    """
    if not notes.skill.spends:
        return False
    kept = MOST_ORDERS - RECOVERY[board.setting.level("captain")]
    return board.order > kept + notes.skill.reserve + hours_to_bell(board, notes) // HOURS_AN_ORDER


def listen(notes: WatchNotes, heard: Heard) -> WatchNotes:
    """Return the notes after one more event."""
    notes = notes._replace(hunt=hear_hunt(notes.hunt, heard))
    change = _CHANGES.get(heard["type"])
    return change(notes, heard) if change else notes


def _on_bell(notes: WatchNotes, _heard: Heard) -> WatchNotes:
    return notes._replace(bells=notes.bells + 1, given=frozenset())


def _on_order(notes: WatchNotes, heard: Heard) -> WatchNotes:
    words = (heard["order"], *heard["args"]) if heard["order"] in WITH_ARGUMENTS else (heard["order"],)
    return notes._replace(given=notes.given | {" ".join(words)})


def _on_message(notes: WatchNotes, heard: Heard) -> WatchNotes:
    """Forget that messages were decoded in this watch: another came."""
    return notes._replace(given=notes.given - {"enigma"}) if heard["dir"] == "in" else notes


def _on_cleared(notes: WatchNotes, heard: Heard) -> WatchNotes:
    """Forget that it was fought, and that men were sent for it: another may come, or be there."""
    fought = {f"repair_emergency {heard['kind']} {heard['room']}", "change_positions repair_emergency"}
    return notes._replace(given=notes.given - fought)


def _on_repair(notes: WatchNotes, heard: Heard) -> WatchNotes:
    """Forget that men were sent to a fault: they are at it, and the next may need others."""
    return (
        notes._replace(given=notes.given - {"change_positions repair_fault"}) if heard["state"] == "started" else notes
    )


def _on_time(notes: WatchNotes, heard: Heard) -> WatchNotes:
    return notes._replace(mode=heard["mode"]) if heard["why"] == "order" else notes


def _on_news(notes: WatchNotes, _heard: Heard) -> WatchNotes:
    """Forget the time mode: after news the captain orders it again."""
    return notes._replace(mode="")


def _on_shoals(notes: WatchNotes, heard: Heard) -> WatchNotes:
    """Remember what lies ahead, and stop the clock to turn away."""
    return notes._replace(warned=str(heard["cell"]), mode="")


def _on_course(notes: WatchNotes, _heard: Heard) -> WatchNotes:
    return notes._replace(warned="")


_CHANGES: Mapping[str, Callable[[WatchNotes, Heard], WatchNotes]] = {
    "bell": _on_bell,
    "ordered": _on_order,
    "cleared": _on_cleared,
    "message": _on_message,
    "repair": _on_repair,
    "time": _on_time,
    **dict.fromkeys(("shoals", "object"), _on_shoals),
    **dict.fromkeys(("course", "diving"), _on_course),
    **dict.fromkeys(("exhausted", "died", "contact", "contact-lost", "detected"), _on_news),
    **dict.fromkeys(("fault", "worsened", "emergency", "breach", "flooded"), _on_news),
}
