"""Whole games of understudies on two consoles, over three lines, with cuts: the judge of histories finds nothing."""

from __future__ import annotations

import pytest

from klaxon.link.modelled.noise import LINES
from tests.effort import effort
from tests.link.kit.linked_games import play_seed


@pytest.mark.parametrize("line", LINES)
def test_a_game_over_a_bad_line_is_the_game_of_its_journal(line: str) -> None:
    for seed in range(effort(1, 100)):
        game = play_seed(seed, LINES[line], limit="2")
        assert not game.wrong, f"seed {seed}: {game.wrong}"
        assert game.cuts
        assert game.delays
        assert max(game.line_share.values()) < 0.2
