"""A play without a table."""

from __future__ import annotations

from klaxon import data
from klaxon.rules.contract import Header, Order, Step
from klaxon.rules.games import game_named
from klaxon.table.play import Play
from klaxon.table.setup import make_header


def new_play(seed: str = "7", **options: str) -> Play:
    game = game_named("sonar")
    header = make_header(game, {"first": "red", **options}, data.read, seed)
    assert isinstance(header, Header)
    play = Play(game, header, game.setup(header))
    for line in ("red.captain start A1", "blue.captain start J10", "red.captain dive", "blue.captain dive"):
        give(play, line)
    return play


def give(play: Play, line: str) -> Step:
    step = play.order(Order.read(line))
    assert isinstance(step, Step), step
    return step
