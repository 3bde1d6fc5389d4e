"""Stories of service mode, as a person comes to see it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from klaxon.console.devices.health import Answer, DeviceReport, DeviceState
from tests.console.kit.frames import check
from tests.console.kit.playing import story
from tests.console.kit.servicing import FakeUpkeep, Serving, built, in_the_shop


def still(play: Serving, where: str, name: str) -> None:
    """Compare what a station shows to the frame of this name."""
    check(f"service/{name}", play.panel(where).picture)


@story
async def the_list_of_pages(_folder: Path) -> None:
    async with in_the_shop() as play:
        await play.serve("red-1")
        still(play, "red-1", "menu")
        still(play, "blue-2", "elsewhere")
        await play.turn("red-1", 20)
        still(play, "red-1", "menu-end")


@story
async def the_matrix_of_eight_stations(_folder: Path) -> None:
    device_health = FakeUpkeep()
    async with in_the_shop(device_health) as play:
        await play.serve("red-1", "try the keys")
        still(play, "red-1", "keys-none")
        still(play, "red-2", "elsewhere-keys")
        play.hardware.press("blue-1", "north")
        play.hardware.press("red-4", "ok")
        await play.press("red-1", "push")
        await play.press("blue-3", "back")
        still(play, "red-1", "keys-8")
        play.hardware.press("red-1", "back")
        await play.run(1.1)
        still(play, "red-1", "keys-leaving")


@story
async def the_matrix_of_smaller_consoles(_folder: Path) -> None:
    stations = built("console-4")
    device_health = FakeUpkeep(stations)
    async with in_the_shop(device_health, fittings=stations) as play:
        await play.serve("red-1", "try the keys")
        play.hardware.press("red-2", "ok")
        await play.press("red-1", "north")
        still(play, "red-1", "keys-4")
        device_health.keys["red-2", "ok"] = device_health.keys["red-2", "ok"]._replace(stuck=True)
        await play.run(1)
        still(play, "red-1", "keys-stuck")
    async with in_the_shop(fittings=built("mini")) as play:
        await play.serve("red-1", "try the keys")
        play.hardware.press("red-1", "ok")
        await play.press("red-1", "north")
        still(play, "red-1", "keys-1")
    async with in_the_shop(fittings=built("console-4-direct")) as play:
        await play.chord("red-1", "ok", "push")
        await play.open("red-1", "service mode")
        still(play, "red-2", "elsewhere-push")
        await play.open("red-1", "try the keys")
        still(play, "red-1", "keys-direct")


@story
async def dials(_folder: Path) -> None:
    device_health = FakeUpkeep()
    async with in_the_shop(device_health) as play:
        await play.serve("red-1", "count the steps")
        device_health.change("red-4", 1, 460, clockwise=12, anticlockwise=103, noise=7, jumps=1)
        await play.turn("red-4", 1, 1)
        still(play, "red-1", "dials")
        still(play, "red-2", "elsewhere-dials")
        await play.run(1)
        device_health.change("red-3", 0, 1, dead="a")
        await play.run(1)
        still(play, "red-1", "dials-dead")
    async with in_the_shop() as play:
        await play.serve("red-1", "count the steps")
        await play.turn("red-1", 12345)
        still(play, "red-1", "dials-told")


@story
async def panels(_folder: Path) -> None:
    async with in_the_shop() as play:
        await play.serve("red-1", "try the pixels")
        still(play, "red-1", "pixels")
        await play.open("red-1", "show it")
        for name in ("on", "off", "checks", "border", "line"):
            still(play, "red-1", f"pixels-{name}")
            await play.turn("red-1", 1)
        await play.press("red-1", "ok")
        await play.turn("red-1", -9)
        await play.press("red-1", "ok", "ok")
        await play.open("red-1", "show it")
        still(play, "red-1", "pixels-there")
        await play.hold("red-1", "back")
        await play.open("red-1", "try the contrast")
        still(play, "red-1", "contrast")


@story
async def bell_and_lamps(_folder: Path) -> None:
    async with in_the_shop() as play:
        await play.serve("red-1", "try the bell")
        still(play, "red-1", "bell")
        await play.open("red-1", "list the calls")
        still(play, "red-1", "bell-scale")
        await play.press("red-1", "back")
        await play.turn("red-1", 2)
        await play.press("red-1", "ok")
        still(play, "red-1", "bell-calls")
        await play.hold("red-1", "back")
        await play.open("red-1", "try the lamps")
        await play.press("red-1", "ok")
        still(play, "red-1", "lamps")


@story
async def devices_and_buses(_folder: Path) -> None:
    device_health = FakeUpkeep()
    device_health.stands = [
        DeviceReport("panel", "red-1", DeviceState.READY),
        DeviceReport("panel", "red-2", DeviceState.FAILED, 3, "Remote I/O error"),
        DeviceReport("bell", "red", DeviceState.DEGRADED, 1, "Device or resource busy"),
        DeviceReport("lamp", "red", DeviceState.READY),
        DeviceReport("lines", "", DeviceState.READY),
        DeviceReport("lines", "keys", DeviceState.ABSENT, 12, "No such device"),
        DeviceReport("panel", "red-3", DeviceState.PROBING),
    ]
    device_health.answers = (
        *(Answer("i2c-1", address, driver) for address, driver in ((0x20, "pca953x"), (0x70, "pca954x"))),
        *(Answer(f"i2c-{number}", 0x3C, "") for number in range(11, 16)),
    )
    async with in_the_shop(device_health) as play:
        await play.serve("red-1", "see how they are")
        still(play, "red-1", "devices")
        await play.turn("red-1", 1)
        await play.press("red-1", "ok")
        still(play, "red-1", "device")
        await play.hold("red-1", "back")
        await play.open("red-1", "ask the buses")
        still(play, "red-1", "scan-asking")
        await play.run(1)
        still(play, "red-1", "scan")
    async with in_the_shop() as play:
        await play.serve("red-1", "ask the buses")
        still(play, "red-1", "scan-none")


@story
async def calibration(_folder: Path) -> None:
    device_health = FakeUpkeep()
    async with in_the_shop(device_health) as play:
        await play.serve("red-1", "choose a dial")
        still(play, "red-1", "calibrate")
        await play.turn("red-1", 4)
        await play.press("red-1", "ok")
        device_health.change("red-4", 1, 28)
        await play.run(1)
        still(play, "red-1", "calibrate-turn")
        await play.press("red-1", "ok")
        still(play, "red-1", "calibrate-doubt")
        await play.press("red-1", "ok")
        device_health.change("red-4", 1, -20)
        await play.press("red-1", "ok")
        still(play, "red-1", "calibrate-lesson")
        await play.press("red-1", "ok")
        still(play, "red-1", "calibrate-kept")


STORIES: dict[str, Callable[[Path], None]] = {
    tell.__name__: tell
    for tell in (
        the_list_of_pages,
        the_matrix_of_eight_stations,
        the_matrix_of_smaller_consoles,
        dials,
        panels,
        bell_and_lamps,
        devices_and_buses,
        calibration,
    )
}
"""Name -> what tells it; none needs its folder."""
