"""Panels on chip models: in virtual time, without a thread, and afterwards the glass shows the last picture."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaxon.console.devices import Devices, Fitting, Picture
from klaxon.console.devices.health import DeviceState
from klaxon.hal.laws import LAWS, Law, obey
from klaxon.hal.panel_runs import LONGEST, OVERHEAD, runs, wire_bytes
from klaxon.hal.pi.panels.mounting import Mounting, card
from klaxon.hal.pi.panels.panel import ORBIT, shift
from klaxon.hal.pi.panels.panels import PiPanels
from klaxon.hal.pi.panels.schedule import CARE, ECHO, PATIENCE, QUIET, SHARE, WATCH
from klaxon.hal.pi.panels.worker import FAREWELL, LAST_LIGHT, Time
from klaxon.hal.virtual import VirtualConsole
from tests.hal.kit.chips import SSD1309, Clock, Wires
from tests.hal.kit.rig import MANY, SPEEDS, Hole, Rig, frame_seconds, lively, row

pytest.importorskip("luma.oled.device", reason="luma.oled brings the set-up of the panels; the extra `pi` has it")
pytestmark = pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning")


@pytest.fixture
def rig() -> Rig:
    made = Rig(row(3))
    made.settle()
    return made


# The laws of the devices


class PanelStand:
    """A virtual console whose panels hang on wires."""

    lamps: Sequence[str] = ("red", "blue")

    def __init__(self) -> None:
        self.rig = Rig(MANY)
        self.fittings: Sequence[Fitting] = self.rig.fittings
        self.console = VirtualConsole(self.fittings, self.lamps)
        rest = self.console.devices()
        self.devices = Devices(rest.keys, rest.dials, self.rig.panels, rest.bells, rest.lamps)
        self.press, self.release, self.turn = self.console.press, self.console.release, self.console.turn
        self.settle, self.pixels = self.rig.settle, self.rig.seen
        self._rung: dict[tuple[str, ...], list[str]] = {}
        self._volumes: dict[tuple[str, ...], int] = {}
        self.console.watch(self)

    def panel(self, station: str, picture: Picture) -> None: ...

    def light(self, station: str, level: int) -> None: ...

    def lamp(self, lamp: str, *, lit: bool) -> None: ...

    def speech(self, sentence: Any) -> None: ...

    def bell(self, boat: str, call: Any) -> None:
        self._rung.setdefault((boat,), []).append(call.name if call else "")
        self._volumes[boat,] = call.volume if call else 0

    def level(self, station: str) -> int:
        chip = self.rig.sockets[station].chip
        assert chip
        return chip.contrast if chip.on else 0

    def is_lit(self, lamp: str) -> bool:
        return self.console.lamps[lamp]

    def bell_calls(self, boats: tuple[str, ...]) -> Sequence[str]:
        return self._rung.get(boats, [])

    def loudness(self, boats: tuple[str, ...]) -> float:
        return self._volumes[boats]

    def traffic(self) -> int:
        return sum(socket.bytes for socket in self.rig.sockets.values())

    def break_down(self) -> None:
        for socket in self.rig.sockets.values():
            socket.pull()


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_panels_on_wires_obey(law: Law) -> None:
    obey(PanelStand, [law])


def test_a_station_without_a_panel_swallows_everything() -> None:
    bare = PiPanels([Fitting("red-1", "red")], [], in_loop=print, on_report=lambda *_: None)
    bare.show("red-1", Picture(128, 64, bytes(1024)))
    bare.light("red-1", 9)
    bare.prioritise("red-1")
    bare.start()
    bare.close()
    assert bare.reports() == {}


# Pictures and light


@pytest.mark.parametrize("speed", SPEEDS)
def test_every_kind_of_panel_shows_random_pictures(speed: int) -> None:
    rig = Rig(MANY, speed)
    for _ in range(20):
        for name in rig.names:
            rig.show(name)
        rig.settle()
        assert rig.right()
    assert rig.wires.longest <= ((LONGEST + 2) * 9 + 2) / speed, "nobody waits for more than a page"


def test_only_what_changed_travels(rig: Rig) -> None:
    picture = bytearray(1024)
    rig.show("s0", bytes(picture))
    rig.settle()
    before = rig.sockets["s0"].bytes
    picture[300:303] = b"abc"
    rig.show("s0", bytes(picture))
    rig.settle()
    assert rig.sockets["s0"].bytes - before == OVERHEAD + 3


def test_frames_are_dropped_never_queued(rig: Rig) -> None:
    before = rig.wires.bytes
    for _ in range(1000):
        rig.show("s0")
    rig.settle()
    assert rig.right()
    assert rig.wires.bytes - before <= wire_bytes(runs(None, bytes(1024), 128))


def test_nothing_is_lit_before_all_of_it_is_drawn() -> None:
    rig = Rig(MANY)
    for name in rig.names:
        rig.show(name)
    dark = {name: bytes(len(rig.last[name])) for name in rig.names}
    for _ in range(2):
        until = rig.clock.now + 1
        while rig.clock.now < until:
            rig.turn(until)
            assert all(rig.seen(name) in {dark[name], rig.last[name]} for name in rig.names)
        assert rig.right()
        for name in rig.names:
            rig.sockets[name].plug(rig.fresh(name))
        rig.clock.now += WATCH


def test_a_panel_sleeps_and_wakes(rig: Rig) -> None:
    rig.show("s0")
    rig.settle()
    rig.panels.light("s0", 0)
    rig.settle()
    assert (rig.seen("s0"), rig.state("s0")) == (bytes(1024), "ready")
    rig.show("s0")
    rig.run(10 * CARE)
    assert rig.seen("s0") == bytes(1024)
    rig.panels.light("s0", 30)
    rig.settle()
    chip = rig.sockets["s0"].chip
    assert rig.seen("s0") == rig.last["s0"]
    assert chip
    assert chip.contrast == 30


def test_idle_panels_cost_next_to_nothing(rig: Rig) -> None:
    for name in rig.names:
        rig.panels.light(name, 0)
    rig.settle()
    before, steps, until = rig.wires.bytes, 0, rig.clock.now + 60
    while rig.clock.now < until:
        rig.turn(until)
        steps += 1
    assert rig.wires.bytes - before <= 3 * 60 / WATCH * 5
    assert steps <= 4 * 60


# Whose turn it is


@pytest.mark.parametrize("speed", SPEEDS)
@pytest.mark.parametrize("count", [1, 4, 8])
def test_the_age_of_every_panel_is_bounded(count: int, speed: int) -> None:
    rig = Rig(row(count), speed)
    rig.settle()
    for _ in lively(rig, 100 * frame_seconds(speed), frame_seconds(speed) / 7):
        pass
    worst = [report.worst_age for report in rig.panels.reports().values()]
    assert min(worst) > 0
    assert max(worst) <= (2 * count + 1) * frame_seconds(speed)
    rig.settle()
    assert rig.right()


def test_a_panel_that_always_changes_keeps_nobody_waiting() -> None:
    rig = Rig(row(2))
    rig.settle()
    for _ in lively(rig, 2.0, 0.001, ["s0"]):
        rig.show("s1", bytes(1023) + rig.random.randbytes(1))
    assert rig.panels.reports()["s1"].worst_age <= 3 * frame_seconds(400_000)


@pytest.mark.parametrize("speed", SPEEDS)
def test_the_panel_just_touched_goes_first(speed: int) -> None:
    rig, page = Rig(row(4), speed), frame_seconds(speed) / 8
    rig.settle()
    waits = []
    for turn, _ in enumerate(lively(rig, 200 * frame_seconds(speed), frame_seconds(speed) / 3, ["s0", "s1", "s2"])):
        if turn % 5 == 0:
            rig.clock.now += rig.random.random() * page
            touched, count = rig.clock.now, len(rig.wires.told)
            rig.panels.prioritise("s3")
            rig.show("s3")
            while not (mine := [at for at, number, _ in rig.wires.told[count:] if number == 3]):
                rig.turn(rig.clock.now + 1)
            waits.append(mine[0] - touched)
    assert len(waits) > 20
    assert max(waits) <= 2 * page


def test_the_others_get_every_second_step_when_they_have_waited(rig: Rig) -> None:
    rig.panels.prioritise("s0")
    for _ in lively(rig, ECHO / 2, 0.004):
        rig.panels.prioritise("s0")
    turns = [number for at, number, _ in rig.wires.told if at > rig.clock.now - ECHO / 2 + PATIENCE + 0.01][::2]
    share = turns.count(0) / len(turns)
    assert 0.4 < share < 0.6
    assert {1, 2} <= set(turns)


def test_two_that_are_touched_keep_each_other_waiting_for_a_while_only() -> None:
    rig = Rig(row(3))
    rig.settle()
    for _ in lively(rig, 2.0, 0.002):
        rig.panels.prioritise("s1")
        rig.panels.prioritise("s0")
    assert max(report.worst_age for report in rig.panels.reports().values()) <= 7 * frame_seconds(400_000)


def test_the_bus_is_left_to_others_for_their_share() -> None:
    rig = Rig(row(4))
    rig.settle()
    began, before = rig.clock.now, rig.wires.bytes
    for _ in lively(rig, 2.0, 0.01):
        pass
    assert (rig.wires.bytes - before) * 9 / 400_000 <= SHARE * (rig.clock.now - began) + 0.01


# Care


def test_the_picture_moves_by_a_pixel_now_and_then(rig: Rig) -> None:
    rig.show("s0")
    rig.settle()
    seen = [rig.seen("s0")]
    for _ in range(2 * len(ORBIT)):
        rig.run(CARE + 1)
        seen.append(rig.seen("s0"))
    wanted = [shift(rig.last["s0"], 128, *by) for by in ORBIT]
    assert seen == [*wanted, *wanted, wanted[0]]
    assert rig.states == [(name, state) for state in ("probing", "ready") for name in rig.names]


def test_nobody_moves_a_picture_under_the_hands(rig: Rig) -> None:
    rig.show("s0")
    for _ in range(int(CARE / QUIET) + 5):
        rig.panels.prioritise("s0")
        rig.run(QUIET - 1)
    assert rig.seen("s0") == rig.last["s0"]
    rig.run(QUIET + 1)
    assert rig.seen("s0") == shift(rig.last["s0"], 128, 1, 0)


def test_somebody_who_never_stops_is_moved_all_the_same(rig: Rig) -> None:
    rig.show("s0")
    for _ in range(int(5 * CARE / (QUIET - 1)) + 5):
        rig.panels.prioritise("s0")
        rig.run(QUIET - 1)
    assert rig.seen("s0") == shift(rig.last["s0"], 128, 1, 0)


def test_registers_that_lost_their_mind_are_mended(rig: Rig) -> None:
    rig.show("s0")
    rig.settle()
    chip = rig.sockets["s0"].chip
    assert chip
    chip.inverted, chip.start, chip.contrast, chip.mux, chip.mode = True, 7, 3, 40, 0
    rig.run(CARE + 1)
    assert rig.seen("s0") == shift(rig.last["s0"], 128, 1, 0)
    assert chip.contrast == 255


@given(st.binary(min_size=48, max_size=48), st.integers(0, 3), st.integers(0, 7))
def test_moving_is_moving_every_pixel(bits: bytes, right: int, down: int) -> None:
    def pixels(picture: bytes) -> set[tuple[int, int]]:
        return {(x, y) for y in range(24) for x in range(16) if picture[y // 8 * 16 + x] >> y % 8 & 1}

    wanted = {(x + right, y + down) for x, y in pixels(bits) if x + right < 16 and y + down < 24}
    assert pixels(shift(bits, 16, right, down)) == wanted


# Hello and last words


def test_last_words_stay_and_are_dim() -> None:
    rig = Rig(row(4))
    rig.settle()
    rig.show("s0")
    rig.panels.light("s1", 7)
    rig.panels.light("s2", 0)
    rig.sockets["s3"].pull()
    words = {name: card(rig.fittings[0], "Good bye.") for name in rig.names[:3]}
    rig.panels.close(words)
    rig.panels.close()
    for name, level in (("s0", LAST_LIGHT), ("s1", 7), ("s2", LAST_LIGHT)):
        chip = rig.sockets[name].chip
        assert chip
        assert (chip.picture(), chip.contrast) == (words["s0"].bits, level)
    assert words["s0"].words == ("Good bye.",)
    assert rig.wires.opened == rig.wires.closed
    rig.show("s0")
    rig.panels.light("s0", 0)


def test_without_last_words_panels_go_dark_and_a_stuck_bus_is_not_waited_for() -> None:
    rig = Rig(row(2))
    rig.show("s0")
    rig.settle()
    rig.panels.close()
    assert rig.seen("s0") == bytes(1024)
    rig = Rig(row(2))
    rig.settle()
    rig.wires.stuck = True
    began = rig.clock.now
    rig.panels.close({"s0": card(rig.fittings[0], "Good bye.")})
    assert rig.clock.now - began <= FAREWELL + 2 * Wires.TIMEOUT


def test_the_thread_says_hello_tells_the_loop_and_parts() -> None:
    fitting, wires = Fitting("s0", "red"), Wires(Clock())
    socket = wires.socket(0, 0x3C, SSD1309())
    hello, picture, last = card(fitting, "Hello."), card(fitting, "Dive!"), card(fitting, "Good bye.")
    seen: list[bytes] = []

    async def run() -> list[DeviceState]:
        told: list[DeviceState] = []
        ready = asyncio.Event()

        def hear(_: str, state: DeviceState) -> None:
            assert threading.current_thread() is threading.main_thread()
            told.append(state)
            if state is DeviceState.READY:
                ready.set()

        loop = asyncio.get_running_loop()
        panels = PiPanels(
            [fitting],
            [Mounting("s0", Hole(wires, 0))],
            in_loop=loop.call_soon_threadsafe,
            on_report=hear,
            hello={"s0": hello},
        )
        panels.start()
        assert [thread.name for thread in threading.enumerate() if thread.name.startswith("panels")] == ["panels i2c-1"]
        await asyncio.wait_for(ready.wait(), 20)
        assert socket.chip
        seen.append(socket.chip.picture())
        panels.prioritise("s0")
        panels.show("s0", picture)
        await asyncio.to_thread(panels.close, {"s0": last})
        seen.append(socket.chip.picture())
        return told

    assert asyncio.run(run()) == [DeviceState.PROBING, DeviceState.READY]
    assert seen == [hello.bits, last.bits]
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("panels")]


def test_what_is_said_just_before_the_worker_waits_is_heard() -> None:
    rig, said, waits = Rig(row(1)), list[str](), list[bool]()
    real_turn = rig.worker.turn

    def turn() -> float:
        seconds = real_turn()
        if seconds > 1 and not said:
            said.append("now")
            rig.show("s0")
        return seconds

    def wait(seconds: float) -> None:
        rig.clock.now += seconds
        if seconds > 1:
            waits.append(rig.right())
            rig.worker._closing = True

    rig.worker.turn = turn  # type: ignore[method-assign]
    rig.worker._condition.wait = wait  # type: ignore[method-assign, assignment]
    rig.worker._run()
    assert (said, waits) == (["now"], [True])


def test_a_loop_that_has_ended_needs_no_news() -> None:
    loop = asyncio.new_event_loop()
    loop.close()
    wires = Wires(Clock())
    wires.socket(0, 0x3C, SSD1309())
    panels = PiPanels(
        [Fitting("s0", "red")],
        [Mounting("s0", Hole(wires, 0))],
        in_loop=loop.call_soon_threadsafe,
        on_report=lambda *_: None,
        timing=Time(wires.clock, lambda _: None),
    )
    panels.workers["i2c-1"].turn()


def test_panels_of_two_adapters_have_two_workers() -> None:
    wires, fittings = Wires(Clock()), [Fitting("a", "red"), Fitting("b", "red")]
    built = [Mounting("a", Hole(wires, 0)), Mounting("b", Hole(wires, 1, "i2c-3"))]
    panels = PiPanels(fittings, built, in_loop=print, on_report=lambda *_: None)
    assert list(panels.workers) == ["i2c-1", "i2c-3"]
    with pytest.raises(ValueError, match="no station 'c'; the stations are: a, b"):
        PiPanels(fittings, [Mounting("c", Hole(wires, 0))], in_loop=print, on_report=lambda *_: None)
