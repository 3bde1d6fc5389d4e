"""Finding the desk on a bare switch, with no address typed: zeroconf, by mDNS. Nothing secret is said."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from zeroconf import InterfaceChoice, IPVersion, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from klaxon.club.joining.introduction import FoundDesk

SERVICE = "_klaxon-desk._tcp.local."
PATIENCE = 3000
"""Milliseconds in which a desk that was found says where it is."""


@asynccontextmanager
async def announce(hall: str, addresses: list[str], port: int) -> AsyncIterator[None]:
    """Say where the desk's page is while the context lasts. OSError where there is no network to say it on."""
    name = "".join(sign if sign.isalnum() or sign in " -" else "-" for sign in hall)[:40].strip() or "klaxon"
    packed = [socket.inet_aton(address) for address in addresses]
    info = AsyncServiceInfo(
        SERVICE,
        f"{name}.{SERVICE}",
        port=port,
        addresses=packed,
        properties={"hall": hall},
        server=f"klaxon-desk-{port}.local.",
    )
    zeroconf = AsyncZeroconf(ip_version=IPVersion.V4Only, interfaces=InterfaceChoice.All)
    try:
        await zeroconf.async_register_service(info, allow_name_change=True)
        yield
    finally:
        await zeroconf.async_unregister_all_services()
        await zeroconf.async_close()


class DeskBrowser:
    """Looks for desks all the time."""

    def __init__(self) -> None:
        """Begin with none; `run` looks."""
        self.found: dict[str, FoundDesk] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def desk(self, hall: str = "") -> FoundDesk | None:
        """Return the desk of a hall, or where none is asked for, any."""
        desks = self.found.values()
        return next((each for each in desks if not hall or each.hall == hall), None)

    async def run(self) -> None:
        """Look until cancelled. OSError where there is no network to look on."""
        zeroconf = AsyncZeroconf(ip_version=IPVersion.V4Only, interfaces=InterfaceChoice.All)
        browser = AsyncServiceBrowser(zeroconf.zeroconf, SERVICE, handlers=[self._on_change])
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            for task in self._tasks:
                task.cancel()
            await browser.async_cancel()
            await zeroconf.async_close()

    def _on_change(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        if state_change is ServiceStateChange.Removed:
            self.found.pop(name, None)
            return
        task = asyncio.get_running_loop().create_task(self._ask(zeroconf, service_type, name), name="desk found")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _ask(self, zeroconf: Zeroconf, service_type: str, name: str) -> None:
        info = AsyncServiceInfo(service_type, name)
        if not await info.async_request(zeroconf, PATIENCE):
            return
        addresses = info.parsed_addresses(IPVersion.V4Only)
        if addresses and info.port:
            hall = (info.properties.get(b"hall") or b"").decode("utf-8", "replace")[:40]
            self.found[name] = FoundDesk(hall, addresses[0], info.port)
