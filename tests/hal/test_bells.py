"""Bells on a Pi: calls in exact time on a strict model of the kernel's PWM, on gpiozero's pins, and on plain lines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaxon.console.devices.health import DeviceReport, DeviceState
from klaxon.console.profile import Line
from klaxon.hal.pi.bell.bell import PATIENCE
from klaxon.hal.pi.health import PEACE
from klaxon.table.fake_time import TravelLoop
from tests.hal.kit.belfry import A, Bench, C, E, call, pitch_of, workbench
from tests.hal.kit.sysfs import RP1


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    with workbench(tmp_path) as made:
        yield made


# The kernel's PWM


def test_notes_follow_one_another_in_exact_time_and_then_it_is_silent(bench: Bench) -> None:
    bench.kernel.plug()
    bell = bench.hang()
    assert bell.report() == DeviceReport("bell", "red+blue", DeviceState.READY)
    since = bench.ring((A, 100), (0, 50), (C, 30), (E, 20))
    bench.run(1)
    assert bench.heard(since) == [(0, A), (100, 0), (150, C), (180, E), (200, 0)]
    assert bench.kernel.refused == []
    assert bench.states == ["ready"]


def test_the_same_note_twice_is_one_tone(bench: Bench) -> None:
    bench.kernel.plug()
    bench.hang()
    since = bench.ring((A, 100), (A, 100), (0, 0), (C, 0))
    bench.run(1)
    assert bench.heard(since) == [(0, A), (200, 0)]


@given(st.lists(st.tuples(st.integers(30, 12_000), st.integers(1, 60), st.integers(1, 100)), min_size=1, max_size=12))
def test_whatever_pitches_follow_no_write_is_refused_and_no_other_pitch_is_heard(
    tmp_path_factory: pytest.TempPathFactory, notes: list[tuple[int, int, int]]
) -> None:
    loop = TravelLoop()
    bench = Bench(tmp_path_factory.mktemp("sys"), loop)
    bench.kernel.plug()
    bell = bench.hang()
    wanted = []
    for pitch, ms, volume in notes:
        bell.ring(call((pitch, ms))._replace(volume=volume))
        wanted.append(round(1_000_000_000 / (1_000_000_000 // pitch)))
    played = [pitch for _, pitch in bench.kernel.heard]
    assert played == [pitch for place, pitch in enumerate(wanted) if not place or wanted[place - 1] != pitch]
    assert bench.kernel.refused == []
    bell.close()
    assert bench.kernel.pitch == 0
    loop.close()


def test_a_new_call_takes_the_place_of_the_note_that_sounds(bench: Bench) -> None:
    bench.kernel.plug()
    bench.hang()
    since = bench.ring((A, 1000), (C, 1000))
    bench.run(0.4)
    bench.ring((E, 100))
    bench.run(5)
    assert bench.heard(since) == [(0, A), (400, E), (500, 0)]


def test_hush_is_silence_at_once_and_nothing_follows(bench: Bench) -> None:
    bench.kernel.plug()
    bell = bench.hang()
    since = bench.ring((A, 1000), (C, 1000))
    bench.run(0.4)
    bell.hush()
    assert bench.heard(since) == [(0, A), (400, 0)]
    bench.run(5)
    assert bench.heard(since) == [(0, A), (400, 0)]


def test_a_closed_bell_is_silent_gives_its_channel_back_and_swallows_calls(bench: Bench) -> None:
    chip = bench.kernel.plug()
    bell = bench.hang()
    bench.ring((A, 1000))
    bench.run(0.1)
    bell.close()
    assert bench.kernel.pitch == 0
    assert chip.channels == {}
    bell.ring(call((A, 100)))
    bell.hush()
    assert bench.kernel.pitch == 0


def test_after_a_busy_loop_notes_that_are_over_are_left_out(bench: Bench) -> None:
    bench.kernel.plug()
    bench.hang()
    since = bench.ring((A, 100), (C, 100), (0, 100), (E, 300), (C, 100))
    assert isinstance(bench.loop, TravelLoop)
    bench.loop.moment += 0.45
    bench.run(1)
    assert bench.heard(since) == [(0, A), (450, E), (600, C), (700, 0)]


@pytest.mark.parametrize(("volume", "share"), [(100, 0.5), (50, 0.125), (10, 0.005)])
def test_the_volume_is_the_active_part_of_a_period(bench: Bench, volume: int, share: float) -> None:
    chip = bench.kernel.plug()
    bell = bench.hang()
    assert bell.has_volume
    bell.ring(call((A, 1000))._replace(volume=volume))
    assert chip.channels[0].duty_cycle == int(share * chip.channels[0].period)


def test_a_volume_is_that_of_its_call_and_none_is_silence(bench: Bench) -> None:
    chip = bench.kernel.plug()
    bell = bench.hang()
    bell.ring(call((A, 1000))._replace(volume=0))
    bench.run(0.5)
    assert bench.kernel.heard == []
    bench.ring((A, 1000))
    assert chip.channels[0].duty_cycle == chip.channels[0].period // 2


def test_a_bell_that_is_active_low_rests_at_the_other_level(bench: Bench) -> None:
    chip = bench.kernel.plug()
    bench.hang(active_low=True)
    since = bench.ring((A, 100))
    bench.run(1)
    channel = chip.channels[0]
    assert (channel.polarity, channel.enable, channel.duty_cycle) == ("inversed", 1, 0)
    assert bench.heard(since) == [(0, A), (100, 0)]
    assert bench.kernel.refused == []


@pytest.mark.parametrize(("line", "channel"), [(12, 0), (13, 1), (18, 0), (19, 1)])
@pytest.mark.parametrize("name", ["2020c000.pwm", "3f20c000.pwm", "fe20c000.pwm"])
def test_up_to_the_pi_4_two_channels_reach_four_lines(bench: Bench, line: int, channel: int, name: str) -> None:
    jack = bench.kernel.plug(0, "fe20c800.pwm")
    chip = bench.kernel.plug(2, name)
    bench.hang(line=Line(line))
    assert list(chip.channels) == [channel]
    assert jack.channels == {}


@pytest.mark.parametrize(("line", "channel"), [(12, 0), (13, 1), (18, 2), (19, 3)])
@pytest.mark.parametrize("number", [0, 2])
def test_on_a_pi_5_the_block_of_the_header_is_found_whatever_its_number(
    bench: Bench, line: int, channel: int, number: int
) -> None:
    bench.kernel.plug(1, "107d517a80.pwm", "brcm,brcmstb-pwm")
    bench.kernel.plug(5, "1f0009c000.pwm", RP1, 4)
    chip = bench.kernel.plug(number, "1f00098000.pwm", RP1, 4)
    bench.hang(line=Line(line))
    assert list(chip.channels) == [channel]
    assert not bench.kernel.chips[5].channels


def test_a_note_that_a_dead_program_left_behind_ends_at_the_start(bench: Bench) -> None:
    bench.kernel.plug()
    first = bench.hang()
    bench.ring((A, 1000))
    first._stop()
    first._call_off()  # as if it were killed: nothing of it goes on
    bench.bells.clear()
    assert bench.kernel.pitch == A
    bench.hang()
    assert bench.kernel.pitch == 0
    assert bench.kernel.refused == []
    assert bench.states == ["ready", "ready"]


# Where the kernel has no PWM


def test_without_a_pwm_of_the_kernel_gpiozero_makes_the_tones_and_the_standing_says_so(bench: Bench) -> None:
    bell = bench.hang()
    bench.run(PATIENCE + 0.1)
    standing = bell.report()
    assert (standing.state, standing.errors) == (DeviceState.DEGRADED, 0)
    assert standing.error.startswith("tonal: ")
    assert "No such device" in standing.error
    assert bench.states == ["degraded"]
    pin = bench.pins.pin(12)
    bench.ring((A, 100), (0, 100), (C, 100))
    heard = []
    for _ in range(4):
        heard.append(pitch_of(pin))
        bench.run(0.1)
    assert heard == [A, 0, C, 0]
    bench.run(PEACE)
    assert bench.states == ["degraded"]


def test_a_pwm_that_the_kernel_finds_late_is_taken(bench: Bench) -> None:
    bell = bench.hang()
    bench.run(PATIENCE / 2)
    bench.kernel.plug()
    bench.run(PATIENCE)
    assert bell.report() == DeviceReport("bell", "red+blue", DeviceState.READY)


def test_other_chips_of_pwm_are_none_of_the_bells(bench: Bench) -> None:
    bench.kernel.plug(0, "fe20c800.pwm")
    (bench.kernel.folder / "class" / "pwm" / "pwmchip1").mkdir()  # one without a device tree
    bell = bench.hang()
    bench.run(PATIENCE + 0.1)
    assert bell.report().error.startswith("tonal: ")


@pytest.mark.parametrize("active_low", [False, True])
def test_a_tonal_bell_by_its_own_choice_is_ready_and_rests_inactive(bench: Bench, active_low: bool) -> None:
    bell = bench.hang("tonal", Line(17), active_low=active_low)
    assert bell.report().state is DeviceState.READY
    pin = bench.pins.pin(17)
    assert pin.state == float(active_low)
    bench.ring((A, 100), (12_000, 100))
    assert (pitch_of(pin), pin.state) == (A, 0.5)
    bench.run(0.15)
    assert pin.frequency == 10_000
    bench.run(0.1)
    assert pin.state == float(active_low)


def test_a_faint_tonal_bell_can_still_be_heard(bench: Bench) -> None:
    bell = bench.hang("tonal")
    assert bell.has_volume
    bell.ring(call((A, 100))._replace(volume=1))
    assert bench.pins.pin(12).state == pytest.approx(0.01)


# Bells that sound by themselves, and none


def test_of_a_buzzer_that_sounds_by_itself_the_rhythm_is_left(bench: Bench) -> None:
    bell = bench.hang("active", Line(3, "keys"), active_low=True)
    [socket] = bench.sockets
    assert (socket.line, socket.active_low) == (Line(3, "keys"), True)
    bench.run(0.999)
    bench.ring((A, 100), (C, 100), (0, 50), (E, 100))
    bench.run(1)
    assert socket.seen == [(1.0, True), (1.2, False), (1.25, True), (1.35, False)]
    assert not bell.has_volume
    bell.ring(call((A, 100))._replace(volume=30))
    bench.run(1)
    assert len(socket.seen) == 6, "it knows one volume"


def test_a_buzzer_fares_as_the_chip_of_its_line(bench: Bench) -> None:
    bell = bench.hang("active", Line(3, "keys"))
    assert bell.report() == DeviceReport("bell", "red+blue", DeviceState.PROBING)
    bell.chip(DeviceReport("lines", "", DeviceState.READY))
    assert bell.report().state is DeviceState.PROBING
    bell.chip(DeviceReport("lines", "keys", DeviceState.READY))
    bell.chip(DeviceReport("lines", "keys", DeviceState.FAILED, 4, "Remote I/O error"))
    assert bell.report() == DeviceReport("bell", "red+blue", DeviceState.FAILED, 4, "Remote I/O error")
    assert bench.states == ["ready", "failed"]


def test_a_bell_of_the_kernels_heeds_no_chip_of_lines(bench: Bench) -> None:
    bench.kernel.plug()
    bell = bench.hang()
    bell.chip(DeviceReport("lines", "", DeviceState.FAILED))
    assert bell.report().state is DeviceState.READY


def test_no_bell_swallows_everything(bench: Bench) -> None:
    bell = bench.hang("none", None)
    bench.ring((A, 100))
    bell.hush()
    bench.run(1)
    assert bell.report().state is DeviceState.READY
    assert (bench.kernel.heard, bench.sockets) == ([], [])
