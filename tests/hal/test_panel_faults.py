"""Panels that are pulled, swapped, torn or stuck: the others go on, and afterwards the glass shows the last picture."""

from __future__ import annotations

import logging
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from klaxon.console.devices import Fitting
from klaxon.hal.pi.health import CHANCES, LONGEST_WAIT, PEACE
from klaxon.hal.pi.panels.mounting import Mounting
from klaxon.hal.pi.panels.panel import ORBIT, shift
from klaxon.hal.pi.panels.panels import PiPanels
from klaxon.hal.pi.panels.schedule import BLIND, WATCH
from klaxon.hal.pi.panels.worker import Time
from tests.hal.kit.chips import SSD1309, Chip, Clock, Wires
from tests.hal.kit.rig import MANY, SPEEDS, Hole, Rig, frame_seconds, lively, row

pytest.importorskip("luma.oled.device", reason="luma.oled brings the set-up of the panels; the extra `pi` has it")
pytestmark = pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning")


@pytest.fixture
def rig() -> Rig:
    made = Rig(row(3))
    made.settle()
    return made


# What goes wrong


def test_states_of_a_panel_that_is_pulled_and_comes_back(rig: Rig) -> None:
    socket = rig.sockets["s1"]
    rig.states.clear()
    rig.show("s1")
    socket.soon(5, socket.pull)
    rig.run(1)
    assert rig.states == [("s1", "degraded"), ("s1", "failed")]
    rig.show("s0")
    rig.show("s1")
    rig.settle()
    assert rig.seen("s0") == rig.last["s0"]
    socket.plug(rig.fresh("s1"))
    rig.run(LONGEST_WAIT + PEACE + 1)
    assert rig.states[2:] == [("s1", "probing"), ("s1", "degraded"), ("s1", "ready")]
    assert rig.right()
    assert rig.wires.opened - rig.wires.closed == 3, "every link that broke was closed"
    assert rig.wires.closed >= CHANCES
    report = rig.panels.reports()["s1"]
    assert (report.errors >= CHANCES, report.last_error) == (True, "[Errno 121] Remote I/O error")


def test_a_panel_that_was_never_there_is_absent_until_it_comes() -> None:
    rig = Rig(row(2))
    rig.sockets["s1"].pull()
    rig.show("s1")
    rig.run(30)
    assert rig.states == [("s0", "probing"), ("s1", "probing"), ("s1", "absent"), ("s0", "ready")]
    assert rig.sockets["s1"].transactions <= 4 + 30 / LONGEST_WAIT + 1
    rig.sockets["s1"].plug(rig.fresh("s1"))
    rig.run(LONGEST_WAIT + PEACE + 1)
    assert rig.states[4:] == [("s1", "probing"), ("s1", "ready")]
    assert rig.right()


def test_a_frame_that_breaks_off_in_a_byte_is_drawn_again(rig: Rig) -> None:
    for place in (0, 1, 2, 64, 128):
        rig.show("s0")
        rig.sockets["s0"].breaks = place
        rig.run(2 * PEACE)
        assert rig.right()
        assert rig.state("s0") == "ready"


def test_a_stuck_bus_costs_little_and_recovers(rig: Rig) -> None:
    rig.wires.stuck = True
    for name in rig.names:
        rig.show(name)
    before, began = len(rig.wires.told), rig.clock.now
    rig.run(60)
    assert {rig.state(name) for name in rig.names} == {"failed"}
    assert len(rig.wires.told) - before <= 3 * (CHANCES + 4 + 60 / LONGEST_WAIT + 1)
    assert 1 <= len(rig.unstuck) <= 60 / LONGEST_WAIT + 1
    assert rig.unstuck[0] - began < 1
    rig.wires.stuck = False
    rig.run(LONGEST_WAIT + PEACE + 1)
    assert rig.right()
    assert {rig.state(name) for name in rig.names} == {"ready"}


def test_a_storm_on_one_panel_leaves_the_others_alone(rig: Rig) -> None:
    socket = rig.sockets["s0"]
    for turn, _ in enumerate(lively(rig, 20.0, 0.1)):
        socket.mute = rig.random.random() < 0.5
        if turn % 3 == 0:
            socket.breaks = rig.random.randrange(100)
    assert rig.panels.reports()["s1"].worst_age <= 8 * frame_seconds(400_000)
    assert (rig.state("s1"), rig.state("s2")) == ("ready", "ready")
    assert rig.panels.reports()["s0"].errors < 40
    socket.mute, socket.breaks = False, None
    rig.run(2 * LONGEST_WAIT + PEACE)
    assert rig.right()
    assert rig.state("s0") == "ready"


def test_a_panel_swapped_without_a_word_is_found_by_its_status(rig: Rig) -> None:
    rig.show("s0")
    rig.settle()
    rig.sockets["s0"].plug(rig.fresh("s0"))
    rig.run(WATCH + 0.2)
    assert rig.right()
    assert rig.panels.reports()["s0"].last_error == "it was reset, or swapped"


def test_a_panel_swapped_just_before_it_is_dimmed_is_not_switched_on_half_built(rig: Rig) -> None:
    rig.show("s0")
    rig.settle()
    rig.sockets["s0"].plug(rig.fresh("s0"))
    rig.panels.light("s0", 40)
    rig.run(0.2)
    assert rig.right()


def test_a_panel_swapped_while_it_is_written_is_found_too(rig: Rig) -> None:
    rig.sockets["s0"].soon(30, lambda: rig.sockets["s0"].plug(rig.fresh("s0")))
    for _ in lively(rig, 2 * WATCH, 0.001):
        pass
    assert rig.panels.reports()["s0"].errors == 1
    rig.settle()
    assert rig.right()


def test_panels_swapped_while_they_slept_are_mended_when_they_wake() -> None:
    rig = Rig(MANY)
    rig.settle()
    for name in rig.names:
        rig.panels.light(name, 0)
        rig.show(name)
        rig.settle()
        rig.sockets[name].plug(rig.fresh(name))
    rig.run(60)
    for name in rig.names:
        rig.panels.light(name, 200)
    rig.settle()
    assert rig.right()


class Mumbling(SSD1309):
    """A module that answers anything when it is asked."""

    def read(self) -> int:
        return 0


class Deaf(SSD1309):
    """A module that cannot be read."""

    def read(self) -> int:
        raise OSError(121, "Remote I/O error")


@pytest.mark.parametrize("made", [Mumbling, Deaf])
def test_modules_that_cannot_tell_are_mended_blindly(made: type[Chip]) -> None:
    rig = Rig([(Fitting("s0", "red"), "ssd1309", False, made)])
    rig.show("s0")
    rig.run(5)
    assert rig.state("s0") == "ready"
    rig.sockets["s0"].plug(rig.fresh("s0"))
    rig.run(BLIND + 1)
    assert (rig.right(), rig.panels.reports()["s0"].errors) == (True, 0)
    rig.sockets["s0"].pull()
    rig.run(WATCH + 1)
    assert rig.state("s0") == "failed"


STORY = st.lists(
    st.tuples(
        st.sampled_from(["show", "show", "light", "touch", "pull", "plug", "break", "mute", "stuck", "swap soon"]),
        st.integers(0, 4),
        st.integers(0, 140),
        st.floats(0, 3),
    ),
    max_size=40,
)


@settings(max_examples=60, deadline=None)
@given(STORY, st.sampled_from(SPEEDS))
def test_whatever_happens_the_last_picture_is_shown_in_the_end(
    story: list[tuple[str, int, int, float]], speed: int
) -> None:
    rig = Rig(MANY, speed)
    for what, which, number, seconds in story:
        name = rig.names[which]
        socket = rig.sockets[name]
        if what == "show":
            rig.show(name)
        elif what == "light":
            rig.panels.light(name, number % 3 * 100)
        elif what == "touch":
            rig.panels.prioritise(name)
        elif what == "pull":
            socket.soon(number, socket.pull)
        elif what == "plug":
            socket.plug(rig.fresh(name))
        elif what == "break":
            socket.breaks = number
        elif what == "mute":
            socket.mute = not socket.mute
        elif what == "stuck":
            rig.wires.stuck = not rig.wires.stuck
        else:
            socket.soon(number, partial(socket.plug, rig.fresh(name)))
        rig.run(seconds * (number % 2))
    rig.wires.stuck = False
    for name, socket in rig.sockets.items():
        socket.mute, socket.breaks = False, None
        socket.plans.clear()
        socket.plug(socket.chip or rig.fresh(name))
        rig.panels.light(name, 100)
        rig.show(name)
    rig.run(LONGEST_WAIT + BLIND + PEACE + 1)
    right = {name: (rig.seen(name) in _moved(rig, name), rig.state(name)) for name in rig.names}
    assert right == dict.fromkeys(rig.names, (True, "ready"))


def _moved(rig: Rig, name: str) -> set[bytes]:
    return {shift(rig.last[name], rig.made[name][1].width, *by) for by in ORBIT}


def test_a_mistake_of_our_own_stops_nobody(rig: Rig, caplog: pytest.LogCaptureFixture) -> None:
    def torn(*_: object) -> None:
        raise KeyError("nonsense")

    chip = rig.sockets["s0"].chip
    assert chip
    chip.write = torn  # type: ignore[method-assign, assignment]
    with caplog.at_level(logging.ERROR):
        for name in rig.names:
            rig.show(name)
        rig.run(1)
    assert rig.seen("s1") == rig.last["s1"]
    assert rig.state("s0") == "failed"
    assert caplog.records[0].message == "the panel of s0 cannot be written"
    rig.sockets["s0"].plug(rig.fresh("s0"))
    rig.run(LONGEST_WAIT)
    assert rig.right()


def test_a_reset_that_fails_stops_nobody(caplog: pytest.LogCaptureFixture) -> None:
    def broken() -> None:
        raise RuntimeError

    clock = Clock()
    wires = Wires(clock)
    wires.socket(0, 0x3C, None)
    panels = PiPanels(
        [Fitting("s0", "red")],
        [Mounting("s0", Hole(wires, 0))],
        in_loop=lambda act, *told: act(*told),
        on_report=lambda *_: None,
        unstick={"i2c-1": broken},
        timing=Time(clock, lambda _: None),
    )
    with caplog.at_level(logging.ERROR):
        panels.workers["i2c-1"].turn()
    assert [record.message for record in caplog.records] == ["the bus i2c-1 cannot be reset"]
