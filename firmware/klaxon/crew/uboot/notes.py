"""The notes of a seat of U-BOOT: what was ordered since the bell, and in which time mode the boat goes on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from klaxon.crew.uboot.skills import Skill
from klaxon.crew.understudy import Heard, Shown

REAL = "real"
WITH_ARGUMENTS = ("change_positions", "repair_fault", "repair_breach", "first_aid")
"""Orders that are remembered with what they were for."""


class WatchNotes(NamedTuple):
    """What a seat of U-BOOT remembers. All else is in its view."""

    skill: Skill
    mode: str = ""
    """The time mode that was ordered last; '' where nobody has ordered one since something happened."""
    bells: int = 0
    given: frozenset[str] = frozenset()
    """The orders of this watch; changes of positions and repairs with what they were for, `change_positions dive`."""


def begin(shown: Shown, skill: Skill) -> WatchNotes:
    """Return the notes of a seat that has heard nothing yet."""
    mode = shown["clock"]["mode"]
    return WatchNotes(skill, "" if mode == REAL else mode)


def listen(notes: WatchNotes, heard: Heard) -> WatchNotes:
    """Return the notes after one more event."""
    change = _CHANGES.get(heard["type"])
    return change(notes, heard) if change else notes


def _on_bell(notes: WatchNotes, _heard: Heard) -> WatchNotes:
    return notes._replace(bells=notes.bells + 1, given=frozenset())


def _on_order(notes: WatchNotes, heard: Heard) -> WatchNotes:
    words = (heard["order"], *heard["args"]) if heard["order"] in WITH_ARGUMENTS else (heard["order"],)
    return notes._replace(given=notes.given | {" ".join(words)})


def _on_time(notes: WatchNotes, heard: Heard) -> WatchNotes:
    return notes._replace(mode=heard["mode"]) if heard["why"] == "order" else notes


def _on_news(notes: WatchNotes, _heard: Heard) -> WatchNotes:
    """After news the captain says anew how time goes on."""
    return notes._replace(mode="")


_CHANGES: Mapping[str, Callable[[WatchNotes, Heard], WatchNotes]] = {
    "bell": _on_bell,
    "ordered": _on_order,
    "time": _on_time,
    **dict.fromkeys(("exhausted", "died", "contact", "contact-lost", "detected"), _on_news),
    **dict.fromkeys(("fault", "worsened", "emergency", "breach", "flooded"), _on_news),
}
