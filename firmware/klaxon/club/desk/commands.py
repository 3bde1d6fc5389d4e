"""Commands of the desk to a table. They travel as parcels; each is answered, once."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

CommandKind = Literal["pause", "resume", "message", "hint", "reset", "setting", "start", "slot", "home", "name"]
CommandState = Literal["waiting", "arrived", "done", "refused", "expired"]
PATIENCE: Mapping[str, float] = {"pause": 60.0, "resume": 60.0, "message": 300.0, "hint": 120.0}
"""Seconds after which a command that has not arrived is of no use any more; the others wait for the table."""
KEPT = 12
"""Commands of a table that are remembered."""


@dataclass(frozen=True, slots=True)
class TableCommand:
    """One command, and what came of it."""

    n: int
    do: CommandKind
    facts: Mapping[str, Any] = field(default_factory=dict)
    given: float = 0.0
    state: CommandState = "waiting"
    code: str = ""
    """Why the table refused it."""

    def body(self) -> bytes:
        """Return what the table reads."""
        return json.dumps({"do": self.do, **self.facts}).encode()

    def row(self) -> bytes:
        """Return it as it is kept."""
        return json.dumps(asdict(self)).encode()

    def with_answer(self, state: CommandState, code: str = "") -> TableCommand:
        """Return it with what came of it."""
        return replace(self, state=state, code=code)


def read_command(row: bytes) -> TableCommand:
    """Return a command that was kept."""
    return TableCommand(**json.loads(row))
