"""Two consoles, one table: a guest's stations play at the table of the host."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from klaxon.console.linked.other_console import LinkStage
from klaxon.console.linked.pairing import ALPHABET
from klaxon.link.modelled.cable import ModelCable
from klaxon.table.disk.shelf import Shelf
from tests.console.kit.lobbies import go_to
from tests.console.kit.playing import SPLIT_START, Playing, story
from tests.link.kit.two_consoles import MET, Keeping, begin, console_at, link, pair, two_consoles


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
async def test_what_was_wrong_is_gone_from_every_panel_when_they_have_met() -> None:
    async with two_consoles(paired=False) as (host, guest, _):
        await host.run(1)
        assert all("do not know" in guest.panel(station).text for station in guest.console.stations)
        await pair(host, guest)
        for play, other in ((host, "Argonaut"), (guest, "Nautilus")):
            for station in play.console.stations:
                assert f"{other} is here" in play.panel(station).text, station


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
            assert play.panel(seat).bottom == "wait for the other"
            assert all("Check cable and power" in play.panel(each).text for each in play.console.seating.manning)
        cable.plugged = True
        await host.run(MET)
        assert host.table.about()["state"] == "paused"
        await guest.press("blue.captain", "ok")
        await host.run(5)
        assert host.table.about()["state"] == "running"
        await host.give("red.captain course east")


@story
async def test_leaving_ends_the_evening_at_both() -> None:
    async with two_consoles() as (host, guest, _):
        await begin(host, "sonar", "all all")
        await both_dive(host, guest)
        await guest.menu("blue.captain", "leave")
        await host.run(1)
        assert not host.console.match.playing
        assert not guest.console.match.playing
        assert "We are at Nautilus" in " ".join(guest.panel("red-1").lines)


@story
async def test_a_guest_that_starts_again_is_back_at_its_seats() -> None:
    cable, kept = ModelCable(), Keeping("guest")
    async with console_at(cable, "Nautilus", Keeping("host")) as host:
        async with console_at(cable, "Argonaut", kept) as guest:
            await host.run(MET)
            await pair(host, guest)
            await begin(host, "sonar", "all all")
            await both_dive(host, guest)
        await host.run(5)
        assert host.table.about()["state"] == "away"
        async with console_at(cable, "Argonaut", kept) as guest:
            await host.run(MET)
            assert host.table.about()["state"] == "paused"
            assert "J10" in guest.panel("blue.captain").text
            await guest.press("blue.captain", "ok")
            await host.run(5)
            assert host.table.about()["state"] == "running"


@story
async def test_a_host_that_starts_again_takes_the_game_up(tmp_path: Path) -> None:
    cable, kept = ModelCable(), Keeping("host")
    async with console_at(cable, "Argonaut", Keeping("guest")) as guest:
        async with console_at(cable, "Nautilus", kept, Shelf(tmp_path)) as host:
            await host.run(MET)
            await pair(host, guest)
            await begin(host, "sonar", "all all")
            await both_dive(host, guest)
        await guest.run(5)
        assert guest.panel("blue.captain").bottom == "wait for the other"
        async with console_at(cable, "Nautilus", kept, Shelf(tmp_path)) as host:
            await host.run(MET)
            assert "set the game up there" in " ".join(guest.panel("red-1").lines).lower()
            await host.press("red-1", "ok")
            await host.run(MET)
            assert "J10" in guest.panel("blue.captain").text
            await guest.press("blue.captain", "ok")
            await host.run(5)
            assert host.table.about()["state"] == "running"


@story
async def test_an_order_under_way_at_a_cut_is_carried_out_once() -> None:
    async with two_consoles() as (host, guest, cable):
        await begin(host, "sonar", "all all", mode="realtime")
        await both_dive(host, guest)
        cable.plugged = False
        await guest.give("blue.captain course west")
        await host.run(0.5)
        cable.plugged = True
        await host.run(MET)
        courses = [row.line for row in host.table.play.line if "course" in row.line]
        assert courses == ["blue.captain course west"]


@pytest.mark.parametrize(
    ("game", "crews", "seat"), [("uboot", "all", "uboot.engineer"), ("steam", "all all", "blue.captain")]
)
def test_every_game_is_played_on_two_consoles(game: str, crews: str, seat: str) -> None:
    @story
    async def tell() -> None:
        async with two_consoles() as (host, guest, _):
            await begin(host, game, crews)
            assert seat in guest.console.seating.manning[guest.station(seat)]
            assert not {seat for seats in host.console.seating.manning.values() for seat in seats} & {
                seat for seats in guest.console.seating.manning.values() for seat in seats
            }
            await host.run(3)
            assert guest.page(seat).ready()
            assert not [each for each in host.table.sessions if each.name.startswith("understudies")]

    tell()


@story
async def test_understudies_take_over_from_a_guest_and_give_back() -> None:
    async with two_consoles() as (host, guest, _):
        await begin(host, "sonar", "all all")
        await guest.menu("blue.radio", "hand it over", "hand it over")
        await host.run(2)
        assert "understudies" in str(host.table.manning()["blue.radio"])
        await guest.ok("red-4")
        await host.run(2)
        assert host.table.manning()["blue.radio"] == ["Argonaut red-4"]


@pytest.mark.parametrize("role", ["host", "guest"])
def test_two_of_a_kind_are_told_so(role: str) -> None:
    @story
    async def tell() -> None:
        cable = ModelCable()
        async with console_at(cable, "One", Keeping(role)) as one, console_at(cable, "Two", Keeping(role)) as two:
            await one.run(MET)
            assert {link(play).standing.trouble for play in (one, two)} == {f"two-{role}s"}
            for play in (one, two):
                assert "host" in play.panel("red-2").text

    tell()


@story
async def test_a_wrong_code_is_used_up() -> None:
    async with two_consoles(paired=False) as (host, guest, _):
        link(host).show_code()
        code = link(host).standing.code
        link(guest).enter_code(code[1:] + ("A" if code[0] != "A" else "B"))
        await host.run(1)
        assert link(guest).standing.trouble == link(host).standing.trouble == "wrong-code"
        assert not link(host).standing.code
        link(guest).enter_code(code)
        await host.run(1)
        assert link(guest).standing.trouble == "no-code"
