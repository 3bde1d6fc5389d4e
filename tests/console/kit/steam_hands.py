"""Hands that try everything at a station of Steam Torpedo."""

from __future__ import annotations

import random

from tests.console.kit.steam_scenes import SCREEN, Room


def fiddle(playing: Room, seat: str, dice: random.Random) -> None:
    """Move the dial and the keys of a station at random, and look at its panel and panes."""
    playing.panes = frozenset(dice.choice(((), ("sea", "actions"))))
    for _ in range(dice.randrange(6)):
        scene = playing.scene(seat)
        match dice.randrange(5):
            case 0:
                scene.draft.take()
            case 1:
                scene.draft.back()
            case 2 if (lens := SCREEN.leaf(scene)) is not None and not scene.draft.verb:
                playing.lenses[seat] = lens
            case 3 if not scene.draft.open and (lens := SCREEN.press(scene, "push")) is not None:
                playing.lenses[seat] = lens
            case _:
                playing.turn(seat, dice.randint(-9, 9))
    assert playing.panel(seat, dice.choice((128, 128, 256))).words
    for pane in SCREEN.panes:
        assert playing.panel(seat, pane=pane).words
