"""Two programs that pair rounds by the Dutch system too, as judges of ours.

caissify pairs by the rules of 2026, as we do, and was checked against a program that FIDE endorses. It judges who meets
whom, where nobody is kept apart, which it does not know. Its boats it does not judge: of two who are equally due it
asks the lower number, where the rules ask the higher rank, which is points first. py4swiss knows the boats and pairs
kept apart, and reads the report that the desk writes, but pairs by the rules that ended in January 2026; it judges
the boats of all rounds in which it lets the same crews meet.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from caissify_pairings import generate_pairings
from py4swiss.engines.common import PairingError
from py4swiss.engines.dutch.engine import Engine
from py4swiss.trf import TrfParser

from klaxon.club.pairing.record import Float, OutingKind, Record, records
from klaxon.club.tournament.report import tournament_report
from klaxon.club.tournament.tournament import Tournament

Pairs = set[tuple[int, int]]
"""Red and blue; 0 for a bye."""


def meetings_by_caissify(hall: Tournament) -> set[frozenset[int]] | None:
    """Return who meets whom in the next round, whatever the boats; None where no round is possible."""
    all_records = records(hall.histories(), hall.rounds)
    here = {crew.number: all_records[crew.number] for crew in hall.crews if crew.here}
    met = {(min(a, b), max(a, b)) for a, record in here.items() for b in record.enemies}
    pairs = generate_pairings(
        "dutch",
        [_player(record) for record in here.values()],
        met,
        len(hall.played) + 1,
        hall.rounds,
        initial_color="white" if hall.first == "red" else "black",
    )
    byes = sum(pair.get("black_id") is None for pair in pairs)
    return (
        None if byes > len(here) % 2 else {frozenset((pair["white_id"], pair.get("black_id") or 0)) for pair in pairs}
    )


def pairs_by_py4swiss(hall: Tournament) -> Pairs | None:
    """Return the next round with its boats, from the report; None where no round is possible."""
    with tempfile.NamedTemporaryFile("w", suffix=".trf", encoding="utf-8") as file:
        file.write(tournament_report(hall))
        file.flush()
        report = TrfParser.parse(Path(file.name))
    try:
        return {(pair.white, pair.black) for pair in Engine.generate_pairings(report)}
    except PairingError:
        return None


def _player(record: Record) -> dict[str, Any]:
    colours = {"red": "white", "blue": "black"}
    floats = {Float.NO: "none", Float.UP: "up", Float.DOWN: "down"}
    return {
        "id": record.number,
        "name": str(record.number),
        "score": record.points / 2,
        "rating": 0,
        "starting_number": record.number,
        "pairing_number": record.number,
        "color_hist": [colours[boat] for boat in record.boats],
        "float_history": [floats[each] for each in record.floats],
        "bye_count": sum(outing.kind is OutingKind.BYE for outing in record.outings),
        "forfeit_win_count": sum(outing.kind is OutingKind.FORFEIT_WIN for outing in record.outings),
    }
