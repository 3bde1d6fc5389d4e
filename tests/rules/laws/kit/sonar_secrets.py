"""Twin games of Captain Sonar: histories that differ in what one seat may not know."""

from __future__ import annotations

from functools import cache
from random import Random

from klaxon.rules.contract import Header, Order
from klaxon.rules.laws import Entry, Twins, secrets_are_kept
from klaxon.rules.sonar import Sonar
from tests.effort import effort
from tests.rules.laws.kit.headers import SONAR, sonar_header
from tests.rules.laws.kit.twins import BOATS, LENSES, Pair, find_pairs, others, random_history

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
    history = random_history(header, dice, effort(180, 180, mutant=60))
    return header, tuple(find_pairs(header, history, hidden, dice))


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


def marked_game(charges: str, symbols: str) -> list[str]:
    """Return a game in which blue sails round from B5 to B6 and its officers make these marks."""
    courses = ("east", "north", "west", "west", "south", "south", "east")
    marks = zip(courses, charges.split(), symbols.split(), strict=True)
    return weave("B5", [turn("blue", course, charge, symbol) for course, charge, symbol in marks], RED_SAILS)


PLAIN_MARKS = "mine mine mine torpedo torpedo torpedo sonar", "e4 n6 w5 w6 s5 s1 e5"
BURNT = marked_game(*PLAIN_MARKS), marked_game(PLAIN_MARKS[0], "e4 n6 w5 w6 s5 s1 e6")
"""Twins of which the second takes radiation damage."""


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
