"""The pulse at the back-ends: it comes in where hands do, and goes nowhere where the worker of a panel has died."""

from __future__ import annotations

import asyncio
from unittest import mock

import pytest

from klaxon.console.profile import Profile, load, virtual
from klaxon.hal.mirrored import mirror
from klaxon.hal.null import NullDials
from klaxon.hal.pi.console import PiConsole
from klaxon.hal.pi.panels.mounting import card
from klaxon.hal.pi.panels.worker import Worker
from klaxon.hal.virtual import VirtualConsole
from klaxon.table.fake_time import travel

pytestmark = pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning")


class Told:
    """Hands that write down what dials do, and know of no key."""

    def __init__(self) -> None:
        self.turns: list[tuple[str, int, int]] = []

    def on_press(self, station: str, key: str) -> None:
        raise AssertionError

    def on_release(self, station: str, key: str) -> None:
        raise AssertionError

    def on_turn(self, station: str, dial: int, steps: int) -> None:
        self.turns.append((station, dial, steps))


def test_it_is_a_dial_turned_by_no_step() -> None:
    hardware, hands = VirtualConsole(virtual()), Told()
    hardware.devices().dials.attach(hands)
    hardware.probe("red-2")
    assert hands.turns == [("red-2", 0, 0)]
    hardware.turn("red-2", 0, 0)
    assert hands.turns == [("red-2", 0, 0)], "a page cannot make one"


def test_a_console_with_nothing_fitted_has_one() -> None:
    dials, hands = NullDials(), Told()
    dials.attach(hands)
    dials.probe("red-1")
    assert hands.turns == [("red-1", 0, 0)]


def test_a_real_console_lets_it_in_behind_its_lines_while_its_worker_lives() -> None:
    async def tell() -> None:
        profile = load("console-4")
        assert isinstance(profile, Profile)
        hardware = PiConsole(profile, asyncio.get_running_loop(), hello=lambda fitting: card(fitting, fitting.name))
        outside, hands = VirtualConsole(hardware.fittings), Told()
        mirror(hardware.devices(), outside).dials.attach(hands)
        with mock.patch.object(hardware.lines, "drain") as drain:
            hardware.probe("red-1")
            assert hands.turns == [], "the workers were not started"
            with mock.patch.object(Worker, "at_work", new=True):
                hardware.probe("red-1")
                hardware.probe("red-4")
        assert hands.turns == [("red-1", 0, 0), ("red-4", 0, 0)]
        assert drain.call_count == 3
        hardware.close()

    travel(tell)
