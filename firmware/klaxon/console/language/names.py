"""Names: what people call their boats. They come from hands and from strangers: what no panel can show is left out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from klaxon.console.drawing.fonts import FONTS

LONGEST = 12
"""Letters of a name that are shown: with a role beside it they fill a title."""

Names = tuple[tuple[str, str], ...]
"""Boat, its name."""
NAMELESS: Names = ()


@lru_cache(maxsize=64)
def clean(name: str) -> str:
    """Return a name as panels show it: letters that they have, one space at a time, not too many."""
    known = (letter if letter.isspace() or all(font.has(letter) for font in FONTS) else "" for letter in name)
    return " ".join("".join(known).split())[:LONGEST].rstrip()


def shown_names(names: Mapping[str, str]) -> Names:
    """Return the names of boats as they are shown; a boat of whose name nothing is left has none."""
    return tuple((boat, clean(name)) for boat, name in names.items() if clean(name))


def name_in(names: Iterable[tuple[str, str]], boat: str) -> str:
    """Return the name of a boat, '' where it has none."""
    return next((name for named, name in names if named == boat), "")
