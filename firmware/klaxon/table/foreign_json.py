"""JSON that somebody else has written: another console, a page, a table of a hall, a file."""

from __future__ import annotations

import json
from collections.abc import Iterable
from math import isfinite
from typing import Any

DEEPEST = 64
"""Levels of the deepest message that anybody of ours writes, several times over."""
UNREADABLE = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What is raised by taking something apart that is not made as was expected."""


def read_json(text: str | bytes) -> Any:
    """Return what it says. ValueError where it is no JSON, or could not be written as JSON again.

    Python reads more than it should: numbers that are none, halves of a letter, and lists so deep that writing them
    fails. Whoever passes such a message on does not notice, and the page that is shown it goes dark.
    """
    text = text if isinstance(text, str) else text.decode()
    try:
        found = json.loads(text, parse_constant=_refuse, parse_float=_finite)
    except RecursionError:
        raise ValueError("deep") from None
    if text.count("[") + text.count("{") > DEEPEST and _is_deep(found):
        raise ValueError("deep")
    if "\\u" in text:  # half a letter, perhaps
        json.dumps(found, ensure_ascii=False).encode()  # UnicodeEncodeError is a ValueError
    return found


def read_json_object(text: str | bytes, longest: int) -> dict[str, Any] | None:
    """Return the object that it says; None where it is none, or too long."""
    if len(text) > longest:
        return None
    try:
        found = read_json(text)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _refuse(found: str) -> None:
    raise ValueError(found)


def _finite(found: str) -> float:
    number = float(found)
    if not isfinite(number):
        raise ValueError(found)
    return number


def _is_deep(found: Any) -> bool:
    level = [found]
    for _ in range(DEEPEST):
        level = [inner for each in level for inner in _inside(each)]
        if not level:
            return False
    return True


def _inside(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()
