"""Faults: what is wrong with a piece of content, all at once, each with its line, a stable code and facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from klaxon.rules.contract import Refusal


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong in a file. The sentence is made of the code and the facts, in a language."""

    line: int
    code: str
    facts: Mapping[str, object]


def bad_content(option: str, name: str, faults: Iterable[Fault]) -> Refusal:
    """Return the refusal of a game whose content is faulty, with every fault as data."""
    rows = [{"line": fault.line, "code": fault.code, "facts": dict(fault.facts)} for fault in faults]
    return Refusal("bad-content", {"option": option, "name": name, "faults": rows})


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the most similar known word, '' if none is close."""
    from difflib import get_close_matches  # noqa: PLC0415 - only where a word is wrong

    return next(iter(get_close_matches(word.lower(), list(known), n=1)), "")
