"""UBT-3.6: the watch change, step by step, and a whole one as a table to be checked by hand."""

from __future__ import annotations

from typing import Any

import pytest

from klaxon.rules.uboot.records import RepairJob
from klaxon.rules.uboot.words import FIGURES
from tests.rules.uboot.kit.boat import HOUR, MINUTE, ROLES, WATCHERS, Boat, told
from tests.rules.uboot.kit.marks import allows, refuses

BRIDGE = dict.fromkeys(WATCHERS, 8)
TO_NOON = 4 * HOUR
"""The drill begins at 08:00."""


def at_noon(boat: Boat) -> list[str]:
    """Return what the bell of 12:00 brings."""
    return told(boat.wait(boat.state.bell - boat.state.now))


# -- a whole change ------------------------------------------------------------------------------------------------

# Man; his tokens and his relief's before the bell; both after it; why, by the letter of UBT-3.6.
# ".x" is of a treated card, ".u" of an untreated one; "-": none.
TABLE = """
captain.circle         | act act             | -           | act     | -             | h: one ACT off
captain.square         | -                   | act         | -       | act           | nothing to take off
captain.triangle       | dead                | -           | dead    | -             | l: the relief is asked for
captain.hexagon        | act                 | dead        | -       | dead          | h; l: the figure leaves
first_officer.circle   | wound.u act         | -           | wound   | -             | j: untreated stays; h
first_officer.square   | fatigue.x act       | -           | act     | -             | i: instead of the ACT
first_officer.triangle | wound.x fatigue.x   | fatigue.u   | fatigue | fatigue       | i: the wound first
first_officer.hexagon  | act act act         | act act act | act act | act act act   | h; slots are a man's own
navigator.circle       | watch act           | -           | act     | watch         | e; g: he keeps his ACT
navigator.square       | watch act           | act act act | -       | act act act   | e: no slot, discarded; h
navigator.triangle     | watch fatigue.x     | -           | -       | watch         | e; i: eased all the same
navigator.hexagon      | watch               | dead        | -       | dead          | e: no relief; l: leaves
engineer.circle        | watch act           | act         | act     | watch act act | f: one ACT beside it
engineer.square        | watch act           | act act     | -       | act act       | f: one slot is too few; h
engineer.triangle      | fatigue.u fatigue.x | wound.x     | fatigue | wound         | j: only the treated one
engineer.hexagon       | dead                | dead        | dead    | dead          | l: nobody is left
"""

CARDS = {"wound.u": "thrown-against-bulkhead", "wound.x": "splinters", "fatigue.x": "graze", "fatigue.u": "nausea"}
MORE_CARDS = {
    ("first_officer.triangle", 2): {"fatigue.u": "muscle-spasm"},
    ("navigator.triangle", 1): {"fatigue.x": "scalded-arm"},
    ("first_officer.square", 1): {"fatigue.x": "streaming-eyes"},
    ("first_officer.triangle", 1): {"wound.x": "burnt-palm", "fatigue.x": "graze"},
    ("engineer.triangle", 1): {"fatigue.u": "nausea", "fatigue.x": "seasick-hand"},
}


def rows() -> list[tuple[str, list[str], list[str], str, str]]:
    """Return the table: man, his tokens and his relief's before, both after as the view words them."""
    found = []
    for line in TABLE.strip().splitlines():
        man, *cells = (cell.strip() for cell in line.split("|"))
        before, relief, after, relief_after, _why = (cell.removeprefix("-") for cell in cells)
        found.append((man, before.split(), relief.split(), after, relief_after))
    return found


def staged(man: str, shift: int, tokens: list[str]) -> dict[str, Any]:
    """Return what a file says of a man with these tokens."""
    cards = {**CARDS, **MORE_CARDS.get((man, shift), {})}
    treated = [cards[token] for token in tokens if token.endswith(".x")]
    held = [cards[token] for token in tokens if token.endswith(".u")]
    found: dict[str, Any] = {"act": tokens.count("act"), "cards": held, "treated": treated}
    return {"dead": True} if "dead" in tokens else {**found, **({"watch": True} if "watch" in tokens else {})}


def tabled_boat() -> Boat:
    told_of = {}
    for man, before, relief, _, _ in rows():
        told_of[f"{man}.1"], told_of[f"{man}.2"] = staged(man, 1, before), staged(man, 2, relief)
    lookouts = {man: 8 for man, before, *_ in rows() if "watch" in before}
    return Boat(men=told_of, figures=lookouts, order=1)


@allows("3.6e")
@allows("3.6f")
@allows("3.6g")
@allows("3.6h")
@allows("3.6i")
@allows("3.6j")
@allows("3.6k")
@allows("3.6l")
@allows("3.5b")
@allows("3.2c")
def test_a_watch_change_row_by_row() -> None:
    boat = tabled_boat()
    boat.wait(TO_NOON)
    view = boat.view()
    assert view["shift"] == 2
    for man, _, _, after, relief_after in rows():
        assert (man, boat.slots(f"{man}.1")) == (man, after)
        assert (man, boat.slots(f"{man}.2")) == (man, relief_after)
    nowhere = [man for man, told_of in view["men"].items() if not told_of["room"]]
    assert nowhere == ["captain.triangle", "captain.hexagon", "navigator.hexagon", "engineer.hexagon"]
    assert [post["man"] for post in view["posts"]] == ["captain.triangle"]
    assert view["tracks"] == {"order": 7, "morale": 11, "exhausted": False}


def test_a_watch_change_is_told_in_its_order() -> None:
    lines = told(tabled_boat().wait(TO_NOON))
    assert lines == [
        "bell time=12:00",
        "order-track value=7 change=6 why=bell",
        "handed-over man=navigator.circle relief=navigator.circle.2 task=watch extra=0",
        "task-ended man=navigator.square task=watch why=relieved",
        "handed-over man=navigator.triangle relief=navigator.triangle.2 task=watch extra=0",
        "task-ended man=navigator.hexagon task=watch why=relieved",
        "handed-over man=engineer.circle relief=engineer.circle.2 task=watch extra=1",
        "task-ended man=engineer.square task=watch why=relieved",
        "recovered man=captain.circle token=act",
        "recovered man=captain.hexagon token=act",
        "recovered man=first_officer.circle token=act",
        "recovered man=first_officer.square token=fatigue",
        "cured man=first_officer.square card=streaming-eyes",
        "recovered man=first_officer.triangle token=wound",
        "cured man=first_officer.triangle card=burnt-palm",
        "recovered man=first_officer.hexagon token=act",
        "recovered man=navigator.square token=act",
        "recovered man=navigator.triangle token=fatigue",
        "cured man=navigator.triangle card=scalded-arm",
        "recovered man=engineer.square token=act",
        "recovered man=engineer.triangle token=fatigue",
        "cured man=engineer.triangle card=seasick-hand",
        "watch-changed shift=2",
        "watching count=3",
    ]


# -- step by step --------------------------------------------------------------------------------------------------


@allows("3.6a")
@allows("3.6n")
def test_bells_at_noon_six_midnight_and_six() -> None:
    boat = Boat()
    times = told(boat.wait(24 * HOUR), "bell")
    assert times == ["bell time=12:00", "bell time=18:00", "bell time=00:00", "bell time=06:00"]


@refuses("3.6a")
def test_no_bell_when_the_mission_begins_and_none_before_its_order_is_done() -> None:
    """UBT-5#24, UBT-5#25."""
    boat = Boat(DATE="1940-06-01T12:00", rules="patience=0")
    assert told(boat.wait(5 * HOUR), "bell") == []
    boat.give("captain new_course 10")
    assert boat.wait(2 * HOUR) == []
    boat.give("first_officer assign")
    assert told(boat.events, "done", "bell") == [
        "done order=new_course men=first_officer.triangle,first_officer.hexagon",
        "bell time=18:00",
    ]


@refuses("3.6n")
def test_what_is_due_at_the_bell_comes_before_it() -> None:
    """UBT-5#45: at one instant happenings come first; what is later touches the new shift."""
    boat = Boat([{"at": "4:00:00", "do": "morale", "n": -1}], morale=10)
    assert [event.type for event in boat.wait(TO_NOON)][:2] == ["morale", "bell"]


@allows("3.6b")
@pytest.mark.parametrize(("level", "order"), [("low", 8), ("medium", 6), ("high", 5)])
def test_the_order_track_rises_by_the_captains_level(level: str, order: int) -> None:
    boat = Boat(rules=f"captain={level}", order=0, morale=5)
    boat.wait(TO_NOON)
    assert boat.tracks() == (order, 5)


@refuses("3.6b")
def test_the_order_track_rises_no_further_than_eight() -> None:
    boat = Boat(order=7)
    assert "order-track value=8 change=1 why=bell" in at_noon(boat)
    boat = Boat()
    assert not [line for line in at_noon(boat) if line.startswith("order-track")]


def repairing(required: int, *names: str, helped: int = 0, **setup: Any) -> Boat:
    """Return a boat shortly before noon, with a team of men at the rudder."""
    level = ("green", "yellow", "red")[required - 1]
    boat = Boat(DATE="1940-06-01T11:58", faults={"rudder-control": level, "tdc": "green"}, **setup)
    for name in names:
        boat.put(name, task="rudder-control", act=1)
    board = boat.state.board.copy()
    team = tuple(FIGURES.index(name) for name in names)
    board.repairs = (RepairJob("rudder-control", required, team, helped, span=10**9),)
    return boat.lay(board)


TEAM = ("first_officer.triangle", "engineer.circle", "engineer.square")


@allows("3.6d")
def test_a_repair_goes_on_when_the_reliefs_reach_its_number() -> None:
    """The relief of the helmsman has no slot left: his token goes, the two others pass."""
    boat = repairing(2, *TEAM, men={"first_officer.triangle.2": {"act": 3}})
    assert [line for line in at_noon(boat) if line.startswith(("handed", "task"))] == [
        "task-ended man=first_officer.triangle task=fault why=relieved",
        "handed-over man=engineer.circle relief=engineer.circle.2 task=fault extra=0",
        "handed-over man=engineer.square relief=engineer.square.2 task=fault extra=0",
    ]
    repair = boat.view()["repairs"]["rudder-control"]
    assert (repair["state"], repair["men"]) == ("running", ["engineer.circle", "engineer.square"])
    assert boat.slots("first_officer.triangle.1") == ""
    assert boat.slots("engineer.circle.1") == "act"
    assert boat.slots("engineer.circle.2") == "fault"


@allows("3.6d")
def test_the_men_of_a_card_count() -> None:
    boat = repairing(3, *TEAM, helped=1, men={"first_officer.triangle.2": {"act": 3}})
    at_noon(boat)
    assert boat.view()["repairs"]["rudder-control"]["state"] == "running"


@refuses("3.6d")
def test_a_repair_pauses_when_they_do_not() -> None:
    full = {f"engineer.{shape}.2": {"act": 3} for shape in ("circle", "square")}
    boat = repairing(3, *TEAM, men=full)
    lines = at_noon(boat)
    assert [line for line in lines if line.startswith(("handed", "task"))] == [
        f"task-ended man={man} task=fault why=paused" for man in TEAM
    ]
    assert [f"recovered man={man} token=act" in lines for man in TEAM] == [True] * 3
    repair = boat.view()["repairs"]["rudder-control"]
    assert (repair["state"], repair["men"]) == ("paused", [])
    assert [boat.slots(f"{man}.2") for man in TEAM] == ["", "act act act", "act act act"]


@refuses("3.6e")
@pytest.mark.parametrize("relief", [{"dead": True}, {"act": 3}, {"cards": ["face-burns"]}])
def test_a_relief_who_cannot_watch_takes_nothing_over(relief: dict[str, Any]) -> None:
    boat = Boat(figures=BRIDGE, men={"navigator.circle.1": {"watch": True}, "navigator.circle.2": relief})
    assert "task-ended man=navigator.circle task=watch why=relieved" in at_noon(boat)
    assert "watch" not in boat.slots("navigator.circle.2")


@refuses("3.6f")
def test_an_unskilled_relief_needs_a_second_slot() -> None:
    watch = {"engineer.circle.1": {"watch": True}, "engineer.circle.2": {"act": 2}}
    assert "task-ended man=engineer.circle task=watch why=relieved" in at_noon(
        Boat(figures={"engineer.circle": 8}, men=watch)
    )


@refuses("3.6g")
@refuses("3.6h")
@refuses("3.5d")
def test_who_handed_over_takes_no_act_off_and_who_has_none_takes_nothing() -> None:
    boat = Boat(figures=BRIDGE, men={"navigator.circle.1": {"watch": True, "act": 1}})
    assert not [line for line in at_noon(boat) if line.startswith("recovered")]
    assert boat.slots("navigator.circle.1") == "act"


@refuses("3.6i")
@refuses("3.6j")
def test_an_untreated_card_stays_and_a_treated_one_stays_until_its_last_token() -> None:
    boat = Boat(
        men={"captain.circle.1": {"cards": ["fever"]}, "captain.square.1": {"treated": ["concussion"], "act": 1}}
    )
    lines = at_noon(boat)
    assert [line for line in lines if line.startswith(("recovered", "cured"))] == [
        "recovered man=captain.square token=fatigue"
    ]
    assert boat.slots("captain.circle.1") == "fatigue fatigue"
    assert boat.slots("captain.square.1") == "fatigue act"


@allows("3.6j")
def test_a_cured_card_goes_under_its_deck_and_its_medicines_are_gone() -> None:
    boat = Boat(men={"captain.circle.1": {"treated": ["graze"]}})
    before = boat.view("umpire")
    assert "graze" not in before["truth"]["decks"]["gunshot"]
    boat.wait(TO_NOON)
    after = boat.view("umpire")
    assert after["truth"]["decks"]["gunshot"][-1] == "graze"
    assert after["medicine"]["bandage"] == before["medicine"]["bandage"] == 3


@refuses("3.6k")
def test_figures_stay_where_they_are() -> None:
    boat = Boat()
    before = {man: boat.room(man) for man in FIGURES}
    boat.wait(TO_NOON)
    assert {man: boat.room(man) for man in FIGURES} == before
    assert boat.view()["men"]["engineer.circle"]["post"] == "Senior diesel machinist"


DEAD = {"captain.circle.1": {"dead": True}}


@allows("3.6l")
def test_a_relief_stands_where_his_owner_says() -> None:
    """UBT-5#19."""
    boat = Boat(men=DEAD)
    boat.wait(TO_NOON)
    assert boat.room("captain.circle") == 0
    (prompt,) = boat.view("captain")["prompts"]
    assert prompt["verbs"] == ["post"]
    assert told(boat.give("captain post circle 8")) == ["posted man=captain.circle room=8"]
    assert boat.view("captain")["prompts"] == []


@allows("3.6l")
def test_a_relief_whose_owner_says_nothing_stands_where_the_figure_stood() -> None:
    boat = Boat(men=DEAD)
    assert told(boat.wait(TO_NOON + 90_000), "posted") == ["posted man=captain.circle room=2"]


@refuses("3.6l")
def test_a_relief_cannot_stand_in_the_water() -> None:
    """UBT-5#19."""
    figures = {"first_officer.circle": 3, "first_officer.square": 3, "navigator.circle": 3}
    boat = Boat(men=DEAD, rooms={"2": {"flooded": True}}, figures=figures, surfaced=False, depth=20)
    assert boat.why("captain post circle 3") == {"code": "not-due", "verb": "post"}
    boat.wait(TO_NOON)
    assert boat.why("captain post circle 2") == {"code": "occupied", "room": 2}
    assert boat.why("captain post circle 8") == {"code": "occupied", "room": 8}
    assert boat.refused("captain post square 3") == "not-due"
    assert told(boat.wait(90_000), "posted") == ["posted man=captain.circle room=1"]


@allows("3.6l")
def test_a_relief_who_is_posted_during_a_change_goes_on_from_there() -> None:
    boat = Boat(men=DEAD)
    boat.wait(TO_NOON)
    boat.play("captain change_positions", "captain post circle 3", "captain move circle 4")
    boat.play(*(f"{role} ready" for role in ROLES))
    assert told(boat.events, "moved") == ["moved man=captain.circle from=3 room=4 carried= paid=0"]


@allows("3.6m")
def test_the_bridge_view_stays_while_somebody_watches() -> None:
    boat = Boat(figures=BRIDGE, men={"navigator.circle.1": {"watch": True}})
    assert not [line for line in at_noon(boat) if line.startswith("view")]
    assert boat.view()["views"] == ["bridge"]


@refuses("3.6m")
def test_the_bridge_view_closes_when_nobody_takes_over() -> None:
    boat = Boat(figures=BRIDGE, men={"navigator.circle.1": {"watch": True}, "navigator.circle.2": {"act": 3}})
    assert at_noon(boat)[-2:] == ["watching count=0", "view view=bridge open=False"]
    assert boat.view()["views"] == []


@allows("3.6o")
@allows("7.2a")
def test_an_easy_watch_keeps_the_symbols() -> None:
    boat = Boat(rules="easy_watch=yes engineer=low")
    boat.wait(TO_NOON)
    view = boat.view()
    assert view["men"]["engineer.circle"]["symbols"] == ["ballast", "repair"]
    assert view["men"]["navigator.circle"]["symbols"] == ["watch", "aa20"]


@refuses("3.6o")
@refuses("7.2a")
def test_only_at_level_low() -> None:
    boat = Boat(rules="easy_watch=yes", men={"engineer.circle.1": {"act": 2}})
    boat.wait(TO_NOON)
    assert boat.view()["men"]["engineer.circle"]["symbols"] == ["engines", "repair"]
    assert boat.slots("engineer.circle.2") == ""


@allows("3.5d")
def test_act_is_taken_off_at_the_end_of_the_own_watch() -> None:
    boat = Boat(men={"captain.circle.1": {"act": 2}, "captain.circle.2": {"act": 2}})
    boat.wait(TO_NOON)
    assert (boat.slots("captain.circle.1"), boat.slots("captain.circle.2")) == ("act", "act act")
    boat.wait(6 * HOUR)
    assert (boat.slots("captain.circle.1"), boat.slots("captain.circle.2")) == ("act", "act")


@refuses("3.5b")
def test_what_is_in_a_mans_slots_is_not_his_reliefs() -> None:
    boat = Boat(men={"first_officer.triangle.1": {"act": 3}})
    boat.wait(TO_NOON)
    boat.give("captain new_course 10")
    assert boat.view()["men"]["first_officer.triangle"]["slots"] == ["free"] * 3


def test_a_second_bell_relieves_the_relief_who_was_never_posted() -> None:
    """Shift 2 of that figure is dead: the figure leaves again, and nobody is asked any more."""
    boat = Boat(men={"captain.circle.1": {"dead": True}}, rules="patience=0")
    boat.wait(TO_NOON)
    assert boat.view()["posts"]
    boat.wait(6 * HOUR)
    assert boat.view()["posts"] == []
    assert boat.wait(5 * MINUTE) == []


@pytest.mark.parametrize(
    ("relief", "running"),
    [({}, True), ({"cards": ["scorched-hands"]}, False), ({"act": 2}, False), ({"act": 1}, True)],
    ids=["able", "barred from repair", "unskilled with one slot", "unskilled with two"],
)
def test_who_can_take_a_repair_over(relief: dict[str, Any], running: bool) -> None:
    """The relief of the helmsman has not the symbol: he needs two slots (UBT-3.6d, f)."""
    boat = repairing(1, "first_officer.triangle", men={"first_officer.triangle.2": relief})
    lines = at_noon(boat)
    assert (boat.view()["repairs"]["rudder-control"]["state"] == "running") is running
    handed = "handed-over man=first_officer.triangle relief=first_officer.triangle.2 task=fault extra=1"
    assert (handed in lines) is running
    assert boat.state.board.crew[FIGURES.index("first_officer.triangle")].task == ""


def test_a_paused_repair_stays_paused_and_the_next_one_is_handed_over() -> None:
    boat = repairing(1, "engineer.circle")
    board = boat.state.board.copy()
    board.repairs = (RepairJob("tdc", 1, (), running=False), *board.repairs)
    at_noon(boat.lay(board))
    shown = boat.view()["repairs"]
    assert (shown["tdc"]["state"], shown["tdc"]["men"]) == ("paused", [])
    assert (shown["rudder-control"]["state"], shown["rudder-control"]["men"]) == ("running", ["engineer.circle"])


def test_posts_have_numbers_of_their_own_one_after_the_other() -> None:
    boat = Boat(men={f"captain.{shape}.1": {"dead": True} for shape in ("circle", "square")})
    boat.wait(TO_NOON)
    first, second = (post["number"] for post in boat.view()["posts"])
    assert second == first + 1 == boat.state.board.serial


@allows("3.6e")
def test_the_second_shift_hands_over_to_the_first() -> None:
    boat = Boat(shift=2, figures={"navigator.circle": 8}, men={"navigator.circle.2": {"watch": True}})
    boat.wait(TO_NOON)
    assert told(boat.events, "handed-over") == [
        "handed-over man=navigator.circle relief=navigator.circle.1 task=watch extra=0"
    ]
    assert (boat.view()["shift"], boat.slots("navigator.circle"), boat.slots("navigator.circle.2")) == (1, "watch", "")
    assert len(boat.state.board.crew) == 32


@allows("3.6e")
@refuses("3.6e")
@pytest.mark.parametrize(
    ("relief", "line"),
    [
        ({"act": 2}, "handed-over man=navigator.circle relief=navigator.circle.2 task=watch extra=0"),
        ({"cards": ["face-burns"]}, "task-ended man=navigator.circle task=watch why=relieved"),
    ],
    ids=["a lookout with one slot", "barred from the watch"],
)
def test_who_can_take_a_watch_over(relief: dict[str, Any], line: str) -> None:
    men = {"navigator.circle.1": {"watch": True}, "navigator.circle.2": relief}
    boat = Boat(figures={"navigator.circle": 8}, men=men)
    assert told(boat.wait(TO_NOON), "handed-over", "task-ended") == [line]
