"""Captain Sonar keeps its secrets: law 7 on twin histories, found by chance and made by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import pytest

from klaxon.rules.contract import Seat, Sight
from klaxon.rules.laws import LawBroken, Twins, secrets_are_kept
from klaxon.rules.sonar import Sonar
from klaxon.rules.sonar.state import State
from klaxon.rules.sonar.view import Bystander, View
from tests.effort import SOAK, UNDER_MUTATION
from tests.rules.laws.kit.headers import SONAR
from tests.rules.laws.kit.planted import TellsAll
from tests.rules.laws.kit.sonar_secrets import (
    BURNT,
    GAMES,
    PLAIN_MARKS,
    RED_SAILS,
    cannot_tell,
    marked_game,
    pairs,
    silent_game,
    turn,
    weave,
)
from tests.rules.laws.kit.twins import BOATS, check_pairs

BLUE_HIDES = ("second-ua", "wolfpack", "ice", "volcanoes", "wrecks", "ice and volcanoes", "chain")
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
    told: Counter[str] = Counter()
    long = 0
    for name, hidden in HIDDEN:
        for pair in pairs(name, hidden)[1]:
            differs.update(pair.differs.keys())
            told.update(pair.told)
            long += len(pair.orders) >= 100
    assert long >= 8
    assert differs["start"] >= 16
    assert min(differs[choice] for choice in ("mine", "silence")) >= 2
    assert min(differs[choice] for choice in ("charge", "break")) >= 14
    for what in (
        "course",
        "surfaced",
        "failed",
        "blast",
        "torpedo",
        "detonated",
        "drone",
        "sonar",
        "silence",
        "mine",
        "damage",
    ):
        assert told[what] >= 3, what


@pytest.mark.parametrize("hidden", [0, 1], ids=BOATS)
def test_the_own_crew_and_the_umpire_see_the_difference(hidden: int) -> None:
    header, (pair, *_) = pairs("second", hidden)
    for seat in (Seat(f"{BOATS[hidden]}.captain"), Seat("umpire")):
        with pytest.raises(LawBroken, match=f"{seat} can tell the histories apart"):
            secrets_are_kept(SONAR, header, Twins((seat,), pair.orders, pair.twin))


# -- twins made by hand --------------------------------------------------------------------------------------
#
# Blue keeps the secret and begins; red sails down the east side of Bravo-2. Each test is played with the boats
# exchanged too.


@pytest.mark.parametrize("zero", ["xo", "nobody"])
@pytest.mark.parametrize(
    ("silence", "symbol"), [("north 4", "n1"), ("east 4", "e1"), ("east 1", "e2"), ("north 1", "n3"), ("west 0", "")]
)
def test_silence_tells_neither_direction_nor_length(silence: str, symbol: str, zero: str) -> None:
    here, there = silent_game("stay", "", zero=zero), silent_game(silence, symbol, zero=zero)
    cannot_tell(here, there, silence_zero=zero)


def mined_game(point: str) -> list[str]:
    """Return a game in which blue lays a mine from B8, and red fires at C9."""
    blue = [turn("blue", "north", "mine", "n6"), turn("blue", "east", "mine", "e4")]
    blue += [turn("blue", "north", "mine", "n4", f"captain mine {point}")]
    blue += [turn("blue", "east", "mine", "e6"), turn("blue", "north", "mine", "n1")]
    red = [turn("red", "south", "torpedo", "s5"), turn("red", "south", "torpedo", "s1")]
    red += [turn("red", "south", "torpedo", "s2", "captain torpedo C9"), turn("red", "east", "sonar", "e4")]
    lines = weave("A10", blue, red)
    return [line.replace("start I1", "start F7") for line in lines]


@pytest.mark.parametrize("point", ["A7", "A8"])
def test_a_mine_that_a_torpedo_destroys_vanishes_silently(point: str) -> None:
    cannot_tell(mined_game("C9"), mined_game(point))


@pytest.mark.parametrize(
    "charges", ["sonar sonar sonar drone drone drone drone", "silence mine drone sonar mine drone sonar"]
)
def test_what_is_charged_is_not_heard(charges: str) -> None:
    cannot_tell(marked_game(*PLAIN_MARKS), marked_game(charges, PLAIN_MARKS[1]))


@pytest.mark.parametrize("symbols", ["e3 n2 w1 w2 s3 s4 e2", "e3 n1 w1 w2 s1 s4 e1"])
def test_what_is_broken_is_not_heard(symbols: str) -> None:
    cannot_tell(marked_game(*PLAIN_MARKS), marked_game(PLAIN_MARKS[0], symbols))


@pytest.mark.parametrize("announced", ["none", "section"])
def test_damage_by_radiation_is_not_heard_where_it_is_not_announced(announced: str) -> None:
    whole, burnt = marked_game(*PLAIN_MARKS), marked_game(PLAIN_MARKS[0], "e4 n6 w5 w6 s5 s1 e6")
    cannot_tell(whole, burnt, announce_breakdown=announced)
    with pytest.raises(LawBroken, match=r"red\.captain can tell"):
        cannot_tell(whole, burnt, announce_breakdown="all")


def test_an_own_hit_is_not_heard_where_it_is_not_announced() -> None:
    """Blue, on C9 or C8, fires at D10: that is next to C9, but not to C8."""
    games = []
    for start in ("A10", "A9"):
        turns = [turn("blue", *words.split()) for words in ("north torpedo n6", "east torpedo e4")]
        turns.append(turn("blue", "east", "torpedo", "e6", "captain torpedo D10"))
        games.append(weave(start, turns, RED_SAILS))
    cannot_tell(games[0], games[1])
    with pytest.raises(LawBroken, match=r"red\.captain can tell"):
        cannot_tell(games[0], games[1], own_hit_announced="yes")


# -- leaks planted in Captain Sonar itself -------------------------------------------------------------------


class ShowsTrueDamage(Sonar):
    """The enemy's damage is shown, announced or not."""

    def sight(self, state: State, seat: Seat, lens: Mapping[str, str]) -> Sight[View | Bystander]:
        sight = super().sight(state, seat, lens)
        if isinstance(sight.view, View):
            sight.view.enemy_damage = state.boats[1 - sight.view.me].damage
        return sight


class CountsTogether(Sonar):
    """Both boats count their prompts with one counter, and show it."""

    def sight(self, state: State, seat: Seat, lens: Mapping[str, str]) -> Sight[View | Bystander]:
        sight = super().sight(state, seat, lens)
        if isinstance(sight.view, View):
            sight.view.left = sum(boat.serial for boat in state.boats)
        return sight


SILENCES = silent_game("stay", "", zero="xo"), silent_game("north 4", "n1", zero="xo")
MINED = mined_game("C9"), mined_game("A7")
CHARGED = marked_game(*PLAIN_MARKS), marked_game("sonar sonar sonar drone drone drone drone", PLAIN_MARKS[1])


@pytest.mark.parametrize("games", [SILENCES, MINED, CHARGED, BURNT], ids=["silence", "mines", "charges", "radiation"])
def test_nothing_leaks_where_nothing_was_planted(games: tuple[list[str], list[str]]) -> None:
    cannot_tell(*games, announce_breakdown="none")


@pytest.mark.parametrize(
    ("game", "games"),
    [
        (TellsAll("silence"), SILENCES),
        (TellsAll("mine-laid"), MINED),
        (TellsAll("mine-lost"), MINED),
        (TellsAll("charged"), CHARGED),
        (TellsAll("broke"), BURNT),
        (TellsAll("damage"), BURNT),
        (ShowsTrueDamage(), BURNT),
        (CountsTogether(), SILENCES),
    ],
    ids=lambda it: getattr(it, "kind", type(it).__name__),
)
@pytest.mark.skipif(UNDER_MUTATION, reason="it looks at the law, not at the rules")
def test_a_leak_planted_in_captain_sonar_is_found(game: Sonar, games: tuple[list[str], list[str]]) -> None:
    with pytest.raises(LawBroken, match="law 7, secrets are kept: red"):
        cannot_tell(*games, game=game, announce_breakdown="none")
