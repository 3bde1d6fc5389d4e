"""Verifying a game that is over: its rows are those that were committed while it was played, and they explain it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hmac import compare_digest
from typing import NamedTuple

from klaxon.rules.contract import Header, Ms, Order, Refusal, Seat
from klaxon.rules.games import game_named
from klaxon.rules.text import UnreadableError
from klaxon.table.fair_play.chain import RowChain, key_check
from klaxon.table.play import JournalRow, Play
from klaxon.table.telling.telling import Telling

WRONGS = ("", "key", "row", "rules", "heard", "orders", "late")
"""What a verdict may say: nothing is wrong; another key than at the beginning; a row was changed; the rules do not lead
there; what was told here, or what was ordered here, is not what the rows say; rows were committed too late or never."""
IN_TIME = Ms(30_000)
"""Play that may pass between a row and its commitment; a host commits every second."""


class Commitment(NamedTuple):
    """A commitment that was made while a game was played."""

    rows: int
    """To how many of them."""
    place: bytes
    value: bytes


class Committed(NamedTuple):
    """By what a game was committed while it was played."""

    key: bytes
    check: bytes
    """What was said of the key before the first commitment."""
    commitments: Sequence[Commitment]
    in_time: Ms | None = IN_TIME
    """None: nobody asks when rows were committed, since who asks has committed them himself."""


class GameVerdict(NamedTuple):
    """What came of it. `wrong` is one of WRONGS."""

    rows: int
    commitments: int
    wrong: str = ""
    first: int = 0
    """The first row that may be meant."""
    last: int = 0

    @property
    def is_fair(self) -> bool:
        """Whether nothing was changed."""
        return not self.wrong


class Verified(NamedTuple):
    """A verdict, and the game as it was played again for it; None where the rules do not lead to its end."""

    verdict: GameVerdict
    play: Play | None = None


@dataclass(slots=True)
class Evidence:
    """What a console noted itself while a game was played."""

    heard: dict[tuple[str, int], str] = field(default_factory=dict)
    """(seat, the how manieth event it heard) -> the event."""
    orders: list[str] = field(default_factory=list)
    """Its own orders that were accepted."""

    def add(self, other: Evidence) -> None:
        """Take in what another part of this console noted."""
        self.heard |= other.heard
        self.orders += other.orders

    def note_heard(self, seat: str, heard: Mapping[str, object]) -> None:
        """Note an event as it came in a message."""
        self.heard[seat, int(str(heard["n"]))] = _event(heard)


def verify(
    header: Header,
    rows: Sequence[JournalRow],
    committed: Committed,
    *,
    copied: Sequence[JournalRow] = (),
    evidence: Evidence | None = None,
) -> Verified:
    """Verify a game. `copied` are rows that were kept when they were given: they say which row was changed."""
    key, check, commitments, in_time = committed

    def conclude(wrong: str, first: int = 0, last: int = 0, play: Play | None = None) -> Verified:
        return Verified(GameVerdict(len(rows), len(commitments), wrong, first, last), play)

    if not compare_digest(key_check(key), check):
        return conclude("key")
    chain, good = RowChain(key, header, rows), 0
    for each in commitments:
        if each.rows > chain.count or not compare_digest(chain.commitment(each.rows, each.place), each.value):
            changed = _first_difference(rows, copied)
            return conclude("row", changed, changed) if changed else conclude("row", good + 1, max(each.rows, good + 1))
        good = each.rows
    if changed := _first_difference(rows, copied):
        return conclude("row", changed, changed)
    wrong, row, play = _replay(header, rows, evidence or Evidence())
    late = None if wrong or in_time is None else _late_rows(rows, commitments, in_time)
    return conclude(wrong, row, row, play) if late is None else conclude("late", *late, play)


def _first_difference(rows: Sequence[JournalRow], copied: Sequence[JournalRow]) -> int:
    """Return the first row, from 1, that is not what was copied; 0 where all are."""
    for number, (row, copy) in enumerate(zip(rows, copied, strict=False), 1):
        if row != copy:
            return number
    return len(rows) + 1 if len(copied) > len(rows) else 0


def _late_rows(rows: Sequence[JournalRow], commitments: Sequence[Commitment], in_time: Ms) -> tuple[int, int] | None:
    """Return the first rows, from 1, between whose beginning and their commitment too much was played."""
    done = 0
    for count in (*(each.rows for each in commitments), len(rows)):
        if count > done and rows[count - 1].at - rows[done].at > in_time:
            return done + 1, count
        done = max(done, count)
    return None


def _replay(header: Header, rows: Sequence[JournalRow], evidence: Evidence) -> tuple[str, int, Play | None]:
    """Play the rows again; return what is wrong, with which row, and the game at its end."""
    game = game_named(header.game)
    state = game.setup(header)
    if isinstance(state, Refusal):
        return "rules", 0, None
    play, telling = Play(game, header, state), Telling(game, state, ())
    heard: dict[tuple[str, int], str] = {}
    watched = {seat for seat, _ in evidence.heard}
    for number, row in enumerate(rows, 1):
        try:
            done = play.repeat(row)
        except (LookupError, RuntimeError, TypeError, ValueError):
            done = False
        if not done or play.rows[-1] != row:
            return "rules", number, None
        for entry in play.take_pages():
            for told in telling.number(entry):
                event = _event(json.loads(f"{{{told.what}}}"))
                heard.update({(str(seat), n): event for seat, n in told.numbers.items() if seat in watched})
    if any(heard.get(which) != event for which, event in evidence.heard.items()):
        return "heard", 0, play
    given = Counter(row.line for row in rows if row.kind == "order")
    return "" if Counter(evidence.orders) <= given else "orders", 0, play


def as_given(seat: Seat, line: str) -> str:
    """Return an order as a journal has it."""
    try:
        return str(Order.read(f"{seat} {line}"))
    except UnreadableError:
        return ""


def _event(told: Mapping[str, object]) -> str:
    """Return an event as text, the same for the same event."""
    return json.dumps([told["at"], told["type"], told["facts"]], sort_keys=True)
