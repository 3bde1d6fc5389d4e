"""A chart with volcanoes."""

from __future__ import annotations

from klaxon.rules.contract import Event
from tests.rules.sonar.kit.boats import Table, crew

ISLES = """..........
.aaa......
.a1a......
..........
..........
..........
......bb..
......b2b.
......bb..
.........."""


def gauge(table: Table, boat: str) -> list[int]:
    """Return what the first officer's sheet shows of the scenario gauge."""
    shown: list[int] = table.view(f"{boat}.xo")["gauges"]["scenario"]
    return shown


def filled(boat: str, number: int) -> Event:
    """Return what a crew is told of a box that was filled."""
    return crew(boat, "charged", system="scenario", filled=number, boxes=3, full=number == 3)
