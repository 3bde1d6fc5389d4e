"""Domains: what an argument of an order may be, as values a dial can walk.

A token is a word, or a pair `key=value`. All values are text; a game turns them into what it needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

Token: TypeAlias = str | tuple[str, str]


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of these tokens, in the order a dial walks them."""

    values: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class Span:
    """A whole number from low to high: a length, or a course in degrees that wraps round."""

    low: int
    high: int
    step: int = 1
    wraps: bool = False
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Keyed:
    """A pair `key=value` whose value lies in a domain."""

    key: str
    domain: OneOf | Span | FreeText | Recording


@dataclass(frozen=True, slots=True)
class PerKey:
    """A value for each key: four sailors, a room each. One argument, written as that many pairs."""

    domains: Mapping[str, OneOf | Span]


@dataclass(frozen=True, slots=True)
class FreeText:
    """Free text over an alphabet ('' for any printable character)."""

    alphabet: str
    longest: int
    shortest: int = 1


@dataclass(frozen=True, slots=True)
class Recording:
    """Dial steps with their times, recorded at a drill; `apply` judges them again."""

    drill: str
    setting: str
    longest: int
    possible: Callable[[str, str], bool] | None = None
    """Whether a person can have made this recording, given the setting and the recording; None: no limit."""


Domain: TypeAlias = OneOf | Span | Keyed | PerKey | FreeText | Recording


def fits(domain: Domain, token: Token) -> bool:
    """Return whether one token lies in a domain (for `PerKey`: whether it is one of its pairs)."""
    if isinstance(domain, OneOf):
        return token in domain.values
    if isinstance(domain, Keyed):
        return isinstance(token, tuple) and token[0] == domain.key and fits(domain.domain, token[1])
    if isinstance(domain, PerKey):
        return isinstance(token, tuple) and token[0] in domain.domains and fits(domain.domains[token[0]], token[1])
    if not isinstance(token, str):
        return False
    if isinstance(domain, Span):
        return _in_span(token, domain)
    if isinstance(domain, FreeText):
        return domain.shortest <= len(token) <= domain.longest and _spelt(token, domain.alphabet)
    return len(token) <= domain.longest and (domain.possible is None or domain.possible(domain.setting, token))


def fillings(domain: Domain) -> Iterator[tuple[Token, ...]]:
    """Yield every way to fill an argument, as tokens. Yield nothing if there are infinitely many."""
    match domain:
        case OneOf(values):
            for value in values:
                yield (value,)
        case Span(low, high, step):
            for number in range(low, high + 1, step):
                yield (str(number),)
        case Keyed(key, inner):
            for (value,) in fillings(inner):
                yield ((key, value),) if isinstance(value, str) else (value,)
        case PerKey(domains):
            ways = [[(key, value[0]) for value in fillings(inner)] for key, inner in domains.items()]
            for pairs in product(*ways):
                yield tuple((key, value) for key, value in pairs if isinstance(value, str))
        case FreeText() | Recording():
            return


def endless(domain: Domain) -> bool:
    """Return whether a domain has more values than can be listed."""
    return isinstance(domain.domain if isinstance(domain, Keyed) else domain, FreeText | Recording)


def about(domain: Domain) -> str:
    """Return a domain in a few characters, for lists and refusals."""
    match domain:
        case OneOf(values):
            return "|".join(value if isinstance(value, str) else "=".join(value) for value in values)
        case Span(low, high, step, unit=unit):
            return f"{low}..{high}" + (f" by {step}" if step > 1 else "") + unit
        case Keyed(key, inner):
            return f"{key}={about(inner)}"
        case PerKey(domains):
            return " ".join(f"{key}={about(inner)}" for key, inner in domains.items())
        case FreeText(longest=longest, shortest=shortest):
            return f"text, {'' if shortest == longest else 'at most '}{longest} characters"
        case Recording(drill=drill):
            return f"recording of {drill}"


def _in_span(word: str, span: Span) -> bool:
    if not (word.isascii() and word.removeprefix("-").isdigit()) or len(word) > 12:
        return False
    number = int(word)
    return str(number) == word and span.low <= number <= span.high and (number - span.low) % span.step == 0


def _spelt(word: str, alphabet: str) -> bool:
    return word.isprintable() and (not alphabet or all(letter in alphabet for letter in word))
