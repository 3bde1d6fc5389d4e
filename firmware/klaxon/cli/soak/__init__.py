"""`klaxon soak`: hours of play on a simulated console, the same every hour, while things go wrong.

The busiest recorded hour is played by robots at all stations, back to back: edges of contacts that bounce, the code of
a Pi, real threads and journals on the disk, and the bytes of panels on buses that take their time. Panels are pulled,
expanders reset, lines disturbed, the disk fills up. Memory, threads, descriptors, the size of the journals and the
latency of echoes are sampled every minute. Exit status 1 if something leaked, slowed down, was lost or did not
recover.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from importlib.util import find_spec
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any

from klaxon.cli import FOUND, MISUSED
from klaxon.cli.help.command_parser import CommandParser
from klaxon.cli.help.plain import terminal
from klaxon.cli.plot import soak_drawing
from klaxon.console.profile import Profile, load, say_flaw

if TYPE_CHECKING:
    from klaxon.cli.soak.run import SoakReport
    from klaxon.cli.soak.verdict import VerdictRule

LONGEST = 1000.0
PROFILE = "console-8"
"""Both boats at one console: the most stations on one bus."""
HOUR = (
    "steam:9,sonar:9,steam:3,sonar:2,steam:1,sonar:11,steam:12,sonar:8,"
    "steam:6,sonar:10,steam:10,sonar:7,steam:7,sonar:12,steam:8,sonar:4"
)
"""The liveliest games of 24 that were recorded: `klaxon soak --record 12`."""
MARKS = {True: "kept", False: "BROKEN", None: "not judged"}


def main(arguments: list[str]) -> int:
    """Run a soak, and print its verdict."""
    asked = build_parser().parse_args(arguments)
    if (trouble := _missing()) is not None:
        return _say(trouble, FOUND)
    if asked.record is not None:
        return _record(asked)
    profile = load(asked.profile)
    if not isinstance(profile, Profile):
        sys.stderr.writelines(f"klaxon soak: {say_flaw(asked.profile, flaw)}\n" for flaw in profile)
        return FOUND
    if profile.back_end != "pi":
        return _say(f"{profile.name} has no hardware that could fail. Choose a profile of a real console.", MISUSED)
    try:
        if asked.folder is not None:
            asked.folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        return _say(f"{asked.folder} cannot be used: {error.strerror}. Choose another --folder.", FOUND)
    began = process_time()
    found = _run_soak(asked, profile)
    return _report(asked, found, process_time() - began)


def build_parser() -> argparse.ArgumentParser:
    """Return what the command reads its arguments with."""
    parser = CommandParser("klaxon soak", description=__doc__)
    parser.add_argument("--hours", type=_hours, default=4.0, help="hours of play (4)")
    parser.add_argument(
        "--clock", choices=("fake", "real"), default="fake", help="fake: as fast as it goes; real: as long as it takes"
    )
    parser.add_argument("--profile", default=PROFILE, metavar="NAME|FILE", help=f"the console ({PROFILE})")
    faults = parser.add_mutually_exclusive_group()
    faults.add_argument("--faults", action="store_true", default=True, help="let things go wrong (so it is anyway)")
    faults.add_argument("--calm", dest="faults", action="store_false", help="let nothing go wrong")
    parser.add_argument("--seed", default="1", help="another seed, other faults")
    parser.add_argument(
        "--hour", type=_games, default=HOUR, metavar="GAME:SEED,...", help="the games of the hour (the busiest)"
    )
    parser.add_argument("--folder", type=Path, help="keep the games here, on the disk that is to be tried")
    parser.add_argument("--plot", type=Path, metavar="FILE.svg", help="draw everything that was sampled")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument(
        "--record", type=_count, metavar="N", help="only record N games of each kind, and say which hour is the busiest"
    )
    return parser


def _hours(text: str) -> float:
    hours = _number(text)
    if not 0 < hours <= LONGEST:
        raise argparse.ArgumentTypeError(f"hours are above 0 and at most {LONGEST:g}, not {text}")
    return hours


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no number") from None


def _count(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"games are counted from 1 on, not {text!r}")
    return int(text)


def _games(text: str) -> Sequence[Any]:
    from klaxon.cli.soak.hour import read_hour
    from klaxon.crew import CREWS

    try:
        return read_hour(text)
    except ValueError as error:
        known = ", ".join(CREWS)
        raise argparse.ArgumentTypeError(f"{error} is no GAME:SEED; the games are: {known}") from None


def _missing() -> str | None:
    """Return what this machine lacks for a soak."""
    if not (find_spec("luma") and find_spec("luma.oled")):
        return "panels learn from luma.oled how they are set up; install the extra `pi`."
    if not Path("/proc/self/statm").exists():
        return "memory, threads and descriptors are counted by Linux; this is another system."
    return None


def _record(asked: argparse.Namespace) -> int:
    """Record games, and print which hour is the busiest."""
    from klaxon.cli.soak.hour import busiest, record

    recorded = []
    for each in record(asked.record):
        recorded.append(each)
        if sys.stderr.isatty():
            terminal(sys.stderr).write(f"\r{len(recorded)} games recorded ")
    hour = busiest(recorded)
    text = ",".join(str(each.sitting) for each in hour)
    if asked.json:
        print(json.dumps({"hour": text, "games": [{**each._asdict(), "sitting": str(each.sitting)} for each in hour]}))
        return 0
    for each in hour:
        print(f"{each.sitting!s:<12}{each.minutes:>7.1f} minutes{each.touches:>7} touches{each.frames:>7} pictures")
    print(f"--hour {text}")
    return 0


def _run_soak(asked: argparse.Namespace, profile: Profile) -> SoakReport:
    from klaxon.cli.soak.run import Asked, show_progress, soak

    seconds = asked.hours * 3600
    kept = tempfile.TemporaryDirectory(prefix="klaxon-soak-") if asked.folder is None else nullcontext(asked.folder)
    with kept as folder:
        found = soak(
            Asked(profile, Path(folder), asked.hour, seconds, asked.seed, asked.clock == "fake", asked.faults),
            show_progress(seconds),
        )
    sys.stderr.write("\n")
    return found


def _report(asked: argparse.Namespace, found: SoakReport, worked: float) -> int:
    from klaxon.cli.soak.verdict import judge

    rules = judge(found)
    data = _soak_data(asked, found, rules, worked)
    print(json.dumps(data) if asked.json else "\n".join(_table(data, rules)))
    if asked.plot:
        try:
            asked.plot.write_text(soak_drawing(data), "utf-8")
        except OSError as error:
            return _say(f"{asked.plot} cannot be written: {error.strerror}. Choose another --plot.", FOUND)
    broken = [rule.name for rule in rules if rule.kept is False]
    return _say(f"it failed: {', '.join(broken)}.", FOUND) if broken else 0


def _soak_data(
    asked: argparse.Namespace, found: SoakReport, rules: Sequence[VerdictRule], worked: float
) -> dict[str, Any]:
    """Return a soak as data."""
    return {
        "profile": asked.profile,
        "clock": asked.clock,
        "seed": asked.seed,
        "hours": asked.hours,
        "games": dict(found.games),
        "orders": found.orders,
        "touches": found.samples[-1].touches if found.samples else 0,
        "pictures": found.samples[-1].frames if found.samples else 0,
        "cpu_s": round(worked, 1),
        "faults": [{"at": round(at, 1), "fault": name} for at, name in found.faults],
        "rules": [rule._asdict() for rule in rules],
        "samples": [
            one._asdict()
            | {name: each and each._asdict() for name, each in (("picture", one.picture), ("bus", one.bus))}
            for one in found.samples
        ],
    }


def _table(data: dict[str, Any], rules: Sequence[VerdictRule]) -> Iterator[str]:
    """Yield the lines of the report."""
    games = ", ".join(f"{count} of {game}" for game, count in data["games"].items())
    yield f"{data['hours']:g} hours by the {data['clock']} clock on {data['profile']}, {data['cpu_s']} s of CPU"
    yield f"games: {games}; {data['orders']} orders, {data['touches']} touches, {data['pictures']} pictures"
    faults = Counter(fault["fault"] for fault in data["faults"])
    yield "faults: " + (", ".join(f"{count} {name}" for name, count in sorted(faults.items())) or "none")
    for rule in rules:
        yield f"{rule.name:<22}{MARKS[rule.kept]:<12}{rule.found} (limit: {rule.limit})"


def _say(words: str, status: int) -> int:
    sys.stderr.write(f"klaxon soak: {words}\n")
    return status
