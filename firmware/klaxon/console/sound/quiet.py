"""Quiet hours: when no bell sounds, by local time. Banners are still shown."""

from __future__ import annotations

import re
from time import localtime

NEVER = "off"
_HOURS = re.compile(r"([01]\d|2[0-3])-([01]\d|2[0-3])")


def are_hours(text: str) -> bool:
    """Return whether a text is a valid range of quiet hours: `off`, or from one hour to another, `22-07`."""
    return text == NEVER or _HOURS.fullmatch(text) is not None


def is_quiet(hours: str, hour: int) -> bool:
    """Return whether an hour of the day is quiet: from the first of the two on, until the second begins."""
    found = _HOURS.fullmatch(hours)
    if found is None:
        return False
    begin, end = int(found[1]), int(found[2])
    return begin <= hour < end if begin <= end else hour >= begin or hour < end


def local_hour() -> int:
    """Return the local hour."""
    return localtime().tm_hour
