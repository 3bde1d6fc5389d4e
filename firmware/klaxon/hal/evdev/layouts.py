"""Layouts: which key of a pad or a keyboard is which control of a station; a key is meant by its place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class DialTurn(NamedTuple):
    """A turn of a dial."""

    dial: int
    steps: int


Control = str | DialTurn
"""A key of a station, or a turn of one of its dials."""

_LEFT, _RIGHT = DialTurn(0, -1), DialTurn(0, 1)
_PAD: Mapping[int, Control] = {
    # 8 6 2 4 and 5 of the number pad
    72: "north",
    77: "east",
    80: "south",
    75: "west",
    76: "push",
    # enter, 0, the point; backspace, which some pads have
    96: "ok",
    82: "back",
    83: "stop",
    14: "back",
    # minus and plus
    74: _LEFT,
    78: _RIGHT,
    # 7 and 9
    71: DialTurn(1, -1),
    73: DialTurn(1, 1),
}
_KEYBOARD: Mapping[int, Control] = {
    # W D S A
    17: "north",
    32: "east",
    31: "south",
    30: "west",
    # space, enter, escape and backspace, F12
    57: "push",
    28: "ok",
    1: "back",
    14: "back",
    88: "stop",
    # arrows: left, right, down, up
    105: _LEFT,
    106: _RIGHT,
    108: _RIGHT,
    103: _LEFT,
    # page up, page down
    104: DialTurn(1, -1),
    109: DialTurn(1, 1),
}
_DIAL: Mapping[int, Control] = {
    # mute, button 0, enter, left button: makers differ
    113: "push",
    256: "push",
    28: "push",
    272: "push",
    # a knob for loudness
    114: _LEFT,
    115: _RIGHT,
    # further buttons
    273: "back",
    274: "ok",
    257: "ok",
    258: "back",
}
LAYOUTS: Mapping[str, Mapping[int, Control]] = {
    "numpad": _PAD,
    "keyboard": {**_PAD, **_KEYBOARD},
    "dial": _DIAL,
}
"""Kind of a device -> code of a key -> control."""
LEARNED_BY: Mapping[str, tuple[str, ...]] = {"numpad": ("ok",), "keyboard": ("ok",), "dial": ("push", "ok", "back")}
"""Kind of a device -> the controls by which it is chosen; many a dial has nothing but its push."""
WHEELS: Mapping[int, tuple[int, int]] = {7: (0, 1), 8: (0, 1), 6: (1, 1)}
"""Code of a relative axis -> dial, and the steps of one notch: a dial, the wheel of a mouse, its sideways wheel."""
