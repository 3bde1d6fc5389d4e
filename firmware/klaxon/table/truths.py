"""The truths of a game that is told again: what changed from each to the next, and only now and then a whole one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, overload

Truth = Mapping[str, Any]
"""All that the umpire sees, as data."""

WHOLE_EVERY = 64
"""Truths from one that is kept whole to the next: as many changes, less one, lead to the farthest."""


class Change(NamedTuple):
    """What makes one mapping of another."""

    values: Mapping[str, Any]
    """Key -> its new value, or the change of the mapping that it holds."""
    keys: tuple[str, ...] | None
    """All keys, in their order; None where they are the same as before."""


class Truths(Sequence[Truth]):
    """Truths in the order of their moments. Each is put together when it is asked for, most quickly one by one."""

    def __init__(self, truths: Iterable[Truth] = ()) -> None:
        """Keep these truths."""
        self._whole: list[Truth] = []
        self._changes: list[Change] = []
        self._last: tuple[int, Truth] = (-1, {})
        """The truth that was added or asked for last, with its number. Threads read and replace it as one value."""
        for truth in truths:
            self.add(truth)

    def add(self, truth: Truth) -> None:
        """Add the truth of the next moment; what is as before is shared, not kept again."""
        number, before = len(self._changes), self[-1] if self._changes else {}
        change = change_of(before, truth)
        after = apply_change(before, change)
        if number % WHOLE_EVERY == 0:
            self._whole.append(after)
        self._changes.append(change)
        self._last = number, after

    def __len__(self) -> int:
        return len(self._changes)

    @overload
    def __getitem__(self, number: int) -> Truth: ...

    @overload
    def __getitem__(self, number: slice) -> list[Truth]: ...

    def __getitem__(self, number: int | slice) -> Truth | list[Truth]:
        if isinstance(number, slice):
            return [self[each] for each in range(*number.indices(len(self)))]
        number = range(len(self))[number]  # IndexError where there is none; from behind where it is negative
        at, truth = self._last
        if not 0 <= number - at < WHOLE_EVERY:
            at, truth = number - number % WHOLE_EVERY, self._whole[number // WHOLE_EVERY]
        for change in self._changes[at + 1 : number + 1]:
            truth = apply_change(truth, change)
        self._last = number, truth
        return truth


def change_of(before: Truth, after: Truth) -> Change:
    """Return what makes one mapping of another: the values that differ, down to where they do. Equal is the same."""
    values = {key: _new_value(before, key, value) for key, value in after.items() if _differs(before, key, value)}
    keys = tuple(after)
    return Change(values, None if keys == tuple(before) else keys)


def apply_change(before: Truth, change: Change) -> Truth:
    """Return what a change makes of a mapping; what did not change is shared."""
    if not change.values and change.keys is None:
        return before
    values, keys = change.values, before if change.keys is None else change.keys
    return {key: _changed_value(before, key, values[key]) if key in values else before[key] for key in keys}


def _differs(before: Truth, key: str, value: Any) -> bool:
    return key not in before or before[key] != value


def _new_value(before: Truth, key: str, value: Any) -> Any:
    old = before.get(key)
    return change_of(old, value) if isinstance(old, Mapping) and isinstance(value, Mapping) else value


def _changed_value(before: Truth, key: str, value: Any) -> Any:
    return apply_change(before[key], value) if isinstance(value, Change) else value
