"""Who may meet whom, and what comes of it: pairings with their reasons, whatever the system."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .record import Due, Record, clash


class CannotPairError(Exception):
    """Those who are here cannot be brought into pairs: some would have to meet again, or are kept apart."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason for a pairing: a message with its facts."""

    code: str
    facts: Mapping[str, int | str | list[int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two crews at a table, by their numbers, and why; without an enemy the first has a bye."""

    red: int
    blue: int | None
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Meetings:
    """Who may meet whom."""

    kept_apart: frozenset[frozenset[int]] = frozenset()
    """Pairs that the organiser does not want."""

    def may_meet(self, high: Record, low: Record) -> bool:
        """Return whether two may meet: once only (C.1), and where their boats do not forbid it."""
        return low.number not in high.enemies and not self.keeps_apart(high, low) and not same_boat_needed(high, low)

    def keeps_apart(self, high: Record, low: Record) -> bool:
        """Return whether the organiser does not want these two to meet."""
        return frozenset((high.number, low.number)) in self.kept_apart


def same_boat_needed(high: Record, low: Record) -> bool:
    """Return whether neither can do without the same boat (C.3); about the top of the last round one has to."""
    absolute = high.due is low.due is Due.ABSOLUTE
    return absolute and clash(high, low) and not high.top and not low.top
