"""Captain Sonar keeps its secrets: law 7 on twin histories, found by chance and made by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from random import Random

import pytest

from klaxon.rules.contract import Header, Order, Refusal, Seat, Sight, Step
from klaxon.rules.laws import Entry, LawBroken, Twins, seats_of, secrets_are_kept
from klaxon.rules.sonar import Sonar
from klaxon.rules.sonar.state import State
from klaxon.rules.sonar.views import Bystander, View
from tests.effort import SOAK, UNDER_MUTATION
from tests.rules.laws.kit.headers import SONAR, sonar_header
from tests.rules.laws.kit.twins import BOATS, LENSES, Pair, check_pairs, find_pairs, others, random_history

GAMES: dict[str, dict[str, str]] = {
    "second": {},
    "second, log": {"help": "log"},
    "second, bravo": {"chart": "bravo-2", "help": "clash"},
    "second, classic": {"chart": "classic-alpha", "help": "solve"},
    "second-ua": {"rules": "second-ua"},
    "second-ua, bravo": {"rules": "second-ua", "chart": "bravo-2", "detonate_window": "any"},
    "wolfpack": {"rules": "wolfpack"},
    "blunder": {"rules": "wolfpack", "blunder": "yes", "xo_commands": "yes"},
    "undo": {"undo": "yes"},
    "detonate at any time": {"detonate_window": "any", "shy_xo": "all"},
    "sudden death": {"victory": "sudden-death"},
    "ice": {"chart": "charlie-2", "thin_ice": "yes"},
    "volcanoes": {"chart": "delta-2", "mine_chain": "full"},
    "volcanoes, all around": {"chart": "delta-2", "rules": "second-ua", "eruption": "points"},
    "wrecks": {"chart": "echo-2"},
    "wrecks, second-ua": {"chart": "echo-2", "rules": "second-ua", "echo_gauge": "auto"},
    "ice and volcanoes": {"chart": "grimsvotn", "thin_ice": "yes", "detonate_window": "any"},
    "chain": {"mine_chain": "full", "torpedo_path": "plain", "own_hit_announced": "yes"},
}


@cache
def pairs(name: str, hidden: int) -> tuple[Header, tuple[Pair, ...]]:
    """Return twins of one boat in a game."""
    dice = Random(f"{name} {hidden}")
    header = sonar_header(first=BOATS[dice.randrange(2)], **GAMES[name])
    history = random_history(header, dice, 60 if UNDER_MUTATION else 180)
    return header, tuple(find_pairs(header, history, hidden, dice))


BLUE_HIDES = ("second, bravo", "second-ua", "wolfpack", "ice", "volcanoes", "wrecks", "ice and volcanoes", "chain")
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


def turn(boat: str, course: str, charge: str, symbol: str, *then: str) -> list[str]:
    """Return the lines of a turn: a course, both marks, what follows, the end."""
    said = [f"{boat}.captain course {course}", f"{boat}.xo charge {charge}", f"{boat}.engineer break {symbol}"]
    return [*said, *(f"{boat}.{line}" for line in then), f"{boat}.captain end"]


def weave(start: str, blue: list[list[str]], red: list[list[str]]) -> list[str]:
    """Return a game in which the boats take turns, blue first, until blue has had its last."""
    lines = [f"blue.captain start {start}", "red.captain start I1", "blue.captain dive", "red.captain dive"]
    for number, lines_of_blue in enumerate(blue):
        lines += lines_of_blue
        lines += red[number] if number < len(red) else []
    return lines


RED_SAILS = [
    turn("red", *words.split())
    for words in (
        "south sonar s5",
        "south sonar s1",
        "east sonar e4",
        "south torpedo s2",
        "south torpedo s6",
        "south torpedo s3",
        "west mine w5",
        "west mine w6",
    )
]


def cannot_tell(one: list[str], other: list[str], *, game: Sonar = SONAR, **options: str) -> None:
    """Hold the enemy and the spectator to law 7, with the boats as they are and exchanged."""
    for hidden, first in ((1, "blue"), (0, "red")):
        twins = [_entries(lines, exchanged=hidden == 0) for lines in (one, other)]
        header = sonar_header(first=first, **{"chart": "bravo-2", **options})
        assert twins[0] != twins[1]
        secrets_are_kept(game, header, Twins(others(hidden), twins[0], twins[1], LENSES))


def _entries(lines: list[str], *, exchanged: bool) -> list[Entry]:
    names = {"red": "blue", "blue": "red"} if exchanged else {}
    return [Order.read(f"{names.get(boat, boat)}.{rest}") for boat, _, rest in (line.partition(".") for line in lines)]


SILENT = [("north", "n6"), ("east", "e4"), ("north", "n5"), ("east", "e6"), ("north", "n2"), ("east", "e3")]
"""From A10 to D7; none of the symbols is of silence."""


def silent_game(silence: str, symbol: str, *, zero: str) -> list[str]:
    """Return a game in which blue charges silence, uses it on D7, and sails on north and east."""
    turns = [turn("blue", course, "silence", crossed) for course, crossed in SILENT]
    still = silence == "stay" or silence.endswith(" 0")
    marks = [] if still and zero == "nobody" else ["blue.xo charge torpedo"]
    marks += [] if still else [f"blue.engineer break {symbol}"]
    turns[-1][-1:] = [f"blue.captain silence {silence}", *marks, "blue.captain end"]
    on = [turn("blue", "north", "mine", "n4"), turn("blue", "east", "mine", "e5")]
    return weave("A10", [*turns, *on], RED_SAILS)


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


def marked_game(charges: str, symbols: str) -> list[str]:
    """Return a game in which blue sails round from B5 to B6 and its officers make these marks."""
    courses = ("east", "north", "west", "west", "south", "south", "east")
    marks = zip(courses, charges.split(), symbols.split(), strict=True)
    return weave("B5", [turn("blue", course, charge, symbol) for course, charge, symbol in marks], RED_SAILS)


PLAIN_MARKS = "mine mine mine torpedo torpedo torpedo sonar", "e4 n6 w5 w6 s5 s1 e5"


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


class TellsAll(Sonar):
    """One type of event is told to everybody."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def apply(self, state: State, order: Order) -> Step | Refusal:
        found = super().apply(state, order)
        if isinstance(found, Refusal):
            return found
        everybody = frozenset(seats_of(self))
        return found._replace(
            events=tuple(e._replace(to=everybody) if e.type == self.kind else e for e in found.events)
        )


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
BURNT = marked_game(*PLAIN_MARKS), marked_game(PLAIN_MARKS[0], "e4 n6 w5 w6 s5 s1 e6")
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
