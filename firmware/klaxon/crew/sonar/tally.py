"""What a season of Captain Sonar counts: damage by cause."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from klaxon.rules.contract import UMPIRE, Event


def tally(_state: Any, events: Sequence[Event]) -> Iterator[tuple[str, str, int]]:
    """Yield what a step adds: to which boat, to which count, how much. The umpire hears everything once."""
    for event in events:
        if event.type == "damage" and UMPIRE in event.to:
            yield str(event.facts["boat"]), str(event.facts["cause"]), int(str(event.facts["amount"]))
