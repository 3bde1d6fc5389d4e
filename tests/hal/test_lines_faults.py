"""Chips that fail, vanish, are taken or were reset: what hands are told, what is counted, how they come back."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from klaxon.console.devices.health import DeviceState
from klaxon.hal.pi.health import PEACE
from klaxon.hal.pi.lines.chip_keeper import SECOND_LOOK
from klaxon.hal.pi.lines.gpio_api import Forgotten
from klaxon.hal.pi.lines.lines import REREAD
from tests.hal.kit.pins import OK, STOP, A, Bench, FakeChip, down, errors, play, up

WAYS = pytest.mark.parametrize("way", ["gpiod", "gpiozero"])


# Chips that fail


@WAYS
def test_a_chip_that_vanishes_lets_its_keys_up(tmp_path: Path, way: str) -> None:
    async def story(bench: Bench) -> None:
        await bench.move(OK, 0)
        await bench.move(STOP, 0)
        await bench.run(0.1)
        assert bench.heard() == [down("ok"), down("stop")]
        bench.states.clear()
        bench.keys.vanish()
        await bench.run(0.5)
        assert bench.heard() == [up("ok")]  # STOP is on another chip
        assert bench.states == [("keys", "degraded"), ("keys", "failed")]
        standing = bench.standing("keys")
        assert (standing.state, "No such device" in standing.error) == (DeviceState.FAILED, True)
        assert bench.standing("").state is DeviceState.READY
        await bench.move(STOP, 1)
        await bench.run(60)
        assert bench.heard() == [up("stop")]
        assert 10 < bench.standing("keys").errors < 25  # it is tried less and less often
        bench.states.clear()
        bench.keys.come_back()
        await bench.run(5.1 + PEACE + REREAD)
        assert bench.heard() == []  # it is down as it was before: nobody pressed it
        assert bench.states == [("keys", "degraded"), ("keys", "ready")]
        await bench.move(OK, 1)
        await bench.run(0.1)
        assert bench.heard() == []  # its release was told when the chip went
        await bench.move(OK, 0)
        await bench.run(0.1)
        await bench.move(OK, 1)
        await bench.run(0.1)
        assert bench.heard() == [down("ok"), up("ok")]

    play(story, tmp_path, way)


@WAYS
@pytest.mark.parametrize(("before", "after"), [(0, 1), (1, 0)], ids=["let go", "pressed"])
def test_a_key_that_moved_while_its_chip_was_away(tmp_path: Path, way: str, before: int, after: int) -> None:
    """One that was let go is ready to be pressed; one that is down now, and was not, was pressed."""

    async def story(bench: Bench) -> None:
        await bench.move(OK, before)
        await bench.run(0.1)
        bench.keys.vanish()
        await bench.run(0.5)
        assert bench.heard() == ([] if before else [down("ok"), up("ok")])
        await bench.move(OK, after)
        bench.keys.come_back()
        await bench.run(5.1)
        assert bench.heard() == ([] if after else [down("ok")])
        await bench.move(OK, 1 - after)
        await bench.run(0.1)
        assert bench.heard() == ([down("ok")] if after else [up("ok")])

    play(story, tmp_path, way)


@pytest.mark.parametrize("times", [1, 2])
def test_a_hiccup_releases_nothing(tmp_path: Path, times: int) -> None:
    async def story(bench: Bench) -> None:
        await bench.move(OK, 0)
        await bench.run(0.1)
        bench.heard()
        bench.states.clear()
        bench.keys.failing = times
        await bench.run(REREAD + 0.2)
        assert bench.heard() == []
        assert (bench.states, bench.standing("keys").errors) == ([("keys", "degraded")], times)
        await bench.move(OK, 1)
        await bench.run(PEACE + REREAD)
        assert bench.heard() == [up("ok")]
        assert bench.states == [("keys", "degraded"), ("keys", "ready")]

    play(story, tmp_path)


def test_lines_that_somebody_else_has(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        bench.own.taken[STOP] = "somebody"
        bench.own.levels[A] = 0  # and a dial that lies between its detents
        bench.lines.start()
        await bench.run(20)
        standing = bench.standing("")
        assert (standing.state, bench.standing("keys").state) == (DeviceState.ABSENT, DeviceState.READY)
        assert f"line {STOP} is taken by somebody" in standing.error
        assert standing.errors > 5
        del bench.own.taken[STOP]
        bench.own.levels[STOP] = 0
        await bench.run(5.1)
        assert bench.heard() == [down("stop")]
        assert bench.states == [("", "absent"), ("keys", "ready"), ("", "ready")]
        assert errors(bench) == 0  # it is no error to be seen for the first time

    play(story, tmp_path, started=False)


def test_a_chip_that_is_not_there_at_the_start(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        (tmp_path / "sys/bus/i2c/devices/1-0020").unlink()
        (tmp_path / "dev/gpiochip0").unlink()
        bench.lines.start()
        await bench.run(1)
        assert "no driver has made lines of the chip at 1-0020" in bench.standing("keys").error
        assert "there is no chip with the label pinctrl-rp1 or" in bench.standing("").error
        assert bench.heard() == []

    play(story, tmp_path, started=False)


# Expanders


def test_an_expander_that_says_that_it_was_reset(tmp_path: Path) -> None:
    """Its lines float, and none of them is told before it is set up again."""
    chips: list[FakeChip] = []

    def ask(_chip: str, _place: object, _inputs: object) -> bool:
        if chips and chips[0].deaf:
            raise Forgotten(errno.EIO, "reset")
        return True

    async def story(bench: Bench) -> None:
        chips.append(bench.keys)
        await bench.move(OK, 0)
        await bench.run(0.5)
        bench.heard()
        bench.states.clear()
        bench.keys.reset()
        await bench.run(REREAD)
        assert (bench.heard(), bench.keys.opened, bench.states) == ([], 2, [("keys", "degraded")])
        assert "reset" in bench.standing("keys").error
        await bench.move(OK, 1)
        await bench.run(PEACE + REREAD)
        assert bench.heard() == [up("ok")]
        assert (errors(bench), bench.states[-1]) == (0, ("keys", "ready"))

    play(story, tmp_path, ask=ask)


def unsure(_chip: str, _place: object, _inputs: object) -> bool:
    return False


def test_an_expander_that_cannot_say_that_it_was_reset(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        await bench.run(0.5)
        bench.states.clear()
        bench.keys.reset()
        await bench.run(REREAD + SECOND_LOOK)
        assert (bench.heard(), bench.keys.opened, bench.states) == ([], 2, [("keys", "degraded")])
        assert "changed without an edge: keys.0, keys.1" in bench.standing("keys").error
        await bench.move(OK, 0)
        await bench.run(0.1)
        assert (bench.heard(), errors(bench)) == ([down("ok")], 0)

    play(story, tmp_path, ask=unsure)


def test_an_expander_whose_interrupt_is_cut_off_works_slowly(tmp_path: Path) -> None:
    """Nobody can tell it from one that is reset again and again: it is opened anew, and never given up."""

    async def story(bench: Bench) -> None:
        bench.states.clear()
        for number in range(8):
            bench.keys.deaf = True
            bench.keys.move(1, number % 2)
            await bench.run(REREAD + SECOND_LOOK + 0.05)
        assert bench.heard() == [down("ok"), up("ok")] * 4
        assert bench.states == [("keys", "degraded")]
        assert next(key for key in bench.inputs.health().keys if key.key == "ok").repaired == 8
        assert (bench.keys.opened, bench.standing("keys").errors) == (9, 8)

    play(story, tmp_path, ask=unsure)


def test_an_edge_on_its_way_is_no_reset(tmp_path: Path) -> None:
    """A level is read before its edge arrives."""

    async def story(bench: Bench) -> None:
        await bench.run(REREAD - 0.01)
        at = bench.now()
        bench.keys.levels[1] = 0
        await bench.run(0.02)  # it was looked at
        assert bench.keys.request is not None
        bench.keys.request.edge(1, 0, at, lose=False)
        await bench.run(0.1)
        assert (bench.heard(), bench.keys.opened, errors(bench)) == ([down("ok")], 1, 0)

    play(story, tmp_path, ask=unsure)


def test_an_expander_that_does_not_answer_presses_nothing(tmp_path: Path) -> None:
    """The driver says 0 for every line then; the chip was asked before."""
    dead: list[int] = []

    def ask(_chip: str, _place: object, _inputs: object) -> bool:
        if dead:
            raise OSError(errno.ENXIO, "no such device or address")
        return True

    async def story(bench: Bench) -> None:
        await bench.run(0.5)
        dead.append(1)
        bench.keys.levels = dict.fromkeys(range(16), 0)
        await bench.run(10)
        assert (bench.heard(), bench.standing("keys").state) == ([], DeviceState.FAILED)
        bench.keys.levels = {}
        dead.clear()
        await bench.run(5.1)
        assert (bench.heard(), bench.standing("keys").state) == ([], DeviceState.DEGRADED)

    play(story, tmp_path, ask=ask)
