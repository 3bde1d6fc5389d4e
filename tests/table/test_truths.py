"""Truths that are kept as patches: each comes back as it was, in any order, and little is kept of what stays."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from klaxon.table.debrief import debrief
from klaxon.table.truths import WHOLE_EVERY, Truths, apply_patch, patch_of
from tests.console.kit.stories import golden

MAPS: list[dict[str, Any]] = [
    {},
    {"a": 1},
    {"a": None},
    {"a": None, "b": {"c": [1, 2], "d": {}}},
    {"b": {"d": {}, "c": [1, 2]}, "a": None},
    {"b": {"c": [1, 2, 3]}},
    {"b": None, "a": {"c": None}},
    {"b": {}, "a": {"c": {"x": ""}}},
]


@pytest.mark.parametrize("after", MAPS)
@pytest.mark.parametrize("before", MAPS)
def test_a_patch_makes_one_of_the_other_with_its_keys_in_their_order(
    before: dict[str, Any], after: dict[str, Any]
) -> None:
    kept = json.dumps(before)
    made = apply_patch(before, patch_of(before, after))
    assert made == after
    assert list(made) == list(after)
    assert json.dumps(before) == kept


def test_what_stays_is_shared() -> None:
    before: dict[str, Any] = {"chart": {"grid": "..."}, "boats": {"red": {"at": "A1"}, "blue": {"at": "B2"}}}
    after = {"chart": {"grid": "..."}, "boats": {"red": {"at": "A2"}, "blue": {"at": "B2"}}}
    patch = patch_of(before, after)
    assert patch.values.keys() == {"boats"}
    made = apply_patch(before, patch)
    assert made["chart"] is before["chart"]
    assert made["boats"]["blue"] is before["boats"]["blue"]
    assert apply_patch(made, patch_of(made, after)) is made


def walks(count: int) -> Iterator[int]:
    """Go through all numbers, back, and about."""
    chance = Random(7)
    yield from range(count)
    yield from range(count)[::-1]
    yield from (chance.randrange(-count, count) for _ in range(count))


@pytest.mark.parametrize("name", ["sonar/realtime-delta-2-wolfpack", "steam/draft-and-oxygen"])
def test_every_truth_of_a_game_comes_back_as_it_was_and_little_is_kept(name: str) -> None:
    whole = [moment.truth for moment in debrief(golden(name))]
    truths = Truths(whole)
    assert len(truths) == len(whole) > WHOLE_EVERY
    for number in walks(len(whole)):
        assert truths[number] == whole[number], number
    assert truths[3:6] == whole[3:6]
    assert 10 * len(json.dumps(truths._patches)) < len(json.dumps(whole))


def test_a_truth_that_is_not_there_is_none() -> None:
    truths = Truths([{"n": number} for number in range(WHOLE_EVERY + 1)])
    assert (truths[WHOLE_EVERY], truths[-1]) == ({"n": WHOLE_EVERY}, {"n": WHOLE_EVERY})
    for number in (WHOLE_EVERY + 1, -WHOLE_EVERY - 2):
        with pytest.raises(IndexError):
            truths[number]
