"""Titles of which nothing is cut."""

from __future__ import annotations

from collections.abc import Sequence

from klaxon.console.fonts import LABEL
from klaxon.console.parts import Title


def fitting(texts: Sequence[str], rights: Sequence[str], width: int) -> Title:
    """Return a title that fits: rather than a shorter text, a shorter one beside it is taken."""
    for text in texts:
        for right in rights:
            if LABEL.measure(text) + (LABEL.measure(right) + LABEL.width if right else 0) <= width - 2:
                return Title(text, right)
    return Title(texts[-1], rights[0])
