"""USB devices at the stations of a run: opened, learned by pressing OK, and said on the terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from klaxon.cli.daemon.kept_settings import complain
from klaxon.console.devices import Hands
from klaxon.console.profile import Profile, usb_ports
from klaxon.console.settings.store import BackgroundWriter

if TYPE_CHECKING:
    from klaxon.hal.evdev.usb_hands import UsbHands


def start_usb(profile: Profile, hands: Hands, folder: Path | None, tell: Callable[..., None]) -> UsbHands | None:
    """Open the USB devices of a profile, if it has some. Without a folder nothing is remembered."""
    stations = [each for each in profile.stations if each.usb]
    if not stations:
        return None
    from klaxon.hal.evdev.usb_hands import UsbHands, UsbStation

    known, trouble = usb_ports.STORE.read(folder) if folder else ({}, "")
    complain(trouble)
    write = BackgroundWriter(folder, usb_ports.STORE.write, complain) if folder else _forget

    def on_learned(station: str, ports: Mapping[str, str]) -> None:
        write(dict(ports))
        if station:
            tell("usb.learned", station=station, port=ports[station])
            _ask(usb, tell)

    usb = UsbHands(
        [
            UsbStation(
                each.name,
                each.usb,
                frozenset(each.fitting.keys),
                each.fitting.dials,
                each.port or known.get(each.name, ""),
            )
            for each in stations
        ],
        hands,
        asyncio.get_running_loop(),
        on_learned,
    )
    usb.start()
    for name in usb.missing:
        tell("usb.missing", station=name, port=usb.port(name))
    _ask(usb, tell)
    return usb


def _ask(usb: UsbHands, tell: Callable[..., None]) -> None:
    """Say at which station OK is to be pressed next."""
    if usb.waiting:
        tell("usb.waiting", station=usb.waiting[0])


def _forget(_: Mapping[str, str]) -> None:
    """Keep nothing."""
