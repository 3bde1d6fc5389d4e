"""The sea at the stations of U-BOOT: pictures, what they say, what is measured in them, and what they cost on a bus."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import radians, tan

import pytest

from klaxon.console.games.uboot.glass.measuring import range_by_height, speed_by_length
from klaxon.console.games.uboot.glass.picture import COLUMNS, FIELDS
from klaxon.console.games.uboot.glass.screws import beat_of
from klaxon.console.games.uboot.glass.silhouette import END_ON, Silhouette, silhouette
from klaxon.console.games.uboot.glass.waterfall import Waterfall, read_line
from klaxon.console.language.catalogue import languages
from klaxon.hal.panel_runs import runs, wire_bytes
from klaxon.rules.contract import Seat
from tests.console.kit.checked_stills import check_stills
from tests.console.kit.playing import at_the_console, story
from tests.console.kit.scenes import Room
from tests.console.kit.uboot_scenes import CAPTAIN, FIRST, NAVIGATOR
from tests.console.kit.uboot_sea_stills import SOUND, STILLS, by_day, looking, measured, paged
from tests.console.kit.uboot_seas import SeaRoom, book, optics, ship, sound

LEAST_APART = 16
"""Pixels by which any two kinds differ."""
WHOLE = 1034
"""Bytes on the bus of a whole picture as luma.oled sends it."""


@cache
def rooms() -> dict[str, tuple[str, Room]]:
    """Return every still, made once: only the words differ."""
    return {name: (seat, make()) for name, (seat, make) in STILLS.items()}


@pytest.mark.parametrize("language", languages())
def test_stills_are_as_they_were_approved_and_nothing_is_cut(language: str) -> None:
    check_stills("uboot-sea", rooms(), language)


# Turning


def test_a_step_of_the_dial_is_as_far_as_the_power_says() -> None:
    for power, step in ((1, 10), (2, 5), (3, 1)):
        room = looking(optics(power), power, 450).turn(CAPTAIN, 1)
        assert room.lenses[CAPTAIN]["bearing"] == str(450 + step), "what the rules are told"
        assert room.lenses[CAPTAIN]["zoom"] == str(power)
        assert room.turn(CAPTAIN, -3).lenses[CAPTAIN]["bearing"] == str(450 - 2 * step)


def test_fast_turning_goes_four_times_as_far() -> None:
    room = looking(optics(2), 2, 0).wait(1000).turn(CAPTAIN, 1)
    assert room.wait(20).turn(CAPTAIN, 1).lenses[CAPTAIN]["eye"] == "25"
    assert room.wait(200).turn(CAPTAIN, -1).lenses[CAPTAIN]["eye"] == "20"
    assert room.wait(20).turn(CAPTAIN, -2).lenses[CAPTAIN]["eye"] == "10", (
        "steps that come together are not counted twice"
    )


def test_push_takes_the_next_power_and_the_first_after_the_last() -> None:
    room = looking(optics(1), 1, 457)
    assert [room.press(CAPTAIN, "push").lenses[CAPTAIN]["zoom"] for _ in range(3)] == ["2", "3", "1"]
    assert room.lenses[CAPTAIN]["eye"] == "450", "the glass stays on whole steps"


def test_east_and_west_turn_the_glass_by_half_a_field_and_north_and_south_change_its_power() -> None:
    room = looking(optics(2), 2, 450)
    assert room.press(CAPTAIN, "east").lenses[CAPTAIN]["eye"] == "495"
    assert room.press(CAPTAIN, "west").lenses[CAPTAIN]["eye"] == "450"
    assert room.press(CAPTAIN, "north").lenses[CAPTAIN]["zoom"] == "3"
    assert room.press(CAPTAIN, "south").press(CAPTAIN, "south").lenses[CAPTAIN]["zoom"] == "1"
    assert room.press(CAPTAIN, "west").lenses[CAPTAIN]["eye"] == "270"


def test_north_and_south_move_the_height_wire() -> None:
    room = looking(by_day(), 3).page(CAPTAIN, "measure").turn(CAPTAIN, 5)
    assert room.press(CAPTAIN, "north").lenses[CAPTAIN]["wire"] == "6"
    assert room.press(CAPTAIN, "south").press(CAPTAIN, "south").lenses[CAPTAIN]["wire"] == "4"


def test_a_page_without_a_glass_tells_the_rules_nothing() -> None:
    room = looking(by_day(), 2)
    assert room.lenses[CAPTAIN]["view"] == "periscope"
    assert not {"view", "bearing", "zoom"} & set(room.leaf(CAPTAIN, 3).lenses[CAPTAIN])
    assert room.see(views=[]).pages(CAPTAIN) == ("orders", "arms", "tracks", "messages", "book", "crew", "mission")


# Marking and measuring


def test_ok_marks_the_contact_under_the_wire_and_its_bearing_goes_to_the_tdc() -> None:
    room = looking(by_day(), 2, 455)
    assert room.panel(CAPTAIN).words[-1] == "mark 045.5 c3"
    lens = room.press(CAPTAIN, "ok").lenses[CAPTAIN]
    assert (lens["contact"], lens["tdc.c3.bearing"]) == ("c3", "46@0")
    assert room.see(views=["periscope", "tdc"]).panel(CAPTAIN).words[-1] == "to TDC: 045.5 c3"
    assert looking(optics(2), 2, 455).panel(CAPTAIN).words[-1] == "mark 045.5"


@pytest.mark.parametrize(("rows", "field", "mast"), [(24, 45, 30), (9, 90, 28), (3, 360, 41), (60, 45, 24)])
def test_a_range_by_height_is_that_of_the_angle(rows: int, field: int, mast: int) -> None:
    angle = radians(rows * field / 10 / 128)
    assert range_by_height(rows, field, mast) == pytest.approx(mast / tan(angle), rel=0.002)


@pytest.mark.parametrize(("length", "ms", "tenths"), [(115, 24_800, 90), (134, 28_942, 90), (70, 27_216, 50)])
def test_a_speed_by_length_is_metres_a_second(length: int, ms: int, tenths: int) -> None:
    assert abs(speed_by_length(length, ms) - tenths) <= 1


def test_the_height_wire_gives_the_range_of_a_ship_whose_class_is_noted() -> None:
    room = measured()
    rows = next(rows for each in by_day()["ships"] if each["contact"] == "c3" for _, rows in each["masts"])
    room.turn(CAPTAIN, rows - 13)
    words = room.panel(CAPTAIN).words
    metres = int(words[-2].split()[1])
    assert abs(metres - 1800) < 100, words
    assert room.press(CAPTAIN, "ok").lenses[CAPTAIN]["tdc.c3.range"] == f"{(metres + 25) // 50 * 50}@0"


def test_the_stopwatch_gives_the_speed_by_length() -> None:
    room = measured().press(CAPTAIN, "push").press(CAPTAIN, "ok").wait(24_800)
    assert "24.8 s" in room.words(CAPTAIN)
    room.press(CAPTAIN, "ok")
    assert "9.0 kn" in room.words(CAPTAIN), "115 m in 24.8 s"
    assert room.lenses[CAPTAIN]["tdc.c3.speed"] == "9@24800"


def test_without_a_class_there_is_only_the_angle_and_ok_opens_the_book() -> None:
    room = looking(by_day(), 2).press(CAPTAIN, "ok").leaf(CAPTAIN).turn(CAPTAIN, 13)
    assert room.panel(CAPTAIN).words[-2:] == ("0.91°", "c3: note its class")
    assert "book" in room.press(CAPTAIN, "ok").lenses[CAPTAIN]["page"]
    assert room.turn(CAPTAIN, 2).panel(CAPTAIN).words[-1] == "c3 is this one"
    assert room.press(CAPTAIN, "ok").lenses[CAPTAIN]["class.c3"] == "tramp-freighter"


# In words


def test_the_words_say_what_the_picture_shows() -> None:
    words = looking(by_day(), 2).panel(CAPTAIN).words
    assert words[0] == "periscope 6x at 045.0; day, sea 3"
    assert words[1].startswith(
        "> c3: 043.0 to 046.7, 0.91° high; outline 4 2 2 6 6 2 2 4; masts at 3 6; coming, bow right"
    )
    assert "tramp" not in " ".join(words), "no class is in a picture"


def test_an_outline_in_words_is_that_of_the_book() -> None:
    seen = looking(by_day(), 2).panel(CAPTAIN).words[1]
    leaf = paged(CAPTAIN, "book", turns=2).words(CAPTAIN)
    one, other = (list(map(int, text.partition("outline ")[2].partition(";")[0].split())) for text in (seen, leaf))
    assert max(abs(a - b) for a, b in zip(one, other, strict=True)) <= 1, (one, other)


def test_a_night_hides_the_smoke_and_a_picture_says_no_more_than_it_shows() -> None:
    dark = optics(2, ship("c3", "tramp-freighter", 80, 1800, 62, 2), light="dark")
    assert "smoke" not in looking(dark, 2).words(CAPTAIN)
    far = optics(1, ship("c3", "tramp-freighter", 80, 9000, 62, 1))
    assert "outline" not in looking(far, 1).words(CAPTAIN), "twelve columns and fewer are a ship"


# The first officer


def test_the_first_officer_chooses_a_contact_in_the_list() -> None:
    room = paged(FIRST, "contacts")
    assert "> c1" in room.words(FIRST)
    assert "> c4 escort 048 1.6 nm" in room.turn(FIRST, 2).words(FIRST)
    assert room.turn(FIRST, 9).lenses[FIRST]["contact"] == "c5"
    assert SeaRoom.on().page(FIRST, "contacts").words(FIRST).count("no contact") == 1


# No two kinds are alike


def lit(drawn: Silhouette, *, mirrored: bool = False) -> int:
    """Return the pixels of a silhouette as one number, column by column."""
    whole, columns = drawn.width, [0] * drawn.width
    for first, end, rows in (*drawn.shape, *((at, at + 1, rows) for at, rows in drawn.masts)):
        for x in range(max(first, 0), min(end, whole)):
            columns[whole - 1 - x if mirrored else x] |= (1 << rows) - 1
    return sum(column << 128 * x for x, column in enumerate(columns))


@pytest.mark.parametrize("width", [24, 48, 96])
def test_no_two_kinds_draw_alike_from_24_pixels_on(width: int) -> None:
    """Mirrored, too: nobody knows on which side the bow is. Within ten degrees of end-on the book says they are."""
    kinds = {each.id: each.type for each in book()}
    for angle in range(15, 91, 15):
        assert angle > END_ON
        drawn = {each.id: silhouette(each, angle, width) for each in book()}
        plain = {name: lit(each) for name, each in drawn.items()}
        mirrored = {name: lit(each, mirrored=True) for name, each in drawn.items()}
        for one, other in combinations(drawn, 2):
            least = min((plain[one] ^ other_way[other]).bit_count() for other_way in (plain, mirrored))
            assert least >= (LEAST_APART if kinds[one] != kinds[other] else 1), (one, other, angle)


# What it costs


def test_a_turning_periscope_costs_a_quarter_of_whole_pictures_at_most() -> None:
    convoy = [("tramp-freighter", 4000 + 350 * n, 300 + 60 * n) for n in range(5)] + [("tanker-medium", 1500, 450)]
    sent = []
    for zoom, step in ((1, 10), (2, 5), (3, 1)):
        room, before = looking(optics(zoom), zoom, 0), None
        for eye in range(420, 420 + 12 * step, step):
            columns = [(name, metres, 64 + (at - eye) * COLUMNS // FIELDS[zoom]) for name, metres, at in convoy]
            seen = [ship("c1", name, 75, metres, at, zoom) for name, metres, at in columns]
            room.lenses[CAPTAIN] = {**room.lenses[CAPTAIN], "eye": str(eye)}
            room.see(optics=optics(zoom, *[each for each in seen if each["shape"]]))
            picture = room.panel(CAPTAIN).bits
            if before is not None:
                sent.append(wire_bytes(runs(before, picture, COLUMNS)))
            before = picture
    assert sum(sent) / len(sent) <= WHOLE / 4


# The hydrophone


def test_the_wheel_turns_by_three_degrees_and_by_one_in_the_narrow_page() -> None:
    room = SeaRoom.on(views=["hydrophone"], contacts={"c5": SOUND}).page(FIRST, "hydrophone")
    assert room.turn(FIRST, 1).lenses[FIRST]["listen"] == "93"
    narrow = room.press(FIRST, "push").turn(FIRST, -2).lenses[FIRST]
    assert (narrow["listen"], narrow["span"]) == ("91", "30")
    assert room.wait(1000).turn(FIRST, 1).wait(20).turn(FIRST, 1).lenses[FIRST]["listen"] == "96", "turned fast"
    assert room.press(FIRST, "ok").lenses[FIRST]["tdc.c5.bearing"] == "96@1020"
    assert "listen" not in room.page(FIRST, "feed").lenses[FIRST]
    assert "hydrophone" not in room.see(views=[]).pages(FIRST)


def test_the_station_remembers_the_last_minute_and_holds_a_line_until_the_next() -> None:
    first, later = (read_line(sound(90, {bearing: (5, "slow", 80)})) for bearing in (60, 70))
    heard = Waterfall().with_line(first, 10_000).with_line(later, 20_500)
    rows = heard.rows(24_000)
    assert rows[:3] == [later, later, later], "from 20.5 s on, a row every two seconds"
    assert rows[3:8] == [first] * 5
    assert rows[8] is None
    assert heard.rows(90_000) == [later] * 32
    assert len(heard.with_line(first, 300_000).lines) == 2, "what is too old is forgotten, but for what still holds"
    assert heard.with_line(None, 30_000).rows(32_000)[:2] == [None, None], "nobody listens"


def test_a_line_is_read_where_it_reaches() -> None:
    narrow = read_line(sound(60, {60: (9, "slow", 80)}, 30))
    assert narrow.level_at(600) == 9
    assert narrow.level_at(449) is None
    assert narrow.level_at(750) is None
    wide = read_line(sound(60, {60: (9, "slow", 80)}))
    assert (wide.level_at(600), wide.level_at(4200), wide.level_at(1800)) == (9, 9, 0)


def test_a_bearing_is_found_by_ear_alone() -> None:
    """Turn the wheel until it falls silent on either side: the middle is the bearing, by the clicks alone."""
    for bearing in (47, 58, 95, 133, 260):
        clicks = [
            wheel for wheel in range(0, 360, 1) if beat_of(read_line(sound(wheel, {bearing: (4, "slow", 80)}, 30)))
        ]
        assert abs((clicks[0] + clicks[-1]) / 2 - bearing) <= 2


def test_a_line_of_the_waterfall_costs_less_than_half_a_picture() -> None:
    room = rooms()["hydrophone"][1].speak("en")
    before = room.panel(FIRST).bits
    after = room.wait(2000).panel(FIRST).bits
    assert wire_bytes(runs(before, after, COLUMNS)) < WHOLE / 2


# The chart and the attack disc


def test_the_ruler_gives_course_way_and_hours_through_the_lens() -> None:
    room = paged(NAVIGATOR, "chart")
    assert (room.lenses[NAVIGATOR]["from"], room.lenses[NAVIGATOR]["to"]) == ("AM12", "AE48")
    words = room.turn(NAVIGATOR, 90).words(NAVIGATOR)
    assert room.lenses[NAVIGATOR]["to"] == "AM23", "four cells east"
    assert "ruler from AM12 to AM23: deep water" in words
    assert ">090°\n288 nm\nup 17 h\ndn 38 h" in words
    assert room.panel(NAVIGATOR).words[-1] == "tell: 090° to AM23"
    told = {"from": "AM12", "to": "AM23", "course": 912, "cells": 40, "nm": 2880, "hours_surfaced": 170}
    room.see(plot={**told, "hours_submerged": 379})
    assert ">091°" in room.words(NAVIGATOR), "as the rules say it"


def test_push_goes_on_to_the_length_and_the_start_of_the_ruler() -> None:
    room = paged(NAVIGATOR, "chart").turn(NAVIGATOR, 90).press(NAVIGATOR, "push").turn(NAVIGATOR, -2)
    assert room.lenses[NAVIGATOR]["to"] == "AM21"
    assert ">144 nm" in room.words(NAVIGATOR)
    room.press(NAVIGATOR, "push").turn(NAVIGATOR, 1)
    assert room.lenses[NAVIGATOR]["from"] == "AM21", "the next leg begins where this one ends"
    assert room.turn(NAVIGATOR, -1).lenses[NAVIGATOR]["from"] == "AM12", "and again at the boat"
    far = paged(NAVIGATOR, "chart").press(NAVIGATOR, "push").turn(NAVIGATOR, 90)
    assert far.lenses[NAVIGATOR]["to"].startswith("AE"), "never off the chart"


def test_the_attack_disc_gives_the_angle_on_the_bow_of_the_rules_example() -> None:
    room = rooms()["disc-example"][1].speak("en")
    assert room.panel(NAVIGATOR).words[-1] == "tell: AoB 80 S"
    room.turn(NAVIGATOR, 90)
    assert room.panel(NAVIGATOR).words[-1] == "tell: AoB 10 P"
    assert room.press(NAVIGATOR, "ok").lenses[NAVIGATOR]["tdc.c3.aob"] == "-10@0"


@story
async def test_what_one_seat_notes_all_stations_of_the_boat_read() -> None:
    async with at_the_console(game="uboot", crews="all") as play:
        await play.run(5)
        await play.give("uboot.first_officer begin")
        await play.run(1)
        while "tell:" not in play.panel(NAVIGATOR).bottom:
            await play.press(NAVIGATOR, "back")
        await play.turn(NAVIGATOR, 30)
        await play.press(NAVIGATOR, "ok")
        course = play.page(NAVIGATOR)._lenses.lens(Seat(NAVIGATOR))["told.course"]
        assert play.page(CAPTAIN)._lenses.lens(Seat(CAPTAIN))["told.course"] == course
        page = play.page(CAPTAIN)
        assert page.draft.point("new_course")
        await play.press(CAPTAIN, "push")
        assert f"told: {int(course):03}" in play.panel(CAPTAIN).text
