"""The canvas: nothing is drawn outside of it, nor outside of a pane, and a page is what a panel takes."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaxon.console.devices import Picture
from klaxon.console.drawing.canvas import Canvas, dots
from klaxon.console.drawing.fonts import BODY, FONTS, LABEL, Font
from klaxon.console.drawing.picture_export import as_text, from_text, png, sheet
from klaxon.console.drawing.sprite import Sprite, parse_sprite, strips

SIZES = [(128, 64), (256, 64), (128, 32), (8, 8)]
near = st.integers(-40, 150)
length = st.integers(-3, 150)
Stroke = Callable[[Canvas], object]
strokes: st.SearchStrategy[Stroke] = st.one_of(
    st.builds(lambda x, y, on: lambda c: c.dot(x, y, on=on), near, near, st.booleans()),
    st.builds(lambda x, y, n, on: lambda c: c.hline(x, y, n, on=on), near, near, length, st.booleans()),
    st.builds(lambda x, y, n, on: lambda c: c.vline(x, y, n, on=on), near, near, length, st.booleans()),
    st.builds(lambda x, y, w, h: lambda c: c.line(x, y, w, h), near, near, near, near),
    st.builds(
        lambda x, y, w, h, soft: lambda c: c.box(x, y, w, h, soft=soft), near, near, length, length, st.booleans()
    ),
    st.builds(lambda x, y, w, h, on: lambda c: c.fill(x, y, w, h, on=on), near, near, length, length, st.booleans()),
    st.builds(lambda x, y, w, h: lambda c: c.invert(x, y, w, h), near, near, length, length),
    st.builds(lambda x, y, w, h, on: lambda c: c.shade(x, y, w, h, on=on), near, near, length, length, st.booleans()),
    st.builds(lambda x, y, font: lambda c: c.text(x, y, "Їжак 7°", font), near, near, st.sampled_from(FONTS)),
    st.builds(lambda x, y, on: lambda c: c.sprite(x, y, Sprite(9, (511, 5, 257)), on=on), near, near, st.booleans()),
    st.just(Canvas.clear),
)


def pixels(canvas: Canvas) -> set[tuple[int, int]]:
    return {(x, y) for y in range(canvas.height) for x in range(canvas.width) if canvas.is_lit(x, y)}


def picture(canvas: Canvas) -> Picture:
    return Picture(canvas.width, canvas.height, bytes(canvas.bits))


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_pixel_is_a_bit_of_its_page(width: int, height: int) -> None:
    canvas = Canvas(width, height)
    for x, y in ((0, 0), (width - 1, 0), (3, 7), (5, height - 1), (width - 1, height - 1)):
        canvas.clear()
        canvas.dot(x, y)
        assert canvas.bits[(y // 8) * width + x] == 1 << y % 8
        assert canvas.bits.count(0) == len(canvas.bits) - 1 == width * height // 8 - 1


@pytest.mark.parametrize(("width", "height"), [(128, 60), (128, 0), (0, 64), (128, -8)])
def test_a_panel_of_broken_pages_is_refused(width: int, height: int) -> None:
    with pytest.raises(ValueError, match="whole pages"):
        Canvas(width, height)


@given(st.lists(strokes, max_size=5), st.tuples(near, near, length, length), st.booleans())
def test_a_pane_changes_nothing_outside_of_it(made: list[Stroke], area: tuple[int, int, int, int], lit: bool) -> None:
    canvas = Canvas(64, 32)
    canvas.fill(0, 0, 64 if lit else 0, 32)
    before = pixels(canvas)
    for stroke in made:
        stroke(canvas.pane(area))
    x, y, width, height = area
    assert all(x <= a < x + width and y <= b < y + height for a, b in before ^ pixels(canvas))


@given(st.lists(strokes, max_size=5), st.integers(-9, 60), st.integers(-9, 30))
def test_a_pane_draws_what_a_canvas_of_its_size_would(made: list[Stroke], x: int, y: int) -> None:
    whole, alone = Canvas(64, 32), Canvas(20, 16)
    for stroke in made:
        stroke(whole.pane((x, y, 20, 16)))
        stroke(alone)
    shown = {(a + x, b + y) for a, b in pixels(alone)}
    if (x + y) % 2 == 0:  # the grey of a pane is that of the whole panel
        assert pixels(whole) == {(a, b) for a, b in shown if 0 <= a < 64 and 0 <= b < 32}


def test_panes_nest() -> None:
    canvas = Canvas(32, 16)
    canvas.pane((4, 4, 8, 8)).pane((2, 2, 20, 20)).fill(-9, -9, 99, 99)
    assert pixels(canvas) == {(x, y) for x in range(6, 12) for y in range(6, 12)}


@given(st.lists(strokes, max_size=4), near, near, length, length)
def test_turning_round_twice_changes_nothing(made: list[Stroke], x: int, y: int, width: int, height: int) -> None:
    canvas = Canvas(64, 32)
    for stroke in made:
        stroke(canvas)
    before = bytes(canvas.bits)
    canvas.invert(x, y, width, height)
    canvas.invert(x, y, width, height)
    assert bytes(canvas.bits) == before


@given(st.integers(-12, 70), st.integers(-12, 40), st.sampled_from(FONTS))
def test_text_is_its_glyphs_side_by_side(x: int, y: int, font: Font) -> None:
    line, letters = Canvas(64, 32), Canvas(64, 32)
    behind = line.text(x, y, "Aї…", font)
    for place, letter in enumerate("Aї…"):
        letters.sprite(x + place * font.width, y, font.glyph(letter))
    assert line.bits == letters.bits
    assert behind == x + 3 * font.width


def test_dark_letters_are_cut_out_of_light() -> None:
    canvas, plain = Canvas(32, 16), Canvas(32, 16)
    canvas.fill(0, 0, 32, 16)
    canvas.text(1, 3, "OK", BODY, on=False)
    plain.text(1, 3, "OK", BODY)
    plain.invert(0, 0, 32, 16)
    assert canvas.bits == plain.bits


def test_a_soft_box_has_no_corners() -> None:
    canvas = Canvas(8, 8)
    canvas.box(0, 0, 4, 3, soft=True)
    assert pixels(canvas) == {(1, 0), (2, 0), (0, 1), (3, 1), (1, 2), (2, 2)}


def test_grey_is_every_second_pixel_of_the_panel() -> None:
    canvas = Canvas(16, 8)
    canvas.shade(3, 1, 5, 4)
    assert pixels(canvas) == {(x, y) for x in range(3, 8) for y in range(1, 5) if (x + y) % 2 == 0}


@given(near, near, near, near)
def test_a_line_has_no_gap_and_the_same_pixels_both_ways_where_it_is_straight(x: int, y: int, a: int, b: int) -> None:
    found = list(dots(x, y, a, b))
    assert found[0] == (x, y)
    assert found[-1] == (a, b)
    assert all(max(abs(p - r), abs(q - s)) <= 1 for (p, q), (r, s) in pairwise(found))
    assert set(dots(a, y, x, y)) == set(dots(x, y, a, y))


def test_a_sprite_is_drawn_as_it_is_written() -> None:
    sprite = parse_sprite("#.. .#. ..#")
    assert sprite == Sprite(3, (1, 2, 4))
    assert sprite.width == 3
    assert strips(sprite, 6) == (bytes((0x40, 0x80, 0)), bytes((0, 0, 1)))


@given(st.lists(strokes, max_size=6), st.sampled_from(SIZES))
def test_a_picture_comes_back_from_its_text(made: list[Stroke], size: tuple[int, int]) -> None:
    canvas = Canvas(*size)
    for stroke in made:
        stroke(canvas)
    shown = picture(canvas)
    text = as_text(shown)
    assert from_text(text, shown.width) == shown
    assert all(line == line.rstrip() for line in text.splitlines())


def test_a_sheet_is_a_picture_of_all() -> None:
    canvas = Canvas()
    canvas.text(0, 0, "panel", LABEL)
    made = sheet({"one": picture(canvas), "two": picture(Canvas(256, 64)), "three": picture(Canvas(128, 32))}, 2, 2)
    width, height = int.from_bytes(made[16:20], "big"), int.from_bytes(made[20:24], "big")
    assert made.startswith(b"\x89PNG\r\n\x1a\n")
    assert (width, height) == (2 * (2 * 260 + 4), 2 * (4 + 64 + 16 + 32 + 16))
    assert made == sheet(
        {"one": picture(canvas), "two": picture(Canvas(256, 64)), "three": picture(Canvas(128, 32))}, 2, 2
    )
    assert sheet({}).startswith(b"\x89PNG")


def test_a_png_is_made_of_whole_chunks() -> None:
    made = png([b"\0\1", b"\1\0"], ((0, 0, 0), (255, 255, 255)))
    assert made[8:16] == b"\0\0\0\rIHDR"
    assert made.endswith(b"\0\0\0\0IEND\xaeB`\x82")
