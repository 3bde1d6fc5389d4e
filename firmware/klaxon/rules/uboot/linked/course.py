"""The course of linked play: which mission comes next, whether it may be begun, kits and final rank (UBT-12.22c to e).

A box lists the missions of its campaign in order, each with its chain. Missions that no list names may form chains of
their own: those go on by their dates.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from klaxon.rules.uboot.content.box import Box
from klaxon.rules.uboot.content.mission import Mission
from klaxon.rules.uboot.linked.records import PastMission

SINGLE, LINKED, CAMPAIGN = "single", "linked", "campaign"
NOT_PASSED = "F"


class Unfit(NamedTuple):
    """Why a mission cannot be begun with a log: a code, and facts for the message."""

    code: str
    facts: dict[str, object]


def chain_of(box: Box, chain: str) -> tuple[str, ...]:
    """Return the missions that the box lists for a chain, in order; none for a chain that it does not know."""
    return tuple(mission for mission, of in box.campaign if of == chain) if chain else ()


def planned_kits(box: Box, mission: Mission) -> int:
    """Return how many missions of its chain come after a mission: so many kits are aboard (UBT-3.11e)."""
    missions = chain_of(box, mission.chain)
    return len(missions) - missions.index(mission.id) - 1 if mission.id in missions else 0


def next_mission(box: Box, mode: str, past: Sequence[PastMission]) -> str:
    """Return the mission that comes after those of a log; '' where none does, or none may (UBT-12.22d)."""
    last = past[-1]
    if why_not_on(mode, last) is not None:
        return ""
    listed = tuple(mission for mission, _ in box.campaign) if mode == CAMPAIGN else chain_of(box, last.chain)
    after = listed.index(last.mission) + 1 if last.mission in listed else len(listed)
    return listed[after] if after < len(listed) else ""


def why_not_on(mode: str, last: PastMission) -> Unfit | None:
    """Return why nothing may follow the last mission of a log, None if something may (UBT-12.22d)."""
    facts: dict[str, object] = {"mission": last.mission}
    if last.lost:
        return Unfit("patrol-lost", facts)
    if mode == CAMPAIGN and last.grade == NOT_PASSED:
        return Unfit("patrol-grade", facts)
    if last.needs == "primary" and not last.primary:
        return Unfit("patrol-primary", facts)
    return None


def why_not_first(box: Box, mode: str, mission: Mission) -> Unfit | None:
    """Return why a mission cannot be begun without a log, None if it can."""
    listed = tuple(each for each, _ in box.campaign) if mode == CAMPAIGN else chain_of(box, mission.chain)
    if mode == CAMPAIGN and mission.id not in listed:
        return Unfit("patrol-not-in-campaign", {"mission": mission.id, "first": listed[0] if listed else "-"})
    if mission.id in listed and mission.id != listed[0]:
        return Unfit("patrol-not-first", {"mission": mission.id, "first": listed[0]})
    return None


def why_not_next(box: Box, mode: str, mission: Mission, past: Sequence[PastMission]) -> Unfit | None:
    """Return why a mission cannot follow those of a log, None if it can."""
    last = past[-1]
    unfit = why_not_on(mode, last)
    if unfit is not None:
        return unfit
    comes = next_mission(box, mode, past)
    facts: dict[str, object] = {"mission": mission.id, "last": last.mission, "next": comes or "-"}
    if mode == CAMPAIGN or last.mission in chain_of(box, last.chain):
        return None if mission.id == comes else Unfit("patrol-next" if comes else "patrol-over", facts)
    if not last.chain or mission.chain != last.chain:
        return Unfit("patrol-over", facts)
    return None if mission.date > last.date else Unfit("patrol-earlier", facts)


def is_new_patrol(mission: Mission, past: Sequence[PastMission]) -> bool:
    """Return whether the boat is refitted before a mission: it is the first of its patrol (UBT-12.22c)."""
    return not past or not mission.chain or past[-1].chain != mission.chain
