"""U-BOOT: its understudies."""

from __future__ import annotations

from klaxon.crew import CrewOf

CREW = CrewOf(
    "klaxon.crew.uboot.understudy:UbootUnderstudy",
    tally="klaxon.crew.uboot.tally:tally",
    counts_damage=False,
    paced=True,
)
