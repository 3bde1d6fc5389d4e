"""Who stands where."""

from __future__ import annotations

from klaxon.club.tournament import acts
from klaxon.club.tournament.standings import standings
from klaxon.club.tournament.tournament import Tournament
from tests.club.kit.tournaments import after, paired, played, tournament


def table(hall: Tournament) -> list[tuple[int, int, int]]:
    return [(line.place, line.crew.number, line.points) for line in standings(hall)]


def test_points_come_first_and_equals_share_a_place() -> None:
    hall = played(tournament(crews=4), ["red", "draw"])
    assert table(hall) == [(1, 1, 2), (2, 2, 1), (2, 4, 1), (4, 3, 0)]


def test_who_met_the_stronger_ones_comes_first() -> None:
    hall = tournament(crews=4, rounds=2)
    hall = played(hall, ["red", "blue"])  # 1 beats 3, 2 beats 4 or 4 beats 2
    hall = played(hall, ["red", "red"])
    first, second, third, last = standings(hall)
    assert [line.points for line in (first, second, third, last)] == [4, 2, 2, 0]
    assert second.ties[2] > third.ties[2], "Buchholz: the enemies of the second scored more"


def test_games_against_each_other_come_before_all_other_sums() -> None:
    hall = tournament("round-robin", crews=4)
    results = {frozenset((1, 2)): 2, frozenset((1, 3)): 1, frozenset((1, 4)): 4, frozenset((2, 3)): 3}
    results |= {frozenset((2, 4)): 2, frozenset((3, 4)): 3}
    for _ in range(3):
        hall = paired(hall)
        for number, encounter in enumerate(hall.played[-1].encounters, 1):
            winner = results[frozenset(encounter.crews)]
            hall = after(
                hall, acts.GiveResult(len(hall.played), number, "red" if encounter.pairing.red == winner else "blue")
            )
    # 2 and 3 have two wins each and 3 beat 2; of 1 and 4 with one win each 4 beat 1.
    assert [line.crew.number for line in standings(hall)] == [3, 2, 4, 1]


def test_a_round_without_a_game_counts_for_the_sums_as_the_page_says() -> None:
    hall = played(tournament(crews=5, rounds=2), ["red", "red"])  # crew 5 had the bye
    bye = next(line for line in standings(hall) if line.crew.number == 5)
    assert bye.ties[1:4] == (0, 2, 4), "an enemy of the own points, which it beat"
    hall = paired(after(hall, acts.Leave(1)))
    hall = after(hall, *(acts.GiveResult(2, number, "red") for number in hall.open_tables()))
    third = next(line for line in standings(hall) if line.crew.number == 3)
    assert third.ties[2] >= 3, "crew 1 was absent from round 2: that is half a win to who met it"


def test_ranking_counts_grades_then_glory() -> None:
    hall = paired(tournament("ranking", crews=4, game="uboot"))
    brought = ((1, "B", 9), (2, "A", 1), (3, "B", 11), (4, "B", 9))
    hall = after(hall, *(acts.Grade(1, crew, grade, glory) for crew, grade, glory in brought))
    assert table(hall) == [(1, 2, 1), (2, 3, 11), (3, 1, 9), (3, 4, 9)]
