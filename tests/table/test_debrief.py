"""The debrief: the truth of every moment, once the game is over and not before."""

from __future__ import annotations

import pytest

from klaxon import data
from klaxon.rules.contract import UMPIRE, Order
from klaxon.rules.games import game_named
from klaxon.table.debrief import TooEarlyError, debrief
from klaxon.table.play import Play
from klaxon.table.setup import make_header

BEGIN = ("red.captain start A1", "blue.captain start J10", "red.captain dive", "blue.captain dive")
TURN = ("red.captain course east", "red.xo charge torpedo", "red.engineer break e1", "red.captain end")


def played(*lines: str) -> Play:
    game = game_named("sonar")
    header = make_header(game, {"chart": "bravo-2", "first": "red"}, data.read, "7")
    assert not isinstance(header, list)
    play = Play(game, header, game.setup(header))
    for line in lines:
        if line.startswith("undo"):
            assert play.undo(int(line[5:])) is None
        else:
            step = play.order(Order.read(line))
            assert hasattr(step, "events"), (line, step)
    return play


def test_every_order_that_counts_is_a_moment_with_the_truth_after_it() -> None:
    play = played(*BEGIN, *TURN)
    play.end("", "umpire")
    moments = list(debrief(play))
    assert [moment.line for moment in moments] == ["", *BEGIN, *TURN]
    assert [moment.truth["boats"]["red"]["at"] for moment in moments[:2]] == ["", "A1"]
    assert moments[5].truth["boats"]["red"]["route"] == ["A1", "B1"]
    assert moments[5].events[0].type == "course"
    assert moments[-1].truth == play.game.show(play.game.view(play.state, UMPIRE))


def test_what_was_undone_is_left_out() -> None:
    play = played(*BEGIN, *TURN[:3], "undo 3", "red.captain course south")
    play.end("", "umpire")
    assert [moment.line for moment in debrief(play)] == ["", *BEGIN, "red.captain course south"]


def test_a_game_that_goes_on_keeps_its_secrets() -> None:
    with pytest.raises(TooEarlyError):
        debrief(played(*BEGIN))


def test_a_game_that_was_undone_after_its_end_is_not_over() -> None:
    play = played(*BEGIN)
    play.end("", "umpire")
    play.undo(1)
    with pytest.raises(TooEarlyError):
        debrief(play)
