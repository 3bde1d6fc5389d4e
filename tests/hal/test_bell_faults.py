"""Bells that fail: every fault that the kernel's PWM and gpiozero's pins can have, at the start and in mid-call."""

from __future__ import annotations

import errno
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockPWMPin

from klaxon.console.devices.health import DeviceReport, DeviceState
from klaxon.hal.pi.bell.bell import PATIENCE
from klaxon.hal.pi.health import PEACE
from tests.hal.kit.belfry import A, Bench, C, E, pitch_of, workbench


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    with workbench(tmp_path) as made:
        yield made


@pytest.mark.parametrize(("appears", "given"), [(0.0, 0.3), (0.3, 0.0), (0.2, 0.2)])
def test_a_channel_that_udev_gives_away_late_is_waited_for_without_an_error(
    bench: Bench, appears: float, given: float
) -> None:
    bench.kernel.plug()
    bench.kernel.appears, bench.kernel.given = appears, given
    bell = bench.hang()
    assert bell.report().state is DeviceState.PROBING
    since = bench.ring((A, 1000))
    bench.run(2)
    [(began, pitch), (ended, silence)] = bench.heard(since)
    assert (pitch, ended, silence) == (A, 1000, 0)
    assert 250 < began < 450
    assert bell.report() == DeviceReport("bell", "red+blue", DeviceState.READY)


def test_a_channel_that_is_never_given_away_is_absent_and_looked_for_again(bench: Bench) -> None:
    bench.kernel.plug()
    bench.kernel.given = 30.0
    bell = bench.hang()
    bench.run(PATIENCE + 0.1)
    assert bell.report().state is DeviceState.ABSENT
    assert "Permission denied" in bell.report().error
    bench.run(40)
    assert bell.report().state is DeviceState.READY
    assert bench.states == ["absent", "ready"]


def test_a_channel_that_a_driver_has_is_absent_until_it_is_given_back(bench: Bench) -> None:
    chip = bench.kernel.plug()
    chip.taken.add(0)
    bell = bench.hang()
    bench.run(20)
    assert bell.report().state is DeviceState.ABSENT
    assert "busy" in bell.report().error
    chip.taken.clear()
    bench.run(10)
    assert bell.report().state is DeviceState.READY


def test_an_export_that_is_denied_and_then_granted(bench: Bench) -> None:
    bench.kernel.plug()
    bench.kernel.faults["export"] = errno.EACCES
    bell = bench.hang()
    assert bell.report().state is DeviceState.ABSENT
    bench.ring((A, 100))
    bench.run(3)
    assert bench.kernel.heard == []
    assert bell.report().errors > 2
    assert "Permission denied" in bell.report().error
    bench.kernel.faults.clear()
    bench.run(6)
    assert bell.report().state is DeviceState.READY
    since = bench.ring((A, 100))
    bench.run(1)
    assert bench.heard(since) == [(0, A), (100, 0)]
    assert bench.states == ["absent", "ready"]


def test_while_it_is_tried_in_vain_it_is_asked_less_and_less(bench: Bench) -> None:
    bench.kernel.plug()
    bench.kernel.faults["export"] = errno.EACCES
    bell = bench.hang()
    bench.run(600)
    assert bell.report().errors < 600 / 5 + 10
    assert bench.states == ["absent"]


def test_a_chip_that_stays_away_is_failed_and_still_the_bells_own_when_it_comes_back(bench: Bench) -> None:
    bench.kernel.plug()
    bell = bench.hang()
    bench.ring((A, 100), (C, 100))
    bench.run(0.05)
    bench.kernel.unplug()
    bench.run(60)
    assert bell.report().state is DeviceState.FAILED
    assert "No such device" in bell.report().error
    bench.kernel.plug()
    bench.run(20)
    assert bell.report().state is DeviceState.READY
    since = bench.ring((A, 100))
    bench.run(1)
    assert bench.heard(since) == [(0, A), (100, 0)]


@pytest.mark.parametrize("file", ["duty_cycle", "period"])
def test_a_write_that_fails_in_mid_call_silences_the_note_and_the_bell_comes_back(bench: Bench, file: str) -> None:
    bench.kernel.plug()
    bell = bench.hang()
    since = bench.ring((A, 100), (C, 1000))
    bench.run(0.05)
    bench.kernel.faults[file] = errno.EINVAL
    bench.run(0.055)
    assert bench.kernel.pitch == 0
    assert bell.report().state is DeviceState.DEGRADED
    assert "Invalid argument" in bell.report().error
    bench.kernel.faults.clear()
    bench.run(3)
    assert bench.heard(since)[-2:] == [(120, C), (1100, 0)]
    assert bell.report().state is DeviceState.DEGRADED
    bench.run(PEACE)
    assert bell.report().state is DeviceState.READY
    assert bench.states == ["ready", "degraded", "ready"]


def test_a_bell_that_goes_on_failing_is_failed_silent_and_tried_again(bench: Bench) -> None:
    bench.kernel.plug()
    bell = bench.hang()
    bench.ring((A, 60_000))
    bench.run(0.1)
    bench.kernel.faults["duty_cycle"] = errno.EIO
    bench.ring((C, 60_000))
    bench.run(10)
    assert bench.states == ["ready", "degraded", "failed"]
    assert bench.kernel.pitch == 0
    bench.kernel.faults.clear()
    bench.run(6)
    assert bell.report().state is DeviceState.DEGRADED
    assert bench.kernel.pitch == C  # its call is not over yet
    bell.hush()
    assert bench.kernel.pitch == 0
    bench.run(PEACE)
    assert bench.states == ["ready", "degraded", "failed", "degraded", "ready"]


def test_a_channel_that_is_taken_away_in_mid_call_is_exported_again(bench: Bench) -> None:
    chip = bench.kernel.plug()
    bell = bench.hang()
    since = bench.ring((A, 100), (C, 100), (E, 100))
    bench.run(0.05)
    bench.kernel.unexport(chip, 0)
    bench.run(1)
    assert bench.heard(since) == [(0, A), (50, 0), (120, C), (200, E), (300, 0)]
    assert bell.report().errors == 1


def test_a_chip_that_vanishes_in_mid_call_and_comes_back(bench: Bench) -> None:
    bench.kernel.plug()
    bell = bench.hang()
    since = bench.ring((A, 100), (C, 3000))
    bench.run(0.05)
    bench.kernel.unplug()
    bench.run(1)
    assert bell.report().state is DeviceState.DEGRADED
    bench.kernel.plug(3)
    bench.run(3)
    assert [pitch for _, pitch in bench.heard(since)] == [A, 0, C, 0]
    bench.run(PEACE)
    assert bell.report().state is DeviceState.READY


def test_a_fault_that_nobody_thought_of_stops_no_game_and_is_logged(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bench.kernel.plug()
    bell = bench.hang()

    def fail(*_: object) -> None:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr(bell._tones[0], "sound", fail)
    with caplog.at_level(logging.ERROR, "klaxon.hal.pi.bell.bell"):
        bench.ring((A, 100))
    assert "red+blue" in caplog.text
    assert bell.report().error == "by nothing"


def test_a_line_that_gpiozero_cannot_have_is_absent_and_comes_back(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("GPIO busy")

    with monkeypatch.context() as patched:
        patched.setattr(MockPWMPin, "output_with_state", fail)
        bell = bench.hang("tonal")
        bench.ring((A, 100))
        bench.run(3)
        assert bell.report().state is DeviceState.ABSENT
        assert "GPIO busy" in bell.report().error
    bench.run(6)
    assert bell.report().state is DeviceState.READY


def test_a_tonal_bell_that_fails_in_mid_call_lets_go_of_its_line(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bell = bench.hang("tonal")
    pin = bench.pins.pin(12)
    bench.ring((A, 1000), (C, 1000))
    bench.run(0.5)

    def fail(*_: object) -> None:
        raise RuntimeError("bad handle")

    with monkeypatch.context() as patched:
        patched.setattr(MockPWMPin, "_set_state", fail)
        bell.hush()
        assert pitch_of(pin) == 0
        assert bell.report().state is DeviceState.DEGRADED
    bench.run(1)
    bench.ring((C, 100))
    assert pitch_of(pin) == C
