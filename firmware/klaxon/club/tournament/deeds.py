"""What each act makes of a tournament. Pure: no clock, no file, no chance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from klaxon.club.pairing.meetings import Meetings, Pairing, Reason
from klaxon.club.tournament import acts
from klaxon.club.tournament.acts import Act, Result
from klaxon.club.tournament.tournament import (
    GRADES,
    ActError,
    Crew,
    Encounter,
    Haul,
    Round,
    Tournament,
    planned_rounds,
)

LONGEST_NAME = 40
MOST_ROUNDS, MOST_CREWS = 30, 400


def begin(act: Act) -> Tournament:
    """Return the tournament that an act begins."""
    if not isinstance(act, acts.Begin):
        raise ActError("not-begun")
    if not 1 <= act.rounds <= MOST_ROUNDS:
        raise ActError("rounds", most=MOST_ROUNDS)
    return Tournament(plain_name(act.name), act.game, act.system, act.rounds, act.first)


def do(tournament: Tournament, act: Act) -> Tournament:
    """Return the tournament after an act, or raise ActError and leave it as it is."""
    return _DOERS[type(act)](tournament, act)


def one_line(text: str) -> str:
    """Return what people typed as one visible line, without signs that turn the text around them."""
    return " ".join("".join(sign if sign.isprintable() else " " * sign.isspace() for sign in text).split())


def plain_name(name: str) -> str:
    """Return a name as it is kept: one line, no signs that nobody sees, none that turn the text around them."""
    plain = one_line(name)
    if not plain:
        raise ActError("no-name")
    if len(plain) > LONGEST_NAME:
        raise ActError("long-name", most=LONGEST_NAME)
    return plain


def _free_name(tournament: Tournament, name: str, crew: int | None = None) -> str:
    plain = plain_name(name)
    for other in tournament.crews:
        if other.number != crew and other.name.casefold() == plain.casefold():
            raise ActError("name-taken", name=other.name, crew=other.number)
    return plain


def _enter(tournament: Tournament, act: acts.Enter) -> Tournament:
    if tournament.played and tournament.system in ("round-robin", "knock-out"):
        raise ActError("too-late")
    if len(tournament.crews) == MOST_CREWS:
        raise ActError("hall-full", most=MOST_CREWS)
    crew = Crew(len(tournament.crews) + 1, _free_name(tournament, act.name))
    return replace(tournament, crews=(*tournament.crews, crew))


def _with_crew(tournament: Tournament, crew: Crew) -> Tournament:
    return replace(tournament, crews=tuple(crew if old.number == crew.number else old for old in tournament.crews))


def _rename(tournament: Tournament, act: acts.Rename) -> Tournament:
    crew = tournament.crew(act.crew)
    return _with_crew(tournament, replace(crew, name=_free_name(tournament, act.name, crew.number)))


def _leave(tournament: Tournament, act: acts.Leave) -> Tournament:
    crew = tournament.crew(act.crew)
    if not crew.here:
        raise ActError("gone-already", name=crew.name)
    return _with_crew(tournament, replace(crew, here=False))


def _return(tournament: Tournament, act: acts.Return) -> Tournament:
    crew = tournament.crew(act.crew)
    if crew.here:
        raise ActError("here-already", name=crew.name)
    return _with_crew(tournament, replace(crew, here=True))


def _two(tournament: Tournament, act: acts.KeepApart | acts.LetMeet | acts.Exchange) -> frozenset[int]:
    two = frozenset((tournament.crew(act.crew).number, tournament.crew(act.other).number))
    if len(two) == 1:
        raise ActError("two-crews")
    return two


def _keep_apart(tournament: Tournament, act: acts.KeepApart) -> Tournament:
    two = _two(tournament, act)
    if tournament.system != "swiss":
        raise ActError("swiss-only")
    return replace(tournament, meetings=Meetings(tournament.meetings.kept_apart | {two}))


def _let_meet(tournament: Tournament, act: acts.LetMeet) -> Tournament:
    two = _two(tournament, act)
    if two not in tournament.meetings.kept_apart:
        raise ActError("not-apart")
    return replace(tournament, meetings=Meetings(tournament.meetings.kept_apart - {two}))


def check_next_round(tournament: Tournament) -> None:
    """Raise ActError if a round cannot begin now."""
    if tables := tournament.open_tables():
        raise ActError("results-missing", tables=", ".join(str(table) for table in tables), count=len(tables))
    planned = planned_rounds(tournament)
    if len(tournament.played) == planned:
        raise ActError("all-played", rounds=planned)
    if sum(crew.here for crew in tournament.crews) < (1 if tournament.system == "ranking" else 2):
        raise ActError("too-few")


def _start_round(tournament: Tournament, act: acts.StartRound) -> Tournament:
    check_next_round(tournament)
    here = {crew.number for crew in tournament.crews if crew.here}
    encounters = tuple(Encounter(pairing, _forfeit(pairing, here)) for pairing in act.pairings)
    return replace(tournament, played=(*tournament.played, Round(encounters)))


def _forfeit(pairing: Pairing, here: set[int]) -> Result | None:
    """Who is not here any more has lost: in a round robin and a knock-out its place cannot be given away."""
    if pairing.blue is None:
        return None
    if pairing.red in here:
        return None if pairing.blue in here else "blue-absent"
    return "red-absent" if pairing.blue in here else "both-absent"


def _with_encounters(tournament: Tournament, number: int, encounters: tuple[Encounter, ...]) -> Tournament:
    played = list(tournament.played)
    played[number - 1] = replace(played[number - 1], encounters=encounters)
    return replace(tournament, played=tuple(played))


def _exchange(tournament: Tournament, act: acts.Exchange) -> Tournament:
    two = _two(tournament, act)
    encounters = _open_round(tournament)
    tables = [i for i, encounter in enumerate(encounters) if two & set(encounter.crews)]
    if sum(len(two & set(encounters[i].crews)) for i in tables) != 2:
        raise ActError("not-in-round")
    if len(tables) == 1:
        raise ActError("same-table", table=tables[0] + 1)
    changed = {act.crew: act.other, act.other: act.crew}
    reason = Reason("arbiter-exchanged", {"crew": act.crew, "enemy": act.other})
    now = list(encounters)
    for i in tables:
        if encounters[i].result is not None:
            raise ActError("scored", table=i + 1)
        red, blue = encounters[i].pairing.red, encounters[i].pairing.blue
        now[i] = Encounter(Pairing(changed.get(red, red), blue and changed.get(blue, blue), (reason,)))
    return _with_encounters(tournament, len(tournament.played), tuple(now))


def _turn_boats(tournament: Tournament, act: acts.TurnBoats) -> Tournament:
    encounters = list(_open_round(tournament))
    encounter = _at_table(encounters, act.table)
    if encounter.pairing.blue is None:
        raise ActError("bye", table=act.table)
    if encounter.result is not None:
        raise ActError("scored", table=act.table)
    reasons = (*encounter.pairing.reasons, Reason("arbiter-turned"))
    encounters[act.table - 1] = Encounter(Pairing(encounter.pairing.blue, encounter.pairing.red, reasons))
    return _with_encounters(tournament, len(tournament.played), tuple(encounters))


def _open_round(tournament: Tournament) -> tuple[Encounter, ...]:
    if not tournament.played or tournament.system == "ranking":
        raise ActError("no-round")
    return tournament.played[-1].encounters


def _at_table(encounters: list[Encounter], table: int) -> Encounter:
    if not 1 <= table <= len(encounters):
        raise ActError("no-such-table", table=table, last=len(encounters))
    return encounters[table - 1]


def _round(tournament: Tournament, number: int) -> Round:
    if not 1 <= number <= len(tournament.played):
        raise ActError("no-such-round", round=number, last=len(tournament.played))
    return tournament.played[number - 1]


def _score(tournament: Tournament, act: acts.GiveResult) -> Tournament:
    encounters = list(_round(tournament, act.round).encounters)
    encounter = _at_table(encounters, act.table)
    if tournament.system == "ranking":
        raise ActError("grades-here")
    if encounter.pairing.blue is None:
        raise ActError("bye", table=act.table)
    if tournament.system == "knock-out":
        if act.result in ("draw", "both-absent"):
            raise ActError("needs-winner")
        if act.round < len(tournament.played) and act.result != encounter.result:
            raise ActError("next-round-runs")
    encounters[act.table - 1] = replace(encounter, result=act.result)
    return _with_encounters(tournament, act.round, tuple(encounters))


def _grade(tournament: Tournament, act: acts.Grade) -> Tournament:
    played = _round(tournament, act.round)
    crew = tournament.crew(act.crew)
    if tournament.system != "ranking":
        raise ActError("results-here")
    if act.grade not in GRADES or len(act.grade) != 1:
        raise ActError("no-such-grade", grade=act.grade, grades=" ".join(reversed(GRADES)))
    if not any(crew.number in encounter.crews for encounter in played.encounters):
        raise ActError("not-in-round")
    hauls = {**dict(played.hauls), crew.number: Haul(act.grade, act.glory)}
    rounds = list(tournament.played)
    rounds[act.round - 1] = replace(played, hauls=tuple(sorted(hauls.items())))
    return replace(tournament, played=tuple(rounds))


def _refuse(_tournament: Tournament, act: Act) -> Tournament:
    raise ActError("begun" if isinstance(act, acts.Begin) else "nothing-to-undo")


_DOERS: dict[type[Act], Callable[[Tournament, Any], Tournament]] = {
    acts.Begin: _refuse,
    acts.Enter: _enter,
    acts.Rename: _rename,
    acts.Leave: _leave,
    acts.Return: _return,
    acts.KeepApart: _keep_apart,
    acts.LetMeet: _let_meet,
    acts.StartRound: _start_round,
    acts.Exchange: _exchange,
    acts.TurnBoats: _turn_boats,
    acts.GiveResult: _score,
    acts.Grade: _grade,
    acts.Undo: _refuse,
}
