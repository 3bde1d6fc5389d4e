"""Law 7 on the wire: what is sent to a guest, byte for byte and moment for moment, is the same for twins."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from unittest import mock

import pytest

from klaxon.console.linked.other_console import LentSeats
from klaxon.console.play.seat_client import SeatClient, SeatListener
from klaxon.link.copies.block import BLOCK
from klaxon.rules.contract import Header, Order, Seat
from klaxon.rules.games import game_named
from klaxon.table.host import Tokens
from klaxon.table.play import Play
from klaxon.table.session import Message
from klaxon.table.table import Table
from tests.link.kit.linked_games import paired_links
from tests.link.kit.two_consoles import ModelCable
from tests.rules.laws.kit.sonar_secrets import pairs
from tests.table.kit.travel import Client, Disk, pass_seconds, travel
from tests.table.kit.turns import split_turns

BOATS = ("red", "blue")
COPY = "klaxon.link.copies.sent_copy"
Carried = list[tuple[float, str, bytes]]


class Nobody:
    """A game that a guest asks nothing of."""

    def call_understudies(self, seats: object) -> None: ...

    def leave(self) -> None: ...


def carried(
    header: Header, orders: Sequence[Order], hidden: int, table_type: type[Table] = Table, *, in_clear: bool = False
) -> Carried:
    """Play orders at a host whose guest has the boat that must not know; return every frame on the line.

    Turns take ten seconds each, and their last order comes at their end. What consoles draw by chance is drawn alike.
    `in_clear`: blocks of the guest's copy are zeros, so that everything else can be compared byte for byte.
    """

    async def story() -> Carried:
        game, lent_boat = game_named("sonar"), BOATS[1 - hidden]
        tokens = Tokens.create(game)
        table = table_type("table-1", Play(game, header, game.setup(header)), Disk(), tokens.ring)
        table.begin()
        cable = ModelCable()
        host, guest = paired_links(cable)
        host.start()
        guest.start()
        await pass_seconds(3)
        seats = tuple(seat for seat in game.seats if seat.startswith(lent_boat))
        host.lend(table, tokens, LentSeats("sonar", lent_boat, seats, "all"), Nobody())
        await pass_seconds(2)
        assert guest.lent_table is not None
        clients = [SeatClient(guest.lent_table, lent_boat, seat, [seat], SeatListener()) for seat in seats]
        everybody = Client(table, tokens.token_of["crew"], *game.seats)
        await pass_seconds(10)
        for turn in split_turns(orders):
            for order in turn[:-1]:
                everybody.give(str(order))
                everybody.read()
                await pass_seconds(0.125)
            await pass_seconds(10 - 0.125 * (len(turn) - 1))
            everybody.give(str(turn[-1]))
        await pass_seconds(10)
        assert all(client.seen[Seat(client.seats[0])].view for client in clients)
        for link in (host, guest):
            link.close()
        table.close()
        return cable.carried

    with (
        mock.patch(f"{COPY}.seal_block", return_value=bytes(BLOCK)) if in_clear else nullcontext(),
        mock.patch(f"{COPY}.SentCopy.sealed_header", return_value="00" * 500),
        mock.patch(f"{COPY}.secrets.token_bytes", bytes),
        mock.patch("klaxon.link.conversation.secrets.token_hex", return_value="0" * 32),
        mock.patch("klaxon.table.host.secrets.token_urlsafe", side_effect=(f"token-{n:016}" for n in range(99))),
    ):
        return travel(story)


@pytest.mark.parametrize("hidden", [0, 1])
def test_twins_cannot_be_told_apart_on_the_wire(hidden: int) -> None:
    header, found = pairs("second", hidden)
    for pair in found[:1]:
        one, twin = (carried(header, orders, hidden, in_clear=True) for orders in (pair.orders, pair.twin))
        assert len(one) > 100
        assert one == twin
        if not hidden:  # sealed blocks are of the same length, and leave at the same time
            assert as_seen(carried(header, pair.orders, hidden)) == as_seen(twin)


def as_seen(frames: Carried) -> list[tuple[float, str, int]]:
    """Return what somebody sees of a line whose bytes mean nothing to him: when, whose, how long."""
    return [(moment, side, len(frame)) for moment, side, frame in frames]


class LeakyTable(Table):
    """Leaks: a digest of the state that is not keyed for anybody."""

    def about(self) -> Message:
        return {**super().about(), "why": self.play.digest()}


def test_a_planted_leak_is_found_on_the_wire() -> None:
    def differs(hidden: int) -> bool:
        header, found = pairs("second", hidden)
        return any(
            carried(header, pair.orders, hidden, LeakyTable, in_clear=True)
            != carried(header, pair.twin, hidden, LeakyTable, in_clear=True)
            for pair in found[:1]
        )

    assert differs(0)
