"""The right key of a message (UBT-7.10b)."""

from __future__ import annotations

from klaxon.rules.uboot.radio.cipher import day_of, key_of_day, shift_key
from klaxon.rules.uboot.radio.records import INDICATOR, RadioMessage
from klaxon.rules.uboot.state import OpenBoard


def key_of(board: OpenBoard, message: RadioMessage) -> str:
    """Return the right key of a message: the letters of its day, on high shifted by its indicator."""
    key = key_of_day(day_of(board.briefing.date, message.at))
    return shift_key(key, message.indicator) if board.radio.enigma == INDICATOR else key
