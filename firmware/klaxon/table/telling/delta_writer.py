"""Deltas of views, written as JSON: what many seats are shown alike is compared and written once.

Views and their parts are never changed once they were shown, so a part that is the same object is unchanged, and what
was written of two of them holds as long as both are kept.
"""

from __future__ import annotations

import json
from _json import make_encoder
from collections.abc import Callable, Iterable, Mapping
from itertools import compress
from json.encoder import encode_basestring_ascii as quote
from operator import is_not
from typing import Any, NamedTuple, TypeAlias

from klaxon.rules.contract import Ms

_chunks = make_encoder(None, json.JSONEncoder().default, quote, None, ":", ",", False, False, False)
"""Created once, which `json` does for every text: a table writes some for each order. No message contains itself."""
_SCALARS: Mapping[type, Callable[[Any], str]] = {
    int: str,
    str: quote,
    bool: {True: "true", False: "false"}.__getitem__,
    type(None): {None: "null"}.__getitem__,
}
"""What changes most in a view, and an encoder is slow at."""
_MISSING = object()


class ShownSight(NamedTuple):
    """What a seat is shown, and the moment at which time alone changes it (None: only an event does)."""

    shared: Mapping[str, Any]
    """The same object for all who see mostly the same of one state."""
    own: Mapping[str, Any]
    """What is laid over it for this seat alone."""
    stale: Ms | None = None

    @property
    def data(self) -> Mapping[str, Any]:
        """The view in full."""
        return {**self.shared, **self.own}


def write_json(value: Any) -> str:
    """Return a value as JSON."""
    write = _SCALARS.get(type(value))
    return "".join(_chunks(value, 0)) if write is None else write(value)


_Change: TypeAlias = tuple[str, str, bool]
"""A key of a view that changed, the text of that, and whether it is a delta of the object in it: else its new value."""


class _Written(NamedTuple):
    """How one view, or the shared part of one, became another. Both are kept: nothing else gets their identities."""

    before: Mapping[str, Any]
    after: Mapping[str, Any]
    changes: list[_Change]
    touched: frozenset[str]
    """The keys that changed or were dropped."""
    has_same_keys: bool
    """In the same order."""
    text: str
    """The delta, '' where they are equal."""


class DeltaWriter:
    """Writes what changed in the views of one state, each pair of views and of shared parts once."""

    def __init__(self) -> None:
        """Nothing was written yet."""
        self._written: dict[tuple[int, int], _Written] = {}

    def clear(self) -> None:
        """Forget what was written: another state is shown."""
        self._written.clear()

    def write(self, before: ShownSight, after: ShownSight) -> str:
        """Return the delta between two views, '' where they are equal. `set` and `drop` are always in it."""
        pair, own = (id(before.shared), id(after.shared)), after.own
        shared = self._written.get(pair)
        if shared is None:
            shared = self._written[pair] = _write(before.shared, after.shared)
        if (before.own is own or before.own == own) and shared.touched.isdisjoint(own):
            return shared.text
        if not shared.has_same_keys or before.own.keys() != own.keys():
            return _write(before.data, after.data).text
        changes = [change for change in shared.changes if change[0] not in own]
        return _join(changes + _compare(before.own, own, has_same_keys=list(before.own) == list(own)), [])


def _write(before: Mapping[str, Any], after: Mapping[str, Any]) -> _Written:
    """Return how a view became another."""
    has_same_keys = list(before) == list(after)
    changes = _compare(before, after, has_same_keys=has_same_keys)
    dropped = [] if has_same_keys else [key for key in before if key not in after]
    touched = frozenset([key for key, _, _ in changes] + dropped)
    return _Written(before, after, changes, touched, has_same_keys, _join(changes, dropped))


def _compare(before: Mapping[str, Any], after: Mapping[str, Any], *, has_same_keys: bool) -> list[_Change]:
    """Return what became of each key whose value is another one now."""
    changes = list[_Change]()
    keys: Iterable[str] = after
    if has_same_keys:  # as between most views of a seat: no value is looked at one by one
        keys = compress(after, map(is_not, before.values(), after.values()))
    for key in keys:
        text, is_delta = _write_change(before.get(key, _MISSING), after[key])
        if text:
            changes.append((key, f"{quote(key)}:{text}", is_delta))
    return changes


def _join(changes: list[_Change], dropped: list[str]) -> str:
    """Return the delta of a view, '' if nothing changed."""
    if not changes and not dropped:
        return ""
    changed = ",".join([text for _, text, is_delta in changes if not is_delta])
    within = ",".join([text for _, text, is_delta in changes if is_delta])
    inner = f',"in":{{{within}}}' if within else ""
    return f'{{"set":{{{changed}}},"drop":{write_json(dropped) if dropped else "[]"}{inner}}}'


def _write_change(old: Any, new: Any) -> tuple[str, bool]:
    """Return the new value as JSON, or a delta where that is shorter, and whether it is one; '' if they are equal."""
    if type(old) is not dict or type(new) is not dict:
        return ("", False) if old is new or old == new else (write_json(new), False)
    dropped: list[str] = []
    if list(old) == list(new):
        others = compress(new, map(is_not, old.values(), new.values()))
        differing = [key for key in others if old[key] != new[key]]
    else:
        differing = [key for key in new if key not in old or (old[key] is not new[key] and old[key] != new[key])]
        dropped = [key for key in old if key not in new]
    if not differing and not dropped:
        return "", False
    if len(differing) + len(dropped) > len(new) // 2:
        return write_json(new), False
    changed, within = list[str](), list[str]()
    for key in differing:
        value = new[key]
        text, is_delta = _write_change(old.get(key), value) if type(value) is dict else (write_json(value), False)
        (within if is_delta else changed).append(f"{quote(key)}:{text}")
    parts = [f'"set":{{{",".join(changed)}}}'] if changed else []
    parts += [f'"drop":{write_json(dropped)}'] if dropped else []
    parts += [f'"in":{{{",".join(within)}}}'] if within else []
    return f"{{{','.join(parts)}}}", True
