"""Frames of the serial line: what goes in comes out, and nothing that was damaged does."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from klaxon.link.wire import frames
from klaxon.link.wire.cobs import stuff, unstuff
from klaxon.link.wire.frames import Data, Greeting, Holdings, Receipt

RECEIVED = st.builds(Holdings, st.integers(0, 65_535), st.integers(0, (1 << 32) - 1))
NUMBERS = st.integers(0, (1 << 32) - 1)


@given(st.binary(max_size=200))
def test_stuffing_leaves_no_zero_and_can_be_undone(data: bytes) -> None:
    stuffed = stuff(data)
    assert b"\0" not in stuffed
    assert len(stuffed) == len(data) + 1
    assert unstuff(stuffed) == data


@given(st.binary(max_size=80))
def test_any_bytes_can_be_unstuffed_or_are_refused(data: bytes) -> None:
    undone = unstuff(data)
    assert undone is None or stuff(undone) == data


@given(RECEIVED, st.integers(0, 65_535), st.binary(min_size=1, max_size=frames.MOST_DATA), NUMBERS)
def test_a_piece_comes_out_as_it_went_in(holdings: Holdings, sequence: int, body: bytes, conversation: int) -> None:
    sent = frames.encode_data(Data(holdings, sequence, body), conversation)
    assert len(sent) <= frames.LONGEST
    assert sent[0] == sent[-1] == 0
    assert frames.decode(sent[1:-1], conversation) == Data(holdings, sequence, body)
    assert frames.decode(sent[1:-1], conversation ^ 1) is None, "a frame of another conversation"
    assert frames.decode(sent[1:-1], None) is None


@given(RECEIVED, NUMBERS)
def test_a_receipt_comes_out_as_it_went_in(holdings: Holdings, conversation: int) -> None:
    sent = frames.encode_receipt(Receipt(holdings), conversation)
    assert frames.decode(sent[1:-1], conversation) == Receipt(holdings)


@given(st.integers(0, 255), NUMBERS, NUMBERS, st.binary(max_size=frames.MOST_CARD))
def test_a_greeting_is_understood_before_there_is_a_conversation(
    version: int, own: int, other: int, card: bytes
) -> None:
    sent = frames.encode_greeting(Greeting(version, own, other, card))
    assert len(sent) <= frames.LONGEST
    assert frames.decode(sent[1:-1], None) == Greeting(version, own, other, card)


def test_no_single_bit_passes_unnoticed() -> None:
    whole = Data(Holdings(7, 5), 9, bytes(range(40)))
    sent = frames.encode_data(whole, 77)[1:-1]
    for place in range(len(sent) * 8):
        damaged = bytearray(sent)
        damaged[place // 8] ^= 1 << place % 8
        assert frames.decode(bytes(damaged), 77) is None


def test_no_lost_byte_passes_unnoticed() -> None:
    sent = frames.encode_data(Data(Holdings(7, 5), 9, Random(1).randbytes(40)), 77)[1:-1]
    assert all(frames.decode(sent[:place] + sent[place + 1 :], 77) is None for place in range(len(sent)))


def test_both_ends_give_a_conversation_the_same_number() -> None:
    assert frames.conversation_of(3, 8) == frames.conversation_of(8, 3) != frames.conversation_of(3, 9)
    assert frames.way_of(3, 8) != frames.way_of(8, 3)
