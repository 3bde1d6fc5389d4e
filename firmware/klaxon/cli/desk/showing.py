"""What `klaxon desk` prints of a tournament."""

from __future__ import annotations

import csv
import json
import sys

from klaxon.cli.help.plain import plain
from klaxon.club.tournament.in_words import points_in_words, quarters_in_words, reason_in_words
from klaxon.club.tournament.standings import StandingLine, standings
from klaxon.club.tournament.tournament import Encounter, Tournament, planned_rounds


def show_round(tournament: Tournament, language: str) -> None:
    """Print the last round, table by table, and what is to be done next."""
    if not tournament.played:
        here = sum(crew.here for crew in tournament.crews)
        print_line(f"{tournament.name}: {here} crews are here. `klaxon desk pair` begins round 1.")
        return
    number = len(tournament.played)
    print_line(f"{tournament.name}, round {number} of {planned_rounds(tournament)}")
    last = tournament.played[-1]
    hauls = dict(last.hauls)
    for table, encounter in enumerate(last.encounters, 1):
        haul = hauls.get(encounter.pairing.red)
        ended = f"{haul.grade} {haul.glory}" if haul else encounter.result or ("..." if encounter.is_open else "")
        print_line(f"{table:3}  {_names(tournament, encounter):44} {ended}")
        for reason in encounter.pairing.reasons:
            print_line(f"       {reason_in_words(tournament, reason, language)}")
    if tables := tournament.open_tables():
        print_line(f"Still open: {', '.join(map(str, tables))}")
    elif number < planned_rounds(tournament):
        print_line(f"All results are in. `klaxon desk pair` begins round {number + 1}.")
    else:
        print_line("All rounds are played. `klaxon desk standings` shows who won.")


def _names(tournament: Tournament, encounter: Encounter) -> str:
    red, blue = encounter.pairing.red, encounter.pairing.blue
    if blue is None:
        return tournament.crew(red).name + ("" if tournament.system == "ranking" else ": bye")
    return f"{tournament.crew(red).name} (red) - {tournament.crew(blue).name} (blue)"


def show_standings(tournament: Tournament, *, as_json: bool, as_csv: bool) -> None:
    """Print who stands where."""
    lines = standings(tournament)
    if as_json:
        for line in lines:
            sys.stdout.write(json.dumps(_cells(tournament, line)) + "\n")
        return
    rows = [list(_cells(tournament, line).items()) for line in lines]
    if as_csv:
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow([name for name, _ in rows[0]] if rows else [])
        writer.writerows([_harmless(value) for _, value in row] for row in rows)
        return
    for row in rows:
        print_line("  ".join(f"{name} {value}" if i > 1 else f"{value!s:>3}" for i, (name, value) in enumerate(row)))


def _cells(tournament: Tournament, line: StandingLine) -> dict[str, object]:
    head: dict[str, object] = {"place": line.place, "crew": line.crew.name}
    if tournament.system == "ranking":
        return {**head, "grades": line.grades, "glory": line.points}
    among, cut, buchholz, sonneborn, won = line.ties
    sums = {"points": line.points, "among": among, "buchholz_cut": cut, "buchholz": buchholz}
    return {
        **head,
        **{name: points_in_words(value) for name, value in sums.items()},
        "sonneborn": quarters_in_words(sonneborn),
        "won": won,
        "rounds": line.rounds,
    }


def _harmless(value: object) -> object:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@" else value


def print_line(line: str) -> None:
    """Print a line, whatever signs people typed into names."""
    sys.stdout.write(f"{plain(line)}\n")
