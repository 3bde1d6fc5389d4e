"""A device dies and comes back: the other stations say so, the game goes on, and a phone takes the place of a panel."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from klaxon.console.devices.health import Answer, DeviceReport, DeviceState, DialLesson, InputHealth
from klaxon.console.station.qr_page import modules
from klaxon.console.station.station import BANNER
from tests.console.kit.playing import SPLIT_START, Playing, at_the_console, story

LOST, BACK = "panel red-3 is dead", "panel red-3 is back"
LINK = "HTTP://192.168.1.20:8080/P/7K3M9QXZ"


class Ward:
    """Upkeep by hand."""

    def __init__(self, *known: DeviceReport) -> None:
        self.known = known
        self._told: list[Callable[[DeviceReport], None]] = []

    def attach(self, told: Callable[[DeviceReport], None]) -> None:
        self._told.append(told)

    def reports(self) -> tuple[DeviceReport, ...]:
        return self.known

    def inputs(self) -> InputHealth:
        return InputHealth((), (), 0, 0)

    async def scan(self) -> tuple[Answer, ...]:
        return ()

    def teach(self, station: str, dial: int, lesson: DialLesson) -> None:
        raise NotImplementedError

    def tell(self, state: DeviceState, name: str = "red-3", kind: str = "panel") -> None:
        for told in self._told:
            told(DeviceReport(kind, name, state))


def says(play: Playing, where: str) -> str:
    return play.panel(where).text


@story
async def test_the_other_stations_say_that_a_panel_died_and_came_back() -> None:
    ward = Ward()
    async with at_the_console(device_health=ward, first="red") as play:
        await play.play_orders(*SPLIT_START)
        ward.tell(DeviceState.FAILED)
        assert LOST in says(play, "red-1")
        assert LOST in says(play, "blue-2")
        await play.run(BANNER)
        assert LOST in says(play, "red-1"), "the sign in the corner stays"
        ward.tell(DeviceState.PROBING)
        await play.run(0)
        assert LOST in says(play, "red-1"), "to be tried again is not to be back"
        ward.tell(DeviceState.READY)
        assert BACK in says(play, "red-1")
        await play.run(BANNER)
        assert "red-3" not in says(play, "red-1")
        await play.give("red.captain course east")


@pytest.mark.parametrize("state", [DeviceState.PROBING, DeviceState.DEGRADED, DeviceState.READY])
@story
async def test_nobody_is_troubled_by_a_device_that_is_not_dead(state: DeviceState) -> None:
    ward = Ward()
    async with at_the_console(device_health=ward) as play:
        before = len(play.heard.frames)
        ward.tell(state)
        assert len(play.heard.frames) == before


@story
async def test_what_is_dead_at_the_start_is_told_once() -> None:
    ward = Ward(DeviceReport("bell", "red", DeviceState.ABSENT), DeviceReport("lamp", "red", DeviceState.READY))
    async with at_the_console(begin=False, device_health=ward) as play:
        assert "bell red is dead" in says(play, "red-1")
        before = len(play.heard.frames)
        ward.tell(DeviceState.FAILED, "red", "bell")
        assert len(play.heard.frames) == before


@story
async def test_two_dead_devices_are_both_named_until_the_last_is_back() -> None:
    ward = Ward()
    async with at_the_console(device_health=ward) as play:
        ward.tell(DeviceState.FAILED)
        ward.tell(DeviceState.FAILED, "red", "bell")
        await play.run(BANNER)
        assert f"{LOST}, bell red is dead" in says(play, "red-1")
        ward.tell(DeviceState.READY)
        await play.run(BANNER)
        assert "bell red is dead" in says(play, "red-1")
        assert "red-3" not in says(play, "red-1")


@story
async def test_the_menu_opens_a_dead_station_on_a_phone() -> None:
    ward, asked = Ward(), list[str]()

    def link(station: str) -> str:
        asked.append(station)
        return LINK

    async with at_the_console(device_health=ward) as play:
        play.console.link = link
        ward.tell(DeviceState.FAILED)
        await play.menu("red-1", "show the code")
        assert asked == []
        await play.press("red-1", "ok")
        assert asked == ["red-3"], "the dead one stands first"
        assert says(play, "red-1").split("\n")[:2] == [LINK, "red-3"]
        assert "/P/7K3M9QXZ" in says(play, "red-1")
        await play.press("red-1", "back")
        assert LINK not in says(play, "red-1")


@story
async def test_without_a_page_there_is_nothing_to_open() -> None:
    async with at_the_console() as play:
        await play.chord("red-1", "ok", "back")
        assert "phone" not in says(play, "red-1")


def test_a_code_has_its_three_corners_and_room_for_two_pixels_a_module() -> None:
    rows = modules(LINK)
    corner = [[True] * 7, [True, False, False, False, False, False, True]]
    assert len(rows) * 2 <= 64
    assert [row[:7] for row in rows[:2]] == [row[-7:] for row in rows[:2]] == corner
    assert rows[-1][:7] == corner[0]
    assert rows[-1][-7:] != corner[0]
