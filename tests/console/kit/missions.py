"""The first missions of Captain Sonar and of Steam Torpedo, walked by newcomers; `python -m` writes what they read.

python -m tests.console.kit.missions      writes the tables of docs/first-mission.md anew
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any, NamedTuple

from klaxon.console.language.game_words import Phrases
from tests.console.kit.newcomer import Newcomer
from tests.console.kit.playing import Playing, at_the_console
from tests.console.kit.servicing import built
from tests.table.kit.travel import travel

DOCUMENT = Path(__file__).parents[3] / "docs" / "first-mission.md"
MISSIONS: dict[str, dict[str, Any]] = {
    "sonar": {"chart": "first-mission", "mode": "turns", "first": "red"},
    "steam": {"cards": "first-mission", "setup": "ready", "first": "red"},
}
"""Game -> the options of its first mission."""
SEATS = {
    "sonar": ("red.captain", "red.xo", "red.engineer", "red.radio"),
    "steam": ("red.captain",),
}
WORDS_A_MINUTE, SECONDS_A_MOVEMENT = 180, 2
"""How people are reckoned to read, and to press or turn."""
PATIENCE, MOST = 30, 900_000
"""Rounds without anything to do, and the table time in milliseconds, after which a walk is given up."""
TITLE = "First mission "


class Walk(NamedTuple):
    """What newcomers read and did in one mission."""

    winner: str
    told: dict[str, list[str]]
    """Seat -> the cards and lines that it read."""
    movements: dict[str, int]
    """Seat -> how often something was pressed or turned there."""

    def cards(self, seat: str) -> list[str]:
        """Return the cards of a seat, in order."""
        return list(dict.fromkeys(text for text in self.told[seat] if text.startswith(TITLE)))

    def minutes(self, *seats: str) -> float:
        """Return the time that one person needs who works some seats and reads everything there."""
        words = sum(len(text.split()) for seat in seats for text in self.told[seat])
        return words / WORDS_A_MINUTE + sum(self.movements[seat] for seat in seats) * SECONDS_A_MOVEMENT / 60


async def walk(game: str, *, crews: str = "all none", profile: str = "console-4", seed: str = "7") -> Walk:
    """Play the first mission by what the panels say; a captain alone has understudies beside him."""
    async with at_the_console(crews=crews, fittings=built(profile), game=game, seed=seed, **MISSIONS[game]) as play:
        await play.run(2)
        seats = SEATS[game][:1] if crews.startswith("captain") else SEATS[game]
        hands = [Newcomer(play, seat) for seat in seats]
        movements = await _walk(play, hands)
        outcome = play.table.play.outcome
        last = [hand.told[-3:] for hand in hands]
        assert outcome is not None, f"nobody wins: {last} {play.panel(seats[0]).text}"
        return Walk(outcome.winner, {hand.seat: hand.told for hand in hands}, movements)


async def _walk(play: Playing, hands: list[Newcomer]) -> dict[str, int]:
    """Let each do what it is told, one after another; return how often something was done at each seat."""
    idle, movements = 0, {str(hand.seat): 0 for hand in hands}
    while play.table.play.outcome is None and idle < PATIENCE and play.table.play.now < MOST:
        acted = {str(hand.seat): await hand.act() for hand in hands}
        movements = {seat: count + acted[seat] for seat, count in movements.items()}
        idle = 0 if any(acted.values()) else idle + 1
        await play.run(1 if any(acted.values()) else 3)
    return movements


def table(walked: Walk) -> str:
    """Return what was read, as a table for the document: the cards, and what the lines asked for."""
    rows = ["| seat | card or line |", "|---|---|"]
    for seat, told in walked.told.items():
        role = Phrases("sonar").role(seat.partition(".")[2])
        rows += [f"| {role} | {'**' + text + '**' if text.startswith(TITLE) else text} |" for text in told]
    return "\n".join(rows)


def begin(game: str) -> str:
    """Return the line of the document behind which the table of a game stands."""
    return f"<!-- {game}: written by python -m tests.console.kit.missions -->"


END = "<!-- end -->"


def written(text: str, tables: dict[str, str]) -> str:
    """Return the document with these tables."""
    for game, rows in tables.items():
        head, _, rest = text.partition(begin(game))
        text = f"{head}{begin(game)}\n{rows}\n{END}{rest.partition(END)[2]}"
    return text


def main() -> None:
    """Write the document anew."""

    async def play() -> None:
        walks = {game: await walk(game) for game in MISSIONS}
        text = written(DOCUMENT.read_text(), {game: table(walked) for game, walked in walks.items()})
        await asyncio.to_thread(DOCUMENT.write_text, text)
        for game, walked in walks.items():
            alone = ", ".join(f"{seat} {walked.minutes(seat):.1f}" for seat in walked.told)
            sys.stdout.write(f"{game}: minutes: {alone}; all {walked.minutes(*walked.told):.1f}\n")

    travel(play)


if __name__ == "__main__":
    main()
