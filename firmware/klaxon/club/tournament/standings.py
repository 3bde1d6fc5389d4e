"""Who stands where. Equal points are told apart by who was met; who is equal in all that counts shares a place.

In the order they are asked: games against each other, where all who are equal have met; Buchholz without the
weakest enemy; Buchholz; Sonneborn-Berger; games won. A round that an enemy was absent from counts as half a
win for these sums, and an own round without a game as one against a crew of the own points.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from klaxon.club.pairing.record import DRAW, WIN, Outing, OutingKind
from klaxon.club.tournament.tournament import GRADES, Crew, Haul, Tournament

Histories = Mapping[int, Sequence[Outing]]


@dataclass(frozen=True, slots=True)
class StandingLine:
    """One line: points and sums in halves; in a ranking the grades, and the glory for the points."""

    place: int
    crew: Crew
    points: int
    rounds: int
    """How many it was in."""
    ties: tuple[int, ...]
    """What tells equals apart, in the order that counts: halves, Sonneborn-Berger in quarters, games."""
    grades: str = ""


def standings(tournament: Tournament) -> list[StandingLine]:
    """Return all crews, the first first."""
    if tournament.system == "ranking":
        return _by_grades(tournament)
    done = tournament.histories()
    points = {number: sum(outing.points for outing in outings) for number, outings in done.items()}
    sums = {number: _sums(number, done, points) for number in done}
    ordered = sorted(done, key=lambda number: (-points[number], number))
    lines: list[tuple[tuple[int, ...], int, tuple[int, ...]]] = []
    for _, equal in groupby(ordered, key=points.__getitem__):
        numbers = list(equal)
        among = _among(numbers, done)
        lines += [((points[n], among[n], *sums[n]), n, (among[n], *sums[n])) for n in numbers]
    lines.sort(key=lambda line: (tuple(-value for value in line[0]), line[1]))
    return _placed(
        (key, StandingLine(0, tournament.crew(n), points[n], _rounds_in(done[n]), ties)) for key, n, ties in lines
    )


def _rounds_in(outings: Sequence[Outing]) -> int:
    return sum(outing.kind is not OutingKind.ABSENT for outing in outings)


def _among(numbers: list[int], done: Histories) -> dict[int, int]:
    """Return what equals scored against each other, 0 for all unless everybody met everybody."""
    score = dict.fromkeys(numbers, 0)
    met = 0
    for number in numbers:
        for outing in done[number]:
            if outing.kind is OutingKind.PLAYED and outing.enemy in score:
                score[number] += outing.points
                met += 1
    complete = met == len(numbers) * (len(numbers) - 1)
    return score if complete else dict.fromkeys(numbers, 0)


def _sums(number: int, done: Histories, points: Mapping[int, int]) -> tuple[int, int, int, int]:
    enemies = []
    sonneborn = 0
    for outing in done[number]:
        if outing.kind is OutingKind.PLAYED and outing.enemy is not None:
            strength = sum(DRAW if o.kind is OutingKind.ABSENT else o.points for o in done[outing.enemy])
        else:
            strength = points[number]
        enemies.append(strength)
        sonneborn += strength * outing.points
    won = sum(outing.kind is OutingKind.PLAYED and outing.points == WIN for outing in done[number])
    total = sum(enemies)
    return total - min(enemies, default=0), total, sonneborn, won


def _by_grades(tournament: Tournament) -> list[StandingLine]:
    hauls: dict[int, list[Haul]] = {crew.number: [] for crew in tournament.crews}
    for played in tournament.played:
        for number, haul in played.hauls:
            hauls[number].append(haul)
    lines = []
    for crew in tournament.crews:
        grades = "".join(haul.grade for haul in hauls[crew.number])
        glory = sum(haul.glory for haul in hauls[crew.number])
        worth = sum(GRADES.index(grade) for grade in grades)
        best = max((GRADES.index(grade) for grade in grades), default=0)
        key = (worth, glory, best)
        lines.append((key, StandingLine(0, crew, glory, len(grades), (worth, best), grades)))
    return _placed(sorted(lines, key=lambda line: tuple(-value for value in line[0])))


def _placed(lines: Iterable[tuple[tuple[int, ...], StandingLine]]) -> list[StandingLine]:
    """Number the lines; equals share the place of the first of them."""
    placed: list[StandingLine] = []
    before: tuple[int, ...] | None = None
    place = 0
    for i, (key, line) in enumerate(lines, 1):
        place = place if key == before else i
        before = key
        placed.append(StandingLine(place, line.crew, line.points, line.rounds, line.ties, line.grades))
    return placed
