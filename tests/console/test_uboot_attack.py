"""The attack at the stations of U-BOOT: TDC, tubes, the run of torpedoes, and what all of them say in words."""

from __future__ import annotations

from functools import cache

import pytest

from klaxon.console.games.uboot.screen import TORPEDO
from klaxon.console.language.catalogue import languages
from klaxon.rules.contract import Ms
from tests.console.kit.checked_stills import check_stills
from tests.console.kit.scenes import Room
from tests.console.kit.uboot_attack_stills import (
    SEATS,
    STILLS,
    at_the_gun,
    at_the_tdc,
    at_the_tubes,
    entered,
    launched,
    on_the_bridge,
    tell,
)
from tests.console.kit.uboot_scenes import CAPTAIN, FIRST, NAVIGATOR
from tests.console.kit.uboot_sea_stills import by_day
from tests.console.kit.uboot_seas import SeaRoom, optics
from tests.rules.uboot.kit.air import fly_at
from tests.rules.uboot.kit.boat import GAME
from tests.rules.uboot.kit.guns import gun_boat
from tests.rules.uboot.kit.ships import ship_row


@cache
def rooms() -> dict[str, tuple[str, Room]]:
    """Return every still, made once: only the words differ."""
    return {name: (seat, make()) for name, (seat, make) in STILLS.items()}


@pytest.mark.parametrize("language", languages())
def test_stills_are_as_they_were_approved_and_nothing_is_cut(language: str) -> None:
    check_stills("uboot-attack", rooms(), language)


# The fields of the TDC


def field_line(room: SeaRoom, steps: int = 0) -> str:
    """Return the line of the field under the cursor, after turning its value."""
    room.turn(CAPTAIN, steps)
    return next(word for word in room.panel(CAPTAIN).words if word.startswith(">")).removeprefix("> ")


def test_north_and_south_go_to_another_field_and_east_and_west_turn_its_value() -> None:
    room = at_the_tdc()
    before = field_line(room)
    assert field_line(room.press(CAPTAIN, "north")) == "tubes 12", "the last one comes before the first"
    assert field_line(room.press(CAPTAIN, "south")) == before
    assert field_line(room.press(CAPTAIN, "south")).startswith("AoB")
    turned = int(field_line(room.press(CAPTAIN, "east")).split()[1])
    assert int(field_line(room.wait(1000).press(CAPTAIN, "west")).split()[1]) == turned - 1


def test_the_dial_turns_each_value_and_push_goes_on_to_the_next() -> None:
    room, seen = at_the_tdc(), []
    for steps in (325, 60, 40, 1, 1, 2, 3, 1):
        seen.append(field_line(room, steps))
        room.press(CAPTAIN, "push")
    assert seen == [
        "bearing 005",
        "AoB 93 S",
        "speed 40",
        "range 1400",
        "torpedo 44",
        "depth 5",
        "spread 3°",
        "tubes 1",
    ]
    assert field_line(room) == "bearing 005", "the first one after the last"


def test_the_angle_on_the_bow_of_a_reported_course_goes_with_the_bearing_that_is_marked() -> None:
    room = at_the_tdc()
    assert (field_line(room), "AoB 68 S" in room.panel(CAPTAIN).words) == ("bearing 040", True)
    assert field_line(room, 2) == "bearing 042"
    assert "AoB 70 S" in room.panel(CAPTAIN).words, "the report is of a while ago; the ship has gone on since"


def test_an_angle_on_the_bow_passes_over_from_one_side_to_the_other() -> None:
    room = entered(aob=2).press(CAPTAIN, "push")
    assert [field_line(room, -1) for _ in range(4)] == ["AoB 1 S", "AoB 0 S", "AoB 1 P", "AoB 2 P"]
    assert field_line(room, -178) == "AoB 180 S"


def test_a_dial_turned_fast_moves_ranges_ten_times_as_far() -> None:
    room = entered()
    for _ in range(3):
        room.press(CAPTAIN, "push")
    assert field_line(room.wait(1000), 1) == "range 1550"
    assert field_line(room.wait(20), 1) == "range 2050"
    assert field_line(room.wait(200), -1) == "range 2000"
    assert field_line(room, -500) == "range 100"


def test_the_salvo_is_chosen_among_the_flooded_tubes() -> None:
    room = entered()
    for _ in range(7):
        room.press(CAPTAIN, "push")
    assert [field_line(room), *(field_line(room, 1) for _ in range(3))] == [
        "tubes 12",
        "tubes 1",
        "tubes 2",
        "tubes 2",
    ]
    assert room.panel(CAPTAIN).words[:2] == ("TDC c1", "tube 2")


# What it answers


@pytest.mark.parametrize(
    ("values", "answer"),
    [
        ({}, ("gyro 57.2", "96 s  83°")),
        ({"bearing": 350, "aob": -60, "speed": 8, "range": 2000, "torpedo": 40}, ("gyro -20.0", "90 s  110°")),
        ({"bearing": 180, "aob": 110, "speed": 7, "range": 1200}, ("stern 12.7", "87 s  57°")),
        ({"speed": 40, "aob": 120}, ("no solution", "too fast")),
        ({"range": 9000, "torpedo": 44}, ("no solution", "too far")),
    ],
)
def test_the_answer_stands_beside_the_values_before_they_are_set(
    values: dict[str, int], answer: tuple[str, str]
) -> None:
    """The first three are vectors of UBT-11."""
    words = entered(**values).panel(CAPTAIN).words
    assert words[-3:-1] == answer


# What others measured goes into the TDC


def test_a_bearing_marked_in_the_glass_is_followed_to_the_tdc() -> None:
    room = at_the_tdc().page(CAPTAIN, "glass").press(CAPTAIN, "push").turn(CAPTAIN, 81)
    assert room.panel(CAPTAIN).words[-1] == "to TDC: 040.5 c1"
    assert field_line(room.press(CAPTAIN, "ok")) == "bearing 041"


def test_a_mark_on_another_ship_stays_in_the_glass() -> None:
    room = at_the_tdc().page(CAPTAIN, "glass").point(CAPTAIN, 450, 2)
    room.see(optics=by_day()).press(CAPTAIN, "ok")
    assert "mark" not in room.panel(CAPTAIN).words[-1]
    assert "periscope 6x at 045.0" in room.words(CAPTAIN)
    assert "bearing 040" in room.page(CAPTAIN, "tdc").words(CAPTAIN), "as c1 was reported"


def test_height_wire_and_stopwatch_fill_range_and_speed() -> None:
    room = at_the_tdc().page(CAPTAIN, "measure")
    room.lenses[CAPTAIN] = {**room.lenses[CAPTAIN], "class.c1": "tramp-freighter", "power": "2"}
    room.turn(CAPTAIN, 13).press(CAPTAIN, "ok")
    room.press(CAPTAIN, "push").press(CAPTAIN, "ok").wait(18_500).press(CAPTAIN, "ok")
    words = room.page(CAPTAIN, "tdc").panel(CAPTAIN).words
    assert "range 1750" in words
    assert "speed 12" in words, "115 m in 18.5 s"


def test_the_attack_disc_tells_the_angle_on_the_bow_to_all_stations() -> None:
    room = at_the_tdc().page(NAVIGATOR, "disc").turn(NAVIGATOR, 20).press(NAVIGATOR, "ok")
    assert room.uboot_screen(NAVIGATOR).notes == ("class.", "told.", "tdc."), "which the stations of a boat share"
    noted = {key: value for key, value in room.lenses[NAVIGATOR].items() if key.startswith("tdc.")}
    room.lenses[CAPTAIN] = {**room.lenses[CAPTAIN], **noted}
    assert room.panel(NAVIGATOR).words[-1].removeprefix("tell: ") in room.panel(CAPTAIN).words


# Setting it


def test_ok_sets_the_tdc_and_it_follows_from_then_on() -> None:
    room = entered()
    order = room.uboot_screen(CAPTAIN).order(room.scene(CAPTAIN))
    assert str(order) == (
        "uboot.captain aim bearing=40 aob=80 side=starboard speed=9 range=1500 torpedo=30 spread=0 depth=3"
    )
    assert order is not None
    room.obey(order)
    assert room.panel(CAPTAIN).words[-3:-1] == ("gyro 57.2", "96 s  83°")
    room.take(GAME.advance(room.state, Ms(60_000)))
    words = room.panel(CAPTAIN).words
    assert "> bearing 051" in words, "the target runs on"
    order = room.uboot_screen(CAPTAIN).order(room.scene(CAPTAIN))
    assert str(order) == "uboot.captain launch 1 2", "there is nothing new to set"
    assert "bearing 052" in room.turn(CAPTAIN, 1).words(CAPTAIN)
    order = room.uboot_screen(CAPTAIN).order(room.scene(CAPTAIN))
    assert "bearing=52 aob=91 side=starboard speed=9 range=1500" in str(order), "the rest as it was followed"


# The tubes


def test_tubes_say_what_is_in_them_and_how_long_loading_takes() -> None:
    words = rooms()["arms-loading"][1].speak("en").words(CAPTAIN)
    assert "tube 1: G7a loading 15'" in words
    assert "> tube 2: empty: G7a?" in words, "push has chosen the type"
    assert "bow 4/2 aft 0/1 deck 2/0" in words


def test_push_takes_tubes_into_the_order_and_out_of_it() -> None:
    room = at_the_tubes().press(CAPTAIN, "push").turn(CAPTAIN, 1)
    assert "+ tube 1" in room.words(CAPTAIN)
    assert "+ tube 1" not in room.turn(CAPTAIN, -1).press(CAPTAIN, "push").words(CAPTAIN)


# The run


@pytest.mark.parametrize("seat", SEATS)
def test_the_run_comes_to_every_panel_by_itself_and_back_leaves_it(seat: str) -> None:
    room = launched(1, 2, after=38_000)
    assert "0:58" in room.words(seat)
    assert room.uboot_screen(seat).page_of(room.scene(seat)) == TORPEDO
    room.leaf(seat)
    assert room.uboot_screen(seat).page_of(room.scene(seat)) != TORPEDO
    assert TORPEDO in room.pages(seat), "and it can be turned to"


def test_it_says_how_far_the_torpedo_runs_and_at_what_angle_it_meets_its_target() -> None:
    words = launched(1, 2, after=38_000).words(FIRST)
    assert "run 1489 m" in words
    assert "track 83°" in words


def test_another_launch_brings_it_again() -> None:
    room = launched(1).leaf(FIRST).wait(5000)
    tell(room, "launched", tube=2, torpedo="g7a", course=0, run_s=60, run_m=926, track=90)
    assert room.uboot_screen(FIRST).page_of(room.scene(FIRST)) == TORPEDO


def test_results_that_go_leave_everybody_at_the_page_he_is_at() -> None:
    room = launched(1, after=15_000, t1="miss").leaf(CAPTAIN).leaf(CAPTAIN)
    page = room.uboot_screen(CAPTAIN).page_of(room.scene(CAPTAIN))
    room.wait(10_000)
    assert page not in (TORPEDO, room.uboot_screen(CAPTAIN).usual_page(room.scene(CAPTAIN)))
    assert room.uboot_screen(CAPTAIN).page_of(room.scene(CAPTAIN)) == page


def test_a_result_stays_for_twenty_seconds_and_the_page_goes() -> None:
    assert "tube 1: MISS" in launched(1, after=19_000, t1="miss").words(FIRST)
    assert TORPEDO not in launched(1, after=21_000, t1="miss").pages(FIRST)


def test_nothing_is_told_before_it_was_perceived() -> None:
    room = launched(1, after=97_000)
    assert "tube 1: listen" in room.words(FIRST)
    tell(room, "torpedo", tube=1, result="miss")
    assert "tube 1: MISS" in room.words(FIRST)
    tell(room, "torpedo", tube=1, result="hit", contact="c9")
    assert "tube 1: HIT c9" in room.words(FIRST), "it struck something later"


def test_the_page_is_drawn_anew_every_second_and_once_when_it_goes() -> None:
    room = launched(1, after=400)
    assert room.uboot_screen(FIRST).tick(room.scene(FIRST)) == room.scene(FIRST).now + 600
    told = launched(1, after=400, t1="hit")
    assert told.uboot_screen(FIRST).tick(told.scene(FIRST)) == told.scene(FIRST).now + 19_600


# Guns and aircraft


def test_the_sight_of_the_deck_gun_shows_lead_and_shells() -> None:
    words = rooms()["sight-88"][1].speak("en").panel(CAPTAIN).words
    assert words[0] == "88 mm gun 6x at 045.0; day, sea 3"
    assert "lead mark at 044.6" in words, "c3 runs to the left"
    assert "shells 220" in words


def test_the_sight_follows_its_target_and_can_be_turned_off_it() -> None:
    room = at_the_gun("gun88")
    assert room.lenses[CAPTAIN]["view"] == "gun88"
    assert room.turn(CAPTAIN, -4).lenses[CAPTAIN]["bearing"] == "430"
    assert room.press(CAPTAIN, "ok").lenses[CAPTAIN]["bearing"] == "450"
    assert "sight" not in room.see(views=["bridge"]).pages(CAPTAIN)


def test_the_sight_of_a_gun_that_fires_shows_its_ship_through_the_rules() -> None:
    boat = gun_boat(ship_row("m", bearing=60, range_m=1_500, course=330, kn=8))
    boat.play("captain gun88 c1", "first_officer assign")
    room = SeaRoom.on(boat).page(CAPTAIN, "sight")
    assert room.lenses[CAPTAIN]["view"] == "gun88"
    words = room.panel(CAPTAIN).words
    assert words[0].startswith("88 mm gun 1.5x at 0"), "it points at its target by itself"
    assert any(word.startswith("> c1:") for word in words), "which is under the wire in the picture of the rules"
    assert any(word.startswith("lead mark at") for word in words)
    assert "shells 190" in words
    assert not any("c1:" in word for word in room.turn(CAPTAIN, 90).panel(CAPTAIN).words)


def test_the_sight_of_the_20_mm_shows_the_aircraft_where_it_is() -> None:
    boat = fly_at(gun_boat(), 60, 3_000, 330, number=29)
    boat.wait(15_000)
    boat.play("captain aa20 c1", "navigator assign")
    room = SeaRoom.on(boat).page(NAVIGATOR, "sight")
    assert room.lenses[NAVIGATOR]["view"] == "aa20"
    assert any(word.startswith("c1: aircraft 0") for word in room.panel(NAVIGATOR).words)
    assert "aircraft" not in " ".join(room.turn(NAVIGATOR, 120).panel(NAVIGATOR).words)


def test_course_keys_work_the_sight_like_a_glass() -> None:
    room = at_the_gun("gun88")
    assert room.press(CAPTAIN, "east").lenses[CAPTAIN]["bearing"] == "495", "half a field of 6x"
    assert room.press(CAPTAIN, "north").lenses[CAPTAIN]["zoom"] == "3"
    assert room.press(CAPTAIN, "north").lenses[CAPTAIN]["zoom"] == "3", "there is no more"
    assert room.press(CAPTAIN, "ok").lenses[CAPTAIN]["bearing"] == "450"


def test_an_aircraft_stands_in_the_sky_where_the_glass_shows_it_and_on_every_bottom_line() -> None:
    room = on_the_bridge()
    assert "c6: aircraft 118" in room.words(NAVIGATOR)
    assert "aircraft" not in room.see(optics=optics(1)).words(NAVIGATOR), "its report alone draws nothing"
    assert room.panel(FIRST).words[-1] == "read them all"
    room.press(FIRST, "ok")
    assert room.panel(FIRST).words[-1] == "AIRCRAFT 118"
