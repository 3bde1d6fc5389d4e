"""Law 7 for sessions of U-BOOT: twin patrols that differ only in ships never perceived are sent the same.

Byte for byte and moment for moment, with glasses open, in every time mode; so looks of the sea never leave the table.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from klaxon.rules.contract import Header
from klaxon.table.play import Play
from klaxon.table.table import Table
from tests.effort import effort
from tests.rules.uboot.kit.boat import GAME, WATCHERS, header_of, mission
from tests.rules.uboot.kit.ships import ship_row
from tests.table.kit.travel import Disk, Recorder, pass_seconds, seats_by_token, travel

Received = list[tuple[float, str]]
SEEN = [
    ship_row("a", range_m=12_000, bearing=40, course=200, kn=6, known=True),
    ship_row("b", range_m=15_000, bearing=80, course=10, kn=8),
]
UNSEEN = [
    *(
        ship_row(f"u{n}", range_m=27_000 + 300 * n, bearing=200 + n, course=90, kn=9, group="z", zigzag=True)
        for n in range(9)
    ),
    *(ship_row(f"v{n}", type="corvette", range_m=30_000, bearing=100 + 9 * n, course=80, kn=12) for n in range(3)),
]
"""Near enough to be awake, turning by the clock, and never within anybody's range."""
LENS = {"view": "bridge", "bearing": "600", "zoom": "1"}


def patrol(*rows: dict[str, Any]) -> Header:
    """Return a patrol by day with four lookouts; the weather changes."""
    text = json.loads(
        mission(
            SHIPS=list(rows),
            figures=dict.fromkeys(WATCHERS, 8),
            men={f"{man}.1": {"watch": True} for man in WATCHERS},
            speed="slow",
            course=60,
        )
    )
    return header_of(json.dumps(text), "patrol", events="off")


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
