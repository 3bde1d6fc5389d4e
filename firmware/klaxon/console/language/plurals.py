"""Plural forms: the C expression of a catalogue's header, `n%10==1 ? 0 : 1`, evaluated by a small parser, never run.

A parser rather than a table of languages, so that a new language is one more file and no code. It knows the elements of
gettext's expressions: n, whole numbers, `? :`, `||`, `&&`, comparisons, `+ - * / %`, `!` and parentheses.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

Count = Callable[[int], int]
"""n -> a number; truth is 1 or 0, as in C."""

LONGEST, DEEPEST = 500, 50
"""Most letters of an expression, and deepest nesting of parentheses: no language needs more."""
_HEADER = re.compile(r"^Plural-Forms:\s*nplurals\s*=\s*(\d)\s*;\s*plural\s*=([^;\n]*);?\s*$", re.MULTILINE)
_TOKEN = re.compile(r"\s*(\d{1,9}|n|[<>=!]=|\|\||&&|[-+*/%?:()<>!])")
_LEVELS: tuple[Mapping[str, Callable[[int, int], int]], ...] = (
    {"||": lambda a, b: a or b},
    {"&&": lambda a, b: a and b},
    {"==": operator.eq, "!=": operator.ne},
    {"<=": operator.le, ">=": operator.ge, "<": operator.lt, ">": operator.gt},
    {"+": operator.add, "-": operator.sub},
    {"*": operator.mul, "/": lambda a, b: a // b if b else 0, "%": lambda a, b: a % b if b else 0},
)
"""Operators, those that bind least first."""


class PluralRule(NamedTuple):
    """How a language counts: how many forms it has, and which of them goes with a number."""

    forms: int
    choose: Count

    def form(self, number: int, of: int) -> int:
        """Return which of so many forms goes with a number; the last if the rule gives none."""
        chosen = self.choose(abs(number))
        return chosen if 0 <= chosen < of else of - 1


class UnreadableRuleError(ValueError):
    """A header without a valid rule."""


PLAIN = PluralRule(2, lambda n: int(n != 1))
"""The rule of English and German: one, and all others."""


def read_rule(header: str) -> PluralRule:
    """Return the rule in the header of a catalogue."""
    found = _HEADER.search(header)
    if found is None:
        raise UnreadableRuleError(header)
    return PluralRule(int(found[1]), read_expression(found[2]))


def read_expression(text: str) -> Count:
    """Return the function of an expression."""
    tokens, at = list[str](), 0
    text = text.strip()
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None or len(text) > LONGEST:
            raise UnreadableRuleError(text)
        tokens.append(found[1])
        at = found.end()
    parser = _Parser(tokens)
    count = parser.choice()
    if parser.tokens:
        raise UnreadableRuleError(text)
    return count


class _Parser:
    """Parses an expression, from its first token on."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens, self._depth = tokens, 0

    def choice(self) -> Count:
        """Parse `a ? b : c`, or an expression without a choice."""
        self._depth += 1
        if self._depth > DEEPEST:
            raise UnreadableRuleError("deep")
        test = self._binary(0)
        if self._next("?"):
            one = self.choice()
            self._need(":")
            other = self.choice()
            return lambda n: one(n) if test(n) else other(n)
        self._depth -= 1
        return test

    def _binary(self, level: int) -> Count:
        if level == len(_LEVELS):
            return self._single()
        left = self._binary(level + 1)
        while self.tokens and self.tokens[0] in _LEVELS[level]:
            left = _binary(_LEVELS[level][self.tokens.pop(0)], left, self._binary(level + 1))
        return left

    def _single(self) -> Count:
        if self._next("!"):
            self._depth += 1
            if self._depth > DEEPEST:
                raise UnreadableRuleError("deep")
            denied = self._single()
            return lambda n: int(not denied(n))
        if self._next("("):
            within = self.choice()
            self._need(")")
            return within
        if self._next("n"):
            return lambda n: n
        if self.tokens and self.tokens[0].isdigit():
            number = int(self.tokens.pop(0))
            return lambda _: number
        raise UnreadableRuleError(" ".join(self.tokens))

    def _next(self, token: str) -> bool:
        if self.tokens[:1] != [token]:
            return False
        self.tokens.pop(0)
        return True

    def _need(self, token: str) -> None:
        if not self._next(token):
            raise UnreadableRuleError(token)


def _binary(act: Callable[[int, int], int], left: Count, right: Count) -> Count:
    return lambda n: int(act(left(n), right(n)))
