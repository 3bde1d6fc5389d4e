"""Two consoles and a cable between them, in one process and in made-up time: verbs that read like play.

@story
async def test_a_guest_plays_blue() -> None:
    async with two_consoles() as (host, guest, cable):
        await begin(host, "sonar", "all all")
        await guest.give("blue.captain start J10")
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from klaxon.console.lobby.game_plan import GamePlan
from klaxon.console.profile import virtual
from klaxon.link.console_link import ConsoleLink, LinkSetup
from klaxon.link.known_consoles import LinkMemory, new_memory
from klaxon.link.modelled.cable import ModelCable
from klaxon.link.modelled.noise import CLEAN, Noise
from klaxon.rules.games import game_named
from klaxon.table.disk.shelf import Shelf
from tests.console.kit.playing import Playing, at_the_console

MET = 2.0
"""Seconds in which two consoles meet."""


class Keeping:
    """What a console keeps, over restarts."""

    def __init__(self, role: str) -> None:
        self.memory = LinkMemory(new_memory().number, role)

    def __call__(self, memory: LinkMemory) -> None:
        self.memory = memory


def link_of(cable: ModelCable, side: str, keeping: Keeping, shelf: Shelf | None = None) -> ConsoleLink:
    """Return the link of a console at a cable, as after a start; with a shelf it keeps copies beside its games."""
    folder = shelf.folder if shelf is not None else None
    return ConsoleLink(LinkSetup(side, "test", cable.way(side), folder=folder, shelf=shelf), keeping.memory, keeping)


@asynccontextmanager
async def console_at(
    cable: ModelCable, side: str, keeping: Keeping, shelf: Shelf | None = None, stations: int = 4
) -> AsyncIterator[Playing]:
    """Sit at a console of four red stations that is plugged into a cable."""
    link = link_of(cable, side, keeping, shelf)
    async with at_the_console(shelf, begin=False, fittings=virtual()[:stations], other_console=link) as play:
        link.start()
        try:
            yield play
        finally:
            link.close()


@asynccontextmanager
async def two_consoles(
    noise: Noise = CLEAN, seed: int = 0, *, paired: bool = True, shelf: Shelf | None = None
) -> AsyncIterator[tuple[Playing, Playing, ModelCable]]:
    """Sit at two consoles and a cable; by default they are paired."""
    cable = ModelCable(noise, seed)
    async with (
        console_at(cable, "Nautilus", Keeping("host"), shelf) as host,
        console_at(cable, "Argonaut", Keeping("guest")) as guest,
    ):
        await host.run(MET)
        if paired:
            await pair(host, guest)
        yield host, guest, cable


def link(play: Playing) -> ConsoleLink:
    """Return the link of a console."""
    other = play.console.guesting._other
    assert isinstance(other, ConsoleLink)
    return other


async def pair(host: Playing, guest: Playing) -> None:
    """Make two consoles know each other by the code."""
    link(host).show_code()
    link(guest).enter_code(link(host).standing.code)
    await host.run(MET)
    assert link(host).standing.stage.value == "joined", link(host).standing
    assert link(guest).standing.stage.value == "joined", link(guest).standing


async def begin(host: Playing, game: str, crews: str, seed: str = "7", **options: str) -> None:
    """Begin a game at the host; the guest works what is usually lent."""
    crew = dict(zip(game_named(game).boats, crews.split(), strict=True))
    host.console.lobby.begin(GamePlan(game, "", crew, options), seed)
    await host.run(1)
