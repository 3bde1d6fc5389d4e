"""Checks of the machine that hold for every console: the port of the page, a browser, the clock."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from klaxon.cli.doctor.check import Check, Finding
from klaxon.cli.doctor.world import World

PORT = 8080
LISTENING = "0A"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "firefox", "firefox-esr", "epiphany-browser")
THE_PAST = 1_767_225_600
"""The first second of 2026: no correct clock shows less."""


class PagePort(Check):
    """The port where the page is served."""

    code = "DOC-120"
    cases: ClassVar = {"ok": "ok", "ours": "ok", "hidden": "info", "taken": "warn"}

    def look(self, world: World) -> Iterator[Finding]:
        """Find out who listens there."""
        sockets = _listening(world, PORT)
        if not sockets:
            yield self.finding("ok", port=PORT)
            return
        owner = _owner(world, sockets)
        case = "ours" if owner == "klaxon" else "taken" if owner else "hidden"
        yield self.finding(case, port=PORT, owner=owner)


def _listening(world: World, port: int) -> set[str]:
    """Return the sockets that listen on a port, by their inode numbers."""
    found = set()
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        for line in (world.read(table) or "").splitlines()[1:]:
            columns = line.split()
            if len(columns) > 9 and columns[3] == LISTENING and int(columns[1].rpartition(":")[2], 16) == port:
                found.add(columns[9])
    return found


def _owner(world: World, sockets: set[str]) -> str:
    """Return the name of the program that owns one of some sockets; '' if we may not know."""
    wanted = {f"socket:[{number}]" for number in sockets}
    for process in world.glob("/proc/[0-9]*"):
        try:
            held = {str(link.readlink()) for link in (process / "fd").iterdir()}
            if held & wanted:
                return (process / "comm").read_text("utf-8").strip()
        except OSError:
            continue  # somebody else's, or gone
    return ""


class Browser(Check):
    """A browser on this machine, to see the page here."""

    code = "DOC-121"
    cases: ClassVar = {"ok": "ok", "none": "info"}

    def look(self, world: World) -> Iterator[Finding]:
        """Look for one by name."""
        browser = world.which(BROWSERS)
        yield self.finding("ok" if browser else "none", browser=browser)


class SystemClock(Check):
    """The system clock. Games do not need it: they have their own time."""

    code = "DOC-122"
    cases: ClassVar = {"ok": "ok", "none": "info", "wrong": "warn"}

    def look(self, world: World) -> Iterator[Finding]:
        """Check for a hardware clock, and whether the time can be right."""
        if world.now() < THE_PAST:
            yield self.finding("wrong")
        else:
            yield self.finding("ok" if world.glob("/dev/rtc*") else "none")
