"""Domains: what fits, what can be listed, how it reads."""

from __future__ import annotations

import pytest

from klaxon.rules.domains import (
    Domain,
    FreeText,
    Keyed,
    OneOf,
    PerKey,
    Recording,
    Span,
    Token,
    about,
    endless,
    fillings,
    fits,
)

ROOMS = PerKey({"circle": Span(1, 3), "square": OneOf(("stay", "2"))})


@pytest.mark.parametrize(
    ("domain", "token", "expected"),
    [
        (OneOf(("north", "east")), "east", True),
        (OneOf(("north", "east")), "west", False),
        (OneOf((("row", "3"),)), ("row", "3"), True),
        (OneOf((("row", "3"),)), "row=3", False),
        (Span(2, 8, 3), "2", True),
        (Span(2, 8, 3), "5", True),
        (Span(2, 8, 3), "8", True),
        (Span(2, 8, 3), "6", False),
        (Span(2, 8, 3), "1", False),
        (Span(2, 8, 3), "11", False),
        (Span(-5, 5), "-5", True),
        (Span(-5, 5), "-6", False),
        (Span(0, 9), "07", False),
        (Span(0, 9), "+7", False),
        (Span(0, 9), "-0", False),
        (Span(0, 9), "", False),
        (Span(0, 9), "\u0663", False),
        (Span(0, 10**15), "1" * 12, True),
        (Span(0, 10**15), "1" * 13, False),
        (Span(0, 9), ("n", "7"), False),
        (Keyed("side", OneOf(("port",))), ("side", "port"), True),
        (Keyed("side", OneOf(("port",))), ("side", "starboard"), False),
        (Keyed("side", OneOf(("port",))), ("way", "port"), False),
        (Keyed("side", OneOf(("port",))), "port", False),
        (ROOMS, ("circle", "3"), True),
        (ROOMS, ("circle", "4"), False),
        (ROOMS, ("triangle", "3"), False),
        (ROOMS, "3", False),
        (FreeText("", 3), "abc", True),
        (FreeText("", 3), "abcd", False),
        (FreeText("", 3), "", False),
        (FreeText("", 3), "a\n", False),
        (FreeText("AB", 3), "ABA", True),
        (FreeText("AB", 3), "B", True),
        (FreeText("AB", 3), "ABC", False),
        (FreeText("AB", 3), ("k", "A"), False),
        (Recording("hull", "easy", 4), "", True),
        (Recording("hull", "easy", 4), "abcd", True),
        (Recording("hull", "easy", 4), "abcde", False),
        (Recording("hull", "easy", 4), ("k", "a"), False),
    ],
    ids=str,
)
def test_what_fits(domain: Domain, token: Token, expected: bool) -> None:
    assert fits(domain, token) is expected


def test_every_filling_is_listed_in_the_order_of_the_dial() -> None:
    assert list(fillings(OneOf(("b", ("k", "a"))))) == [("b",), (("k", "a"),)]
    assert list(fillings(Span(1, 7, 3))) == [("1",), ("4",), ("7",)]
    assert list(fillings(Keyed("n", Span(1, 2)))) == [(("n", "1"),), (("n", "2"),)]
    assert list(fillings(ROOMS)) == [
        (("circle", room), ("square", where)) for room in ("1", "2", "3") for where in ("stay", "2")
    ]


@pytest.mark.parametrize("domain", [FreeText("", 3), Recording("hull", "", 9), Keyed("name", FreeText("", 3))], ids=str)
def test_what_cannot_be_listed_is_endless(domain: Domain) -> None:
    assert endless(domain)
    assert list(fillings(domain)) == []


@pytest.mark.parametrize("domain", [OneOf(("a",)), Span(0, 1), ROOMS, Keyed("n", Span(0, 1))], ids=str)
def test_what_can_be_listed_is_not_endless(domain: Domain) -> None:
    assert not endless(domain)
    assert list(fillings(domain))


def test_domains_read_in_a_few_characters() -> None:
    assert about(OneOf(("north", ("row", "3")))) == "north|row=3"
    assert about(Span(0, 359, unit=" degrees")) == "0..359 degrees"
    assert about(Span(0, 355, 5)) == "0..355 by 5"
    assert about(Span(0, 8, 2)) == "0..8 by 2"
    assert about(Keyed("side", OneOf(("port", "starboard")))) == "side=port|starboard"
    assert about(ROOMS) == "circle=1..3 square=stay|2"
    assert about(FreeText("", 12)) == "text, at most 12 characters"
    assert about(Recording("hull", "easy", 9)) == "recording of hull"
