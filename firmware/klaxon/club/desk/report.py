"""What a desk reports to pages, as JSON. `desk_report` is for organisers; all others are for everybody in the hall.

docs/club.md describes every member. Names are text: a page writes them as text, never as markup.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

from klaxon.club.desk.claims import GameClaim
from klaxon.club.desk.desk import Desk
from klaxon.club.desk.hall_table import HallTable
from klaxon.club.desk.offers import all_games, game_options, pushed_settings
from klaxon.club.desk.people import HallDispute
from klaxon.club.tournament.in_words import points_in_words, quarters_in_words, reason_in_words, refusal_in_words
from klaxon.club.tournament.standings import StandingLine, standings
from klaxon.club.tournament.tournament import Encounter, Tournament, planned_rounds
from klaxon.console.games import onlooker_view_of
from klaxon.console.language.catalogue import ENGLISH, say
from klaxon.console.language.game_words import Phrases
from klaxon.console.language.names import shown_names
from klaxon.console.onlook.onlooker_view import OnlookerMoment, build_tableau
from klaxon.console.play.seat_client import Heard
from klaxon.rules.games import GAMES

Report = dict[str, Any]
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""


def desk_report(desk: Desk, now: float, language: str = ENGLISH) -> Report:
    """Return all that an organiser sees."""
    trouble = desk.rounds.trouble
    return {
        **hall_report(desk, now, language),
        "connected": desk.is_connected,
        "pairs": desk.rounds.pairs,
        "trouble": refusal_in_words(trouble, language) if trouble else "",
        "tables": [_table(desk, table, now, language) for table in desk.hall.by_name()],
        "disputes": [_dispute(desk, each, language) for each in desk.hall.disputes.values()],
        "claims": [_claim(desk, each, language) for each in reversed([*desk.hall.claims.values()][-100:])],
        "crews": _crews(desk),
        "newcomers": _newcomers(desk, now),
        "kept_apart": _kept_apart(desk.hall.tournament),
        "offers": _offers(desk.hall.tournament, language),
        "settings": {
            "followed": desk.followed.table,
            "delay": desk.followed.delay,
            "checks_in": desk.hall.settings.checks_in,
            "home": desk.hall.settings.home,
            "options": desk.hall.settings.options,
            "shown": desk.hall.settings.shown,
        },
    }


def hall_report(desk: Desk, now: float, language: str = ENGLISH) -> Report:
    """Return what everybody in the hall may see: tables, the round, standings."""
    tournament = desk.hall.tournament
    return {
        "tournament": _tournament(tournament, language) if tournament else None,
        "round": _round(desk, tournament, language) if tournament else None,
        "standings": [_standing(tournament, line) for line in standings(tournament)] if tournament else [],
        "clock": _clock(desk, tournament, now),
        "show": [_shown(desk.hall.claims[each]) for each in desk.hall.settings.shown if each in desk.hall.claims],
        "tables": [_public_table(table, now, language) for table in desk.hall.by_name()],
    }


def followed_report(desk: Desk, language: str = ENGLISH) -> Report:
    """Return the table that is followed, as spectators see one, some time ago."""
    followed = desk.followed
    table = desk.hall.tables.get(followed.table)
    state = followed.state
    game = state.get("game")
    if table is None or not isinstance(game, str) or game not in GAMES or not isinstance(state.get("view"), dict):
        return {"name": table.name if table else "", "tableau": None}
    stands = {"state": "none", "names": {}, **_mapping(state.get("stands"))}
    names = shown_names(_boat_names(stands))
    phrases = Phrases(game, language, names)
    heard = tuple(
        Heard(each.get("n", 0), each.get("at", 0), str(each.get("type", "")), _mapping(each.get("facts")))
        for each in followed.events
    )
    try:
        moment = OnlookerMoment(game, state["view"], heard, stands)
        tableau = build_tableau(moment, onlooker_view_of(game), phrases)
    except (LookupError, TypeError, ValueError, AttributeError):  # a table may send anything
        return {"name": table.name, "tableau": None}
    return {"name": table.name, "tableau": {**tableau, "behind": round(followed.delay)}}


def crew_report(desk: Desk, ticket: str, language: str = ENGLISH) -> Report | None:
    """Return what the phone of a crew shows: where it plays, and how it stands; None for an unknown ticket."""
    tournament, number = desk.hall.tournament, desk.check_in.crew_of(ticket)
    if tournament is None or number is None:
        return None
    crew = tournament.crew(number)
    own = [line for line in standings(tournament) if line.crew.number == number]
    found = _round(desk, tournament, language)
    mine = [each for each in found["encounters"] if crew.name in (each["red"], each["blue"])] if found else []
    return {
        "tournament": tournament.name,
        "crew": crew.name,
        "here": crew.here,
        "round": found["number"] if found else 0,
        "encounter": mine[0] if mine else None,
        "standing": _standing(tournament, own[0]) if own else None,
    }


def standings_csv(tournament: Tournament) -> str:
    """Return the standings for a spreadsheet; no name is a formula there."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\r\n")
    lines = [_standing(tournament, line) for line in standings(tournament)]
    writer.writerow([*lines[0]] if lines else [])
    writer.writerows([harmless_cell(value) for value in line.values()] for line in lines)
    return file.getvalue()


def harmless_cell(value: object) -> object:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def _tournament(tournament: Tournament, language: str) -> Report:
    return {
        "name": tournament.name,
        "game": Phrases(tournament.game, language).find(f"game.{tournament.game}", tournament.game),
        "game_id": tournament.game,
        "system": tournament.system,
        "rounds": planned_rounds(tournament),
        "played": len(tournament.played),
        "crews": len(tournament.crews),
        "here": sum(crew.here for crew in tournament.crews),
    }


def _round(desk: Desk, tournament: Tournament, language: str) -> Report | None:
    if not tournament.played:
        return None
    number = len(tournament.played)
    hauls = dict(tournament.played[-1].hauls)
    encounters = []
    for n, sitting in enumerate(tournament.played[-1].encounters, 1):
        table = desk.hall.tables.get(desk.hall.places.get(f"{number}/{n}", ""))
        haul = hauls.get(sitting.pairing.red)
        encounters.append(
            {
                "n": n,
                "red": tournament.crew(sitting.pairing.red).name,
                "blue": tournament.crew(sitting.pairing.blue).name if sitting.pairing.blue else None,
                "crews": list(sitting.crews),
                "bye": sitting.pairing.blue is None and tournament.system != "ranking",
                "table": table.name if table else "",
                "table_id": table.id if table else "",
                "result": sitting.result,
                "haul": {"grade": haul.grade, "glory": haul.glory} if haul else None,
                "open": n in tournament.open_tables(),
                "why": [reason_in_words(tournament, reason, language) for reason in sitting.pairing.reasons],
            }
        )
    return {"number": number, "encounters": encounters, "open": len(tournament.open_tables())}


def _standing(tournament: Tournament, line: StandingLine) -> Report:
    head = {"place": line.place, "crew": line.crew.name}
    if tournament.system == "ranking":
        return {**head, "grades": line.grades, "glory": line.points}
    among, cut, buchholz, sonneborn, won = line.ties
    sums = {"points": line.points, "among": among, "buchholz_cut": cut, "buchholz": buchholz}
    written = {name: points_in_words(value) for name, value in sums.items()}
    return {**head, **written, "sonneborn": quarters_in_words(sonneborn), "won": won, "rounds": line.rounds}


def _newcomers(desk: Desk, now: float) -> Sequence[Report]:
    """Return who asks to be let in; a table that is here asked once more while the answer was on its way."""
    here = {table.id for table in desk.hall.tables.values() if table.here}
    return [each for each in desk.newcomers.report(now) if each["id"] not in here] if desk.newcomers else []


def _kept_apart(tournament: Tournament | None) -> Sequence[Report]:
    if tournament is None:
        return []
    pairs = sorted(sorted(two) for two in tournament.meetings.kept_apart)
    return [{"pair": two, "crews": [tournament.crew(each).name for each in two]} for two in pairs]


def _offers(tournament: Tournament | None, language: str) -> Report:
    """Return what an organiser may choose from."""
    options = game_options(tournament.game, language) if tournament else []
    return {"games": all_games(language), "settings": pushed_settings(language), "options": options}


def _clock(desk: Desk, tournament: Tournament | None, now: float) -> Report:
    clock = desk.hall.clock
    is_on = tournament is not None and bool(tournament.open_tables()) and bool(clock.minutes or clock.seconds_left(now))
    return {"minutes": clock.minutes, "runs": clock.runs, "left": round(clock.seconds_left(now)) if is_on else None}


def _shown(claim: GameClaim) -> Report:
    return {"claim": claim.id, "crews": [*claim.boats.values()]}


def _crews(desk: Desk) -> Sequence[Report]:
    tournament = desk.hall.tournament
    if tournament is None:
        return []
    tickets = {each.crew for each in desk.hall.check_ins.values()}
    return [
        {"number": crew.number, "name": crew.name, "here": crew.here, "by_phone": crew.number in tickets}
        for crew in tournament.crews
    ]


def _public_table(table: HallTable, now: float, language: str) -> Report:
    stands = _mapping(table.state.get("stands"))
    game = str(table.state.get("game", ""))
    return {
        "id": table.id,
        "name": table.name,
        "standing": table.standing(now),
        "state": str(stands.get("state", "lobby")),
        "game": Phrases(game, language).find(f"game.{game}", game) if game in GAMES else "",
        "boats": _boat_names(stands),
        "now": stands.get("now", 0),
        "outcome": stands.get("outcome"),
        "slots": dict(table.slots),
        "playing": table.playing,
    }


def _table(desk: Desk, table: HallTable, now: float, language: str) -> Report:
    troubles = [say(f"desk.trouble.{each['code']}", _mapping(each.get("facts")), language) for each in table.troubles()]
    return {
        **_public_table(table, now, language),
        "heard": None if table.heard is None else round(now - table.heard),
        "health": dict(table.health),
        "troubles": troubles,
        "waiting": len(table.commands_out),
        "free": desk.rounds.is_free(table),
        "commands": [
            {
                "do": say(f"desk.command.{each.do}", {}, language),
                "state": each.state,
                "words": say(f"desk.command.{each.state}", {}, language),
                "why": say(f"desk.command.why.{each.code}", {}, language) if each.code else "",
                "ago": round(now - each.given),
            }
            for each in reversed(table.commands.values())
        ],
    }


def _claim(desk: Desk, claim: GameClaim, language: str) -> Report:
    table = desk.hall.tables.get(claim.table)
    return {
        "id": claim.id,
        "table": table.name if table else claim.table,
        "game": claim.game,
        "assignment": claim.assignment,
        "boats": dict(claim.boats),
        "winner": claim.outcome.get("winner"),
        "state": claim.state,
        "wrong": claim.wrong,
        "words": say(f"desk.claim.{claim.wrong or claim.state}", {}, language),
        "witnessed": claim.witnessed,
        "counted": desk.results.counts(claim),
    }


def _dispute(desk: Desk, dispute: HallDispute, language: str) -> Report:
    tournament = desk.hall.tournament
    sitting = None
    if tournament and 1 <= dispute.round <= len(tournament.played):
        encounters: Sequence[Encounter] = tournament.played[dispute.round - 1].encounters
        sitting = encounters[dispute.encounter - 1] if dispute.encounter <= len(encounters) else None
    claim = desk.hall.claims.get(dispute.claim)
    return {
        "n": dispute.n,
        "round": dispute.round,
        "encounter": dispute.encounter,
        "crews": [tournament.crew(each).name for each in sitting.crews] if tournament and sitting else [],
        "why": say(f"desk.dispute.{dispute.why}", {}, language),
        "text": dispute.text,
        "result": sitting.result if sitting else None,
        "claim": _claim(desk, claim, language) if claim else None,
        "settled": dispute.settled,
        "ruling": dispute.ruling,
    }


def _boat_names(stands: Mapping[str, Any]) -> dict[str, str]:
    return {boat: str(name) for boat, name in _mapping(stands.get("names")).items()}


def _mapping(found: object) -> Mapping[str, Any]:
    return found if isinstance(found, dict) else {}
