"""The pages of service mode, worked as a person would."""

from __future__ import annotations

import pytest

from klaxon.console.devices.health import Answer, DeviceReport, DeviceState, DialLesson
from klaxon.console.drawing.fonts import LINE
from klaxon.console.drawing.parts import bottom
from klaxon.console.drawing.parts.art import OK
from klaxon.console.language.catalogue import catalogue
from klaxon.console.service.dials import rate
from klaxon.console.service.keys import IDLE, LEAVE
from klaxon.console.service.menu import PAGES
from klaxon.console.service.panels import PATTERNS, WALK
from klaxon.console.service.sounds import SCALE
from klaxon.console.sound.score import Score
from klaxon.rules.games import GAMES
from tests.console.kit.playing import story
from tests.console.kit.servicing import FakeUpkeep, Serving, built, in_the_shop

DOWN = LEAVE + 0.1


def pixels(play: Serving, station: str) -> int:
    """Return how many pixels of a panel are lit."""
    return sum(byte.bit_count() for byte in play.hardware.picture(station).bits)


# Keys


@story
async def test_every_key_of_every_station_lights_while_it_is_down() -> None:
    async with in_the_shop() as play:
        await play.serve("red-1", "try the keys")
        for fitting in play.console.seating.fittings:
            for key in fitting.keys:
                dark = play.hardware.picture("red-1")
                play.hardware.press(fitting.name, key)
                await play.run(0)
                (lit,) = [line for line in play.panel("red-1").lines if "[" in line]
                assert lit.startswith(fitting.name)
                assert play.hardware.picture("red-1").bits != dark.bits
                play.hardware.release(fitting.name, key)
                await play.run(0)
                assert "[" not in play.panel("red-1").text
        assert "tried: 34 of 34" in play.panel("red-1").text
        assert play.panel("red-1").bottom == "BACK 2 s: close"


@story
async def test_keys_only_light_the_matrix_and_dials_do_nothing() -> None:
    async with in_the_shop() as play:
        await play.serve("red-1", "try the keys")
        await play.press("red-1", "ok", "push", "back", "stop", "north")
        await play.hold("red-1", "back", LEAVE - 0.1)
        await play.hold("red-2", "back", DOWN)
        await play.turn("red-1", 3)
        assert play.panel("red-1").lines[0] == "Keys"


@story
async def test_the_matrix_is_left_by_back_held_for_two_seconds() -> None:
    async with in_the_shop() as play:
        await play.serve("red-1", "try the keys")
        await play.hold("red-1", "back", DOWN)
        assert play.panel("red-1").bottom == "try the keys"
        assert play.console.service.on, "the key that led out does nothing more when it comes up"


@story
async def test_without_back_the_dial_is_held_down() -> None:
    async with in_the_shop(fittings=built("console-4-direct")) as play:
        await play.chord("red-2", "ok", "push")
        await play.open("red-2", "service mode")
        await play.open("red-2", "try the keys")
        assert play.panel("red-2").bottom == "push 2 s: close"
        await play.hold("red-2", "push", DOWN)
        assert play.panel("red-2").bottom == "try the keys"


@story
async def test_the_matrix_is_left_by_itself_where_its_way_out_is_broken() -> None:
    async with in_the_shop() as play:
        await play.serve("red-1", "try the keys")
        await play.run(IDLE - 1)
        await play.press("red-2", "ok")
        await play.run(IDLE - 1)
        assert play.panel("red-1").lines[0] == "Keys"
        await play.run(1)
        assert play.panel("red-1").bottom == "try the keys"


@story
async def test_the_matrix_tells_of_noise_and_of_keys_that_are_stuck() -> None:
    device_health = FakeUpkeep()
    async with in_the_shop(device_health) as play:
        await play.serve("red-1", "try the keys")
        device_health.keys["red-2", "ok"] = device_health.keys["red-2", "ok"]._replace(
            presses=3, noise=12, lost=1, repaired=1
        )
        await play.press("red-2", "ok")
        assert "down 3 noise 12 lost 2" in play.panel("red-1").lines
        device_health.keys["blue-1", "stop"] = device_health.keys["blue-1", "stop"]._replace(stuck=True, down=True)
        await play.run(1)
        assert "stuck: blue-1 STOP" in play.panel("red-1").lines


@story
async def test_a_key_that_is_down_already_is_lit_from_the_start() -> None:
    async with in_the_shop() as play:
        play.hardware.press("blue-4", "push")
        await play.serve("red-1", "try the keys")
        assert "blue-4 [P] O B" in play.panel("red-1").lines
        play.hardware.release("blue-4", "push")
        await play.run(0)
        assert "blue-4 P O B" in play.panel("red-1").lines


# Dials


@story
async def test_dials_count_both_ways_on_any_back_end() -> None:
    async with in_the_shop() as play:
        await play.serve("red-1", "count the steps")
        await play.turn("red-1", 5)
        await play.turn("red-1", -2)
        assert play.panel("red-1").lines[:3] == ("Dials", "red-1", "+5 -2")
        await play.turn("blue-4", -3, 1)
        assert play.panel("red-1").lines[:3] == ("Dials", "blue-4 dial 2", "+0 -3")
        assert "errors are not counted" in play.panel("red-1").text
        await play.press("red-1", "ok")
        assert "+0 -0" in play.panel("red-1").lines


@story
async def test_dials_tell_how_often_they_err() -> None:
    device_health = FakeUpkeep()
    device_health.change("red-1", 0, 400, clockwise=90, noise=1000, jumps=50)
    async with in_the_shop(device_health) as play:
        await play.serve("red-1", "count the steps")
        assert "jump - noise - lost -" in play.panel("red-1").text
        device_health.change("red-1", 0, 200, clockwise=130, anticlockwise=10, noise=1003, jumps=51, lost=1)
        await play.run(1)
        assert "+40 -10" in play.panel("red-1").lines
        assert "jump 2 noise 6 lost 2" in play.panel("red-1").text


@story
async def test_a_dial_whose_contact_is_dead_is_shown_though_it_makes_no_step() -> None:
    device_health = FakeUpkeep()
    async with in_the_shop(device_health) as play:
        await play.serve("red-1", "count the steps")
        device_health.change("red-3", 0, 1, dead="b")
        await play.run(1)
        assert play.panel("red-1").lines[:2] == ("Dials", "red-3")
        assert "contact B does not move" in play.panel("red-1").text


@pytest.mark.parametrize(
    ("count", "steps", "told"),
    [(0, 0, "-"), (3, 0, "3"), (0, 50, "0"), (1, 3, "33.3"), (2, 3, "66.7"), (1, 1000, "0.1"), (333, 100, "333")],
)
def test_rates_are_short(count: int, steps: int, told: str) -> None:
    assert rate(count, steps) == told


# Panels


@story
async def test_every_pattern_is_on_all_panels() -> None:
    whole = 128 * 64
    async with in_the_shop() as play:
        await play.serve("red-1", "try the pixels", "show it")
        for count in (whole, 0, whole // 2, 2 * (128 + 62), 64):
            assert {pixels(play, name) for name in play.console.stations} == {count}
            await play.turn("red-1", 1)
        assert {pixels(play, name) for name in play.console.stations} == {whole}, "behind the last comes the first"
        await play.press("red-1", "ok")
        assert play.panel("red-1").bottom == "show it"
        assert play.panel("blue-1").lines[0] == "Service"


@story
async def test_the_line_walks_over_every_pixel() -> None:
    async with in_the_shop() as play:
        await play.serve("red-1", "try the pixels", "show it")
        await play.turn("red-1", -1)
        columns, rows = set(), 0
        for _ in range(128 + 64):
            bits = play.hardware.picture("blue-2").bits
            columns |= {x for x in range(128) if all(bits[page * 128 + x] == 0xFF for page in range(8))}
            rows += sum(byte.bit_count() for byte in bits) == 128
            await play.run(WALK)
        assert columns == set(range(128))
        assert rows == 64


@story
async def test_one_panel_is_tried_alone() -> None:
    async with in_the_shop() as play:
        await play.serve("red-1", "try the pixels", "next panel")
        await play.press("red-1", "ok")
        assert "Panel red-2" in play.panel("red-1").text
        await play.open("red-1", "show it")
        assert pixels(play, "red-2") == 128 * 64
        assert play.panel("red-3").lines[0] == "Service"
        assert "Look at red-2" in play.panel("red-1").text
        assert play.panel("red-1").bottom == "end the test"
        await play.press("red-1", "back", "back")
        assert play.panel("red-1").bottom == "try the pixels"


@story
async def test_the_contrast_of_one_panel_or_all() -> None:
    async with in_the_shop() as play:
        await play.serve("red-1", "try the contrast")
        await play.turn("red-1", -64)
        assert {play.hardware.level(name) for name in play.console.stations} == {5}
        assert play.panel("blue-1").lines[0] == "Contrast"
        await play.press("red-1", "ok", "push")
        await play.turn("red-1", 10)
        levels = {name: play.hardware.level(name) for name in play.console.stations}
        assert levels.pop("red-2") == 105
        assert set(levels.values()) == {255}
        await play.turn("red-1", 64)
        assert play.hardware.level("red-2") == 255
        await play.turn("red-1", -3)
        await play.press("red-1", "back")
        assert {play.hardware.level(name) for name in play.console.stations} == {255}


# Bell and lamps


@story
async def test_every_note_and_every_call_of_every_score_can_be_rung() -> None:
    wanted = {"scale", *SCALE, *(name for game in GAMES for name in Score.read(game).calls)}
    async with in_the_shop() as play:
        await play.serve("red-1", "try the bell")
        for place in range(1, 3 + len(GAMES)):
            await play.turn("red-1", -20)
            await play.turn("red-1", place)
            await play.press("red-1", "ok")
            while True:
                before = play.panel("red-1").lines
                assert play.panel("red-1").bottom == "ring it"
                await play.press("red-1", "ok")
                await play.turn("red-1", 1)
                if play.panel("red-1").lines == before:
                    break
            await play.press("red-1", "back")
        assert {name for boat, name in play.bell if boat == "red"} == wanted
        assert {boat for boat, _ in play.bell} == {"red"}


@story
async def test_the_other_bell_is_tried_and_all_are_silent_afterwards() -> None:
    async with in_the_shop() as play:
        await play.serve("red-1", "try the bell", "the next bell")
        assert "Bell of Blue" in play.panel("red-1").text
        await play.open("red-1", "list the calls")
        await play.press("red-1", "ok")
        assert play.bell == [("blue", "scale")]
        await play.press("red-1", "back")
        assert [what for _, whose, what in play.heard.noted if whose == "blue bell"][-1] is None


@story
async def test_a_muted_bell_sounds_when_it_is_tried() -> None:
    async with in_the_shop() as play:
        await play.menu("red-1", "switch the bell")
        await play.press("red-1", "back")
        await play.serve("red-1", "try the bell", "list the calls")
        await play.press("red-1", "ok")
        assert play.bell == [("red", "scale")]


@story
async def test_every_lamp_is_lit_and_put_out() -> None:
    async with in_the_shop(begin=True, first="red") as play:
        await play.run(1)
        before = dict(play.hardware.lamps)
        await play.serve("red-1", "try the lamps")
        assert play.hardware.lamps == {"red": False, "blue": False}
        await play.turn("red-1", 1)
        await play.press("red-1", "ok")
        assert play.hardware.lamps == {"red": False, "blue": True}
        assert "> Blue lit" in play.panel("red-1").lines
        await play.press("red-1", "ok")
        assert play.hardware.lamps == {"red": False, "blue": False}
        await play.press("red-1", "back")
        assert play.hardware.lamps == before


# Devices and buses


@story
async def test_devices_are_told_in_words() -> None:
    device_health = FakeUpkeep()
    device_health.stands = [
        DeviceReport("panel", "red-1", DeviceState.READY),
        DeviceReport("lines", "", DeviceState.DEGRADED, 2, "Remote I/O error"),
        *(DeviceReport("lamp", state, state) for state in DeviceState),
    ]
    async with in_the_shop(device_health) as play:
        await play.serve("red-1", "see how they are")
        shown = play.panel("red-1").text
        assert "panel red-1  ready" in shown
        assert "lines of the Pi  shaky" in shown
        await play.turn("red-1", 1)
        await play.press("red-1", "ok")
        assert "Errors so far: 2." in play.panel("red-1").text.replace("\n", " ")
        assert "Remote I/O error" in play.panel("red-1").text.replace("\n", " ")
        await play.press("red-1", "back")
        device_health.stands[0] = DeviceReport("panel", "red-1", DeviceState.FAILED, 1, "gone")
        await play.run(1)
        assert "panel red-1  dead" in play.panel("red-1").text, "it is asked again and again"


@story
async def test_the_scan_does_not_block_and_shows_who_answered() -> None:
    device_health = FakeUpkeep()
    device_health.answers = (Answer("i2c-1", 0x20, "pca953x"), Answer("i2c-11", 0x3C, ""))
    async with in_the_shop(device_health) as play:
        await play.serve("red-1", "ask the buses")
        assert "Asking every address" in play.panel("red-1").text
        assert play.panel("red-1").bottom == "wait"
        await play.press("red-1", "ok", "push")
        await play.run(1)
        assert "> i2c-1 0x20 pca953x" in play.panel("red-1").lines
        assert "i2c-11 0x3C -" in play.panel("red-1").lines
        assert device_health.scans == 1
        await play.turn("red-1", 5)
        assert "> i2c-11 0x3C -" in play.panel("red-1").lines
        device_health.answers = ()
        await play.press("red-1", "ok")
        await play.run(1)
        assert "Nobody answered" in play.panel("red-1").text
        device_health.trouble = PermissionError(13, "Permission denied")
        await play.press("red-1", "ok")
        await play.run(1)
        assert "Permission denied" in play.panel("red-1").text


@story
async def test_a_scan_that_is_left_is_called_off() -> None:
    device_health = FakeUpkeep()
    device_health.answers, device_health.scan_takes = (Answer("i2c-1", 0x20, ""),), 100.0
    async with in_the_shop(device_health) as play:
        await play.serve("red-1", "ask the buses")
        await play.press("red-1", "back")
        await play.run(200)
        assert play.panel("red-1").bottom == "ask the buses"
        await play.press("red-1", "ok")
        await play.press("red-1", "back", "back")
        await play.run(200)
        assert not play.console.service.on
        assert device_health.scans == 2


@pytest.mark.parametrize(
    ("page", "told"),
    [
        ("see how they are", "has no wires"),
        ("ask the buses", "has no bus"),
        ("choose a dial", "nothing to calibrate"),
    ],
)
@story
async def test_without_upkeep_pages_that_need_it_say_so(page: str, told: str) -> None:
    async with in_the_shop() as play:
        await play.serve("red-1", page)
        assert told in play.panel("red-1").text.replace("\n", " ")
        await play.press("red-1", "ok", "push", "back")
        assert play.panel("red-1").bottom == page


# Calibration


@pytest.mark.parametrize(
    ("changes", "lesson"),
    [(40, DialLesson(4, False, 3)), (-20, DialLesson(2, True, 3)), (11, DialLesson(1, False, 2))],
)
@story
async def test_a_dial_is_calibrated_by_ten_clicks(changes: int, lesson: DialLesson) -> None:
    device_health = FakeUpkeep()
    async with in_the_shop(device_health) as play:
        await play.serve("red-1", "choose a dial")
        await play.turn("red-1", 4)
        await play.press("red-1", "ok")
        assert "Turn red-4 dial 2 by 10 clicks clockwise" in play.panel("red-1").text
        device_health.change("red-4", 1, changes)
        await play.turn("red-4", 3, 1)
        assert f"changes so far: {abs(changes)}" in play.panel("red-1").text
        await play.press("red-1", "ok")
        assert f"changes a click: {lesson.steps_per_detent}" in play.panel("red-1").text
        assert ("the other way" in play.panel("red-1").text) == lesson.reversed
        assert device_health.taught == []
        await play.press("red-1", "ok")
        assert device_health.taught == [("red-4", 1, lesson)]
        assert "red-4 dial 2 is read like this from now on" in play.panel("red-1").text
        await play.press("red-1", "ok")
        assert play.panel("red-1").bottom == "take this dial"


@story
async def test_a_dial_that_was_turned_wrong_is_turned_again() -> None:
    device_health = FakeUpkeep()
    async with in_the_shop(device_health) as play:
        await play.serve("red-1", "choose a dial", "take this dial")
        await play.press("red-1", "ok")
        assert "did not move" in play.panel("red-1").text
        await play.press("red-1", "ok")
        device_health.change("red-1", 0, 28)
        await play.press("red-1", "ok")
        assert "28 changes are not 10 clicks" in play.panel("red-1").text
        await play.press("red-1", "ok")
        device_health.change("red-1", 0, 8)
        await play.press("red-1", "push")
        device_health.change("red-1", 0, 40)
        await play.press("red-1", "ok", "ok")
        assert device_health.taught == [("red-1", 0, DialLesson(4, False, 3))]


@story
async def test_a_lesson_that_is_not_kept_changes_nothing() -> None:
    device_health = FakeUpkeep()
    async with in_the_shop(device_health) as play:
        await play.serve("red-1", "choose a dial", "take this dial")
        device_health.change("red-1", 0, 40)
        await play.press("red-1", "ok", "back")
        assert play.panel("red-1").bottom == "take this dial"
        assert device_health.taught == []


@story
async def test_a_dial_that_nobody_reads_says_so() -> None:
    device_health = FakeUpkeep()
    device_health.dials.clear()
    async with in_the_shop(device_health) as play:
        await play.serve("red-1", "choose a dial", "take this dial")
        await play.press("red-1", "ok")
        assert "nobody reads this dial" in play.panel("red-1").text


# Words


def test_every_sentence_of_service_mode_fits_the_bottom_line() -> None:
    room = 128 - OK.width - bottom.GAP
    ends = ("reset", "next", "show", "end", "list", "ring", "light", "out", "more", "wait", "again", "choose", "done")
    words = catalogue("en")
    on_it = [
        m for m in words if m.startswith("service.") and m.endswith((".ok", ".keep", *(f".{end}" for end in ends)))
    ]
    on_it += ["service.keys.leave.back", "service.keys.leave.push"]
    found = {m: words[m] for m in on_it if not m.startswith("service.state.")}
    assert len(found) > 20
    assert {m: text for m, text in found.items() if LINE.measure(text) > room} == {}


def test_every_page_and_pattern_has_its_words() -> None:
    words = catalogue("en")
    wanted = {f"service.{name}{end}" for name in PAGES for end in ("", ".ok")}
    wanted |= {f"service.pixels.{name}" for name in PATTERNS}
    wanted |= {f"service.state.{state}{end}" for state in DeviceState for end in ("", ".more")}
    assert wanted <= set(words)
