"""`klaxon profile`: the consoles that Klaxon knows, and your own.

`list` names the shipped profiles; `check FILE ...` names everything that is wrong with a profile, and what to do;
`show` prints a profile as a table and draws the header of the Pi with the use of each pin; `boot` prints the lines
that it needs in the config.txt of the Pi.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from klaxon.cli import FOUND
from klaxon.cli.help.command_parser import CommandParser
from klaxon.console.profile import Flaw, Profile, load, say_flaw, shipped_names
from klaxon.console.profile.boot import boot_lines
from klaxon.console.profile.header import console_drawing
from klaxon.console.profile.plain import plain


def build_parser() -> argparse.ArgumentParser:
    """Return what the command reads its arguments with."""
    parser = CommandParser("klaxon profile", description=__doc__)
    acts = parser.add_subparsers(dest="act", required=True, metavar="list|check|show|boot")
    listing = acts.add_parser("list", help="name the profiles that come with Klaxon")
    check = acts.add_parser("check", help="name everything that is wrong with profiles")
    check.add_argument("file", nargs="+", help="files, or names of shipped profiles")
    show = acts.add_parser("show", help="print a profile and draw its wiring")
    show.add_argument("name", help="a shipped profile, or a file")
    boot = acts.add_parser("boot", help="print the lines of config.txt that a profile needs")
    boot.add_argument("name", help="a shipped profile, or a file")
    for act in (listing, check, show, boot):
        act.add_argument("--json", action="store_true", help="one JSON object a profile instead of text")
    return parser


def main(arguments: list[str]) -> int:
    """Run one of the four; exit status 1 if a profile is faulty or cannot be read."""
    asked = build_parser().parse_args(arguments)
    if asked.act == "list":
        return max([_list(name, as_json=asked.json) for name in shipped_names()])
    if asked.act == "check":
        return max([_check(name, as_json=asked.json) for name in asked.file])
    return (_show if asked.act == "show" else _boot)(asked.name, as_json=asked.json)


def _list(name: str, *, as_json: bool) -> int:
    found = load(name)
    if not isinstance(found, Profile):
        return _faulty(name, found, as_json=as_json)
    if as_json:
        data = {"name": name, "about": found.about, "back_end": found.back_end, "stations": len(found.stations)}
        print(json.dumps(data))
    else:
        print(f"{name:<18} {found.about}")
    return 0


def _check(name: str, *, as_json: bool) -> int:
    found = load(name)
    if not isinstance(found, Profile):
        return _faulty(name, found, as_json=as_json)
    if as_json:
        print(json.dumps({"file": name, "ok": True, "name": found.name, "stations": len(found.stations)}))
    else:
        print(f"{name}: {found.name}, stations: {len(found.stations)}; nothing is wrong")
    return 0


def _show(name: str, *, as_json: bool) -> int:
    found = load(name)
    if not isinstance(found, Profile):
        return _faulty(name, found, as_json=as_json)
    sys.stdout.write(
        json.dumps({"file": name, "ok": True, **plain(found)}) + "\n" if as_json else console_drawing(found)
    )
    return 0


def _boot(name: str, *, as_json: bool) -> int:
    found = load(name)
    if not isinstance(found, Profile):
        return _faulty(name, found, as_json=as_json)
    lines = boot_lines(found)
    sys.stdout.write(json.dumps({"file": name, "ok": True, "lines": lines}) + "\n" if as_json else _bullet_list(lines))
    return 0


def _bullet_list(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _faulty(name: str, flaws: Sequence[Flaw], *, as_json: bool) -> int:
    if as_json:
        print(json.dumps({"file": name, "ok": False, "faults": [_flaw_data(flaw) for flaw in flaws]}))
    else:
        sys.stdout.write("".join(f"{say_flaw(name, flaw)}\n" for flaw in flaws))
    return FOUND


def _flaw_data(flaw: Flaw) -> dict[str, object]:
    place = {"line": flaw.line, "section": flaw.section, "key": flaw.key}
    return {"code": flaw.code, **place, "text": flaw.text(), "remedy": flaw.remedy()}
