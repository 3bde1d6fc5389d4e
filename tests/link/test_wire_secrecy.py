"""Law 7 on the wire: what is sent to a guest, byte for byte and moment for moment, is the same for twins."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import nullcontext
from unittest import mock

import pytest

from klaxon.console.linked.other_console import LentSeats
from klaxon.console.play.seat_client import SeatClient, SeatListener
from klaxon.link.copies.block import BLOCK
from klaxon.link.modelled.cable import ModelCable
from klaxon.rules.contract import SPECTATOR, Header, Order, Seat
from klaxon.rules.games import game_named
from klaxon.table.host import Tokens
from klaxon.table.play import Play
from klaxon.table.session import Message, SessionTable
from klaxon.table.table import Table
from tests.effort import effort
from tests.link.kit.linked_games import paired_links
from tests.rules.laws.kit.sonar_secrets import pairs
from tests.rules.steam.kit.boats import header_of as steam_header
from tests.table.kit.travel import Client, Disk, pass_seconds, travel
from tests.table.kit.turns import split_turns
from tests.table.kit.twin_patrols import LENS, SEEN, UNSEEN, patrol

BOATS = ("red", "blue")
COPY = "klaxon.link.copies.sent_copy"
Carried = list[tuple[float, str, bytes]]


class Nobody:
    """A game that a guest asks nothing of."""

    def call_understudies(self, seats: object) -> None: ...

    def leave(self) -> None: ...


class Crews:
    """People at all seats of a game: those that are lent sit at the guest, the others at the host."""

    def __init__(self, table: Table, token: str, far: SessionTable, lent: LentSeats) -> None:
        own = [seat for seat in table.play.game.seats if seat not in lent.seats]
        self.host = Client(table, token, *own)
        self.guests = {seat: SeatClient(far, lent.boat, seat, [seat], SeatListener()) for seat in lent.seats}
        self._table, self._wanted = table, list[str]()

    def give(self, line: str) -> None:
        order = Order.read(line)
        if (guest := self.guests.get(order.seat)) is not None:
            guest.order(order)
        else:
            self.host.give(line)
        self._wanted.append(str(order))

    def check(self) -> None:
        """Every order was carried out, and every seat of the guest saw something."""
        assert [row.line for row in self._table.play.rows if row.kind == "order"] == self._wanted
        assert all(client.seen[seat].view for seat, client in self.guests.items())


Played = Callable[[Crews], Awaitable[None]]
"""Gives the orders of a game, with their pauses."""


def in_turns(orders: Sequence[Order]) -> Played:
    """Return how turns of ten seconds are played, whose last order comes at their end."""

    async def play(crews: Crews) -> None:
        for turn in split_turns(orders):
            for order in turn[:-1]:
                crews.give(str(order))
                await pass_seconds(0.125)
            await pass_seconds(9.75 - 0.125 * (len(turn) - 1))
            crews.give(str(turn[-1]))
            await pass_seconds(0.25)  # the line takes its time

    return play


def carried(
    header: Header, lent: LentSeats, play: Played, table_type: type[Table] = Table, *, in_clear: bool = False
) -> Carried:
    """Play a game at a host whose guest has seats that must not know; return every frame on the line.

    What consoles draw by chance is drawn alike. `in_clear`: blocks of the guest's copy are zeros, so that everything
    else can be compared byte for byte.
    """

    async def story() -> Carried:
        game = game_named(header.game)
        tokens = Tokens.create(game)
        table = table_type("table-1", Play(game, header, game.setup(header)), Disk(), tokens.ring)
        table.begin()
        cable = ModelCable()
        host, guest = paired_links(cable)
        host.start()
        guest.start()
        await pass_seconds(3)
        host.lend(table, tokens, lent, Nobody())
        await pass_seconds(2)
        assert guest.lent_table is not None
        crews = Crews(table, tokens.token_of["crew"], guest.lent_table, lent)
        await pass_seconds(10)
        await play(crews)
        await pass_seconds(10)
        crews.check()
        for link in (host, guest):
            link.close()
        table.close()
        return cable.carried

    with (
        mock.patch(f"{COPY}.seal_block", return_value=bytes(BLOCK)) if in_clear else nullcontext(),
        mock.patch(f"{COPY}.SentCopy.sealed_header", return_value="00" * 500),
        mock.patch(f"{COPY}.secrets.token_bytes", bytes),
        mock.patch("klaxon.link.host_sessions.id_of", return_value="0" * 16),
        mock.patch(f"{COPY}.id_of", return_value="0" * 16),
        mock.patch(f"{COPY}.code_of", return_value="A" * 16),
        mock.patch("klaxon.link.conversation.secrets.token_hex", return_value="0" * 32),
        mock.patch("klaxon.table.host.secrets.token_urlsafe", side_effect=(f"token-{n:016}" for n in range(99))),
    ):
        return travel(story)


def lent_boat(hidden: int) -> LentSeats:
    """Return the seats of the boat that must not know what the hidden one does."""
    boat = BOATS[1 - hidden]
    return LentSeats("sonar", boat, tuple(seat for seat in game_named("sonar").seats if seat.startswith(boat)), "all")


@pytest.mark.parametrize("hidden", [0, 1])
def test_twins_cannot_be_told_apart_on_the_wire(hidden: int) -> None:
    header, found = pairs("second", hidden)
    for pair in found[:1]:
        one, twin = (
            carried(header, lent_boat(hidden), in_turns(orders), in_clear=True) for orders in (pair.orders, pair.twin)
        )
        assert len(one) > 100
        assert one == twin
        if not hidden:  # sealed blocks are of the same length, and leave at the same time
            assert as_seen(carried(header, lent_boat(0), in_turns(pair.orders))) == as_seen(twin)


def as_seen(frames: Carried) -> list[tuple[float, str, int]]:
    """Return what somebody sees of a line whose bytes mean nothing to him: when, whose, how long."""
    return [(moment, side, len(frame)) for moment, side, frame in frames]


class LeakyTable(Table):
    """Leaks: a digest of the state that is not keyed for anybody."""

    def about(self) -> Message:
        return {**super().about(), "why": self.play.digest()}


def test_a_planted_leak_is_found_on_the_wire() -> None:
    header, found = pairs("second", 0)
    one, twin = (
        carried(header, lent_boat(0), in_turns(orders[:20]), LeakyTable, in_clear=True)
        for orders in (found[0].orders, found[0].twin)
    )
    assert one != twin


# The other games


def test_ships_that_were_never_perceived_are_not_on_the_wire() -> None:
    """U-BOOT's one boat on two consoles: the sea is the host's secret."""
    lent = LentSeats("uboot", "uboot", (Seat("uboot.navigator"), Seat("uboot.engineer")), "all")

    async def play(crews: Crews) -> None:
        for seat, guest in crews.guests.items():
            guest.look(seat, LENS)
        crews.give("uboot.first_officer begin")
        for _ in range(effort(4, 60)):
            crews.give("uboot.captain time accelerated")  # a feed line has set it to real
            await pass_seconds(30)

    alone, among = (carried(patrol(*rows), lent, play, in_clear=True) for rows in (SEEN, (*SEEN, *UNSEEN)))
    assert len(alone) > 100
    assert alone == among
    assert alone != carried(patrol(*SEEN[:1]), lent, play, in_clear=True), "the test can fail"


def test_a_pick_that_is_not_shown_yet_is_not_on_the_wire() -> None:
    """Steam Torpedo: both captains pick before either is shown."""
    lent = LentSeats("steam", "blue", (Seat("blue.captain"),), "all")
    game, header = game_named("steam"), steam_header(setup="draft")
    hands = game.show(game.sight(game.setup(header), SPECTATOR, {}).view)["hands"]

    def picking(*picks: str) -> Played:
        async def play(crews: Crews) -> None:
            for pick in picks:
                crews.give(pick)
                await pass_seconds(2)

        return play

    one, other = (
        carried(header, lent, picking(f"red.captain pick {card}"), in_clear=True) for card in hands["red"][:2]
    )
    assert one == other
    both = picking(f"red.captain pick {hands['red'][0]}", f"blue.captain pick {hands['blue'][0]}")
    assert one != carried(header, lent, both, in_clear=True), "the test can fail"
