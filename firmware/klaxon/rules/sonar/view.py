"""A view: what one seat may know, for its menus and its understudy. It has no access to the enemy's boat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from klaxon.rules.contract import Field, Offer, Outcome, Seat
from klaxon.rules.sonar.chart import Sea
from klaxon.rules.sonar.realtime.state import Floor, Repair
from klaxon.rules.sonar.setting import Setting
from klaxon.rules.sonar.state import Boat, ScenarioState


class View:
    """What one seat of a boat may know."""

    __slots__ = (
        "asked",
        "blackout",
        "boat",
        "common",
        "enemy_calls",
        "enemy_damage",
        "enemy_surfaced",
        "fields",
        "floor",
        "hull",
        "left",
        "lens",
        "me",
        "offers",
        "outcome",
        "role",
        "scene",
        "sea",
        "seat",
        "setting",
        "turn",
    )

    seat: Seat
    me: int
    role: str
    setting: Setting
    sea: Sea
    boat: Boat
    common: dict[str, Any]
    """What was made for all views of one state: by boat, the data that its whole crew is shown."""
    turn: int
    left: int
    asked: int
    """The boat that owes an answer to a sonar or the choice of a volcano, -1: none."""
    blackout: bool
    outcome: Outcome | None
    scene: ScenarioState
    enemy_damage: int
    enemy_surfaced: bool
    enemy_calls: str
    floor: Floor | None
    """`realtime`: who holds the table, None before both have dived."""
    hull: Repair | None
    """`realtime`: the enemy's hull, where the engineer is to look at it."""
    lens: Mapping[str, str]
    offers: tuple[Offer, ...] | None
    """The menu, once it has been asked for."""
    fields: dict[str, Field | None] | None
    """The first field of each verb, once it has been asked for."""


class Bystander:
    """What the umpire or the spectator knows: data only, since they give no orders."""

    __slots__ = ("data", "offers")

    def __init__(self, data: Mapping[str, Any]) -> None:
        """Keep the data."""
        self.data = data
        self.offers: tuple[Offer, ...] = ()
