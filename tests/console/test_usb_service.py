"""USB devices in service mode: a club plugs in four of one kind, and the panel asks for OK on one after another."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from klaxon.console.profile import Profile, fittings, load
from klaxon.console.station.station import LONG_NOTICE
from klaxon.hal.evdev.input_events import DOWN, KEY, REL, UP
from klaxon.hal.evdev.usb_hands import UsbHands, UsbStation
from klaxon.hal.virtual import VirtualConsole
from tests.console.kit.playing import story
from tests.console.kit.servicing import Serving, built, in_the_shop
from tests.hal.kit.usb_stand import Plug

ENTER, ZERO, PLUS, DIAL_PUSH, DIAL_TURN = 96, 82, 78, 256, 7
STATIONS = ("red-1", "red-2", "red-3", "red-4")


class Club(Serving):
    """A console whose stations are worked by USB devices, and what is plugged in."""

    usb: UsbHands
    plugs: dict[str, Plug]
    written: list[tuple[str, Mapping[str, str]]]

    async def tap(self, port: str, code: int) -> None:
        """Press and release a key of the device in a socket."""
        for value in (DOWN, UP):
            self.plugs[port].send(KEY, code, value)
            await self.settle()

    async def settle(self) -> None:
        """Let what was sent arrive, and the page look."""
        for _ in range(3):
            await asyncio.sleep(0.05)

    def sockets(self) -> dict[str, str]:
        return {plug.station: plug.port for plug in self.usb.plugs()}


@asynccontextmanager
async def club(folder: Path, ports: Mapping[str, str], kind: str = "numpad") -> AsyncIterator[Club]:
    """Four devices of one kind, plugged into the sockets 1-1.1 to 1-1.4."""
    profile = load("usb-pads")
    assert isinstance(profile, Profile)
    plugs = {f"1-1.{number}": Plug(folder, number, f"1-1.{number}") for number in range(1, 5)}
    made: list[UsbHands] = []
    written: list[tuple[str, Mapping[str, str]]] = []

    def open_usb(hardware: VirtualConsole) -> UsbHands:
        stations = [
            UsbStation(each.name, kind, frozenset(each.keys), each.dials, ports.get(each.name, ""))
            for each in fittings(profile)
        ]
        loop, grip = asyncio.get_running_loop(), hardware.grip()
        made.append(
            UsbHands(stations, grip, loop, lambda *told: written.append(told), sys=folder / "sys", dev=folder / "dev")
        )
        made[0].start()
        return made[0]

    try:
        async with in_the_shop(fittings=built("usb-pads"), usb=open_usb) as play:
            found = Club(play.console, play.hardware)
            found.usb, found.plugs, found.written = made[0], plugs, written
            yield found
    finally:
        made[0].close()
        for plug in plugs.values():
            plug.close()


@story
async def test_four_pads_of_one_kind_are_learned_at_the_panel(tmp_path: Path) -> None:
    async with club(tmp_path, {}) as play:
        await play.serve("red-1", "learn sockets")
        assert play.panel("red-1").lines[1] == "> red-1 not known"
        await play.open("red-1", "learn all sockets")
        for number, port in enumerate(("1-1.3", "1-1.1", "1-1.4", "1-1.2")):
            assert f"Press OK on the number pad for {STATIONS[number]}." in " ".join(play.panel("red-1").lines)
            assert f"learned: {number} of 4" in play.panel("red-1").text
            await play.tap(port, PLUS)  # that is not OK
            await play.tap(port, ENTER)
            if number < 3:
                await play.tap(port, ENTER)  # it is a station's now, and no other's
        assert "Every station has its device now." in " ".join(play.panel("red-1").lines)
        assert play.sockets() == dict(zip(STATIONS, ("1-1.3", "1-1.1", "1-1.4", "1-1.2"), strict=True))
        assert play.written[-1] == ("red-4", play.sockets())


@story
async def test_a_pad_works_its_station_once_it_is_learned(tmp_path: Path) -> None:
    async with club(tmp_path, dict(zip(STATIONS, ("1-1.3", "1-1.1", "1-1.4", "1-1.2"), strict=True))) as play:
        await play.serve("red-2", "learn sockets")
        await play.tap("1-1.1", PLUS)
        assert "> red-2 1-1.1" in play.panel("red-2").lines
        await play.tap("1-1.3", PLUS)  # red-1's: it does nothing at red-2
        assert "> red-2 1-1.1" in play.panel("red-2").lines
        await play.tap("1-1.1", ZERO)
        assert play.panel("red-2").bottom == "learn sockets"


@story
async def test_a_pad_that_moved_to_another_socket_is_learned_by_its_station_alone(tmp_path: Path) -> None:
    ports = {"red-1": "1-1.1", "red-2": "1-9", "red-3": "1-1.3", "red-4": "1-1.4"}
    async with club(tmp_path, ports) as play:
        await play.serve("red-1", "learn sockets")
        assert "red-2 1-9 empty" in play.panel("red-1").lines
        await play.turn("red-1", 1)
        await play.press("red-1", "ok")
        await play.tap("1-1.3", ENTER)  # red-3's own
        assert play.sockets()["red-2"] == ""
        await play.tap("1-1.2", ENTER)
        assert play.sockets() == {**ports, "red-2": "1-1.2"}
        assert "red-2 is worked from socket 1-1.2" in " ".join(play.panel("red-1").lines)


@pytest.mark.parametrize("held", [False, True], ids=["at rest", "with a key down"])
@story
async def test_back_leaves_everything_as_it_was(held: bool, tmp_path: Path) -> None:
    ports = {name: f"1-1.{number}" for number, name in enumerate(STATIONS, start=1)}
    async with club(tmp_path, ports) as play:
        if held:
            play.plugs["1-1.3"].send(KEY, PLUS + 2, DOWN)
            play.plugs["1-1.3"].send(KEY, ENTER, DOWN)
            await play.settle()
        await play.serve("red-1", "learn sockets", "learn all sockets")
        await play.tap("1-1.2", ENTER)
        assert play.sockets() == {"red-1": "1-1.2", "red-2": "", "red-3": "", "red-4": ""}
        await play.press("red-1", "back")
        assert play.sockets() == {"red-1": "1-1.2", "red-2": "", "red-3": "1-1.3", "red-4": "1-1.4"}
        assert play.written[-1] == ("", {"red-1": "1-1.2", "red-3": "1-1.3", "red-4": "1-1.4"})
        assert not play.console.service._down, "nothing is held by a device that was forgotten"


@story
async def test_a_usb_dial_is_learned_by_its_push_and_delivers_steps(tmp_path: Path) -> None:
    """A dial knows no levels of two lines: it says how far it was turned."""
    async with club(tmp_path, {}, kind="dial") as play:
        await play.serve("red-1", "learn sockets", "learn all sockets")
        assert "Press the dial for red-1." in " ".join(play.panel("red-1").lines)
        for number in range(1, 5):
            await play.tap(f"1-1.{number}", DIAL_PUSH)
        await play.run(LONG_NOTICE + 1)
        await play.press("red-1", "back")
        await play.open("red-1", "count the steps")
        play.plugs["1-1.2"].send(REL, DIAL_TURN, 3)
        play.plugs["1-1.2"].send(REL, DIAL_TURN, -1)
        await play.settle()
        assert play.panel("red-1").lines[:3] == ("Dials", "red-2", "+3 -1")


@story
async def test_a_console_without_usb_devices_says_so() -> None:
    async with in_the_shop() as play:
        await play.serve("red-1", "learn sockets")
        assert "No station of this console is worked by a USB device." in " ".join(play.panel("red-1").lines)
