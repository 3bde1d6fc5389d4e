"""Messages as data, and back (UBT-12.17b)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from klaxon.rules.uboot.radio.cipher import day_of
from klaxon.rules.uboot.radio.records import AskedKey, Radio, RadioMessage
from klaxon.rules.uboot.state import OpenBoard

SECOND = 1000


def show_radio(board: OpenBoard) -> dict[str, Any]:
    """Return the messages by name, and what the Enigma asks for."""
    radio = board.radio
    return {
        "messages": {message.name: _show_message(board, message) for message in radio.messages},
        "radio": {
            "enigma": radio.enigma,
            "asked": [asked._asdict() for asked in radio.asked],
            "reported": list(radio.reported),
        },
    }


def _show_message(board: OpenBoard, message: RadioMessage) -> dict[str, Any]:
    """Return a message; `at` in game seconds, `date` the day whose key it has."""
    return {
        "dir": message.direction,
        "at": message.at // SECOND,
        "date": day_of(board.briefing.date, message.at).isoformat(),
        "from": message.sender,
        "groups": list(message.groups),
        "indicator": message.indicator,
        "text": message.text,
        "state": message.state,
        "about": dict(message.about),
        "free": message.free // SECOND,
    }


def read_radio(data: Mapping[str, Any]) -> Radio:
    """Return the radio that was shown."""
    messages = tuple(
        RadioMessage(
            name,
            told["dir"],
            told["at"] * SECOND,
            told["from"],
            tuple(told["groups"]),
            told["indicator"],
            told["text"],
            told["state"],
            tuple(told["about"].items()),
            told["free"] * SECOND,
        )
        for name, told in data["messages"].items()
    )
    asked = tuple(AskedKey(**each) for each in data["radio"]["asked"])
    return Radio(data["radio"]["enigma"], messages, asked, tuple(data["radio"]["reported"]))
