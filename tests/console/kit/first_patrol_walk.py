"""The first patrol by four newcomers who do what their panels say: `docs/first-patrol.md` has what they read.

`python -m tests.console.kit.first_patrol_walk 8 2 3` plays it at `console-4` with each of these seeds, says how each
game ended and after how many minutes of table time, and prints what was read in the first.
"""

from __future__ import annotations

import sys
from typing import Any

from tests.console.kit.newcomer import ByEar, Newcomer
from tests.console.kit.playing import Playing, at_the_console, story
from tests.console.kit.servicing import built
from tests.console.kit.uboot_scenes import CAPTAIN, ENGINEER, FIRST, NAVIGATOR

MINUTE = 60_000
SEATS = (CAPTAIN, FIRST, NAVIGATOR, ENGINEER)
PATROL: dict[str, Any] = {"game": "uboot", "mission": "first-patrol"}
CARD = "First patrol "
LONGEST = 25
"""Minutes of table time after which a game counts as not ended."""

Row = tuple[float, str, str]
"""When a card was read, by whom, and what it says."""


def cards(hand: Newcomer) -> list[str]:
    """Return the cards that somebody read, in order, without those that were read again."""
    return list(dict.fromkeys(text for text in hand.told if text.startswith(CARD)))


def printed(rows: list[Row]) -> list[str]:
    """Return the rows as they stand in the table of the page."""
    titles = [text.removeprefix(CARD).partition(" ") for _, _, text in rows]
    return [
        f"| {minute:.1f} | {seat.partition('.')[2].replace('_', ' ')} | {said} |"
        for (minute, seat, _), (_, _, said) in zip(rows, titles, strict=True)
    ]


async def play_through(play: Playing, rows: list[Row]) -> None:
    """Let four newcomers play until the game is over, and note what they read."""
    await play.run(5)
    by_ear = ByEar(play, {seat: play.station(seat) for seat in SEATS})
    hands = {seat: Newcomer(play, seat, by_ear) for seat in SEATS}
    noted = dict.fromkeys(SEATS, 0)
    while play.table.play.outcome is None and play.table.play.now < LONGEST * MINUTE:
        acted = False
        for seat, hand in hands.items():
            acted |= await hand.act()
            read = cards(hand)
            rows += [(play.table.play.now / MINUTE, seat, text) for text in read[noted[seat] :]]
            noted[seat] = len(read)
        await play.run(1 if acted else 6)


@story
async def walk(seed: str, *, prints: bool) -> None:
    """Play it with a seed; print how it ended, and what was read."""
    rows = list[Row]()
    async with at_the_console(crews="all", fittings=built("console-4"), seed=seed, **PATROL) as play:
        await play_through(play, rows)
        outcome, minutes = play.table.play.outcome, play.table.play.now / MINUTE
        ended = "not ended" if outcome is None else f"{outcome.reason} {dict(outcome.facts)}"
    sys.stdout.write(f"seed {seed}: {minutes:.1f} minutes, {ended}\n")
    if prints:
        sys.stdout.write("".join(f"{row}\n" for row in printed(rows)))


if __name__ == "__main__":
    for place, chosen in enumerate(sys.argv[1:]):
        walk(chosen, prints=place == 0)
