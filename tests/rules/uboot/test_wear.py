"""UBT-7.9c: wear, by a budget that time uses up; and the law of that budget (UBT-8.0a, UBT-8.4l)."""

from __future__ import annotations

from typing import Any

import pytest

from klaxon.rules.chance import draw
from klaxon.rules.contract import Ms
from klaxon.rules.uboot.state import State
from klaxon.rules.uboot.trouble.budget import ONE, draw_budget
from klaxon.rules.uboot.trouble.records import BoatWear, TroubleChance
from klaxon.rules.uboot.trouble.wear import due, wear_on
from tests.rules.uboot.kit.boat import GAME, HOUR, Boat, header_of, mission, told
from tests.rules.uboot.kit.marks import allows, refuses

DAY = 24 * HOUR


def worn(rules: str = "wear=on", **setup: Any) -> int:
    """Return how much of the budget of its first fault a boat uses up in ten hours, in parts of a million an hour."""
    boat = Boat(rules=rules, **setup)
    boat.wait(10 * HOUR)
    wear = boat.state.chance.wear
    return wear.rate


def faults_in(days: int, seed: str, rules: dict[str, str]) -> int:
    """Return how many faults wear brings in some days."""
    state = GAME.setup(header_of(mission(HOURS=24 * days), seed, **rules))
    assert isinstance(state, State)
    boat = Boat(begun=False)
    boat.state = state
    boat.give("first_officer begin")
    return len(told(boat.wait(days * DAY), "fault"))


@allows("7.9c")
def test_faults_come_by_themselves_and_are_green_most_of_the_time() -> None:
    """Stopped, ten days have 24 faults in the mean; eight at most lie open, so repair is not even tried here."""
    boat = Boat(rules="wear=on", HOURS=240)
    events = boat.wait(240 * HOUR)
    found = [event.facts for event in events if event.type == "fault"]
    assert 4 <= len(found) <= 8
    assert all(fact["level"] in ("green", "yellow", "red") for fact in found)
    assert len(boat.view()["faults"]) <= 8


@refuses("7.9c")
def test_without_wear_there_are_none() -> None:
    boat = Boat(rules="wear=off")
    assert not told(boat.wait(48 * HOUR), "fault")
    assert GAME.due(boat.state) is None or boat.state.chance.wear.need == 0


@allows("7.9c")
@pytest.mark.parametrize(
    ("level", "setup", "rate"),
    [
        ("medium", {"speed": "stop"}, 700_000),
        ("medium", {"speed": "half"}, 1_000_000),
        ("low", {"speed": "half"}, 600_000),
        ("high", {"speed": "half"}, 1_400_000),
        ("medium", {"speed": "full"}, 1_500_000),
        ("medium", {"speed": "half", "surfaced": False, "depth": 121}, 1_300_000),
        ("medium", {"speed": "half", "surfaced": False, "depth": 120}, 1_000_000),
        ("medium", {"speed": "full", "surfaced": False, "depth": 150}, 1_950_000),
    ],
)
def test_the_rate_goes_by_level_speed_and_depth(level: str, setup: dict[str, Any], rate: int) -> None:
    found = worn(f"wear=on engineer={level}", **setup)
    assert found == rate
    assert isinstance(found, int)


def test_the_rate_changes_where_the_boat_does() -> None:
    """Two hours above half speed; a dive through 120 m; the telegraph."""
    boat = Boat(rules="wear=on manning=auto", speed="full", figures={"engineer.triangle": 5, "engineer.hexagon": 5})
    assert boat.state.chance.wear.rate == 1_000_000
    boat.wait(2 * HOUR)
    assert boat.state.chance.wear.rate == 1_500_000
    boat.give("captain new_speed stop")
    assert boat.state.chance.wear.rate == 700_000
    boat = Boat(rules="wear=on manning=auto", speed="half", surfaced=False, depth=100)
    boat.give("captain new_depth 140")
    boat.wait(20_000)
    assert boat.state.chance.wear.rate == 1_000_000
    boat.wait(1000)
    assert boat.state.chance.wear.rate == 1_300_000


def need_of(boat: Boat, number: int) -> int:
    """Return how much brings a fault: a budget of 1 is used up in seven hours at the usual rate."""
    return draw_budget(boat.state.key, "wear", number) * 420 * 60_000 * 1_000_000 // ONE


def test_every_fault_has_its_own_lot() -> None:
    boat = Boat(rules="wear=on", speed="half", HOURS=120)
    key, devices = boat.state.key, list(boat.state.board.handbook.rooms)
    moment = 0
    found: list[tuple[int, str]] = []
    while len(found) < 6:
        before = boat.state.now
        boat.state = (step := GAME.advance(boat.state, Ms(120 * HOUR))).state
        found += [(boat.state.now, str(event.facts["device"])) for event in step.events if event.type == "fault"]
        assert boat.state.now > before
    for number, (now, device) in enumerate(found):
        moment += -(-need_of(boat, number) // 1_000_000)
        assert now == moment
        assert device == devices.pop(draw(key, "wear.device", number, len(devices)))


def test_a_budget_is_used_up_at_the_rate_of_each_stretch() -> None:
    """Stopped for half an hour, then at half speed, then stopped again."""
    boat = Boat(rules="wear=on manning=auto", figures={"engineer.triangle": 5, "engineer.hexagon": 5})
    for speed in ("half", "stop"):
        boat.wait(30 * 60_000)
        boat.give(f"captain new_speed {speed}")
    wear = boat.state.chance.wear
    assert wear == BoatWear(need_of(boat, 0), (700_000 + 1_000_000) * 30 * 60_000, HOUR, 700_000)
    assert due(boat.state) == HOUR - (wear.used - wear.need) // 700_000


@pytest.mark.parametrize(
    ("drawn", "level"), [(0, "red"), (2, "red"), (3, "yellow"), (19, "yellow"), (20, "green"), (99, "green")]
)
def test_three_of_a_hundred_are_red_and_seventeen_yellow(
    drawn: int, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    boat = Boat(rules="wear=on", speed="half")
    boat.state = boat.state.copy(boat.state.now)
    boat.state.chance = boat.state.chance._replace(worn=7, wear=boat.state.chance.wear._replace(used=1, need=1))
    asked = []

    def draw_level(*facts: object) -> int:
        asked.append(facts)
        return drawn if facts[1] == "wear.level" else 26

    monkeypatch.setattr("klaxon.rules.uboot.trouble.wear.draw", draw_level)
    events = boat.do(lambda work: wear_on(work, 0))
    assert told(events) == [f"fault device=bridge-compass-repeater room=8 level={level}"]
    assert asked == [(boat.state.key, "wear.level", 7, 100), (boat.state.key, "wear.device", 7, 27)]
    assert boat.state.chance == TroubleChance(BoatWear(need_of(boat, 8), rate=1_000_000), worn=8)


@pytest.mark.parametrize(("budget", "need"), [(0, 1), (1, 384_521_484)])
def test_a_budget_is_never_nothing(budget: int, need: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("klaxon.rules.uboot.trouble.wear.draw_budget", lambda *_: budget)
    assert Boat(rules="wear=on").state.chance.wear.need == need


def test_time_may_be_cut_anywhere() -> None:
    """The slicing law (UBT-8.0d) with wear, worsening and a repair under way."""
    script = [{"at": "0:20:00", "do": "fault", "device": "rudder-control", "level": "yellow"}]
    states = []
    for pieces in (1, 7, 97):
        boat = Boat(script, rules="wear=on manning=auto", speed="full")
        boat.wait(30 * 60_000)
        boat.give("captain repair_fault rudder-control")
        until = boat.state.now + 20 * HOUR
        while boat.state.now < until:
            stop = min(until, boat.state.now + 20 * HOUR // pieces)
            while boat.state.now < stop:
                boat.state = GAME.advance(boat.state, Ms(stop)).state
        states.append(GAME.encode(boat.state))
    assert len(set(states)) == 1


@pytest.mark.parametrize(
    ("drawn", "budget"),
    [
        (0, 32 * 45_426),
        (1, 31 * 45_426),
        ((1 << 31) - 1, 45_426),
        ((1 << 31) + (1 << 22), 45_426),
        ((1 << 31) + (1 << 23), 45_426 - 256),
        ((1 << 32) - (1 << 23), 128),
        ((1 << 32) - 1, 0),
    ],
)
def test_a_budget_is_a_logarithm(drawn: int, budget: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The logarithm of 2 is 45,426 of 65,536 parts; eight bits behind the first of what was drawn count."""
    asked = []

    def draw(*facts: object) -> int:
        asked.append(facts)
        return drawn

    monkeypatch.setattr("klaxon.rules.uboot.trouble.budget.draw", draw)
    assert draw_budget("5a", "wear", 7) == budget
    assert asked == [("5a", "wear", 7, 1 << 32)]


def test_the_budget_has_mean_1_and_no_memory() -> None:
    drawn = [draw_budget("5a" * 16, "wear", count) for count in range(4000)]
    assert abs(sum(drawn) / len(drawn) / ONE - 1) < 0.05
    assert min(drawn) >= 0
    late = [budget - ONE for budget in drawn if budget > ONE]
    assert abs(len(late) / len(drawn) - 0.368) < 0.03
    assert abs(sum(late) / len(late) / ONE - 1) < 0.08
