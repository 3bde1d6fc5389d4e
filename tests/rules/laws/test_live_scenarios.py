"""The scenarios in real time through the laws: whole games beside the second referee, and twins made by hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from klaxon import data
from klaxon.rules.contract import Header, Order, Refusal, Seat
from klaxon.rules.laws import Entry, LawBroken, Twins, begin, enter, secrets_are_kept
from klaxon.rules.laws.trial import look
from klaxon.rules.sonar import Sonar
from klaxon.table.setup import make_header
from tests.effort import UNDER_MUTATION, effort
from tests.rules.golden.kit.scripts import scripts
from tests.rules.laws.kit.headers import SONAR, sonar_header
from tests.rules.laws.kit.live_truth import LiveTruth
from tests.rules.laws.kit.planted import TellsAll
from tests.rules.laws.kit.scenarios import SILENT, Later
from tests.rules.laws.kit.sonar_live import conceivable, header_of
from tests.rules.laws.kit.truth import named
from tests.rules.laws.kit.twins import BOATS, LENSES, others, random_history, told, truth_of

PLAYED = [path for path in scripts() if path.stem.startswith(("realtime-charlie", "realtime-delta", "realtime-echo"))]
FOR_EVER = [path for path in PLAYED if "patience=0" in path.read_text("utf-8")]
EVENTFUL = ("volcano", "repair", "surface", "guess")


def played(script: Path) -> tuple[Header, list[Entry]]:
    """Return the header of a golden playthrough, and the entries that count in it."""
    written = script.read_text("utf-8").splitlines()
    lines = [line for line in written if line and not line.startswith((*SILENT, "orders"))]
    options = dict(word.split("=") for word in lines[0].split()[2:])
    header = make_header(SONAR, {k: v for k, v in options.items() if k != "seed"}, data.read, options["seed"])
    assert isinstance(header, Header)
    state, counted = begin(SONAR, header), list[Entry]()
    for line in lines[1:]:
        entry: Entry = int(line[3:]) if line.startswith("at ") else Order.read(line)
        if isinstance(entry, int) or not isinstance(SONAR.apply(state, entry), Refusal):
            state = enter(SONAR, state, entry).state
            counted.append(entry)
    return header, counted


def referees_agree(header: Header, entries: list[Entry], dice: Random, every: int) -> None:
    """Lead both referees through a history; now and then, and round all that is special, they judge every order."""
    state, truth = begin(SONAR, header), truth_of(header)
    assert isinstance(truth, LiveTruth)
    seen = dict[tuple[Seat, str], Any]()
    special = {place + 1 for place, entry in enumerate(entries) if isinstance(entry, Order) and entry.verb in EVENTFUL}
    for place, entry in enumerate(entries):
        if place % every == 0 or place in special:
            look(SONAR, state, dice.randrange, seen, LENSES)
        if place % every == 0 or {place, place + 1} & special:
            for each in [each for boat in BOATS for each in conceivable(truth, boat)]:
                legal = not isinstance(SONAR.apply(state, each), Refusal)
                assert (truth.copy().do(each) is not None) == legal, f"{each} after {place} entries"
        told(truth, entry)
        state = enter(SONAR, state, entry).state
        for hull, boat in zip(truth.hulls, state.boats, strict=True):
            at = named(hull.at) if hull.track else ""
            assert (at, min(hull.damage, 4)) == (state.sea.names[boat.at] if boat.at >= 0 else "", boat.damage)
            assert (hull.special, hull.wrecked) == (boat.rig.filled, frozenset(boat.rig.wrecked))
    outcome = SONAR.outcome(state)
    assert truth.winner == (outcome.winner if outcome else "")


@pytest.mark.parametrize("script", FOR_EVER, ids=lambda path: str(path.stem))
def test_a_whole_scenario_in_real_time_obeys_and_the_referee_by_hand_agrees(script: Path) -> None:
    header, entries = played(script)
    referees_agree(header, entries, Random(script.stem), effort(120, 60, mutant=120))


def test_a_game_in_which_a_lot_chooses_a_volcano_obeys() -> None:
    (script,) = set(PLAYED) - set(FOR_EVER)
    header, entries = played(script)
    state, dice, seen = begin(SONAR, header), Random(1), dict[tuple[Seat, str], Any]()
    for place, entry in enumerate(entries):
        if place % 40 == 0 or state.asked >= 0:
            look(SONAR, state, dice.randrange, seen, LENSES)
        state = enter(SONAR, state, entry).state
    assert SONAR.outcome(state) is not None


@pytest.mark.skipif(UNDER_MUTATION, reason="the playthroughs are enough there")
@pytest.mark.parametrize(("name", "seed"), [("volcanoes", 28), ("volcanoes, second-ua", 5), ("ice and volcanoes", 2)])
def test_volcanoes_that_were_chosen_by_chance(name: str, seed: int) -> None:
    header = header_of(name, patience="0", stop_time="15")
    dice = Random(f"{name} {seed}")
    history = random_history(header, dice, 600)
    chosen = [entry for entry in history if isinstance(entry, Order) and entry.verb == "volcano"]
    assert len(chosen) == 2
    referees_agree(header, [each for each in history if isinstance(each, int) or each.verb != "guess"], dice, 120)


# -- twins made by hand --------------------------------------------------------------------------------------
#
# Blue keeps the secret; red sails down the east side. Each test is played with the boats exchanged too.


def chart(*marks: str) -> str:
    """Return an open chart of 15 by 15 with marks: `~ A3 B4`."""
    rows = [["."] * 15 for _ in range(15)]
    for mark, *points in (each.split() for each in marks):
        for point in points:
            rows[int(point[1:]) - 1][ord(point[0]) - 65] = mark
    return "name: Scene\nsectors: 5\ngrid:\n" + "\n".join("".join(row) for row in rows)


VOLCANOES = chart("1 F3", "a B4 F4", "2 M8", "b M9")


def cannot_tell(one: list[str], other: list[str], text: str, *, game: Sonar = SONAR, **options: str) -> None:
    """Hold the enemy and the spectator to law 7, with the boats as they are and exchanged."""
    for hidden in (1, 0):
        header = sonar_header(mode="realtime", first=BOATS[hidden], **options)
        header = replace(header, contents={"chart": text})
        twins = [_entries(lines, exchanged=hidden == 0) for lines in (one, other)]
        assert twins[0] != twins[1]
        secrets_are_kept(game, header, Twins(others(hidden), twins[0], twins[1], LENSES))


def _entries(lines: list[str], *, exchanged: bool) -> list[Entry]:
    names = {"red": "blue", "blue": "red"} if exchanged else {}
    pairs = [line.partition(".") for line in lines]
    return [Order.read(f"{names.get(boat, boat)}.{rest}") if rest else int(boat[3:]) for boat, _, rest in pairs]


def begun(blue: str, red: str = "O1") -> list[str]:
    """Return the opening of a game."""
    return [f"blue.captain start {blue}", f"red.captain start {red}", "blue.captain dive", "red.captain dive"]


def sail(boat: str, *words: str) -> list[str]:
    """Return courses with both marks: `north mine n6`."""
    found = []
    for course, system, symbol in (word.split() for word in words):
        found += [f"{boat}.captain course {course}", f"{boat}.xo charge {system}", f"{boat}.engineer break {symbol}"]
    return found


RED_CHARGES = sail("red", "south torpedo s5", "south torpedo s6", "south torpedo s2")
SPIRAL = sail(
    "blue",
    *("east mine e4", "east mine e1", "south drone s5", "south drone s6", "west drone w5", "west sonar w6"),
    "north sonar n6",
)
"""From A3: round B4, which is the only way on."""


def lava(start: str, *noted: str) -> list[str]:
    """Return a game in which red lets the lava of volcano 1 flow."""
    shot = ["red.captain torpedo O8", *noted, "red.captain volcano 1", "at 5000"]
    return [*begun(start), *SPIRAL, *RED_CHARGES, *shot, *sail("red", "south mine s1")]


def test_lava_that_leaves_no_way_on_is_not_heard_nor_the_stop_it_drops() -> None:
    shut, free = lava("A3", "blue.captain stop"), lava("A9")
    cannot_tell(shut, free, VOLCANOES, game=Later(2, "red"))
    with pytest.raises(LawBroken, match=r"course south was refused: frozen"):
        cannot_tell(lava("A9", "blue.captain stop"), free, VOLCANOES, game=Later(2, "red"))


def mined(point: str) -> list[str]:
    """Return a game in which blue lays a mine from A3, and red lets lava flow over B4."""
    blue = sail("blue", "north mine n6", "north mine n4", "north mine n1")
    shot = ["red.captain torpedo O8", "red.captain volcano 1"]
    return [*begun("A6"), *blue, f"blue.captain mine {point}", *RED_CHARGES, *shot]


def test_a_mine_under_lava_vanishes_silently_in_real_time() -> None:
    cannot_tell(mined("B4"), mined("B3"), VOLCANOES, game=Later(2, "red"))


def smoky(start: str, sector: str) -> list[str]:
    """Return a game in which red sends a drone into the smoke of volcano 1."""
    red = sail("red", "south drone s3", "south drone s4", "west drone w5", "west drone w6")
    blue = sail("blue", "south sonar s5", "east sonar e4")
    shot = [*RED_CHARGES, "red.captain torpedo O8", "red.captain volcano 1"]
    return [*begun(start), *blue, *shot, *red, f"red.xo drone {sector}"]


def test_smoke_hides_a_boat_in_real_time() -> None:
    cannot_tell(smoky("F1", "2"), smoky("F11", "2"), VOLCANOES, game=Later(1, "red"))
    with pytest.raises(LawBroken, match=r"can tell"):
        cannot_tell(smoky("F1", "8"), smoky("F11", "8"), VOLCANOES, game=Later(1, "red"))


def erupting(start: str) -> list[str]:
    """Return a game in which blue triggers the eruption within its STOP."""
    blue = sail("blue", "north torpedo n6", "north torpedo n4", "north torpedo n1")
    return [*begun(start), *blue, "blue.captain stop", "blue.captain torpedo F8", *sail("blue", "west mine w5")]


def test_who_triggers_an_eruption_does_not_tell_in_real_time_that_it_was_hit() -> None:
    near, far = erupting("F7"), erupting("F8")
    cannot_tell(near, far, VOLCANOES, game=Later(0, "blue"))
    with pytest.raises(LawBroken, match=r"can tell"):
        cannot_tell(near, far, VOLCANOES, game=Later(0, "blue"), own_hit_announced="yes")


def surfaced(start: str) -> list[str]:
    """Return a game in which blue surfaces after one course, and its engineer traces."""
    return [*begun(start), *sail("blue", "north mine n6"), "blue.captain surface", "blue.engineer trace 1"]


def test_thin_ice_tells_that_it_broke_but_not_where_in_real_time() -> None:
    ice = chart("~ B2 B4", "o B5")
    cannot_tell(surfaced("B3"), surfaced("B5"), ice, thin_ice="yes")
    with pytest.raises(LawBroken, match=r"can tell"):
        cannot_tell(surfaced("B3"), surfaced("B4"), ice, thin_ice="yes")


def test_a_guess_is_heard_by_the_own_crew_alone() -> None:
    course = sail("blue", "north mine n6")
    said = [*begun("A9"), "blue.radio guess O2", *course, "blue.radio guess O3", "at 900", "blue.radio guess none"]
    other = [*begun("A9"), *course, "at 900", "blue.radio guess A1"]
    plain = chart("# H8")
    cannot_tell(said, other, plain)
    with pytest.raises(LawBroken, match=r"can tell"):
        cannot_tell(said, other, plain, game=TellsAll("guessed"))
