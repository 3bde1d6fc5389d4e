"""Deltas: short where little changed, right whatever changed."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from klaxon.rules.deltas import SharedView, apply_delta
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


@given(*[_VIEWS] * 4, st.booleans())
def test_views_that_share_a_part_are_told_as_if_they_shared_none(
    shared: dict[str, Any], own: dict[str, Any], later: dict[str, Any], own_later: dict[str, Any], same: bool
) -> None:
    if same:  # the keys, as between most views of a seat
        later = {key: later.get(key, value) for key, value in shared.items()}
        own_later = {key: own_later.get(key, value) for key, value in own.items()}
    before, after = SharedView(shared, own), SharedView(later, own_later)
    deltas, plainly = DeltaWriter(), DeltaWriter().write({**before}, {**after})
    assert [deltas.write(before, after) for _ in range(2)] == [plainly] * 2
    assert deltas.write(SharedView(shared, {**own, "seat": 1}), SharedView(later, {**own_later, "seat": 1})) == (
        DeltaWriter().write({**before, "seat": 1}, {**after, "seat": 1})
    )


def test_what_many_seats_are_shown_alike_is_compared_once() -> None:
    compared: list[object] = []

    class CountedNumber(int):
        def __eq__(self, other: object) -> bool:
            compared.append(other)
            return False

        __hash__ = int.__hash__

    deltas, before, after = DeltaWriter(), {"a": CountedNumber(1), "b": 1}, {"a": CountedNumber(2), "b": 1}
    texts = [deltas.write(SharedView(before, {"seat": seat}), SharedView(after, {"seat": seat})) for seat in "wxyz"]
    assert texts == ['{"set":{"a":2},"drop":[]}'] * 4
    assert len(compared) == 1
