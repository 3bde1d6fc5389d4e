"""A table, as the desk knows it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from klaxon.club.desk.commands import TableCommand
from klaxon.club.outbox.receiving import Inbox
from klaxon.club.outbox.sending import Outbox

SILENT_AFTER = 100.0
"""Seconds without a word after which a table that the broker believes to be there counts as silent."""


@dataclass(slots=True)
class HallTable:
    """What the desk knows of one table."""

    id: str
    name: str
    key: str
    """Its public key, in hex: what it signs its journals with."""
    inbox: Inbox
    commands_out: Outbox
    here: bool = False
    heard: float | None = None
    """When something came from it, by the desk's clock."""
    state: Mapping[str, Any] = field(default_factory=dict)
    health: Mapping[str, Any] = field(default_factory=dict)
    commands: dict[int, TableCommand] = field(default_factory=dict)
    playing: str = ""
    """The assignment that it was told to play last, as `round/encounter`."""
    slots: Mapping[str, Any] = field(default_factory=dict)
    """How walk-up games are played here; empty where they are not."""

    def row(self) -> bytes:
        """Return what is kept of it; the rest is told anew, or has rows of its own."""
        kept = {"name": self.name, "key": self.key, "playing": self.playing, "slots": dict(self.slots)}
        return json.dumps(kept).encode()

    def standing(self, now: float) -> str:
        """Return `here`, `silent` or `away`."""
        if not self.here:
            return "away"
        return "silent" if self.heard is None or now - self.heard > SILENT_AFTER else "here"

    def troubles(self) -> list[dict[str, Any]]:
        """Return what somebody should look after, as codes with facts."""
        found = self.health.get("troubles", [])
        return [each for each in found if isinstance(each, dict) and isinstance(each.get("code"), str)][:16]


def natural_order(name: str) -> tuple[Any, ...]:
    """Return what sorts `Table 2` before `Table 10`."""
    parts: list[Any] = [""]
    for sign in name.casefold():
        if sign.isdecimal() != isinstance(parts[-1], int):
            parts.append(0 if sign.isdecimal() else "")
        parts[-1] = parts[-1] * 10 + int(sign) if sign.isdecimal() else parts[-1] + sign
    return tuple(parts)
