"""Shapes: what a JSON file may hold, as data, and one walk that finds every place where a file differs from it.

A fault names the line and the nearest key, and says what to write there instead. What no shape can express, such as two
values that contradict each other, is checked by the module for that kind of content.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from klaxon.rules.content.faults import Fault, nearest
from klaxon.rules.content.lined_json import Node

_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
LONGEST = 400
SHOWN = 40
"""How many characters of a wrong value a fault shows."""
NOTHING: Mapping[str, Any] = MappingProxyType({})


class NumberShape(NamedTuple):
    """A whole number."""

    low: int
    high: int


class FlagShape(NamedTuple):
    """True or false."""


class TextShape(NamedTuple):
    """One line for people to read; if it has a pattern, the value must match it, and faults show the example."""

    longest: int = LONGEST
    pattern: str = ""
    example: str = ""


class IdShape(NamedTuple):
    """An identifier of something in this file, used in orders and journals."""


class WordShape(NamedTuple):
    """One of the given words."""

    values: tuple[str, ...]


class ListShape(NamedTuple):
    """A list of values of one shape."""

    each: Shape
    least: int = 0
    most: int = 200


class PairShape(NamedTuple):
    """A list of two values, each of its own shape."""

    first: Shape
    second: Shape


class RecordShape(NamedTuple):
    """An object with the keys that its kind has."""

    needed: Mapping[str, Shape]
    optional: Mapping[str, Shape] = NOTHING


class TableShape(NamedTuple):
    """An object with a value of one shape for each of some words; if `whole`, none may be missing."""

    keys: tuple[str, ...]
    each: Shape
    whole: bool = False


class NamedShape(NamedTuple):
    """An object with values of one shape under any short names."""

    each: Shape


class KindsShape(NamedTuple):
    """An object whose shape depends on the word under one of its keys: an operation, an objective."""

    key: str
    kinds: Mapping[str, RecordShape]


class EitherShape(NamedTuple):
    """A number, a word or a list, by the type of the value; any other value is reported against the first of them."""

    number: NumberShape | None = None
    word: WordShape | None = None
    pair: PairShape | None = None


Shape: TypeAlias = (
    NumberShape
    | FlagShape
    | TextShape
    | IdShape
    | WordShape
    | ListShape
    | PairShape
    | RecordShape
    | TableShape
    | NamedShape
    | KindsShape
    | EitherShape
)


def faults_in(node: Node, shape: Shape, key: str = "") -> Iterator[Fault]:
    """Yield a fault for everything in a value that does not match its shape."""
    match shape:
        case RecordShape() | TableShape() | NamedShape() | KindsShape():
            yield from _faults_in_object(node, shape, key)
        case ListShape() | PairShape():
            yield from _faults_in_list(node, shape, key)
        case EitherShape(number, word, pair):
            kinds = {int: number, str: word, list: pair}
            found = kinds.get(type(node.value)) or number or word or pair
            if found is not None:
                yield from faults_in(node, found, key)
        case _:
            yield from _faults_in_value(node, shape, key)


def _faults_in_value(
    node: Node, shape: NumberShape | FlagShape | TextShape | IdShape | WordShape, key: str
) -> Iterator[Fault]:
    value = node.value
    match shape:
        case NumberShape(low, high):
            if type(value) is not int or not low <= value <= high:
                yield Fault(
                    node.line, "json-number", {"key": key, "value": source_text(node), "low": low, "high": high}
                )
        case FlagShape():
            if not isinstance(value, bool):
                yield Fault(node.line, "json-flag", {"key": key, "value": source_text(node)})
        case TextShape(longest, pattern, example):
            if not isinstance(value, str) or len(value) > longest or not value.isprintable():
                yield Fault(node.line, "json-text", {"key": key, "longest": longest})
            elif pattern and not re.fullmatch(pattern, value):
                yield Fault(node.line, "json-form", {"key": key, "value": value[:SHOWN], "example": example})
        case IdShape():
            if not isinstance(value, str) or not _ID.fullmatch(value):
                yield Fault(node.line, "json-id", {"key": key, "value": source_text(node)})
        case WordShape(values):
            if not isinstance(value, str) or value not in values:
                yield unknown_word(node, key, values)


def unknown_word(node: Node, key: str, values: tuple[str, ...]) -> Fault:
    """Return the fault of a word that is not one of the allowed values, with the nearest of them."""
    shown = source_text(node)
    facts = {"key": key, "value": shown, "nearest": nearest(shown, values), "values": ", ".join(values)}
    return Fault(node.line, "json-word", facts)


def _faults_in_list(node: Node, shape: ListShape | PairShape, key: str) -> Iterator[Fault]:
    if not isinstance(node.value, list):
        yield Fault(node.line, "json-list", {"key": key, "value": source_text(node)})
        return
    least, most = (shape.least, shape.most) if isinstance(shape, ListShape) else (2, 2)
    if not least <= len(node.value) <= most:
        yield Fault(node.line, "json-length", {"key": key, "has": len(node.value), "least": least, "most": most})
    for place, item in enumerate(node.value[:most]):
        each = shape.each if isinstance(shape, ListShape) else shape[place]
        yield from faults_in(item, each, key)


def _faults_in_object(
    node: Node, shape: RecordShape | TableShape | NamedShape | KindsShape, key: str
) -> Iterator[Fault]:
    if not isinstance(node.value, dict):
        yield Fault(node.line, "json-object", {"key": key, "value": source_text(node)})
        return
    yield from (Fault(line, "json-key-twice", {"key": name[:SHOWN]}) for line, name in node.twice)
    match shape:
        case RecordShape(needed, optional):
            yield from _faults_in_record(node, node.value, needed, optional)
        case TableShape(keys, each, whole):
            shapes = dict.fromkeys(keys, each)
            yield from _faults_in_record(node, node.value, shapes if whole else NOTHING, NOTHING if whole else shapes)
        case NamedShape(each):
            for name, item in node.value.items():
                if not _ID.fullmatch(name):
                    yield Fault(item.line, "json-id", {"key": key, "value": name[:SHOWN]})
                yield from faults_in(item, each, name[:SHOWN])
        case KindsShape(kind, kinds):
            yield from _faults_in_kind(node, node.value, kind, kinds)


def _faults_in_record(
    node: Node, value: Mapping[str, Node], needed: Mapping[str, Shape], optional: Mapping[str, Shape]
) -> Iterator[Fault]:
    known = {**needed, **optional}
    for name, item in value.items():
        if name in known:
            yield from faults_in(item, known[name], name)
        else:
            facts = {"key": name[:SHOWN], "nearest": nearest(name, known), "keys": ", ".join(known)}
            yield Fault(item.line, "json-key", facts)
    for name in needed:
        if name not in value:
            yield Fault(node.line, "json-key-missing", {"key": name})


def _faults_in_kind(
    node: Node, value: Mapping[str, Node], kind: str, kinds: Mapping[str, RecordShape]
) -> Iterator[Fault]:
    if kind not in value:
        yield Fault(node.line, "json-key-missing", {"key": kind})
        return
    named = value[kind]
    if not isinstance(named.value, str) or named.value not in kinds:
        yield unknown_word(named, kind, tuple(kinds))
        return
    record = kinds[named.value]
    yield from _faults_in_record(node, value, {kind: WordShape((named.value,)), **record.needed}, record.optional)


def source_text(node: Node) -> str:
    """Return a short form of a value, as written in the file."""
    value = node.value
    if isinstance(value, list | dict):
        return "[...]" if isinstance(value, list) else "{...}"
    return (value if isinstance(value, str) else json.dumps(value))[:SHOWN]


def plain(node: Node) -> Any:
    """Return a value as plain data, without line numbers."""
    if isinstance(node.value, dict):
        return {key: plain(item) for key, item in node.value.items()}
    return [plain(item) for item in node.value] if isinstance(node.value, list) else node.value


def at(node: Node, *way: str | int) -> Node:
    """Return the value at a path that is known to exist."""
    for step in way:
        found: Any = node.value
        node = found[step]
    return node


def entries(node: Node) -> list[Node]:
    """Return the entries of a list; none if it is not a list."""
    return node.value if isinstance(node.value, list) else []


def members(node: Node) -> dict[str, Node]:
    """Return the members of an object; none if it is not an object."""
    return node.value if isinstance(node.value, dict) else {}
