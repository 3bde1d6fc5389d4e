"""USB devices that honour the kernel's interface: files of events below /dev/input, and what /sys says of each.

Each station has a device at a port of its own. A finger writes the records that the kernel would: the event, then a
report. Pads and keyboards turn by keys, dials by their wheel.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from klaxon.console.devices import Fitting
from klaxon.hal.evdev.input_events import DOWN, KEY, RECORD, REL, SYN, SYN_REPORT, UP
from klaxon.hal.evdev.layouts import LAYOUTS, Control, DialTurn
from klaxon.hal.evdev.usb_hands import UsbHands, UsbStation
from tests.hal.kit.stands import FITTINGS, VirtualStand

WHEEL_OF = {0: 7, 1: 6}
"""Dial -> the axis that turns it."""


class Plug:
    """A device: it can be plugged in, worked, and pulled out."""

    def __init__(self, folder: Path, number: int, port: str) -> None:
        self._folder, self._number, self._port = folder, number, port
        self._file = -1
        self.plug_in()

    def plug_in(self) -> None:
        node = f"event{self._number}"
        device = self._folder / "devices" / "usb1" / self._port / f"input{self._number}"
        device.mkdir(parents=True, exist_ok=True)
        (device / "name").write_text("Keyboard\n", "utf-8")
        link = self._folder / "sys" / node / "device"
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(device)
        (self._folder / "dev").mkdir(exist_ok=True)
        path = self._folder / "dev" / node
        os.mkfifo(path)
        self._file = os.open(path, os.O_RDWR | os.O_NONBLOCK)

    def pull_out(self) -> None:
        """Be gone: whoever reads finds the end of the file."""
        os.close(self._file)
        self._file = -1
        node = f"event{self._number}"
        (self._folder / "dev" / node).unlink()
        (self._folder / "sys" / node / "device").unlink()

    def send(self, kind: int, code: int, value: int) -> None:
        self.write(RECORD.pack(0, 0, kind, code, value) + RECORD.pack(0, 0, SYN, SYN_REPORT, 0))

    def write(self, data: bytes) -> None:
        os.write(self._file, data)

    def close(self) -> None:
        if self._file >= 0:
            os.close(self._file)


def fitted(layout: str) -> Sequence[Fitting]:
    """Return stations with no key that a device of a kind has not got."""
    there = LAYOUTS[layout].values()
    return [replace(each, keys=tuple(key for key in each.keys if key in there)) for each in FITTINGS]


class UsbStand(VirtualStand):
    """A virtual console whose stations are worked by USB devices of one kind."""

    def __init__(self, folder: Path, ports: Mapping[str, str] | None = None, layout: str = "keyboard") -> None:
        super().__init__(fittings=fitted(layout))
        self.loop = asyncio.new_event_loop()
        names = [fitting.name for fitting in self.fittings]
        places = {name: f"1-1.{number}" for number, name in enumerate(names, start=1)}
        self.plugs = {name: Plug(folder, number, places[name]) for number, name in enumerate(names)}
        self.learned: list[Mapping[str, str]] = []
        known = places if ports is None else ports
        self.usb = UsbHands(
            [
                UsbStation(each.name, layout, frozenset(each.keys), each.dials, known.get(each.name, ""))
                for each in self.fittings
            ],
            self.console.grip(),
            self.loop,
            lambda _, ports: self.learned.append(ports),
            sys=folder / "sys",
            dev=folder / "dev",
        )
        self.layout = LAYOUTS[layout]
        self.press, self.release, self.turn = self._press, self._release, self._turn
        self.usb.start()
        self.settle()

    def code(self, meant: Control) -> int:
        return next(code for code, control in self.layout.items() if control == meant)

    def _press(self, station: str, key: str) -> None:
        self._send(station, KEY, self.code(key), DOWN)

    def _release(self, station: str, key: str) -> None:
        self._send(station, KEY, self.code(key), UP)

    def _turn(self, station: str, dial: int, steps: int) -> None:
        if self.layout is LAYOUTS["dial"]:
            self._send(station, REL, WHEEL_OF[dial], steps)
            return
        code = self.code(DialTurn(dial, 1 if steps > 0 else -1))
        for value in (DOWN, UP) * abs(steps):
            self._send(station, KEY, code, value)

    def _send(self, station: str, kind: int, code: int, value: int) -> None:
        self.plugs[station].send(kind, code, value)
        self.settle()

    def settle(self) -> None:
        """Let the loop read what is there."""
        self.loop.call_soon(self.loop.stop)
        self.loop.run_forever()

    def close(self) -> None:
        self.usb.close()
        for plug in self.plugs.values():
            plug.close()
        self.loop.close()
