"""Two daemons and a game between them, over serial ports of the kernel: nothing in between is made up."""

from __future__ import annotations

import asyncio
from pathlib import Path

from klaxon.console.profile import Profile
from tests.kernel.guest.conftest import OTHER_PORT
from tests.link.kit.daemons import dive, give_up, over_a_line, take_up


def test_a_game_is_played_and_verified_over_two_serial_ports(profile: Profile, tmp_path: Path) -> None:
    async def story() -> None:
        async with over_a_line(tmp_path, (profile.link.port, OTHER_PORT), mode="realtime") as (host, guest):
            await take_up(host, guest)
            await dive(host, guest)
            await host.press("red-1", "east")
            await guest.until(lambda: "heard 1" in guest.text("red-4"), "the guest heard nothing")
            await give_up(host, guest)

    asyncio.run(story())
