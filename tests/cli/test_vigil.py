"""The daemon as systemd runs it: ready with the first pictures, alive by its pulse, safe after two failed starts."""

from __future__ import annotations

import io
import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from unittest import mock

import pytest

from klaxon.cli.daemon import logs
from klaxon.cli.daemon.guard import FILE, STEADY, StartGuard
from klaxon.cli.daemon.notify import Notify
from klaxon.cli.daemon.vigil import HALTING, LINKS, POWEROFF, ROUNDS, Vigil
from klaxon.console.lobby.game_plan import GamePlan
from klaxon.console.profile import virtual
from klaxon.table.disk.shelf import Shelf
from tests.cli.kit.daemons import first_words
from tests.console.kit.playing import at_the_console, story

PATIENCE = 60
NAMES = [fitting.name for fitting in virtual()]


class Ear:
    """Systemd's end of the socket."""

    def __init__(self, folder: Path) -> None:
        self.address = folder / "notify"
        self.door = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.door.bind(str(self.address))
        self.door.settimeout(PATIENCE)

    def until(self, word: str) -> list[str]:
        """Return what is heard, up to a word."""
        heard: list[str] = []
        while word not in heard:
            heard += self.door.recv(4096).decode().split("\n")
        return heard


@pytest.fixture
def ear(tmp_path: Path) -> Iterator[Ear]:
    ear = Ear(tmp_path)
    yield ear
    ear.door.close()


@contextmanager
def service(folder: Path, *arguments: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """The daemon as a service: its folders and its log are the system's."""
    (folder / "run").mkdir(exist_ok=True)
    with (folder / "log").open("w", encoding="utf-8") as log:
        place = os.fstat(log.fileno())
        own = {
            "STATE_DIRECTORY": str(folder / "state"),
            "RUNTIME_DIRECTORY": str(folder / "run"),
            "JOURNAL_STREAM": f"{place.st_dev}:{place.st_ino}",
            "NOTIFY_SOCKET": str(folder / "notify"),
        }
        command = [sys.executable, "-m", "klaxon.cli", "run", *arguments]
        started = subprocess.Popen(command, env=os.environ | own | environment, stdout=log, stderr=log, text=True)
    try:
        yield started
    finally:
        started.kill()
        started.wait()


def log_of(folder: Path) -> str:
    return (folder / "log").read_text("utf-8")


@pytest.mark.parametrize("profile", ["null", "virtual"])
def test_a_service_is_ready_lives_and_stops_in_order(tmp_path: Path, ear: Ear, profile: str) -> None:
    with service(tmp_path, "--profile", profile, "--port", "0", WATCHDOG_USEC="600000") as running:
        assert ear.until("READY=1")[0] == "READY=1", "nothing before it"
        assert (tmp_path / "state" / "key").stat().st_size == 32, "the journal's folder is open"
        assert json.loads((tmp_path / "state" / FILE).read_text("utf-8"))["failed"] == 1
        ear.until("WATCHDOG=1")
        ear.until("WATCHDOG=1")
        running.send_signal(signal.SIGTERM)
        ear.until("STOPPING=1")
        assert running.wait(PATIENCE) == 0
    assert json.loads((tmp_path / "state" / FILE).read_text("utf-8"))["failed"] == 0, "an orderly end is no failure"
    said = log_of(tmp_path)
    assert f"<6>ready: The console {profile} is running." in said
    assert said.rstrip().endswith("<6>stopped")


def test_links_and_pin_stand_in_no_log(tmp_path: Path, ear: Ear) -> None:
    with service(tmp_path, "--profile", "virtual", "--port", "0"):
        ear.until("READY=1")
        links = tmp_path / "run" / LINKS
        assert links.stat().st_mode & 0o777 == 0o600
        text = links.read_text("utf-8")
    secrets = [*re.findall(r"#(\S+)", text), *re.findall(r"PIN (\d+)", text)]
    assert len(secrets) == 3
    assert str(tmp_path / "run" / LINKS) in log_of(tmp_path)
    assert not [secret for secret in secrets if secret in log_of(tmp_path)]


def failed_twice(folder: Path) -> None:
    (folder / "state").mkdir()
    for _ in range(2):
        StartGuard(folder / "state").begin()


def test_after_two_failed_starts_every_panel_says_safe_mode(tmp_path: Path, ear: Ear) -> None:
    failed_twice(tmp_path)
    with service(tmp_path, "--profile", "virtual", "--port", "0", "--json"):
        ear.until("READY=1")
        page = json.loads((tmp_path / "run" / LINKS).read_text("utf-8"))["page"]
        words = {station: first_words(page, station, until="Safe mode") for station in NAMES}
    assert "<4>safe mode: the last 2 starts have failed" in log_of(tmp_path)
    assert {said[0] for said in words.values()} == {"Safe mode"}


def test_a_faulty_profile_fails_twice_and_is_then_left_out(tmp_path: Path, ear: Ear) -> None:
    faulty = tmp_path / "console.toml"
    faulty.write_text('format = 1\n# made from "null"\nname = "table-3"\nback_end = 3\n', "utf-8")
    for _ in range(2):
        with service(tmp_path, "--profile", str(faulty)) as running:
            assert running.wait(PATIENCE) == 1
    with service(tmp_path, "--profile", str(faulty)) as running:
        ear.until("READY=1")
        assert running.poll() is None


def test_the_end_of_the_machine_is_told(tmp_path: Path, ear: Ear) -> None:
    with service(tmp_path, "--profile", "null") as running:
        ear.until("READY=1")
        (tmp_path / f"run{HALTING}").touch()
        running.send_signal(signal.SIGTERM)
        assert running.wait(PATIENCE) == 0
    assert log_of(tmp_path).rstrip().endswith("<6>switched off")


def test_a_failure_tells_where_and_never_what(tmp_path: Path) -> None:
    said = io.StringIO()
    formatter = logs.PlainFormatter(lambda: "00007-sonar", priorities=True)
    handler = logging.StreamHandler(said)
    handler.setFormatter(formatter)
    try:
        int("red is at D3")
    except ValueError:
        handler.handle(logging.LogRecord("klaxon", logging.ERROR, "", 1, "a page failed", (), sys.exc_info()))
    lines = said.getvalue().splitlines()
    assert lines[0] == "<3>[00007-sonar] a page failed"
    assert lines[-1] == "<3>[00007-sonar]   ValueError"
    assert "test_vigil.py" in lines[1]
    assert "D3" not in said.getvalue()


@story
async def test_a_whole_game_leaves_its_name_in_the_log_and_no_secret(tmp_path: Path) -> None:
    said, shelf = io.StringIO(), Shelf(tmp_path)
    logger = logging.getLogger("klaxon")
    before = logger.level
    with mock.patch.object(logger, "handlers", []), ExitStack() as levels:
        logger.setLevel(logging.DEBUG)  # loggers remember what they may say: only this makes them ask again
        levels.callback(logger.setLevel, before)
        async with at_the_console(shelf, begin=False, seed="abyss") as play:
            handler = logging.StreamHandler(said)
            handler.setFormatter(logs.PlainFormatter(lambda: play.console.match.table_name, priorities=False))
            logger.addHandler(handler)
            play.console.lobby.begin(GamePlan("sonar", "", {"red": "none", "blue": "none"}, {"limit": "12"}), "abyss")
            await play.run(0)
            logger.info("it goes on")
            table = play.table
            while table.play.outcome is None:
                await play.run(60)
            play.console.match.leave()
            await play.run(10)
            logger.info("it is over")
    assert [row.line for row in table.play._line if " start " in row.line], "positions there were"
    lines = said.getvalue().splitlines()
    assert lines[0] == "game 00001-sonar begins"
    assert "[00001-sonar] it goes on" in lines
    assert lines[-1] == "it is over"
    told = said.getvalue().replace("00001-sonar", "")
    assert not re.findall(r"\b[A-O]\d{1,2}\b|abyss|north|torpedo|seed|captain", told), told
    assert shelf.key.hex() not in told


@story
async def test_a_start_is_good_after_a_while() -> None:
    guard = mock.Mock(safe=False, failed=0)
    vigil = Vigil(Notify("", 30.0), guard)
    vigil.begin()
    async with at_the_console(begin=False) as play:
        console = play.console
        devices = vigil.before(play.hardware.devices(), NAMES)
        console._curtain._panels = devices.panels
        with mock.patch.object(Notify, "alive", autospec=True) as alive:
            vigil.attend(console, play.hardware.probe, "running")
            for station in console.stations.values():
                station.draw()
            await play.run(0)
            await play.run(30.0)
            assert alive.call_count == ROUNDS + 1
            vigil.end("over")
            await play.run(60.0)
            assert alive.call_count == ROUNDS + 1
    assert STEADY <= 30.0
    assert guard.mock_calls == [mock.call.begin(), mock.call.mark_good()]


def test_without_systemd_nobody_reads_notes() -> None:
    vigil = Vigil()
    assert not vigil.halts()
    assert not vigil.ask_for_poweroff()
    assert not vigil.keep_links("here")


def test_the_power_key_leaves_a_note_for_systemd(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    vigil = Vigil(runtime=tmp_path / "run")
    vigil.begin()
    assert not vigil.halts()
    assert vigil.ask_for_poweroff()
    assert (tmp_path / "run" / POWEROFF).exists()
    (tmp_path / f"run{HALTING}").touch()
    assert vigil.halts()
