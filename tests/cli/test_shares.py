"""Shares of a season's games with their intervals."""

from __future__ import annotations

import json
from typing import Any

import pytest

from klaxon.cli import main
from klaxon.cli.season.shares import wilson


@pytest.mark.parametrize(
    ("part", "whole", "low", "high"),
    [(0, 10, 0.0, 27.75), (5, 10, 23.66, 76.34), (10, 10, 72.25, 100.0), (1999, 4000, 48.43, 51.53), (0, 0, 0, 100)],
)
def test_the_interval_of_a_share(part: int, whole: int, low: float, high: float) -> None:
    assert wilson(part, whole) == pytest.approx((low, high), abs=0.01)


def test_a_season_of_steam_torpedo_tells_sets_beginners_and_cards(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["season", "steam", "--games", "4", "--jobs", "1", "--red", "novice", "--blue", "drifter"]
    assert main([*asked, "--json", "--time"]) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    sides, cards = told["sides"], told["cards"]
    assert {name: each["games"] for name, each in sides.items()} == dict.fromkeys(sides, 4)
    assert set(sides) == {"red", "blue", "crown", "pact", "first to move"}
    assert sides["red"]["won"] == 4
    assert sides["crown"]["won"] == sides["pact"]["won"] == sides["first to move"]["won"] == 2
    assert (sides["crown"]["low"], sides["crown"]["high"]) == (15.0, 85.0)
    assert len(cards) == 19
    assert {name: card["aboard"] for name, card in cards.items()} == {**dict.fromkeys(cards, 4), "central_post": 8}
    assert all((card["uses_a_game"] > 0) == (card["used_of_100"] > 0) for card in cards.values())
    assert 1 <= told["turns"]["least"] <= told["turns"]["most"]
    assert told["damage"] == {}
    assert set(told["thinking"]) == {"novice", "drifter"}
    assert main(asked) == 0
    printed = capsys.readouterr().out
    assert "crown                          4       2    50.0   15.0 to 85.0" in printed
    assert "harvey_battery " in printed


def test_a_draft_counts_every_card_with_the_boat_that_has_it(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["season", "steam", "setup=draft", "--games", "2", "--jobs", "1", "--red", "novice", "--blue", "drifter"]
    assert main([*asked, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told["sides"]) == {"red", "blue", "first to move"}
    assert sum(card["aboard"] for card in told["cards"].values()) == 2 * 20
    assert sum(card["won"]["won"] for card in told["cards"].values()) == 2 * 10
    assert "thinking" not in told
