"""Lenses: what a seat looks at, as arguments of its view and never as orders (UBT-12.17c).

A lens that names what is not open, or makes no sense, shows nothing. It never changes what may be said.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from klaxon.rules.contract import Ms
from klaxon.rules.uboot.sea.chart import plot
from klaxon.rules.uboot.state import State

Lens = Mapping[str, str]


class LensSight(NamedTuple):
    """What a lens adds to a view, and until when that does not change by time alone (None: until the next event)."""

    shown: dict[str, Any]
    stale: Ms | None = None


def look(state: State, lens: Lens) -> LensSight:
    """Return what is seen through a lens."""
    return LensSight(_plot(state, lens))


def _plot(state: State, lens: Lens) -> dict[str, Any]:
    """Return the course between two cells of the chart of the mission (UBT-3.17a)."""
    start, end = lens.get("from", ""), lens.get("to", "")
    laid = plot(state.box.charts[state.mission.map], start, end)
    return {"plot": {"from": start, "to": end, **laid._asdict()}} if laid is not None else {}
