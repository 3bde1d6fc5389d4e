"""A table of a probe game."""

from __future__ import annotations

from klaxon.table.play import Play
from klaxon.table.table import Table
from tests.rules.probes.base import Probe, header_of
from tests.table.kit.travel import Disk, seats_by_token


def probe_table(game: Probe, disk: Disk) -> Table:
    header = header_of(game)
    play = Play(game, header, game.setup(header))
    table = Table("probe", play, disk, seats_by_token(play.game.seats))
    table.begin()
    return table
