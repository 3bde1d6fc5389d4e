"""Deltas: what changed in a view since it was shown last, as the session protocol tells it (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class SharedView(dict[str, Any]):
    """A shown view that is mostly the same for several seats: the shared keys, with the seat's own laid over them.

    Where two views of one state have the same object as `shared`, the table compares and writes that part once.
    """

    __slots__ = ("own", "shared")

    def __init__(self, shared: Mapping[str, Any], own: Mapping[str, Any]) -> None:
        """Lay the seat's own keys over the shared ones. Neither mapping is ever changed after this."""
        super().__init__(shared, **own)
        self.shared, self.own = shared, own


def apply_delta(view: Mapping[str, Any], delta: Mapping[str, Any]) -> dict[str, Any]:
    """Return the view with what changed in it; the old one stays as it is, and shares with it what did not change."""
    dropped = delta.get("drop", ())
    kept = {key: value for key, value in view.items() if key not in dropped} if dropped else dict(view)
    kept.update(delta.get("set", {}))
    for key, within in delta.get("in", {}).items():
        kept[key] = apply_delta(view[key], within)
    return kept
