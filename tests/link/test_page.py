"""docs/link.md shows the frames as the code lays them out."""

from __future__ import annotations

from klaxon.link.wire import frames
from tools.link_page import PAGE, diagrams, page_with_diagrams


def test_the_diagrams_are_those_of_the_code() -> None:
    text = PAGE.read_text("utf-8")
    assert page_with_diagrams(text) == text, "run python -m tools.link_page"


def test_the_diagrams_name_every_field() -> None:
    layouts = (frames.GREETING_HEAD, frames.DATA_HEAD, frames.RECEIPT_HEAD)
    assert all(field in diagrams() for layout in layouts for field, _ in layout)
