"""Deltas: short where little changed, right whatever changed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from klaxon.rules.deltas import apply_delta
from klaxon.table.telling.delta_writer import DeltaWriter, ShownSight

_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 300) | st.text('a"é', max_size=2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text('ab"', max_size=2), inner, max_size=4),
    max_leaves=12,
)
_VIEWS = st.dictionaries(st.text('ab"', max_size=2), _VALUES, max_size=5)


def plain(view: Mapping[str, Any]) -> ShownSight:
    """Return the sight of a seat that shares nothing with others."""
    return ShownSight(view, {})


@given(_VIEWS, _VIEWS)
def test_a_delta_leads_from_any_view_to_any_other(before: dict[str, Any], after: dict[str, Any]) -> None:
    kept = json.dumps(before)
    text = DeltaWriter().write(plain(before), plain(after))
    assert apply_delta(before, json.loads(text) if text else {}) == after
    assert json.dumps(before) == kept


def test_of_a_part_in_which_little_changed_only_that_is_told() -> None:
    men = {f"man-{number}": {"room": number, "slots": ["free"] * 3, "alive": True} for number in range(4)}
    moved = {**men, "man-2": {**men["man-2"], "room": 7}}
    delta = json.loads(DeltaWriter().write(plain({"men": men, "at": 1}), plain({"men": moved, "at": 2})))
    assert delta == {"set": {"at": 2}, "drop": [], "in": {"men": {"in": {"man-2": {"set": {"room": 7}}}}}}


def test_a_part_that_changed_in_most_of_it_is_told_as_a_whole() -> None:
    delta = json.loads(
        DeltaWriter().write(plain({"clock": {"at": 1, "mode": "real"}}), plain({"clock": {"at": 2, "mode": "x"}}))
    )
    assert delta == {"set": {"clock": {"at": 2, "mode": "x"}}, "drop": []}


@given(*[_VIEWS] * 4, st.booleans())
def test_views_that_share_a_part_are_told_as_if_they_shared_none(
    shared: dict[str, Any], own: dict[str, Any], later: dict[str, Any], own_later: dict[str, Any], same: bool
) -> None:
    if same:  # the keys, as between most views of a seat
        later = {key: later.get(key, value) for key, value in shared.items()}
        own_later = {key: own_later.get(key, value) for key, value in own.items()}
    before, after = ShownSight(shared, own), ShownSight(later, own_later)
    deltas = DeltaWriter()
    for named in ({}, {"seat": 1}):  # another seat, whose own is as it was
        one, other = before._replace(own={**own, **named}), after._replace(own={**own_later, **named})
        texts = [deltas.write(one, other) for _ in range(2)]
        assert texts[0] == texts[1]
        plainly = DeltaWriter().write(plain(one.data), plain(other.data))
        assert bool(texts[0]) == bool(plainly)
        assert apply_delta(one.data, json.loads(texts[0] or "{}")) == other.data
        assert json.loads(texts[0] or "{}") == json.loads(plainly or "{}")


def test_what_many_seats_are_shown_alike_is_compared_once() -> None:
    compared: list[object] = []

    class CountedNumber(int):
        def __eq__(self, other: object) -> bool:
            compared.append(other)
            return False

        __hash__ = int.__hash__

    deltas, before, after = DeltaWriter(), {"a": CountedNumber(1), "b": 1}, {"a": CountedNumber(2), "b": 1}
    texts = [deltas.write(ShownSight(before, {"seat": seat}), ShownSight(after, {"seat": seat})) for seat in "wxyz"]
    assert texts == ['{"set":{"a":2},"drop":[]}'] * 4
    assert len(compared) == 1
