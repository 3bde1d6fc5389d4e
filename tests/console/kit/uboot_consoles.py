"""The consoles at which U-BOOT is played in tests, and the boat as it is there."""

from __future__ import annotations

from klaxon.rules.uboot.state import OpenBoard
from tests.console.kit.playing import Playing

CONSOLES = {
    "mini": ("mini", "all"),
    "console-4": ("console-4", "all"),
    "console-4-direct": ("console-4-direct", "all"),
    "console-8": ("console-8", "all"),
    "phone": ("virtual", "one"),
}
"""What people sit at -> its profile, and how they man it. A phone is one panel that works all four seats."""


def board_of(play: Playing) -> OpenBoard:
    """Return the boat as it is."""
    board: OpenBoard = play.table.play.state.board
    return board
