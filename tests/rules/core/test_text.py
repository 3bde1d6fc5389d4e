"""The text form of orders."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaxon.rules.contract import Order, Seat
from klaxon.rules.text import UnreadableError, read_tokens, show_tokens

KEYS = st.from_regex(r"[a-z][a-z0-9_-]*", fullmatch=True)
VALUES = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=20)
TOKENS = VALUES | st.tuples(KEYS, VALUES)
PROMPTS = st.none() | st.from_regex(r"[A-Za-z0-9+./-]+", fullmatch=True)


@given(st.lists(TOKENS, max_size=6), PROMPTS)
def test_every_order_survives_its_text(args: list[str | tuple[str, str]], answers: str | None) -> None:
    order = Order(Seat("red.captain"), "course", tuple(args), answers)
    assert Order.read(str(order)) == order
    assert "\n" not in str(order)


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(line: str) -> None:
    try:
        tokens, answers = read_tokens(line)
    except UnreadableError:
        return
    assert read_tokens(show_tokens(tokens, answers)) == (tokens, answers)


def test_words_pairs_quotes_prompts_and_comments() -> None:
    line = '  red.captain answer row=3 "a b" name="x=\\"y\\"" @answer-7  # why not'
    assert read_tokens(line) == (("red.captain", "answer", ("row", "3"), "a b", ("name", 'x="y"')), "answer-7")


def test_a_prompt_may_stand_anywhere_behind_the_seat() -> None:
    assert read_tokens("red.captain @answer-7 answer row=3") == (("red.captain", "answer", ("row", "3")), "answer-7")


def test_a_number_sign_inside_quotes_is_no_comment() -> None:
    assert read_tokens('a "#b" c#d'[:6]) == (("a", "#b"), None)


def test_a_first_word_never_names_a_prompt() -> None:
    assert read_tokens("@red course") == (("@red", "course"), None)


@pytest.mark.parametrize("line", ["", "   ", "# all of it", "\t#x"])
def test_nothing_to_read(line: str) -> None:
    assert read_tokens(line) == ((), None)


@pytest.mark.parametrize(
    ("line", "near"),
    [
        ("red.captain course n?rth", "n?rth"),
        ("red.captain =3", "=3"),
        ('red.captain "open', '"open'),
        ('red.captain "\\ud800"', '"\\ud800"'),
        ('red.captain "\\x"', '"\\x"'),
        ("red.captain Row=3", "Row=3"),
        ('a "b"c', '"b"c'),
    ],
)
def test_what_cannot_be_read_is_shown(line: str, near: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        read_tokens(line)
    assert str(caught.value) == near


def test_of_a_long_line_only_the_beginning_is_shown() -> None:
    with pytest.raises(UnreadableError) as caught:
        read_tokens("?" * 500)
    assert str(caught.value) == "?" * 40
    with pytest.raises(UnreadableError) as caught:
        read_tokens('a "\\x' + "y" * 500 + '"')
    assert str(caught.value) == '"\\x' + "y" * 37
    with pytest.raises(UnreadableError) as caught:
        Order.read("seat=" + "y" * 500)
    assert str(caught.value) == "seat=" + "y" * 35


@pytest.mark.parametrize(
    "line", ["", "red.captain", "red.captain @answer-7", "seat=red course", "red.captain verb=course"]
)
def test_an_order_needs_a_seat_and_a_verb(line: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        Order.read(line)
    assert str(caught.value) == line


def test_words_that_look_like_prompts_are_quoted() -> None:
    order = Order(Seat("a"), "b", ("@c", "", ("k", "@d")))
    assert str(order) == 'a b "@c" "" k="@d"'
    assert Order.read(str(order)) == order


def test_a_draft_grows_and_knows_its_pairs() -> None:
    draft = Order(Seat("a"), "b", answers="p").plus("c", ("k", "v"), ("l", "w"))
    assert draft == Order(Seat("a"), "b", ("c", ("k", "v"), ("l", "w")), "p")
    assert (draft.argument("k"), draft.argument("l"), draft.argument("c")) == ("v", "w", None)
