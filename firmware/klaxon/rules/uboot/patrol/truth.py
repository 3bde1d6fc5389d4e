"""What is true of a patrol and lies open to nobody: stretches that run, and where reports were really sent from.

A part of the sea, for it goes by the true place of the boat (UBT-8.11e) and by what the enemy does.
"""

from __future__ import annotations

from typing import NamedTuple

from klaxon.rules.uboot.content.mission import Facts, Mission
from klaxon.rules.uboot.patrol.records import PRIMARY, SentReport

HOUR, MINUTE = 3_600_000, 60_000
NM = 1_852_000
NEVER = 1 << 62
RESCUE = 20 * MINUTE


class Stretch(NamedTuple):
    """What an objective asks for in one stretch, and how far it is."""

    name: str
    """Of the objective."""
    kind: str
    length: int
    """Game milliseconds."""
    cell: str = ""
    """Where, if anywhere."""
    by_night: bool = False
    reach: int = 0
    """How near to a convoy (mm)."""
    reports: int = 0
    """How many reports of it must be sent meanwhile."""
    known: int = -1
    """Since when the objective is known; -1: it is not. None of them counts before."""
    since: int = -1
    """When it began; -1: it does not run."""
    believed: int = -1
    """The same by reckoning: what the crew believes."""
    looked: int = -1
    """When the periscope was lowered last, in a stretch that asks for it; NEVER while it is up."""
    best: int = 0
    """The longest that is over."""
    due: int = NEVER
    """When something about it is to be looked at."""
    is_done: bool = False

    def longest(self, game: int) -> int:
        """Return the longest so far."""
        return max(self.best, game - self.since if self.since >= 0 else 0)


class PatrolTruth(NamedTuple):
    """The stretches of a mission, and the reports with the cells from which they were really sent."""

    stretches: tuple[Stretch, ...] = ()
    reports: tuple[SentReport, ...] = ()
    cell: str = ""
    """Of the boat by reckoning, as it was when stretches were looked at last."""
    is_detected: bool = False
    """The script says that the boat is."""

    def of(self, name: str) -> Stretch | None:
        """Return the stretch of an objective, None where it has none."""
        return next((stretch for stretch in self.stretches if stretch.name == name), None)


def truth_of(mission: Mission) -> PatrolTruth:
    """Return the stretches of a mission before `begin`; that of the primary objective counts from there."""
    told = [(PRIMARY, mission.primary), *((f"second-{n}", each) for n, each in enumerate(mission.secondary, 1))]
    found = [_stretch(name, objective) for name, objective in told if objective["kind"] in _LENGTHS]
    return PatrolTruth(tuple(each._replace(known=0) if each.name == PRIMARY else each for each in found))


def _stretch(name: str, told: Facts) -> Stretch:
    kind = told["kind"]
    key, unit = _LENGTHS[kind]
    return Stretch(
        name,
        kind,
        length=told[key] * unit if key else unit,
        cell=told.get("cell", ""),
        by_night=bool(told.get("surface_night")),
        reach=told.get("max_nm", 0) * NM,
        reports=told.get("reports", 0),
    )


_LENGTHS: dict[str, tuple[str, int]] = {
    "patrol": ("dwell_h", HOUR),
    "recon": ("dwell_h", HOUR),
    "land_party": ("minutes", MINUTE),
    "rescue": ("", RESCUE),
    "return": ("", 0),
    "shadow": ("hours", HOUR),
    "avoid_detection": ("hours", HOUR),
}
"""Kind of objective that goes by a stretch -> the key of its length in the file, if it has one, and the unit."""
