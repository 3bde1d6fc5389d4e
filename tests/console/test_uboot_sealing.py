"""A breach is sealed by dial: tile after tile at the speed of a hand, in time; who dawdles loses the room."""

from __future__ import annotations

import pytest

from klaxon.rules.contract import Seat
from tests.console.kit.uboot_scenes import ENGINEER, Room
from tests.console.kit.uboot_stills import at_the_breach, passed

DETENT, PUSH = 250, 400
"""Milliseconds of a hand for a detent of the dial, and for a push."""
LOOK = 12_000
"""Milliseconds that somebody looks at a tile before he turns it."""


def answer(room: Room) -> list[str]:
    """Return the right answer, as the umpire sees it."""
    truth = room.game.show(room.game.view(room.state, Seat("umpire")))["truth"]
    return list(truth["puzzle"]["2"])


def seal(room: Room, look: int) -> None:
    """Turn every tile as it belongs, and push; a panel is drawn after each move of the hand."""
    *others, last = answer(room)
    for place, turns in enumerate((*others, last)):
        passed(room, look)
        if not room.state.board.trouble.breaches:
            return
        for _ in range(int(turns)):
            room.turn(ENGINEER, 1).panel(ENGINEER)
            passed(room, DETENT)
        draft = room.scene(ENGINEER).draft
        if place < len(others):
            draft.take()
            room.panel(ENGINEER)
            passed(room, PUSH)
        elif draft.order is not None:  # OK gives what the dial points at
            room.obey(draft.order)


def test_it_is_sealed_at_the_speed_of_a_hand() -> None:
    room = at_the_breach()
    seal(room, LOOK)
    heard = [each.type for each in room.heard[ENGINEER]]
    assert heard[-1] == "sealed"
    assert room.state.board.trouble.breaches == ()
    assert not room.state.board.room(2).flooded


def test_who_dawdles_loses_the_room() -> None:
    room = at_the_breach()
    seal(room, 3 * LOOK)
    assert room.state.board.room(2).flooded
    assert "flooded" in [each.type for each in room.heard[ENGINEER]]


@pytest.mark.parametrize("turns", range(4))
def test_the_panel_shows_a_tile_as_the_dial_would_turn_it(turns: int) -> None:
    room = at_the_breach()
    first = room.state.board.trouble.breaches[0].tiles[0]
    edges = "/".join(map(str, first[-turns % 4 :] + first[: -turns % 4]))
    assert f"[{edges}]" in " ".join(room.turn(ENGINEER, turns).panel(ENGINEER).words)


def test_every_second_is_shown() -> None:
    room = at_the_breach()
    assert "≈175 s" in room.panel(ENGINEER).words
    screen, scene = room.screen(ENGINEER), room.scene(ENGINEER)
    assert screen.tick(scene) == scene.now + 1000
    passed(room, 100_000)
    assert "≈75 s" in room.panel("uboot.navigator").words


def test_the_bell_warns_by_events_of_its_own() -> None:
    room = at_the_breach()
    passed(room, 170_000)
    warned = [each.facts["seconds"] for each in room.heard[ENGINEER] if each.type == "breach-warning"]
    assert warned == [60, 30, 10]
