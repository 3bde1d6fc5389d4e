"""`klaxon prove`: try a real console from its wires to an hour of play, and write one file to send in.

Doctor, panels, bell and PWM, edges of every key and dial, latency, and a soak: robots play whole games on the real
panels. A person is asked to look, listen, press and turn; what nobody did, and what this machine has not got, the
report calls untried. Stop the daemon first. Exit status 1 if something failed.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

from klaxon.cli import FOUND, MISUSED
from klaxon.cli.daemon.claim import Holder, claim_folder
from klaxon.cli.doctor import STANDARD_OUTPUT, this_world
from klaxon.cli.doctor.board import MODEL
from klaxon.cli.doctor.check import examine
from klaxon.cli.doctor.checks import CHECKS
from klaxon.cli.doctor.world import World
from klaxon.cli.folders import OWN_PROFILE, add_folder
from klaxon.cli.help.command_parser import CommandParser
from klaxon.cli.help.plain import terminal
from klaxon.cli.prove.loop_back import watch_line
from klaxon.cli.prove.part import ProofState
from klaxon.cli.prove.proof import Proof, Wanted, why_untried
from klaxon.cli.prove.report import MARK, report_data, report_text
from klaxon.cli.prove.wired import Open, open_wired
from klaxon.cli.soak.run import show_progress
from klaxon.console.language.catalogue import say
from klaxon.console.profile import Profile, say_flaw
from klaxon.console.profile.board import LINES

LONGEST = 1000.0
REPORT = Path("klaxon-proof.txt")
ANSWERS = {"y": "yes", "yes": "yes", "n": "no", "no": "no"}


def build_parser() -> argparse.ArgumentParser:
    """Return what the command reads its arguments with."""
    parser = CommandParser("klaxon prove", description=__doc__)
    parser.add_argument("--profile", metavar="NAME|FILE", help=f"the console ({OWN_PROFILE}, else virtual)")
    add_folder(parser)
    parser.add_argument("--minutes", type=_amount, default=60.0, help="how long robots play (60); 0: not at all")
    parser.add_argument(
        "--hands", type=_amount, default=120.0, metavar="SECONDS", help="time to move all keys and dials (120); 0: none"
    )
    parser.add_argument("--loop", type=int, metavar="LINE", help="a wire leads from the bell's line to this free one")
    parser.add_argument("--lines", choices=("gpiod", "gpiozero"), default="gpiod", help="what opens the lines (gpiod)")
    parser.add_argument(
        "--out",
        type=Path,
        default=REPORT,
        metavar="FILE",
        help=f"the report, a new file ({REPORT}); `-` is standard output",
    )
    return parser


def _amount(text: str) -> float:
    try:
        amount = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(say("prove.no-number", {"text": text})) from None
    if not 0 <= amount <= LONGEST:
        raise argparse.ArgumentTypeError(say("prove.bad-number", {"text": text, "longest": f"{LONGEST:g}"}))
    return amount


def main(arguments: list[str]) -> int:
    """Prove the console of this machine."""
    asked = build_parser().parse_args(arguments)
    return prove(this_world(asked.profile, asked.folder), asked, _wired_opener, asyncio.run)


def _wired_opener(profile: Profile, asked: argparse.Namespace) -> Open:
    return open_wired(profile, asked.lines)


Runs = Callable[[Coroutine[Any, Any, None]], None]
"""Runs a coroutine to its end: by the clock, or in the fake time of a test."""


def prove(
    world: World, asked: argparse.Namespace, opener: Callable[[Profile, argparse.Namespace], Open], runs: Runs
) -> int:
    """Run a proof on a world, print what came of it, and write its report."""
    profile = world.found
    if not isinstance(profile, Profile):
        sys.stderr.writelines(f"klaxon prove: {say_flaw(world.asked, flaw)}\n" for flaw in profile)
        return FOUND
    if asked.loop is not None and asked.loop not in LINES:
        return _complain("prove.no-line", MISUSED, line=asked.loop)
    with ExitStack() as kept:
        if world.has_folder:
            claim = claim_folder(world.folder)
            if isinstance(claim, Holder):
                return _complain("prove.taken", FOUND, process=claim.process)
            kept.callback(claim.close)
        if asked.out != STANDARD_OUTPUT and (reason := _cannot_make(asked.out)):
            return _complain("prove.unwritable", MISUSED, file=asked.out, reason=reason)
        proof = Proof(examine(world, CHECKS))
        if why := why_untried(profile, world.read(MODEL) or ""):
            proof.leave_out(why, profile=profile.name)
        else:
            folder = Path(kept.enter_context(tempfile.TemporaryDirectory(prefix="klaxon-prove-")))
            runs(proof.run(opener(profile, asked), folder, _wanted(asked)))
    return _report(world, proof, asked.out)


def _cannot_make(path: Path) -> str:
    """Make the file of the report, or return why not: an hour later is too late to find out."""
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644))
    except OSError as error:
        return error.strerror or type(error).__name__
    return ""


def _report(world: World, proof: Proof, path: Path) -> int:
    text = report_text(report_data(world, proof.parts))
    status = FOUND if any(part.state is ProofState.FAILED for part in proof.parts) else 0
    if path == STANDARD_OUTPUT:
        sys.stdout.write(text)
        return status
    sys.stdout.write(text.partition(MARK)[0])
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        sys.stdout.write(text)
        return _complain("prove.unwritable", FOUND, file=path, reason=error.strerror)
    sys.stdout.write(say("prove.written", {"file": path}) + "\n")
    return status


def _wanted(asked: argparse.Namespace) -> Wanted:
    watch = partial(watch_line, way=asked.lines)
    soak = show_progress(asked.minutes * 60)
    return Wanted(asked.minutes, asked.hands, asked.loop, _ask, _tell, soak, watch)


async def _ask(question: str) -> str:
    """Ask a person at the terminal; nobody answers where there is none."""
    if not (sys.stdin and sys.stdin.isatty()):
        return ""
    terminal(sys.stderr).write(f"\n{question} [y/n] ")
    sys.stderr.flush()
    return ANSWERS.get((await asyncio.to_thread(sys.stdin.readline)).strip().lower(), "")


def _tell(words: str) -> None:
    """Say what is going on: on one line of a terminal, and nowhere else."""
    if sys.stderr.isatty():
        terminal(sys.stderr).write(f"\r\033[K{words} ")
        sys.stderr.flush()


def _complain(message: str, status: int, **facts: object) -> int:
    sys.stderr.write(f"klaxon prove: {say(message, facts)}\n")
    return status
