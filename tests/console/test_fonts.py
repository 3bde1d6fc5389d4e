"""Fonts: every letter of the four languages can be read, and told from every other of its language."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaxon import data
from klaxon.console.drawing.fonts import BODY, FONTS, LABEL, LARGE, LINE, SQUEEZED, Font, fitting

LATIN = "abcdefghijklmnopqrstuvwxyz"
ALPHABETS = {
    "en": LATIN,
    "de": LATIN + "äöüß",
    "ru": "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
    "uk": "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
}
FIGURES = "0123456789"
SIGNS = "„“”«»–—…°№·×←↑→↓.,:;!?'’()/%+-"

fonts = pytest.mark.parametrize("font", FONTS, ids=lambda font: font.name)


def letters(language: str) -> list[str]:
    small = ALPHABETS[language]
    return sorted({*small, *(letter.upper() for letter in small if letter != "ß")})


@fonts
@pytest.mark.parametrize("language", ALPHABETS)
def test_no_letter_of_a_language_is_missing_or_like_another(font: Font, language: str) -> None:
    known = letters(language)
    assert [letter for letter in known if not font.has(letter)] == []
    assert [a + b for a, b in combinations(known, 2) if font.glyph(a) == font.glyph(b)] == []


@fonts
def test_figures_and_signs_differ_from_each_other(font: Font) -> None:
    known = FIGURES + SIGNS
    assert [sign for sign in known if not font.has(sign)] == []
    assert [a + b for a, b in combinations(known, 2) if font.glyph(a) == font.glyph(b)] == []


@fonts
def test_all_of_ascii_is_there(font: Font) -> None:
    assert [chr(code) for code in range(0x20, 0x7F) if not font.has(chr(code))] == []


@fonts
def test_a_letter_that_is_missing_shows_a_box(font: Font) -> None:
    box = font.glyph("漢")
    assert not font.has("漢")
    assert (box.width, box.height) == (font.width, font.height)
    assert box.columns[0] == box.columns[font.width - 2] != 0
    assert box.columns[-1] == 0


@pytest.mark.parametrize("font", [font for font in FONTS if font.name not in SQUEEZED], ids=lambda font: font.name)
def test_every_glyph_fills_its_cell_and_no_more(font: Font) -> None:
    lines = [line for line in data.font(font.name).splitlines() if not line.startswith("#")]
    for line in lines:
        letter = chr(int(line[:4], 16))
        glyph = font.glyph(letter)
        assert line[5] == letter
        assert (glyph.width, glyph.height) == (font.width, font.height)
        assert max(glyph.columns) < 1 << font.height
    assert lines == sorted(lines)
    assert len(lines) > 300


@fonts
def test_letters_stand_on_the_baseline(font: Font) -> None:
    for letter in "AHEhn":
        assert max(column.bit_length() for column in font.glyph(letter).columns) == font.baseline


@fonts
@given(text=st.text(max_size=40), room=st.integers(-5, 140))
def test_a_line_fits(font: Font, text: str, room: int) -> None:
    fitted = font.fit(text, room)
    assert font.measure(fitted) <= max(room, 0)
    assert fitted in {text, ""} or (fitted[-1] == "…" and text.startswith(fitted[:-1]))


@given(st.text(alphabet="ab ї-", max_size=60), st.integers(1, 60), st.integers(0, 5))
def test_wrapping_keeps_every_letter_in_order(text: str, room: int, count: int) -> None:
    lines = BODY.wrap(text, room)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(len(line) <= max(room // BODY.width, 1) for line in lines)
    cut = BODY.truncate(lines, room, count)
    assert len(cut) == min(len(lines), count)
    assert all(len(line) <= max(room // BODY.width, 1) for line in cut)
    assert (cut == lines) == (len(lines) <= count)


def test_words_are_kept_whole_where_they_can_be() -> None:
    assert LABEL.wrap("a drone in sector four", 60) == ["a drone in", "sector four"]
    assert LABEL.wrap("Unterseebootabwehr", 50) == ["Unterseebo", "otabwehr"]
    assert LABEL.wrap("", 50) == [""]
    assert LARGE.fit("TORPEDO", 60) == "TORPE…"
    assert BODY.truncate(["one", "two,", "three"], 60, 2) == ["one", "two…"]


def top(letter: str) -> int:
    """Return the first row that a letter of a line lights."""
    return min((column & -column).bit_length() for column in LINE.glyph(letter).columns if column)


@pytest.mark.parametrize("letter", "урцщдgpqy")
def test_what_hangs_below_the_line_is_as_high_as_its_neighbours(letter: str) -> None:
    assert top(letter) == top("н") == top("n")
    assert max(column.bit_length() for column in LINE.glyph(letter).columns) > LINE.baseline


@fonts
def test_letters_of_columns_are_no_figures(font: Font) -> None:
    assert {font.glyph(letter) for letter in "ЗОБЧ"}.isdisjoint({font.glyph(figure) for figure in "0123456789"})


def test_what_does_not_fit_is_written_smaller() -> None:
    assert fitting("21 letters, not more.", 128) is LINE
    assert fitting("these are 22 letters..", 128) is LABEL
    assert fitting("six", 18, BODY) is BODY


def test_messages_are_told_whole_or_not_at_all() -> None:
    assert LABEL.whole(("a drone in", "", "sector four"), 60, 2) == ["a drone in", "sector four"]
    assert LABEL.whole(("a drone", "in sector number four", "x"), 60, 2) == ["a drone"]
