"""The scenarios through the laws: games in which everything of a scenario happens, and twins made by hand."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from klaxon import data
from klaxon.rules.contract import Header, Order, Refusal, Seat
from klaxon.rules.laws import LawBroken, begin, enter
from klaxon.rules.laws.trial import look
from klaxon.table.setup import make_header
from tests.effort import effort
from tests.rules.golden.kit.scripts import scripts
from tests.rules.laws.kit.headers import SONAR
from tests.rules.laws.kit.planted import TellsAll
from tests.rules.laws.kit.scenarios import SILENT, Later
from tests.rules.laws.kit.sonar import LENSES, conceivable
from tests.rules.laws.kit.sonar_secrets import cannot_tell, turn
from tests.rules.laws.kit.truth import Truth, named
from tests.rules.laws.kit.twins import rows_of

PLAYED = [script for script in scripts() if script.stem.startswith(("charlie", "delta", "echo"))]


def played(script: Path) -> tuple[Header, list[Order]]:
    """Return the header of a golden playthrough and the orders that count in it."""
    lines = [line for line in script.read_text("utf-8").splitlines() if line and not line.startswith(SILENT)]
    options = dict(word.split("=") for word in lines[0].split()[2:])
    header = make_header(SONAR, {k: v for k, v in options.items() if k != "seed"}, data.read, options["seed"])
    assert isinstance(header, Header)
    state, counted = begin(SONAR, header), []
    for order in map(Order.read, lines[1:]):
        if not isinstance(SONAR.apply(state, order), Refusal):
            state = enter(SONAR, state, order).state
            counted.append(order)
    return header, counted


@pytest.mark.parametrize("script", PLAYED, ids=lambda path: str(path.stem))
def test_a_whole_scenario_obeys_and_the_referee_by_hand_agrees(script: Path) -> None:
    header, orders = played(script)
    state, truth = begin(SONAR, header), Truth(header.options, rows_of(header))
    every = effort(80, 40, mutant=80)
    dice, seen = Random(script.stem), dict[tuple[Seat, str], Any]()
    eventful = {place + 1 for place, order in enumerate(orders) if order.verb in ("volcano", "repair", "surface")}
    for place, order in enumerate(orders):
        if place % every == 0 or {place, place + 1} & eventful:
            look(SONAR, state, dice.randrange, seen, LENSES)
            for each in [each for boat in ("red", "blue") for each in conceivable(truth, boat)]:
                legal = not isinstance(SONAR.apply(state, each), Refusal)
                assert (truth.copy().do(each) is not None) == legal, f"{each} after {place} orders"
        assert truth.do(order._replace(answers=None)) is not None, f"{order} after {place} orders"
        state = enter(SONAR, state, order).state
        for hull, boat in zip(truth.hulls, state.boats, strict=True):
            at = named(hull.at) if hull.track else ""
            assert (at, min(hull.damage, 4)) == (state.sea.names[boat.at] if boat.at >= 0 else "", boat.damage)
            assert (hull.special, hull.wrecked) == (boat.rig.filled, frozenset(boat.rig.wrecked))
    outcome = SONAR.outcome(state)
    assert truth.winner == (outcome.winner if outcome else "")


# -- twins made by hand --------------------------------------------------------------------------------------
#
# Blue keeps the secret and begins, as in test_sonar_secrets.py.


def sail(boat: str, charge: str, *courses: str) -> list[list[str]]:
    """Return turns: `north n6` or `north n6, captain mine A1`; where nothing is to be charged there is no such line."""
    turns = []
    for course in courses:
        (direction, symbol), *then = (words.split() for words in course.split(", "))
        lines = turn(boat, direction, charge, symbol, *(" ".join(words) for words in then))
        turns.append([line for line in lines if charge or " charge " not in line])
    return turns


def game(blue_start: str, red_start: str, blue: list[list[str]], red: list[list[str]]) -> list[str]:
    """Return a game in which the boats take turns, blue first."""
    lines = [
        f"blue.captain start {blue_start}",
        f"red.captain start {red_start}",
        "blue.captain dive",
        "red.captain dive",
    ]
    for number, lines_of_blue in enumerate(blue):
        lines += lines_of_blue + (red[number] if number < len(red) else [])
    return lines


RED_SHOOTS = sail("red", "torpedo", "south s5", "south s6", "south s2, captain torpedo J8, captain volcano 1")
RED_LOOKS = sail("red", "drone", "south s4", "west w5", "west w6", "west w2, xo drone 1")
RED_TURNS = [line for turns in (RED_SHOOTS, RED_LOOKS) for line in turns]


def mined(point: str) -> list[str]:
    """Return a game in which blue lays a mine from A3, and red lets the lava of volcano 1 flow."""
    blue = sail("blue", "mine", "north n6", "north n4", f"north n1, captain mine {point}", "north n3", "north n5")
    return game("A6", "J1", blue, RED_TURNS[:4])


def test_a_mine_under_lava_vanishes_silently() -> None:
    cannot_tell(mined("B4"), mined("B3"), chart="delta-2", game=Later(2, "red"))


def smoky(start: str) -> list[str]:
    """Return a game in which red sends a drone into the smoke of sector 1."""
    courses = "south s5", "south s1", "east e4", "south s6", "west w5", "south s2", "east e6", "east e1"
    blue = sail("blue", "sonar", *courses[:3]) + sail("blue", "silence", *courses[3:])
    return game(start, "J1", blue, RED_TURNS)


def test_smoke_hides_a_boat_from_a_drone_that_would_have_found_it() -> None:
    cannot_tell(smoky("A1"), smoky("A6"), chart="delta-2", game=Later(1, "red"))
    with pytest.raises(LawBroken, match=r"can tell"):
        cannot_tell(
            [line.replace("drone 1", "drone 3") for line in smoky("A1")],
            [line.replace("drone 1", "drone 3") for line in smoky("A6")],
            chart="delta-2",
            game=Later(1, "red"),
        )


def erupting(start: str) -> list[str]:
    """Return a game in which blue triggers the eruption and sails on."""
    blue = sail("blue", "torpedo", "north n6", "north n4", "north n1, captain torpedo A7", "west w5")
    return game(start, "J1", blue, sail("red", "sonar", "south s5", "south s1", "south s2"))


def test_who_triggers_an_eruption_does_not_tell_that_it_was_hit() -> None:
    """Blue ends on B4, next to the volcano, or on B5, which is not."""
    near, far = erupting("B7"), erupting("B8")
    cannot_tell(near, far, chart="delta-2", game=Later(0, "blue"))
    with pytest.raises(LawBroken, match=r"red\.captain can tell"):
        cannot_tell(near, far, chart="delta-2", game=Later(0, "blue"), own_hit_announced="yes")


def surfaced(start: str) -> list[str]:
    """Return a game in which blue surfaces after one course."""
    up = ["blue.captain surface", "blue.captain end"]
    red = sail("red", "sonar", "south s5", "south s1")
    return game(start, "A1", [*sail("blue", "mine", "north n6"), up], red)


def test_ice_tells_that_it_broke_but_not_where() -> None:
    cannot_tell(surfaced("H10"), surfaced("J8"), chart="charlie-2", thin_ice="yes")
    with pytest.raises(LawBroken, match=r"red\.captain can tell"):
        cannot_tell(surfaced("H10"), surfaced("I10"), chart="charlie-2", thin_ice="yes")


def repaired(start: str, *charges: str) -> list[str]:
    """Return a game in which blue repairs its torpedo and then charges something."""
    blue = sail("blue", "scenario", "south s5", "south s1", "south s4, captain repair torpedo")
    blue += [turn("blue", "east", charge, symbol) for charge, symbol in zip(charges, ("e4", "e6"), strict=True)]
    red = sail("red", "scenario", "south s5", "south s1", "south s2") + sail("red", "", "south s6", "south s4")
    return game(start, "A1", blue, red)


WRECKS = repaired("F1", "scenario", "torpedo"), repaired("F2", "torpedo", "torpedo")


def test_a_repair_tells_the_island_but_not_the_point_nor_what_is_charged() -> None:
    cannot_tell(*WRECKS, chart="echo-2")
    with pytest.raises(LawBroken, match=r"red\.captain can tell"):
        cannot_tell(*WRECKS, chart="echo-2", game=TellsAll("charged"))
