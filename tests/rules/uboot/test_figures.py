"""The page of figures (`tests/figures.md`): every row names code and tests that are there."""

from __future__ import annotations

import re

import pytest

from tests.shown_by import ROOT, is_there, named_in

ROW = re.compile(r"^\| ([^|]+) \| (`[^|]+) \| ([^|]+) \|$", re.MULTILINE)
ROWS = ROW.findall((ROOT / "tests" / "figures.md").read_text("utf-8"))
FIGURES, VECTORS = 33, 17


def test_the_page_has_all_its_rows() -> None:
    assert len(ROWS) == FIGURES + VECTORS


@pytest.mark.parametrize(("what", "code", "tests"), ROWS, ids=[what for what, *_ in ROWS])
def test_a_figure_stands_where_the_page_says_and_its_test_is_there(what: str, code: str, tests: str) -> None:
    (file,) = named_in(code)
    text = (ROOT / "firmware" / "klaxon" / file.replace("sea/", "rules/uboot/sea/", 1)).read_text("utf-8")
    for name in code.partition("` ")[2].replace(",", "").split():
        assert name in text, f"{what}: no {name} in {file}"
    assert named_in(tests)
    for each in named_in(tests):
        assert is_there(each), f"{what}: {each} is gone"
