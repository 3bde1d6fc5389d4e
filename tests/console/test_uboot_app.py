"""The page of what the app of the printed game does: every row names a test or a picture that is there."""

from __future__ import annotations

import re

import pytest

from tests.shown_by import ROOT, is_there, named_in

PAGE = ROOT / "docs" / "uboot-app.md"
FUNCTIONS = 44
"""Things that the app does."""
ROW = re.compile(r"^\| (\d+) \| (.+?) \| (.+?) \| (.+?) \|$", re.MULTILINE)


def rows() -> list[tuple[str, str, str, str]]:
    """Return the rows of the page: number, function, where it is, what shows it."""
    return ROW.findall(PAGE.read_text("utf-8"))


def test_the_page_has_a_row_for_each_function() -> None:
    assert [int(number) for number, *_ in rows()] == list(range(1, FUNCTIONS + 1))


def test_each_row_names_a_test_or_a_picture_that_is_there() -> None:
    for number, what, where, shown_by in rows():
        named = named_in(shown_by)
        assert named, f"row {number}, {what}: nothing shows it"
        assert where
        for each in named:
            assert is_there(each), f"row {number}, {what}: {each} is gone"


@pytest.mark.parametrize(
    "gone", ["console/frames/uboot/no-such", "rules/uboot/test_time.py::test_five_modes", "no/such.py::test_four_modes"]
)
def test_what_is_gone_is_noticed(gone: str) -> None:
    assert not is_there(gone)
