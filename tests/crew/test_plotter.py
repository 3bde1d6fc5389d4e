"""The plotting room, without its pipes, and how it is called."""

from __future__ import annotations

import pytest

from klaxon.crew.plot import Plotting, main
from klaxon.rules.contract import Seat
from tests.crew.kit.match import set_up, shown


def test_a_plot_is_told_once_for_all_that_was_heard_together() -> None:
    game, state = set_up("sonar", "1", {"chart": "bravo-2", "help": "solve"})
    plotting = Plotting("sonar")
    plotting.take({"seat": "red.radio", "heard": {"type": "course", "boat": "blue", "dir": "north"}})
    plotting.take({"what": "nonsense"})
    assert plotting.tell() == [], "nobody has begun"
    plotting.take({"seat": "red.radio", "view": shown(game, state, Seat("red.radio"))})
    for direction in ("north", "north"):
        plotting.take({"seat": "red.radio", "heard": {"type": "course", "boat": "blue", "dir": direction}})
    (plot,) = plotting.tell()
    assert plot["seat"] == "red.radio"
    assert not {place[1:] for place in plot["plot"]["places"]} & {"9", "10"}
    assert plotting.tell() == []


def test_it_says_how_it_is_called(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["steam"]) == 2
    assert "klaxon.crew.plot sonar" in capsys.readouterr().err
