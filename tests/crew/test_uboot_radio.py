"""The radio of U-BOOT's understudies: what is decoded and sent, and the key that is set."""

from __future__ import annotations

from typing import Any

import pytest

from klaxon.crew.uboot.understudy import UbootUnderstudy
from tests.crew.kit.match import chance
from tests.crew.kit.uboot_crew import said, work
from tests.rules.uboot.kit.boat import MINUTE, Boat, told
from tests.rules.uboot.kit.ships import LOOKOUTS, ship_row

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


CONVOY = {
    "at": "0:00:30",
    "do": "contact",
    "id": "c1",
    "by": "lookout",
    "klass": "group",
    "bearing": 10,
    "range": 30000,
}
SHADOW = {"kind": "shadow", "target": "convoy", "hours": 2, "max_nm": 12, "reports": 1}


@pytest.mark.parametrize(("primary", "is_reported"), [(SHADOW, True), ({"kind": "no_death"}, False)])
def test_a_convoy_that_is_hunted_is_reported_first(primary: dict[str, Any], *, is_reported: bool) -> None:
    ships = [ship_row(f"m{n}", group="g", range_m=9_000 + 600 * n, kn=7, course=90, known=True) for n in range(4)]
    boat = Boat(PRIMARY=primary, SHIPS=ships, weather="clear", light="day", **LOOKOUTS)
    crew, seat = UbootUnderstudy("able"), "captain"
    notes = crew.begin(boat.view(seat))
    for _ in range(20):
        boat.wait(MINUTE)
        notes = crew.see(notes, boat.view(seat), boat.state.now)
    assert notes.hunt.target is not None
    order = crew.order(boat.view(seat), notes, chance("1"))
    assert (order is not None and order.args == ("out-convoy",)) == is_reported


def test_a_convoy_is_reported_for_an_objective_alone() -> None:
    for primary, wanted in ((SHADOW, "enigma out-convoy"), ({"kind": "no_death"}, "")):
        boat = Boat([CONVOY], PRIMARY=primary)
        boat.wait(MINUTE)
        assert (said(boat, "captain") == "enigma out-convoy") == bool(wanted)


def test_nobody_reports_while_he_is_hunted() -> None:
    boat = Boat([CONVOY, {"at": "0:00:40", "do": "detected", "on": True}], PRIMARY=SHADOW)
    boat.wait(MINUTE)
    assert not said(boat, "captain").startswith("enigma")
