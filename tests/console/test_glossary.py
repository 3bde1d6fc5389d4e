"""One word for one thing: no message uses a word that its glossary replaces, and no term stands there twice."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from klaxon.console.language.catalogue import languages, texts
from klaxon.rules.games import GAMES

DOCS = Path(__file__).resolve().parents[2] / "docs"
HEADS = ("| not | but |", "| English |", "| word |")
"""How the head of a table begins."""
FACT = re.compile(r"\{[^{}]*\}")


class Replaced(NamedTuple):
    """A word that a language does not use."""

    word: str
    better: str
    game: str
    """The game whose messages must do without it; '' for all messages."""


def rows(language: str, heading: str) -> Iterator[list[str]]:
    """Yield the cells of each row of the tables under a heading of a glossary."""
    text = (DOCS / f"glossary-{language}.md").read_text("utf-8")
    _, _, below = text.partition(f"\n## {heading}\n")
    for line in below.partition("\n## ")[0].splitlines():
        if line.startswith("|") and not line.startswith(("|--", *HEADS)):
            yield [cell.strip() for cell in line.strip("|").split("|")]


def replaced(language: str) -> list[Replaced]:
    """Return the words that the language does not use."""
    return [
        Replaced(word.strip(), better, *games[:1] or [""])
        for words, better, *games in rows(language, "Not these")
        for word in words.split(",")
    ]


def terms(language: str) -> dict[str, list[str]]:
    """Return the English terms of a glossary, by section: a heading, or a row in bold."""
    text = (DOCS / f"glossary-{language}.md").read_text("utf-8").partition("\n## Not these\n")[0]
    found: dict[str, list[str]] = {}
    section = ""
    for line in text.splitlines():
        if line.startswith("## "):
            section = line
        elif line.startswith("|") and not line.startswith(("|--", *HEADS)):
            term = line.strip("|").split("|")[0].strip()
            if term.startswith("**"):
                section = term
            else:
                found.setdefault(section, []).append(term)
    return found


def messages_of(language: str, game: str) -> dict[str, str]:
    """Return all messages of a language; of one game, those that only this game shows."""
    if not game:
        return {message: text for each in ("", *GAMES) for message, text in texts("", language, each).items()}
    common = texts("", language, "")
    own = texts("", language, game)
    return {message: text for message, text in own.items() if message not in common or game in message.split(".")}


def uses_of(word: str, messages: dict[str, str]) -> list[str]:
    """Return the messages with a word in them, whatever its case, or one in capitals; facts are no words."""
    pattern = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])", 0 if word.isupper() else re.IGNORECASE)
    return [message for message, text in messages.items() if pattern.search(FACT.sub(" ", text))]


@pytest.mark.parametrize("language", languages())
def test_no_message_uses_a_word_that_was_replaced(language: str) -> None:
    words = replaced(language)
    assert words, f"the glossary of {language} has no such words"
    messages = {game: messages_of(language, game) for game in {each.game for each in words}}
    assert all(messages.values()), "a game of the last column is unknown"
    found = {each.word: uses for each in words if (uses := uses_of(each.word, messages[each.game]))}
    assert not found


@pytest.mark.parametrize("language", languages())
def test_a_word_is_not_replaced_by_one_that_is_replaced_too(language: str) -> None:
    words = {(each.word.lower(), each.game) for each in replaced(language)}
    assert not [each for each in replaced(language) if (each.better.lower(), each.game) in words]


@pytest.mark.parametrize("language", languages())
def test_a_term_stands_in_a_glossary_once(language: str) -> None:
    sections = terms(language)
    assert sum(map(len, sections.values())) > 40
    twice = {name: [term for term, count in Counter(each).items() if count > 1] for name, each in sections.items()}
    assert not any(twice.values()), twice


def test_a_word_is_found_whole_and_in_any_case() -> None:
    messages = {
        "one": "Ein Rutscher.",
        "two": "AUSRUTSCHER",
        "three": "rutscher",
        "four": "hp_Rutscher",
        "five": "{rutscher}",
    }
    assert uses_of("Rutscher", messages) == ["one", "three"]
    assert uses_of("RUTSCHER", messages) == []
