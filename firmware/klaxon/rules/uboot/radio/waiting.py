"""Which messages wait for the Enigma, and why one cannot be decoded or sent now: from the open board alone."""

from __future__ import annotations

from klaxon.rules.contract import Refusal
from klaxon.rules.uboot.content.box import OrderRow
from klaxon.rules.uboot.crew.manning import bar_places, places_of
from klaxon.rules.uboot.radio.records import OUT, TO_DO, Radio, RadioMessage
from klaxon.rules.uboot.sea.motion import SHALLOW, deepest
from klaxon.rules.uboot.sea.numbers import METRE
from klaxon.rules.uboot.state import OpenBoard

ENIGMA = "enigma"
MOST_MESSAGES = 3
"""So many messages an order names at most (UBT-12.14)."""


def to_do(radio: Radio) -> list[RadioMessage]:
    """Return the messages that wait for the Enigma, those that came first."""
    waiting = [each for each in radio.messages if each.state in TO_DO and not radio.is_asked(each.name)]
    return sorted(waiting, key=lambda message: message.direction)


def open_messages(board: OpenBoard) -> list[str]:
    """Return the messages that can be decoded or sent now, men apart."""
    return [message.name for message in to_do(board.radio) if bar_message(board, message.name) is None]


def bar_message(board: OpenBoard, name: str) -> Refusal | None:
    """Return why a message can be neither decoded nor sent: it does not wait, or the boat is too deep to send."""
    message = next((each for each in to_do(board.radio) if each.name == name), None)
    if message is None:
        return Refusal("no-message", {"message": name})
    return _bar_depth(board) if message.direction == OUT else None


def _bar_depth(board: OpenBoard) -> Refusal | None:
    """Return that the aerial is under water: the boat is deeper than 10 m somewhere on its way (UBT-7.10e)."""
    depth = deepest(board.boat)
    return Refusal("too-deep", {"depth": -(-depth // METRE), "most": SHALLOW // METRE}) if depth > SHALLOW else None


def bar_sending(board: OpenBoard, _row: OrderRow) -> Refusal | None:
    """Return that the boat is too deep, where all that waits would have to be sent (UBT-12.15b)."""
    waiting = to_do(board.radio)
    return _bar_depth(board) if waiting and all(each.direction == OUT for each in waiting) else None


def bar_no_message(board: OpenBoard, row: OrderRow) -> Refusal | None:
    """Return that no message waits at all."""
    return None if to_do(board.radio) else Refusal("no-message", {"order": row.id})


def bar_naming(board: OpenBoard, args: tuple[str, ...]) -> Refusal | None:
    """Return why the last of some messages cannot be named with the others: itself, or men for so many."""
    row = board.handbook.orders[ENIGMA]
    return bar_message(board, args[-1]) or bar_places(board, row, *places_of(board, row, args))
