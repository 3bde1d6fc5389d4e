"""What there is beside the daemon, on devices of the kernel: the doctor, recordings of edges, the port of the link."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import termios
import tty
from pathlib import Path
from typing import Any

import gpiod

from klaxon.console.profile import Profile
from tests.kernel.guest import sim
from tests.kernel.guest.conftest import OTHER_PORT, PROFILE
from tests.kernel.guest.fingers import Fingers
from tests.kernel.guest.sim import until

OK, WEST = 23, "keys.11"
"""Lines of red-1."""
WIRES = ("DOC-401", "DOC-404", "DOC-410", "DOC-411", "DOC-412", "DOC-414", "DOC-415", "DOC-417")
"""The board, where lgpio may write, chips of lines, buses, channels, expanders, PWM and the link's port."""


def klaxon(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "klaxon.cli", *map(str, arguments)]


def examined(*arguments: str | Path) -> dict[str, list[dict[str, Any]]]:
    """Ask the doctor; return his findings by their codes."""
    command = klaxon("doctor", "--json", *arguments)
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode in {0, 1}, told.stderr
    found: dict[str, list[dict[str, Any]]] = {}
    for finding in json.loads(told.stdout)["checks"]:
        found.setdefault(finding["code"], []).append(finding)
    return found


def test_the_doctor_finds_every_device(tmp_path: Path) -> None:
    found = examined("--profile", PROFILE, "--folder", tmp_path)
    assert {code: [each["level"] for each in found[code]] for code in WIRES} == {
        **{code: ["ok"] for code in WIRES},
        "DOC-410": ["ok"] * 3,
        "DOC-411": ["ok"] * 3,
        "DOC-412": ["ok"] * 2,
    }


def test_the_doctor_misses_what_is_not_there(tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    told = PROFILE.read_text("utf-8").replace("number = 21", "number = 9").replace("address = 0x20", "address = 0x21")
    other.write_text(told.replace("/dev/ttyS0", "/dev/ttyUSB0"), "utf-8")
    found = examined("--profile", other, "--folder", tmp_path)
    bad = {code for code in WIRES if any(each["level"] == "fail" for each in found[code])}
    assert bad == {"DOC-411", "DOC-414", "DOC-417"}


def test_edges_are_recorded(fingers: Fingers, tmp_path: Path) -> None:
    out = tmp_path / "out"
    command = klaxon("record-edges", out, "--source", "gpiod", "--profile", PROFILE, "--json")
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as recording:
        try:
            until(lambda: {OK, WEST} <= seen(out), "the first levels of both chips are written down")
            fingers.press("red-1", "ok")
            fingers.turn("red-1", 2)
            fingers.turn("red-1", -1)
            fingers.press("red-1", "west")
            until(lambda: is_recorded(out, WEST, 1), "the last edge is written down: that key does not bounce")
        finally:
            recording.send_signal(signal.SIGINT)
        told = json.loads(recording.communicate(timeout=sim.PATIENCE)[0])
    assert (recording.returncode, told["presses"], told["steps"]) == (0, 2, 3)


def rows(recording: Path) -> list[Any]:
    lines = recording.read_text("utf-8").split("\n") if recording.exists() else []
    return [json.loads(line) for line in lines[:-1]]


def seen(recording: Path) -> set[int | str]:
    """Return the lines whose levels were read."""
    looks = [row["levels"] for row in rows(recording) if "levels" in row]
    return {line for levels in looks for line, _ in levels}


def is_recorded(recording: Path, line: int | str, level: int) -> bool:
    return any(isinstance(row, list) and row[1:] == [line, level] for row in rows(recording))


def test_the_port_of_the_link_opens_and_carries_both_ways(profile: Profile) -> None:
    """A cable goes from it to the machine's other port."""
    ports = [os.open(name, os.O_RDWR | os.O_NOCTTY) for name in (profile.link.port, OTHER_PORT)]
    try:
        for port in ports:
            tty.setraw(port)
            settings = termios.tcgetattr(port)
            settings[4] = settings[5] = termios.B115200
            termios.tcsetattr(port, termios.TCSANOW, settings)
        sent = bytes(range(256))
        for near, far in (ports, ports[::-1]):
            os.write(near, sent)
            came = b""
            while len(came) < len(sent) and select.select([far], [], [], sim.PATIENCE)[0]:
                came += os.read(far, 256)
            assert came == sent
    finally:
        for port in ports:
            os.close(port)


def test_the_expander_is_the_kernel_s_own() -> None:
    """None of this would prove anything if the chip were not behind the driver that a Pi has."""
    driver = Path("/sys/bus/i2c/devices/23-0020/driver").resolve().name
    with gpiod.Chip("/dev/gpiochip2") as chip:
        assert (driver, chip.get_info().label, chip.get_info().num_lines) == ("mcp230xx", "mcp23017", 16)
