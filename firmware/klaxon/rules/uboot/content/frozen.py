"""Read-only copies of JSON: lists become tuples, objects read-only mappings."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any


def freeze(value: Any) -> Any:
    """Return a value that nobody can change."""
    if isinstance(value, dict):
        return MappingProxyType({key: freeze(each) for key, each in value.items()})
    return tuple(freeze(each) for each in value) if isinstance(value, list | tuple) else value
