"""What a season of Captain Sonar counts: damage, by what did it."""

from __future__ import annotations

from collections.abc import Iterator

from klaxon.rules.contract import UMPIRE, Event


def tally(event: Event) -> Iterator[tuple[str, str, int]]:
    """Yield what an event adds: to which boat, to which count, how much. The umpire hears everything once."""
    if event.type == "damage" and UMPIRE in event.to:
        yield str(event.facts["boat"]), str(event.facts["cause"]), int(str(event.facts["amount"]))
