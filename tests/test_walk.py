"""The walk of a key press: few calls, few hops, and the list in ARCHITECTURE is the way that is really taken."""

from __future__ import annotations

import re
from collections import Counter
from importlib import import_module
from operator import attrgetter
from pathlib import Path

import pytest

from tools.walk import calls_of_one_ok

ARCHITECTURE = (Path(__file__).resolve().parents[1] / "ARCHITECTURE.md").read_text("utf-8")
STEPS = re.findall(r"^\d+\. `([\w/]+)\.py:([\w.]+)`", ARCHITECTURE, re.MULTILINE)
MOST_CALLS, MOST_HOPS = 7000, 30
ON_DISK = ("table/disk/scribe", "table/disk/journal")
"""What a console without a shelf does not come by."""


@pytest.fixture(scope="module")
def calls() -> Counter[str]:
    return calls_of_one_ok()


def test_one_ok_at_eight_stations_takes_few_calls(calls: Counter[str]) -> None:
    assert calls.total() <= MOST_CALLS, calls.most_common(20)


def test_the_lamps_follow_once_for_one_order(calls: Counter[str]) -> None:
    assert calls["console/console.py:Console.light_lamps"] == 1


def test_every_panel_is_drawn_once_for_the_hand_and_once_for_what_came_of_it(calls: Counter[str]) -> None:
    assert calls["console/station/station.py:Station._show"] <= 9


def test_the_walk_has_few_hops() -> None:
    assert 20 < len(STEPS) - 1 <= MOST_HOPS


@pytest.mark.parametrize(("module", "function"), STEPS)
def test_the_walk_is_the_one_that_is_taken(module: str, function: str, calls: Counter[str]) -> None:
    assert callable(attrgetter(function)(import_module(f"klaxon.{module.replace('/', '.')}")))
    if module not in ON_DISK:
        assert calls[f"{module}.py:{function}"], f"{function} is not called"
