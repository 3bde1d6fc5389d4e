"""Quiet hours: when no bell sounds, by local time. Banners are still shown."""

from __future__ import annotations

import re
from pathlib import Path
from time import localtime

NEVER = "off"
_HOURS = re.compile(r"([01]\d|2[0-3])-([01]\d|2[0-3])")


def are_hours(text: str) -> bool:
    """Return whether a text is a valid range of quiet hours: `off`, or from one hour to another, `22-07`."""
    return text == NEVER or _HOURS.fullmatch(text) is not None


def is_quiet(hours: str, hour: int | None) -> bool:
    """Return whether an hour of the day is quiet: from the first of the two on, until the second begins.

    No hour is, where nobody knows which one it is: a bell that is mute at noon is worse than one that rings at night.
    """
    found = _HOURS.fullmatch(hours)
    if found is None or hour is None:
        return False
    begin, end = int(found[1]), int(found[2])
    return begin <= hour < end if begin <= end else hour >= begin or hour < end


def local_hour(root: Path = Path("/")) -> int | None:
    """Return the local hour; None on a Pi whose clock was never set: it has none that runs without power."""
    return localtime().tm_hour if _is_set(root) else None


def _is_set(root: Path) -> bool:
    """Return whether the clock can be right: on a Pi a network has set it, or there is a clock module."""
    is_pi = (root / "proc/device-tree/model").exists()
    return not is_pi or (root / "run/systemd/timesync/synchronized").exists() or (root / "dev/rtc0").exists()
