"""The debrief: the truth of every moment, once the game is over and not before."""

from __future__ import annotations

import pytest

from klaxon.rules.contract import UMPIRE, Ms
from klaxon.table.debrief import TooEarlyError, debrief
from klaxon.table.play import Play
from tests.table.kit.plays import give, new_play

BEGIN = ["red.captain start A1", "blue.captain start J10", "red.captain dive", "blue.captain dive"]
TURN = ["red.captain course east", "red.xo charge torpedo", "red.engineer break e1", "red.captain end"]


def played(*lines: str) -> Play:
    play = new_play(chart="bravo-2")
    for line in lines:
        give(play, line)
    return play


def test_every_order_that_counts_is_a_moment_with_the_truth_after_it() -> None:
    play = played(*TURN)
    play.end("", "umpire")
    moments = list(debrief(play))
    assert [moment.line for moment in moments] == ["", *BEGIN, *TURN, ""]
    assert [moment.truth["boats"]["red"]["at"] for moment in moments[:2]] == ["", "A1"]
    assert moments[5].truth["boats"]["red"]["route"] == ["A1", "B1"]
    assert moments[5].events[0].type == "course"
    assert moments[-1].truth == play.game.show(play.game.view(play.state, UMPIRE))


def test_an_end_by_word_of_mouth_is_the_last_moment() -> None:
    play = played()
    play.pass_time(Ms(7000))
    play.end("blue", "conceded", "red.captain")
    *_, last = debrief(play)
    assert (last.at, last.line) == (7000, "")
    assert [(event.type, event.facts) for event in last.events] == [("over", {"winner": "blue", "reason": "conceded"})]


def test_what_was_undone_is_left_out() -> None:
    play = played(*TURN[:3])
    assert play.undo(3) is None
    give(play, "red.captain course south")
    play.end("", "umpire")
    assert [moment.line for moment in debrief(play)] == ["", *BEGIN, "red.captain course south", ""]


def test_a_game_that_goes_on_keeps_its_secrets() -> None:
    with pytest.raises(TooEarlyError):
        debrief(played())


def test_a_game_that_was_undone_after_its_end_is_not_over() -> None:
    play = played()
    play.end("", "umpire")
    play.undo(1)
    with pytest.raises(TooEarlyError):
        debrief(play)
