"""Orders to effects while the cable is pulled again and again: `python -m tests.link.kit.cut_delays GAMES [LINE ...]`.

Games as `klaxon bench link` plays them, every station with a session of its own; copies leave as always. What is given
while the cable is out, and until the game goes on, is not measured.
"""

from __future__ import annotations

import asyncio
import sys
from random import Random

from klaxon.cli.bench.link.played import GameUnderWay, Meanwhile, play
from klaxon.link.modelled.noise import LINES
from tests.link.kit.linked_games import disturb, percentile


def cutting(seed: int, cuts: list[int]) -> Meanwhile:
    """Return what pulls the cable every five to sixty seconds, or begins a new stream; each is noted in `cuts`."""

    async def pull(game: GameUnderWay) -> None:
        dice, table = Random(seed), game.table
        while True:
            await asyncio.sleep(dice.uniform(5, 60))
            cuts.append(seed)
            for each in game.people:
                each.is_measured = False
            await disturb(game.cable, game.guest, dice)
            while table.play.paused and table.play.outcome is None:
                game.people[-1].resume()
                await asyncio.sleep(5)
            for each in game.people:
                each.is_measured = True

    return pull


def main(games: int, *lines: str) -> None:
    """Play, and print what was measured."""
    for line in lines or LINES:
        cuts = list[int]()
        played = [play(seed, LINES[line], meanwhile=cutting(seed, cuts)) for seed in range(games)]
        effects = [delay for game in played for delay in game.effects]
        shown = ", ".join(f"p{share:g} {percentile(effects, share / 100) * 1000:.1f} ms" for share in (50, 99))
        sys.stdout.write(f"{line}: {len(effects)} orders, {len(cuts)} cuts; order to effect {shown}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
