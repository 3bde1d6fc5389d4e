"""Deltas of views, written as JSON: what many seats are shown alike is compared and written once."""

from __future__ import annotations

import json
from collections.abc import Mapping
from json.encoder import encode_basestring_ascii as quote
from typing import Any, NamedTuple

_encode = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
"""Created once, since a table encodes a message for every seat after every order. None of them contains itself."""

_PARTS = (dict, list, tuple)
"""What is worth comparing once; anything else is compared as quickly as looked up."""
_MISSING = object()


def write_json(value: Any) -> str:
    """Return a value as JSON."""
    return str(value) if type(value) is int else _encode(value)  # what changes most, and an encoder is slow at it


class _Change(NamedTuple):
    """How one part of a view became another. Both are kept, so that no other gets the identity of either."""

    old: Any
    new: Any
    text: str
    """The new part as JSON, or the delta that leads to it; '' where they are equal."""
    is_delta: bool


class DeltaWriter:
    """Writes what changed in the views of one state. Views are never changed in place: the same object is unchanged."""

    def __init__(self) -> None:
        """Nothing was written yet."""
        self._changes: dict[tuple[int, int], _Change] = {}

    def clear(self) -> None:
        """Forget what was written: another state is shown."""
        self._changes.clear()

    def write(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
        """Return the delta between two views, '' where they are equal. `set` and `drop` are always in it."""
        changed, within = list[str](), list[str]()
        added, get = 0, before.get
        for key, value in after.items():
            old = get(key, _MISSING)
            if old is value:
                continue
            added += old is _MISSING
            if isinstance(value, _PARTS):
                change = self._changes.get((id(old), id(value))) or self._find(old, value)
                if change.text:
                    (within if change.is_delta else changed).append(f"{quote(key)}:{change.text}")
            elif old != value:
                changed.append(f"{quote(key)}:{write_json(value)}")
        dropped = [key for key in before if key not in after] if len(before) + added > len(after) else []
        if not (changed or within or dropped):
            return ""
        inner = f',"in":{{{",".join(within)}}}' if within else ""
        return f'{{"set":{{{",".join(changed)}}},"drop":{write_json(dropped) if dropped else "[]"}{inner}}}'

    def _find(self, old: Any, new: Any) -> _Change:
        """Return how a part became another, and keep it for the other seats."""
        text, is_delta = ("", False) if old == new else _write_change(old, new)
        change = self._changes[id(old), id(new)] = _Change(old, new, text, is_delta)
        return change


def _write_change(old: Any, new: Any) -> tuple[str, bool]:
    """Return the new value as JSON, or a delta where that is shorter, and whether it is one."""
    if not (isinstance(old, dict) and isinstance(new, dict)):
        return write_json(new), False
    differing = [key for key in new if key not in old or (old[key] is not new[key] and old[key] != new[key])]
    dropped = [key for key in old if key not in new]
    if len(differing) + len(dropped) > len(new) // 2:
        return write_json(new), False
    changed, within = list[str](), list[str]()
    for key in differing:
        text, is_delta = _write_change(old.get(key), new[key])
        (within if is_delta else changed).append(f"{quote(key)}:{text}")
    parts = [f'"set":{{{",".join(changed)}}}'] if changed else []
    parts += [f'"drop":{write_json(dropped)}'] if dropped else []
    parts += [f'"in":{{{",".join(within)}}}'] if within else []
    return f"{{{','.join(parts)}}}", True
