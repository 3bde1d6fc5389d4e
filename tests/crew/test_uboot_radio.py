"""The radio of U-BOOT's understudies: what is decoded and sent, and the key that is set."""

from __future__ import annotations

from typing import Any

import pytest

from tests.crew.kit.uboot_crew import said, work
from tests.rules.uboot.kit.boat import MINUTE, Boat, told

MESSAGE = {"at": "0:01:00", "do": "message", "id": "in1", "text": "Good hunting"}


def radio(level: str = "medium", **setup: Any) -> Boat:
    """Return a boat that has received a message."""
    boat = Boat([MESSAGE], rules=f"first_officer={level}", **setup)
    boat.wait(MINUTE)
    return boat


@pytest.mark.parametrize("level", ["medium", "high"])
def test_a_message_is_decoded_with_the_right_key(level: str) -> None:
    boat = radio(level)
    assert said(boat, "captain") == "enigma in1"
    boat.give("captain enigma in1")
    assert work(boat) == ["first_officer assign square"]
    boat.give(f"first_officer {said(boat, 'first_officer')}")
    assert told(boat.events, "decoded") == ["decoded message=in1 text=Good hunting"]
    assert not said(boat, "captain").startswith("enigma")


def test_the_weather_is_sent_for_an_objective_alone() -> None:
    assert not said(Boat(), "captain").startswith("enigma")
    primary = {"kind": "weather_report", "count": 1}
    assert said(Boat(PRIMARY=primary), "captain") == "enigma out-weather"
    assert said(radio(PRIMARY=primary), "captain") == "enigma in1 out-weather"
    tired = {"first_officer.square.1": {"act": 2}}
    assert said(radio(PRIMARY=primary, men=tired), "captain") == "enigma in1"
