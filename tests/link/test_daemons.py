"""Two real daemons, a game between them: over a line by the clock that is limited to 115,200 baud, and over TLS."""

from __future__ import annotations

import asyncio
from pathlib import Path

from klaxon.console.linked.pairing import ALPHABET
from klaxon.link.modelled.noise import ERRORS
from klaxon.link.modelled.pty_line import pty_line
from tests.link.kit.daemons import GUEST, HOST, STATIONS, Hands, dive, give_up, go_on, over_a_line, over_tls, take_up


async def sail(hands: Hands, key: str) -> None:
    await hands.until_says("red-1", "sail: NESW")
    await hands.press("red-1", key)


async def sail_apart(host: Hands, guest: Hands) -> None:
    """Each captain orders a course, and both radio operators hear of the other's."""
    await sail(host, "east")
    await guest.until(lambda: "heard 1" in guest.text("red-4"), "the guest heard nothing")
    await sail(guest, "south")
    await host.until(lambda: "heard 1" in host.text("red-4"), "the host heard nothing")


def test_a_game_by_the_clock_over_a_slow_and_noisy_line_with_the_cable_pulled(tmp_path: Path) -> None:
    async def story() -> None:
        with pty_line(ERRORS, 3) as line:
            async with over_a_line(tmp_path, line.ports, mode="realtime") as (host, guest):
                await take_up(host, guest)
                await dive(host, guest)
                await sail_apart(host, guest)
                seen = {hands: {station: len(hands.seen[station]) for station in STATIONS} for hands in (host, guest)}
                line.plugged = False
                for hands, other in ((host, GUEST), (guest, HOST)):
                    await hands.until_all_say(f"{other} is silent", min(seen[hands].values()))
                    await hands.until_all_say("wait for the other", min(seen[hands].values()))
                line.plugged = True
                await go_on(host, guest)
                await guest.until(lambda: "PAUSED" not in guest.text("red-1"), "the guest did not go on")
                await give_up(host, guest)
            assert all(line.carried)

    asyncio.run(story())


def test_consoles_meet_by_the_code_on_the_panels_and_play_over_tls(tmp_path: Path) -> None:
    """Nobody touches a terminal: found, paired, set up, played, left."""

    async def story() -> None:
        async with over_tls(tmp_path, mode="realtime") as (host, guest):
            for hands, role in ((host, "Be the host"), (guest, "Be the guest")):
                await hands.go_to("red-1", "Other console")
                await hands.press("red-1", "push")
                await hands.go_to("red-1", role)
                await hands.press("red-1", "ok")
            await host.go_to("red-1", "Show a code")
            await host.press("red-1", "ok")
            await host.until_says("red-1", "The code is ")
            code = host.text("red-1").partition("The code is ")[2][:6]
            await guest.go_to("red-1", "Enter the code")
            await guest.press("red-1", "ok")
            await guest.enter("red-1", code, ALPHABET)
            for hands, other in ((host, GUEST), (guest, HOST)):
                await hands.until_all_say(f"{other} is here")
            await take_up(host, guest)
            await dive(host, guest)
            await sail_apart(host, guest)
            await give_up(host, guest)
            await guest.menu("red-2", "eave")
            await host.until_says("red-1", "Other console")
            await guest.until_says("red-1", f"We are at {HOST}")

    asyncio.run(story())
