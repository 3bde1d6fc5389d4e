"""What the crew is told of a contact at each level of the navigator (UBT-7.2)."""

from __future__ import annotations

from typing import Any

import pytest

from klaxon.rules.uboot.sea.contacts import aspect_word, range_word
from tests.rules.uboot.kit.boat import MINUTE, Boat
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
    ],
)
def test_aspect_words(bearing: int, course: int, word: str) -> None:
    assert aspect_word(bearing, course) == word
