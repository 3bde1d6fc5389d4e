"""Refusals: every code is met in a state, and its sentence is said there in four languages, with all its facts.

The sentences stand beside their states and lines in `refusals.txt`, which
`python -m tests.console.kit.refusing` writes anew.
"""

from __future__ import annotations

import re
from string import Formatter

import pytest

from klaxon.console.language.catalogue import ENGLISH, catalogue, languages, say_refusal, texts, variant
from klaxon.console.language.game_words import Phrases
from klaxon.rules.games import GAMES
from tests.console.kit.refusing import ELSEWHERE, PAGE, Case, cases, page, refusal_of

CASES = cases()
SCRIPT = re.compile(r"\w=|`|\bklaxon \w|\bSEAT\b|\.captain\b")
"""What stands in a script or on a command line, and on no panel."""


def test_every_refusal_of_every_game_is_met() -> None:
    told = {
        message.removesuffix(".nearest").removesuffix(".none")
        for message in catalogue("en")
        if message.startswith("refusal.")
    }
    elsewhere = {f"refusal.{code}" for code in ELSEWHERE}
    assert told - elsewhere == {case.message for case in CASES}
    assert elsewhere <= told


def test_every_refusal_says_what_is_written_on_the_page() -> None:
    assert page() == PAGE.read_text("utf-8")


@pytest.mark.parametrize("language", languages())
def test_a_panel_says_no_word_of_the_script(language: str) -> None:
    said = {case.code: case.sentence(language) for case in CASES if case.at_panel}
    assert len(said) > 100
    assert {code: text for code, text in said.items() if SCRIPT.search(text)} == {}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("prefix", ["panel.", "short.", "bottom.", "coach.", "lobby.", "help.", "briefing.", "note."])
def test_no_line_of_a_panel_is_a_line_of_the_script(prefix: str, language: str) -> None:
    lines = {message: text for game in ("", *GAMES) for message, text in texts(prefix, language, game).items()}
    assert lines
    assert {message: text for message, text in lines.items() if SCRIPT.search(text)} == {}


@pytest.mark.parametrize("language", languages())
def test_every_sentence_has_its_facts_in_every_language(language: str) -> None:
    for case in CASES:
        refusal = refusal_of(case)
        message = variant(case.message, refusal.facts, catalogue(language))
        wanted = {name for _, name, _, _ in Formatter().parse(catalogue(language)[message]) if name}
        assert wanted <= set(refusal.facts), (language, case.code)
        plainly = say_refusal(refusal.code, refusal.facts, language, case.game)
        for said in (plainly, Phrases(case.game, language).refusal(refusal)):
            assert "{" not in said, (language, case.code, said)
            assert said[0] != " ", (language, case.code, said)


def of(code: str) -> Case:
    """Return the case of a code."""
    return next(case for case in CASES if case.code == code)


UNTRUE = {
    "no-retreat": "all around",
    "one-step": "not next to where he stands",
    "captain-first": "Name a man who does",
    "not-aimed": "does not lie where",
    "occupied": "cannot be used",
    "post": "It can be",
    "turn-done": "must come before",
    "too-fresh": "no mine of yours",
    "trace-first": "is surfaced",
    "not-charged": "gauge of repair",
    "wolfpack-crew": "Real time",
    "no-point": "off the chart",
}
"""Code -> what was said in that state, and is not true of it."""


@pytest.mark.parametrize("code", UNTRUE)
def test_a_reason_that_does_not_count_is_not_named(code: str) -> None:
    assert UNTRUE[code] not in of(code).sentence(ENGLISH)
