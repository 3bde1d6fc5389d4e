"""Crews that check in by phone, and disputes."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class CheckIn:
    """A phone that has checked a crew in."""

    ticket: str
    """What the phone shows afterwards to be told where its crew plays."""
    crew: int
    at: float = 0.0

    def row(self) -> bytes:
        """Return it as it is kept."""
        return json.dumps(asdict(self)).encode()


@dataclass(frozen=True, slots=True)
class HallDispute:
    """Two crews, or the desk and a table, do not agree how a game ended."""

    n: int
    round: int
    encounter: int
    why: Literal["asked", "differs", "aside"]
    """Somebody asked; the journal says otherwise than the desk; the journal was set aside."""
    text: str = ""
    claim: str = ""
    settled: str = ""
    """The result that it was settled with."""
    ruling: str = ""

    def row(self) -> bytes:
        """Return it as it is kept."""
        return json.dumps(asdict(self)).encode()


def read_check_in(row: bytes) -> CheckIn:
    """Return a check-in that was kept."""
    return CheckIn(**json.loads(row))


def read_dispute(row: bytes) -> HallDispute:
    """Return a dispute that was kept."""
    return HallDispute(**json.loads(row))
