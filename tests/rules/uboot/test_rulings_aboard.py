"""UBT-5: rulings on symbols, the watch, loads and what is told; and that a test names each ruling of the page."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from klaxon import data
from klaxon.rules.contract import Header
from klaxon.rules.uboot.state import State
from klaxon.table.setup import make_header
from tests.rules.uboot.kit.boat import BOX, GAME, HOUR, Boat, mission, told

TESTS = Path(__file__).parents[2]
FILES = (*TESTS.glob("rules/uboot/**/test_*.py"), *TESTS.glob("console/test_uboot_*.py"))
"""Where a test may name a ruling: `UBT-5#44` in its docstring, or `test_ruling_44_...`."""


def test_a_test_names_each_ruling_of_the_page() -> None:
    section = data.read("rules", "uboot").partition("\n## 5. ")[2].partition("\n## ")[0]
    rulings = {int(number) for number in re.findall(r"^\| (\d+) \|", section, re.MULTILINE)}
    text = "".join(path.read_text("utf-8") for path in FILES)
    named = {int(number) for number in re.findall(r"(?:UBT-5#|def test_ruling_)(\d+)", text)}
    assert len(rulings) > 40
    assert sorted(rulings - named) == []


def with_two_equal_symbols() -> Boat:
    """Return a boat whose helmsman, the triangle of the first officer, has the symbol of the helm twice."""
    box = json.loads(BOX)
    box["crew"]["first_officer"]["1"]["triangle"]["symbols"] = ["helm", "helm"]
    contents = {"boxes": json.dumps(box), "missions": mission(), "patrols": ""}
    options = {"mission": "drill", "wear": "off", "events": "off"}
    header = make_header(GAME, options, lambda kind, _name, _variant: contents[kind], "0")
    assert isinstance(header, Header), header
    boat, state = Boat(begun=False), GAME.setup(header)
    assert isinstance(state, State), state
    boat.state = state
    boat.give("first_officer begin")
    return boat


def test_ruling_3_two_equal_symbols_on_one_man_count_once() -> None:
    boat = with_two_equal_symbols()
    assert boat.view()["men"]["first_officer.triangle"]["symbols"] == ["helm", "helm"]
    boat.play("captain new_course 10", "first_officer assign triangle")
    assert boat.view()["pending"]["order"] == "new_course", "the second place is still free"
    boat.give("first_officer assign triangle hexagon")
    assert told(boat.events, "done")
    assert boat.slots("first_officer.triangle") == "act"


@pytest.mark.parametrize("hour", ["03:00", "08:00", "17:30"])
def test_ruling_21_a_mission_that_begins_in_mid_watch_begins_with_shift_1(hour: str) -> None:
    boat = Boat(DATE=f"1940-06-01T{hour}")
    assert (boat.view()["shift"], boat.tracks()[0]) == (1, 8)


def test_ruling_29_the_malady_goes_before_the_act() -> None:
    boat = Boat(men={"captain.square.1": {"treated": ["graze"], "act": 1}, "captain.circle.1": {"act": 1}})
    boat.wait(4 * HOUR)
    gone = ["recovered man=captain.circle token=act", "recovered man=captain.square token=fatigue"]
    assert told(boat.events, "recovered") == gone


def test_ruling_48_what_one_man_laid_down_another_takes_up_in_the_next_change() -> None:
    boat = Boat()
    boat.play("captain change_positions", "captain move circle 4+pump", "captain ready")
    assert boat.refused("navigator move square 6+pump") == "carried"
    boat.play(*(f"{role} ready" for role in ("first_officer", "navigator", "engineer")))
    boat.change("navigator move square 6+pump")
    assert "pump" in boat.view()["rooms"]["6"]["devices"]


def test_ruling_61_a_view_tells_the_briefing_and_nothing_of_the_file() -> None:
    """A file with a script and another par is seen as the one without."""
    leak = {"at": "1:00:00", "do": "emergency", "kind": "leak", "room": 6}
    plain, scripted = Boat(), Boat([leak], PAR=80)
    for seat in ("captain", "spectator"):
        assert scripted.view(seat) == plain.view(seat)
        assert plain.view(seat)["mission"]["id"] == "drill"
        assert {"id", "title", "briefing"} <= set(plain.view(seat)["mission"])
