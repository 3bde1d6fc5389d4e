"""Law 7 for sessions: what goes to a session, byte for byte and moment for moment, is the same for twins."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from klaxon.rules.contract import Event, Header, Order, Seat
from klaxon.rules.games import game_named
from klaxon.table.play import Page, Play
from klaxon.table.session import Message, Session
from klaxon.table.table import Table
from tests.laws.headers import sonar_header
from tests.laws.test_sonar_secrets import GAMES, pairs, silent_game
from tests.table.travel import Client, Disk, keyring, pass_seconds, travel

Received = list[tuple[float, str]]
SONAR_PAIRS = [(name, hidden) for name in GAMES for hidden in (0, 1)][::3]


def received(header: Header, orders: Sequence[Order], hidden: int, table_type: type[Table] = Table) -> Received:
    """Play orders through a table and return what the other boat and a spectator received, with the moments.

    Every turn has ten seconds; its last order comes at the end of them, so that the number of marks in between is
    nothing that a moment could tell.
    """
    found: Received = []

    async def story() -> None:
        play = _play(header)
        table = table_type("table-1", play, Disk(), keyring(play.game.seats))
        table.begin()
        everybody = Client(table, "every", *play.game.seats)
        red_or_blue = Client(table, ("red", "blue")[1 - hidden], *_seats(play, 1 - hidden))
        curious = [red_or_blue, Client(table, "spectator", "spectator")]
        for turn in _turns(orders):
            for order in turn[:-1]:
                await _give(everybody, order, curious, found)
                await pass_seconds(0.125)
            await pass_seconds(10 - 0.125 * (len(turn) - 1))
            await _give(everybody, turn[-1], curious, found)

    travel(story)
    return found


async def _give(everybody: Client, order: Order, curious: list[Client], found: Received) -> None:
    everybody.give(str(order))
    assert "sent" in next(message for message in everybody.read() if "sent" in message or "refused" in message)
    await pass_seconds()
    everybody.read()
    now = asyncio.get_running_loop().time()
    for number, client in enumerate(curious):
        found += [(now, f"{number} {text}") for text in client.session.carry()]


def _play(header: Header) -> Play:
    game = game_named("sonar")
    return Play(game, header, game.setup(header))


def _seats(play: Play, boat: int) -> list[str]:
    return [seat for seat in play.game.seats if seat.startswith(("red", "blue")[boat])]


def _turns(orders: Sequence[Order]) -> list[list[Order]]:
    turns: list[list[Order]] = [[]]
    for order in orders:
        turns[-1].append(order)
        if order.verb in ("end", "dive", "start"):
            turns.append([])
    return [turn for turn in turns if turn]


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


class SharedNumbers(Table):
    """Leaks: one count of what was heard for all seats."""

    def _note_heard(self, seat: Seat, page: Page, event: Event) -> Message:
        message = super()._note_heard(seat, page, event)
        total = sum(self._heard.values())
        return {**message, "heard": {**message["heard"], "n": total}}


class ShowsAlways(Table):
    """Leaks: a message whenever anybody did anything, though nothing changed for this seat."""

    def _show(self, session: Session, seat: Seat, *, full: bool = False) -> None:
        super()._show(session, seat, full=True)


class TellsRows(Table):
    """Leaks: how many rows the journal has."""

    def about(self) -> Message:
        return {**super().about(), "rows": self.play.count}


class TellsDigest(Table):
    """Leaks: the digest of the truth."""

    def about(self) -> Message:
        return {**super().about(), "digest": self.play.digest()}


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
