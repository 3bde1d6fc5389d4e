"""The options of one game, read once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from functools import cached_property, lru_cache
from typing import Any, Self

READ: Mapping[str, Callable[[str], Any]] = {"bool": "yes".__eq__, "int": int, "str": str}
"""How an option is read, by the type of its field."""


@dataclass(frozen=True)
class Chosen:
    """The options of one game. A game declares a field, named like the option, for each option that its rules use."""

    @classmethod
    def of(cls, options: Mapping[str, str]) -> Self:
        """Read the options of a header."""
        return cls(**{field.name: READ[str(field.type)](options[field.name]) for field in fields(cls)})

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Self:
        """Return the setting from its shown data. All views of a game share one object with its cached values."""
        return cls._read(tuple(data.items()))

    @classmethod
    @lru_cache(maxsize=64)
    def _read(cls, data: tuple[tuple[str, Any], ...]) -> Self:
        return cls(**dict(data))

    @cached_property
    def data(self) -> dict[str, Any]:
        """The setting as views show it."""
        return asdict(self)
