"""The language in which stories are told: the same hands at the same console, in another tongue."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from klaxon.console.language.catalogue import ENGLISH, catalogue, say

_spoken = [ENGLISH]


def language() -> str:
    """Return what the stations of a story speak."""
    return _spoken[-1]


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Let the stations speak a language."""
    _spoken.append(code)
    try:
        yield
    finally:
        _spoken.pop()


def means(shown: str, word: str, code: str) -> bool:
    """Tell whether a sentence has a word in it, or in its language says what has that word in English."""
    return word in shown or any(say(message, {}, code) == shown for message in _messages_with(word))


@cache
def _messages_with(word: str) -> tuple[str, ...]:
    """Return what has a word in it in English: asked for after every turn of a dial."""
    return tuple(message for message, text in catalogue(ENGLISH).items() if word in text)
