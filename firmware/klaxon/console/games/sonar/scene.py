"""A scene of Captain Sonar: what the screen of a role knows at one moment. Each view is read here, once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from klaxon.console.play.seat_screen import Scene as SeatScene
from klaxon.rules.sonar import menu
from klaxon.rules.sonar.chart import Sea
from klaxon.rules.sonar.realtime import menu as realtime_menu
from klaxon.rules.sonar.realtime.trace import SECTIONS
from klaxon.rules.sonar.setting import Setting
from klaxon.rules.sonar.view import View


class TimedPrompt(NamedTuple):
    """Something that the game waits for: the verbs that answer it, and when the rules do; 0: never."""

    verbs: tuple[str, ...]
    due: int


@dataclass(frozen=True, slots=True)
class HullView:
    """A hull that is being traced: who signed each section, with which initials, and how often a pen slipped."""

    signed: tuple[str, ...]
    initials: tuple[str, ...]
    slips: tuple[int, ...]
    phase: str = ""


NO_HULL = HullView(("",) * len(SECTIONS), ("",) * len(SECTIONS), (0,) * len(SECTIONS))
"""A hull of which nothing is traced."""


@dataclass(frozen=True, slots=True)
class SonarView:
    """What a seat may know, in the terms of its screen. What its role does not see is empty."""

    boat: str
    role: str
    rules: Setting
    sea: Sea
    rows: tuple[str, ...]
    """The chart as written, the northernmost row first."""
    edge: int
    """The length of a sector."""
    stage: str
    """The stage of the boat, as the rules name it."""
    phase: str
    is_over: bool
    turn: str
    """The boat whose turn it is, '' in real time."""
    left: int
    """The turns left in a row."""
    asked: str
    """The boat that owes an answer to a sonar or the choice of a volcano."""
    prompts: tuple[TimedPrompt, ...]
    penalty: int
    """The number of an owed penalty, 0 for none."""
    damage: int
    enemy_damage: int
    at: str
    route: tuple[str, ...]
    mines: tuple[str, ...]
    guess: str
    """Where the radio operator believes the enemy to be."""
    ready: tuple[str, ...]
    broken: tuple[str, ...]
    """Systems that do not work, where a refusal would tell."""
    breakdowns: tuple[str, ...]
    """The same, by what was heard of the engineer."""
    wrecked: tuple[str, ...] | None
    """Systems that are wrecked; None on a chart without wrecks."""
    gauges: Mapping[str, tuple[int, int]]
    """System -> (filled boxes, all boxes)."""
    panel: tuple[str, ...]
    """The crossed symbols."""
    section: str
    """The section in which a symbol is due."""
    calls: str
    has_track: bool
    """Whether the table helps so much that the track is drawn."""
    tremor: str
    """What a volcano that has to be chosen does, '' if none has."""
    held: str
    """The boat that holds the table."""
    held_until: int
    again: bool
    """Whether that boat is asked if it still wants its STOP."""
    resting: int
    """When the helm may steer again."""
    pen: int
    """When the pen of this seat may be handed in, 0 for now."""
    repair: HullView | None
    inspect: HullView | None
    """The enemy's hull, if this seat has to inspect it."""


Scene = SeatScene[SonarView]


def read_sonar(data: Mapping[str, Any], view: View) -> SonarView:
    """Read a view, from its data and from the rules' form of it."""
    return SonarView(
        boat=data["boat"],
        role=data["role"],
        rules=view.setting,
        sea=view.sea,
        rows=tuple(data["chart"]["grid"].split("\n")),
        edge=data["chart"]["edge"],
        stage=realtime_menu.stage(view) if view.setting.realtime else menu.stage(view),
        phase=data["phase"],
        is_over=data["outcome"] is not None,
        turn=data["turn"],
        left=data["left"],
        asked=data["asked"],
        prompts=tuple([TimedPrompt(tuple(each["verbs"]), each.get("due", 0)) for each in data["prompts"]]),
        penalty=data["waiting"]["penalty"],
        damage=data["damage"],
        enemy_damage=data["enemy_damage"],
        at=data.get("at", ""),
        route=tuple(data.get("route", ())),
        mines=tuple(data.get("mines", ())),
        guess=data.get("guess", ""),
        ready=tuple(data.get("ready", ())),
        broken=tuple(data.get("broken", ())),
        breakdowns=tuple(data.get("breakdowns", ())),
        wrecked=tuple(data["wrecked"]) if "wrecked" in data else None,
        gauges={system: (filled, boxes) for system, (filled, boxes) in data.get("gauges", {}).items()},
        panel=tuple(data.get("panel", ())),
        section=data.get("section", ""),
        calls=data.get("calls", ""),
        has_track="track" in data,
        tremor=data.get("scenario", {}).get("due", ""),
        held=data.get("held", ""),
        held_until=data.get("held_until", 0),
        again=data.get("again", False),
        resting=data.get("resting", 0),
        pen=data.get("pen", 0),
        repair=_read_hull(data.get("repair")),
        inspect=_read_hull(data.get("inspect")),
    )


def _read_hull(hull: Mapping[str, Any] | None) -> HullView | None:
    if hull is None:
        return None
    return HullView(tuple(hull["signed"]), tuple(hull["initials"]), tuple(hull["slips"]), hull.get("phase", ""))
