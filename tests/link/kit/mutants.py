"""What somebody sends who wants to crash or confuse a console: bytes, frames and messages, random or altered."""

from __future__ import annotations

import json
from collections.abc import Sequence
from copy import deepcopy
from random import Random
from typing import Any

from klaxon.link.wire.frames import (
    VERSION,
    Data,
    Greeting,
    Holdings,
    Receipt,
    encode_data,
    encode_greeting,
    encode_receipt,
)

ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    1 << 70,
    1.5,
    float("inf"),
    float("nan"),
    "",
    "\x00",
    "red.captain",
    "blue.captain",
    "x" * 5000,
    [],
    [[]],
    [{}],
    {},
    {"": {}},
    {"a": [None]},
)
"""Values that do not belong where they are put."""


def altered_bytes(dice: Random, known: Sequence[bytes]) -> bytes:
    """Return bytes made of frames that were heard, or of nothing."""
    if not known or dice.random() < 0.3:
        return dice.randbytes(dice.randrange(1, 90))
    frame = bytearray(dice.choice(known))
    match dice.randrange(5):
        case 0:
            frame[dice.randrange(len(frame))] ^= 1 << dice.randrange(8)
        case 1:
            del frame[dice.randrange(len(frame))]
        case 2:
            frame.insert(dice.randrange(len(frame)), dice.randrange(256))
        case 3:
            frame = frame[: dice.randrange(1, len(frame) + 1)] + dice.choice(known)[dice.randrange(4) :]
        case _:
            start = dice.randrange(len(frame))
            frame[start : start + 4] = dice.randbytes(4)
    return bytes(frame)


def forged_frame(dice: Random, way: int | None) -> bytes:
    """Return a frame whose sum is right and whose fields are anything: somebody at the line computes sums too."""
    holdings = Holdings(dice.randrange(1 << 16), dice.choice((0, 1, dice.getrandbits(32), (1 << 32) - 1)))
    body = dice.randbytes(dice.randrange(1, 60))
    match dice.randrange(3):
        case 0:
            return encode_greeting(
                Greeting(dice.choice((VERSION, VERSION, 1, 255)), dice.getrandbits(32), dice.getrandbits(32), body[:40])
            )
        case 1:
            return encode_data(Data(holdings, dice.randrange(1 << 16), body), way or 0)
        case _:
            return encode_receipt(Receipt(holdings), way or 0)


def altered_message(dice: Random, message: Any) -> Any:
    """Return a message with something in it put wrong."""
    made = json.loads(json.dumps(message))
    for _ in range(dice.randrange(1, 4)):
        made = _alter(dice, made)
    return made


def _alter(dice: Random, value: Any) -> Any:
    if isinstance(value, dict) and value and dice.random() < 0.9:
        key = dice.choice(list(value))
        match dice.randrange(8):
            case 0:
                del value[key]
            case 1:
                value[dice.choice(("x", "seat", "n", key * 2))] = value.pop(key)
            case _:
                value[key] = _alter(dice, value[key])
        return value
    if isinstance(value, list) and value and dice.random() < 0.9:
        place = dice.randrange(len(value))
        match dice.randrange(4):
            case 0:
                del value[place]
            case 1:
                value.append(value[place])
            case _:
                value[place] = _alter(dice, value[place])
        return value
    return deepcopy(dice.choice(ODD))
