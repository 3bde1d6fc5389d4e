"""JSON from elsewhere: whatever is read can be written again."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaxon.table.foreign_json import DEEPEST, read_json, read_json_object


@pytest.mark.parametrize(
    "text",
    [
        "",
        "NaN",
        '{"a": -Infinity}',
        "[1e999]",
        '"\\ud800"',
        '{"\\udc00": 1}',
        "[" * (DEEPEST + 1) + "]" * (DEEPEST + 1),
        '{"a":' * 5000 + "1" + "}" * 5000,
        b"\xff",
        '{"a": 1}'.encode("utf-16"),
        "1" * 5000,
    ],
    ids=lambda text: repr(text)[:20],
)
def test_what_could_not_be_written_again_is_refused(text: str | bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - whatever its kind
        read_json(text)


@pytest.mark.parametrize("text", ["[" * DEEPEST + "]" * DEEPEST, '"\\ud83d\\ude00"', '["[[[[{{{{"]', "1.5"])
def test_what_is_only_unusual_is_read(text: str) -> None:
    assert read_json(text) == json.loads(text)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda each: st.lists(each) | st.dictionaries(st.text(), each),
    )
)
def test_what_is_written_is_read(value: object) -> None:
    assert read_json(json.dumps(value)) == value


def test_an_object_is_no_list_and_has_a_size() -> None:
    assert read_json_object(b'{"a": 1}', 8) == {"a": 1}
    assert read_json_object(b'{"a": 1}', 7) is None
    assert read_json_object(b"[]", 8) is None
