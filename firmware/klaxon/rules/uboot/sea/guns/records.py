"""The records of guns in action: what ours fire at, and who fires back."""

from __future__ import annotations

from typing import NamedTuple

GUN88, AA20 = "gun88", "aa20"
"""The guns, and the orders and views of theirs."""
SEA_MOST = {GUN88: 5, AA20: 6}
"""Gun -> the highest sea at which it can be used (UBT-8.2e)."""
NEVER = 1 << 62


class Burst(NamedTuple):
    """Fire of the 88 mm on one contact."""

    contact: str
    due: int
    """When the next shell is fired."""
    pace: int
    """Milliseconds from shell to shell."""
    left: int
    """Shells that are still to be fired."""
    fired: int = 0
    hits: int = 0


class FlakWatch(NamedTuple):
    """The 20 mm, manned and laid on an aircraft: it fires one pass when that is near enough."""

    contact: str
    rate: int
    """Percent of its chances that a fault leaves."""


class Gunnery(NamedTuple):
    """Guns in action."""

    burst: Burst | None = None
    flak: FlakWatch | None = None
    flak_due: int = NEVER
    """When the aircraft is near enough, as things are."""
    answering: tuple[int, ...] = ()
    """Armed ships that know of the surfaced boat, by their places in the traffic."""
    answers: int = NEVER
    """When one of them may hit it next."""
