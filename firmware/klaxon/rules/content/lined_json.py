"""JSON as people write it: every value with its line, comments (`#` or `//` to the end of a line), spare commas.

A file that is not JSON has one fault, at the place where parsing stopped.
"""

from __future__ import annotations

import json
import re
from typing import NamedTuple

from klaxon.rules.content.faults import Fault

_SKIPPED = r"(?>[ \t\r\n]+|(?:\#|//)[^\n]*+)*+"
"""Blanks and comments between two values. It never backtracks, so nothing inside a comment is read as a value."""
_TOKEN = re.compile(
    rf"""(?P<skip>{_SKIPPED})(?:(?P<punctuation>[{{}}\[\]:,])"""
    r"""|(?P<string>"(?:[^"\\\n]|\\.)*")|(?P<word>[A-Za-z0-9_.+-]+)|(?P<end>\Z))"""
)
_WORDS = {"true": True, "false": False, "null": None}
DEEPEST = 12


class Node(NamedTuple):
    """A value and its line. An object is a dictionary of nodes, a list a list of nodes."""

    line: int
    value: dict[str, Node] | list[Node] | str | int | bool | None
    twice: tuple[tuple[int, str], ...] = ()
    """The duplicate keys of an object, with their lines."""


class _Unreadable(Exception):
    def __init__(self, line: int, near: str) -> None:
        super().__init__(near)
        self.line, self.near = line, near


def read_lined(text: str) -> Node | Fault:
    """Parse a text; return its value, or the fault at the place where parsing stopped."""
    try:
        reader = _Reader(text.removeprefix("\ufeff"))
        node = reader.value(0)
        reader.expect_end()
    except _Unreadable as error:
        return Fault(error.line, "cards-syntax", {"near": error.near})
    return node


class _Reader:
    def __init__(self, text: str) -> None:
        self.tokens: list[tuple[int, str, str]] = []
        place, line, kind = 0, 1, ""
        while kind != "end":
            found = _TOKEN.match(text, place)
            if found is None:
                raise _unreadable_at(text, place, line)
            kind = str(found.lastgroup)
            line += found["skip"].count("\n")
            self.tokens.append((line, kind, found[kind] or "the end of the file"))
            place = found.end()
        self.place = 0

    def next(self) -> tuple[int, str, str]:
        token = self.tokens[self.place]
        self.place = min(self.place + 1, len(self.tokens) - 1)
        return token

    def peek(self) -> str:
        return self.tokens[self.place][2]

    def expect_end(self) -> None:
        line, kind, text = self.next()
        if kind != "end":
            raise _Unreadable(line, text)

    def value(self, depth: int) -> Node:
        line, kind, text = self.next()
        if depth > DEEPEST:
            raise _Unreadable(line, text)
        if kind == "string":
            return Node(line, _unquote(line, text))
        if text in _WORDS:
            return Node(line, _WORDS[text])
        if re.fullmatch(r"-?\d{1,9}", text):
            return Node(line, int(text))
        if text == "[":
            return Node(line, self._list(depth))
        if text == "{":
            return self._object(line, depth)
        raise _Unreadable(line, text)

    def _list(self, depth: int) -> list[Node]:
        found: list[Node] = []
        while self.peek() != "]":
            found.append(self.value(depth + 1))
            self._comma("]")
        self.next()
        return found

    def _object(self, first: int, depth: int) -> Node:
        found: dict[str, Node] = {}
        twice: list[tuple[int, str]] = []
        while self.peek() != "}":
            line, kind, text = self.next()
            if kind != "string":
                raise _Unreadable(line, text)
            key = _unquote(line, text)
            line, _, text = self.next()
            if text != ":":
                raise _Unreadable(line, text)
            node = self.value(depth + 1)
            if key in found:
                twice.append((node.line, key))
            found[key] = node
            self._comma("}")
        self.next()
        return Node(first, found, tuple(twice))

    def _comma(self, close: str) -> None:
        if self.peek() == ",":
            self.next()
        elif self.peek() != close:
            line, _, text = self.next()
            raise _Unreadable(line, text)


def _unreadable_at(text: str, place: int, line: int) -> _Unreadable:
    """Return the error at the first character, after blanks and comments, that cannot start anything."""
    skipped = re.compile(_SKIPPED).match(text, place)
    begin = skipped.end() if skipped else place
    return _Unreadable(line + text.count("\n", place, begin), text[begin : begin + 20].splitlines()[0])


def _unquote(line: int, text: str) -> str:
    if "\\" not in text and text.isprintable():  # nearly all are: no need to parse
        return text[1:-1]
    try:
        value = str(json.loads(text))
        value.encode()
    except ValueError:
        raise _Unreadable(line, text[:40]) from None
    return value
