"""The ways of this console to another one: the serial line of its profile, and the network."""

from __future__ import annotations

import argparse
import asyncio
import json
import secrets
import socket
from collections.abc import Callable, Iterable
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from klaxon.cli.daemon.kept_settings import complain
from klaxon.console.profile import Profile
from klaxon.console.settings.store import BackgroundWriter, SettingsStore
from klaxon.link import known_consoles
from klaxon.link.console_link import ConsoleLink, LinkSetup
from klaxon.link.conversation import HOST
from klaxon.link.known_consoles import Keep, LinkMemory, new_memory
from klaxon.table.disk.shelf import Shelf

if TYPE_CHECKING:
    from klaxon.link.carrier import Carrier
    from klaxon.link.line_carrier import WorkedLine
    from klaxon.link.network import NetworkDoor

STORE: SettingsStore[LinkMemory] = SettingsStore(
    known_consoles.NAME,
    LinkMemory(),
    known_consoles.parse,
    known_consoles.plain,
    aside="link.aside",
    broken="link.broken",
)
"""The file of the link."""


def open_link(asked: argparse.Namespace, profile: Profile, folder: Path, shelf: Shelf | None) -> ConsoleLink:
    """Return the link of a console, with all that it kept; `start` begins."""
    memory = new_memory()
    keep: Keep = _keep_nothing
    if not asked.keep_nothing:
        found, trouble = STORE.read(folder)
        complain(trouble)
        memory = found if found.number else memory
        keep = _keeper(folder)
    ways = _Ways(asked, profile)
    name = asked.link_name or socket.gethostname()
    kept = None if asked.keep_nothing else folder
    setup = LinkSetup(name[:40], version("klaxon-console"), ways, ways.close, kept, shelf)
    return ConsoleLink(setup, memory, keep)


def _keep_nothing(_: LinkMemory) -> None:
    """Forget it: the console keeps nothing."""


def _keeper(folder: Path) -> Keep:
    write = BackgroundWriter(folder, known_consoles.write, complain)
    return lambda memory: write(f"{json.dumps(known_consoles.plain(memory), indent=1)}\n".encode())


class _Ways:
    """Opens the ways for a role."""

    def __init__(self, asked: argparse.Namespace, profile: Profile) -> None:
        self._asked, self._profile = asked, profile
        self._door: NetworkDoor | None = None
        self._opening: asyncio.Task[None] | None = None

    def __call__(self, role: str, link: ConsoleLink) -> Iterable[Carrier]:
        if self._profile.link.port:
            from klaxon.link.line_carrier import LineCarrier

            yield LineCarrier(self._open_line)
        if self._asked.link == "off":
            return
        from klaxon.link.certificates import guest_context, host_context
        from klaxon.link.network import PORT, NetworkCarrier, NetworkDoor

        if role == HOST:
            context = host_context(link.memory.own_certificate)
            self._door = door = NetworkDoor(context, link.meet, self._asked.link_port or PORT)
            self._opening = asyncio.create_task(self._open(door, link), name="link door")
        else:
            yield NetworkCarrier(guest_context(), self._asked.link, link.identity.is_wanted)

    async def _open(self, door: NetworkDoor, link: ConsoleLink) -> None:
        if trouble := await door.open(link.memory.number):
            link.report(trouble)

    def _open_line(self, on_news: Callable[[], None]) -> WorkedLine:
        from klaxon.link.serial_line import SerialLine
        from klaxon.link.wire.line_end import LineEnd

        link, loop = self._profile.link, asyncio.get_running_loop()
        end = LineEnd(secrets.randbelow((1 << 32) - 1) + 1, baud=link.baud)

        def wake() -> None:
            loop.call_soon_threadsafe(on_news)

        return SerialLine(link.port, link.baud, end, wake)

    def close(self) -> None:
        """Close the door to the network."""
        if self._door is not None:
            self._door.close()
            self._door = None
