"""The lines of a console on chips that are moved by hand: what hands are told, what is counted, how chips fare."""

from __future__ import annotations

from pathlib import Path

import gpiod
import pytest

from klaxon.console.devices.health import DeviceState
from klaxon.console.profile import Line, shipped_names
from klaxon.console.profile.board import OUTPUTS_ONLY
from klaxon.hal.input_lines import MS, SECOND
from klaxon.hal.pi.lines import wiring
from klaxon.hal.pi.lines.by_gpiod import QUEUE
from klaxon.hal.pi.lines.by_gpiozero import QUEUE as PIN_QUEUE
from klaxon.hal.pi.lines.lines import REREAD
from klaxon.hal.pi.lines.plan import plans
from klaxon.hal.pi.lines.registers import I2CPlace
from klaxon.table.fake_time import TravelLoop
from tests.hal.kit.pins import BACK, LAMP, OK, POWER, STOP, A, B, Bench, console, down, errors, play, up

CLOCKWISE = ((A, 0), (B, 0), (A, 1), (B, 1))
WAYS = pytest.mark.parametrize("way", ["gpiod", "gpiozero"])
D = 0.012


# All is well


@WAYS
def test_presses_and_steps_are_told(tmp_path: Path, way: str) -> None:
    async def story(bench: Bench) -> None:
        assert [each.state for each in bench.lines.reports()] == [DeviceState.READY, DeviceState.READY]
        assert [each.name for each in bench.lines.reports()] == ["", "keys"]
        for line in (STOP, OK, POWER):
            await bench.move(line, 0)
            await bench.run(0.05)
            await bench.move(line, 1)
            await bench.run(0.05)
        keys = [down("stop"), up("stop"), down("ok"), up("ok"), down("power", ""), up("power", "")]
        assert bench.heard() == keys
        for line, level in CLOCKWISE * 2:
            await bench.move(line, level)
            await bench.run(0.01)
        assert bench.heard() == [("turned", "red-1", 0, 1)] * 2
        await bench.run(5)
        assert (bench.heard(), errors(bench)) == ([], 0)
        assert bench.states == [("", "ready"), ("keys", "ready")]
        assert bench.keys.opened == 1

    play(story, tmp_path, way)


@WAYS
def test_a_key_that_is_held_at_the_start_is_told_once(tmp_path: Path, way: str) -> None:
    async def story(bench: Bench) -> None:
        bench.keys.levels[1] = 0
        bench.lines.start()
        await bench.run(3.5)
        assert bench.heard() == [down("ok")]
        await bench.move(OK, 1)
        await bench.run(0.05)
        assert (bench.heard(), errors(bench)) == ([up("ok")], 0)

    play(story, tmp_path, way, started=False)


def test_lines_are_taken_as_the_profile_says(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        assert set(bench.keys.biases) == set(range(16)) - set(OUTPUTS_ONLY)
        assert set(bench.keys.biases.values()) == {gpiod.line.Bias.PULL_UP}
        assert {A, B, STOP, POWER} <= set(bench.own.biases)
        assert 12 not in bench.own.biases  # the bell's: the kernel's PWM has it
        assert set(bench.asked) == {I2CPlace(1, 0x20)}

    play(story, tmp_path)


@pytest.mark.parametrize("name", [name for name in shipped_names() if name != "virtual"])
def test_every_line_of_a_profile_is_watched(name: str) -> None:
    profile = console(name)
    lines = wiring(profile)
    read = [each for plan in plans(profile) for each in plan.inputs.values()]
    assert sorted(str(each.token) for each in read) == sorted(map(str, lines.lines))
    keys = {key.line: key for key in lines.keys}
    assert all(each.rest == int(keys[each.token].active_low) for each in read if each.token in keys)
    assert all(each.rest is None for each in read if each.token not in keys)
    assert [(dial.station, dial.dial) for dial in lines.dials] == [(a, b) for a, b, _ in profile.all_dials()]


# Edges that wait


@pytest.mark.parametrize("drains", [True, False])
def test_no_level_counts_before_the_edges_that_wait(tmp_path: Path, drains: bool) -> None:
    """A key lets go just before its level counts, and the loop is at its timers already when the edge comes."""

    async def story(bench: Bench) -> None:
        if not drains:
            bench.inputs.drain = lambda: None
        await bench.move(STOP, 0)
        counts = bench.loop.time() + D

        def busy() -> None:
            assert isinstance(bench.loop, TravelLoop)
            bench.loop.moment += 0.01

        bench.loop.call_at(counts - 0.002, busy)
        bench.loop.call_at(counts - 0.001, bench.own.move, STOP, 1, round((counts - 0.001) * SECOND))
        for _ in range(2):
            await bench.run(0.05)
        assert bench.heard() == ([] if drains else [down("stop"), up("stop")])

    play(story, tmp_path)


def test_edges_of_two_chips_are_told_in_the_order_of_their_times(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        now = bench.now()
        for line, level, at in ((STOP, 0, 20), (STOP, 1, 60)):
            bench.own.move(line, level, now + at * MS)
        for level, at in ((0, 0), (1, 30), (0, 31), (1, 70)):
            bench.keys.move(1, level, now + at * MS)
        assert isinstance(bench.loop, TravelLoop)
        bench.loop.moment += 0.2  # it was busy, and finds all of it at once
        await bench.run(0.1)
        assert bench.heard() == [down("ok"), down("stop"), up("stop"), up("ok")]
        assert errors(bench) == 0

    play(story, tmp_path)


# Edges that are lost


@pytest.mark.parametrize("line", [STOP, OK])
def test_a_lost_edge_is_counted_and_made_good_at_once(tmp_path: Path, line: int | str) -> None:
    async def story(bench: Bench) -> None:
        chip = bench.own if line == STOP else bench.keys
        offset = STOP if line == STOP else 1
        other: int | str = A if line == STOP else BACK
        name = "stop" if line == STOP else "ok"
        await bench.move(line, 0)
        await bench.run(0.05)
        chip.move(offset, 1, lose=True)
        chip.move(offset, 0, lose=True)
        chip.move(offset, 1, bench.now() + 1)
        chip.move(offset, 0, bench.now() + 2, lose=True)
        chip.move(offset, 1, bench.now() + 3, lose=True)
        chip.move(offset, 0, bench.now() + 4)
        await bench.run(0.1)
        assert bench.heard() == [down(name)]
        assert bench.inputs.health().dropped == 4
        await bench.move(other, 0)
        chip.move(offset, 1, lose=True)
        await bench.run(0.1)
        assert up(name) not in bench.heard()  # nobody can know yet
        await bench.run(REREAD)
        assert bench.heard() == [up(name)]
        key = next(key for key in bench.inputs.health().keys if key.key == name)
        assert (key.repaired, key.presses) == (1, 1)
        chip.move(offset, 0)
        await bench.run(0.1)
        assert bench.heard() == [down(name)]
        assert bench.inputs.health().dropped == 5

    play(story, tmp_path)


def test_a_queue_that_was_too_short(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        now = bench.now()
        for number in range(QUEUE + 101):
            bench.own.move(STOP, number % 2, now + number)
        await bench.run(0.1)
        assert bench.heard() == [down("stop")]
        assert bench.inputs.health().dropped == 101
        assert next(key for key in bench.inputs.health().keys if key.key == "stop").edges == QUEUE

    play(story, tmp_path)


def test_pins_that_a_busy_loop_could_not_follow(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        pin = bench.pins[-1].pin(STOP)
        for _ in range(PIN_QUEUE // 2 + 20):
            pin.drive_low()
            pin.drive_high()
        pin.drive_low()
        await bench.seen()
        assert bench.inputs.health().dropped == 41
        await bench.run(0.1)
        assert bench.heard() == [down("stop")]  # by the look that follows every loss
        assert next(key for key in bench.inputs.health().keys if key.key == "stop").repaired == 1

    play(story, tmp_path, "gpiozero")


@WAYS
def test_swapped_phases_turn_the_other_way(tmp_path: Path, way: str) -> None:
    async def story(bench: Bench) -> None:
        for line, level in CLOCKWISE:
            await bench.move({A: B, B: A}[line], level)
            await bench.run(0.01)
        await bench.run(1)
        assert (bench.heard(), errors(bench)) == ([("turned", "red-1", 0, -1)], 0)

    play(story, tmp_path, way)


# Outlets


@WAYS
@pytest.mark.parametrize("active_low", [True, False])
def test_an_outlet_is_set_also_when_its_chip_comes_back(tmp_path: Path, way: str, active_low: bool) -> None:
    async def story(bench: Bench) -> None:
        own = bench.lines.outlet(Line(LAMP), active_low=active_low)
        far = bench.lines.outlet(Line(7, "keys"), active_low=active_low)
        lit, out = int(not active_low), int(active_low)

        def level() -> int:
            return int(bench.pins[-1].pin(LAMP).state) if bench.pins else bench.own.levels[LAMP]

        own.set(lit=True)
        bench.lines.start()
        await bench.seen()
        assert (level(), bench.keys.levels[7]) == (lit, out)
        own.set(lit=False)
        far.set(lit=True)
        assert (level(), bench.keys.levels[7]) == (out, lit)
        bench.keys.vanish()
        far.set(lit=False)
        await bench.run(1)
        far.set(lit=False)
        assert bench.standing("keys").state is DeviceState.FAILED
        far.set(lit=True)
        bench.keys.levels[7] = out
        bench.keys.come_back()
        await bench.run(5)
        assert bench.keys.levels[7] == lit
        own.set(lit=True)
        bench.lines.close()
        assert (bench.keys.levels[7], level() if way == "gpiod" else out) == (out, out)
        own.set(lit=True)  # swallowed
        assert level() == (out if way == "gpiod" else level())

    play(story, tmp_path, way, started=False)


def test_the_loop_is_left_as_it_was(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        bench.keys.vanish()
        await bench.move(STOP, 0)
        bench.lines.close()
        await bench.run(30)
        assert (bench.heard(), bench.own.opened, bench.keys.opened) == ([down("stop")], 1, 1)

    play(story, tmp_path)
