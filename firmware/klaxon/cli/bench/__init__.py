"""`klaxon bench`: measure Klaxon against its peers, in turn in one run, so that a noisy machine treats all alike."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from importlib.util import find_spec
from inspect import signature
from pathlib import Path

from klaxon.cli import FOUND, MISUSED
from klaxon.cli.bench.rounds import Rounds
from klaxon.cli.game_commands import benches_of_games, module_of_bench
from klaxon.cli.help.command_parser import CommandParser

BENCHES = {
    "rules": "random legal orders a second, with their offers",
    "panels": "bytes on the bus, CPU time and the age of panels for the frames of recorded games",
    "latency": "from a key's edge to the first byte of its echo with four panels busy, and all of `run`",
    "link": "what a line between two consoles adds from a key at the guest to its panel, beside TCP over PPP",
    "club": "a hall of 10 to 200 tables by the clock, one real Mosquitto and one desk: takes five minutes",
    "run": "the daemon: start to the first pictures beside an import of its libraries, weight, what it does asleep",
}

BESIDE_LUMA = ("panels", "latency")
"""Benches that need luma.oled: panels learn their set-up from it, and it is the peer."""


def build_parser() -> argparse.ArgumentParser:
    """Return what the command reads its arguments with."""
    parser = CommandParser("klaxon bench", description=__doc__)
    benches = {**BENCHES, **benches_of_games()}
    parser.add_argument("what", choices=benches, help="; ".join(f"{name}: {what}" for name, what in benches.items()))
    parser.add_argument("--rounds", type=int, default=20, help="rounds in which all take part (20)")
    parser.add_argument("--slice", type=int, default=200, help="milliseconds a round for each (200)")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of text")
    parser.add_argument(
        "--plot", type=Path, metavar="FILE.svg", help="draw the figures too, where a bench can (club, sea)"
    )
    return parser


def main(arguments: list[str]) -> int:
    """Run the benches that were asked for."""
    asked = build_parser().parse_args(arguments)
    if asked.rounds < 1 or asked.slice < 1:
        sys.stderr.write("klaxon bench: --rounds and --slice must be at least 1.\n")
        return MISUSED
    if asked.what in BESIDE_LUMA and not (find_spec("luma") and find_spec("luma.oled")):
        sys.stderr.write(f"klaxon bench {asked.what} needs luma.oled; `make bench` installs it and runs everything.\n")
        return FOUND
    module = f"klaxon.cli.bench.{asked.what}" if asked.what in BENCHES else module_of_bench(asked.what)
    measure = import_module(module).measure
    if asked.plot and "plot" not in signature(measure).parameters:
        sys.stderr.write(f"klaxon bench {asked.what} draws nothing; leave --plot out.\n")
        return MISUSED
    drawn = {"plot": asked.plot} if asked.plot else {}
    try:
        measure(Rounds(asked.rounds, asked.slice / 1000), as_json=asked.json, **drawn)
    except OSError as error:
        if not asked.plot:
            raise
        sys.stderr.write(f"klaxon bench: {asked.plot} cannot be written: {error.strerror}. Choose another --plot.\n")
        return FOUND
    return 0
