"""Whole games between understudies: each ends, nothing is refused. `KLAXON_GAMES=200` plays as many of each kind."""

from __future__ import annotations

import os
from collections import Counter
from typing import Any

import pytest

from klaxon import data
from klaxon.crew import CREWS, understudy_of
from klaxon.rules.games import GAMES
from tests.crew.kit.looking_on import look_on
from tests.crew.kit.match import Match

MORE = int(os.environ.get("KLAXON_GAMES", "0"))
SONAR = {
    "limit": ({"limit": "60"}, 3),
    "sudden-death": ({"victory": "sudden-death", "chart": "bravo-2"}, 2),
    "second-ua": ({"rules": "second-ua", "limit": "40"}, 2),
    "wolfpack": ({"rules": "wolfpack", "xo_commands": "yes", "limit": "60"}, 2),
    "blunder": ({"rules": "wolfpack", "blunder": "yes", "shy_xo": "all", "limit": "60"}, 2),
    "ice": ({"chart": "charlie-2", "limit": "60"}, 3),
    "thin ice": ({"chart": "charlie-2", "thin_ice": "yes", "rules": "second-ua", "limit": "60"}, 2),
    "volcanoes": ({"chart": "delta-2", "limit": "80"}, 3),
    "volcanoes, all around": ({"chart": "delta-2", "eruption": "points", "rules": "second-ua", "limit": "80"}, 2),
    "wrecks": ({"chart": "echo-2", "limit": "80"}, 3),
    "wrecks, auto": ({"chart": "echo-2", "echo_gauge": "auto", "xo_commands": "yes", "limit": "80"}, 2),
    "ice and volcanoes": ({"chart": "grimsvotn", "rules": "wolfpack", "limit": "80"}, 2),
    "others": ({"undo": "yes", "detonate_window": "any", "torpedo_path": "plain", "help": "off", "limit": "80"}, 2),
}
STEAM = {
    "exchanged": ({"red": "pact", "blue": "crown"}, 1),
    "free": ({"setup": "free", "heading": "left"}, 1),
    "draft": ({"setup": "draft", "oxygen_loss": "when_none_to_remove"}, 1),
    "random": ({"setup": "random", "side": "fixed", "retreat": "row", "skip_ready": "no"}, 1),
    "rulings": ({"first_presence": "all", "hit_post": "yes", "tired_pair": "yes", "mend_destroyed": "yes"}, 1),
}
LIVE = {
    "second": ({"mode": "realtime", "chart": "bravo-2"}, 1),
    "second-ua": ({"mode": "realtime", "rules": "second-ua", "victory": "sudden-death", "undo": "yes"}, 1),
    "wolfpack": ({"mode": "realtime", "rules": "wolfpack", "limit": "9"}, 2),
    "recorded": ({"mode": "realtime", "trace": "recorded", "interval": "2", "limit": "9", "xo_commands": "yes"}, 1),
    "ice": ({"mode": "realtime", "chart": "charlie-2", "limit": "9"}, 1),
    "thin ice": ({"mode": "realtime", "chart": "charlie-2", "thin_ice": "yes", "rules": "second-ua", "limit": "9"}, 1),
    "volcanoes": ({"mode": "realtime", "chart": "delta-2"}, 1),
    "volcanoes, all around": ({"mode": "realtime", "chart": "delta-2", "eruption": "points", "rules": "second-ua"}, 1),
    "wrecks": ({"mode": "realtime", "chart": "echo-2", "limit": "30"}, 2),
    "wrecks, auto": ({"mode": "realtime", "chart": "echo-2", "echo_gauge": "auto", "rules": "second-ua"}, 1),
    "wrecks, wolfpack": ({"mode": "realtime", "chart": "echo-2", "rules": "wolfpack", "xo_commands": "yes"}, 1),
    "ice and volcanoes": ({"mode": "realtime", "chart": "grimsvotn", "rules": "wolfpack", "limit": "20"}, 1),
}
POND = "name: Pond\nsectors: 5\ngrid:\n.....\n.###.\n.#...\n.#.#.\n.....\n"


def played(name: str, options: dict[str, str], games: int, first: int = 0, **more: Any) -> list[tuple[Match, str]]:
    """Play some games, from a seed on; return each with its winner."""
    seeds = range(MORE) if MORE else range(first, first + games)
    matches = [Match(name, str(seed), options, **more) for seed in seeds]
    return [(match, match.play().winner) for match in matches]


def test_every_game_has_understudies() -> None:
    assert CREWS.keys() == GAMES.keys()
    assert all(understudy_of(name) for name in CREWS)


@pytest.mark.parametrize("kind", SONAR)
def test_every_game_of_captain_sonar_ends_and_nothing_is_refused(kind: str) -> None:
    options, games = SONAR[kind]
    assert {winner for _, winner in played("sonar", options, games, watch=look_on)} <= {"red", "blue", "draw"}


@pytest.mark.parametrize("kind", LIVE)
def test_every_game_in_real_time_ends_and_nothing_is_refused(kind: str) -> None:
    options, games = LIVE[kind]
    matches = played("sonar", options, games, first=1)  # game 0 of the wolfpack is as long as ten others
    assert {winner for _, winner in matches} <= {"red", "blue", "draw"}
    assert all(match.verbs()["course"] > 10 for match, _ in matches)
    used = sum((match.verbs() for match, _ in matches), Counter[str]())
    if used["surface"]:
        assert used["trace"] >= 4 * (used["surface"] - 2 * games)


def test_a_hunt_without_a_limit_ends_too_and_the_crews_use_all_they_have() -> None:
    matches = played("sonar", {}, 16, watch=look_on)
    won = Counter(winner for _, winner in matches)
    assert min(won["red"], won["blue"]) >= won.total() // 5
    used = sum((match.verbs() for match, _ in matches), Counter[str]())
    wanted = {"torpedo", "mine", "detonate", "silence", "surface", "sonar", "answer"}
    assert wanted <= set(used), wanted - set(used)
    assert used["break"] <= used["course"] + used["silence"], "an order failed, and the engineer had to pay for it"


@pytest.mark.parametrize("kind", STEAM)
def test_every_game_of_steam_torpedo_ends_and_nothing_is_refused(kind: str) -> None:
    options, games = STEAM[kind]
    assert {winner for _, winner in played("steam", options, games)} <= {"red", "blue"}


def test_both_boats_win_at_steam_torpedo() -> None:
    won = Counter(winner for _, winner in played("steam", {}, 8))
    assert min(won["red"], won["blue"]) >= won.total() // 5


def test_a_large_chart_is_no_trouble() -> None:
    def library(kind: str, name: str, _variant: str) -> str:
        return data.read(kind, name, "realtime")

    played("sonar", {"chart": "alpha-2", "limit": "60"}, 2, library=library, watch=look_on)


def test_a_cramped_chart_is_no_trouble() -> None:
    played("sonar", {"limit": "60"}, 5, library=lambda _kind, _name, _variant: POND, watch=look_on)


@pytest.mark.parametrize("name", ["sonar", "steam"])
def test_other_seeds_make_other_games_and_the_same_seed_the_same(name: str) -> None:
    games = [Match(name, seed, {}).opening(40) for seed in ("1", "2", "1")]
    assert games[0] == games[2] != games[1]
