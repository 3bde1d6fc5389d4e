"""Law 7 for sessions of U-BOOT: twin patrols that differ only in ships never perceived are sent the same.

Byte for byte and moment for moment, with glasses open, in every time mode; so looks of the sea never leave the table.
"""

from __future__ import annotations

import pytest

from klaxon.rules.contract import Header
from klaxon.table.play import Play
from klaxon.table.table import Table
from tests.effort import effort
from tests.rules.uboot.kit.boat import GAME
from tests.table.kit.travel import Disk, Recorder, pass_seconds, seats_by_token, travel
from tests.table.kit.twin_patrols import LENS, SEEN, UNSEEN, patrol

Received = list[tuple[float, str]]


def received(header: Header, mode: str) -> Received:
    """Let a patrol pass at a table; return what a crew with an open glass and a spectator were sent, and when."""

    async def story() -> Received:
        play = Play(GAME, header, GAME.setup(header))
        table = Table("table-1", play, Disk(), seats_by_token(GAME.seats))
        table.begin()
        crew, guest = Recorder(table, "every", *GAME.seats), Recorder(table, "spectator", "spectator")
        crew.say(lens=LENS, seat="uboot.captain")
        crew.give("uboot.first_officer begin")
        for _ in range(effort(10, 100)):
            if mode != "real":
                crew.give(f"uboot.captain time {mode}")  # a feed line has set it to real
            await pass_seconds(30)
        return [(at, f"{number} {text}") for number, each in enumerate((crew, guest)) for at, text in each.received]

    return travel(story)


@pytest.mark.parametrize("mode", ["real", "dynamic", "accelerated"])
def test_twin_patrols_are_sent_the_same_at_the_same_moments(mode: str) -> None:
    alone, among = received(patrol(*SEEN), mode), received(patrol(*SEEN, *UNSEEN), mode)
    assert len(alone) > 20
    assert alone == among


def test_a_ship_that_is_seen_tells_them_apart() -> None:
    """The test above can fail."""
    assert received(patrol(*SEEN), "accelerated") != received(patrol(*SEEN[:1]), "accelerated")
