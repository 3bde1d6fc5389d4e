"""What an organiser does, and what is refused."""

from __future__ import annotations

import pytest

from klaxon.club.tournament import acts
from klaxon.club.tournament.acts import Act
from klaxon.club.tournament.deeds import begin, do
from klaxon.club.tournament.next_round import next_round
from klaxon.club.tournament.tournament import ActError, Tournament, planned_rounds
from tests.club.kit.tournaments import after, meetings, paired, played, tournament


def refusal(hall: Tournament, act: Act) -> str:
    with pytest.raises(ActError) as caught:
        do(hall, act)
    return caught.value.code


def reasons(hall: Tournament, table: int) -> list[str]:
    return [reason.code for reason in hall.played[-1].encounters[table - 1].pairing.reasons]


def test_the_first_round_lets_the_upper_half_meet_the_lower() -> None:
    hall = paired(tournament(crews=6))
    assert meetings(hall) == [(1, 4), (5, 2), (3, 6)]
    assert reasons(hall, 1) == ["same-points", "by-lot"]


def test_winners_meet_winners_and_change_boats() -> None:
    hall = paired(played(tournament(crews=4), ["red", "blue"]))
    assert meetings(hall) == [(2, 1), (3, 4)]
    assert reasons(hall, 1) == ["same-points", "both-due"]


def test_the_odd_crew_with_the_fewest_points_has_the_bye_and_has_it_once() -> None:
    hall = tournament(crews=5, rounds=4)
    byes = []
    for _ in range(4):
        hall = played(hall, ["red", "red"])
        byes += [red for red, blue in meetings(hall) if blue is None]
    assert byes[0] == 5
    assert len(set(byes)) == 4


def test_who_came_down_is_told_why_others_were_not_possible() -> None:
    hall = played(tournament(crews=5, rounds=4), ["red", "draw"])
    hall = paired(hall)
    codes = {code for table in range(1, 4) for code in reasons(hall, table)}
    assert {"comes-down", "met-already"} <= codes


def test_two_who_are_kept_apart_do_not_meet_until_they_may() -> None:
    hall = after(tournament(crews=4), acts.KeepApart(1, 3))
    assert {1, 3} not in [set(two) for two in meetings(paired(hall))]
    assert {1, 3} in [set(two) for two in meetings(paired(after(hall, acts.LetMeet(3, 1))))]
    assert refusal(tournament(), acts.LetMeet(1, 2)) == "not-apart"
    assert refusal(tournament("round-robin"), acts.KeepApart(1, 2)) == "swiss-only"


def test_a_round_that_cannot_be_paired_is_refused() -> None:
    hall = after(tournament(crews=2), acts.KeepApart(1, 2))
    with pytest.raises(ActError) as caught:
        next_round(hall)
    assert caught.value.code == "cannot-pair"


def test_a_late_crew_plays_from_the_next_round_and_who_left_does_not() -> None:
    hall = played(tournament(crews=4), ["red", "red"])
    hall = paired(after(hall, acts.Enter("Late"), acts.Leave(2)))
    there = {crew for two in meetings(hall) for crew in two}
    assert there == {1, 3, 4, 5}
    hall = after(hall, acts.Return(2))
    assert refusal(hall, acts.Return(2)) == "here-already"
    assert refusal(tournament("round-robin"), acts.Leave(99)) == "no-such-crew"


def test_a_name_is_one_visible_line_and_nobody_else_has_it() -> None:
    hall = after(tournament(crews=1), acts.Enter("  Blue\u202e \t Whales\x07 "))
    assert hall.crews[1].name == "Blue Whales"
    assert refusal(hall, acts.Enter("blue whales")) == "name-taken"
    assert refusal(hall, acts.Enter("\u200b")) == "no-name"
    assert refusal(hall, acts.Enter("x" * 41)) == "long-name"
    assert after(hall, acts.Rename(2, "BLUE WHALES")).crews[1].name == "BLUE WHALES"


def test_no_round_begins_before_all_results_are_in_or_after_the_last() -> None:
    hall = paired(tournament(crews=4, rounds=1))
    with pytest.raises(ActError) as caught:
        next_round(hall)
    assert (caught.value.code, caught.value.facts["tables"]) == ("results-missing", "1, 2")
    hall = after(hall, acts.GiveResult(1, 1, "red"), acts.GiveResult(1, 2, "draw"))
    assert refusal(hall, acts.StartRound(())) == "all-played"


def test_the_arbiter_exchanges_crews_and_turns_boats_while_nobody_has_a_result() -> None:
    hall = after(paired(tournament(crews=4)), acts.Exchange(1, 2), acts.TurnBoats(1))
    assert meetings(hall) == [(3, 2), (4, 1)]
    assert reasons(hall, 1) == ["arbiter-exchanged", "arbiter-turned"]
    assert refusal(hall, acts.Exchange(2, 3)) == "same-table"
    scored = after(hall, acts.GiveResult(1, 1, "blue"))
    assert refusal(scored, acts.TurnBoats(1)) == "scored"
    assert refusal(scored, acts.Exchange(2, 4)) == "scored"
    assert refusal(hall, acts.TurnBoats(3)) == "no-such-table"


def test_a_result_is_corrected_by_saying_it_again() -> None:
    hall = after(played(tournament(crews=4), ["red", "red"]), acts.GiveResult(1, 1, "blue-absent"))
    assert [encounter.result for encounter in hall.played[0].encounters] == ["blue-absent", "red"]
    assert refusal(hall, acts.GiveResult(2, 1, "red")) == "no-such-round"


def test_in_a_round_robin_everybody_meets_everybody_once() -> None:
    hall = tournament("round-robin", crews=5)
    met = []
    while len(hall.played) < planned_rounds(hall):
        hall = played(hall, ["red", "blue"])
        met += [frozenset(two) for two in meetings(hall) if None not in two]
    assert len(met) == len(set(met)) == 10
    assert refusal(hall, acts.Enter("Late")) == "too-late"


def test_in_a_round_robin_who_has_left_loses_what_is_left() -> None:
    hall = paired(after(tournament("round-robin", crews=4), acts.Leave(4)))
    assert [f.result for f in hall.played[0].encounters if 4 in f.crews] == ["blue-absent"]


def test_in_a_knock_out_the_best_two_can_meet_in_the_final_only() -> None:
    hall = paired(tournament("knock-out", crews=6))
    assert meetings(hall) == [(1, None), (4, 5), (2, None), (3, 6)]
    assert refusal(hall, acts.GiveResult(1, 2, "draw")) == "needs-winner"
    hall = after(hall, acts.GiveResult(1, 2, "red"), acts.GiveResult(1, 4, "red"))
    hall = paired(hall)
    assert [set(two) for two in meetings(hall)] == [{1, 4}, {2, 3}]
    assert refusal(hall, acts.GiveResult(1, 2, "blue")) == "next-round-runs"
    for table, (red, _) in enumerate(meetings(hall), 1):
        hall = after(hall, acts.GiveResult(2, table, "red" if red in (1, 2) else "blue"))
    assert set(meetings(paired(hall))[0]) == {1, 2}


def test_crews_of_one_boat_are_ranked_and_bring_grades_home() -> None:
    hall = paired(tournament("ranking", crews=3, game="uboot"))
    assert meetings(hall) == [(1, None), (2, None), (3, None)]
    hall = after(hall, acts.Grade(1, 1, "A", 12), acts.Grade(1, 2, "S", 3))
    assert hall.open_tables() == [3]
    assert refusal(hall, acts.Grade(1, 3, "AA", 1)) == "no-such-grade"
    assert refusal(hall, acts.GiveResult(1, 3, "red")) == "grades-here"
    assert refusal(paired(tournament()), acts.Grade(1, 1, "A", 1)) == "results-here"


@pytest.mark.parametrize("rounds", [0, 31])
def test_a_tournament_has_one_to_thirty_rounds(rounds: int) -> None:
    with pytest.raises(ActError) as caught:
        begin(acts.Begin("Autumn", "sonar", "swiss", rounds, "red"))
    assert caught.value.code == "rounds"
