"""The program against plain models on random charts: coordinates and sets instead of integers and tables."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaxon.rules.contract import Outcome, Refusal
from klaxon.rules.sonar.state import route_points
from klaxon.rules.walks import random_walk
from tests.rules.sonar.kit.boats import CREW, FULL, GAME, SEATS, SYMBOLS, Table, check_menus, set_up
from tests.rules.sonar.kit.circuits import stable

Point = tuple[int, int]
"""Column and row, from 0."""
STEPS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}


def name(point: Point) -> str:
    return f"{'ABCDEFGHIJ'[point[0]]}{point[1] + 1}"


def joined(sea: set[Point], start: Point) -> set[Point]:
    found, edge = {start}, [start]
    while edge:
        x, y = edge.pop()
        for dx, dy in STEPS.values():
            near = (x + dx, y + dy)
            if near in sea - found:
                found.add(near)
                edge.append(near)
    return found


@dataclass
class Scene:
    """A chart with a boat that has sailed, and mines."""

    size: Point
    sea: set[Point]
    route: list[Point]
    mines: set[Point]
    enemy: Point
    enemy_mines: set[Point] = field(default_factory=set)

    @property
    def at(self) -> Point:
        return self.route[-1]

    @property
    def grid(self) -> str:
        width, height = self.size
        return "\n".join("".join("." if (x, y) in self.sea else "#" for x in range(width)) for y in range(height))

    def table(self, **options: str) -> Table:
        """Return the scene as a table, red to activate."""
        table = Table(self.grid, red=name(self.at), blue=name(self.enemy), **options).acting("red")
        table.put("red", route=" ".join(map(name, self.route)), mines=" ".join(map(name, self.mines)))
        return table.put("blue", mines=" ".join(map(name, self.enemy_mines)))

    def free(self, point: Point) -> bool:
        return point in self.sea and point not in self.route and point not in self.mines


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    size = width, height = draw(st.integers(5, 8)), draw(st.integers(5, 8))
    cells = [(x, y) for y in range(height) for x in range(width)]
    islands = draw(st.sets(st.sampled_from(cells), max_size=len(cells) // 2))
    start = draw(st.sampled_from([cell for cell in cells if cell not in islands]))
    sea = joined(set(cells) - islands, start)
    route = [start]
    for dx, dy in draw(st.lists(st.sampled_from(sorted(STEPS.values())), max_size=15)):
        step = (route[-1][0] + dx, route[-1][1] + dy)
        if step in sea and step not in route:
            route.append(step)
    places = st.sets(st.sampled_from(sorted(sea)), max_size=6)
    return Scene(size, sea, route, draw(places) - set(route), draw(st.sampled_from(sorted(sea))), draw(places))


def offered(table: Table, verb: str) -> set[str]:
    return {order.partition(" ")[2] for order in table.orders("red.captain") if order.split()[0] == verb}


@given(scenes())
def test_courses_are_the_free_points_beside_the_boat(scene: Scene) -> None:
    table = scene.table().put("red", moved=False)
    x, y = scene.at
    assert offered(table, "course") == {way for way, (dx, dy) in STEPS.items() if scene.free((x + dx, y + dy))}


@given(scenes(), st.booleans())
def test_a_torpedo_reaches_what_four_steps_reach(scene: Scene, plain: bool) -> None:
    width, height = scene.size
    medium = {(x, y) for x in range(width) for y in range(height)} if plain else scene.sea
    reached = {scene.at}
    for _ in range(4):
        reached |= {(x + dx, y + dy) for x, y in reached for dx, dy in STEPS.values()} & medium
    targets = {name(point) for point in reached & scene.sea - {scene.at}}
    assert offered(scene.table(torpedo_path="plain" if plain else "water"), "torpedo") == targets


@given(scenes())
def test_silence_runs_as_far_as_the_water_is_free(scene: Scene) -> None:
    runs = {"stay"}
    for way, (dx, dy) in STEPS.items():
        (x, y), length = scene.at, 0
        runs.add(f"{way} 0")
        while length < 4 and scene.free((x + dx, y + dy)):
            (x, y), length = (x + dx, y + dy), length + 1
            runs.add(f"{way} {length}")
    assert offered(scene.table(), "silence") == runs


@given(scenes())
def test_mines_are_laid_on_free_points_around_the_boat(scene: Scene) -> None:
    x, y = scene.at
    around = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    assert offered(scene.table(), "mine") == {name(point) for point in around if scene.free(point)}


@given(scenes())
def test_no_course_at_the_start_of_a_turn_is_a_blackout(scene: Scene) -> None:
    table = scene.table().put("red", moved=False).let("blue").put("blue", moved=True)
    table.give("blue.captain end")
    x, y = scene.at
    stuck = not any(scene.free((x + dx, y + dy)) for dx, dy in STEPS.values())
    assert table.view("red.captain")["blackout"] is stuck


def distance(one: Point, other: Point) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


class Blasts:
    """Blasts as the rule tells them: a list of places, and what is left."""

    def __init__(self, scene: Scene) -> None:
        self.boats = {"red": scene.at, "blue": scene.enemy}
        self.mines = {"red": set(scene.mines), "blue": set(scene.enemy_mines)}
        self.damage = {"red": 0, "blue": 0}
        self.places: list[Point] = []

    def blast(self, at: Point) -> None:
        self.places.append(at)
        for boat, place in self.boats.items():
            self.damage[boat] = min(4, self.damage[boat] + {0: 2, 1: 1}.get(distance(place, at), 0))

    @property
    def over(self) -> bool:
        return 4 in self.damage.values()

    def chain(self, origin: set[Point], levels: int, nearest: int) -> None:
        while levels and origin and not self.over:
            lit = [
                (point[1], point[0], boat)
                for boat in ("red", "blue")
                for point in self.mines[boat]
                if any(nearest <= distance(point, each) <= 1 for each in origin)
            ]
            for row, column, boat in sorted(lit, key=lambda one: (one[0], one[1], one[2] == "blue")):
                self.mines[boat].discard((column, row))
                self.blast((column, row))
            origin, levels, nearest = {(column, row) for row, column, _ in lit}, levels - 1, 0

    def outcome(self) -> Outcome | None:
        lost = [boat for boat in ("red", "blue") if self.damage[boat] == 4]
        if not lost:
            return None
        return Outcome("draw" if len(lost) == 2 else "blue" if lost == ["red"] else "red", "sunk")


def agree(table: Table, model: Blasts, line: str) -> None:
    events = table.give(line)
    told = [event for event in events if event.type == "blast" and "umpire" in event.to]
    assert [event.facts["at"] for event in told] == list(map(name, model.places))
    for boat in ("red", "blue"):
        assert set(table.mines(boat)) == set(map(name, model.mines[boat]))
        assert table.boat(boat).damage == model.damage[boat]
    assert GAME.outcome(table.state) == model.outcome()


@given(scenes(), st.sampled_from(["off", "torpedo", "full"]), st.randoms(use_true_random=False))
def test_a_torpedo_does_what_the_rule_tells(scene: Scene, chain: str, chance: Random) -> None:
    table = scene.table(mine_chain=chain)
    targets = [point for point in sorted(scene.sea) if name(point) in offered(table, "torpedo")]
    if not targets:
        return
    target = chance.choice(targets)
    model = Blasts(scene)
    model.blast(target)
    for mines in model.mines.values():
        mines.discard(target)
    model.chain({target}, {"off": 0, "torpedo": 1, "full": -1}[chain], nearest=1)
    agree(table, model, f"red.captain torpedo {name(target)}")


@given(scenes(), st.sampled_from(["off", "torpedo", "full"]), st.randoms(use_true_random=False))
def test_a_detonation_does_what_the_rule_tells(scene: Scene, chain: str, chance: Random) -> None:
    if not scene.mines:
        return
    target = chance.choice(sorted(scene.mines))
    model = Blasts(scene)
    model.mines["red"].discard(target)
    model.blast(target)
    model.chain({target}, -1 if chain == "full" else 0, nearest=0)
    agree(scene.table(mine_chain=chain), model, f"red.captain detonate {name(target)}")


OPTIONS: list[dict[str, str]] = [
    {},
    {"rules": "second-ua", "undo": "yes", "shy_xo": "all"},
    {"rules": "wolfpack", "xo_commands": "yes", "help": "solve"},
    {"rules": "wolfpack", "blunder": "yes", "detonate_window": "any", "help": "off"},
    {"detonate_window": "any", "undo": "yes", "mine_chain": "full", "torpedo_path": "plain", "limit": "60"},
    {"detonate_window": "any", "detonate_is_activation": "yes", "xo_commands": "yes", "silence_zero": "nobody"},
]


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(options.values()) or "second")
def test_any_play_keeps_every_state_sound(options: dict[str, str]) -> None:
    chance = Random(str(options))
    state = set_up("alpha-2" if chance.random() < 0.5 else "bravo-2", **options)
    for _ in range(250):
        check_menus(state)
        check_boats(state)
        if GAME.outcome(state) is not None:
            break
        seats = [seat for seat in SEATS if seat in GAME.actors(state)]
        walks = [random_walk(GAME, seat, GAME.sight(state, seat, {}).view, chance.randrange) for seat in seats]
        orders = [order for order in walks if order is not None]
        assert orders, "a dead end"
        step = GAME.apply(state, chance.choice(orders))
        assert not isinstance(step, Refusal), step
        for event in step.events:
            assert event.to & (CREW["red"] | CREW["blue"]), "nobody hears it"
        state = step.state
    assert GAME.decode(GAME.encode(state)) == state


def check_boats(state: object) -> None:
    """Check what is true of a boat at any time."""
    for boat in state.boats:  # type: ignore[attr-defined]
        sea = state.sea  # type: ignore[attr-defined]
        assert boat.at < 0 or (boat.route | boat.mines) & ~sea.water == 0
        assert boat.at < 0 or boat.route >> boat.at & 1
        assert boat.route & boat.mines == 0
        assert boat.fresh & ~boat.mines == 0
        assert sea.gather(route_points(sea, boat.at, boat.path)) == boat.route
        assert all(0 <= filled <= boxes for filled, boxes in zip(boat.gauges, FULL.values(), strict=True))
        assert 0 <= boat.shown_damage <= boat.damage <= 4
        assert stable({symbol for place, symbol in enumerate(SYMBOLS) if boat.panel >> place & 1})
