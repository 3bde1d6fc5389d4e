"""Two consoles, one table: a guest's stations play at the table of the host."""

from __future__ import annotations

from itertools import pairwise

from klaxon.console.linked.other_console import LinkStage
from klaxon.link.pairing import ALPHABET
from tests.console.kit.lobbies import go_to
from tests.console.kit.playing import SPLIT_START, Playing, story
from tests.link.kit.two_consoles import MET, begin, link, two_consoles


async def both_dive(host: Playing, guest: Playing) -> None:
    """Let the captains of both consoles start."""
    for line in SPLIT_START:
        await (host if line.startswith("red") else guest).give(line)
        await host.run(0.5)


@story
async def test_consoles_meet_by_a_code_on_the_panels() -> None:
    async with two_consoles(paired=False) as (host, guest, _):
        await host.run(1)
        assert link(guest).standing.trouble == "not-paired"
        await go_to(host, "Other console")
        await host.press("red-1", "push")
        await host.choose("red-1", "show a new code")
        await host.ok("red-1")
        code = link(host).standing.code
        assert code in host.panel("red-1").text
        await guest.choose("red-1", "enter the code")
        await guest.ok("red-1")
        for before, sign in pairwise(ALPHABET[0] + code):
            await guest.turn("red-1", ALPHABET.index(sign) - ALPHABET.index(before))
            await guest.press("red-1", "push")
        await guest.ok("red-1")
        await host.run(MET)
        assert "Argonaut is here" in host.panel("red-1").text
        assert "Nautilus" in guest.panel("red-1").text


@story
async def test_a_guest_plays_the_other_boat() -> None:
    async with two_consoles() as (host, guest, _):
        await begin(host, "sonar", "all all")
        assert set(host.console.seating.manning) == {"red-1", "red-2", "red-3", "red-4"}
        assert guest.station("blue.captain") == "red-1"
        await both_dive(host, guest)
        assert host.table.play.count
        await host.give("red.captain course east")
        await host.run(0.5)
        assert "1" in guest.panel("blue.radio").text


@story
async def test_a_cut_pauses_the_table_and_it_goes_on() -> None:
    async with two_consoles() as (host, guest, cable):
        await begin(host, "sonar", "all all")
        await both_dive(host, guest)
        cable.plugged = False
        await host.run(5)
        assert link(host).standing.stage is LinkStage.SILENT
        assert host.table.about()["state"] == "away"
        for play, seat in ((host, "red.captain"), (guest, "blue.captain")):
            assert play.panel(seat).bottom == "waiting for the other"
        cable.plugged = True
        await host.run(MET)
        assert host.table.about()["state"] == "paused"
        await guest.press("blue.captain", "ok")
        await host.run(5)
        assert host.table.about()["state"] == "running"
        await host.give("red.captain course east")
