"""`klaxon doctor`: checks the program, the machine, the games and the wiring, and says what to do.

Every check has a code that never changes. Exit status 1 if something is to be done (warn, fail).
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from klaxon.cli import FOUND
from klaxon.cli.doctor.bundle import pack_bundle, write_bundle
from klaxon.cli.doctor.check import LEVELS, TO_DO, Finding, examine
from klaxon.cli.doctor.checks import CHECKS
from klaxon.cli.doctor.world import World, this_host
from klaxon.cli.folders import OWN_PROFILE, add_folder, own_profile, state_folder
from klaxon.cli.help.colour import BLUE, GREEN, RED, YELLOW, write_painted
from klaxon.cli.help.command_parser import CommandParser
from klaxon.console.language.catalogue import say
from klaxon.console.profile import load
from klaxon.console.profile.header import console_drawing
from klaxon.console.profile.plain import plain

PAINT = dict(zip(LEVELS, (GREEN, BLUE, YELLOW, RED), strict=True))
STANDARD_OUTPUT = Path("-")
"""Then the shell writes the bundle: as root the command runs as the user klaxon, who may write nowhere else."""


def build_parser() -> argparse.ArgumentParser:
    """Return what the command reads its arguments with."""
    parser = CommandParser("klaxon doctor", description=__doc__)
    parser.add_argument("--profile", metavar="NAME|FILE", help=f"the console ({OWN_PROFILE}, else virtual)")
    add_folder(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of text")
    parser.add_argument("--wiring", action="store_true", help="draw what hangs on which line, too")
    parser.add_argument(
        "--bundle",
        type=Path,
        metavar="FILE.zip",
        help="write a zip for who helps you: no secrets in it. `-` is standard output: --bundle - >FILE.zip",
    )
    return parser


def main(arguments: list[str]) -> int:
    """Check this machine."""
    asked = build_parser().parse_args(arguments)
    return report(this_world(asked.profile, asked.folder), asked)


def this_world(profile: str | None, folder: Path | None) -> World:
    """Return the real world."""
    name = profile or own_profile()
    return World(folder or state_folder(), name, load(name), this_host(), dict(os.environ), Path.cwd())


def report(world: World, asked: argparse.Namespace) -> int:
    """Run all checks on a world, and print the results."""
    findings = examine(world, CHECKS)
    written = _write_bundle(asked.bundle, world, findings) if asked.bundle else True
    # Where the zip goes to standard output the words must not.
    out = sys.stderr if asked.bundle == STANDARD_OUTPUT else sys.stdout
    if asked.json:
        out.write(json.dumps(_plain(world, findings, wiring=asked.wiring)) + "\n")
    else:
        _write_text(out, world, findings, wiring=asked.wiring)
    if asked.bundle and written:
        name = "zip" if asked.bundle == STANDARD_OUTPUT else asked.bundle
        sys.stderr.write(say("doctor.bundle.written", {"file": name}) + "\n")
    return FOUND if not written or not _is_well(findings) else 0


def _is_well(findings: Sequence[Finding]) -> bool:
    return not any(finding.level in TO_DO for finding in findings)


def _counts(findings: Sequence[Finding]) -> dict[str, int]:
    return {level: sum(finding.level == level for finding in findings) for level in LEVELS}


def _plain(world: World, findings: Sequence[Finding], *, wiring: bool) -> dict[str, object]:
    data: dict[str, object] = {"ok": _is_well(findings), "profile": world.asked, "counts": _counts(findings)}
    data["checks"] = [finding.plain() for finding in findings]
    if wiring:
        data["wiring"] = plain(world.profile)["wiring"] if world.profile else []
    return data


def _write_text(out: TextIO, world: World, findings: Sequence[Finding], *, wiring: bool) -> None:
    for finding in findings:
        write_painted(out, f"{finding.level:<4}", PAINT[finding.level])
        out.write(f"  {finding.code}  {finding.text()}\n")
        if remedy := finding.remedy():
            out.write(f"{'':<15}{remedy}\n")
    out.write(say("doctor.clean" if _is_well(findings) else "doctor.to-do", _counts(findings)) + "\n")
    if wiring and world.profile:
        out.write("\n" + console_drawing(world.profile).rstrip("\n") + "\n")


def _write_bundle(path: Path, world: World, findings: Sequence[Finding]) -> bool:
    """Write the bundle, or print why that failed."""
    if path == STANDARD_OUTPUT and sys.stdout.isatty():
        sys.stderr.write(say("doctor.bundle.terminal", {}) + "\n")
        return False
    try:
        if path == STANDARD_OUTPUT:
            sys.stdout.buffer.write(pack_bundle(world, findings))
            sys.stdout.buffer.flush()
        else:
            write_bundle(path, world, findings)
    except FileExistsError:
        sys.stderr.write(say("doctor.bundle.exists", {"file": path}) + "\n")
    except OSError as error:
        sys.stderr.write(say("doctor.bundle.unwritable", {"file": path, "reason": error.strerror}) + "\n")
    else:
        return True
    return False
