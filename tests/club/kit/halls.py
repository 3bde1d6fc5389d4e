"""Generated tournaments: crews come late, leave, do not turn up, are kept apart; each round is asked of judges too.

    python -m tests.club.kit.halls 5000 [FIRST] [LARGEST]

plays so many and prints the rounds that a judge pairs otherwise. The seed of a tournament is the bug report. Matchings
come from C++ there, which is several times cheaper; a tournament with a difference is played once more without.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field

from klaxon.club.pairing.meetings import Pairing
from klaxon.club.tournament import acts
from klaxon.club.tournament.deeds import begin, do
from klaxon.club.tournament.next_round import next_round
from klaxon.club.tournament.tournament import ActError, Tournament
from tests.club.kit.judges import Pairs, meetings_by_caissify, pairs_by_py4swiss
from tests.club.kit.quick_matching import quick_matchings


@dataclass(frozen=True, slots=True)
class Manners:
    """What people do in a generated tournament."""

    largest: int = 24
    troubles: bool = True
    """Whether crews come late, leave, do not turn up or are kept apart."""


@dataclass(slots=True)
class Verdict:
    """What judges say of the rounds of tournaments."""

    rounds: int = 0
    impossible: int = 0
    """Rounds that cannot be paired."""
    boats_judged: int = 0
    """Rounds in which the one who judges the boats lets the same crews meet."""
    disagreements: list[str] = field(default_factory=list)

    def add(self, other: Verdict) -> None:
        """Add what is said of other tournaments."""
        self.rounds += other.rounds
        self.impossible += other.impossible
        self.boats_judged += other.boats_judged
        self.disagreements += other.disagreements


def judge(seed: int, manners: Manners, *, quickly: bool = True) -> Verdict:
    """Play a tournament and ask about each of its rounds; `quickly`: with matchings from C++, if nothing differs."""
    verdict = Verdict()
    with quick_matchings() if quickly else nullcontext():
        for before, pairings in rounds_of(seed, manners):
            _ask(f"seed {seed}, round {len(before.played) + 1}", before, pairings, verdict)
    return judge(seed, manners, quickly=False) if quickly and verdict.disagreements else verdict


def _ask(where: str, before: Tournament, pairings: tuple[Pairing, ...] | None, verdict: Verdict) -> None:
    ours: Pairs | None = None if pairings is None else {(pair.red, pair.blue or 0) for pair in pairings}
    meetings = _meetings(ours)
    verdict.rounds += 1
    verdict.impossible += ours is None
    if not before.meetings.kept_apart and meetings != (theirs := meetings_by_caissify(before)):
        verdict.disagreements.append(f"{where}: meetings {meetings}, caissify {theirs}")
    pairs = pairs_by_py4swiss(before)
    if meetings == _meetings(pairs):
        verdict.boats_judged += 1
        if pairs != ours:
            verdict.disagreements.append(f"{where}: boats {ours}, py4swiss {pairs}")


def _meetings(pairs: Pairs | None) -> set[frozenset[int]] | None:
    return None if pairs is None else {frozenset(pair) for pair in pairs}


def rounds_of(seed: int, manners: Manners) -> Iterator[tuple[Tournament, tuple[Pairing, ...] | None]]:
    """Yield a generated tournament before each round, and how we pair it; None where no round is possible."""
    chance = random.Random(seed)
    size, rounds = chance.randint(8, manners.largest), chance.randint(4, 7)
    hall = begin(acts.Begin("hall", "sonar", "swiss", rounds, chance.choice(("red", "blue"))))
    late = chance.randint(0, size // 8) if manners.troubles else 0
    for number in range(size - late):
        hall = do(hall, acts.Enter(f"crew {number}"))
    for _ in range(chance.randint(1, 3) if manners.troubles and chance.random() < 0.3 else 0):
        hall = do(hall, acts.KeepApart(*chance.sample(range(1, size - late + 1), 2)))
    for _ in range(rounds):
        if manners.troubles:
            hall, late = _come_and_go(hall, late, chance)
        try:
            act = next_round(hall)
        except ActError:
            yield hall, None
            return
        yield hall, act.pairings
        hall = _play(do(hall, act), chance, manners)


def _come_and_go(hall: Tournament, late: int, chance: random.Random) -> tuple[Tournament, int]:
    if late and chance.random() < 0.6:
        hall, late = do(hall, acts.Enter(f"late crew {late}")), late - 1
    for crew in hall.crews:
        if crew.here and chance.random() < 0.03 and sum(other.here for other in hall.crews) > 6:
            hall = do(hall, acts.Leave(crew.number))
        elif not crew.here and chance.random() < 0.5:
            hall = do(hall, acts.Return(crew.number))
    return hall, late


def _play(hall: Tournament, chance: random.Random, manners: Manners) -> Tournament:
    for table, encounter in enumerate(hall.played[-1].encounters, 1):
        if encounter.pairing.blue is None:
            continue
        gap = (encounter.pairing.blue - encounter.pairing.red) / len(hall.crews) + chance.gauss(0, 0.6)
        result: acts.Result = "draw" if abs(gap) < 0.15 else "red" if gap > 0 else "blue"
        if manners.troubles and chance.random() < 0.03:
            result = chance.choice(("red-absent", "blue-absent", "both-absent"))
        hall = do(hall, acts.GiveResult(len(hall.played), table, result))
    return hall


def main() -> int:
    """Ask the judges about many tournaments."""
    given = [int(text) for text in sys.argv[1:]]
    count, first, largest = (*given, *(5000, 0, 64)[len(given) :])
    verdict = Verdict()
    for done, seed in enumerate(range(first, first + count), 1):
        one = judge(seed, Manners(largest))
        verdict.add(one)
        for line in one.disagreements:
            sys.stdout.write(f"{line}\n")
        if done % 20 == 0 or done == count:
            sys.stdout.write(
                f"{done} of {count} tournaments, {verdict.rounds} rounds ({verdict.impossible} impossible): "
                f"{len(verdict.disagreements)} differ; boats judged in {verdict.boats_judged}\n"
            )
            sys.stdout.flush()
    return bool(verdict.disagreements)


if __name__ == "__main__":
    raise SystemExit(main())
