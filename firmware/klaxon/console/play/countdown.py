"""Countdowns: how long until a moment of play, in whole seconds or minutes; and when that text changes."""

from __future__ import annotations

from klaxon.console.language.game_words import Phrases

SECOND, MINUTE = 1000, 60_000
MOST_SECONDS = 99
"""Longer times are shown in minutes: they are not urgent, and that costs few bytes."""


def countdown_text(phrases: Phrases, due: int, now: int) -> str:
    """Return the time until a moment, rounded up."""
    left = max(0, due - now)
    if left > MOST_SECONDS * SECOND:
        return phrases.say("time.minutes", count=-(-left // MINUTE))
    return phrases.say("time.seconds", count=-(-left // SECOND))


def tick(due: int, now: int) -> int | None:
    """Return the moment at which the text changes; None if it does not any more."""
    left = due - now
    if left <= 0:
        return None
    step = SECOND if left <= MOST_SECONDS * SECOND else MINUTE
    moment = due - (-(-left // step) - 1) * step
    return moment if step == SECOND else min(moment, due - MOST_SECONDS * SECOND)
