"""How much these tests try: enough to notice in `make test`, as much as the issue of durability asks in `make soak`."""

from __future__ import annotations

import os

SOAK = bool(os.environ.get("KLAXON_SOAK"))


def times(few: int, many: int) -> int:
    """Return how often to try something."""
    return many if SOAK else few


def tell(words: str) -> None:
    """Say what was found; pytest shows it where a test fails, and in `make soak`."""
    print(words)  # noqa: T201 - it is how a test speaks
