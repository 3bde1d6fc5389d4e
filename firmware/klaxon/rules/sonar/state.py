"""The state of a game of Captain Sonar: two boats and the course of play, as integers and text.

Nobody outside a step sees a state change; a step works on a copy of its own (`State.copy`).
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from klaxon.rules.contract import Ms, Outcome
from klaxon.rules.sonar.chart import DIRECTIONS, Sea, sea_of
from klaxon.rules.sonar.realtime.state import OFF, Floor, RealtimeState, as_data, read_watch
from klaxon.rules.sonar.setting import SYSTEMS, Setting

NOWHERE = -1
START = Ms(0)
_new = object.__new__
_CODE = {direction: code for code, direction in enumerate(DIRECTIONS)}


class Rig(NamedTuple):
    """What a scenario does to one boat: the boxes of its gauge, and what is wrecked."""

    filled: int = 0
    wrecked: tuple[str, ...] = ()
    """The systems that can be neither charged nor used (SON-106)."""
    lit: bool = False
    """Whether the last course filled a box automatically, in case it is taken back."""


class ScenarioState(NamedTuple):
    """The progress of the volcanoes of a chart; everybody knows it (SON-102)."""

    struck: int = 0
    """The events that are over for both boats."""
    smoke: str = ""
    """The volcano over whose sector drones are blind (SON-104)."""
    due: str = ""
    """The event for which the boat that is asked must choose a volcano."""


PLAIN, CALM = Rig(), ScenarioState()


@dataclass(slots=True)
class Boat:
    """One boat. Its crew may know all of this; the enemy knows only `calls` and `shown_damage`."""

    at: int = NOWHERE
    route: int = 0
    """The points since the last surfacing, including the current one."""
    path: int = 1
    """The steps of the route: two bits each behind a leading 1, the last one lowest."""
    mines: int = 0
    fresh: int = 0
    """The mines laid in this turn: they cannot be set off yet."""
    gauges: tuple[int, ...] = (0,) * len(SYSTEMS)
    panel: int = 0
    damage: int = 0
    shown_damage: int = 0
    """The damage that was announced to the enemy."""
    dived: bool = False
    surfaced: bool = False
    moved: bool = False
    """`turns`: the course or the surfacing of this turn has been ordered."""
    spent: bool = False
    """An activation was used since the last course (SON-50)."""
    spent_before: bool = False
    """The same before the last course, in case it is taken back."""
    retractable: bool = False
    """Nobody has acknowledged the last course yet (SON-16)."""
    charge_due: int = 0
    """The number of the prompt for the XO's mark; 0: none is due. The next four are of the same kind."""
    break_due: int = 0
    penalty_due: int = 0
    answer_due: int = 0
    """The same for the answer to a sonar, or the choice of a volcano."""
    section: str = ""
    """The section in which the engineer's mark is due."""
    serial: int = 0
    """The number of the last prompt of this boat. A count shared by both boats would reveal the enemy's prompts."""
    calls: str = ""
    """What the enemy's radio operator has heard: N E S W courses, ~ silence, 4 or (12) the sector of a surfacing.

    In real time a surfaced boat hears nothing; _ stands for all that it missed (SON-83).
    """
    guess: int = NOWHERE
    """Where the own radio operator believes the enemy to be, as reported to the crew (SON-85)."""
    rig: Rig = PLAIN
    watch: RealtimeState = OFF
    """What real time adds."""

    def copy(self) -> Boat:
        """Return a copy to work on; plain assignments are four times as fast as the constructor."""
        copy = _new(Boat)
        copy.at = self.at
        copy.route = self.route
        copy.path = self.path
        copy.mines = self.mines
        copy.fresh = self.fresh
        copy.gauges = self.gauges
        copy.panel = self.panel
        copy.damage = self.damage
        copy.shown_damage = self.shown_damage
        copy.dived = self.dived
        copy.surfaced = self.surfaced
        copy.moved = self.moved
        copy.spent = self.spent
        copy.spent_before = self.spent_before
        copy.retractable = self.retractable
        copy.charge_due = self.charge_due
        copy.break_due = self.break_due
        copy.penalty_due = self.penalty_due
        copy.answer_due = self.answer_due
        copy.section = self.section
        copy.serial = self.serial
        copy.calls = self.calls
        copy.guess = self.guess
        copy.rig = self.rig
        copy.watch = self.watch
        return copy

    def renumber_prompts(self, jump: int) -> Boat:
        """Return a copy whose prompts have new numbers, so that an old answer fits none of them."""
        copy = self.copy()
        copy.serial += jump
        for due in ("charge_due", "break_due", "penalty_due", "answer_due"):
            if getattr(self, due):
                setattr(copy, due, getattr(self, due) + jump)
        if self.watch.inspect:
            copy.watch = self.watch._replace(inspect=self.watch.inspect + jump)
        return copy

    def ask(self) -> int:
        """Return the number of a new prompt."""
        self.serial += 1
        return self.serial

    def step(self, sea: Sea, direction: str) -> None:
        """Sail one point and extend the route."""
        self.at = sea.next[direction][self.at]
        self.route |= 1 << self.at
        self.path = self.path << 2 | _CODE[direction]

    def step_back(self, sea: Sea) -> str:
        """Undo the last step of the route and return its direction."""
        direction = DIRECTIONS[self.path & 3]
        self.route &= ~(1 << self.at)
        self.at = sea.next[DIRECTIONS[self.path & 3 ^ 2]][self.at]
        self.path >>= 2
        return direction


@dataclass(slots=True)
class State:
    """The whole state. `boats` are red and blue; `turn` is the boat whose turn it is, -1 before both have dived."""

    setting: Setting
    sea: Sea
    key: str
    now: Ms = START
    boats: tuple[Boat, Boat] = field(default_factory=lambda: (Boat(), Boat()))
    turn: int = -1
    left: int = 0
    """The turns the boat plays in a row, including this one (SON-81)."""
    ended: int = 0
    """The turns played so far, for `limit`."""
    asked: int = -1
    """The boat that owes an answer to a sonar, or the choice of a volcano; the game waits for it. -1: none."""
    blackout: bool = False
    """`turns`: the boat whose turn it is has no legal course and must surface (SON-15)."""
    floor: Floor | None = None
    """`realtime`: who holds the table; None before both have dived."""
    deadline: int = 0
    """The moment when time ends the turn, or a game in real time; 0: never."""
    outcome: Outcome | None = None
    scene: ScenarioState = CALM
    views: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """The views built so far, by seat; a copy starts with none."""

    def copy(self) -> State:
        """Return a copy to work on. The boats are shared: `Working.hull` copies those that change."""
        copy = _new(State)
        copy.setting = self.setting
        copy.sea = self.sea
        copy.key = self.key
        copy.now = self.now
        copy.boats = self.boats
        copy.turn = self.turn
        copy.left = self.left
        copy.ended = self.ended
        copy.asked = self.asked
        copy.blackout = self.blackout
        copy.floor = self.floor
        copy.deadline = self.deadline
        copy.outcome = self.outcome
        copy.scene = self.scene
        copy.views = {}
        return copy


def route_points(sea: Sea, at: int, path: int) -> list[str]:
    """Return the points of a route in the order they were sailed, from its end and its steps."""
    if at == NOWHERE:
        return []
    point, points = at, [sea.names[at]]
    while path > 1:
        point = sea.next[DIRECTIONS[path & 3 ^ 2]][point]
        points.append(sea.names[point])
        path >>= 2
    points.reverse()
    return points


def encode(state: State) -> bytes:
    """Return the state as canonical JSON."""
    chart = state.sea.chart
    data = {
        "setting": state.setting.data,
        "chart": {"name": chart.name, "edge": chart.edge, "grid": state.sea.grid},
        "key": state.key,
        "now": state.now,
        "boats": [{**_fields(boat), "watch": as_data(boat.watch)} for boat in state.boats],
        "turn": state.turn,
        "left": state.left,
        "ended": state.ended,
        "asked": state.asked,
        "blackout": state.blackout,
        "floor": state.floor,
        "deadline": state.deadline,
        "outcome": state.outcome.show() if state.outcome else None,
        "scene": state.scene,
    }
    return json.dumps(data, sort_keys=True, separators=(",", ":")).encode()


def decode(data: bytes) -> State:
    """Return the state that was encoded."""
    read: dict[str, Any] = json.loads(data)
    chart = read["chart"]
    red, blue = (_boat(**boat) for boat in read["boats"])
    return State(
        Setting.read(read["setting"]),
        sea_of(chart["name"], chart["edge"], chart["grid"]),
        read["key"],
        Ms(read["now"]),
        (red, blue),
        read["turn"],
        read["left"],
        read["ended"],
        read["asked"],
        read["blackout"],
        Floor(*read["floor"]) if read["floor"] else None,
        read["deadline"],
        Outcome(**read["outcome"]) if read["outcome"] else None,
        ScenarioState(*read["scene"]),
    )


def _boat(gauges: list[int], rig: tuple[int, list[str], bool], watch: dict[str, Any], **marks: Any) -> Boat:
    filled, wrecked, lit = rig
    return Boat(gauges=tuple(gauges), rig=Rig(filled, tuple(wrecked), lit), watch=read_watch(watch), **marks)


def _fields(value: Any) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__slots__}
