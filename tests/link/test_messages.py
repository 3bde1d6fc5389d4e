"""Messages on a stream: they come out whole and in order, and nothing that was meddled with comes out at all."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaxon.link.messages import LONGEST, SEAL, Forged, MessageReader, MessageWriter

KEY = bytes(range(32))


@given(st.lists(st.binary(max_size=300), max_size=8), st.integers(1, 40))
def test_messages_come_out_whole_however_the_stream_is_cut(messages: list[bytes], step: int) -> None:
    writer, reader = MessageWriter(KEY), MessageReader(KEY)
    stream = b"".join(map(writer.write, messages))
    found = [each for place in range(0, len(stream), step) for each in reader.read(stream[place : place + step])]
    assert found == messages


def test_what_repeats_costs_little() -> None:
    writer = MessageWriter(KEY)
    delta = json.dumps({"delta": {"set": {"depth": 40, "course": "north"}}, "seat": "red.captain", "n": 7}).encode()
    first, second = len(writer.write(delta)), len(writer.write(delta.replace(b"40", b"41")))
    assert second < first / 2
    assert second < SEAL + 20


@pytest.mark.parametrize("place", range(40))
def test_no_altered_byte_passes(place: int) -> None:
    whole = bytearray(MessageWriter(KEY).write(b"red.captain torpedo D3 and more"))
    if place < 2 or place >= len(whole):
        return
    whole[place] ^= 4
    with pytest.raises(Forged):
        MessageReader(KEY).read(bytes(whole))


def test_no_message_passes_twice_nor_out_of_turn() -> None:
    writer = MessageWriter(KEY)
    first, second = writer.write(b"one"), writer.write(b"two")
    reader = MessageReader(KEY)
    assert reader.read(first) == [b"one"]
    with pytest.raises(Forged):
        reader.read(first)
    with pytest.raises(Forged):
        MessageReader(KEY).read(second)


def test_another_key_opens_nothing() -> None:
    with pytest.raises(Forged):
        MessageReader(bytes(32)).read(MessageWriter(KEY).write(b"hello"))


def test_a_message_that_would_fill_the_memory_is_refused() -> None:
    with pytest.raises(ValueError, match=str(LONGEST + 1)):
        MessageWriter(KEY).write(bytes(LONGEST + 1))


@pytest.mark.parametrize("seed", range(20))
def test_random_bytes_are_no_messages(seed: int) -> None:
    reader = MessageReader(KEY)
    with pytest.raises(Forged):
        reader.read(b"\x20\x00" + Random(seed).randbytes(40))
