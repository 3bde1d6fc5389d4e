"""The choices of one step of a draft: what a field may be filled with, value by value or letter by letter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from klaxon.rules.contract import Field, Refusal
from klaxon.rules.domains import Domain, FreeText, Keyed, OneOf, PerKey, Recording, Span, Token, fits

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -."
"""The letters of a text whose field names none."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice of the dial: a verb, a value, or (`tokens` empty) the end of an order that may end here."""

    word: str
    tokens: tuple[Token, ...] = ()
    barred: Refusal | None = None
    needs_hold: bool = False


def values_of(field: Field, part: Sequence[Token]) -> tuple[Choice, ...]:
    """Return what may fill a field of which a part stands; first that nothing does, where that may be."""
    end = (Choice(""),) if field.optional and not part else ()
    return (*end, *_fillings(field.domain, part))


def _fillings(domain: Domain, part: Sequence[Token]) -> tuple[Choice, ...]:
    match domain:
        case OneOf(values):
            return tuple(Choice(_word(token), (token,)) for token in values)
        case Span(low, high, step):
            return tuple(Choice(str(n), (str(n),)) for n in range(low, high + 1, step))
        case Keyed(key, inside) if not isinstance(inside, FreeText):
            return tuple(Choice(c.word, tuple((key, str(t)) for t in c.tokens)) for c in _fillings(inside, part))
        case PerKey(domains):
            if len(part) == len(domains):
                return ()
            key = list(domains)[len(part)]
            return tuple(Choice(f"{key} {c.word}", ((key, c.word),)) for c in _fillings(domains[key], part))
        case Recording():
            return (Choice("", ("",)),)
        case _:
            return _letters(domain, part)


def _letters(domain: Domain, part: Sequence[Token]) -> tuple[Choice, ...]:
    """Return the letters of a text, and its end once it has any."""
    text = inner(domain)
    if not isinstance(text, FreeText):
        return ()
    end = (Choice(""),) if len(part) >= text.shortest else ()
    letters = text.alphabet or LETTERS
    return (*end, *(Choice(letter, (letter,)) for letter in letters if len(part) < text.longest))


def is_code(domain: Domain | None) -> bool:
    """Return whether a text has a fixed number of letters: its wheels turn round, and the last one completes it."""
    return isinstance(domain, FreeText) and domain.shortest == domain.longest


def is_filled(domain: Domain, tokens: Sequence[Token]) -> bool:
    """Return whether tokens fill a field."""
    keys = [*domain.domains] if isinstance(domain, PerKey) else []
    return all(fits(domain, token) for token in tokens) and (not keys or keys == [token[0] for token in tokens])


def is_begun(domain: Domain, part: Sequence[Token]) -> bool:
    """Return whether pairs or letters are the incomplete beginning of a field."""
    if isinstance(domain, PerKey):
        keys = [*domain.domains][: len(part)]
        missing = len(part) < len(domain.domains)
        return missing and [token[0] for token in part] == keys and all(fits(domain, token) for token in part)
    text = inner(domain)
    return isinstance(text, FreeText) and fits(replace(text, shortest=1), "".join(map(str, part)))


def inner(domain: Domain) -> Domain:
    """Return what stands behind the key of a pair."""
    return domain.domain if isinstance(domain, Keyed) else domain


def _word(token: Token) -> str:
    return token if isinstance(token, str) else " ".join(token)
