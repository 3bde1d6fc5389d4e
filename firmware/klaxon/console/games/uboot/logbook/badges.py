"""The badges of a patrol log. Each is for something that the crew did; the drawings are our own."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from klaxon.console.games.uboot.logbook.gathering import PatrolRecord
from klaxon.rules.uboot.linked.log import past_mission
from klaxon.rules.uboot.linked.records import PastMission

TONNAGE, GREAT_TONNAGE = 10_000, 25_000
MANY_CHARGES = 20


class BadgeFacts(NamedTuple):
    """What badges are given for."""

    mission: PastMission
    missions: tuple[PastMission, ...]
    """With those before."""
    dead: int
    charges: int
    hunted: int
    """How often the crew believed itself hunted."""
    meals: tuple[int, ...]
    """Sizes of the meals."""
    escorts: int
    met: bool
    """Whether every objective that was known is met."""
    is_whole_campaign: bool


BADGES: dict[str, Callable[[BadgeFacts], bool]] = {
    "home": lambda facts: not facts.mission.lost,
    "hunter": lambda facts: not facts.mission.lost and facts.mission.ships > 0,
    "tonnage": lambda facts: not facts.mission.lost and TONNAGE <= facts.mission.grt < GREAT_TONNAGE,
    "great-tonnage": lambda facts: not facts.mission.lost and facts.mission.grt >= GREAT_TONNAGE,
    "escort": lambda facts: not facts.mission.lost and facts.escorts > 0,
    "all-hands": lambda facts: not facts.mission.lost and not facts.dead,
    "unseen": lambda facts: not facts.mission.lost and facts.mission.ships > 0 and not facts.hunted,
    "depths": lambda facts: not facts.mission.lost and facts.charges >= MANY_CHARGES,
    "galley": lambda facts: len(facts.meals) > 0 and min(facts.meals) > 0,
    "orders": lambda facts: not facts.mission.lost and facts.met,
    "campaign": lambda facts: facts.is_whole_campaign,
}
"""Name of a badge and of its drawing -> when it is given, in the order in which they are shown."""


def badges_of(record: PatrolRecord) -> list[str]:
    """Return the badges that a patrol has earned."""
    facts = facts_of(record)
    return [name for name, is_given in BADGES.items() if is_given(facts)]


def facts_of(record: PatrolRecord) -> BadgeFacts:
    """Return what badges are given for, of one patrol."""
    board, events = record.state.board, [event for _, event in record.events]
    last = past_mission(record.state)
    known = [each.state for each in board.patrol.objectives if each.state != "unknown"]
    missions = (*board.linked.past, last)
    return BadgeFacts(
        mission=last,
        missions=missions,
        dead=sum(man.dead for man in board.crew),
        charges=sum(int(str(event.facts["count"])) for event in events if _is_charges(event.type, event.facts)),
        hunted=sum(event.type == "hunted" and bool(event.facts.get("on")) for event in events),
        meals=tuple(int(str(event.facts["size"])) for event in events if event.type == "meal"),
        escorts=sum(ship.klass == "escort" for ship in record.sunk),
        met=all(state == "met" for state in known),
        is_whole_campaign=_is_whole_campaign(record, missions),
    )


def _is_charges(kind: str, facts: object) -> bool:
    return kind == "attack" and isinstance(facts, dict) and facts.get("kind") == "charges"


def _is_whole_campaign(record: PatrolRecord, missions: tuple[PastMission, ...]) -> bool:
    listed = tuple(mission for mission, _ in record.state.box.campaign)
    is_campaign = record.state.board.setting.mode == "campaign"
    passed = all(each.grade != "F" for each in missions)
    return is_campaign and passed and tuple(each.mission for each in missions) == listed
