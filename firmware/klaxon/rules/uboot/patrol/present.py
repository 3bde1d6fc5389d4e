"""The patrol as it is now: since when stretches run, as far as the crew knows."""

from __future__ import annotations

from klaxon.rules.uboot.patrol.records import KNOWN, Objective, Patrol
from klaxon.rules.uboot.patrol.stretches import look_due
from klaxon.rules.uboot.sea.truth import NEVER, SeaTruth


def patrol_at(patrol: Patrol, sea: SeaTruth) -> Patrol:
    """Return the patrol with the stretches that run now: by reckoning, and by the convoy that is in contact."""
    objectives = tuple(_present(each, sea) for each in patrol.objectives)
    return patrol if objectives == patrol.objectives else patrol._replace(objectives=objectives)


def next_look_due(sea: SeaTruth) -> int | None:
    """Return when the crew has to begin a stretch anew unless somebody looks through the periscope."""
    times = [look_due(stretch, stretch.believed) for stretch in sea.patrol.stretches if stretch.known >= 0]
    due = min(times, default=NEVER)
    return None if due >= NEVER else due


def _present(objective: Objective, sea: SeaTruth) -> Objective:
    stretch = sea.patrol.of(objective.name) if objective.state == KNOWN else None
    if stretch is None or stretch.kind in ("avoid_detection", "return"):
        return objective
    if stretch.kind == "shadow":
        found = [sighting.found for sighting in sea.watches.sightings if sighting.body < 0]
        return objective._replace(since=min(found, default=-1))
    return objective._replace(since=stretch.believed)
