"""`klaxon mission`: make missions of your own for U-BOOT: write one, check it, draw its map.

`new FILE` writes a mission to change; `check FILE` names everything that is wrong with it, line by line, then lets four
understudies play it and says how often they won, or why it cannot be won; `draw FILE` draws where it begins and what
it asks for, in the terminal or as an SVG. A game takes it by `new uboot mission=FILE`.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from klaxon import data
from klaxon.cli import FOUND, MISUSED
from klaxon.cli.help.checked import tell_faults, tell_missing
from klaxon.cli.help.command_parser import CommandParser
from klaxon.cli.uboot.mission_map import map_drawing, map_text
from klaxon.cli.uboot.mission_trials import impossible_of, report_of, report_text, try_mission
from klaxon.crew import SKILL, SKILLS
from klaxon.rules.uboot.content.box import Box, read_box
from klaxon.rules.uboot.content.mission import Mission, read_mission

GAMES, SECONDS = 50, 120


def build_parser() -> argparse.ArgumentParser:
    """Return what the command reads its arguments with."""
    parser = CommandParser("klaxon mission", description=__doc__)
    acts = parser.add_subparsers(dest="act", required=True, metavar="new|check|draw")
    new = acts.add_parser("new", help="write a mission to change")
    new.add_argument("file", type=Path, help="the file to write; one that is there already is left alone")
    check = acts.add_parser("check", help="name everything that is wrong with a mission, and let understudies play it")
    check.add_argument("file", help="a mission file, or the name of a shipped one")
    check.add_argument("--games", type=int, default=GAMES, help=f"how often they play it ({GAMES}; 0: not at all)")
    check.add_argument("--seconds", type=int, default=SECONDS, help=f"how long at most ({SECONDS}; 0: to the end)")
    check.add_argument("--skill", choices=SKILLS, default=SKILL, help=f"how well they play ({SKILL})")
    check.add_argument("--seed", default="1", help="another seed, other games")
    check.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="games at a time")
    check.add_argument("--json", action="store_true", help="one JSON object instead of text")
    draw = acts.add_parser("draw", help="draw where a mission begins and what it asks for")
    draw.add_argument("file", help="a mission file, or the name of a shipped one")
    draw.add_argument("--svg", type=Path, metavar="FILE", help="write an SVG instead")
    return parser


def main(arguments: list[str]) -> int:
    """Run one of the three; exit status 1 if a file is faulty, cannot be read, or cannot be won."""
    parser = build_parser()
    asked = parser.parse_args(arguments)
    if asked.act == "new":
        return _new(asked.file)
    if asked.act == "check" and (asked.games < 0 or asked.jobs < 1 or asked.seconds < 0):
        sys.stderr.write("klaxon mission: --games and --seconds must be at least 0, --jobs at least 1.\n")
        return MISUSED
    as_json = asked.act == "check" and asked.json
    box = read_box(data.read("boxes", "uboot"))
    if not isinstance(box, Box):
        raise TypeError(box)
    try:
        text = data.read("missions", asked.file)
    except data.ContentError as error:
        return tell_missing(asked.file, error, as_json=as_json)
    mission = read_mission(text, box)
    if not isinstance(mission, Mission):
        return tell_faults(asked.file, mission, as_json=as_json)
    return _draw(mission, box, asked.svg) if asked.act == "draw" else _check(mission, box, text, asked)


def _new(path: Path) -> int:
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(data.template("missions"))
    except FileExistsError:
        sys.stderr.write(f"{path} is there already; nothing was written. Choose another name.\n")
        return FOUND
    except OSError as error:
        sys.stderr.write(f"{path} cannot be written: {error.strerror}. Choose another place.\n")
        return FOUND
    sys.stdout.write(f"{path} is written. Change it, then: klaxon mission check {path}\n")
    return 0


def _check(mission: Mission, box: Box, text: str, asked: argparse.Namespace) -> int:
    """Say whether a mission can be won, and how understudies did in it."""
    against = impossible_of(mission, box)
    results = [] if against else try_mission(text, asked)
    report = report_of(asked.file, against, results, asked.games)
    sys.stdout.write((json.dumps(report) if asked.json else report_text(report)) + "\n")
    return FOUND if against or report["faults"] or (results and not report["won"]) else 0


def _draw(mission: Mission, box: Box, svg: Path | None) -> int:
    if svg is None:
        sys.stdout.write(map_text(mission, box))
        return 0
    try:
        svg.write_text(map_drawing(mission, box), "utf-8")
    except OSError as error:
        sys.stderr.write(f"{svg} cannot be written: {error.strerror}. Choose another place.\n")
        return FOUND
    sys.stdout.write(f"{svg} is written.\n")
    return 0
