"""Nothing unseen is drawn: stations show, say and sound the same without the ships that nobody aboard perceives."""

from __future__ import annotations

from typing import Any

import pytest

from klaxon.rules.uboot.state import State
from tests.console.kit.uboot_scenes import CAPTAIN, ENGINEER, FIRST, NAVIGATOR, Room
from tests.effort import effort
from tests.rules.uboot.sea.kit.convoy_night import DAYS, NIGHTS, sail_through
from tests.rules.uboot.sea.kit.unseen import drawn_moments, up_to_date, without_unseen

INSTANTS = effort(2, 20)
SEEDS = effort(1, 32)
"""The same voyages as in tests/rules/uboot/sea/test_unseen.py: 1,090 hours in a soak."""
SEATS = (CAPTAIN, FIRST, NAVIGATOR, ENGINEER)

TURNED = ("glass", "bridge", "sight", "tdc", "hydrophone")
"""Pages that show another part of the sea when the dial is turned."""


def shown(state: State) -> list[tuple[Any, ...]]:
    """Return picture, words, beats and chart of every page of every seat; glasses are turned all round."""
    room, found = Room(state), list[tuple[Any, ...]]()
    for seat in SEATS:
        screen = room.uboot_screen(seat)
        for _ in room.pages(seat):
            page = screen.page_of(room.scene(seat)) or ""
            for _ in range(4 if page in TURNED else 1):
                scene = room.scene(seat)
                found.append((seat, page, room.picture(scene), screen.beats(scene), screen.chart(scene)))
                if page in TURNED:
                    room.turn(seat, 90)
            if screen.leaf(scene) is None:
                break  # after the end there is but one page
            room.leaf(seat)
    return found


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("name", [*NIGHTS, *DAYS])
def test_stations_draw_and_sound_the_same_without_ships_that_nobody_perceives(name: str, seed: int) -> None:
    moments, compared = drawn_moments(INSTANTS, f"{name} {seed}"), list[int]()

    def compare(state: State) -> State:
        if state.now in moments:
            other, gone = without_unseen(state)
            for one, two in zip(shown(up_to_date(state)), shown(other), strict=True):
                assert one == two
            compared.append(gone)
        return state

    sail_through(name, moments, compare, str(seed))
    assert len(compared) == len(moments)
    assert all(compared)
