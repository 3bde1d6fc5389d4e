"""The text form of orders: `seat verb (word | key=value)* [@prompt]`, one line each.

A word is made of `A-Z a-z 0-9 + @ . / : _ -`; anything else is written as a JSON string. A word that starts with
`@` names the prompt that the order answers. `#` before a word makes the rest of the line a comment.
"""

from __future__ import annotations

import json
import re

from klaxon.rules.domains import Token

WORD = re.compile(r"[A-Za-z0-9+@./:_-]+")
KEY = re.compile(r"[a-z][a-z0-9_-]*")
_SCANNER = re.compile(
    r"""\s*(?:(?P<key>[a-z][a-z0-9_-]*)=)?(?:(?P<word>[A-Za-z0-9+@./:_-]+)|(?P<json>"(?:[^"\\]|\\.)*"))(?=\s|$)"""
)


class UnreadableError(ValueError):
    """The line is not an order; the message says where parsing stopped."""

    @property
    def code(self) -> str:
        """The code of the refusal. Letters of another alphabet, the most likely mistake, have their own code."""
        word = str(self).split(maxsplit=1)[0] if str(self).strip() else ""
        return "not-latin" if any(letter.isalpha() and not letter.isascii() for letter in word) else "syntax"


def read_tokens(line: str) -> tuple[tuple[Token, ...], str | None]:
    """Return the tokens of a line, and the prompt it answers."""
    tokens: list[Token] = []
    answers: str | None = None
    place, end = 0, len(line.rstrip())
    while place < end:
        if line[place:end].lstrip()[:1] == "#":
            break
        found = _SCANNER.match(line, place, end)
        if found is None:
            raise UnreadableError(line[place:end].strip()[:40])
        place = found.end()
        key, word, quoted = found.group("key", "word", "json")
        if word and word[0] == "@" and key is None and tokens:
            answers = word[1:]
            continue
        value = word or _unquote(quoted)
        tokens.append(value if key is None else (key, value))
    return tuple(tokens), answers


def show_tokens(tokens: tuple[Token, ...], answers: str | None) -> str:
    """Return the line that parses to these tokens."""
    shown = [_quote(token) if isinstance(token, str) else f"{token[0]}={_quote(token[1])}" for token in tokens]
    return " ".join(shown if answers is None else [*shown, f"@{answers}"])


def _quote(value: str) -> str:
    plain = WORD.fullmatch(value) is not None and value[0] != "@"
    return value if plain else json.dumps(value)


def _unquote(quoted: str) -> str:
    try:
        value = json.loads(quoted)
        value.encode()  # a lone surrogate is no text
    except ValueError:
        raise UnreadableError(quoted[:40]) from None
    return str(value)
