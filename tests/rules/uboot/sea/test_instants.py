"""Time at sea: the least of all instants comes next, each thing has its own chance, nothing is a float (UBT-8.0)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from klaxon.rules.uboot.clock import FACTOR
from klaxon.rules.uboot.sea.passing import SOURCES, run
from tests.rules.uboot.kit.boat import GAME, HOUR, MINUTE, Boat, told
from tests.rules.uboot.kit.marks import allows, refuses
from tests.rules.uboot.kit.ships import LOOKOUTS, SeaRun, ship_row

SOURCE = Path(__file__).parents[4] / "firmware" / "klaxon" / "rules" / "uboot"
"""As it is written: a copy with mutants in it may have anything."""

EYES: dict[str, Any] = {"lookouts": 6}
TRAFFIC = [["fast_convoy", 1], ["slow_convoy", 1], ["single", 4], ["patrol", 2]]
UNEVEN = {"exp", "log", "sin", "cos", "tan", "sqrt", "pi", "hypot", "atan2", "random"}


# -- no float ----------------------------------------------------------------------------------------------------------


def atoms(value: Any) -> Iterator[Any]:
    """Yield every single value of a record."""
    if isinstance(value, (tuple, list, frozenset)):
        for each in value:
            yield from atoms(each)
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from (key, *atoms(each))
    else:
        yield value


@refuses("8.0a")
def test_no_state_of_the_sea_holds_a_float() -> None:
    sea = SeaRun(*(ship_row(f"s{n}", range_m=9_000 + n, known=True) for n in range(3)), TRAFFIC=TRAFFIC, aboard=EYES)
    kinds = {type(each) for each in atoms(sea.run(9 * HOUR).work.sea())}
    assert kinds == {int, str, bool, type(None)}


@refuses("8.0a")
def test_no_rule_of_the_boat_works_with_floats() -> None:
    """Neither a float is written anywhere, nor a division or a function that makes one."""
    found = [
        f"{path.name}:{node.lineno}"
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if (isinstance(node, ast.Constant) and isinstance(node.value, float))
        or (isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(node.op, ast.Div))
        or (isinstance(node, ast.Name) and node.id == "float")
        or (isinstance(node, ast.ImportFrom) and node.module in ("math", "random", "statistics") and _is_uneven(node))
    ]
    assert found == []


def _is_uneven(node: ast.ImportFrom) -> bool:
    return any(name.name in UNEVEN for name in node.names)


# -- instants ------------------------------------------------------------------------------------------------------


@allows("8.0b")
@refuses("8.0b")
def test_what_happens_next_is_the_least_of_all_instants_and_nothing_happens_in_between() -> None:
    """Between two instants no part of the sea has anything due: there is no grid of time."""
    sea = SeaRun(TRAFFIC=TRAFFIC, aboard=EYES, course=300, speed="half")
    last = 0
    for _ in range(150):
        due = [game for source in SOURCES if (game := source.due(sea.work)) is not None]
        before = sea.work.sea()
        assert run(sea.work, min(due) - 1) is None
        assert sea.work.sea() == before
        assert min(due) >= last
        last = min(due)
        run(sea.work, last)
        sea.work.news.clear()
    assert last > MINUTE


# -- chance --------------------------------------------------------------------------------------------------------


def sighted_at(sea: SeaRun, name: str) -> list[int]:
    """Return when a ship was found."""
    bodies = {
        each.name: sea.work.traffic.ships[each.body].name for each in sea.work.watches.sightings if each.body >= 0
    }
    return [at for at, do, facts in sea.news if do == "sighted" and bodies.get(facts["contact"]) == name]


@allows("8.0c")
def test_every_pair_has_chance_of_its_own() -> None:
    """A ship is found at the same instant, whoever else is about and is found before or after it."""
    alone = SeaRun(ship_row("a", range_m=16_000, kn=0), aboard=EYES).run(4 * HOUR)
    others = [ship_row(f"o{n}", bearing=90 + 9 * n, range_m=9_000 + 900 * n, kn=0) for n in range(8)]
    among = SeaRun(*others, ship_row("a", range_m=16_000, kn=0), aboard=EYES).run(4 * HOUR)
    assert sighted_at(alone, "a") == sighted_at(among, "a") != []
    found = [at for n in range(8) for at in sighted_at(among, f"o{n}")]
    assert len(set(found)) == len(found) > 5


@refuses("8.0c")
def test_neither_looks_nor_orders_nor_men_change_what_others_draw() -> None:
    """Wear, weather and what is found come as they would have come."""
    ships = [ship_row("a", range_m=16_000, kn=0)]
    nights = []
    for is_busy in (False, True):
        boat = Boat(rules="wear=on manning=auto", SHIPS=ships, **{**LOOKOUTS, "speed": "stop"})
        lines: list[str] = []
        for number in range(40):
            lines += told(boat.wait(2 * MINUTE), "contact", "fault", "weather")
            if is_busy:
                boat.view("umpire")
                boat.view()
                if number in (3, 11):
                    boat.give(f"captain new_course {10 * number}")  # a boat at rest does not turn
        nights.append(lines)
    assert nights[0] == nights[1] != []


# -- table time ----------------------------------------------------------------------------------------------------


@allows("8.0e")
@refuses("8.0e")
@pytest.mark.parametrize("mode", FACTOR)
def test_what_is_due_comes_at_the_first_table_millisecond_that_has_reached_it(mode: str) -> None:
    """Computed for its own game time, whatever the clock shows at that millisecond; not a millisecond sooner."""
    found = SeaRun(ship_row("a", range_m=16_000, kn=0), aboard={"lookouts": 4}).run(9 * HOUR).news[0][0]
    boat = Boat(SHIPS=[ship_row("a", range_m=16_000, kn=0)], **LOOKOUTS)
    factor = FACTOR[mode]
    if mode != "real":
        boat.give(f"captain time {mode}")
    first = boat.state.now - (-(found - boat.state.board.clock.game_at) // factor)
    assert told(boat.wait(first - 1 - boat.state.now)) == []
    assert GAME.due(boat.state) == first
    assert next(event.type for event in boat.wait(1)) == "contact"
    assert boat.state.sea.watches.sightings[0].found == found


@refuses("8.0e")
def test_what_is_due_at_one_instant_comes_in_the_order_of_the_page_and_of_ships() -> None:
    """The script in its order, then the bell; of two ships that are in sight at once the one with the lower number."""
    known = [ship_row(name, range_m=9_000 - n, known=True) for n, name in enumerate("ba")]
    boat = Boat(SHIPS=known, **LOOKOUTS)
    assert [each.body for each in boat.state.sea.watches.sightings] == [0, 1]
    script = [{"at": "4:00:00", "do": "morale", "n": -1}, {"at": "4:00:00", "do": "detected", "on": True}]
    boat = Boat(script)
    boat.give("captain time transit")
    kinds = [event.type for event in boat.wait(MINUTE)]
    assert [kind for kind in kinds if kind in ("morale", "detected", "bell")] == ["morale", "detected", "bell"]
