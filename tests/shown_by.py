"""Pages that name the tests and pictures that show something: whether what they name is there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
NAMED = re.compile(r"`([^`]+)`")
"""What a cell of a table names."""
FRAMES = "console/frames/"


def named_in(cell: str) -> list[str]:
    """Return the tests and pictures that a cell of a table names."""
    return NAMED.findall(cell)


def is_there(shown_by: str) -> bool:
    """Return whether a test (`path::name`, under `tests/`), or a picture, exists."""
    if shown_by.startswith(FRAMES):
        return (ROOT / "tests" / f"{shown_by}.txt").is_file()
    path, _, name = shown_by.partition("::")
    file, test = ROOT / "tests" / path, rf"^(?:async )?def {re.escape(name)}\("
    return file.is_file() and re.search(test, file.read_text("utf-8"), re.MULTILINE) is not None
