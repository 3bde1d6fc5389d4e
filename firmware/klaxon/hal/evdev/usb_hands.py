"""Hands at stations by USB devices: each is found by its port, read in the loop, and looked for again when it has gone.

A station whose port is not known learns it: OK pressed on a device that nobody has makes it the device of the next
station that waits. So several of a kind are told apart by where they are plugged in.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from klaxon.console.devices import Hands, UsbPlug
from klaxon.hal.evdev.input_events import (
    AGAIN,
    DEV,
    DOWN,
    KEY,
    REL,
    SYN,
    SYN_DROPPED,
    SYN_REPORT,
    SYS,
    UP,
    EventFile,
    InputEvent,
    usb_devices,
)
from klaxon.hal.evdev.layouts import LAYOUTS, LEARNED_BY, WHEELS, Control, DialTurn

LOOKS = 2.0
"""Seconds until a device that is not there is looked for again."""


class UsbStation(NamedTuple):
    """A station that is worked by USB devices."""

    station: str
    layout: str
    keys: frozenset[str]
    dials: int
    port: str = ""
    """Where its devices are plugged in; '' until it is learned."""


class UsbHands:
    """The USB devices of a console."""

    def __init__(
        self,
        stations: Sequence[UsbStation],
        hands: Hands,
        loop: asyncio.AbstractEventLoop,
        on_learned: Callable[[str, Mapping[str, str]], None] = lambda *_: None,
        *,
        sys: Path = SYS,
        dev: Path = DEV,
    ) -> None:
        """Open nothing yet.

        `on_learned` is called with a station that learned its port ('' if some have their old ones again), and with
        all ports by station.
        """
        self._stations = {each.station: each for each in stations}
        self._hands, self._loop, self._on_learned, self._sys, self._dev = hands, loop, on_learned, sys, dev
        self._open: dict[str, _Reader] = {}
        self._before: dict[str, str] = {}
        """Station -> the socket that it had before it was told to learn another."""
        self._timer: asyncio.TimerHandle | None = None

    @property
    def waiting(self) -> tuple[str, ...]:
        """The stations whose device is not known yet, in the order in which they learn it."""
        return tuple(name for name, each in self._stations.items() if not each.port)

    @property
    def missing(self) -> tuple[str, ...]:
        """The stations whose device is known and not plugged in."""
        there = {reader.port for reader in self._open.values()}
        return tuple(name for name, each in self._stations.items() if each.port and each.port not in there)

    def port(self, station: str) -> str:
        """Return where the device of a station is plugged in."""
        return self._stations[station].port

    def plugs(self) -> tuple[UsbPlug, ...]:
        """Return every station with its socket."""
        there = {reader.port for reader in self._open.values()}
        return tuple(
            UsbPlug(each.station, each.layout, each.port, each.port in there) for each in self._stations.values()
        )

    def learn(self, stations: Collection[str]) -> None:
        """Let stations learn their sockets anew."""
        self._before = {name: self._stations[name].port for name in stations}
        for reader in self._open.values():
            for station in self._at(reader.port):
                if station.station in self._before:
                    self._release(station, reader, keep=frozenset())
        for name in self._before:
            self._stations[name] = self._stations[name]._replace(port="")
        self._look_again()

    def stop_learning(self) -> None:
        """Give stations that learned nothing their old sockets back, where nobody else has them now."""
        taken = {each.port for each in self._stations.values()}
        for name, port in self._before.items():
            if not self._stations[name].port and port not in taken:
                self._stations[name] = self._stations[name]._replace(port=port)
        restored = {name for name, port in self._before.items() if port and self._stations[name].port == port}
        self._before = {}
        if restored:
            self._on_learned("", self._ports())
        self._look_again()

    def _look_again(self) -> None:
        if self._timer:
            self._timer.cancel()
        self.start()

    def start(self) -> None:
        """Open every device that is there; look again for those that are not."""
        for device in usb_devices(self._sys):
            wanted = self.waiting or any(each.port == device.port for each in self._stations.values())
            if wanted and device.node not in self._open:
                with suppress(OSError):  # gone again, or not ours
                    file = EventFile(device.node, self._dev)
                    self._open[device.node] = _Reader(device.port, file)
                    if self._at(device.port):
                        file.grab()
                    self._loop.add_reader(file.file, partial(self._read, device.node))
        self._timer = self._loop.call_later(LOOKS, self.start) if self.waiting or self.missing else None

    def close(self) -> None:
        """Let go of everything."""
        if self._timer:
            self._timer.cancel()
        for node in tuple(self._open):
            self._lose(node)

    def _lose(self, node: str) -> None:
        """Close a device, and release what it held."""
        reader = self._open.pop(node)
        self._loop.remove_reader(reader.file.file)
        reader.file.close()
        for station in self._at(reader.port):
            self._release(station, reader, keep=frozenset())

    def _at(self, port: str) -> list[UsbStation]:
        return [each for each in self._stations.values() if each.port == port]

    def _read(self, node: str) -> None:
        reader = self._open[node]
        try:
            for event in reader.file.read():
                self._take(reader, event)
        except OSError:
            self._lose(node)
            if self._timer is None:
                self._timer = self._loop.call_later(LOOKS, self.start)

    def _take(self, reader: _Reader, event: InputEvent) -> None:
        if event.type == SYN:
            self._synchronise(reader, event.code)
        elif reader.is_behind:
            return
        elif not (stations := self._at(reader.port)):
            self._learn(reader.port, event)
        else:
            for station in stations:
                self._move(station, reader, event)

    def _synchronise(self, reader: _Reader, code: int) -> None:
        """Handle that the kernel dropped events: those up to the next report are worthless, and keys are asked for."""
        if code == SYN_DROPPED:
            reader.is_behind = True
        elif code == SYN_REPORT and reader.is_behind:
            reader.is_behind = False
            held = reader.file.down_codes()
            for station in self._at(reader.port):
                self._release(station, reader, keep=held)

    def _release(self, station: UsbStation, reader: _Reader, *, keep: frozenset[int]) -> None:
        for code, key in tuple(reader.held.items()):
            if code not in keep:
                del reader.held[code]
                self._hands.on_release(station.station, key)

    def _move(self, station: UsbStation, reader: _Reader, event: InputEvent) -> None:
        control: Control | None = None
        if event.type == KEY:
            control = LAYOUTS[station.layout].get(event.code)
        elif event.type == REL and event.code in WHEELS:
            dial, steps = WHEELS[event.code]
            control = DialTurn(dial, steps * event.value)
        if isinstance(control, DialTurn):
            if control.dial < station.dials and control.steps and (event.type == REL or event.value in (DOWN, AGAIN)):
                self._hands.on_turn(station.station, *control)
        elif control in station.keys:
            self._press(station, reader, event, str(control))

    def _press(self, station: UsbStation, reader: _Reader, event: InputEvent, key: str) -> None:
        """Press or release a key; two caps of one meaning are one key, which is up when both are."""
        if event.value == DOWN and event.code not in reader.held:
            is_first = key not in reader.held.values()
            reader.held[event.code] = key
            if is_first:
                self._hands.on_press(station.station, key)
        elif event.value == UP and event.code in reader.held:
            del reader.held[event.code]
            if key not in reader.held.values():
                self._hands.on_release(station.station, key)

    def _learn(self, port: str, event: InputEvent) -> None:
        """Give a device to the next station that waits, if OK (of a dial: any of its buttons) was pressed on it."""
        name = next(iter(self.waiting), "")
        if not name or event.type != KEY or event.value != DOWN:
            return
        station = self._stations[name]
        if LAYOUTS[station.layout].get(event.code) in LEARNED_BY[station.layout]:
            self._stations[name] = station._replace(port=port)
            for reader in self._open.values():
                if reader.port == port:
                    reader.file.grab()
            self._on_learned(name, self._ports())

    def _ports(self) -> dict[str, str]:
        return {each.station: each.port for each in self._stations.values() if each.port}


class _Reader:
    """An open device at a port, and the keys that it holds: code -> key."""

    def __init__(self, port: str, file: EventFile) -> None:
        self.port, self.file = port, file
        self.held: dict[int, str] = {}
        self.is_behind = False
