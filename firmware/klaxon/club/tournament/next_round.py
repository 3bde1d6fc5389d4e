"""Who meets whom next, by the system of the tournament."""

from __future__ import annotations

from klaxon.club.pairing import knock_out, round_robin
from klaxon.club.pairing.dutch import pair_swiss
from klaxon.club.pairing.meetings import CannotPairError, Pairing, Reason
from klaxon.club.pairing.record import records
from klaxon.club.tournament.acts import StartRound
from klaxon.club.tournament.deeds import check_next_round
from klaxon.club.tournament.tournament import ActError, Encounter, Tournament


def next_round(tournament: Tournament) -> StartRound:
    """Return the act that begins the next round. In a large hall it takes a second: not for a loop that others need."""
    check_next_round(tournament)
    if tournament.system == "swiss":
        return StartRound(tuple(_swiss(tournament)))
    if tournament.system == "round-robin":
        return StartRound(tuple(round_robin.pair_everybody(len(tournament.crews), len(tournament.played) + 1)))
    if tournament.system == "knock-out":
        return StartRound(tuple(_knock_out(tournament)))
    patrols = (
        Pairing(crew.number, None, (Reason("patrol", {"crew": crew.number}),)) for crew in tournament.crews if crew.here
    )
    return StartRound(tuple(patrols))


def _swiss(tournament: Tournament) -> list[Pairing]:
    all_records = records(tournament.histories(), tournament.rounds)
    here = {crew.number: all_records[crew.number] for crew in tournament.crews if crew.here}
    try:
        return pair_swiss(here, tournament.meetings, tournament.first)
    except CannotPairError as error:
        raise ActError("cannot-pair") from error


def _knock_out(tournament: Tournament) -> list[Pairing]:
    if not tournament.played:
        return knock_out.pair_first([crew.number for crew in tournament.crews if crew.here])
    winners = [winner_of(encounter) for encounter in tournament.played[-1].encounters]
    reds = {number: record.boats.count("red") for number, record in records(tournament.histories(), 0).items()}
    return knock_out.pair_winners(winners, reds)


def winner_of(encounter: Encounter) -> int:
    """Return who goes on from a table of a knock-out."""
    if encounter.pairing.blue is None or encounter.result in ("red", "blue-absent"):
        return encounter.pairing.red
    return encounter.pairing.blue
