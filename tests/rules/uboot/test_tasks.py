"""UBT-3.5 and UBT-3.7: tokens in slots, lookouts, joining and breaking off."""

from __future__ import annotations

import pytest

from klaxon.rules.uboot.crew.tasks import lookouts
from klaxon.rules.uboot.records import RepairJob
from tests.rules.uboot.kit.boat import HOUR, WATCHERS, Boat, told
from tests.rules.uboot.kit.marks import allows, refuses

BRIDGE = dict.fromkeys(WATCHERS, 8)
ONE = {"navigator.circle.1": {"watch": True}}


@allows("3.5c")
@allows("3.5e")
def test_three_tokens_fill_a_man() -> None:
    boat = Boat()
    for _ in range(3):
        boat.play("captain new_course 10", "first_officer assign")
    assert boat.slots("first_officer.triangle") == "act act act"


@refuses("3.5e")
@refuses("3.5a")
def test_the_fourth_order_finds_others_however_many_tokens_lie_about() -> None:
    """Six helmsmen's tokens are out; the next two go to the engineers, two each, and then nobody is left."""
    boat = Boat(rules="manning=auto")
    for _ in range(4):
        boat.give("captain new_course 10")
    assert boat.slots("engineer.circle") == boat.slots("engineer.square") == "act act"
    assert boat.why("captain new_course 10") == {
        "code": "needs-men",
        "order": "new_course",
        "room": 3,
        "symbol": "helm",
        "need": 2,
        "have": 0,
    }


@allows("3.7a")
def test_an_unskilled_lookout_takes_one_act_beside_it() -> None:
    boat = Boat(figures={"captain.circle": 8})
    boat.play("captain watch", "captain assign circle", "navigator done")
    assert boat.slots("captain.circle") == "watch act"


@refuses("3.7a")
def test_a_lookout_needs_the_slots() -> None:
    boat = Boat(figures={"captain.circle": 8, "navigator.circle": 8}, men={"captain.circle.1": {"act": 2}})
    boat.give("captain watch")
    assert boat.why("captain assign circle") == {"code": "no-slots", "man": "captain.circle", "need": 2, "free": 1}


@allows("3.7b")
def test_breaking_off_turns_the_token() -> None:
    """UBT-5#30."""
    boat = Boat(figures=BRIDGE, men=ONE)
    assert told(boat.give("navigator break_off circle")) == [
        "task-ended man=navigator.circle task=watch why=broke-off",
        "watching count=0",
        "view view=bridge open=False",
    ]
    assert boat.slots("navigator.circle") == "act"


@refuses("3.7b")
def test_who_has_no_task_breaks_nothing_off() -> None:
    boat = Boat(figures=BRIDGE, men=ONE)
    assert boat.why("navigator break_off square") == {"code": "no-task", "man": "navigator.square"}
    assert boat.why("captain break_off circle") == {"code": "no-task", "verb": "break_off"}


@allows("3.7c")
def test_more_may_join_while_one_watches() -> None:
    boat = Boat(figures={**BRIDGE, "captain.circle": 8}, men=ONE)
    boat.play("navigator join watch square triangle", "captain join watch circle")
    assert told(boat.events) == [
        "activated man=captain.circle tokens=2 as=watch place={'symbol': 'watch', 'room': 8}",
        "watching count=4",
    ]
    assert boat.tracks() == (8, 11)


@refuses("3.7c")
def test_six_watch_at_most_and_nobody_joins_nobody() -> None:
    captains = {f"captain.{shape}": 8 for shape in ("circle", "square", "triangle")}
    boat = Boat(figures={**BRIDGE, **captains}, men={f"{man}.1": {"watch": True} for man in WATCHERS})
    assert boat.refused("captain join watch circle square triangle") == "enough-men"
    boat.give("captain join watch circle square")
    assert boat.why("captain join watch triangle") == {"code": "enough-men", "order": "watch"}
    assert Boat(figures=BRIDGE).why("navigator join watch circle") == {"code": "no-watch"}
    assert Boat(figures=BRIDGE, men=ONE).refused("engineer join watch circle") == "not-in-room"


@refuses("3.7c")
def test_an_order_for_a_watch_takes_six_at_most() -> None:
    captains = {f"captain.{shape}": 8 for shape in ("circle", "square", "triangle")}
    boat = Boat(figures={**BRIDGE, **captains})
    boat.play("captain watch", "navigator assign", "captain assign circle square")
    assert boat.why("captain assign circle square triangle") == {"code": "enough-men", "order": "watch"}
    assert boat.view()["pending"]["named"] == ["captain.circle", "captain.square", *WATCHERS]


@allows("3.7d")
def test_a_lookout_who_stays_keeps_watching() -> None:
    boat = Boat(figures=BRIDGE, men=ONE)
    boat.change("navigator move square 7")
    assert boat.slots("navigator.circle") == "watch"


@refuses("3.7d")
def test_leaving_the_bridge_stops_a_watch() -> None:
    boat = Boat(figures=BRIDGE, men=ONE)
    boat.change("navigator move circle 7")
    assert boat.slots("navigator.circle") == "act"


@allows("3.7e")
@allows("3.7g")
def test_the_bridge_view_is_open_to_all_while_somebody_watches() -> None:
    boat = Boat(figures=BRIDGE)
    boat.play("captain watch", "navigator assign circle", "navigator done")
    assert told(boat.events, "watching", "view") == ["watching count=1", "view view=bridge open=True"]
    assert [boat.view(role)["views"] for role in ("captain", "engineer", "spectator")] == [["bridge"]] * 3


@refuses("3.7e")
@refuses("3.7g")
def test_without_a_lookout_it_is_closed() -> None:
    boat = Boat(figures=BRIDGE)
    assert boat.view()["views"] == []
    boat.give("captain watch")
    assert boat.view()["views"] == []
    assert boat.refused("navigator assign 4") == "bad-argument"


ENGINE_ROOMS = {"engineer.triangle": 5, "engineer.hexagon": 6}
DIVE = ("captain dive 20", "first_officer assign", "engineer assign")


@allows("3.7f")
@allows("3.2c")
def test_who_is_outside_when_the_boat_dives_dies() -> None:
    """Four lookouts and a man on deck: five die, morale falls by 6 and no more; their reliefs live."""
    boat = Boat(figures={**BRIDGE, "captain.circle": 7, **ENGINE_ROOMS}, men=ONE)
    boat.play(*DIVE)
    assert told(boat.events, "died", "watching", "morale", "dived") == [
        "dived",
        "died man=captain.circle why=dive",
        *(f"died man={man} why=dive" for man in WATCHERS),
        "watching count=0",
        "morale value=5 change=-6 why=death",
    ]
    assert boat.view()["men"]["captain.circle"] | {"post": "", "symbols": []} == {
        "room": 0,
        "slots": ["dead", "free", "free"],
        "symbols": [],
        "post": "",
        "bars": [],
        "cards": [],
        "alive": False,
    }
    assert all(relief["alive"] for relief in boat.view()["reliefs"].values())


@refuses("3.7f")
@refuses("3.2c")
def test_who_is_inside_lives() -> None:
    boat = Boat(figures=ENGINE_ROOMS)
    boat.play(*DIVE)
    assert not told(boat.events, "died", "morale")
    boat = Boat(figures={**ENGINE_ROOMS, "captain.circle": 8})
    boat.play(*DIVE)
    assert told(boat.events, "morale") == ["morale value=9 change=-2 why=death"]


def test_who_breaks_a_repair_off_leaves_its_team_and_no_other() -> None:
    boat = Boat(faults={"tdc": "green", "radio-set": "green"})
    boat.put("engineer.circle", task="tdc").put("engineer.square", task="tdc").put("engineer.hexagon", task="radio-set")
    board = boat.state.board.copy()
    board.repairs = (RepairJob("tdc", 1, (12, 13), span=HOUR), RepairJob("radio-set", 1, (15,), span=HOUR))
    lines = told(boat.lay(board).give("engineer break_off circle"))
    assert lines == ["task-ended man=engineer.circle task=fault why=broke-off"]
    shown = boat.view()["repairs"]
    assert (shown["tdc"]["men"], shown["radio-set"]["men"]) == (["engineer.square"], ["engineer.hexagon"])
    assert boat.state.board.man(12).task == ""


@pytest.mark.parametrize(
    ("on_bridge", "dark", "named"),
    [
        (("navigator.circle", "captain.circle"), False, ["navigator.circle"]),
        (("captain.circle", "captain.square"), False, ["captain.circle"]),
        (("captain.circle", "captain.square", "captain.triangle"), True, ["captain.circle", "captain.square"]),
        (("navigator.circle", "navigator.square", "captain.circle"), True, ["navigator.circle", "navigator.square"]),
    ],
    ids=["the skilled alone", "of the unskilled one", "and one for the dark", "skilled men before others"],
)
def test_whom_automatic_manning_sends_on_watch(on_bridge: tuple[str, ...], dark: bool, named: list[str]) -> None:
    boat = Boat(rules="manning=auto", figures=dict.fromkeys(on_bridge, 8))
    if dark:
        board = boat.state.board.copy()
        board.rooms = (*board.rooms[:7], board.rooms[7]._replace(emergencies=("darkness",)))
        boat.lay(board)
    boat.give("captain watch")
    assert told(boat.events, "done") == [f"done order=watch men={','.join(named)}"]
    assert len(lookouts(boat.state.board)) == len(named) - dark


@allows("3.3i")
def test_a_plain_assign_names_one_more_where_others_named_enough() -> None:
    boat = Boat(figures={"captain.circle": 8, "engineer.circle": 8})
    boat.play("captain watch", "captain assign circle", "engineer assign")
    assert told(boat.events, "assigned") == ["assigned role=engineer men=engineer.circle"]


@refuses("3.3m")
def test_a_dark_bridge_asks_for_one_man_more() -> None:
    boat = Boat(figures={"navigator.circle": 8})
    board = boat.state.board.copy()
    board.rooms = (*board.rooms[:7], board.rooms[7]._replace(emergencies=("darkness",)))
    assert boat.lay(board).why("captain watch") == {"code": "needs-extra", "room": 8}
