"""The guest's copy of a game: it opens with its code alone, and how it comes tells nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaxon.console.linked.pairing import ALPHABET
from klaxon.link.copies.block import BLOCK, NONCE, SLICE, BrokenBlock, press, read_rows, unpress, write_rows
from klaxon.link.copies.copy_code import SIGNS, code_of, id_of, read_code
from klaxon.link.copies.host_copy import EVERY, HostCopy
from klaxon.link.copies.kept_copies import MOST, CopyAbout, KeptCopies, KeptCopy, read_copy
from klaxon.link.copies.opened_copy import CopyError, open_copy
from klaxon.link.copies.sent_copy import RECORD, SESSION, SentCopy, nonce_of
from klaxon.rules.contract import Ms
from klaxon.table.play import JournalRow
from tests.console.kit.playing import SPLIT_START
from tests.table.kit.travel import Client, Disk, new_play, new_table, pass_seconds, travel

SECRET = bytes(range(32))


def kept_of(sent: SentCopy, path: Path | None = None) -> KeptCopy:
    """Return an empty copy at a guest."""
    about = sent.about()
    header = sent.sealed_header()
    return KeptCopy(CopyAbout(sent.id, about["game"], "Nautilus", "1" * 16, about["check"], header), path)


def carry(sent: SentCopy, kept: KeptCopy, told_rows: int, blocks: int = 1) -> None:
    """Carry blocks from the host to the guest."""
    for _ in range(blocks):
        nonce = nonce_of(sent._session, sent._number)
        kept.records += nonce + b"".join(sent.next_slice(told_rows) for _ in range(BLOCK // SLICE))


def some_rows(count: int, seed: int = 1) -> list[JournalRow]:
    """Return rows, some of them long as a recording of the hull trace is."""
    dice = Random(seed)
    lines = [
        "red.captain course north",
        "blue.xo charge sonar",
        'man red.xo "Ada"',
        "red.captain trace " + "12:7,-3;" * 90,
    ]
    return [JournalRow(Ms(n * 731), "order", dice.choice(lines) + str(dice.random())) for n in range(count)]


@given(st.integers(0, 60), st.integers(0, 9))
def test_a_log_comes_back_piece_by_piece(count: int, seed: int) -> None:
    log, again, place = write_rows(some_rows(count, seed)), bytearray(), 0
    while place < len(log):
        piece, place = press(log, place)
        again += unpress(again, piece)
    assert bytes(again) == log
    assert read_rows(log) == some_rows(count, seed)


def test_a_copy_holds_all_that_was_told() -> None:
    play = new_play("sonar")
    sent = SentCopy(play, SECRET)
    kept = kept_of(sent)
    sent.take_up("", 0)
    for rows in (0, 3, 3, 40):
        play.rows += some_rows(rows - play.count)
        carry(sent, kept, play.count, blocks=rows)
    opened = open_copy(kept.about, bytes(kept.records), sent.code)
    assert opened.rows == play.rows
    assert (opened.header, opened.lost) == (play.header, 0)
    assert [each.rows for each in opened.commitments] == sorted(each.rows for each in opened.commitments)


def test_a_host_that_starts_again_goes_on_behind_the_last_block() -> None:
    play = new_play("sonar")
    play.rows += some_rows(30)
    sent = SentCopy(play, SECRET)
    kept = kept_of(sent)
    sent.take_up("", play.count)
    carry(sent, kept, play.count, blocks=4)
    again = SentCopy(play, SECRET)
    again.take_up(kept.last.hex(), play.count)
    before = len(kept.records)
    carry(again, kept, play.count, blocks=40)
    opened = open_copy(kept.about, bytes(kept.records), again.code)
    assert opened.rows == play.rows
    whole = kept_of(sent)
    again.take_up("", play.count)
    carry(again, whole, play.count, blocks=40)
    assert len(kept.records) - before == len(whole.records)  # and nothing was sent twice: it caught up sooner


@pytest.mark.parametrize("last", ["", "00", "zz", "11" * RECORD])
def test_a_guest_that_has_something_else_gets_all(last: str) -> None:
    play = new_play("sonar")
    play.rows += some_rows(10)
    sent = SentCopy(play, SECRET)
    kept = kept_of(sent)
    sent.take_up(last, play.count)
    carry(sent, kept, play.count, blocks=30)
    assert open_copy(kept.about, bytes(kept.records), sent.code).rows == play.rows


def test_without_the_code_nothing_opens() -> None:
    play = new_play("sonar")
    play.rows += some_rows(10)
    sent = SentCopy(play, SECRET)
    kept = kept_of(sent)
    sent.take_up("", play.count)
    carry(sent, kept, play.count, blocks=20)
    for place in range(SIGNS):
        other = ALPHABET[(ALPHABET.index(sent.code[place]) + 1) % len(ALPHABET)]
        with pytest.raises(CopyError, match="wrong-code"):
            open_copy(kept.about, bytes(kept.records), sent.code[:place] + other + sent.code[place + 1 :])


@given(st.integers(0, RECORD * 20 - 1), st.integers(1, 255))
def test_what_a_disk_damaged_costs_only_what_is_behind_it(place: int, change: int) -> None:
    play = new_play("sonar")
    play.rows += some_rows(10)
    sent = SentCopy(play, SECRET)
    kept = kept_of(sent)
    sent.take_up("", play.count)
    carry(sent, kept, play.count, blocks=20)
    kept.records[place] ^= change
    opened = open_copy(kept.about, bytes(kept.records), sent.code)
    assert opened.lost == 20 - place // RECORD
    assert opened.rows == play.rows[: len(opened.rows)]


def test_a_header_that_was_altered_is_refused() -> None:
    sent = SentCopy(new_play("sonar"), SECRET)
    about = kept_of(sent).about
    altered = f"{int(about.header[:2], 16) ^ 1:02x}{about.header[2:]}"
    broken = CopyAbout(about.id, about.game, about.host, about.number, about.check, altered)
    with pytest.raises(CopyError, match="broken"):
        open_copy(broken, b"", sent.code)


def test_codes_are_of_one_game_and_one_host() -> None:
    first, second = new_play("sonar", seed="1").header, new_play("sonar", seed="2").header
    assert len({code_of(SECRET, first), code_of(SECRET, second), code_of(bytes(32), first)}) == 3
    assert id_of(first) != id_of(second)
    code = code_of(SECRET, first)
    assert read_code(f" {code[:4].lower()}-{code[4:]} ") == code
    assert not read_code(code[:-1])
    assert not read_code("0" * SIGNS)


# At the guest


def test_copies_are_files_that_outlive_a_cut(tmp_path: Path) -> None:
    async def story() -> None:
        sent = SentCopy(new_play("sonar"), SECRET)
        kept = KeptCopies(tmp_path).begin(kept_of(sent).about)
        kept.add(b"a" * RECORD)
        kept.add(b"b" * RECORD)
        await pass_seconds(1)
        with (tmp_path / f"{sent.id}.copy").open("ab") as file:
            file.write(b"cut off")
        again = KeptCopies(tmp_path).find(sent.id)
        assert again is not None
        assert (again.about, bytes(again.records)) == (kept.about, b"a" * RECORD + b"b" * RECORD)
        again.add(b"c" * RECORD)
        await pass_seconds(1)
        assert bytes(read_copy(tmp_path / f"{sent.id}.copy").records) == bytes(again.records)  # type: ignore[union-attr]

    travel(story)


def test_the_newest_copies_are_kept(tmp_path: Path) -> None:
    async def story() -> None:
        copies = KeptCopies(tmp_path)
        for n in range(MOST + 3):
            copies.begin(CopyAbout(f"{n:016}", "sonar", "Nautilus", "1", "", ""))
        assert {about.id for about in KeptCopies(tmp_path).all()} == {f"{n:016}" for n in range(3, MOST + 3)}

    travel(story)


OTHER_FILES = [b"", b"{}", b"[1]\n", b"\xff\xfe", b"[" * 5000, b'{"klaxon-copy": 2}\n' + b"x" * RECORD]


@pytest.mark.parametrize("content", OTHER_FILES)
def test_other_files_are_no_copies(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "0123.copy").write_bytes(content)
    assert KeptCopies(tmp_path).find("0123") is None
    assert KeptCopies(tmp_path).all() == []


# What it tells


@dataclass
class Line:
    """What leaves for a guest: when, and how long."""

    slices: list[tuple[float, int]] = field(default_factory=list)
    said: list[Mapping[str, Any]] = field(default_factory=list)
    bytes: bytearray = field(default_factory=bytearray)


def left(orders: Sequence[str], seconds: float = 20.0) -> Line:
    """Return what leaves while orders are given, two a second."""

    async def story() -> Line:
        line, table = Line(), new_table(Disk())
        loop_time = table.loop.time

        def send(part: bytes) -> None:
            line.slices.append((loop_time(), len(part)))
            line.bytes += part

        copy = HostCopy(table, SECRET, line.said.append, send, lambda: True, lambda _: None)
        copy.begin()
        copy.take({"id": copy.sent.id, "last": "", "header": True})
        everybody = Client(table, "every", *table.play.game.seats)
        begun = loop_time()
        for order in orders:
            everybody.give(order)
            await pass_seconds(0.5)
        await pass_seconds(begun + seconds - loop_time())
        assert not everybody.errors()
        copy.end()
        table.close()
        return line

    return travel(story)


def test_number_length_and_time_of_blocks_do_not_depend_on_what_is_ordered() -> None:
    silent, busy = left(()), left(SPLIT_START)
    assert silent.slices == busy.slices
    assert len(silent.slices) == 20 / EVERY
    assert {length for _, length in silent.slices} == {SLICE}
    assert {len(str(each)) for each in silent.said} == {len(str(each)) for each in busy.said}


def test_no_block_is_like_another_even_where_nothing_was_given() -> None:
    with mock.patch("klaxon.link.copies.sent_copy.secrets.token_bytes", bytes):
        silent, busy = left(()), left(SPLIT_START)
    for line in (silent, busy):
        commitments = [bytes(line.bytes[place : place + 32]) for place in range(0, len(line.bytes) - BLOCK + 1, BLOCK)]
        assert len(set(commitments)) == len(commitments) == 20


def test_a_line_without_room_is_left_alone() -> None:
    async def story() -> None:
        line, table = Line(), new_table(Disk())
        copy = HostCopy(
            table, SECRET, line.said.append, lambda part: line.slices.append((0, len(part))), lambda: False, print
        )
        copy.begin()
        copy.take({"id": copy.sent.id, "last": "", "header": False})
        await pass_seconds(10)
        assert not line.slices
        copy.end()
        table.close()

    travel(story)


def test_a_nonce_is_never_used_twice() -> None:
    play = new_play("sonar")
    first, second = SentCopy(play, SECRET), SentCopy(play, SECRET)
    kept = kept_of(first)
    for sent in (first, second):
        sent.take_up("", 0)
        carry(sent, kept, 0, blocks=5)
    nonces = {bytes(kept.records[place : place + NONCE]) for place in range(0, len(kept.records), RECORD)}
    assert len(nonces) == 10
    assert len({nonce[:SESSION] for nonce in nonces}) == 2


def test_rubbish_is_a_broken_block() -> None:
    with pytest.raises(BrokenBlock):
        unpress(b"", b"\xff\xff\xff")
