"""What the skills of Steam Torpedo's understudies differ in. The figures of whole seasons: docs/steam-balance.md."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from klaxon import data
from klaxon.crew import DRIFTER, SKILLS, understudy_of
from klaxon.crew.steam import defence, search, ways
from klaxon.crew.steam.fire import LIES, along, broadside, foe_of, hit, lie_of, reach, shots, stand_of, volley
from klaxon.crew.steam.fire import guns_of as guns
from klaxon.crew.steam.model import after, model
from klaxon.crew.steam.tally import tally
from klaxon.crew.steam.turnabout import turnabout
from klaxon.rules.contract import Header, Order, Seat
from klaxon.rules.steam import look
from klaxon.rules.steam.state import NONE, State
from klaxon.table.setup import make_header
from tests.crew.kit.match import Match, chance, set_up, shown
from tests.rules.steam.kit.boats import GAME, SHIPPED, Table
from tests.rules.steam.kit.every_op import EVERY_OP

RED = Seat("red.captain")


def says(table: Table, skill: str, boat: str = "red", seed: str = "1") -> str:
    """Return what a captain of some skill says, without his seat."""
    crew, view = understudy_of("steam", skill), shown(GAME, table.state, Seat(f"{boat}.captain"))
    order = crew.order(view, crew.begin(view), chance(seed))
    return "" if order is None else str(order).removeprefix(f"{boat}.captain ")


def play_turn(table: Table, skill: str, boat: str = "red") -> list[str]:
    """Play a turn to its end, the enemy placing damage and passing by the same skill; return the boat's orders."""
    said: list[str] = []
    other = {"red": "blue", "blue": "red"}[boat]
    while not table.board.outcome and "end" not in said:
        line = says(table, skill, boat)
        if line:
            table.give(f"{boat}.captain {line}")
            said.append(line)
        else:
            table.give(f"{other}.captain {says(table, skill, other)}")
    return said


# -- skill ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("better", "worse", "games", "least"),
    [("expert", "able", 4, 3), ("able", "novice", 8, 5), ("novice", DRIFTER, 4, 4)],
)
def test_more_skill_wins_more_often(better: str, worse: str, games: int, least: int) -> None:
    won = 0
    for number in range(games):
        boats = ("red", "blue")[:: 1 if number % 2 else -1]
        options = {"first": ("red", "blue")[number // 2 % 2]}
        match = Match("steam", f"level-{number}", options, skills=dict(zip(boats, (better, worse), strict=True)))
        won += match.play().winner == boats[0]
    assert won >= least


@pytest.mark.parametrize("skill", SKILLS)
@pytest.mark.parametrize("setup", ["ready", "free", "draft", "random"])
def test_games_of_any_skill_end_and_nothing_is_refused(skill: str, setup: str) -> None:
    skills = {"red": skill, "blue": {"novice": DRIFTER, "able": "novice", "expert": "able"}[skill]}
    match = Match("steam", "3", {"setup": setup}, skills=skills)
    assert match.play().winner in ("red", "blue")
    assert match.verbs()["pick"] == (18 if setup in ("free", "draft") else 0)


@pytest.mark.parametrize("skill", SKILLS)
def test_any_box_can_be_played(skill: str) -> None:
    crews = {"red": skill, "blue": DRIFTER}
    assert Match("steam", "3", {"setup": "random"}, lambda *_of: EVERY_OP, skills=crews).play().winner == "red"


@pytest.mark.parametrize("skill", SKILLS)
def test_the_same_seed_is_the_same_game(skill: str) -> None:
    skills = {"red": skill, "blue": "novice"}
    games = [Match("steam", seed, {}, skills=skills).opening(40) for seed in ("1", "1", "2")]
    assert games[0] == games[1] != games[2]


# -- secrecy ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("skill", SKILLS)
def test_a_pick_depends_on_nothing_that_the_view_does_not_hold(skill: str) -> None:
    """The enemy has picked one card or another, and chance to come differs: the captain cannot know."""
    game, state = set_up("steam", "7", {"setup": "draft"})
    crew, told = understudy_of("steam", skill), set()
    for hidden in state.board.hands[1]:
        other = State(f"key-{hidden}", state.board, state.now, (NONE, hidden))
        view = shown(game, other, RED)
        assert model(view).picks == (NONE, NONE)
        told.add((json.dumps(view), str(crew.order(view, None, chance("1")))))
    assert len(told) == 1


def test_the_model_is_the_open_board_and_nothing_else() -> None:
    seen = Counter[str]()

    def look_on(state: Any, _notes: Any) -> None:
        for seat in GAME.seats:
            view = model(json.loads(json.dumps(shown(GAME, state, seat))))
            assert view.board == state.board
            assert view.picks[1 - view.me] == NONE
        seen[state.board.phase] += 1

    Match("steam", "1", {"setup": "draft"}, watch=look_on).play()
    assert {"pick", "swap", "oxygen", "ready", "action", "over"} <= set(seen)


# -- what is reckoned -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sectors", [(3, 3), (1, 1), (5, 5), (2, 3), (5, 1), (1, 4)])
@pytest.mark.parametrize("options", [{}, {"heading": "left"}, {"side": "fixed"}])
@pytest.mark.parametrize("held", [False, True])
def test_courses_are_all_positions_that_a_manoeuvre_can_reach(
    sectors: tuple[int, int], options: dict[str, Any], held: bool
) -> None:
    for me, boat in enumerate(("red", "blue")):
        table = Table(**options).lies(*sectors).turn(boat)
        crew = {"m1": "c1"} | ({} if boat == "red" else {"m2": "d1"})
        table.men(boat, **crew)
        if held and boat == "red":
            table.men("blue", m1="c1")  # the engine block
        lines = table.orders(f"{boat}.captain", "manoeuvre")
        before = (table.board.sector, table.board.lateral)
        by_rule = {_lies(table, boat, line) for line in lines} - {before}
        courses = list(ways.courses(table.board, me))
        by_crew = {_lies(table, boat, str(course.order).partition(" ")[2]) for course in courses}
        assert by_crew == by_rule
        for course in courses:
            assert lie_of(after(table.board, course.order), me) == course.lie
        mine, his = along(table.board, me)
        speed, free = look.speed(table.board, me), look.movable(table.board, 1 - me)
        if "side" not in options:
            lies = {course.lie for course in courses} | {lie_of(table.board, me)}
            assert set(reach(mine, his, lie_of(table.board, me), speed, movable=free)) == lies


def _lies(table: Table, boat: str, line: str) -> tuple[tuple[int, int], int]:
    board = after(table.board, Order.read(f"{boat}.captain {line}"))
    return board.sector, board.lateral


def test_a_hit_costs_the_lesser_evil_and_the_post_where_nothing_is_left() -> None:
    assert hit(0, 9, 3) == 0
    assert hit(1, 9, 3) < hit(2, 9, 3) < hit(6, 9, 3) == hit(9, 9, 3)
    assert hit(1, 0, 3) == hit(9, 9, 3)
    assert hit(1, 0, 1) > 10 * hit(9, 9, 2)


def test_each_man_fires_before_the_manoeuvre_or_after_it() -> None:
    table = Table().men("red", m1="a1", m2="a2", c="dead", m3="dead", m4="dead")  # alongside, and ahead
    stand = stand_of(table.board, 0)
    men = volley(table.board, 0, stand.foe, now=True)
    side, front = (shots(guns(table.board.deck)[table.boat("red").cards[cell]], stand.foe) for cell in (0, 5))
    ahead = LIES.index(("ahead", "close"))
    assert broadside(men, stand.lie, (stand.lie, ahead)) == side[stand.lie] + front[ahead]
    assert broadside(men, stand.lie, (stand.lie,)) == side[stand.lie]


def test_armour_that_is_manned_lessens_every_shot() -> None:
    bare, plated = (Table().men("blue", m1=cell) for cell in ("c2", "e1"))
    gatling = guns(bare.board.deck)[bare.boat("red").cards[0]]
    assert gatling is not None
    lie = lie_of(bare.board, 0)
    assert shots(gatling, foe_of(bare.board, 1))[lie] > shots(gatling, foe_of(plated.board, 1))[lie]


def test_damage_goes_where_it_costs_least() -> None:
    table = Table().men("red", m1="a1").men("blue", m3="a1", m4="b1")
    table.hurt("blue", a1=(0, 1, 0), b1=(0, 1, 0), c1=(1, 1, 1))
    table.give("red.captain activate 1 to=b2")
    (cost, placed), (dearer, redirect) = defence.choices(table.board, 1)
    assert str(placed).split()[:2] == ["blue.captain", "damage"]
    assert placed.args[0] not in ("a1", "b1"), "men stand there, and they would be lost with it"
    assert redirect.verb == "redirect"
    assert cost < dearer


# -- looking ahead ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("skill", ["able", "expert"])
def test_what_bears_is_fired_before_the_manoeuvre_that_takes_it_off(skill: str) -> None:
    table = Table().men("red", m1="a1", m2="a2", m3="a2")  # the gatling bears, the battery fires ahead
    said = play_turn(table, skill)
    turned = next(place for place, line in enumerate(said) if line.startswith("manoeuvre"))
    fired = {line.split()[1]: place for place, line in enumerate(said) if line.startswith("activate")}
    assert fired["1"] < turned < fired["2"]


@pytest.mark.parametrize("skill", SKILLS)
def test_a_game_that_can_be_won_now_is_won(skill: str) -> None:
    table = Table().men("red", m1="a1").hurt("blue", c2=(1, 0, 0))
    table.destroy("blue", "a1", "b1", "c1", "d1", "e1")
    play_turn(table, skill)
    assert table.board.outcome is not None
    assert table.board.outcome.winner == "red"


def test_the_expert_knows_the_enemys_answer() -> None:
    """A turn that leaves the boat to lose next is worth less than one that does not."""
    table = Table().men("blue", m1="a1", m2="a1").hurt("red", c2=(1, 0, 0)).destroy("red", "a1", "b1", "c1", "d1", "e1")
    stay = search.reply(table.board, 0)
    table.lies(5, 1)
    assert stay < -9000 < search.reply(table.board, 0)


# -- seasons ----------------------------------------------------------------------------------------------------


def _header(**options: str) -> Header:
    header = make_header(GAME, options, data.read, "1")
    assert isinstance(header, Header)
    return header


def test_sets_and_beginners_go_round() -> None:
    games = [turnabout(_header(), number).options for number in range(4)]
    assert len({(game["red"], game["first"]) for game in games}) == 4
    assert all({game["red"], game["blue"]} == {"crown", "pact"} for game in games)
    told = [turnabout(_header(blue="crown", first="blue"), number).options for number in range(4)]
    assert {(game["red"], game["blue"], game["first"]) for game in told} == {("pact", "crown", "blue")}
    mixed = turnabout(_header(setup="draft"), 3).options
    assert (mixed["red"], mixed["first"]) == ("any", "blue")


def test_a_card_counts_as_used_where_its_effect_told() -> None:
    counts = Counter[tuple[str, str]]()

    def give(table: Table, line: str) -> None:
        for boat, what, much in tally(table.state, tuple(table.give(line))):
            counts[boat, what] += much

    table = Table(cards=SHIPPED).men("red", m1="b1", m2="a1", m3="a1", m4="c1", c="c1").men("blue", m1="c1")
    give(table, "red.captain activate 2 to=b2")
    assert counts == {("red", "card:gatling_gun"): 1}
    give(table, "blue.captain redirect")
    give(table, "red.captain activate 3 to=b2 bonus=b1")
    assert counts["red", "card:observation_post"] == 1
    give(table, "blue.captain redirect")
    give(table, "red.captain manoeuvre red+1")
    assert counts["red", "card:parsons_turbine"] == 0, "one point of two was enough"
    assert counts["blue", "card:daimler_block"] == 1
    table = Table().men("red", m4="c1", c="c1", m1="a1", m2="a1", m3="a1")
    give(table, "red.captain manoeuvre red+1 red+1")
    assert counts["red", "card:parsons_turbine"] == 1
    give(table, "red.captain end")
    assert counts["blue", "turns"] == 1
