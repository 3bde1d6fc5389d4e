"""Messages on a stream: they come out whole and in order, and nothing that was meddled with comes out at all."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaxon.link.messages.sealing import LONGEST, SEAL, Forged, MessageReader, MessageWriter, PlainBlock

KEY = bytes(range(32))


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=90),
    lambda inner: st.lists(inner, max_size=12) | st.dictionaries(st.text(max_size=12), inner, max_size=6),
    max_leaves=20,
)
PRESSED = pytest.mark.parametrize("pressed", [True, False], ids=["line", "network"])


@PRESSED
@given(st.lists(VALUES | st.binary(max_size=300), max_size=8), st.integers(1, 40))
def test_messages_come_out_whole_however_the_stream_is_cut(pressed: bool, messages: list[object], step: int) -> None:
    writer, reader = MessageWriter(KEY, pressed=pressed), MessageReader(KEY, pressed=pressed)
    stream = b"".join(
        writer.write_block(each) if isinstance(each, bytes) else writer.write(json.dumps(each)) for each in messages
    )
    found = [each for place in range(0, len(stream), step) for each in reader.read(stream[place : place + step])]
    assert found == messages
    assert [isinstance(each, PlainBlock) for each in found] == [isinstance(each, bytes) for each in messages]


def test_long_messages_come_out_whole() -> None:
    writer, reader, dice = MessageWriter(KEY), MessageReader(KEY), Random(1)
    long = [dice.randbytes(size).hex() for size in (20, 40, 300, 40_000, 70_000)]
    assert reader.read(b"".join(writer.write(json.dumps(each)) for each in long)) == long
    assert reader.read(writer.write_block(bytes(70_000))) == [bytes(70_000)]


def test_what_repeats_costs_little() -> None:
    writer = MessageWriter(KEY)
    delta = json.dumps({"delta": {"set": {"depth": 40, "course": "north"}}, "seat": "red.captain", "n": 7})
    assert len(writer.write(delta)) < len(delta) / 2, "the rehearsal has most of its words"
    assert len(writer.write(delta.replace("40", "41"))) <= SEAL + 16


def test_on_a_network_a_length_says_nothing_of_what_was_said_before() -> None:
    writer = MessageWriter(KEY, pressed=False)
    assert len({len(writer.write(f'{{"at":"{place}"}}')) for place in ("D3", "D3", "H9", "D3")}) == 1


def test_blocks_are_never_pressed() -> None:
    writer = MessageWriter(KEY)
    assert len({len(writer.write_block(block)) for block in (bytes(34), Random(1).randbytes(34), bytes(34))}) == 1


@pytest.mark.parametrize("place", range(40))
def test_no_altered_byte_passes(place: int) -> None:
    whole = bytearray(MessageWriter(KEY).write('"red.captain torpedo D3 and more"'))
    if place < 2 or place >= len(whole):
        return
    whole[place] ^= 4
    with pytest.raises(Forged):
        MessageReader(KEY).read(bytes(whole))


def test_no_message_passes_twice_nor_out_of_turn() -> None:
    writer = MessageWriter(KEY)
    first, second = writer.write("1"), writer.write("2")
    reader = MessageReader(KEY)
    assert reader.read(first) == [1]
    with pytest.raises(Forged):
        reader.read(first)
    with pytest.raises(Forged):
        MessageReader(KEY).read(second)


def test_another_key_opens_nothing() -> None:
    with pytest.raises(Forged):
        MessageReader(bytes(32)).read(MessageWriter(KEY).write('"hello"'))


def test_a_message_that_would_fill_the_memory_is_refused() -> None:
    with pytest.raises(ValueError, match=str(LONGEST + 1)):
        MessageWriter(KEY).write(" " * (LONGEST + 1))


@pytest.mark.parametrize("seed", range(20))
def test_random_bytes_are_no_messages(seed: int) -> None:
    reader = MessageReader(KEY)
    with pytest.raises(Forged):
        reader.read(b"\x20" + Random(seed).randbytes(40))
