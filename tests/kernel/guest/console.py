"""The whole of it: the daemon as a Pi runs it, on devices of the kernel. Fingers on lines, eyes on the wires."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from klaxon.console.sound.score import Score
from klaxon.table.disk.shelf import Shelf
from tests.console.kit.veterans import settle_in
from tests.kernel.guest import sim
from tests.kernel.guest.conftest import PROFILE
from tests.kernel.guest.eyes import Eyes
from tests.kernel.guest.fingers import Fingers
from tests.kernel.guest.sim import Expander, until

LAMP = {"red": 13, "blue": 16}


@contextmanager
def daemon(folder: Path, *arguments: str) -> Iterator[dict[str, Any]]:
    """Run the daemon; what it says first is given, and it must end well when it is told to."""
    settle_in(folder)
    command = [sys.executable, "-m", "klaxon.cli", "run", "--profile", str(PROFILE), "--folder", str(folder), "--json"]
    debug = {**os.environ, "KLAXON_DEBUG": "1"}
    with (
        (folder / "errors").open("w+", encoding="utf-8") as errors,
        subprocess.Popen(
            [*command, *arguments], env=debug, stdout=subprocess.PIPE, stderr=errors, text=True
        ) as process,
    ):
        try:
            assert process.stdout
            yield json.loads(process.stdout.readline())
            assert process.poll() is None, "the daemon ended by itself"
        finally:
            process.terminate()
            status = process.wait(sim.PATIENCE)
            errors.seek(0)
            said = errors.read()
    assert not status, said
    assert not said, said


def test_an_order_from_the_captain_s_key_to_the_bytes_on_the_bus(fingers: Fingers, eyes: Eyes, tmp_path: Path) -> None:
    with daemon(tmp_path, "--pace", "0", "--host", "127.0.0.1", "--port", "0") as told:
        assert told["profile"] == "guest"
        begin(fingers, eyes)
        sail(fingers, eyes)
    said = [eyes.look().says(station, "Klaxon is off.") for station in eyes.glass.chips]
    assert any(said), "last words have a second for all panels; on a busy machine not every one gets them"
    assert eyes.tones[-1].pitch == 0
    (name,) = Shelf(tmp_path).names()
    orders = [line for line in Shelf(tmp_path).export(name) if line.startswith("red.")]
    assert orders[:3] == ["red.captain start A2", "red.captain dive", "red.captain course north"]
    assert sorted(line.split()[0] for line in orders[3:5]) == ["red.engineer", "red.xo"]
    assert orders[5:] == ["red.captain end"]


def begin(fingers: Fingers, eyes: Eyes) -> None:
    """Set the game up, place the boat and dive."""
    eyes.until_offers("red-1", "begin the game")
    lamps = [sim.level(line) for line in LAMP.values()]
    assert lamps == [0, 1], "no lamp is lit; that of blue is active low"
    fingers.press("red-1", "ok")
    eyes.until_offers("red-1", "start at A1")
    fingers.press("red-1", "east")
    eyes.until_offers("red-1", "start at B1")
    fingers.press("red-1", "south")
    eyes.until_offers("red-1", "start at A2")
    fingers.turn("red-1", 1)
    eyes.until_offers("red-1", "start at C2")
    fingers.turn("red-1", -1)
    eyes.until_offers("red-1", "start at A2")
    fingers.press("red-1", "ok")
    eyes.until_offers("red-1", "dive")
    with fingers.holding("red-1", "ok"):
        eyes.until_says("red-1", "sail: ")


def sail(fingers: Fingers, eyes: Eyes) -> None:
    """Sail north, let both officers mark it, and end the turn."""
    until(lambda: [sim.level(line) for line in LAMP.values()] == [1, 1], "the lamp of red alone is lit")
    dive = {note.pitch for note in Score.read("sonar").calls["dive"].notes}
    until(
        lambda: bool(eyes.look()) and bool(dive & {tone.pitch for tone in eyes.tones if tone.pitch}), "the bell rings"
    )
    fingers.press("red-1", "north")
    eyes.until_offers("red-2", "charge ")
    fingers.press("red-2", "ok")
    eyes.until_offers("red-3", "cross ")
    fingers.press("red-3", "ok")
    eyes.until_offers("red-1", "end turn")
    fingers.press("red-1", "ok")
    eyes.until_says("red-1", "sail: ")


def test_devices_that_die_and_come_back_are_told_on_the_panels(
    fingers: Fingers, eyes: Eyes, expander: Expander, tmp_path: Path
) -> None:
    with daemon(tmp_path, "--no-page"):
        eyes.until_says("red-2", "first station.")
        until(lambda: eyes.look().is_marked("red-2"), "the sign that a device is dead: it is the panel of red-4")
        expander.away(away=True)
        eyes.until_said("red-2", "lines keys is dead")
        fingers.press("red-1", "ok")
        eyes.until_offers("red-1", "start at A1")
        expander.away(away=False)
        eyes.until_said("red-2", "lines keys is back")
        fingers.press("red-1", "east")
        eyes.until_offers("red-1", "start at B1")
