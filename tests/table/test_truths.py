"""Truths that are kept as patches: each comes back as it was, in any order, and little is kept of what stays."""

from __future__ import annotations

import gc
import json
import tracemalloc
from collections.abc import Callable
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


def walk_on(count: int) -> list[int]:
    return list(range(count))


def walk_back(count: int) -> list[int]:
    return list(range(count))[::-1]


def walk_about(count: int) -> list[int]:
    chance = Random(7)
    return [chance.randrange(-count, count) for _ in range(count)]


@pytest.mark.parametrize("walk", [walk_on, walk_back, walk_about])
@pytest.mark.parametrize("name", ["sonar/realtime-delta-2-wolfpack", "steam/draft-and-oxygen"])
def test_every_truth_of_a_game_comes_back_as_it_was(name: str, walk: Callable[[int], list[int]]) -> None:
    whole = [moment.truth for moment in debrief(golden(name))]
    truths = Truths(whole)
    assert len(truths) == len(whole)
    for number in walk(len(whole)):
        assert truths[number] == whole[number], number
    assert truths[3:6] == whole[3:6]


def test_a_truth_that_is_not_there_is_none() -> None:
    truths = Truths([{"n": number} for number in range(WHOLE_EVERY + 1)])
    assert (truths[WHOLE_EVERY], truths[-1]) == ({"n": WHOLE_EVERY}, {"n": WHOLE_EVERY})
    for number in (WHOLE_EVERY + 1, -WHOLE_EVERY - 2):
        with pytest.raises(IndexError):
            truths[number]


def kept_bytes(keep: Callable[[], object]) -> int:
    gc.collect()
    tracemalloc.start()
    kept = keep()
    gc.collect()
    found = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert kept
    return found


def test_a_debrief_takes_a_fraction_of_its_truths() -> None:
    play = golden("steam/draft-and-oxygen")
    whole = kept_bytes(lambda: [moment.truth for moment in debrief(play)])
    kept = kept_bytes(lambda: Truths(moment.truth for moment in debrief(play)))
    assert kept * 4 < whole
