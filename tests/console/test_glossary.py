"""One word for one thing: no catalogue uses a word that its glossary replaces by another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from klaxon.console.language.catalogue import languages, texts
from klaxon.rules.games import GAMES

DOCS = Path(__file__).resolve().parents[2] / "docs"
TRANSLATED = [language for language in languages() if language != "en"]


def table(language: str, heading: str) -> Iterator[tuple[str, str]]:
    """The first two columns of the table under a heading of a glossary."""
    text = (DOCS / f"glossary-{language}.md").read_text("utf-8")
    _, _, below = text.partition(f"\n## {heading}\n")
    for line in below.partition("\n## ")[0].splitlines():
        if line.startswith("|") and not line.startswith("|--") and "| not | but |" not in line:
            first, second = (cell.strip() for cell in line.split("|")[1:3])
            yield first, second


def replaced(language: str) -> list[str]:
    """The words that the language does not use."""
    return [word.strip() for words, _ in table(language, "Not these") for word in words.split(",")]


def uses_of(word: str, messages: dict[str, str]) -> list[str]:
    """The messages with a word in them, whatever its case."""
    pattern = re.compile(rf"\b{re.escape(word)}\b", re.IGNORECASE)
    return [message for message, text in messages.items() if pattern.search(text)]


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_message_uses_a_word_that_was_replaced(language: str) -> None:
    messages = {message: text for game in ("", *GAMES) for message, text in texts("", language, game).items()}
    words = replaced(language)
    assert words, f"the glossary of {language} has no such words"
    found = {word: uses for word in words if (uses := uses_of(word, messages))}
    assert not found


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_word_is_not_replaced_by_one_that_is_replaced_too(language: str) -> None:
    words = {word.lower() for word in replaced(language)}
    assert not [better for _, better in table(language, "Not these") if better.lower() in words]


def test_a_word_is_found_whole_and_in_any_case() -> None:
    messages = {"one": "Ein Rutscher.", "two": "AUSRUTSCHER", "three": "rutscher"}
    assert uses_of("Rutscher", messages) == ["one", "three"]
