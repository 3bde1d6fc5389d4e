"""Deltas: short where little changed, right whatever changed."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from klaxon.rules.deltas import apply_delta
from klaxon.table.delta_writer import DeltaWriter

_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 300) | st.text('a"é', max_size=2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text('ab"', max_size=2), inner, max_size=4),
    max_leaves=12,
)
_VIEWS = st.dictionaries(st.text('ab"', max_size=2), _VALUES, max_size=5)


@given(_VIEWS, _VIEWS)
def test_a_delta_leads_from_any_view_to_any_other(before: dict[str, Any], after: dict[str, Any]) -> None:
    kept = json.dumps(before)
    text = DeltaWriter().write(before, after)
    assert apply_delta(before, json.loads(text) if text else {}) == after
    assert json.dumps(before) == kept


def test_of_a_part_in_which_little_changed_only_that_is_told() -> None:
    men = {f"man-{number}": {"room": number, "slots": ["free"] * 3, "alive": True} for number in range(4)}
    moved = {**men, "man-2": {**men["man-2"], "room": 7}}
    delta = json.loads(DeltaWriter().write({"men": men, "at": 1}, {"men": moved, "at": 2}))
    assert delta == {"set": {"at": 2}, "drop": [], "in": {"men": {"in": {"man-2": {"set": {"room": 7}}}}}}


def test_a_part_that_changed_in_most_of_it_is_told_as_a_whole() -> None:
    delta = json.loads(DeltaWriter().write({"clock": {"at": 1, "mode": "real"}}, {"clock": {"at": 2, "mode": "x"}}))
    assert delta == {"set": {"clock": {"at": 2, "mode": "x"}}, "drop": []}


def test_a_part_that_many_seats_are_shown_is_compared_once() -> None:
    compared: list[object] = []

    class CountedNumber(int):
        def __eq__(self, other: object) -> bool:
            compared.append(other)
            return False

        __hash__ = int.__hash__

    deltas, before, after = DeltaWriter(), {"a": CountedNumber(1), "b": 1}, {"a": CountedNumber(2), "b": 1}
    texts = {deltas.write({"board": before, "seat": seat}, {"board": after, "seat": seat}) for seat in "wx"}
    once = len(compared)
    texts |= {deltas.write({"board": before, "seat": seat}, {"board": after, "seat": seat}) for seat in "yz"}
    assert texts == {'{"set":{},"drop":[],"in":{"board":{"set":{"a":2}}}}'}
    assert len(compared) == once
