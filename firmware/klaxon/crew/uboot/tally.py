"""What a season of U-BOOT counts: orders carried out and lapsed, tokens spent on them, cards in play, men lost.

Extra tokens are those of men who fill a place without its symbol.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from klaxon.rules.contract import UMPIRE, Event
from klaxon.rules.uboot.clock import HOUR
from klaxon.rules.uboot.patrol.scoring import sunk_in_truth
from klaxon.rules.uboot.words import BOAT


def tally(state: Any, events: Sequence[Event]) -> Iterator[tuple[str, str, int]]:
    """Yield what a step adds: to which boat, to which count, how much. The umpire hears everything once."""
    for event in events:
        facts: Any = event.facts
        if UMPIRE not in event.to:
            continue
        match event.type:
            case "done":
                yield BOAT, facts["order"], 1
            case "positions-done":
                yield BOAT, "change_positions", 1
            case "lapsed" | "died" | "bell":
                yield BOAT, event.type, 1
            case "activated":
                yield BOAT, "tokens", facts["tokens"]
                yield BOAT, "extra tokens", facts["tokens"] - 1
            case "repair" if facts["state"] == "finished":
                yield BOAT, "faults mended", 1
            case "card" if not facts["hand"]:
                yield BOAT, f"played:{facts['card']}", 1
            case "over":
                yield BOAT, "morale left", state.board.morale
                yield BOAT, "ships sunk", len(sunk_in_truth(state))
                yield BOAT, "minutes at the table", state.now // 60_000
                yield BOAT, "minutes afloat", state.board.clock.game_at // (HOUR // 60)
