"""The outbox: whatever the way does, every parcel arrives, once, whole and in its order."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from klaxon.club.outbox.kept import KeptRow, KeptRows, KeptRowsError
from klaxon.club.outbox.parcels import PIECE, ParcelReceipt, read_piece, read_receipt
from klaxon.club.outbox.receiving import Inbox
from klaxon.club.outbox.sending import EXPIRED, FIRST_PATIENCE, WINDOW, Outbox
from tests.club.kit.hall import MemoryRows


def carry(outbox: Outbox, inbox: Inbox, now: float = 0.0) -> list[tuple[str, bytes]]:
    """Carry everything to and fro until nothing moves; return what arrived."""
    arrived = []
    while pieces := outbox.send(now):
        for piece in pieces:
            arrived += [(parcel.kind, parcel.body) for parcel in inbox.receive(piece)]
        for receipt in inbox.take_receipts():
            outbox.receive(receipt)
    return arrived


def test_parcels_arrive_in_their_order_and_leave_the_outbox() -> None:
    outbox, inbox = Outbox("a"), Inbox()
    bodies = [b"", b"short", bytes(PIECE), bytes(3 * WINDOW + 1), b"last"]
    for body in bodies:
        outbox.add("kind", body)
    assert outbox.send(0) == [], "nothing is sent without a connection"
    outbox.on_connect()
    assert [body for _, body in carry(outbox, inbox)] == bodies
    assert len(outbox) == 0
    assert outbox.due is None


def test_no_more_than_a_window_is_on_its_way() -> None:
    outbox = Outbox("a")
    outbox.add("kind", bytes(3 * WINDOW))
    outbox.on_connect()
    sent = [read_piece(piece) for piece in outbox.send(0)]
    assert sum(len(piece.data) for piece in sent if piece) == WINDOW
    assert outbox.send(1) == []
    outbox.receive(ParcelReceipt("a", 1, PIECE).write())
    assert len(outbox.send(1)) == 1


def test_a_receipt_that_does_not_come_is_asked_for_later_and_later() -> None:
    outbox = Outbox("a")
    outbox.add("kind", b"body")
    outbox.on_connect()
    assert len(outbox.send(0)) == 1
    assert outbox.due == FIRST_PATIENCE
    assert outbox.send(FIRST_PATIENCE - 0.1) == []
    assert len(outbox.send(FIRST_PATIENCE)) == 1
    assert outbox.due == 3 * FIRST_PATIENCE


def test_what_is_of_no_use_any_more_arrives_empty() -> None:
    outbox, inbox = Outbox("a"), Inbox()
    outbox.add("command", b"pause", until=10.0)
    outbox.add("command", b"reset")
    outbox.on_connect()
    assert carry(outbox, inbox, 11.0) == [(EXPIRED, b""), ("command", b"reset")]


def test_half_a_parcel_that_expires_is_dropped_on_both_sides() -> None:
    outbox, inbox = Outbox("a"), Inbox()
    outbox.add("command", bytes(2 * WINDOW), until=10.0)
    outbox.on_connect()
    for piece in outbox.send(0):
        assert inbox.receive(piece) == []
    for receipt in inbox.take_receipts():
        outbox.receive(receipt)
    assert carry(outbox, inbox, 11.0) == [(EXPIRED, b"")]


def test_numbers_go_on_after_a_restart_also_of_an_empty_box() -> None:
    disk, inbox = MemoryRows(), Inbox()
    for body in (b"one", b"two", b"three"):
        outbox = Outbox("a", disk.read("outbox"))
        outbox.add("kind", body)
        outbox.on_connect()
        assert [each for _, each in carry(outbox, inbox)] == [body]
        disk.write(tuple(outbox.take_rows()))
    assert len(disk.read("outbox")) <= 3


def test_an_inbox_that_lost_its_disk_goes_on_with_what_the_sender_still_has() -> None:
    outbox = Outbox("a")
    outbox.add("kind", b"one")
    outbox.on_connect()
    carry(outbox, Inbox())
    outbox.add("kind", b"two")
    fresh = Inbox()
    assert carry(outbox, fresh) == [("kind", b"two")]
    assert fresh.missed == 1


@pytest.mark.parametrize(
    "message",
    [
        b"",
        b"{}",
        b"\xff\xfe",
        b"[" * 2000,
        b'{"box":"a","n":0,"first":1,"kind":"k","at":0,"of":0}\n',
        b'{"box":"a","n":1,"first":2,"kind":"k","at":0,"of":1}\nx',
        b'{"box":"a","n":1,"first":1,"kind":"k","at":1,"of":1}\nx',
        b'{"box":"a","n":1,"first":1,"kind":"k","at":0,"of":99999999}\nx',
        b'{"box":"a","n":true,"first":1,"kind":"k","at":0,"of":1}\nxx',
    ],
    ids=repr,
)
def test_what_is_no_piece_and_no_receipt_is_dropped(message: bytes) -> None:
    inbox = Inbox()
    assert read_piece(message) is None
    assert read_receipt(message) is None
    assert inbox.receive(message) == []
    assert inbox.take_receipts() == []
    assert Outbox("a").receive(message) == []


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_nothing_is_lost_or_doubled_whatever_way_and_machines_do(seed: int) -> None:
    """Messages are lost, both ends are killed between any two steps; what was written stays, memory goes."""
    chance = random.Random(seed)
    here, there = MemoryRows(), MemoryRows()
    outbox, inbox = Outbox("a"), Inbox()
    wanted: list[bytes] = []
    got: list[bytes] = []
    now, lossy = 0.0, True
    outbox.on_connect()
    for step in range(400):
        lossy = step < 250
        now += chance.choice((0.1, 1.0, 7.0))
        if step < 200 and chance.random() < 0.1:
            body = chance.randbytes(chance.choice((0, 10, PIECE, 2 * PIECE + 7)))
            outbox.add("kind", body)
            here.write(tuple(outbox.take_rows()))
            wanted.append(body)
        for piece in outbox.send(now):
            if lossy and chance.random() < 0.2:
                continue
            parcels = inbox.receive(piece)
            if lossy and chance.random() < 0.1:  # killed before the batch is written
                inbox = Inbox(there.read("inbox"))
                continue
            there.write(tuple(inbox.take_rows()))
            got += [parcel.body for parcel in parcels]
        receipts = inbox.take_receipts()
        if lossy and chance.random() < 0.1:  # killed before the receipt leaves
            inbox, receipts = Inbox(there.read("inbox")), []
        for receipt in receipts:
            if not (lossy and chance.random() < 0.2):
                outbox.receive(receipt)
        if lossy and chance.random() < 0.1:
            outbox.on_lost()
            outbox.on_connect()
        if lossy and chance.random() < 0.05:  # killed, perhaps before it has written that something arrived
            if chance.random() < 0.5:
                here.write(tuple(outbox.take_rows()))
            outbox = Outbox("a", here.read("outbox"))
            outbox.on_connect()
    assert got == wanted
    assert len(outbox) == 0


def test_rows_are_kept_as_a_whole_and_what_is_no_such_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "hall" / "desk.rows"
    rows = KeptRows.open(path)
    rows.write([KeptRow("a", "1", b"one"), KeptRow("a", "2", b"two"), KeptRow("b", "1", b"x")])
    rows.write([KeptRow("a", "1", None), KeptRow("a", "2", b"2")])
    rows.close()
    again = KeptRows.open(path)
    assert again.read("a") == {"2": b"2"}
    assert again.read("c") == {}
    again.close()
    other = tmp_path / "letter"
    other.write_bytes(b"a letter to somebody, longer than the head of a database has to be" * 20)
    with pytest.raises(KeptRowsError) as caught:
        KeptRows.open(other)
    assert caught.value.code == "not-kept-rows"
    assert other.read_bytes().startswith(b"a letter")


def test_a_row_that_nobody_here_has_written_is_said_with_its_file(tmp_path: Path) -> None:
    rows = KeptRows.open(tmp_path / "desk.rows")
    rows.write([KeptRow("inbox", "a/b", b"no number")])
    with pytest.raises(KeptRowsError) as caught, rows.understood():
        Inbox(rows.read("inbox"), sender="a")
    assert (caught.value.code, caught.value.path) == ("no-such-row", tmp_path / "desk.rows")
    rows.close()
