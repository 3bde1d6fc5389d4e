"""Checks of the radio: whether phones can join the access point that was set up for them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from klaxon.cli.doctor.check import Check, Finding
from klaxon.cli.doctor.world import World, is_there

CONNECTION = "/etc/NetworkManager/system-connections/klaxon-ap.nmconnection"
RADIO = "/sys/class/net/wlan0"
OPEN_CHANNELS = ("1", "6", "11")
"""Those that do not overlap, allowed everywhere."""
UP = 0x1
"""Of an interface's flags."""
SAFE = {"proto": "rsn", "pairwise": "ccmp", "group": "ccmp", "pmf": "1"}
"""What an access point of a Pi must say: with protected management frames, or WPA1 beside WPA2, phones do not join."""


class AccessPoint(Check):
    """The access point of the console, where one was set up."""

    code = "DOC-123"
    cases: ClassVar = {"ok": "ok", "unreadable": "info", "no-radio": "fail", "down": "fail", "refuses": "warn"}

    def applies(self, world: World) -> bool:
        """Return whether one was set up."""
        return is_there(world.path(CONNECTION))

    def look(self, world: World) -> Iterator[Finding]:
        """Check the radio, and what it offers to phones."""
        if not is_there(world.path(RADIO)):
            yield self.finding("no-radio")
            return
        flags = int(world.read(f"{RADIO}/flags") or "0", 16)
        if not flags & UP or world.read(f"{RADIO}/operstate") == "down":
            yield self.finding("down")
            return
        text = world.read(CONNECTION)
        if text is None:
            yield self.finding("unreadable")
            return
        said = {name: value.rstrip(";") for name, value in re.findall(r"^([\w-]+)=(.*)$", text, re.MULTILINE)}
        wrong = [name for name, value in SAFE.items() if said.get(name) != value]
        wrong += [] if said.get("channel") in OPEN_CHANNELS else ["channel"]
        wrong += [] if said.get("mode") == "ap" else ["mode"]
        yield self.finding("refuses" if wrong else "ok", wrong=wrong, channel=said.get("channel", ""))
