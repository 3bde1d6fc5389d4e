"""Why two crews meet, in messages that an organiser can read out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .boats import Rule
from .meetings import Meetings, Reason, same_boat_needed
from .record import Boat, Record, other_boat

Reasons = tuple[Reason, ...]


def why_they_meet(
    high: Record, low: Record, ranked: Sequence[Record], meetings: Meetings, boat: Boat, rule: Rule
) -> Reasons:
    """Return what points, earlier rounds and boats have to do with it; `boat` is that of the one that ranks higher."""
    return (
        *_about_points(high, low, ranked, meetings),
        *_about_boats(high, low, boat, rule),
    )


def why_a_bye(record: Record) -> Reasons:
    """Return why this crew is the one left over."""
    return (Reason("bye", {"crew": record.number, "halves": record.points}),)


def _about_points(high: Record, low: Record, ranked: Sequence[Record], meetings: Meetings) -> Iterable[Reason]:
    if high.points == low.points:
        yield Reason("same-points", {"halves": high.points})
    else:
        yield Reason(
            "comes-down", {"crew": high.number, "halves": high.points, "enemy": low.number, "enemy_halves": low.points}
        )
    for record in (high, low):
        others = [other for other in ranked if other.points == record.points and other is not record]
        yield from _barred(record, "met-already", [other for other in others if other.number in record.enemies])
        yield from _barred(record, "kept-apart", [other for other in others if meetings.keeps_apart(record, other)])
        yield from _barred(record, "same-boat", [other for other in others if same_boat_needed(record, other)])


def _barred(record: Record, code: str, others: Sequence[Record]) -> Iterable[Reason]:
    if others:
        yield Reason(code, {"crew": record.number, "others": [other.number for other in others]})


def _about_boats(high: Record, low: Record, boat: Boat, rule: Rule) -> Iterable[Reason]:
    if rule == "both-due":
        yield Reason("both-due", {"crew": high.number, "boat": boat, "enemy": low.number, "other": other_boat(boat)})
    elif rule == "more-due":
        crew, its = (high, boat) if high.boat_due == boat else (low, other_boat(boat))
        yield Reason("more-due", {"crew": crew.number, "boat": its})
    else:
        yield Reason(rule, {"crew": high.number, "boat": boat})
