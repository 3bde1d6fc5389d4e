"""The game that follows a finished one: the next mission of a patrol or the campaign, or the same one again."""

from __future__ import annotations

import json

from klaxon.rules.contract import Header, Sequel
from klaxon.rules.uboot.linked.course import CAMPAIGN, SINGLE
from klaxon.rules.uboot.setting import NO_PATROL
from klaxon.rules.uboot.state import State

_OWN = ("mission", "patrol", "kits")
"""The options that are those of one mission."""


def sequel_of(header: Header, state: State) -> Sequel | None:
    """Return how play goes on after a mission, None where it does not.

    In the campaign a mission that was not passed may be played again, from the log that it began with (UBT-12.22d).
    """
    board = state.board
    if board.setting.mode == SINGLE:
        return None
    options = {name: value for name, value in header.options.items() if name not in _OWN}
    comes = json.loads(board.linked.log)["next"] if board.linked.log else ""
    if comes:
        return Sequel({**options, "mission": comes}, {"patrol": board.linked.log})
    passed = board.outcome is not None and board.outcome.winner not in ("", "sea")
    if board.setting.mode != CAMPAIGN or passed or header.options["patrol"] == NO_PATROL:
        return None
    again = {name: header.options[name] for name in ("mission", "patrol")}
    return Sequel({**options, **again}, {"patrol": header.contents["patrol"]})
