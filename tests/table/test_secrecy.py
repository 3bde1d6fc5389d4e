"""Law 7 for sessions: what goes to a session, byte for byte and moment for moment, is the same for twins."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import Any

import pytest

from klaxon.rules.contract import Header, Order, Seat
from klaxon.rules.games import game_named
from klaxon.table.play import Play
from klaxon.table.session import Message, Session
from klaxon.table.table import Table
from klaxon.table.telling.telling import Telling
from tests.rules.laws.kit.headers import sonar_header
from tests.rules.laws.kit.sonar_secrets import GAMES, pairs, silent_game
from tests.table.kit.travel import Client, Disk, Recorder, new_table, pass_seconds, seats_by_token, travel
from tests.table.kit.turns import split_turns

Received = list[tuple[float, str]]
SONAR_PAIRS = [(name, hidden) for name in GAMES for hidden in (0, 1)][::3]


def received(
    header: Header, orders: Sequence[Order], hidden: int, table_type: type[Table] = Table, delay: float = 0.0
) -> Received:
    """Play orders through a table and return what the other boat and a spectator received, with the moments.

    Every turn has ten seconds; its last order comes at the end of them, so that the number of marks in between is
    nothing that a moment could tell. `delay` is what every commit takes.
    """

    async def story() -> Received:
        play = _play(header)
        table = table_type("table-1", play, Disk(delay), seats_by_token(play.game.seats))
        table.begin()
        everybody = Client(table, "every", *play.game.seats)
        curious = [_enemy(table, play, hidden), Recorder(table, "spectator", "spectator")]
        await pass_seconds(10)
        for turn in split_turns(orders):
            for order in turn[:-1]:
                await _give(everybody, order)
                await pass_seconds(0.125)
            await pass_seconds(10 - 0.125 * (len(turn) - 1))
            await _give(everybody, turn[-1])
        await pass_seconds(10)
        return [(at, f"{number} {text}") for number, client in enumerate(curious) for at, text in client.received]

    return travel(story)


async def _give(everybody: Client, order: Order) -> None:
    everybody.read()
    everybody.give(str(order))
    assert "sent" in next(message for message in everybody.read() if "sent" in message or "refused" in message)
    await pass_seconds()


def _enemy(table: Table, play: Play, hidden: int) -> Recorder:
    return Recorder(table, ("red", "blue")[1 - hidden], *_seats(play, 1 - hidden))


def _play(header: Header) -> Play:
    game = game_named("sonar")
    return Play(game, header, game.setup(header))


def _seats(play: Play, boat: int) -> list[str]:
    return [seat for seat in play.game.seats if seat.startswith(("red", "blue")[boat])]


@pytest.mark.parametrize(("name", "hidden"), SONAR_PAIRS)
def test_twins_cannot_be_told_apart_through_a_session(name: str, hidden: int) -> None:
    header, found = pairs(name, hidden)
    for pair in found:
        one = received(header, pair.orders, hidden)
        assert len(one) > 20
        assert one == received(header, pair.twin, hidden)


@pytest.mark.parametrize("zero", ["xo", "nobody"])
def test_silence_tells_a_session_neither_direction_nor_length(zero: str) -> None:
    header = sonar_header(first="blue", chart="bravo-2", silence_zero=zero)
    still, far = (
        [Order.read(line) for line in silent_game(silence, symbol, zero=zero)]
        for silence, symbol in (("stay", ""), ("north 4", "n1"))
    )
    assert received(header, still, 1) == received(header, far, 1)


@pytest.mark.parametrize("delay", [0.02, 0.4, 1.9])
@pytest.mark.parametrize(("name", "hidden"), SONAR_PAIRS[::4])
def test_a_slow_disk_tells_no_twins_apart(name: str, hidden: int, delay: float) -> None:
    header, found = pairs(name, hidden)
    for pair in found:
        one = received(header, pair.orders, hidden, delay=delay)
        assert len(one) > 20
        assert one == received(header, pair.twin, hidden, delay=delay)


MARKS = ("blue.xo charge mine", "blue.engineer break n1")


def watched(
    delay: float,
    *,
    marks: bool,
    red: Sequence[tuple[float, str]] = (),
    broken: float = 0.0,
    table_type: type[Table] = Table,
) -> Received:
    """Play in real time with blue's silent marks or without; return what red and a spectator received.

    The marks are given a second after the course; `red` says what red does, seconds after them. The disk is slow by
    `delay` from then on, and for `broken` seconds it takes nothing.
    """

    async def story() -> Received:
        disk = Disk()
        table = new_table(disk, table_type=table_type, mode="realtime")
        blue = Client(table, "blue", *_seats(table.play, 1))
        curious = [_enemy(table, table.play, 1), Recorder(table, "spectator", "spectator")]
        curious[0].give("red.captain start A1")
        for line in ("start J10", "dive"):
            blue.give(f"blue.captain {line}")
        curious[0].give("red.captain dive")
        blue.give("blue.captain course north")
        await pass_seconds(1)
        disk.delay, disk.broken = delay, "disk-failed" if broken else ""
        asyncio.get_running_loop().call_later(broken, setattr, disk, "broken", "")
        for seconds, line in red:
            asyncio.get_running_loop().call_later(seconds, curious[0].give, line)
        for line in MARKS if marks else ():
            blue.give(line)
        await pass_seconds(4)
        assert [row.line for row in disk.rows if row.kind == "order"][5:] == [
            *(MARKS if marks else ()),
            *(line for _, line in red),
        ]
        return [(at, f"{number} {text}") for number, client in enumerate(curious) for at, text in client.received]

    return travel(story)


@pytest.mark.parametrize("delay", [0.02, 0.29, 0.31, 0.4, 1.9])
def test_marks_in_real_time_tell_the_enemy_nothing_however_slow_the_disk_is(delay: float) -> None:
    assert watched(delay, marks=True) == watched(delay, marks=False)


def test_a_disk_that_fails_for_a_moment_tells_the_enemy_nothing() -> None:
    assert watched(0.02, marks=True, broken=0.9) == watched(0.02, marks=False, broken=0.9)


@pytest.mark.parametrize("delay", [0.02, 0.4, 1.9])
@pytest.mark.parametrize("after", [0.01, 0.3])
def test_who_gives_an_order_meanwhile_waits_for_one_commit_more_and_is_told_the_same(
    delay: float, after: float
) -> None:
    red = [(after, "red.captain course south")]
    quiet, noisy = (watched(delay, marks=marks, red=red) for marks in (False, True))
    assert [_without_now(text) for _, text in noisy] == [_without_now(text) for _, text in quiet]
    later = [at - before for (before, _), (at, _) in zip(quiet, noisy, strict=True)]
    assert min(later) >= 0
    assert max(later) <= delay + 0.001


def _without_now(text: str) -> str:
    """Leave out the moment of play: it only says when something was told, and that is looked at apart."""
    return re.sub(r'"now":\d+', "", text)


class _OneCount(Telling):
    def count(self, seats: frozenset[Seat]) -> dict[Seat, int]:
        super().count(seats)
        return dict.fromkeys(seats, sum(self.heard.values()))


class SharedNumbers(Table):
    """Leaks: one count of what was heard for all seats."""

    telling_type = _OneCount


class _AlwaysInFull(Telling):
    def show(self, session: Session, seat: Seat, *, full: bool = False) -> None:
        super().show(session, seat, full=True)


class ShowsAlways(Table):
    """Leaks: a message whenever anybody did anything, though nothing changed for this seat."""

    telling_type = _AlwaysInFull


class TellsRows(Table):
    """Leaks: how many rows the journal has."""

    def about(self) -> Message:
        return {**super().about(), "rows": self.play.count}


class TellsDigest(Table):
    """Leaks: the digest of the truth."""

    def about(self) -> Message:
        return {**super().about(), "digest": self.play.digest()}


class TellsSaving(Table):
    """Leaks: that an order is being saved, to everybody."""

    def _tell_standing(self, session: Session, about: Message, *, again: bool = False) -> None:
        if self._waits.are_long_for(self.play.game.seats):
            about = {**about, "state": "saving"}
        super()._tell_standing(session, about, again=again)


class StopsTheClock(Table):
    """Leaks: its clock stands still while an order is being saved."""

    def tell_table(self) -> None:
        self.hold(running=not self._waits.are_long_for(self.play.game.seats))
        super().tell_table()


class TellsOrders(Table):
    """Leaks: that an order was accepted, to everybody at once."""

    def order(self, session: Session, number: int, seat: Seat, line: str) -> None:
        super().order(session, number, seat, line)
        for other in self.sessions:
            other.send({"order": number})


@pytest.mark.parametrize("leaky", [SharedNumbers, ShowsAlways, TellsRows, TellsDigest, TellsOrders])
def test_a_planted_leak_is_found(leaky: type[Table]) -> None:
    def differs(name: str, hidden: int) -> bool:
        header, found = pairs(name, hidden)
        return any(
            received(header, pair.orders, hidden, leaky) != received(header, pair.twin, hidden, leaky) for pair in found
        )

    silent = _silent_twins_differ(leaky)
    assert silent or any(differs(name, hidden) for name, hidden in SONAR_PAIRS[:3])


def _silent_twins_differ(leaky: type[Table]) -> bool:
    header = sonar_header(first="blue", chart="bravo-2")
    lines: list[Any] = [silent_game("stay", "", zero="xo"), silent_game("north 4", "n1", zero="xo")]
    one, other = ([Order.read(line) for line in each] for each in lines)
    return received(header, one, 1, leaky) != received(header, other, 1, leaky)


@pytest.mark.parametrize("leaky", [TellsSaving, StopsTheClock])
def test_a_table_that_tells_of_slow_commits_is_found(leaky: type[Table]) -> None:
    assert watched(0.4, marks=True, table_type=leaky) != watched(0.4, marks=False, table_type=leaky)
