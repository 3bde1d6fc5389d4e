"""The stations of U-BOOT's engineer and navigator: the boat in section, rooms, telegraph, watch, chart."""

from __future__ import annotations

import pytest

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.screen import Area
from klaxon.console.games.uboot.boat.boat_signs import BOXES, LEVELS, STATES, THINGS
from klaxon.console.games.uboot.boat.scheme import BoatScheme, open_hatches, scheme_of, state_of, worst_fault
from klaxon.console.games.uboot.chart.plot import SCALES, Mark, Plot
from klaxon.console.language.catalogue import languages
from klaxon.console.language.game_words import Phrases
from klaxon.rules.uboot.crew.men import CrewMan, Malady
from klaxon.rules.uboot.records import RepairJob
from klaxon.rules.uboot.words import DEVICES, FAULT_LEVELS, TOOLBOXES
from tests.console.kit import frames
from tests.console.kit.cuts import cuts
from tests.console.kit.eased import coached, large
from tests.console.kit.speaking import speaking
from tests.console.kit.uboot_scenes import ENGINEER, NAVIGATOR
from tests.console.kit.uboot_stations import STILLS, crowded, room_of, split, under_way, watched
from tests.rules.uboot.kit.boat import HOUR, Boat

WORDS = Phrases("uboot")


def scheme(boat: Boat) -> BoatScheme:
    """Return the boat in section."""
    return scheme_of(WORDS, boat.state.board)


# The frames


@pytest.mark.parametrize("language", languages())
def test_stills_are_as_they_were_approved_and_nothing_is_cut(language: str) -> None:
    with cuts() as found, speaking(language):
        for name, (seat, make) in STILLS.items():
            room = make()
            frames.check(f"uboot/{name}", room.panel(seat))
            room.panel(seat, 256)
            coached(room, seat)
            large(room, seat)
    assert [str(cut) for cut in found] == []


@pytest.mark.parametrize("name", ["engineer-boat-crowded", "navigator-watch-out", "engineer-telegraph-dives"])
def test_a_wide_panel_has_two_pages(name: str) -> None:
    seat, make = STILLS[name]
    frames.check(f"uboot/wide-{name}", make().panel(seat, 256))


# The boat in section


def test_the_boat_tells_who_stands_where_how_he_is_and_how_his_relief() -> None:
    words = list(scheme(crowded()).words())
    assert words[1].startswith("2 officers' quarters: wires, toolbox A; C circle wounded (relief ready), F circle ti")
    assert words[2].startswith("3 control room: darkness, fault red, pump; ")
    assert words[7] == "8 bridge: N circle busy (relief ready), N square ready (relief ready)"
    assert words[8] == "lost: C square"
    assert sum(line.count("(relief") for line in words) == 15, "all of the watch but the dead man"
    assert "E circle ready (relief tired)" in words[2]


@pytest.mark.parametrize(
    ("man", "state"),
    [
        (CrewMan(), "free"),
        (CrewMan(act=2), "free"),
        (CrewMan(act=3), "tired"),
        (CrewMan(maladies=(Malady("seasick-hand", fatigue=1),)), "tired"),
        (CrewMan(act=1, task="watch"), "busy"),
        (CrewMan(task="tdc"), "busy"),
        (CrewMan(task="watch", maladies=(Malady("graze", wound=1),)), "wounded"),
        (CrewMan(dead=True), "dead"),
    ],
)
def test_the_worst_is_said_of_a_man(man: CrewMan, state: str) -> None:
    assert state_of(man) == state


def test_no_two_signs_look_alike() -> None:
    for signs in (STATES, BOXES, THINGS, LEVELS):
        assert len({sign.columns for sign in signs.values()}) == len(signs)
    assert set(THINGS) == {*DEVICES, *TOOLBOXES}
    assert tuple(LEVELS) == FAULT_LEVELS


def test_hatches_are_open_as_the_rules_say() -> None:
    assert open_hatches(Boat().state.board) == {3}
    assert open_hatches(Boat(surfaced=False, depth=30).state.board) == frozenset()
    assert open_hatches(split().state.board) == {1, 3, 6}
    assert open_hatches(Boat(rooms={"6": {"flooded": True}}).state.board) == {3}, "the boat is not split"


def test_the_worst_fault_of_a_room_is_shown() -> None:
    board = Boat(faults={"port-diesel": "green", "starboard-diesel": "red"}).state.board
    assert (worst_fault(board, 5), worst_fault(board, 4)) == ("red", "")


def test_the_room_of_a_device_reaches_every_view() -> None:
    devices = Boat().view("captain")["handbook"]["workshop"]["devices"]
    rooms = {device["id"]: device["room"] for device in devices}
    assert (len(rooms), rooms["tdc"], rooms["88-mm-mount"]) == (27, 3, 7)


def test_one_man_who_moves_changes_few_pixels() -> None:
    """A picture is sent by what changed: one mark to a dot, and a dot to a mark."""
    boat, canvases = Boat(), []
    at = boat.state.board.at
    for rooms in (at, (*at[:12], 6, *at[13:])):
        canvas = Canvas(128, 64)
        scheme_of(WORDS, boat.state.board, rooms).draw(canvas, Area(0, 8, 128, 48))
        canvases.append(canvas.bits)
    changed = [place for place, pair in enumerate(zip(*canvases, strict=True)) if pair[0] != pair[1]]
    assert 0 < len(changed) <= 12


# The engineer


def test_the_dial_goes_from_the_whole_boat_through_its_rooms() -> None:
    room = room_of(crowded())
    assert "0 m 100% stop" in room.words(ENGINEER)
    assert "> 1 bow torpedo room" in room.turn(ENGINEER, 1).words(ENGINEER)
    assert "> 8 bridge" in room.turn(ENGINEER, 20).words(ENGINEER)
    assert "0 m 100% stop" in room.turn(ENGINEER, -20).words(ENGINEER)


def test_push_looks_into_a_room_and_back_leaves_it() -> None:
    room = room_of(crowded()).turn(ENGINEER, 4).press(ENGINEER, "push")
    words = room.words(ENGINEER)
    assert "N triangle ready (relief ready): Lookout, in 4" in words
    assert "fire, gas, gas masks,\ntoolbox B" in words
    assert "nobody" not in words
    assert "5 diesel room" in room.turn(ENGINEER, 1).words(ENGINEER)
    assert "1 bow torpedo room" in room.turn(ENGINEER, -9).words(ENGINEER), "a room, not the whole boat"
    assert "> 1 bow torpedo room" in room.press(ENGINEER, "back").words(ENGINEER)


def test_the_telegraph_tells_speed_depth_and_battery() -> None:
    words = room_of(under_way()).leaf(ENGINEER).words(ENGINEER)
    assert "telegraph: slow ahead, 4.7 kn" in words
    assert "depth: 4>90 m" in words
    assert "battery: 99%" in words


# The navigator


@pytest.mark.parametrize(("hours", "bell"), [(0, "12:00, in 4:00"), (3, "12:00, in 1:00"), (4, "18:00, in 6:00")])
def test_the_watch_counts_down_to_the_bell(hours: int, bell: str) -> None:
    boat = Boat(rules="patience=0")
    boat.give("captain time accelerated")
    boat.wait(hours * HOUR // 30)
    assert f"bell at {bell}" in room_of(boat).words(NAVIGATOR)


def test_the_watch_tells_the_lookouts_and_the_men_of_each_role() -> None:
    room = room_of(watched())
    words = room.words(NAVIGATOR)
    assert "lookouts: N circle, N triangle, N hexagon" in words
    assert "N circle busy (relief ready): Navigator, in 8" in words
    assert "C circle ready (relief ready): Commander, in 2" in room.turn(NAVIGATOR, 1).words(NAVIGATOR)
    assert "watch 1: tasks" in room.turn(NAVIGATOR, 9).words(NAVIGATOR)
    assert "lookout 3/6" in room.words(NAVIGATOR)


def test_a_repair_is_a_long_task() -> None:
    boat = Boat(faults={"tdc": "yellow"}).put("engineer.circle", task="tdc")
    board = boat.state.board.copy()
    board.repairs = (RepairJob("tdc", 1, (12,), done=400_000),)
    words = room_of(boat.lay(board)).turn(NAVIGATOR, 4).words(NAVIGATOR)
    assert "TDC 1/1 40%" in words


def test_the_chart_tells_contacts_as_they_were_reported() -> None:
    room = room_of(watched()).page(NAVIGATOR, "chart")
    words = room.words(NAVIGATOR)
    assert "> c1 merchant, bearing 045, 4.8 nm, 4 min ago" in words
    assert "c2 escort, bearing 300, 2.8 nm, course 120, 3 min ago" in words
    assert "> c3 screw noise, bearing 190, 2 min ago" in room.turn(NAVIGATOR, 9).words(NAVIGATOR)


def test_what_nobody_perceived_is_on_no_chart() -> None:
    script = [{"at": "0:30:00", "do": "contact", "id": "c9", "by": "lookout", "klass": "escort", "bearing": 9}]
    shown = [room_of(boat).page(NAVIGATOR, "chart").panel(NAVIGATOR) for boat in (Boat(), Boat(script))]
    assert shown[0] == shown[1]


def test_words_stand_for_what_a_high_level_does_not_measure() -> None:
    script = [
        {"at": "0:00:01", "do": "contact", "id": "c1", "by": "lookout", "klass": "escort", "bearing": 45}
        | {"range": 9000, "course": 300}
    ]
    boat = Boat(script, rules="navigator=high")
    boat.wait(2000)
    words = room_of(boat).page(NAVIGATOR, "chart").words(NAVIGATOR)
    assert "bearing 045, medium, " in words
    assert "4.8 nm" not in words


@pytest.mark.parametrize(("metres", "miles"), [(0, 2), (3000, 2), (3705, 5), (37_000, 20), (90_000, 20)])
def test_the_plot_takes_the_smallest_ring_that_holds_all(metres: int, miles: int) -> None:
    plot = Plot(0, is_moving=False, marks=(Mark("c1", "escort", 0, metres, None, ""),), chosen="", said="")
    assert plot.miles == miles
    assert miles in SCALES
