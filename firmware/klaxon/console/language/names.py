"""Names that people give their boats. They come from strangers too: letters that no panel can show are removed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from klaxon.console.drawing.fonts import FONTS

LONGEST = 12
"""Most letters of a name that are shown: with a role beside it they fill a title."""

Names = tuple[tuple[str, str], ...]
"""Boat -> its name."""
NAMELESS: Names = ()


@lru_cache(maxsize=64)
def clean(name: str) -> str:
    """Return a name as panels show it: known letters, single spaces, not too long."""
    known = (letter if letter.isspace() or all(font.has(letter) for font in FONTS) else "" for letter in name)
    return " ".join("".join(known).split())[:LONGEST].rstrip()


def shown_names(names: Mapping[str, str]) -> Names:
    """Return the names of boats as shown; a name of which nothing is left is dropped."""
    return tuple((boat, clean(name)) for boat, name in names.items() if clean(name))


def name_in(names: Iterable[tuple[str, str]], boat: str) -> str:
    """Return the name of a boat, '' if it has none."""
    return dict(names).get(boat, "")
