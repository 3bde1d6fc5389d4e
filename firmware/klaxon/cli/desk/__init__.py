"""`klaxon desk`: tournaments of a club: crews, rounds, results, standings. Every pairing says why."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from klaxon.cli import FOUND
from klaxon.cli.desk.showing import print_line, show_round, show_standings
from klaxon.cli.folders import add_folder, state_folder
from klaxon.cli.help.command_parser import CommandParser
from klaxon.cli.help.plain import plain
from klaxon.club.pairing.record import Boat
from klaxon.club.tournament import acts
from klaxon.club.tournament.acts import Act, System
from klaxon.club.tournament.book import Book, BookError
from klaxon.club.tournament.in_words import refusal_in_words
from klaxon.club.tournament.report import tournament_report
from klaxon.club.tournament.tournament import ActError, Tournament, planned_rounds
from klaxon.console.language.catalogue import ENGLISH, languages
from klaxon.rules.games import FIRST_GAME, GAMES, game_named

SUFFIX = ".desk"
"""Of the file of a tournament."""
LIBRARIES = ("paho", "zeroconf", "cryptography", "networkx")
"""What the desk of a hall needs: the extra `club`."""
_CREW = "its name or number"
_TABLE = "the number of the table in this round"


def build_parser() -> argparse.ArgumentParser:
    """Return what the command reads its arguments with."""
    parser = CommandParser("klaxon desk", description=__doc__)
    doing = parser.add_subparsers(dest="act", metavar="ACT")
    doing.add_parser("list", help="every tournament of this folder (the default)")
    if any(find_spec(name) is None for name in LIBRARIES):
        doing.add_parser("open", help=f"work the desk of a hall (needs {', '.join(LIBRARIES)}: the extra club)")
    else:
        from klaxon.cli.desk.opening import add_options

        add_options(doing.add_parser("open", help="work the desk of a hall: its pages, its broker, its tables"))
    begin = doing.add_parser("begin", help="begin a tournament")
    begin.add_argument("name", help="what the tournament is called")
    begin.add_argument("--game", default=FIRST_GAME, choices=sorted(GAMES), help="what is played (%(default)s)")
    begin.add_argument(
        "--system", choices=acts.SYSTEMS, help="who meets whom (swiss; where crews share a boat, ranking)"
    )
    begin.add_argument("--rounds", type=int, default=5, help="how many, where the system leaves it open (5)")
    doing.add_parser("enter", help="enter crews, the strongest first; late ones too").add_argument(
        "names", nargs="+", help="what they are called"
    )
    _of_crew(doing.add_parser("rename", help="spell a crew otherwise")).add_argument("name", help="how it is spelt")
    _of_crew(doing.add_parser("leave", help="a crew is not here from the next round on"))
    _of_crew(doing.add_parser("return", help="a crew that left is here again"))
    for name, does in _OF_TWO.items():
        _of_crew(doing.add_parser(name, help=does[0])).add_argument("other", help=_CREW)
    doing.add_parser("pair", help="begin the next round: pair those who are here")
    doing.add_parser("round", help="show this round: tables, results, and why they meet")
    doing.add_parser("turn", help="let the crews of a table change boats").add_argument("table", type=int, help=_TABLE)
    result = doing.add_parser("result", help="say how a table ended, or correct it")
    result.add_argument("table", type=int, help=_TABLE)
    result.add_argument("result", choices=acts.RESULTS, help="who won, or who did not come")
    grade = _of_crew(doing.add_parser("grade", help="say what a crew brought home from a patrol, or correct it"))
    grade.add_argument("grade", type=str.upper, help="S, A, B, C, D, E or F")
    grade.add_argument("glory", type=int, help="the glory that the patrol ended with")
    for act in (result, grade):
        act.add_argument("--round", type=int, help="an earlier round (the last)")
    way = doing.add_parser("standings", help="show who stands where").add_mutually_exclusive_group()
    way.add_argument("--json", action="store_true", help="one JSON object a crew")
    way.add_argument("--csv", action="store_true", help="lines that a spreadsheet reads")
    doing.add_parser("report", help="print the tournament as FIDE's report file (TRF)")
    doing.add_parser("undo", help="take back what was done last")
    for each in (parser, *doing.choices.values()):
        _add_general(each, again=each is not parser)
    return parser


_OF_TWO: dict[str, tuple[str, Callable[[int, int], Act]]] = {
    "keep-apart": ("two crews are not to meet", acts.KeepApart),
    "let-meet": ("two crews that were kept apart may meet", acts.LetMeet),
    "exchange": ("let two crews of this round change places", acts.Exchange),
}


def _of_crew(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    parser.add_argument("crew", help=_CREW)
    return parser


def _add_general(parser: argparse.ArgumentParser, *, again: bool) -> None:
    add_folder(parser, again=again)
    otherwise: Any = argparse.SUPPRESS if again else None
    parser.add_argument("--tournament", default=otherwise, metavar="NAME", help="which one (the newest)")
    language = argparse.SUPPRESS if again else ENGLISH
    parser.add_argument(
        "--language", default=language, choices=list(languages()), help="the language of its answers (en)"
    )


def main(arguments: list[str]) -> int:
    """Do one act at the desk."""
    asked = build_parser().parse_args(arguments)
    folder = (asked.folder or state_folder()) / "desk"
    try:
        if asked.act in (None, "list"):
            return _list(folder)
        if asked.act == "open":
            return _open(folder, asked)
        if asked.act == "begin":
            return _begin(folder, asked)
        book = Book.open(_path(folder, asked.tournament))
        try:
            return _do(book, asked)
        finally:
            book.close()
    except (ActError, BookError) as error:
        sys.stderr.write(f"klaxon desk: {plain(refusal_in_words(error, asked.language))}\n")
        return FOUND


def _open(folder: Path, asked: argparse.Namespace) -> int:
    if missing := next((name for name in LIBRARIES if find_spec(name) is None), ""):
        raise ActError("not-installed", package=missing)
    from klaxon.cli.desk.opening import open_desk

    return open_desk(asked, folder)


def _books(folder: Path) -> list[Path]:
    """Return all books, the newest first."""
    return sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime_ns, reverse=True)


def _path(folder: Path, name: str | None) -> Path:
    if name is not None:
        return folder / f"{Path(name).name}{SUFFIX}"
    books = _books(folder)
    if not books:
        raise BookError("none")
    return books[0]


def _list(folder: Path) -> int:
    if not (books := _books(folder)):
        raise BookError("none")
    for path in books:
        try:
            book = Book.open(path)
        except BookError as error:
            print_line(f"{path.stem:20} {refusal_in_words(error)}")
            continue
        tournament = book.tournament
        rounds = f"round {len(tournament.played)} of {planned_rounds(tournament)}"
        print_line(
            f"{path.stem:20} {tournament.game:7} {tournament.system:12} {len(tournament.crews):3} crews  {rounds}"
        )
        book.close()
    return 0


def _begin(folder: Path, asked: argparse.Namespace) -> int:
    boats: tuple[Boat, Boat] = ("red", "blue")
    usual: System = "swiss" if len(game_named(asked.game).boats) > 1 else "ranking"
    act = acts.Begin(asked.name, asked.game, asked.system or usual, asked.rounds, secrets.choice(boats))
    Book.begin(_path(folder, asked.name), act).close()
    print_line(f"{asked.name} has begun. Next: klaxon desk enter CREW CREW ..., then klaxon desk pair")
    return 0


def _do(book: Book, asked: argparse.Namespace) -> int:
    if asked.act == "standings":
        show_standings(book.tournament, as_json=asked.json, as_csv=asked.csv)
    elif asked.act == "report":
        sys.stdout.write(tournament_report(book.tournament))
    elif asked.act == "enter":
        for name in asked.names:
            book.do(acts.Enter(name))
            crew = book.tournament.crews[-1]
            print_line(f"{crew.number:3}  {crew.name}")
    else:
        if asked.act != "round":
            book.do(_act_of(book.tournament, asked))
        show_round(book.tournament, asked.language)
    return 0


def _act_of(tournament: Tournament, asked: argparse.Namespace) -> Act:
    if asked.act == "pair":
        return _pair(tournament)
    if asked.act == "undo":
        return acts.Undo()
    if asked.act == "turn":
        return acts.TurnBoats(asked.table)
    if asked.act == "result":
        return acts.GiveResult(asked.round or len(tournament.played), asked.table, asked.result)
    crew = find_crew(tournament, asked.crew)
    if asked.act == "grade":
        return acts.Grade(asked.round or len(tournament.played), crew, asked.grade, asked.glory)
    if asked.act == "rename":
        return acts.Rename(crew, asked.name)
    if asked.act in _OF_TWO:
        return _OF_TWO[asked.act][1](crew, find_crew(tournament, asked.other))
    return acts.Leave(crew) if asked.act == "leave" else acts.Return(crew)


def _pair(tournament: Tournament) -> Act:
    try:
        from klaxon.club.tournament.next_round import next_round
    except ModuleNotFoundError as error:
        raise ActError("not-installed", package=error.name) from error
    return next_round(tournament)


def find_crew(tournament: Tournament, called: str) -> int:
    """Return the number of the crew that somebody means by a number or a name."""
    if called.isascii() and called.isdigit():
        return tournament.crew(int(called[:9])).number
    for crew in tournament.crews:
        if crew.name.casefold() == called.casefold():
            return crew.number
    raise ActError("unknown-crew", name=called)
