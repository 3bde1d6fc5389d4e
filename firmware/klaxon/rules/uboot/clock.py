"""Table time and game time: four modes, and the instants at which one comes to the other (UBT-8.1)."""

from __future__ import annotations

from klaxon.rules.uboot.records import Clock

FACTOR = {"real": 1, "dynamic": 6, "accelerated": 30, "transit": 240}
HOUR = 3_600_000
WATCH_HOURS = 6


def reading(clock: Clock, now: int) -> int:
    """Return the game time at a moment of the table."""
    return clock.game_at + (now - clock.at) * clock.factor


def instant(clock: Clock, game: int) -> int | None:
    """Return the first table millisecond at which the clock aboard has reached a game time (UBT-8.0e)."""
    if not clock.factor:
        return None
    return clock.at - (clock.game_at - game) // clock.factor if game > clock.game_at else clock.at


def clock_from(clock: Clock, now: int, mode: str, factor: int) -> Clock:
    """Return the clock going on from now in a mode, with a factor."""
    return Clock(now, reading(clock, now), mode, factor)


def first_bell(date: str) -> int:
    """Return the game time of the first bell: 06, 12, 18 or 00 o'clock, never the start itself (UBT-3.6a)."""
    hours, minutes = int(date[11:13]), int(date[14:16])
    since = (hours % WATCH_HOURS) * HOUR + minutes * 60_000
    return WATCH_HOURS * HOUR - since


def time_of_day(date: str, game: int) -> str:
    """Return the time aboard, `12:00`."""
    minutes = int(date[11:13]) * 60 + int(date[14:16]) + game // 60_000
    return f"{minutes // 60 % 24:02}:{minutes % 60:02}"
