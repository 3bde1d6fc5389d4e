"""Captain Sonar in real time, through all laws: by chance, beside the second referee, and on twin histories."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from klaxon.rules.contract import Header, Order, Refusal, Seat
from klaxon.rules.laws import (
    Entry,
    LawBroken,
    Twins,
    begin,
    enter,
    histories_meet,
    obey,
    secrets_are_kept,
)
from klaxon.rules.sonar import Sonar
from tests.effort import SOAK, UNDER_MUTATION, effort
from tests.rules.laws.kit.headers import SONAR, sonar_header
from tests.rules.laws.kit.live_truth import LiveTruth
from tests.rules.laws.kit.planted import TellsAll
from tests.rules.laws.kit.sonar_live import (
    GAMES,
    OBEYING,
    RED,
    SILENT,
    conceivable,
    header_of,
    sailed,
)
from tests.rules.laws.kit.truth import named
from tests.rules.laws.kit.twins import (
    BOATS,
    LENSES,
    Pair,
    check_pairs,
    find_pairs,
    others,
    random_history,
    told,
    truth_of,
)


@pytest.mark.parametrize("name", OBEYING)
def test_a_game_in_real_time_obeys(name: str) -> None:
    dice = Random(name)
    steps, every = effort(500, 500, mutant=150), effort(80, 40, mutant=40)
    assert obey(SONAR, header_of(name), dice.randrange, steps=steps, every=every, lenses=LENSES)


@pytest.mark.parametrize("name", ["second", "wolfpack", "recorded"])
def test_every_state_of_a_beginning_obeys(name: str) -> None:
    assert obey(SONAR, header_of(name), Random(name).randrange, steps=24, lenses=LENSES)


def test_a_game_in_turns_with_a_clock_obeys() -> None:
    header = sonar_header(clock="20", limit="30", chart="bravo-2")
    assert obey(SONAR, header, Random(1).randrange, steps=400, every=20)


def test_marks_and_traces_in_another_order_lead_to_the_same_state() -> None:
    opening = ["red.captain start D8", "blue.captain start I3", "red.captain dive", "blue.captain dive"]
    course = ["red.captain course north", "blue.captain course north"]
    marks = ["red.xo charge mine", "red.engineer break n6"]
    surfaced = ["red.captain surface", "red.engineer trace 1"]
    traces = ["red.xo trace 2", "red.captain trace 3"]
    one = [Order.read(line) for line in (*opening, *course, *marks, *surfaced, *traces)]
    other = [Order.read(line) for line in (*opening, *course[::-1], *marks[::-1], *surfaced, *traces[::-1])]
    histories_meet(SONAR, header_of("second"), one, other)


# -- the second referee --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_the_referee_by_hand_agrees(name: str) -> None:
    """The twins of law 7 are found by `LiveTruth`: here it is shown to be no other game."""
    dice = Random(name)
    header = header_of(name, patience="0", stop_time="15")
    state, truth = begin(SONAR, header), truth_of(header)
    assert isinstance(truth, LiveTruth)
    for place, entry in enumerate(random_history(header, dice, effort(300, 300, mutant=100))):
        if place % 25 == 0:
            for boat in BOATS:
                for each in conceivable(truth, boat):
                    legal = not isinstance(SONAR.apply(state, each), Refusal)
                    assert (truth.copy().do(each) is not None) == legal, f"{each} after {place} entries"
        told(truth, entry)
        state = enter(SONAR, state, entry).state
        shown = [SONAR.show(SONAR.view(state, Seat(f"{boat}.captain"))) for boat in BOATS]
        for hull, view, boat in zip(truth.hulls, shown, state.boats, strict=True):
            assert (hull.special, hull.wrecked) == (boat.rig.filled, frozenset(boat.rig.wrecked))
            assert (view["at"], view["damage"]) == (named(hull.at) if hull.track else "", min(hull.damage, 4))
            assert (view["held"], view["surfaced"]) == (
                BOATS[truth.holder] if truth.holder >= 0 else "",
                bool(hull.phase),
            )
    outcome = SONAR.outcome(state)
    assert truth.winner == (outcome.winner if outcome else "")


# -- twins, found by chance ----------------------------------------------------------------------------------


@cache
def pairs(name: str, hidden: int) -> tuple[Header, tuple[Pair, ...]]:
    """Return twins of one boat in a game."""
    dice = Random(f"{name} {hidden}")
    header = header_of(name, patience="0", stop_time="15")
    long = SOAK or (name in LONG and not UNDER_MUTATION)
    history = random_history(header, dice, effort(220 if long else 180, 220, mutant=60))
    return header, tuple(find_pairs(header, history, hidden, dice, many=96 if long else 48))


LONG = ("wolfpack", "wrecks")
"""The games in which only twins of a long life differ in gauges, routes and marks that are owed."""
BLUE_HIDES = ("second-ua", "wolfpack", "volcanoes, second-ua", "wrecks, second-ua", "wrecks, wolfpack")
HIDDEN = [
    (name, hidden) for name in GAMES for hidden in ((0, 1) if SOAK or UNDER_MUTATION else (int(name in BLUE_HIDES),))
]
"""Each game, and the boat whose secrets differ: the one of which more is told, in a soak both."""


@pytest.mark.parametrize(("name", "hidden"), HIDDEN)
def test_another_boat_that_fits_all_that_was_told_cannot_be_told_apart(name: str, hidden: int) -> None:
    header, found = pairs(name, hidden)
    check_pairs(header, hidden, found)


@pytest.mark.skipif(UNDER_MUTATION, reason="it looks at the twins, not at the rules")
def test_the_twins_are_many_and_differ_in_every_secret() -> None:
    differs: Counter[str] = Counter()
    heard: Counter[str] = Counter()
    for name, hidden in HIDDEN:
        for pair in pairs(name, hidden)[1]:
            differs.update(pair.differs.keys())
            heard.update(pair.told)
    assert differs["start"] >= 10
    assert min(differs[choice] for choice in ("charge", "break")) >= 8
    assert min(differs[choice] for choice in ("mine", "silence")) >= 1
    for what in (
        "course",
        "surfaced",
        "hull",
        "confirmed",
        "stopped",
        "released",
        "failed",
        "blast",
        "silence",
        "sonar",
    ):
        assert heard[what] >= 2, what


# -- twins made by hand --------------------------------------------------------------------------------------
#
# Blue keeps the secret; red sails down the east side of open water. Each test is played with the boats exchanged too.

OPEN = "name: Open\nsectors: 5\ngrid:\n" + "\n".join(["." * 15] * 15)
START = ("blue.captain start A15", "red.captain start O1", "blue.captain dive", "red.captain dive")


def cannot_tell(one: list[str], other: list[str], *, game: Sonar = SONAR, **options: str) -> None:
    """Hold the enemy and the spectator to law 7, with the boats as they are and exchanged."""
    header = replace(sonar_header(mode="realtime", **options), contents={"chart": OPEN})
    for hidden in (1, 0):
        twins = [_entries([*START, *lines], exchanged=hidden == 0) for lines in (one, other)]
        assert twins[0] != twins[1]
        secrets_are_kept(game, header, Twins(others(hidden), twins[0], twins[1], LENSES))


def _entries(lines: list[str], *, exchanged: bool) -> list[Entry]:
    names = {"red": "blue", "blue": "red"} if exchanged else {}
    found: list[Entry] = []
    for line in lines:
        boat, _, rest = line.partition(".")
        found.append(int(line[3:]) if line.startswith("at ") else Order.read(f"{names.get(boat, boat)}.{rest}"))
    return found


def silent_game(silence: str, marks: list[str]) -> list[str]:
    """Return a game in which blue goes silent with the marks of a course outstanding, and both sail on."""
    courses = ["blue.captain course north", f"blue.captain silence {silence}"]
    later = ["blue.xo charge mine", "blue.engineer break n4", *marks]
    return [*SILENT, *courses, *RED, "at 3000", *later, "blue.captain course north", "red.captain stop"]


SILENCES = (
    silent_game("stay", ["blue.xo charge torpedo"]),
    silent_game("north 4", ["blue.xo charge drone", "blue.engineer break n1"]),
)


@pytest.mark.parametrize(("silence", "symbol"), [("north 4", "n1"), ("east 4", "e1"), ("west 1", "w1"), ("west 0", "")])
def test_silence_tells_neither_direction_nor_length_in_real_time(silence: str, symbol: str) -> None:
    marks = ["blue.xo charge torpedo", *([f"blue.engineer break {symbol}"] if symbol else [])]
    cannot_tell(SILENCES[0], silent_game(silence, marks))


def test_the_wolfpack_tells_no_length_either() -> None:
    still, far = silent_game("stay", []), silent_game("north 4", ["blue.xo charge torpedo", "blue.engineer break n1"])
    cannot_tell(still, far, rules="wolfpack", silence_zero="nobody", binding="no", surface_is_stop="no")


def test_when_and_in_which_order_a_crew_acknowledges_is_not_seen() -> None:
    course, red = ["blue.captain course north", "at 100"], RED[:3]
    quick = [*course, "blue.xo charge mine", "blue.engineer break n6", *red, "at 9000"]
    slow = [*course, *red, "at 7000", "blue.engineer break n1", "blue.xo charge drone", "at 9000"]
    cannot_tell(quick, slow, interval="2")


def test_how_a_hull_is_traced_is_seen_only_when_it_is_done() -> None:
    def game(*traces: str) -> list[str]:
        up = ["blue.captain course north", "blue.xo charge mine", "blue.engineer break n6", "blue.captain surface"]
        return [*up, "at 5000", *(f"blue.{trace}" for trace in traces), *RED, "at 20000"]

    one = game("engineer trace 1", "xo trace 2")
    cannot_tell(one, game("engineer trace 3"))
    cannot_tell(one, game('engineer trace 1 ""'))
    cannot_tell(one, game())


def test_a_stop_that_was_called_too_late_is_not_seen_before_it_is_served() -> None:
    cannot_tell(["red.captain stop", "blue.captain stop", "at 1000"], ["red.captain stop", "at 1000"])


def test_a_boat_that_its_own_mine_closes_in_is_not_seen() -> None:
    def game(mine: str) -> list[str]:
        courses = sailed("north mine n6", "east mine e4", "south mine s5")
        return [*courses, f"blue.captain mine {mine}", "at 1000", *RED, "red.captain stop", "at 9000"]

    cannot_tell(game("C15"), game("C14"))


def test_what_a_refused_stop_lacked_is_not_seen() -> None:
    """A crew of the Wolfpack that has nothing to use is refused, one that has is not asked: the enemy sees neither."""
    header = replace(sonar_header(mode="realtime", rules="wolfpack"), contents={"chart": OPEN})
    views = []
    for system in ("drone", "silence"):
        state = begin(SONAR, header)
        courses = sailed(*(f"north {system} {symbol}" for symbol in ("n6", "n5", "n2", "n1")))
        for entry in _entries([*START, *courses], exchanged=False):
            state = enter(SONAR, state, entry).state
        refused = isinstance(SONAR.apply(state, Order.read("blue.captain stop")), Refusal)
        assert refused == (system == "silence")
        views.append([SONAR.show(SONAR.sight(state, seat, {}).view) for seat in others(1)])
    assert views[0] == views[1]


def test_a_penalty_that_was_drawn_by_lot_is_not_heard() -> None:
    charged = sailed("north torpedo n6", "north torpedo n1", "north torpedo n4")
    one = [*charged, "blue.captain course north", "blue.engineer break n2", "blue.captain torpedo A10"]
    cannot_tell([*one, "at 70000"], [*one, "at 30000", "blue.engineer break w5", "at 70000"])


@pytest.mark.parametrize("kind", ["silence", "charged", "broke"])
@pytest.mark.skipif(UNDER_MUTATION, reason="it looks at the law, not at the rules")
def test_a_leak_planted_in_real_time_is_found(kind: str) -> None:
    with pytest.raises(LawBroken, match="law 7, secrets are kept: red"):
        cannot_tell(*SILENCES, game=TellsAll(kind))
