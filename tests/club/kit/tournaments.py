"""Tournaments for tests, made act by act."""

from __future__ import annotations

from collections.abc import Iterable

from klaxon.club.tournament import acts
from klaxon.club.tournament.acts import Act, Result, System
from klaxon.club.tournament.deeds import begin, do
from klaxon.club.tournament.next_round import next_round
from klaxon.club.tournament.tournament import Tournament

NAMES = ("Sharks", "Rays", "Orcas", "Pikes", "Eels", "Crabs", "Seals", "Terns", "Gulls", "Krakens")


def tournament(system: System = "swiss", crews: int = 6, rounds: int = 3, game: str = "sonar") -> Tournament:
    """Return one with so many crews and no round yet."""
    return after(
        begin(acts.Begin("Autumn", game, system, rounds, "red")), *(acts.Enter(name) for name in NAMES[:crews])
    )


def after(hall: Tournament, *given: Act) -> Tournament:
    """Return it after these acts."""
    for act in given:
        hall = do(hall, act)
    return hall


def paired(hall: Tournament) -> Tournament:
    """Return it with the next round begun."""
    return do(hall, next_round(hall))


def played(hall: Tournament, results: Iterable[Result]) -> Tournament:
    """Return it with the next round begun, and its tables scored in their order."""
    hall = paired(hall)
    for table, result in zip(hall.open_tables(), results, strict=True):
        hall = do(hall, acts.GiveResult(len(hall.played), table, result))
    return hall


def meetings(hall: Tournament) -> list[tuple[int, int | None]]:
    """Return the tables of the last round, red first."""
    return [(encounter.pairing.red, encounter.pairing.blue) for encounter in hall.played[-1].encounters]
