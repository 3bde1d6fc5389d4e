"""All classes at every aspect, as a glass shows them: no two kinds draw alike, or the recognition book says so.

The glass is that of the rules (`sea/glass/outline.py`), drawn as a station draws it. Compared are pictures of a width,
since nobody at the glass knows how far off a ship is.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.screen import Area
from klaxon.console.games.uboot.glass.book import BookOutline
from klaxon.console.games.uboot.glass.silhouette import END_ON, Silhouette
from klaxon.console.language.catalogue import languages
from klaxon.rules.uboot.sea.glass.outline import COLUMNS, FIELDS, FINE, outline_of, picture_of, width_of
from tests.console.kit.uboot_scenes import CAPTAIN
from tests.console.kit.uboot_sea_stills import paged
from tests.effort import effort
from tests.rules.uboot.kit.ships import box

ASPECTS = range(0, 360, 15)
WIDTHS = range(24, 111, effort(21, 1))
LEAST_APART = 10
"""Pixels by which any two classes differ."""
HEIGHT = 64
FIELD = FIELDS[2] * 10 * FINE
"""The field of the 6x glass, in ten-thousandths of a degree."""
SHIPS = box().ships


@cache
def drawn(name: str, aspect: int, width: int) -> tuple[bytes, bytes]:
    """Return the pixels of a class that is so many columns wide in the glass, and those of its mirror image."""
    return draw_ship(SHIPS[name], aspect, width)


def draw_ship(ship: Mapping[str, Any], aspect: int, width: int) -> tuple[bytes, bytes]:
    """Return the pixels of a ship that is so many columns wide in the glass, and those of its mirror image."""
    near, far = 1, 100_000_000
    while far - near > 1:  # the distance at which it is just so wide
        middle = (near + far) // 2
        if width_of(ship, 100 * aspect, middle) * COLUMNS >= width * FIELD:
            near = middle
        else:
            far = middle
    shown = picture_of(outline_of(ship, 100 * aspect), FIELD // 2, near, FIELD, 0)
    left, right = min(box[0] for box in shown.shape), max(box[1] for box in shown.shape)
    plain = Silhouette(
        tuple((a - left, b - left, min(top, HEIGHT - 2)) for a, b, top in shown.shape),
        tuple((at - left, min(top, HEIGHT - 2)) for at, top in shown.masts),
    )
    wide = right - left
    mirror = Silhouette(
        tuple((wide - b, wide - a, top) for a, b, top in plain.shape),
        tuple((wide - 1 - at, top) for at, top in plain.masts),
    )
    return pixels(plain), pixels(mirror)


def pixels(ship: Silhouette) -> bytes:
    """Return what a panel shows of a ship."""
    canvas = Canvas(COLUMNS, HEIGHT)
    BookOutline(ship, "").draw(canvas, Area(0, 0, COLUMNS, HEIGHT))
    return bytes(canvas.bits)


def apart(one: tuple[bytes, bytes], other: tuple[bytes, bytes]) -> int:
    """Return by how many pixels two classes differ, whichever side the bow is on."""
    plain = int.from_bytes(one[0])
    return min((plain ^ int.from_bytes(each)).bit_count() for each in other)


def is_end_on(aspect: int) -> bool:
    """Return whether a ship shows its bow or its stern."""
    return min(aspect % 180, -aspect % 180) < END_ON


@pytest.mark.parametrize("width", WIDTHS)
def test_no_two_kinds_draw_alike_at_any_aspect_but_end_on(width: int) -> None:
    for aspect in ASPECTS:
        seen = {name: drawn(name, aspect, width) for name in SHIPS}
        for one, other in combinations(SHIPS, 2):
            if not is_end_on(aspect):
                assert apart(seen[one], seen[other]) >= LEAST_APART, (one, other, aspect, width)


def test_a_kind_that_took_the_outline_of_another_would_be_found() -> None:
    """A copy of any kind with one deckhouse a tenth lower is too near to it, as broad as the test above looks at."""
    for name, ship in SHIPS.items():
        *boxes, (begin, end, top) = ship["profile"]["boxes"]
        lower = {**ship["profile"], "boxes": (*boxes, (begin, end, top * 9 // 10))}
        copy = draw_ship({**ship, "profile": lower}, 90, 24)
        assert apart(drawn(name, 90, 24), copy) < LEAST_APART, name


def test_end_on_the_book_says_that_they_are_alike() -> None:
    """In every language, on every leaf; and at no other aspect of the book."""
    assert {aspect for aspect in ASPECTS if is_end_on(aspect)} == {0, 180}
    rooms = [paged(CAPTAIN, "book", turns=leaf) for leaf in range(len(SHIPS))]
    for aspect in range(4):
        for room in rooms:
            for language in languages():
                alike = room.speak(language).phrases.say("book.uboot.alike")
                assert (alike in room.words(CAPTAIN)) == (aspect == 3)
            room.press(CAPTAIN, "push")
