"""Games that tables say were played: claimed, verified, counted, or set aside with the reason."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from klaxon.club.tournament.acts import Result

ClaimState = Literal["claimed", "verifying", "verified", "aside"]
"""A result came; its journal came too; the rules lead there; it does not count."""
WRONGS = (
    "forged",  # the signature is not of the table's key
    "cut",  # rows are missing at the end
    "changed",  # a row, or the key, is not what was committed to while the game ran
    "foreign",  # another table's game, or one of another version
    "doubled",  # it was reported already
    "rules",  # the rules do not lead there
    "differs",  # the journal does not end as the result says
    "unreadable",
    "too-long",  # it could not be verified in time
)
"""Why a game is set aside."""

_ASSIGNMENT = re.compile(r"(.+)/([0-9]{1,4})/([0-9]{1,4})")


@dataclass(frozen=True, slots=True)
class GameClaim:
    """A game that a table reported."""

    id: str
    """The table and the name of the journal there."""
    table: str
    game: str
    assignment: str = ""
    """`tournament/round/encounter` that it was played for; '' for any other game."""
    outcome: Mapping[str, Any] = field(default_factory=dict)
    boats: Mapping[str, str] = field(default_factory=dict)
    state: ClaimState = "claimed"
    wrong: str = ""
    witnessed: bool = False
    """Whether commitments came while it was played: without a network its own have to do."""
    counted: bool = False
    n: int = 0
    """The how manieth that came."""

    def row(self) -> bytes:
        """Return it as it is kept."""
        return json.dumps(asdict(self)).encode()

    def conclude(self, wrong: str, *, witnessed: bool = False) -> GameClaim:
        """Return it after it was verified."""
        return replace(self, state="aside" if wrong else "verified", wrong=wrong, witnessed=witnessed)

    @property
    def result(self) -> Result | None:
        """What it means for a pairing; None where it decides none."""
        winner = self.outcome.get("winner")
        return winner if winner in ("red", "blue", "draw") else None

    def place(self) -> tuple[str, int, int] | None:
        """Return tournament, round and encounter; None where it was played for none."""
        found = _ASSIGNMENT.fullmatch(self.assignment)
        return (found[1], int(found[2]), int(found[3])) if found else None


def read_claim(row: bytes) -> GameClaim:
    """Return a claim that was kept."""
    return GameClaim(**json.loads(row))
