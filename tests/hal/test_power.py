"""The power key: held it acts once, and everything else passes."""

from __future__ import annotations

import asyncio
import logging
import sys

import pytest

from klaxon.hal.pi.power import WARY, PowerKey, poweroff
from tests.console.kit.clock import Clock


class Ears:
    def __init__(self) -> None:
        self.told: list[tuple[object, ...]] = []

    def on_press(self, station: str, key: str) -> None:
        self.told.append(("pressed", station, key))

    def on_release(self, station: str, key: str) -> None:
        self.told.append(("released", station, key))

    def on_turn(self, station: str, dial: int, steps: int) -> None:
        self.told.append(("turned", station, dial, steps))


class Box:
    """A power key, and who stands behind it."""

    def __init__(self, wary: bool = False) -> None:
        self.clock, self.ears = Clock(), Ears()
        self.acts: list[int] = []
        self.key = PowerKey(1500, self.clock.later, lambda: self.acts.append(self.clock.now))
        self.key.keys.attach(self.ears)
        self.key.dials.attach(self.ears)
        if not wary:
            self.clock.run(round(WARY * 1000))

    def press(self) -> None:
        self.key.on_press("", "power")

    def release(self) -> None:
        self.key.on_release("", "power")

    @property
    def now(self) -> int:
        return self.clock.now


def test_held_it_acts_once_at_its_moment() -> None:
    box = Box()
    since = box.now
    box.press()
    box.clock.run(1499)
    assert box.acts == []
    box.clock.run(10_000)
    assert box.acts == [since + 1500]
    box.release()
    box.clock.run(10_000)
    assert len(box.acts) == 1
    assert not box.clock.waiting


def test_released_before_it_does_nothing() -> None:
    box = Box()
    for _ in range(5):
        box.press()
        box.clock.run(1499)
        box.release()
    box.clock.run(10_000)
    assert box.acts == []


def test_what_is_told_twice_is_one_press() -> None:
    box = Box()
    since = box.now
    box.press()
    box.clock.run(1000)
    box.press()
    box.clock.run(10_000)
    assert box.acts == [since + 1500]


def test_it_can_be_held_again() -> None:
    box = Box()
    for _ in range(2):
        box.press()
        box.clock.run(2000)
        box.release()
    assert len(box.acts) == 2


def test_everything_else_passes_and_the_power_key_does_not() -> None:
    box = Box()
    box.press()
    box.key.on_press("red-1", "ok")
    box.key.on_turn("red-1", 0, -2)
    box.key.on_release("red-1", "ok")
    box.release()
    assert box.ears.told == [("pressed", "red-1", "ok"), ("turned", "red-1", 0, -2), ("released", "red-1", "ok")]


def test_a_key_that_is_down_at_the_start_shuts_nothing_down_until_it_was_up() -> None:
    box = Box(wary=True)
    box.press()
    box.clock.run(60_000)
    assert box.acts == []
    box.release()
    box.press()
    box.clock.run(1500)
    assert len(box.acts) == 1


def test_a_closed_key_acts_no_more() -> None:
    box = Box()
    box.press()
    box.key.close()
    box.clock.run(10_000)
    box.release()
    box.press()
    box.clock.run(10_000)
    assert box.acts == []
    assert not box.clock.waiting


# Asking for it


def test_systemd_that_agrees_is_asked_without_a_word(caplog: pytest.LogCaptureFixture) -> None:
    assert asyncio.run(poweroff([sys.executable, "-c", ""]))
    assert caplog.records == []


def test_systemd_that_refuses_is_heard_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    refuse = "import sys; sys.stderr.write('Access denied'); sys.exit(1)"
    with caplog.at_level(logging.ERROR):
        assert not asyncio.run(poweroff([sys.executable, "-c", refuse]))
    assert "cannot be shut down" in caplog.text
    assert "Access denied" in caplog.text


def test_a_refusal_without_words_has_its_status(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        assert not asyncio.run(poweroff([sys.executable, "-c", "import sys; sys.exit(4)"]))
    assert "status 4" in caplog.text


def test_where_there_is_no_systemd_the_log_says_so(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        assert not asyncio.run(poweroff(["/no/such/systemctl", "poweroff"]))
    assert "/no/such/systemctl" in caplog.text
    assert "No such file" in caplog.text
