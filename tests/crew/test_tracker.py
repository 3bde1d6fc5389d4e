"""The tracker: exact against every history on small charts, and never without the truth on any.

`KLAXON_GAMES=400` plays as many games of each kind.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from klaxon import data
from klaxon.crew.sonar.tracker import Follower, Track, case, reports
from klaxon.crew.sonar.tracker.legs import Lay, can_place_mines
from klaxon.rules.contract import Seat
from klaxon.rules.games import game_named
from klaxon.rules.sonar.chart import sea_of
from klaxon.rules.sonar.setting import BOATS
from tests.crew.kit.brute import Brute, Chart
from tests.crew.kit.wild import wild_game

GAME = game_named("sonar")
MORE = int(os.environ.get("KLAXON_GAMES", "0"))
POND = "\n".join(["....."] * 5)
GRIDS = (POND, "..#..\n.....\n.#...\n...#.\n.....", ".....\n.###.\n.....\n.#.#.\n.....")
OPTIONS: tuple[dict[str, str], ...] = (
    {},
    {"rules": "second-ua"},
    {"rules": "wolfpack"},
    {"victory": "sudden-death"},
    {"undo": "yes", "detonate_window": "any", "mine_chain": "full", "torpedo_path": "plain"},
    {"own_hit_announced": "yes", "undo": "yes"},
    {"mine_chain": "off", "undo": "yes"},
)
WEIGHTS: tuple[dict[str, int], ...] = (
    {},
    {"mine": 14, "silence": 2},
    {"silence": 12, "mine": 1, "torpedo": 1},
    {"torpedo": 1, "detonate": 12, "mine": 14},
)
TOO_MANY = 30_000
"""Histories after which a game is no longer checked."""
OPEN = sea_of("Test", 5, "\n".join(["." * 10] * 10))


def followers(state: Any) -> dict[tuple[str, int], Follower]:
    """Return who follows whom: each crew the enemy, and its own boat as the enemy hears it."""
    return {
        (boat, quarry): Follower.of(GAME.view(state, Seat(f"{boat}.captain")), quarry, begun=False)
        for boat in BOATS
        for quarry in (0, 1)
    }


def followed(
    games: Iterator[tuple[Any, str, list[tuple[frozenset[str], dict[str, Any]]]]],
) -> Iterator[tuple[Any, dict[tuple[str, int], Follower], list[tuple[frozenset[str], dict[str, Any]]]]]:
    """Yield the state of a game, who follows whom, and what was told, after each order."""
    follow: dict[tuple[str, int], Follower] = {}
    for state, _, told in games:
        follow = follow or followers(state)
        for to, heard in told:
            for boat, quarry in follow:
                if f"{boat}.captain" in to:
                    follow[boat, quarry] = follow[boat, quarry].hear(heard)
        if state.outcome is None:
            yield state, follow, told


@pytest.mark.parametrize("kind", range(len(OPTIONS)))
def test_the_tracker_finds_exactly_what_every_history_allows(kind: str) -> None:
    compared = 0
    for seed in range(MORE or 5):
        random = Random(seed)
        grid, edge, weights = random.choice(GRIDS), random.choice((2, 3)), random.choice(WEIGHTS)
        brutes: dict[str, Brute] = {}
        game = wild_game(grid, edge, seed, orders=100, weights=weights, **OPTIONS[int(kind)])
        for state, follow, told in followed(game):
            if not brutes:
                view = GAME.view(state, Seat("red.captain"))
                rules, lethal = GAME.show(view)["rules"], view.setting.lethal
                brutes = {boat: Brute(Chart(grid, edge), rules, BOATS[1 - me], lethal) for me, boat in enumerate(BOATS)}
            for to, heard in told:
                for boat, brute in brutes.items():
                    if f"{boat}.captain" in to:
                        brute.hear(heard)
            if max(len(brute.boats) for brute in brutes.values()) > TOO_MANY:
                break
            for me, boat in enumerate(BOATS):
                follower = follow[boat, 1 - me]
                points = {(i % 5, i // 5) for i in range(25) if follower.where >> i & 1}
                assert points == brutes[boat].where(), f"seed {seed}, {boat}"
                assert follower.exact, f"seed {seed}, {boat}"
                compared += 1
    assert compared > 40 * (MORE or 5)


@pytest.mark.parametrize(
    "chart",
    [
        *("alpha-2 turns", "bravo-2 turns", "alpha-2 realtime", "classic-bravo realtime"),
        *("charlie-2 turns", "delta-2 turns", "echo-2 turns", "grimsvotn turns"),
    ],
)
def test_the_truth_is_always_in_the_set_and_each_crew_knows_what_the_other_knows_of_it(chart: str) -> None:
    grid = data.read("charts", *chart.split()).split("grid:\n")[1].strip("\n")
    weights = {"course": 20, "silence": 2, "mine": 2, "torpedo": 1, "detonate": 1, "drone": 1, "sonar": 1}
    looked = 0
    for seed in range(MORE or 3):
        for state, follow, _ in followed(wild_game(grid, 5, seed, orders=300, weights=weights, **OPTIONS[seed % 7])):
            for quarry in (0, 1):
                if state.boats[quarry].at >= 0:
                    prey, shadow = follow[BOATS[1 - quarry], quarry], follow[BOATS[quarry], quarry]
                    assert prey.where >> state.boats[quarry].at & 1, f"seed {seed}"
                    assert prey.where == shadow.where, f"seed {seed}"
                    # whoever surfaces may have broken the ice: the next thing heard will tell
                    assert prey.exact or prey.ears.iced
                    assert shadow.exact or shadow.ears.iced
                    looked += 1
    assert looked > 100


def after(*said: reports.Report, lethal: int = 4) -> Track:
    """Return the track of a boat on the open sea after some reports."""
    track = Track.begin(OPEN, lethal)
    for report in said:
        track = track.after(report)
    return track


def names(track: Track) -> set[str]:
    return set(OPEN.name_all(track.where))


N, E, S, W = (reports.CourseReport(direction) for direction in ("north", "east", "south", "west"))


def test_a_boat_that_said_nothing_may_be_anywhere_and_one_that_sailed_not_at_the_edge() -> None:
    assert after().where == OPEN.water
    assert "A10" not in names(after(N))
    assert "A1" in names(after(N))
    assert after().exact


def test_silence_does_not_lead_back_over_the_route() -> None:
    alone = reports.Among(OPEN.gather(["E5"]))
    points = names(after(alone, S, reports.Silence()))
    assert {"E6", "E7", "E10", "A6", "I6"} <= points
    assert not {"E5", "E4", "E3"} & points


def test_a_mine_bars_the_way_until_it_may_be_gone() -> None:
    canal = sea_of("Canal", 5, "\n".join(["##########", "..........", *["##########"] * 8]))
    track = Track.begin(canal, 4)
    for said in (reports.Among(canal.gather(["E2"])), W, reports.Laid(fresh=True)):
        track = track.after(said)
    assert canal.name_all(track.where) == ("D2",)
    sailed = track.after(W)
    assert not sailed.exact, "the mine can only be on C2: that course is a lie, and nothing can be relied on"
    swept = track.after(reports.Swept(canal.gather(["C2"]), 0)).after(W)
    assert canal.name_all(swept.where) == ("C2",)
    assert swept.exact


def test_a_mine_that_explodes_tells_where_its_boat_was() -> None:
    e5 = OPEN.index["E5"]
    track = after(reports.Laid(fresh=True), S, S)
    early = track.after(reports.Exploded(e5, by_hand=True))
    assert not early.exact, "it could not be set off yet"
    track = track.after(reports.Armed()).after(reports.Exploded(e5, by_hand=True))
    assert names(track) == {"D6", "E6", "F6", "D7", "F7", "D8", "E8", "F8"} - {"E6"}
    assert track.exact


def test_a_boat_that_is_not_lost_did_not_hit_itself() -> None:
    e5 = reports.Shot(OPEN.index["E5"])
    near = reports.Among(OPEN.gather(["E5", "E6", "E7"]))
    assert names(after(near, e5)) == {"E5", "E6", "E7"}
    assert names(after(near, e5, lethal=1)) == {"E7"}
    assert names(after(near, e5, reports.Hurt(2))) == {"E6", "E7"}
    assert names(after(near, e5, reports.Hurt(2), e5)) == {"E7"}


def test_land_that_rises_is_no_place_for_a_boat_or_a_mine() -> None:
    lava = OPEN.gather(["E5", "E6"])
    track = after(reports.Silted(lava))
    assert track.where == OPEN.water & ~lava
    assert not {"E4", "E5"} & names(track.after(N).after(reports.Among(OPEN.gather(["E4", "E5", "D4"]))))


def test_what_is_not_known_says_nothing_and_what_was_missed_makes_everything_possible() -> None:
    view = GAME.view(next(wild_game(POND, 3, 1))[0], Seat("red.captain"))
    follower = Follower.of(view, 1, begun=False).hear({"type": "started", "boat": "blue"})
    for heard in ({"type": "course", "boat": "blue", "dir": "north"}, {"type": "riddle", "boat": "blue", "at": "Z9"}):
        follower = follower.hear(heard)
    assert follower.exact
    assert follower.where.bit_count() == 20
    assert follower.hear({"type": "drone", "boat": "red", "sector": 1, "answer": "toxic-smoke"}).where == follower.where
    after_undo = follower.hear({"type": "undone", "orders": 1})
    assert after_undo.where == view.sea.water
    assert not after_undo.exact


def test_who_comes_late_begins_with_the_calls_he_is_shown() -> None:
    view = GAME.view(next(wild_game(POND, 3, 1))[0], Seat("red.radio"))
    view.enemy_calls = "NN2EE~W"
    follower = Follower.late(view, 1, begun=True)
    assert not follower.exact
    assert {name[0] for name in view.sea.name_all(follower.where)} == set("BCD"), "not over the route, so not from A"
    view.enemy_calls = "NN2EE"
    assert {name[0] for name in view.sea.name_all(Follower.late(view, 1, begun=True).where)} == set("CDE")


def test_a_search_that_takes_too_long_keeps_the_point_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[reports.Report] = [
        reports.Among(OPEN.gather(["E5", "E6", "E7"])),
        N,
        reports.Silence(),
        S,
        S,
        reports.Silence(),
        W,
        N,
        N,
        E,
        E,
    ]
    exact = after(*said)
    monkeypatch.setattr(case, "EFFORT", 0)
    rough = after(*said)
    assert exact.exact
    assert not rough.exact
    assert exact.where & ~rough.where == 0


def test_a_long_past_is_forgotten_with_all_it_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(case, "MOST_LEGS", 2)
    track = after(N, reports.Silence(), N, reports.Silence(), N)
    assert not track.exact
    assert after(N, N, N).where & ~track.where == 0


def test_two_mines_need_two_places() -> None:
    lays = (Lay(1, fresh=False, before=()), Lay(2, fresh=False, before=(0,)))
    assert can_place_mines((), ())
    assert can_place_mines((1, 2), lays)
    assert not can_place_mines((1, 1), lays)
    assert can_place_mines((3, 1), lays)
    assert can_place_mines((1, 1), (lays[0], lays[1]._replace(before=(1,)))), (
        "the first was destroyed before the second was laid"
    )
