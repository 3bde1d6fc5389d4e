"""Captain Sonar, mode `turns`, through all laws."""

from __future__ import annotations

from random import Random

import pytest

from klaxon.rules.contract import Offer, Order, Refusal, Seat
from klaxon.rules.laws import Entry, LawBroken, a_state_is_its_bytes, begin, digests, enter, histories_meet, obey
from klaxon.rules.laws.states import no_dead_end
from klaxon.rules.sonar import Sonar, menu
from klaxon.rules.sonar.chart import sea_of
from klaxon.rules.sonar.view import Bystander, View
from tests.effort import effort
from tests.rules.laws.kit.headers import SONAR, sonar_header
from tests.rules.laws.kit.sonar import LENSES, conceivable
from tests.rules.laws.kit.truth import Truth, named
from tests.rules.laws.kit.twins import random_history, rows_of

GAMES: dict[str, dict[str, str]] = {
    "second": {},
    "second, bravo": {"chart": "bravo-2", "help": "off"},
    "second, classic": {"chart": "classic-alpha", "help": "log"},
    "second-ua": {"rules": "second-ua", "help": "clash"},
    "wolfpack": {"rules": "wolfpack", "help": "solve"},
    "blunder": {"rules": "wolfpack", "blunder": "yes"},
    "blunder, second": {"blunder": "yes", "chart": "bravo-2"},
    "undo": {"undo": "yes"},
    "xo commands": {"xo_commands": "yes"},
    "xo commands, wolfpack": {"xo_commands": "yes", "rules": "wolfpack"},
    "shy xo": {"shy_xo": "all"},
    "detonate at any time": {"detonate_window": "any", "chart": "bravo-2"},
    "detonate at any time, as an activation": {"detonate_window": "any", "rules": "wolfpack", "blunder": "yes"},
    "sudden death": {"victory": "sudden-death"},
    "limit": {"limit": "40", "own_hit_announced": "yes", "mine_chain": "full"},
    "everything": {
        "undo": "yes",
        "xo_commands": "yes",
        "detonate_window": "any",
        "blunder": "yes",
        "rules": "second-ua",
    },
    "ice": {"chart": "charlie-2"},
    "thin ice": {"chart": "charlie-2", "thin_ice": "yes", "rules": "second-ua"},
    "volcanoes": {"chart": "delta-2"},
    "volcanoes, all around": {"chart": "delta-2", "eruption": "points", "rules": "second-ua", "detonate_window": "any"},
    "wrecks": {"chart": "echo-2"},
    "wrecks, second-ua": {"chart": "echo-2", "rules": "second-ua"},
    "wrecks, by themselves": {"chart": "echo-2", "echo_gauge": "auto", "undo": "yes"},
    "wrecks, blunder": {"chart": "echo-2", "rules": "wolfpack", "blunder": "yes"},
    "wrecks, wolfpack": {"chart": "echo-2", "rules": "wolfpack", "xo_commands": "yes"},
    "ice and volcanoes": {"chart": "grimsvotn", "thin_ice": "yes", "rules": "wolfpack"},
}


SCENARIOS = [
    name for name in GAMES if name.startswith(("ice", "thin ice", "volcanoes", "wrecks")) and "wolf" not in name
]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_obeys(name: str) -> None:
    seed = list(GAMES).index(name)
    header = sonar_header(seed=str(seed), **GAMES[name])
    steps, every = effort(600, 1_000, mutant=200), effort(50, 20, mutant=20)
    assert len(obey(SONAR, header, Random(seed).randrange, steps=steps, every=every, lenses=LENSES)) > (
        8 if name == "ice" else 30
    )


@pytest.mark.parametrize("name", ["second", "everything", "blunder"])
def test_every_state_of_a_beginning_obeys(name: str) -> None:
    dice = Random(name)
    assert obey(SONAR, sonar_header(**GAMES[name]), dice.randrange, steps=effort(30, 50, mutant=50), lenses=LENSES)


def test_an_oblong_chart_obeys() -> None:
    grid = [".......", "..#....", ".......", "....#..", ".......", ".#.....", "......."] * 3
    header = sonar_header()
    chart = "name: Oblong\nsectors: 3\ngrid:\n" + "\n".join(grid)
    header = type(header)(header.game, header.version, header.options, {"chart": chart}, "3")
    assert obey(SONAR, header, Random(3).randrange, steps=600, every=effort(40, 16), lenses=LENSES)


def test_a_state_is_equal_to_itself_after_more_charts_than_are_kept() -> None:
    header = sonar_header()
    state = begin(SONAR, header)
    for number in range(100):
        sea_of(f"chart {number}", 5, "\n".join(rows_of(header)))
    a_state_is_its_bytes(SONAR, state)


class OnlyTalks(Sonar):
    """Nobody may say anything but a remark."""

    def offers(self, view: View | Bystander) -> tuple[Offer, ...]:
        return tuple(offer for offer in menu.offers(view) if offer.remark)


def test_remarks_alone_are_a_dead_end() -> None:
    state = begin(SONAR, sonar_header())
    for order in orders(*OPENING):
        state = enter(SONAR, state, order).state
    no_dead_end(SONAR, state)
    with pytest.raises(LawBroken, match="law 8"):
        no_dead_end(OnlyTalks(), state)


# -- the digest is of the state ------------------------------------------------------------------------------


def orders(*lines: str) -> list[Entry]:
    """Return entries from lines; a line that begins with `at` is a moment."""
    return [int(line[3:]) if line.startswith("at ") else Order.read(line) for line in lines]


OPENING = ("red.captain start D8", "blue.captain start I3", "red.captain dive", "blue.captain dive")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (OPENING, (OPENING[1], OPENING[0], OPENING[3], OPENING[2])),
        (OPENING, ("red.captain start A1", "blue.captain start A2", *OPENING)),
        (
            (*OPENING, "red.captain course north", "red.xo charge mine", "red.engineer break n6"),
            (*OPENING, "red.captain course north", "red.engineer break n6", "red.xo charge mine"),
        ),
        ((*OPENING, "at 700"), ("at 10", *OPENING[:2], "at 300", *OPENING[2:], "at 700")),
    ],
    ids=["boats in another order", "a start taken back", "marks in another order", "at other times"],
)
def test_transposed_histories_meet(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    histories_meet(SONAR, sonar_header(first="red"), orders(*one), orders(*other))


def test_another_seed_or_another_order_is_another_state() -> None:
    entries = orders(*OPENING)
    assert digests(SONAR, sonar_header(first="red"), entries) != digests(
        SONAR, sonar_header(first="red", seed="8"), entries
    )
    with pytest.raises(LawBroken):
        histories_meet(SONAR, sonar_header(first="red"), entries, orders("red.captain start D7", *OPENING[1:]))


# -- the second referee --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", [*("second", "second-ua", "wolfpack", "blunder", "detonate at any time", "limit"), *SCENARIOS]
)
def test_the_referee_by_hand_agrees(name: str) -> None:
    """The twins of law 7 are found by `truth.Truth`: here it is shown to be no other game."""
    dice = Random(name)
    header = sonar_header(first="blue", **GAMES[name])
    state, truth = begin(SONAR, header), Truth(header.options, rows_of(header))
    for place, order in enumerate(random_history(header, dice, 300)):
        if place % 30 == 0:
            for boat in ("red", "blue"):
                for each in conceivable(truth, boat):
                    legal = not isinstance(SONAR.apply(state, each), Refusal)
                    assert (truth.copy().do(each) is not None) == legal, f"{each} after {place} orders"
        told = truth.do(order)
        state = enter(SONAR, state, order).state
        assert told is not None
        for hull, boat in zip(truth.hulls, ("red", "blue"), strict=True):
            shown = SONAR.show(SONAR.sight(state, Seat(f"{boat}.captain"), {}).view)
            assert (shown["at"], shown["damage"]) == (named(hull.at) if hull.track else "", min(hull.damage, 4))
    outcome = SONAR.outcome(state)
    assert truth.winner == (outcome.winner if outcome else "")
