"""Which options matter: those of ice, volcanoes and wrecks on charts that have them, those of a mode in it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from klaxon import data
from klaxon.rules.sonar.chart import BASES, ICE, VOLCANOES, Chart, read_chart

REALTIME_ONLY = frozenset(
    {"override", "interval", "stop_time", "patience", "trace", "trace_speed", "trace_slip", "stop_by"}
)
TURNS_ONLY = frozenset({"clock", "detonate_window"})
NEEDED_MARKS = {
    "thin_ice": {ICE},
    "eruption": {*VOLCANOES},
    "echo_gauge": {*BASES},
    "scenario_boxes": {*VOLCANOES, *BASES},
}
"""Option -> the marks of a chart; it matters where one of them is."""


def does_matter(option: str, options: Mapping[str, str]) -> bool:
    """Return whether an option changes anything in a game with these options."""
    is_realtime = options["mode"] == "realtime"
    if option in NEEDED_MARKS:
        marks = _marks(options["chart"], options["mode"])
        return marks is None or not marks.isdisjoint(NEEDED_MARKS[option])
    if option == "players":
        return is_realtime or options["rules"] == "wolfpack"
    return option not in (TURNS_ONLY if is_realtime else REALTIME_ONLY)


@lru_cache(maxsize=32)
def _marks(chart: str, mode: str) -> frozenset[str] | None:
    """Return the marks of a shipped chart, which does not change; None for somebody's own file, which may."""
    if chart not in data.names("charts", mode):
        return None
    read = read_chart(data.read("charts", chart, mode))
    return frozenset("".join(read.rows)) if isinstance(read, Chart) else None
