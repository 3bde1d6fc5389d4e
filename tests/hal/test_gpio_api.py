"""How lines are reached: the ways, the chip that is asked itself, the thread that waits for a bus, and recordings."""

from __future__ import annotations

import asyncio
import ctypes
import errno
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from klaxon.cli import record_edges
from klaxon.console.devices.health import LineName
from klaxon.console.profile import Profile, load
from klaxon.hal.input_lines import MS, DialLines, Edge, KeyLine, Wiring
from klaxon.hal.pi import sources
from klaxon.hal.pi.lines import by_gpiozero, registers, wiring
from klaxon.hal.pi.lines.by_gpiod import Gpiod
from klaxon.hal.pi.lines.by_gpiozero import Gpiozero
from klaxon.hal.pi.lines.executor import InThread
from klaxon.hal.pi.lines.gpio_api import Forgotten, as_os_errors
from klaxon.hal.pi.lines.plan import Input, LinePlan, plans, profile_of
from klaxon.hal.pi.lines.registers import I2CPlace, check, read_register
from klaxon.hal.recording import Dropped, Reread, Tape
from klaxon.table.fake_time import travel
from tests.hal.kit.pins import FakeChip, FakeGpiod, lay_out

OWN = LinePlan("", {5: Input(5, "up", 1), 6: Input(6, "down", 0), 7: Input(7, "none")})
PLACE = I2CPlace(1, 0x20)


def nothing() -> None:
    """Nobody needs to be woken."""


# Finding chips


def chips(folder: Path, *labels: str) -> Gpiod:
    made = {f"gpiochip{number}": FakeChip(label, lambda: 0) for number, label in enumerate(labels)}
    lay_out(folder, made)
    return Gpiod(FakeGpiod(made), folder / "dev", folder / "sys", lambda *_: False)


def found(way: Gpiod, plan: LinePlan) -> str:
    return way._find(plan).name


@pytest.mark.parametrize("labels", [("brcm-gpio", "pinctrl-rp1"), ("gpio-brcmstb", "pinctrl-bcm2835", "other")])
def test_the_chip_of_the_header_is_found_by_its_label(tmp_path: Path, labels: tuple[str, ...]) -> None:
    way = chips(tmp_path, *labels)
    (tmp_path / "dev/gpiochip9").symlink_to(tmp_path / "dev/gpiochip0")  # as newer kernels have for old programs
    assert found(way, OWN) == "gpiochip1"


def test_expanders_are_found_by_label_or_by_bus_and_address(tmp_path: Path) -> None:
    way = chips(tmp_path, "pinctrl-bcm2711", "mcp23017", "sim-keys")
    profile = load("console-4")
    assert isinstance(profile, Profile)
    plan = plans(profile)[1]
    assert found(way, plan) == "gpiochip1"
    assert way._place(tmp_path / "dev/gpiochip1") == PLACE
    assert way._place(tmp_path / "dev/gpiochip2") is None


def test_a_chip_that_cannot_be_read_is_passed_over(tmp_path: Path) -> None:
    made = {f"gpiochip{number}": FakeChip("pinctrl-bcm2711", lambda: 0) for number in range(2)}
    lay_out(tmp_path, made)
    made["gpiochip0"].gone = True
    assert found(_opened(Gpiod(FakeGpiod(made), tmp_path / "dev", tmp_path / "sys")), OWN) == "gpiochip1"


def _opened(way: Gpiod) -> Gpiod:
    way.open(OWN, {}, nothing).close()
    return way


def test_errors_of_a_library_are_errors_of_the_system() -> None:
    for raised, code in ((ValueError("x"), errno.EIO), (RuntimeError("GPIO busy"), errno.EBUSY)):
        with pytest.raises(OSError, match=type(raised).__name__) as error, as_os_errors():
            raise raised
        assert error.value.errno == code
    with pytest.raises(PermissionError), as_os_errors():
        raise PermissionError(errno.EACCES, "no")


# The chip itself is asked


@pytest.fixture
def bus(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[bytes | int]:
    """Answers of a device to come: two bytes, or the error."""
    answers: list[bytes | int] = []
    (tmp_path / "i2c-1").touch()

    def ioctl(file: int, request: int, transfer: Any) -> None:
        assert (Path(f"/proc/self/fd/{file}").readlink(), request) == (tmp_path / "i2c-1", registers.I2C_RDWR)
        ask, told = transfer.messages[0], transfer.messages[1]
        assert (transfer.count, ask.address, ask.flags, ask.length) == (2, 0x20, 0, 1)
        assert ctypes.string_at(ask.data, 1) == b"\x04"
        assert (told.address, told.flags, told.length) == (0x20, registers.I2C_M_RD, 2)
        answer = answers.pop(0)
        if isinstance(answer, int):
            raise OSError(answer, os.strerror(answer))
        ctypes.memmove(told.data, answer, 2)

    monkeypatch.setattr(registers, "ioctl", ioctl)
    return answers


def test_a_chip_says_which_lines_may_interrupt(bus: list[bytes | int], tmp_path: Path) -> None:
    inputs = frozenset({0, 1, 9})
    bus += [b"\x03\x02", b"\xff\xff", b"\x03\x00", b"\x00\x00", errno.ENXIO, errno.EOPNOTSUPP]
    assert check("mcp23017", PLACE, inputs, tmp_path)
    assert check("mcp23017", PLACE, inputs, tmp_path)
    for told in ("0003", "0000"):
        with pytest.raises(Forgotten, match=f"lines {told} may interrupt, not 0203"):
            check("mcp23017", PLACE, inputs, tmp_path)
    with pytest.raises(OSError, match="No such device") as error:
        check("mcp23017", PLACE, inputs, tmp_path)
    assert error.value.errno == errno.ENXIO
    assert not check("mcp23017", PLACE, inputs, tmp_path)  # an adapter that cannot be asked
    assert bus == []
    assert not check("mcp23017", None, inputs, tmp_path)
    assert not check("mcp23017", PLACE, inputs, tmp_path / "nowhere")
    assert not check("pca9555", PLACE, inputs, tmp_path)


def test_a_register_is_read_through_the_kernel(tmp_path: Path) -> None:
    """What is no bus says so: the call itself is right."""
    (tmp_path / "i2c-1").touch()
    with pytest.raises(OSError, match=os.strerror(errno.ENOTTY)):
        read_register(tmp_path / "i2c-1", 0x20, 4)


# The thread


def test_work_is_done_in_a_thread_and_told_in_the_loop() -> None:
    async def story() -> list[object]:
        loop, told, enough = asyncio.get_running_loop(), list[object](), asyncio.Event()
        work = InThread("lines-keys", loop)

        def fail() -> str:
            raise OSError(errno.ENXIO, "gone")

        def done(what: object) -> None:
            told.append((what, threading.current_thread() is threading.main_thread()))
            if len(told) == 2:
                enough.set()

        work.do(lambda: threading.current_thread().name, done)
        work.do(fail, lambda error: done(getattr(error, "errno", None)))
        await enough.wait()
        left = threading.Event()
        work.do(left.set, done)
        work.close()
        assert left.wait(10)  # what was asked for is done, and nobody is told
        return told

    assert asyncio.run(story()) == [("lines-keys_0", True), (errno.ENXIO, True)]


def test_a_loop_that_has_ended_needs_no_news() -> None:
    loop = asyncio.new_event_loop()
    work, go, told = InThread("lines", loop), threading.Event(), list[object]()
    work.do(go.wait, told.append)
    loop.close()
    go.set()
    work._thread.shutdown()
    assert told == []


# gpiozero


LIBRARY = """
import os
os.chdir("/")
from klaxon.hal.pi.lines.by_gpiozero import Gpiozero
from klaxon.hal.pi.lines.plan import Input, LinePlan
try:
    Gpiozero().open(LinePlan("", {5: Input(5)}), {}, print)
except OSError as error:
    print(error)
print(os.getcwd(), os.path.exists(os.environ["LG_WD"]), os.environ["LG_WD"] != "/")
"""


def test_lgpio_works_in_a_folder_of_its_own_and_the_process_stays_where_it_is(tmp_path: Path) -> None:
    environment = {**os.environ, "TMPDIR": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
    environment.pop("LG_WD", None)
    environment.pop("GPIOZERO_PIN_FACTORY", None)
    ended = subprocess.run(
        [sys.executable, "-c", LIBRARY], env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    error, *_, last = ended.stdout.splitlines()
    assert (last, ended.stderr) == ("/ True True", "")
    assert error.startswith("[Errno 5] ")  # this is no Pi
    assert list(tmp_path.iterdir()) == []


def test_a_factory_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(by_gpiozero.FACTORY, "pigpio")
    with pytest.raises(OSError, match="GPIOZERO_PIN_FACTORY is lgpio or rpigpio, not pigpio"):
        Gpiozero().open(OWN, {}, nothing)


class Pin:
    """A pin that only remembers."""

    def __init__(self, state: int) -> None:
        self.state, self.did = state, list[object]()
        self.when_changed: Callable[[float, int], None] | None = None
        self.bounce: float | None = 1.0
        self.edges = "rising"

    def input_with_pull(self, pull: str) -> None:
        self.did.append(pull)

    def output_with_state(self, state: object) -> None:
        raise RuntimeError("GPIO busy")


class Factory:
    def __init__(self) -> None:
        self.pins = {5: Pin(1), 6: Pin(0), 7: Pin(1), 9: Pin(0)}
        self.closed = 0

    def pin(self, number: int) -> Pin:
        return self.pins[number]

    def close(self) -> None:
        self.closed += 1


def test_pins_are_set_up_and_their_ticks_believed_where_they_can_be() -> None:
    made, woken = Factory(), list[int]()
    now = 50_000_000_000
    pins = Gpiozero(lambda: made, lambda: now).open(OWN, {}, lambda: woken.append(1))
    assert [made.pins[number].did for number in (5, 6, 7)] == [["up"], ["down"], ["floating"]]
    assert {(pin.bounce, pin.edges) for number, pin in made.pins.items() if number != 9} == {(None, "both")}
    assert pins.look() == ({5: 1, 6: 0, 7: 1}, True)
    for ticks, level in ((49.5, 0), (1.7e9, 1), (49.9, 2)):  # ours, the wall clock, a watchdog
        changed = made.pins[5].when_changed
        assert changed is not None
        changed(ticks, level)
    assert woken == [1]  # once for all that waits
    assert pins.take() == ([(49_500_000_000, 5, 0), (now, 5, 1)], 0)
    assert (pins.take(), pins.fileno()) == (([], 0), None)
    pins.close()
    assert (made.closed, [pin.when_changed for pin in made.pins.values()]) == (1, [None] * 4)


def test_pins_that_somebody_else_has_are_let_go() -> None:
    made = Factory()
    with pytest.raises(OSError, match="GPIO busy") as error:
        Gpiozero(lambda: made).open(OWN, {9: 1}, nothing)
    assert (error.value.errno, made.closed) == (errno.EBUSY, 1)


# Recordings


BUSY = Wiring(
    (KeyLine("red-1", "ok", 5), KeyLine("red-2", "ok", 6, active_low=False)), (DialLines("red-1", 0, 17, 27),)
)


def test_a_wiring_is_a_console_too() -> None:
    assert wiring(profile_of(BUSY)) == BUSY
    (plan,) = plans(profile_of(BUSY))
    assert plan.inputs == {5: Input(5, "up", 1), 6: Input(6, "down", 0), 17: Input(17), 27: Input(27)}


def test_a_source_hands_over_all_that_lines_do(tmp_path: Path) -> None:
    async def story() -> None:
        loop, tape = asyncio.get_running_loop(), Tape()
        chip = FakeChip("pinctrl-bcm2711", lambda: round(loop.time() * 1_000_000_000))
        lay_out(tmp_path, {"gpiochip0": chip})
        way = Gpiod(FakeGpiod({"gpiochip0": chip}), tmp_path / "dev", tmp_path / "sys")
        source = sources.open_source(way, BUSY, tape)
        first: dict[LineName, int] = {5: 1, 6: 1, 17: 1, 27: 1}
        assert tape.rows == [Reread(first, 1_000_000 * MS)]
        chip.move(5, 0, 7)
        chip.move(5, 1, 8, lose=True)
        chip.move(5, 0, 9)
        source.drain()
        assert tape.rows[1:] == [Dropped(1, 1_000_000 * MS), Edge(5, 7, 0), Edge(5, 9, 0)]
        await asyncio.sleep(0)
        assert tape.rows[4:] == [Reread({**first, 5: 0}, 1_000_000 * MS)]
        source.close()
        assert chip.request is None
        with pytest.raises(OSError, match=r"no lines of the Pi: keys\.1"):
            sources.open_source(way, Wiring((KeyLine("red-1", "ok", "keys.1"),)), tape)
        chip.taken[17] = "somebody"
        with pytest.raises(OSError, match="line 17 is taken by somebody"):
            sources.open_source(way, BUSY, tape)
        await asyncio.sleep(9)
        assert chip.opened == 1

    travel(story)


HEADER = '{"klaxon-edges": 1, "keys": [{"station": "red-1", "key": "ok", "line": "keys.1"}]}\n'


def test_the_lines_of_a_profile_are_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: list[object] = []

    def opened(name: str, lines: Wiring, taker: Tape, profile: Profile | None) -> None:
        seen.append((name, lines.lines, profile and profile.name))
        taker.edge("keys.1", 0, 0)
        raise OSError(errno.ENODEV, "no Pi")

    monkeypatch.setattr(sources, "open_source", opened)
    like, out = tmp_path / "like.edges", tmp_path / "out.edges"
    like.write_text(HEADER)
    assert record_edges.main([str(out), "--profile", "console-4"]) == 1
    profile = load("console-4")
    assert isinstance(profile, Profile)
    assert seen == [("gpiod", wiring(profile).lines, "console-4")]
    assert '"keys.1"' in out.read_text().splitlines()[0]
    for arguments, status, words in (
        (["--like", str(like)], 2, "where these lines are: keys.1. Name the console with --profile"),
        (["--profile", str(like)], 1, "is not a console: 1 things are wrong. The first: "),
        (["--profile", "virtual"], 1, "virtual has no lines"),
    ):
        assert record_edges.main([str(tmp_path / "none"), *arguments]) == status
        assert words in capsys.readouterr().err
    for arguments in ([], ["--like", str(like), "--profile", "console-4"]):
        with pytest.raises(SystemExit):
            record_edges.main([str(tmp_path / "none"), *arguments])
        assert "needs --like RECORDING or --profile CONSOLE" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()
