"""STM-8.7: the orders in text, every refusal in words, views that are read again, states in bytes."""

from __future__ import annotations

import ast
import json
import os
from pathlib import Path
from typing import Any

import pytest

from klaxon import data
from klaxon.console.language.catalogue import catalogue
from klaxon.rules.contract import Order, Seat
from klaxon.rules.steam.state import Blow, State, Window
from klaxon.table.script import Script
from tests.rules.steam.kit.boats import GAME, SEATS, Table, box, device, set_up

STEAM = Path(data.ROOT).parent / "rules" / "steam"
CODED = ("may.py", "misuse.py", "reasons.py")
"""Modules whose functions answer with the code of a refusal."""


def refusal_codes() -> set[str]:
    """Return every code that a captain may be refused with, read from the source."""
    found: set[str] = set()
    for name in CODED:
        tree = ast.parse((STEAM / name).read_text("utf-8"))
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        returns = [node for each in functions for node in ast.walk(each) if isinstance(node, ast.Return)]
        for value in (node.value for node in returns):
            found |= _words(value) if value else set()
    menu = ast.parse((STEAM / "menu.py").read_text("utf-8"))
    for node in ast.walk(menu):
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in ("_CLOSED", "_OTHERWISE"):
            assert isinstance(node.value, ast.Dict)
            found |= {value.value for value in node.value.values if isinstance(value, ast.Constant)}  # type: ignore[misc]
    return found - {"", "presence", "reaction", "step", "side", "pick", "after:", "plain", "oxygen", "before", "after"}


def _words(node: ast.AST) -> set[str]:
    tests = [each.test for each in ast.walk(node) if isinstance(each, ast.IfExp)]
    skipped = {id(inner) for test in tests for inner in ast.walk(test)}
    calls = [
        inner for each in ast.walk(node) if isinstance(each, ast.Call) for inner in ast.walk(each) if inner is not each
    ]
    skipped |= {id(inner) for inner in calls} | {
        id(each.left) for each in ast.walk(node) if isinstance(each, ast.Compare)
    }
    keys = [key for each in ast.walk(node) if isinstance(each, ast.Dict) for key in each.keys if key]
    skipped |= {id(key) for key in keys}
    constants = [each for each in ast.walk(node) if isinstance(each, ast.Constant) and id(each) not in skipped]
    return {each.value for each in constants if isinstance(each.value, str)}


@pytest.mark.skipif("MUTANT_UNDER_TEST" in os.environ, reason="it reads the source, which mutants have changed")
def test_every_refusal_has_a_sentence_that_says_what_to_do() -> None:
    wanted = refusal_codes()
    assert len(wanted) > 45
    known = catalogue("en")
    assert {code for code in wanted if f"refusal.{code}" not in known} == set()


@pytest.mark.rule("STM-8.7a", case="allows")
def test_set_up_and_recovery_in_text() -> None:
    script = Script(data.read)
    told = [
        script.answer(line)
        for line in (
            b"new steam setup=draft first=red seed=3",
            b"orders red.captain",
            b"view blue.captain",
        )
    ]
    assert all(answer["ok"] for answer in told)
    card = told[1]["orders"][0]
    assert card.startswith("pick ")
    assert script.answer(f"red.captain {card} @pick-red-1".encode())["ok"]
    script.answer(b"new steam first=red seed=3")
    for line in ("red.captain swap a1 e2", "blue.captain keep"):
        assert script.answer(line.encode())["ok"]
    oxygen = script.answer(b"orders red.captain")["orders"]
    assert all(order.startswith("oxygen ") for order in oxygen)
    assert script.answer(f"red.captain {oxygen[0]}".encode())["ok"]


def test_orders_that_are_too_many_to_read_are_listed_by_their_verb() -> None:
    cards = box(*[device(f"kit_{n}", {"op": "move_crew", "n": 3}) for n in range(18)])
    script = Script(lambda _kind, _name, _variant: cards)
    lines = [
        "new steam first=red",
        "red.captain keep",
        "blue.captain keep",
        "red.captain oxygen a1",
        "red.captain move 1 b1",
    ]
    lines += [
        "red.captain end",
        "blue.captain oxygen a1",
        "blue.captain end",
        "red.captain oxygen b1",
        "red.captain ready",
    ]
    assert all(script.answer(line.encode())["ok"] for line in lines)
    listed = script.answer(b"orders red.captain")["orders"]
    assert [line for line in listed if line.startswith("activate")] == ["activate <c|1|2|3|4>"]
    assert {"manoeuvre red+1", "move 2 b2", "end"} <= set(listed)


@pytest.mark.rule("STM-8.7a", case="refuses")
def test_words_that_are_none_of_them() -> None:
    table = Table(round=1)
    for line, code in (
        ("red.captain swap a1 b1", "play-begun"),
        ("red.captain breathe a1", "unknown-verb"),
        ("red.captain oxygen", "recovered"),
        ("spectator oxygen a1", "not-your-role"),
        ("green.captain oxygen a1", "unknown-seat"),
    ):
        assert table.refused(line) == code


@pytest.mark.rule("STM-8.7b", case="allows")
@pytest.mark.parametrize(
    "line",
    [
        "manoeuvre red+1",
        "manoeuvre red+1 red-1 side=port",
        "move 1 b1",
        "move c b1 step=after:a1",
        "activate c",
        "activate c step=after:b1",
        "activate 2 3 to=b2",
        "activate 2 to=b1 3 to2=b2",
        "activate to2=b2 2 3 to=b1",
        "activate c dir=ahead step=before:d1",
        "end",
    ],
)
def test_orders_read_as_they_are_written(line: str) -> None:
    table = Table().men("red", m2="a1", m3="a1", m4="c1")
    order = Order.read(f"red.captain {line}")
    assert Order.read(str(order)) == order
    table.give(f"red.captain {line}")


@pytest.mark.rule("STM-8.7b", case="refuses")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("manoeuvre red+2", "bad-argument"),
        ("manoeuvre port", "bad-argument"),
        ("move b1 1", "bad-argument"),
        ("activate 3 x", "bad-argument"),
        ("activate 2 3 to=b1 to=b2", "bad-argument"),
        ("activate 2 to=b1 to2=b2", "bad-argument"),
        ("end now", "extra-argument"),
        ("move gatling_gun", "bad-argument"),
        ("move c b1 step=after:a1 step=after:b1", "one-step"),
        ("move c b1 hop=after:a1", "bad-argument"),
        ("activate c hop=before:b1", "bad-argument"),
        ("activate c step=sideways:b1", "bad-argument"),
        ("activate c step=before:z9", "bad-argument"),
        ("activate c step=before:a1", "not-adjacent"),
        ("activate c step=before:b1", "no-action"),
    ],
)
def test_and_nothing_else(line: str, code: str) -> None:
    assert Table().men("red", m2="a1", m3="a1").refused(f"red.captain {line}") == code


@pytest.mark.rule("STM-8.7b", case="refuses")
@pytest.mark.parametrize(
    ("lies", "points"), [((3, 2), "red-1 red-1"), ((3, 4), "red+1 red+1"), ((2, 1), "red-1 blue+1")]
)
def test_no_more_points_than_the_boat_has(lies: tuple[int, int], points: str) -> None:
    assert Table().lies(*lies).refused(f"red.captain manoeuvre {points}") == "no-points"


@pytest.mark.rule("STM-8.7b", case="refuses")
@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("manoeuvre", "point"),
        ("move", "crew"),
        ("move 1", "cell"),
        ("activate", "crew"),
        ("activate 2", "target"),
    ],
)
def test_an_order_that_stops_too_early_names_what_is_missing(line: str, field: str) -> None:
    refusal = Table().men("red", m2="a1").refusal(f"red.captain {line}")
    assert (refusal.code, refusal.facts["field"]) == ("missing-argument", field)


def test_other_orders_that_stop_too_early() -> None:
    def missing(table: Table, line: str) -> object:
        refusal = table.refusal(line)
        assert refusal.code == "missing-argument"
        return refusal.facts["field"]

    def beginning(**options: str) -> Table:
        table = Table()
        table.state = set_up(first="red", **options)
        return table

    assert missing(beginning(setup="draft"), "red.captain pick") == "card"
    laid = beginning()
    assert (missing(laid, "red.captain swap"), missing(laid, "red.captain swap a1")) == ("cell", "cell")
    laid.play("red.captain keep", "blue.captain keep")
    assert missing(laid, "red.captain oxygen") == "cell"
    hit = Table().men("red", m1="a1").men("blue", m1="b1")
    hit.give("red.captain activate 1 to=b2")
    assert (missing(hit, "blue.captain damage"), missing(hit, "blue.captain damage a1")) == ("cell", "slot")
    asked = Table().turn("blue").men("red", m1="b2")
    asked.give("blue.captain manoeuvre blue+1")
    assert missing(asked, "red.captain react") == "crew"


def test_a_bad_word_is_answered_with_what_would_do() -> None:
    assert Table().refusal("red.captain move c b1 step=up").facts == {
        "verb": "move",
        "field": "step",
        "token": "step=up",
        "values": "|".join(f"step=after:{cell}" for cell in ("a1", "c1", "a2", "b2", "c2")),
    }


def test_why_nobody_activates_anything() -> None:
    def bar(table: Table) -> str:
        (offer,) = [
            each for each in GAME.offers(GAME.view(table.state, Seat("red.captain"))) if each.verb == "activate"
        ]
        return offer.barred.code if offer.barred else ""

    assert bar(Table()) == ""
    assert bar(Table().men("red", tired="c1234")) == "nobody-acts"
    assert bar(Table(round=1)) == "first-round"


def test_a_captain_aboard_steps_on_over_the_enemys_boat() -> None:
    table = Table().men("red", c="enemy b1").destroy("blue", "a1").destroy("red", "c1")
    steps = [line.rpartition(":")[2] for line in table.orders("red.captain", "move c b2") if "step" in line]
    assert steps == ["b1", "c1", "a2", "c2"]


def test_in_a_reaction_nobody_steps_and_a_pair_stands_together() -> None:
    react: dict[str, Any] = {"types": ["experimental"], "trigger": "reaction", "x2": True}
    cards = box(device("kraken", {"op": "exhaust_enemy"}, **react))
    table = Table({"b1": "kraken"}, {}, cards=cards).turn("blue").men("red", c="b1", m1="b1", m2="d1")
    table.give("blue.captain manoeuvre blue+1")
    for line, code in (
        ("react c step=after:a1", "not-in-reaction"),
        ("react 1 step=before:a1", "not-in-reaction"),
        ("react 1 2", "not-together"),
        ("react 1 1", "same-man"),
        ("react 2", "not-reaction"),
    ):
        assert table.refused(f"red.captain {line}") == code
    table.give("red.captain react 1 c exhaust=1 exhaust=2")


@pytest.mark.rule("STM-8.7c", case="allows")
def test_answers_in_text() -> None:
    table = Table().men("red", m1="a1").men("blue", m1="b1").lies(3, 3)
    table.give("red.captain activate 1 to=b2")
    assert table.view("blue.captain")["damage"] == [
        {
            "boat": "blue",
            "left": 2,
            "cells": ["a1", "b1", "c1", "d1", "e1"],
            "cell": "",
            "attack": True,
            "fresh": True,
        }
    ]
    table.play("blue.captain damage a1 oxygen", "blue.captain damage a1 plain")
    assert table.points("blue", "a1") == (0, 0, 0)


@pytest.mark.rule("STM-8.7c", case="refuses")
def test_answers_that_are_none() -> None:
    table = Table().men("red", m1="a1")
    table.give("red.captain activate 1 to=b2")
    for line, code in (
        ("damage plain a1", "bad-argument"),
        ("damage a1 plain plain", "extra-argument"),
        ("damage cell=a1 plain", "bad-argument"),
        ("redirect c2", "extra-argument"),
        ("pass", "not-due"),
        ("move 1 b1", "answer-first"),
    ):
        assert table.refused(f"blue.captain {line}") == code


# -- views and bytes -----------------------------------------------------------------------------------------


def rich() -> Table:
    """A board on which everything differs from how it begins."""
    table = Table().men("red", c="a1", m1="enemy b1", m2="dead", tired="3").men("blue", m1="enemy e2", m2="a2")
    table.lies(2, 2, "starboard").hurt("red", a1=(1, 0, 1)).destroy("blue", "e1")
    board = table.edit()
    red, blue = board.boats
    red.acted, red.manoeuvred, red.moved, red.haste, red.edge = 0b1, True, True, 2, ((1, 2), (3, 1))
    red.start, red.uses = (1, 11, -1, 7, 7), (1, 0, 2, 0, 0, 0, 0, 0, 0, 3)
    blue.drag, blue.plate, blue.anchored = -2, (1, 0, 2, 0), True
    board.serial, board.due, board.round = 41, 9000, 7
    board.event = Window(0, "manoeuvre")
    board.window = Window(1, "activation", 3, 0b101)
    board.blows = (Blow(1, 2, 0b11), Blow(0, 1, 0b100, 2, attack=False, fresh=False))
    return table


def apart() -> Table:
    """A board on which the figures lie in two sectors."""
    return Table().lies(2, 4)


def over() -> Table:
    """A board on which blue has just lost."""
    table = Table().men("red", m1="a1").hurt("blue", c2=(1, 0, 0))
    table.play("red.captain activate 1 to=b2", "blue.captain redirect")
    assert GAME.outcome(table.state) is not None
    return table


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("make", [rich, Table, apart, over])
def test_a_view_reads_as_it_was_shown(seat: str, make: type[Table]) -> None:
    table = make()
    view = GAME.sight(table.state, Seat(seat), {}).view
    shown = json.loads(json.dumps(GAME.show(view)))
    again = GAME.read_view(shown)
    assert again.board == table.board
    assert (again.seat, again.me, again.picks) == (view.seat, view.me, view.picks)
    assert json.loads(json.dumps(GAME.show(again))) == shown


@pytest.mark.parametrize("setup", ["ready", "free", "draft", "random"])
def test_a_view_of_the_set_up_reads_as_it_was_shown(setup: str) -> None:
    state = set_up(setup=setup)
    for picks in (state.picks, (3, -1), (-1, 4)) if setup == "draft" else (state.picks,):
        picked = State(state.key, state.board, state.now, picks)
        for seat in SEATS:
            view = GAME.sight(picked, Seat(seat), {}).view
            shown = json.loads(json.dumps(GAME.show(view)))
            again = GAME.read_view(shown)
            assert (again.board, again.seat, again.me, again.picks) == (state.board, view.seat, view.me, view.picks)
            assert json.loads(json.dumps(GAME.show(again))) == shown


def test_a_state_is_its_bytes() -> None:
    state = rich().state
    again = GAME.decode(GAME.encode(state))
    assert again == state
    assert GAME.encode(again) == GAME.encode(state)
    drafted = set_up(setup="draft")
    drafted = State(drafted.key, drafted.board, drafted.now, (3, -1))
    assert GAME.decode(GAME.encode(drafted)) == drafted


def test_what_a_view_shows_for_people() -> None:
    shown = rich().view("red.captain")
    assert (shown["game"], shown["boat"], shown["turn"], shown["round"]) == ("steam", "red", "red", 7)
    assert (shown["sectors"], shown["side"]) == ({"red": 2, "blue": 2}, "starboard")
    red, blue = shown["boats"]["red"], shown["boats"]["blue"]
    assert red["cells"]["a1"] == {
        "card": "gatling_gun",
        "name": "Gatling Gun",
        "plain": 1,
        "oxygen": 0,
        "empty": 1,
        "damage": 1,
        "destroyed": False,
        "uses": 1,
    }
    assert red["crew"]["1"] == {
        "at": "b1",
        "on": "blue",
        "start_at": "b1",
        "start_on": "blue",
        "ready": True,
        "acted": False,
    }
    assert (red["crew"]["2"]["at"], red["crew"]["2"]["on"]) == ("", "")
    assert (red["speed"], red["oxygen"]) == (3, 11)
    assert blue["cells"]["e1"]["destroyed"]
    assert blue["armour"] == {"bow": 1, "stern": 0, "port": 2, "starboard": 0}
    assert shown["prompts"] == []
    assert shown["window"] == {"boat": "blue", "answers": "activation", "cell": "d1", "answered": ["c", "2"]}


def test_what_a_view_shows_of_what_is_not_there() -> None:
    assert [Table().view(seat)["boat"] for seat in SEATS] == ["red", "blue", "", ""]
    assert (Table().view("spectator")["side"], apart().view("spectator")["side"]) == ("port", "")
    table = Table()
    table.state = set_up(setup="free")
    hull = table.view("spectator")["boats"]["red"]
    assert (hull["cells"], hull["crew"], hull["armour"], hull["speed"], hull["oxygen"]) == ({}, {}, {}, 0, 0)


def test_who_has_acted_is_shown() -> None:
    table = Table()
    table.give("red.captain move 2 b1")
    crew = table.view("blue.captain")["boats"]["red"]["crew"]
    assert [name for name, man in crew.items() if man["acted"]] == ["2"]


def test_who_is_asked_for_an_order() -> None:
    table = Table()
    assert GAME.actors(table.state) == ("red.captain",)
    assert GAME.actors(table.turn("blue").state) == ("blue.captain",)
    nothing = GAME.advance(table.state, GAME.now(table.state))
    assert (nothing.state is table.state, nothing.events) == (True, ())


def test_after_an_undo_chance_goes_on_differently() -> None:
    state = set_up(setup="draft")
    other = GAME.rekey(state, "undo-1")
    assert other.key != state.key
    assert other.board.hands == state.board.hands
    keys = [[prompt.key for prompt in GAME.prompts(each)] for each in (state, other)]
    assert not set(keys[0]) & set(keys[1]), "an answer from before the undo is late"
    assert GAME.encode(other) != GAME.encode(state)


def test_the_game_has_no_presets_and_one_form_of_cards() -> None:
    assert GAME.presets == {}
    assert GAME.content("cards", {}) == ""
    assert (GAME.name, GAME.version) == ("steam", 1)
