"""Captain Sonar in real time, for the laws."""

from __future__ import annotations

from functools import cache
from itertools import product

from klaxon.rules.contract import Header, Order
from tests.rules.laws.kit.headers import sonar_header
from tests.rules.laws.kit.live_truth import LiveTruth
from tests.rules.laws.kit.truth import BOXES, PANEL, WAYS, named

GAMES: dict[str, dict[str, str]] = {
    "second": {"chart": "bravo-2"},
    "second-ua": {"rules": "second-ua", "undo": "yes", "interval": "3", "help": "clash"},
    "wolfpack": {"rules": "wolfpack", "help": "solve"},
    "blunder": {"rules": "wolfpack", "blunder": "yes", "xo_commands": "yes", "interval": "1", "chart": "bravo-2"},
    "shy xo": {"shy_xo": "all", "silence_zero": "nobody", "trace_slip": "all", "trace_speed": "fast"},
    "limit": {"limit": "6", "surface_is_stop": "yes", "own_hit_announced": "yes", "mine_chain": "full"},
    "ice": {"chart": "charlie-2", "thin_ice": "yes"},
    "volcanoes": {"chart": "delta-2", "mine_chain": "full"},
    "volcanoes, second-ua": {"chart": "delta-2", "rules": "second-ua", "eruption": "points", "help": "clash"},
    "wrecks": {"chart": "echo-2"},
    "wrecks, second-ua": {"chart": "echo-2", "rules": "second-ua", "echo_gauge": "auto", "undo": "yes"},
    "wrecks, wolfpack": {"chart": "echo-2", "rules": "wolfpack", "blunder": "yes", "xo_commands": "yes"},
    "ice and volcanoes": {"chart": "grimsvotn", "rules": "wolfpack", "thin_ice": "yes"},
}
OBEYING = GAMES | {
    "recorded": {"trace": "recorded", "patience": "0", "chart": "bravo-2"},
    "hasty": {"patience": "2", "stop_time": "1", "trace_speed": "slow", "victory": "sudden-death"},
    "ice that sinks": {"chart": "charlie-2", "rules": "second-ua"},
    "hasty, volcanoes": {"patience": "2", "stop_time": "1", "chart": "delta-2", "own_hit_announced": "yes"},
}


def header_of(name: str, **options: str) -> Header:
    return sonar_header(mode="realtime", **OBEYING[name], **options)


def conceivable(truth: LiveTruth, boat: str) -> tuple[Order, ...]:
    """Return every order that a boat could give in some position."""
    return tuple(map(order_of, (f"{boat}.{line}" for line in _conceivable(truth))))


order_of = cache(Order.read)
"""Thousands of lines are read again and again."""


def _conceivable(truth: LiveTruth) -> list[str]:
    points = [named((x, y)) for y, x in product(range(len(truth.rows)), range(len(truth.rows[0])))]
    commander = "xo" if truth.options["xo_commands"] == "yes" else "captain"
    shy = truth.options["shy_xo"] != "off" and commander == "captain"
    said = [f"captain {verb}" for verb in ("dive", "surface", "silence stay", "resume", "stop")]
    said += [f"captain start {point}" for point in points]
    said += [f"{commander} {verb} {point}" for verb in ("torpedo", "mine", "detonate") for point in points]
    said += [f"captain course {way}" for way in WAYS]
    said += [f"captain silence {way} {length}" for way in WAYS for length in range(6)]
    said += [f"captain answer row={row} column=C" for row in range(1, 16)]
    said += [f"{'captain' if shy else 'xo'} drone {sector}" for sector in "123456789"]
    said += [f"{'captain' if shy else 'xo'} sonar", "xo stop", "xo resume"]
    said += [f"xo charge {system}" for system in (*BOXES, "scenario")]
    said += [f"engineer break {symbol}" for symbol in PANEL]
    said += [f"radio guess {point}" for point in ("none", "A1", "C9", "D4", "P1")]
    if truth.echo:
        said += [f"{commander} repair {system}" for system in BOXES]
    if "1" in truth.marks.values():
        said += [f"captain volcano {number}" for number in "123"]
    said += [f"engineer {verb}" for verb in ("confirm", "reject", "ready")]
    said += [
        f"{role} trace {section}{rest}"
        for role in ("captain", "xo", "engineer", "radio")
        for section in "1234"
        for rest in ("", " -", ' ""')
    ]
    if truth.options["undo"] == "yes":
        said.append("captain undo")
    return said


def sailed(*words: str) -> list[str]:
    """Return courses of blue with both marks: `north mine n6`."""
    return [
        line
        for course, system, symbol in (word.split() for word in words)
        for line in (f"blue.captain course {course}", f"blue.xo charge {system}", f"blue.engineer break {symbol}")
    ]


SILENT = sailed(
    *("north silence n6", "east silence e4", "north silence n5", "east silence e6", "north silence n2"),
    "east silence e3",
)
"""From A15 to D12; none of the symbols is of silence."""
RED = ["red.captain course south", "red.xo charge sonar", "red.engineer break s5", "red.captain course south"]
