"""Values: checking one value of a file against the schema."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from klaxon.console.profile.flaws import show_value, toml_value
from klaxon.console.profile.model import Line
from klaxon.console.profile.schema import SchemaEntry
from klaxon.rules.content.faults import nearest

_ID = re.compile(r"[a-z][a-z0-9-]{0,31}")
_CHIP_LINE = re.compile(r"([a-z][a-z0-9-]{0,31})\.([0-9]{1,4})")
_SOCKET = re.compile(r"\d{1,3}-\d{1,3}(?:\.\d{1,3}){0,6}")
"""A socket of USB: the bus, and the sockets on the way."""
_NO_PORT = "none"


class Wrong(Exception):
    """A wrong value: a code and facts."""

    def __init__(self, code: str, **facts: object) -> None:
        """Store the code and the facts."""
        super().__init__(code)
        self.code, self.facts = code, facts


def judge(value: object, entry: SchemaEntry) -> object:
    """Return a value in the form of the model; raise Wrong if it is wrong."""
    if entry.kind in _FREE:
        return _FREE[entry.kind](value)
    return _BOUND[entry.kind](value, entry)


def _number(value: object, entry: SchemaEntry) -> int:
    number = _whole(value)
    if not entry.low <= number <= entry.high:
        raise Wrong("PRF-007", value=show_value(number), low=entry.low, high=entry.high)
    return number


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise Wrong("PRF-006", case="number", value=toml_value(value))
    return value


def _address(value: object, entry: SchemaEntry) -> int:
    """Return a seven-bit address; many boards are printed with eight bits: twice the value."""
    number = _whole(value)
    if entry.low <= number <= entry.high:
        return number
    facts = {"low": f"0x{entry.low:02X}", "high": f"0x{entry.high:02X}"}
    if 0 <= number <= 0xFF and entry.low <= number // 2 <= entry.high:
        raise Wrong("PRF-054", value=f"0x{number:02X}", half=f"0x{number // 2:02X}", **facts)
    raise Wrong("PRF-007", value=f"0x{number:02X}" if 0 <= number <= 0xFFFF else show_value(number), **facts)


def _choice(value: object, entry: SchemaEntry) -> int:
    number = _whole(value)
    if number not in entry.values:
        raise Wrong("PRF-008", value=show_value(number), values=list(entry.values))
    return number


def _format(value: object, entry: SchemaEntry) -> int:
    number = _whole(value)
    if number not in entry.values:
        raise Wrong("PRF-012", value=show_value(number), format=entry.values[0])
    return number


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise Wrong("PRF-006", case="flag", value=toml_value(value))
    return value


def _string(value: object) -> str:
    if not isinstance(value, str):
        raise Wrong("PRF-006", case="text", value=toml_value(value))
    return value


def _text(value: object, entry: SchemaEntry) -> str:
    text = _string(value)
    if len(text) > entry.high or not text.isprintable():
        raise Wrong("PRF-010", case="text", value=show_value(text), high=entry.high)
    return text


def _id(value: object) -> str:
    text = _string(value)
    if not _ID.fullmatch(text):
        raise Wrong("PRF-010", value=show_value(text))
    return text


def _word(value: object, entry: SchemaEntry) -> str:
    text = _string(value)
    known = [str(word) for word in entry.values]
    if text not in known:
        raise Wrong("PRF-008", value=show_value(text), nearest=nearest(text[:99], known), values=known)
    return text


def _words(value: object, entry: SchemaEntry) -> tuple[str, ...]:
    words = tuple(_word(word, entry) for word in _list(value, entry))
    twice = [word for word in words if words.count(word) > 1]
    if twice:
        raise Wrong("PRF-013", value=twice[0])
    return tuple(str(word) for word in entry.values if word in words)


def _list(value: object, entry: SchemaEntry) -> list[Any]:
    if not isinstance(value, list):
        raise Wrong("PRF-006", case="list", value=toml_value(value))
    if not entry.low <= len(value) <= entry.high:
        raise Wrong("PRF-009", has=len(value), low=entry.low, high=entry.high)
    return value


def _line(value: object) -> Line:
    """Return a line: a number for one of the Pi, the name of an expander and a number for one of that."""
    if isinstance(value, int) and not isinstance(value, bool):
        return Line(value)
    found = _CHIP_LINE.fullmatch(value) if isinstance(value, str) else None
    if found:
        return Line(int(found[2]), found[1])
    number = re.fullmatch(r"(?:BCM|GPIO)?\s*([0-9]{1,2})", value, re.IGNORECASE) if isinstance(value, str) else None
    raise Wrong("PRF-024", value=show_value(value), nearest=number[1] if number else "")


def _lines(value: object) -> tuple[Line, ...]:
    if not isinstance(value, list):
        raise Wrong("PRF-006", case="list", value=toml_value(value))
    return tuple(_line(each) for each in value[:99])


def _path(value: object) -> str:
    text = _string(value)
    if text == _NO_PORT:
        return ""
    if not re.fullmatch(r"/dev/[\w./:-]{1,120}", text) or ".." in text:
        raise Wrong("PRF-070", value=show_value(text), nearest=f"/dev/{text}" if re.fullmatch(r"tty\w+", text) else "")
    return text


def _socket(value: object) -> str:
    text = _string(value)
    if not _SOCKET.fullmatch(text):
        raise Wrong("PRF-071", value=show_value(text))
    return text


def section(value: object) -> dict[str, Any]:
    """Return a section of the file; raise Wrong if it is not one."""
    if not isinstance(value, dict):
        raise Wrong("PRF-006", case="section", value=toml_value(value))
    return value


def sections(value: object, entry: SchemaEntry) -> list[Any]:
    """Return a list of sections; raise Wrong if it is not a list. Its entries are not checked."""
    if isinstance(value, dict):
        raise Wrong("PRF-006", case="sections", value="{ }")
    return _list(value, entry)


_FREE: Mapping[str, Callable[[object], object]] = {
    "flag": _flag,
    "id": _id,
    "line": _line,
    "lines": _lines,
    "path": _path,
    "socket": _socket,
    "speed": _whole,
}
_BOUND: Mapping[str, Callable[[object, SchemaEntry], object]] = {
    "number": _number,
    "address": _address,
    "choice": _choice,
    "format": _format,
    "text": _text,
    "word": _word,
    "words": _words,
}
"""Kind -> its checking function; these check bounds too."""
