"""JSON in few bytes: what is packed comes out again, and no bytes do harm."""

from __future__ import annotations

import json
from hashlib import blake2b
from random import Random

import pytest

from klaxon import data
from klaxon.link.conversation import PROTOCOL
from klaxon.link.messages import packing
from klaxon.link.messages.packing import DEEPEST, PLACES, Packer, Unpacker
from tests.effort import effort

ORDER = {"up": 1, "message": {"order": 3, "seat": "red.captain", "line": "course north"}}


def test_what_was_said_before_is_named_by_its_place() -> None:
    packer, unpacker = Packer(), Unpacker()
    first, second = packer.pack(ORDER), packer.pack({**ORDER, "up": 2})
    assert len(second) == 6 < len(first)
    assert [unpacker.unpack(each) for each in (first, second)] == [ORDER, {**ORDER, "up": 2}]


@pytest.mark.parametrize(
    "number", [0, 39, 40, 127, 128, -1, -40, (1 << 63) - 1, -(1 << 63), 1 << 90, 1.5, -0.25, 1e300]
)
def test_every_number_comes_out_as_it_went_in(number: float) -> None:
    found = Unpacker().unpack(Packer().pack([number]))
    assert found == [number]
    assert type(found[0]) is type(number)


def test_members_keep_their_order_and_objects_of_other_order_are_others() -> None:
    packer, unpacker = Packer(), Unpacker()
    messages: tuple[dict[str, object], ...] = ({"a": 1, "b": 2}, {"b": 2, "a": 1}, {}, {"a": {}})
    for message in messages:
        assert json.dumps(unpacker.unpack(packer.pack(message))) == json.dumps(message)


def test_a_full_list_forgets_the_oldest_at_both_ends() -> None:
    packer, unpacker, dice = Packer(), Unpacker(), Random(3)
    words = [f"word {number}" for number in range(PLACES + 500)]
    for start in range(0, len(words), 100):
        said = [*words[start : start + 100], dice.choice(words[: start + 100]), {dice.choice(words): start}]
        assert unpacker.unpack(packer.pack(said)) == said
    assert len(packer._place_of) == len(packer._places.told) == PLACES
    assert packer._places.told == unpacker._places.told


def test_long_strings_have_no_place() -> None:
    packer = Packer()
    packer.pack("x" * (packing.LONGEST_KEPT + 1))
    assert packer._places.told == []


def test_as_deep_as_a_client_may_go_and_no_deeper() -> None:
    def nested(levels: int) -> list[object]:
        made: list[object] = []
        for _ in range(levels - 1):
            made = [made]
        return made

    assert Unpacker().unpack(Packer().pack(nested(DEEPEST))) == nested(DEEPEST)
    with pytest.raises(ValueError, match="deep"):
        Unpacker().unpack(Packer().pack(nested(DEEPEST + 1)))


@pytest.mark.parametrize(
    ("packed", "why"),
    [
        (b"", "cut off"),
        (b"\x05", "cut off"),
        (b"\x05\x03NaN", "NaN"),
        (b"\x05\x04true", "true"),
        (b"\x05\x02[]", r"\[\]"),
        (b"\x06\x05abc", "cut off"),
        (b"\x06\x01\xff", "utf-8"),
        (b"\x08\x01\x08\x00", "keys"),
        (b"\x08\x01\x00", "keys"),
        (b"\x09\xff\xff\xff\x7f", "cut off"),
        (b"\x04" + b"\xff" * 12, "long"),
        (b"\x3c", "place"),
        (b"\xff\xff", "place"),
        (b"\x00\x00", "more"),
    ],
)
def test_what_is_no_message_is_refused(packed: bytes, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Unpacker().unpack(packed)


@pytest.mark.parametrize("seed", range(effort(20, 2_000)))
def test_no_bytes_confuse_an_unpacker(seed: int) -> None:
    dice, unpacker, packer = Random(seed), Unpacker(), Packer()
    for _ in range(100):
        packed = bytearray(packer.pack(ORDER) if dice.random() < 0.5 else dice.randbytes(dice.randrange(40)))
        for _ in range(dice.randrange(3) if packed else 0):
            packed[dice.randrange(len(packed))] = dice.choice((*range(12), dice.randrange(256)))
        try:
            unpacker.unpack(bytes(packed))
        except ValueError:
            unpacker = Unpacker()
            packer = Packer()


def test_a_new_rehearsal_is_another_protocol() -> None:
    """Both ends must have the same one: `python -m tools.link_rehearsal` makes it, and PROTOCOL goes up with it."""
    digest = blake2b(data.read("link", "rehearsal").encode(), digest_size=4).hexdigest()
    assert (PROTOCOL, digest) == (2, "6245e22c")
