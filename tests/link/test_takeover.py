"""A host that is lost: its game goes on at a spare console, or at the guest itself, from the guest's copy."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from klaxon.console.linked.pairing import ALPHABET
from klaxon.link.modelled.cable import ModelCable
from klaxon.rules.games import game_named
from klaxon.table.disk.shelf import Shelf
from klaxon.table.play import JournalRow, Play
from tests.console.kit.playing import SPLIT_START, Playing, story
from tests.link.kit.two_consoles import MET, Keeping, begin, console_at, link, pair

SENT = 3.0
"""Seconds in which all that was given has left in blocks."""


async def dive(host: Playing, guest: Playing) -> None:
    """Let both boats dive, and the copy follow."""
    for line in SPLIT_START:
        await (host if line.startswith("red") else guest).give(line)
        await host.run(0.5)
    await host.run(SENT)


async def enter(play: Playing, where: str, code: str) -> None:
    """Enter a code by dial and push."""
    for before, sign in pairwise(ALPHABET[0] + code):
        await play.turn(where, ALPHABET.index(sign) - ALPHABET.index(before))
        await play.press(where, "push")
    await play.ok(where)
    await play.run(MET)


class LostHost:
    """What is known of a game whose host died."""

    def __init__(self, host: Playing) -> None:
        self.code, play = link(host).copy_code, host.table.play
        self.header, self.rows, self.digest = play.header, tuple(play.rows), play.digest()

    def is_in(self, rows: list[JournalRow]) -> bool:
        """Tell whether rows begin with this game, and lead to the state that it had."""
        game = game_named("sonar")
        again = Play(game, self.header, game.setup(self.header))
        return (
            tuple(rows[: len(self.rows)]) == self.rows
            and all(map(again.repeat, self.rows))
            and (again.digest() == self.digest)
        )


@story
async def test_the_guest_goes_on_as_the_host(tmp_path: Path) -> None:
    cable = ModelCable()
    async with console_at(cable, "Argonaut", Keeping("guest"), Shelf(tmp_path / "guest"), stations=8) as guest:
        async with console_at(cable, "Nautilus", Keeping("host")) as host:
            await host.run(MET)
            await pair(host, guest)
            await begin(host, "sonar", "all all")
            await dive(host, guest)
            lost = LostHost(host)
        await guest.run(5)
        where = guest.station("blue.captain")
        await guest.menu(where, "show the link")
        await guest.choose(where, "go on with it here")
        await guest.ok(where)
        await enter(guest, where, lost.code)
        await guest.press("red-1", "ok")  # the game stands first in the lobby
        await guest.run(MET)
        assert lost.is_in(guest.table.play.rows)
        assert link(guest).memory.role == "host"
        await guest.press("red.captain", "ok")
        await guest.run(5)
        await guest.give("red.captain course east")
        assert guest.table.play.rows[-1].line == "red.captain course east"


@story
async def test_a_spare_goes_on_with_what_the_guest_kept(tmp_path: Path) -> None:
    cable = ModelCable()
    async with console_at(cable, "Argonaut", Keeping("guest"), Shelf(tmp_path / "guest")) as guest:
        async with console_at(cable, "Nautilus", Keeping("host")) as host:
            await host.run(MET)
            await pair(host, guest)
            await begin(host, "sonar", "all all", mode="realtime")
            await dive(host, guest)
            lost = LostHost(host)
        async with console_at(cable, "Spare", Keeping("host"), Shelf(tmp_path / "spare")) as spare:
            await spare.run(MET)
            await pair(spare, guest)
            await spare.menu("red-1", "show the link")
            await spare.choose("red-1", "go on with it here")
            await spare.ok("red-1")
            await enter(spare, "red-1", lost.code[::-1])
            assert "does not open this copy" in " ".join(spare.panel("red-1").lines)
            assert not Shelf(tmp_path / "spare").names()
            await spare.ok("red-1")
            await spare.choose("red-1", "go on with it here")
            await spare.ok("red-1")
            await enter(spare, "red-1", lost.code)
            await spare.ok("red-1")
            await spare.ok("red-1")
            await spare.run(MET)
            assert lost.is_in(spare.table.play.rows)
            assert "J10" in guest.panel("blue.captain").text
            await guest.press("blue.captain", "ok")
            await guest.run(5)
            assert spare.table.about()["state"] == "running"
            await spare.give("red.captain course east")
            await spare.run(1)
            await guest.give("blue.captain course west")
            await spare.run(1)
            assert spare.table.play.rows[-1].line == "blue.captain course west"
