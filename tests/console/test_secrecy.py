"""Law 7 for consoles: what the stations of one boat and the spectators see and hear is the same for twins.

Pixel for pixel, word for word and moment for moment; whatever hands do over there, and however long they wait. Twins of
whole games are played in tests/web/test_secrecy.py, with every page open at the same time.
"""

from __future__ import annotations

import pytest

from klaxon.console.devices import Picture
from tests.console.kit.secrecy import (
    LEAKS,
    CountsTogether,
    look_on,
    same,
    shown,
    silent_twins,
)


def test_a_history_shows_much_to_both_crews() -> None:
    header, still, _ = silent_twins()
    noted = shown(header, still, 1)
    assert len([what for _, _, what in noted if isinstance(what, Picture)]) > 100
    assert {whose for _, whose, _ in noted} >= {"red-1", "red-2", "red-3", "red-4", "red bell", "red lamp", "blue lamp"}
    assert [whose for _, whose, what in noted if whose.endswith("light") and what != 255], "panels grew dark"


@pytest.mark.parametrize("crew", ["all", "one"])
def test_silence_tells_a_console_neither_direction_nor_length(crew: str) -> None:
    header, still, far = silent_twins()
    same(shown(header, still, 1, note=look_on, crew=crew), shown(header, far, 1, note=look_on, crew=crew))


def test_the_charts_beside_the_panels_are_among_what_is_compared() -> None:
    header, still, _ = silent_twins()
    charts = [what.chart for _, _, what in shown(header, still, 1) if isinstance(what, Picture) and what.chart]
    assert {chart["kind"] for chart in charts} == {"chart", "board"}
    assert {boat for chart in charts for boat in chart.get("boats", ())} == {"red"}, "none has the other boat"


def test_the_own_crew_sees_the_difference() -> None:
    """The tests above can fail: what the hidden boat itself is shown is not the same."""
    header, still, far = silent_twins()
    with pytest.raises(AssertionError):
        same(shown(header, still, 0), shown(header, far, 0))


# Planted leaks


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_found(name: str) -> None:
    header, still, far = silent_twins()
    CountsTogether.prioritise = 0
    one = shown(header, still, 1, LEAKS[name], crew="one")
    CountsTogether.prioritise = 0
    with pytest.raises(AssertionError):
        same(one, shown(header, far, 1, LEAKS[name], crew="one"))
