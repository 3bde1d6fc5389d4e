"""Lamps on a Pi: lines that are set, and how they fare."""

from __future__ import annotations

import pytest

from klaxon.console.devices.health import DeviceReport, DeviceState
from klaxon.console.profile import LampSpec, Line
from klaxon.hal.pi.lamps import PiLamps

LAMPS = (LampSpec("red", Line(13)), LampSpec("blue", Line(7, "keys"), active_low=True))


class Board:
    """Lines that are set, by the names of the HAL."""

    def __init__(self) -> None:
        self.lit: dict[int | str, bool] = {}
        self.low: dict[int | str, bool] = {}
        self.told: list[DeviceReport] = []
        self.lamps = PiLamps(LAMPS, self.outlet, self.told.append)

    def outlet(self, line: Line, *, active_low: bool) -> Socket:
        self.lit[line.token], self.low[line.token] = False, active_low
        return Socket(self, line.token)


class Socket:
    def __init__(self, board: Board, line: int | str) -> None:
        self.board, self.line = board, line

    def set(self, *, lit: bool) -> None:
        self.board.lit[self.line] = lit


def test_each_lamp_has_its_line_and_its_level() -> None:
    board = Board()
    assert board.low == {13: False, "keys.7": True}
    board.lamps.set("red", lit=True)
    assert board.lit == {13: True, "keys.7": False}
    board.lamps.set("blue", lit=True)
    board.lamps.set("red", lit=False)
    assert board.lit == {13: False, "keys.7": True}


def test_a_lamp_that_is_not_there_is_refused_by_name() -> None:
    board = Board()
    with pytest.raises(ValueError, match=r"no lamp 'green'.*red, blue"):
        board.lamps.set("green", lit=True)
    assert not any(board.lit.values())


def test_close_puts_all_lamps_out() -> None:
    board = Board()
    board.lamps.set("red", lit=True)
    board.lamps.set("blue", lit=True)
    board.lamps.close()
    board.lamps.close()
    assert not any(board.lit.values())


def test_a_lamp_fares_as_the_chip_of_its_line_and_a_change_is_told_once() -> None:
    board = Board()
    assert [standing.state for standing in board.lamps.reports()] == [DeviceState.PROBING, DeviceState.PROBING]
    board.lamps.chip(DeviceReport("lines", "", DeviceState.READY))
    failed = DeviceReport("lines", "keys", DeviceState.FAILED, 3, "Remote I/O error")
    board.lamps.chip(failed)
    board.lamps.chip(failed._replace(errors=4))
    assert board.lamps.reports() == (
        DeviceReport("lamp", "red", DeviceState.READY),
        DeviceReport("lamp", "blue", DeviceState.FAILED, 4, "Remote I/O error"),
    )
    assert [(told.name, told.state) for told in board.told] == [
        ("red", DeviceState.READY),
        ("blue", DeviceState.FAILED),
    ]
