"""The full states of a replayed game, stored as differences, with a complete one now and then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, overload

Truth = Mapping[str, Any]
"""All that the umpire sees, as data."""

WHOLE_EVERY = 64
"""How many truths lie between two complete ones; the farthest needs one patch less."""


class TruthPatch(NamedTuple):
    """The difference between two mappings."""

    values: Mapping[str, Any]
    """Key -> its new value, or the patch of the mapping under it."""
    keys: tuple[str, ...] | None
    """All keys, in order; None if they are the same as before."""


class Truths(Sequence[Truth]):
    """Truths in the order of their moments. Each is assembled when asked for, fastest in sequence."""

    def __init__(self, truths: Iterable[Truth] = ()) -> None:
        """Store these truths."""
        self._whole: list[Truth] = []
        self._patches: list[TruthPatch] = []
        self._last: tuple[int, Truth] = (-1, {})
        """The truth that was added or read last, with its number. Threads read and replace it as one value."""
        for truth in truths:
            self.add(truth)

    def add(self, truth: Truth) -> None:
        """Add the truth of the next moment; unchanged parts are shared."""
        number, before = len(self._patches), self[-1] if self._patches else {}
        patch = patch_of(before, truth)
        after = apply_patch(before, patch)
        if number % WHOLE_EVERY == 0:
            self._whole.append(after)
        self._patches.append(patch)
        self._last = number, after

    def __len__(self) -> int:
        return len(self._patches)

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
        for patch in self._patches[at + 1 : number + 1]:
            truth = apply_patch(truth, patch)
        self._last = number, truth
        return truth


def patch_of(before: Truth, after: Truth) -> TruthPatch:
    """Return the difference between two mappings: the values that differ, recursively."""
    values = {key: _new_value(before, key, value) for key, value in after.items() if _differs(before, key, value)}
    keys = tuple(after)
    return TruthPatch(values, None if keys == tuple(before) else keys)


def apply_patch(before: Truth, patch: TruthPatch) -> Truth:
    """Return a mapping with a patch applied; unchanged parts are shared."""
    if not patch.values and patch.keys is None:
        return before
    values, keys = patch.values, before if patch.keys is None else patch.keys
    return {key: _changed_value(before, key, values[key]) if key in values else before[key] for key in keys}


def _differs(before: Truth, key: str, value: Any) -> bool:
    return key not in before or before[key] != value


def _new_value(before: Truth, key: str, value: Any) -> Any:
    old = before.get(key)
    return patch_of(old, value) if isinstance(old, Mapping) and isinstance(value, Mapping) else value


def _changed_value(before: Truth, key: str, value: Any) -> Any:
    return apply_patch(before[key], value) if isinstance(value, TruthPatch) else value
