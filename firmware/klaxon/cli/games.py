"""`klaxon games`: the stored games: list, resume, debrief, export or delete one, write its log; back all up."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from datetime import datetime
from pathlib import Path

from klaxon import data
from klaxon.cli import FOUND
from klaxon.cli.backup import export_console, import_console
from klaxon.cli.folders import add_folder, open_shelf, state_folder
from klaxon.cli.help.command_parser import CommandParser
from klaxon.cli.help.plain import plain
from klaxon.cli.run import add_table_arguments, play_table
from klaxon.console.games import logbook_of
from klaxon.console.language.catalogue import ENGLISH, languages, say, say_refusal
from klaxon.console.language.game_words import Phrases
from klaxon.console.language.names import shown_names
from klaxon.console.onlook.debrief import story_of
from klaxon.console.records import game_records
from klaxon.console.records.game_records import GameRecord
from klaxon.console.records.in_words import crews_in_words, length_in_words, result_in_words
from klaxon.console.records.past_games import changed_at, record_of
from klaxon.rules.contract import SPECTATOR
from klaxon.table.debrief import TooEarlyError, debrief, finished_game
from klaxon.table.disk.journal import JournalError
from klaxon.table.disk.shelf import DAMAGED, Shelf
from klaxon.table.host import Tokens, resume_table

WIDTHS = (16, 8, 16, 8, 24, 0)
"""Least widths of the columns: name, standing, date, length, crews, result."""
UNUSABLE = ("journal-not-ours", "journal-corrupt", "journal-foreign")
"""States of journals that no Klaxon can use. Others stay where they are: another release may use them."""


def build_parser() -> argparse.ArgumentParser:
    """Return what the command reads its arguments with."""
    parser = CommandParser("klaxon games", description=__doc__)
    add_folder(parser)
    acts = parser.add_subparsers(dest="act", metavar="list | resume | debrief | log | export | import | delete")
    listing = acts.add_parser("list", help="every game and how it stands (the default)")
    listing.add_argument("--json", action="store_true", help="one JSON object a game instead of text")
    resuming = acts.add_parser("resume", help="go on with a game; it begins paused")
    add_table_arguments(resuming)
    resuming.add_argument("--play-on", action="store_true", help="a damaged game: go on from its last sound row")
    debriefing = acts.add_parser("debrief", help="write a game that is over as a page: both boats, step by step")
    way = debriefing.add_mutually_exclusive_group()
    way.add_argument("--out", type=Path, help="the file of the page (NAME.html)")
    way.add_argument("--json", action="store_true", help="print one JSON object instead of writing a page")
    debriefing.add_argument("--language", default=ENGLISH, choices=list(languages()), help="its words (en)")
    logging = acts.add_parser("log", help="write the log of a patrol that is over, to keep and to print")
    way = logging.add_mutually_exclusive_group()
    way.add_argument("--out", type=Path, help="the file of the page (NAME-log.html)")
    way.add_argument("--json", action="store_true", help="print the log that another game begins with (patrol=FILE)")
    logging.add_argument("--language", default=ENGLISH, choices=list(languages()), help="its words (en)")
    exporting = acts.add_parser("export", help="write a game as a script that `klaxon replay` reads; or back all up")
    exporting.add_argument(
        "--all", type=Path, metavar="FILE", help="write all games, keys and settings into a new file"
    )
    importing = acts.add_parser("import", help="bring back what `export --all` wrote; nothing that is here is replaced")
    importing.add_argument("file", type=Path, help="what `export --all` wrote")
    deleting = acts.add_parser("delete", help="delete a game for good")
    for act in (resuming, debriefing, logging, deleting):
        act.add_argument("name", help="the name of a game, as `klaxon games` lists it")
    exporting.add_argument("name", nargs="?", help="the name of a game, as `klaxon games` lists it")
    for act in acts.choices.values():
        add_folder(act, again=True)
    return parser


def main(arguments: list[str]) -> int:
    """Run one subcommand on the stored games."""
    parser = build_parser()
    asked = parser.parse_args(arguments)
    folder = asked.folder or state_folder()
    if asked.act == "export" and (asked.name is None) == (asked.all is None):
        parser.error("give the name of a game, or --all FILE")
    if asked.act == "import":
        return import_console(folder, asked.file)
    if asked.act == "export" and asked.all is not None:
        return export_console(folder, asked.all)
    shelf = open_shelf(folder)
    if asked.act in (None, "list"):
        return _list(shelf, as_json=getattr(asked, "json", False))
    if asked.name not in shelf.names():
        sys.stderr.write(f"klaxon games: there is no game {asked.name!r}. `klaxon games list` shows what there is.\n")
        return FOUND
    try:
        return _do(shelf, asked)
    except JournalError as error:
        sys.stderr.write(f"klaxon games: {say_refusal(error.code, error.facts)}\n")
        if error.code in UNUSABLE:
            _set_aside(shelf, asked.name)
        return FOUND


def _set_aside(shelf: Shelf, name: str) -> None:
    try:
        sys.stderr.write(f"It was set aside, read-only: {plain(str(shelf.set_aside(name)))}\n")
    except JournalError as error:
        sys.stderr.write(f"It could not be set aside: {say_refusal(error.code, error.facts)}\n")


def _do(shelf: Shelf, asked: argparse.Namespace) -> int:
    if asked.act == "export":
        sys.stdout.writelines(f"{line}\n" for line in shelf.export(asked.name))
    elif asked.act == "debrief":
        return _debrief(shelf, asked)
    elif asked.act == "log":
        return _write_log(shelf, asked)
    elif asked.act == "delete":
        shelf.delete(asked.name)
        sys.stdout.write(f"{say('games.deleted', {'name': plain(asked.name)})}\n")
    else:
        taken = shelf.take(asked.name, play_on=asked.play_on)
        keys = Tokens.create(taken.play.game)
        return asyncio.run(play_table(lambda: resume_table(taken, shelf, keys, data.read), keys, asked))
    return 0


def _debrief(shelf: Shelf, asked: argparse.Namespace) -> int:
    from klaxon.web.debrief.debrief_file import contents, make_debrief_file

    taken = shelf.take(asked.name)
    taken.journal.close()
    known = game_records.STORE.read(shelf.folder).chosen.get(asked.name)
    crews = known.crews if known is not None else {}
    try:
        story = story_of(
            asked.name, taken.play.game.name, debrief(taken.play), asked.language, taken.names, crews=crews
        )
    except TooEarlyError:
        sys.stderr.write(f"klaxon games: {say('debrief.too-early', {'name': asked.name})}\n")
        return FOUND
    if asked.json:
        sys.stdout.write(json.dumps(contents(story)) + "\n")
        return 0
    out = asked.out or Path(f"{asked.name}.html")
    written = say("debrief.written", {"path": out, "steps": len(story.moments) - 1})
    return _write_page(out, make_debrief_file(story).text, written)


def _write_log(shelf: Shelf, asked: argparse.Namespace) -> int:
    from klaxon.web.logbook.logbook_file import make_logbook_file

    taken = shelf.take(asked.name)
    taken.journal.close()
    game, make = taken.play.game, logbook_of(taken.play.game.name)
    try:
        finished = finished_game(taken.play)
    except TooEarlyError:
        sys.stderr.write(f"klaxon games: {say('debrief.too-early', {'name': asked.name})}\n")
        return FOUND
    if make is None:
        sys.stderr.write(f"klaxon games: {say('logbook.none', {'name': asked.name})}\n")
        return FOUND
    if asked.json:
        shown = game.show(game.view(taken.play.state, SPECTATOR))
        sys.stdout.write(json.dumps(shown.get("log"), indent=1, ensure_ascii=False) + "\n")
        return 0
    out = asked.out or Path(f"{asked.name}-log.html")
    page = make_logbook_file(make(finished, asked.language, taken.names))
    return _write_page(out, page.text, say("logbook.written", {"path": out}))


def _write_page(out: Path, text: str, written: str) -> int:
    try:
        out.write_text(text, "utf-8")
    except OSError as error:
        facts = {"path": out, "reason": error.strerror or ""}
        sys.stderr.write(f"klaxon games: {say('debrief.unwritten', facts)}\n")
        return FOUND
    sys.stdout.write(f"{written}\n")
    return 0


def _columns(record: GameRecord, standing: str) -> list[str]:
    """Return when a game was played last, how long, who played, and who won if it is over."""
    phrases = Phrases(record.game, ENGLISH, shown_names(record.boats))
    date = datetime.fromtimestamp(record.ended).astimezone().isoformat(" ", "minutes")[:16]
    crews = "; ".join(crews_in_words(record, phrases)) if record.crews else "; ".join(dict(phrases.names).values())
    result = result_in_words(record, phrases) if standing == "over" else ""
    return [date, length_in_words(record.length), plain(crews), plain(result)]


def _list(shelf: Shelf, *, as_json: bool) -> int:
    known = game_records.STORE.read(shelf.folder).chosen
    if not shelf.names() and not as_json:
        sys.stdout.write(f"{say('games.none', {'folder': plain(str(shelf.folder))})}\n")
    for name in shelf.names():
        kept = shelf.look(name)
        record = record_of(kept, known, changed_at(shelf, name))
        if as_json:
            data = {"name": kept.name, "game": kept.game, "standing": kept.standing, "rows": kept.rows}
            data |= {"ended": record.ended, "length": record.length, "boats": dict(record.boats)}
            data |= {"winner": record.winner, "reason": record.reason, "crews": dict(record.crews)}
            data |= {"about": kept.about} if kept.about else {}
            data |= {"next": dict(kept.sequel.options)} if kept.sequel else {}
            sys.stdout.write(json.dumps(data) + "\n")
        else:
            of = f" of about {kept.about}" if kept.standing == DAMAGED else ""
            rows = f"{kept.rows}{of} rows" if kept.standing != "over" else ""
            told = [plain(kept.name), kept.standing, *_columns(record, kept.standing)]
            sys.stdout.write("  ".join([*map(str.ljust, told, WIDTHS), rows]).rstrip() + "\n")
            if kept.sequel is not None:
                chosen = ", ".join(plain(kept.sequel.options.get(name, "")) for name in ("mode", "mission"))
                sys.stdout.write(f"  {say('games.next', {'what': chosen})}\n")
            if kept.standing == DAMAGED:
                sys.stdout.write(
                    f"  {say('games.choice', {'name': plain(name), 'rows': kept.rows, 'about': kept.about})}\n"
                )
    return 0
