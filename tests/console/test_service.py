"""Service mode: how it begins and ends, what becomes of a game meanwhile, and what the other stations do."""

from __future__ import annotations

from random import Random

import pytest

from klaxon.console.devices.brightness import DIM_AFTER, DIMMED
from klaxon.console.devices.health import DeviceReport, DeviceState
from klaxon.console.language.catalogue import catalogue
from klaxon.console.service.keys import LEAVE
from klaxon.console.service.menu import PAGES
from klaxon.console.station.gestures import SERVICE
from klaxon.rules.contract import Outcome
from klaxon.table.running_game import COUNT_IN
from tests.console.kit.playing import SPLIT_START, story
from tests.console.kit.servicing import FakeUpkeep, Serving, built, in_the_shop
from tests.effort import effort


async def hold_chord(play: Serving, where: str, *keys: str, seconds: float = SERVICE + 0.1) -> None:
    """Keep the keys of the menu down."""
    station = play.station(where)
    for key in keys:
        play.hardware.press(station, key)
    await play.run(seconds)
    for key in keys:
        play.hardware.release(station, key)
    await play.run(0)


def titles(play: Serving) -> set[str]:
    """Return the titles of all panels."""
    return {play.panel(name).lines[0] for name in play.console.stations}


# In and out


@story
async def test_the_keys_of_the_menu_held_on_lead_to_service_mode() -> None:
    async with in_the_shop() as play:
        before = play.pictures()
        await hold_chord(play, "red-3", "ok", "back")
        assert play.panel("red-3").bottom == "try the keys"
        assert titles(play) == {"Service"}
        await play.press("red-3", "back")
        assert play.pictures() == before, "the menu that opened on the way in is gone too"


@story
async def test_a_station_without_back_has_a_way_in_and_out_too() -> None:
    async with in_the_shop(fittings=built("console-4-direct")) as play:
        before = play.pictures()
        await hold_chord(play, "red-2", "ok", "push")
        assert play.panel("red-2").bottom == "try the keys"
        assert "OK and the dial" in play.panel("red-1").text
        await play.hold("red-2", "push")
        assert play.pictures() == before


@story
async def test_the_station_menu_leads_there_too() -> None:
    async with in_the_shop() as play:
        before = play.pictures()
        await play.serve("blue-2")
        assert play.panel("blue-2").bottom == "try the keys"
        assert "blue-2" in play.panel("red-1").text
        await play.press("blue-2", "back")
        assert play.pictures() == before


@story
async def test_home_leads_to_the_list_of_pages_and_back_from_there_out() -> None:
    async with in_the_shop() as play:
        await play.serve("red-1", "try the bell", "list the calls")
        await play.hold("red-1", "back")
        assert play.panel("red-1").bottom == "try the bell"
        await play.press("red-1", "back")
        assert not play.console.service.on


@story
async def test_the_menu_of_play_does_not_open_in_service_mode() -> None:
    async with in_the_shop() as play:
        await play.serve("red-1")
        shown = play.pictures()
        await play.chord("red-1", "ok", "back")
        await play.chord("blue-1", "ok", "back")
        assert play.pictures() == shown


@story
async def test_another_station_can_take_it_over() -> None:
    async with in_the_shop() as play:
        await play.serve("red-1", "try the bell", "list the calls")
        await hold_chord(play, "blue-3", "ok", "back")
        assert play.panel("blue-3").bottom == "try the keys"
        assert "blue-3" in play.panel("red-1").text
        await play.press("red-1", "back", "ok")
        assert play.console.service.on, "nothing is worked at the old station any more"
        await hold_chord(play, "blue-3", "ok", "back")
        assert play.panel("blue-3").bottom == "try the keys", "who has it cannot take it"
        await play.press("blue-3", "back")
        assert not play.console.service.on


# A game


@story
async def test_a_running_game_waits_and_still_does_at_the_end() -> None:
    async with in_the_shop(begin=True, first="red") as play:
        await play.play_orders(*SPLIT_START)
        await hold_chord(play, "blue.xo", "ok", "back")
        assert play.table.play.paused
        await play.run(60)
        await play.press("blue.xo", "back")
        assert play.panel("red.captain").bottom == "go on"
        await play.run(60)
        assert play.table.play.paused
        await play.press("red.captain", "ok")
        await play.run(COUNT_IN)
        await play.give("red.captain course east")


@story
async def test_every_station_gets_back_exactly_what_it_had() -> None:
    async with in_the_shop(begin=True, first="red") as play:
        await play.play_orders(*SPLIT_START)
        await play.menu("blue.xo", "stop the game")
        await play.menu("blue.radio", "read it")
        await play.turn("red.engineer", 3)
        await play.run(10)
        before, lamps = play.pictures(), dict(play.hardware.lamps)
        rows = play.table.play.count
        await play.serve("red.xo")
        for page in ("try the bell", "try the lamps", "try the contrast", "try the pixels", "count the steps"):
            await play.open("red-2", page)
            for name in play.console.stations:
                await play.turn(name, 1)
                await play.press(name, "push")
            await play.press("red-1", "ok", "back", "stop", "north")
            await play.hold("red-2", "back")
        assert play.pictures() != before
        await play.press("red-2", "back")
        assert play.pictures() == before
        assert play.hardware.lamps == lamps
        assert play.table.play.count == rows, "whatever was pressed, the game heard nothing of it"
        assert {play.hardware.level(name) for name in play.console.stations} == {255}


@pytest.mark.parametrize("seed", range(effort(2, 4)))
@story
async def test_whatever_monkeys_do_the_game_is_as_it_was(seed: int) -> None:
    dice, device_health = Random(seed), FakeUpkeep()
    async with in_the_shop(device_health, begin=True, first="red") as play:
        await play.play_orders(*SPLIT_START)
        await play.menu("blue.xo", "stop the game")
        await play.run(10)
        before, lamps, rows = play.pictures(), dict(play.hardware.lamps), play.table.play.count
        for name in PAGES:
            if not play.console.service.on:
                await play.serve("red-2")
            await play.open(play.console.service.leader, catalogue("en")[f"service.{name}.ok"])
            for _ in range(25):
                stations = [play.console.service.leader] * 12 + list(play.console.stations)
                if play.console.service.on:
                    await move(play, device_health, dice.choice(stations), dice)
            await way_out(play, leave=name == [*PAGES][-1])
        assert not play.console.service.on
        assert (play.pictures(), play.hardware.lamps, play.table.play.count) == (before, lamps, rows)
        assert {play.hardware.level(name) for name in play.console.stations} == {255}


async def way_out(play: Serving, *, leave: bool) -> None:
    """Go back to the list of pages, and out of service mode, from wherever it is."""
    if where := play.console.service.leader:
        await play.hold(where, "back", LEAVE + 0.1)
        if leave:
            await play.press(where, "back")


async def move(play: Serving, device_health: FakeUpkeep, where: str, dice: Random) -> None:
    """Do something at a station."""
    match dice.randrange(8):
        case 0 | 1 | 2:
            await play.turn(where, dice.randrange(-9, 10), dice.randrange(play.hardware.fitting(where).dials))
        case 3 | 4 | 5:
            await play.press(where, dice.choice(("ok", "ok", "push", *play.hardware.fitting(where).keys)))
        case 6:
            await play.hold(where, dice.choice(("back", "ok", "push")), dice.choice((0.8, LEAVE + 0.1)))
        case _:
            device_health.change(*dice.choice(list(device_health.dials)), dice.choice((20, 40, -10, 3)))
            await (hold_chord(play, where, "ok", "back") if dice.random() < 0.2 else play.run(dice.choice((0.5, 2))))


@story
async def test_a_game_that_is_just_going_on_waits_again() -> None:
    async with in_the_shop(begin=True, first="red") as play:
        await play.play_orders(*SPLIT_START)
        await play.menu("blue.xo", "stop the game")
        await play.menu("red.captain", "go on")
        await play.serve("blue.xo")
        await play.run(COUNT_IN + 1)
        assert play.table.play.paused
        await play.press("blue.xo", "back")
        assert play.panel("red.captain").bottom == "go on"


@story
async def test_a_station_that_is_not_manned_stops_the_game_too() -> None:
    async with in_the_shop(begin=True, crews="captain none", first="red") as play:
        await play.give("red.captain start A1")
        assert play.panel("red-4").text == ""
        await hold_chord(play, "red-4", "ok", "back")
        assert play.table.play.paused
        await play.press("red-4", "back")
        assert play.panel("red-4").text == ""


@story
async def test_a_game_that_is_over_is_left_alone() -> None:
    async with in_the_shop(begin=True) as play:
        await play.menu("red.captain", "give up")
        await play.run(5)
        before = play.pictures()
        await play.serve("blue.xo")
        await play.press("blue.xo", "back")
        assert play.pictures() == before
        assert play.table.play.outcome == Outcome("blue", "conceded")


@story
async def test_what_the_game_asks_meanwhile_is_there_afterwards() -> None:
    async with in_the_shop(begin=True, first="red") as play:
        await play.play_orders(*SPLIT_START)
        await play.serve("red.captain")
        shown = play.pictures()
        play.page("blue.captain").client.act("draw", seat="blue.captain")
        await play.run(1)
        assert play.pictures() == shown
        await play.press("red.captain", "back")
        assert "Blue offers a draw" in play.panel("red.captain").text


@story
async def test_a_key_that_was_down_before_does_nothing_in_service_mode() -> None:
    async with in_the_shop(begin=True, first="red") as play:
        await play.play_orders(*SPLIT_START)
        play.hardware.press("blue-2", "push")
        await play.serve("red.xo")
        shown = play.pictures()
        play.hardware.release("blue-2", "push")
        await play.run(1)
        assert play.pictures() == shown
        assert not play.console.service.service_stations["blue-2"].hand._down


@story
async def test_understudies_alone_may_play_on() -> None:
    async with in_the_shop(begin=True, crews="captain none") as play:
        await play.menu("red.captain", "hand it over", "hand it over")
        await play.serve("red-1")
        before = play.table.play.count
        await play.run(30)
        assert play.table.play.count > before
        assert play.panel("red-1").lines[0] == "Service"
        await play.press("red-1", "back")
        assert "An understudy is captain." in play.panel("red-1").text


# Secrecy, and sleep


@story
async def test_nothing_of_a_game_is_shown() -> None:
    seen = []
    for begin in (False, True):
        async with in_the_shop(begin=begin) as play:
            if begin:
                await play.play_orders(*SPLIT_START)
            await play.serve("red-1")
            pictures = [play.pictures()]
            for page in ("try the keys", "count the steps", "try the pixels", "try the bell", "try the lamps"):
                await play.open("red-1", page)
                pictures.append(play.pictures())
                await play.hold("red-1", "back", 2.5)
            seen.append(pictures)
    assert seen[0] == seen[1]


@story
async def test_panels_that_sleep_go_on_sleeping() -> None:
    async with in_the_shop() as play:
        await play.run(DIM_AFTER)
        await play.serve("red-1", "try the contrast")
        assert play.hardware.level("blue-1") != DIMMED, "all panels are tried"
        await play.hold("red-1", "back")
        await play.press("red-1", "back")
        assert {play.hardware.level(f"blue-{n}") for n in range(1, 5)} == {DIMMED}
        assert {play.hardware.level(f"red-{n}") for n in range(1, 5)} == {255}


@story
async def test_panels_that_are_tried_when_they_should_dim_are_dim_afterwards() -> None:
    async with in_the_shop() as play:
        await play.serve("red-1", "try the contrast")
        tried = play.hardware.level("blue-1")
        await play.run(DIM_AFTER)
        assert play.hardware.level("blue-1") == tried
        await play.press("red-1", "back")
        assert play.hardware.level("blue-1") == DIMMED


@story
async def test_a_device_that_dies_meanwhile_is_told_of_afterwards() -> None:
    device_health = FakeUpkeep()
    async with in_the_shop(device_health) as play:
        await play.serve("red-1")
        shown = play.pictures()
        for told in device_health.told:
            told(DeviceReport("panel", "blue-1", DeviceState.FAILED, 1, "gone"))
        assert play.pictures() == shown
        await play.press("red-1", "back")
        assert "panel blue-1 is dead" in play.panel("red-1").text


@pytest.mark.parametrize("profile", ["mini", "console-4", "console-4-direct", "console-8"])
@story
async def test_every_page_opens_on_every_console(profile: str) -> None:
    stations = built(profile)
    async with in_the_shop(FakeUpkeep(stations), fittings=stations) as play:
        out = "back" if "back" in stations[0].keys else "push"
        await hold_chord(play, "red-1", "ok", out)
        for place in range(9):
            await play.turn("red-1", -20)
            await play.turn("red-1", place)
            listed = play.panel("red-1")
            await play.press("red-1", "ok")
            assert play.panel("red-1").lines != listed.lines
            await play.hold("red-1", out, 2.5)
            assert play.panel("red-1").bottom == listed.bottom, "out again"
        await play.hold("red-1", out) if out == "push" else await play.press("red-1", out)
        assert not play.console.service.on
