"""What the crew is told of a contact at each level of the navigator (UBT-7.2)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from klaxon.rules.uboot.sea.contacts import aspect_word, range_word
from tests.rules.uboot.kit.boat import MINUTE, Boat, told
from tests.rules.uboot.kit.marks import allows, refuses

SHIP = {"bearing": 330, "range": 12_000, "course": 70, "speed": 90}


def fields(level: str) -> Any:
    """Return what stands in the view of a ship that a script reports."""
    contact = {"at": "0:00:10", "do": "contact", "id": "c1", "by": "lookout", "klass": "merchant", **SHIP}
    boat = Boat([contact], rules=f"navigator={level}")
    boat.wait(MINUTE)
    return boat.view()["contacts"]["c1"]["fields"]


@allows("7.2b")
def test_at_high_level_a_report_has_words_for_range_and_aspect() -> None:
    assert fields("high") == {"bearing": 330, "range_word": "medium", "aspect_word": "beam starboard"}


@refuses("7.2b")
@pytest.mark.parametrize("level", ["low", "medium"])
def test_at_the_other_levels_a_contact_of_a_script_is_reported_as_it_says_without_words(level: str) -> None:
    assert fields(level) == SHIP


@allows("7.2b")
def test_a_report_may_say_no_more_than_that_there_is_something() -> None:
    bare = {"at": "0:00:10", "do": "contact", "id": "c1", "by": "hydrophone"}
    boat = Boat([bare, {"at": "0:01:00", "do": "contact-lost", "id": "c1"}], rules="navigator=high")
    boat.wait(30_000)
    facts = {"kind": "sound", "group": "", "by": "hydrophone", "at_s": 10, "fields": {}, "klass": ""}
    assert json.dumps(boat.view()["contacts"]) == json.dumps({"c1": facts})
    assert told(boat.wait(MINUTE)) == ["contact-lost contact=c1"]
    assert boat.view()["contacts"] == {}


@allows("7.2b")
@pytest.mark.parametrize(
    ("metres", "word"), [(0, "near"), (5_555, "near"), (5_556, "medium"), (12_963, "medium"), (12_964, "far")]
)
def test_range_words(metres: int, word: str) -> None:
    assert range_word(metres) == word


@allows("7.2b")
@pytest.mark.parametrize(
    ("bearing", "course", "word"),
    [
        (330, 70, "beam starboard"),
        (0, 180, "bow"),
        (0, 0, "stern"),
        (0, 140, "bow quarter starboard"),
        (0, 220, "bow quarter port"),
        (10, 320, "stern quarter port"),
        *((0, course, "bow") for course in (158, 202)),
        *((0, course, "bow quarter starboard") for course in (157, 113)),
        *((0, course, "bow quarter port") for course in (203, 247)),
        *((0, course, "beam starboard") for course in (112, 68)),
        *((0, course, "beam port") for course in (248, 292)),
        *((0, course, "stern quarter starboard") for course in (67, 23)),
        *((0, course, "stern quarter port") for course in (293, 337)),
        *((0, course, "stern") for course in (22, 338)),
        (359, 156, "bow quarter starboard"),
    ],
)
def test_aspect_words(bearing: int, course: int, word: str) -> None:
    assert aspect_word(bearing, course) == word
