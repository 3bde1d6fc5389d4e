"""`klaxon watch`: the panels in a terminal, and the door they come through."""

from __future__ import annotations

import asyncio
import json
import os
import pty
import socket
import subprocess
import sys
import time
from base64 import b64encode
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from klaxon.cli.doctor.world import OnlookerCounts, count_onlookers
from klaxon.cli.watch import Reader, TerminalView, WatchedPanel, blocks, braille, main
from klaxon.web.server.watch_socket import MOST, NAME, open_watch_socket
from tests.cli.kit.daemons import PATIENCE, daemon
from tests.console.kit.veterans import settle_in
from tests.web.kit.stand import Stand, written


def panel(station: str, *pixels: tuple[int, int], width: int = 4, height: int = 8) -> WatchedPanel:
    bits = bytearray(width * height // 8)
    for x, y in pixels:
        bits[y // 8 * width + x] |= 1 << y % 8
    return WatchedPanel(station, station.partition("-")[0], "Captain", 255, width, height, bytes(bits))


def test_pixels_become_dots_and_blocks() -> None:
    corner = panel("red-1", (0, 0), (1, 3), (3, 4), (2, 7))
    assert braille(corner) == ["\u2881\u2800", "\u2800\u2848"]
    assert blocks(corner) == ["▀   ", " ▄  ", "   ▀", "  ▄ "]
    whole = panel("red-1", *((x, y) for x in range(4) for y in range(8)))
    assert braille(whole) == ["⣿⣿", "⣿⣿"]
    assert blocks(whole) == ["████"] * 4


def view(*stations: str, **size: int) -> TerminalView:
    found = TerminalView(braille)
    for station in stations:
        found.panels[station] = panel(station, **size)
    return found


def test_as_many_panels_are_shown_as_fit_and_keys_choose_them() -> None:
    shown = view(*(f"{boat}-{n}" for boat in ("red", "blue") for n in (1, 2, 3, 4)), width=128, height=64)

    def titles(width: int, height: int) -> list[str]:
        lines = shown.lines(width, height)
        assert len(lines) <= height
        return [name for name in shown.panels for line in lines if f"{name} " in line]

    assert titles(80, 24) == ["red-1"]
    assert titles(140, 45) == ["red-1", "red-2", "red-3", "red-4"]
    assert titles(300, 60) == list(shown.panels)
    for key, expected in (("n", "red-2"), ("7", "blue-3"), ("p", "blue-2"), ("x", "blue-2"), ("9", "blue-2")):
        assert shown.turn(key)
        assert titles(80, 24) == [expected]
    assert "6-6 of 8" in shown.lines(80, 24)[-1]
    assert not shown.turn("q")


def test_before_the_first_panel_it_says_so() -> None:
    assert view().lines(80, 24) == ["Waiting for the panels ..."]
    assert view().turn("n")


def test_without_a_console_it_says_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--folder", str(tmp_path)]) == 1
    assert "Start one with `klaxon run`" in capsys.readouterr().err
    with socket.socket(socket.AF_UNIX) as gone:
        gone.bind(str(tmp_path / NAME))  # one that was killed left its door behind
    assert main(["--folder", str(tmp_path)]) == 1


def test_a_reader_hears_what_is_new_and_nothing_twice() -> None:
    reader, shown = Reader(), panel("red-1")
    shown.words = ("damage 1/4", "sail: N")
    assert reader.news(shown) == ["red-1  Captain:", "  damage 1/4", "  sail: N"]
    assert reader.news(shown) == []
    shown.words = ("damage 2/4\x1b[2J", "sail: N")
    assert reader.news(shown) == ["red-1  Captain:", "  damage 2/4\\u001b[2J"]
    shown.words = ("sail: N",)
    assert reader.news(shown) == []


def test_a_running_console_is_seen_once(tmp_path: Path) -> None:
    settle_in(tmp_path)
    with daemon(tmp_path, "--json", "--port", "0"):
        command = [sys.executable, "-m", "klaxon.cli", "watch", "--folder", str(tmp_path)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=True)
        text = [*command, "--text", "--once"]
        read = subprocess.run(text, capture_output=True, text=True, timeout=PATIENCE, check=True).stdout
    assert "\nred-1" in f"\n{read}"
    assert "\n  begin the game\n" in read
    assert all(ord(sign) < 0x2800 for sign in read)
    lines = done.stdout.splitlines()
    assert [line.split()[0] for line in lines if line and line[0] in "rb"] == [
        f"{boat}-{n}" for boat in ("red", "blue") for n in (1, 2, 3, 4)
    ]
    assert len(lines) == 8 * (1 + 16 + 1)
    assert any(0x2800 < ord(sign) < 0x2900 for sign in done.stdout)


class Terminal:
    """A terminal of 80x24 with somebody before it."""

    def __init__(self, folder: Path) -> None:
        self.hand, theirs = pty.openpty()
        command = [sys.executable, "-m", "klaxon.cli", "watch", "--folder", str(folder)]
        size = {"COLUMNS": "80", "LINES": "24"}
        self.process = subprocess.Popen(command, stdin=theirs, stdout=theirs, env={**os.environ, **size})
        os.close(theirs)
        self.seen = ""

    def until(self, part: str) -> None:
        end = time.monotonic() + PATIENCE
        while part not in self.seen:
            assert time.monotonic() < end, self.seen
            self.seen += os.read(self.hand, 65536).decode("utf-8", "replace")

    def press(self, keys: str) -> None:
        self.seen = ""
        os.write(self.hand, keys.encode())


def test_a_person_looks_through_the_stations_and_quits(tmp_path: Path) -> None:
    with daemon(tmp_path, "--json", "--port", "0"):
        terminal = Terminal(tmp_path)
        terminal.until("1-1 of 8")
        for keys, station in (("n", "red-2"), ("\x1b[D", "red-1"), ("8", "blue-4")):
            terminal.press(keys)
            terminal.until(f"{station} ")
        terminal.press("q")
        terminal.until("\x1b[?1049l")  # the terminal is given back as it was
        assert terminal.process.wait(PATIENCE) == 0


def test_it_ends_with_the_console(tmp_path: Path) -> None:
    with daemon(tmp_path, "--json", "--port", "0") as (process, _):
        terminal = Terminal(tmp_path)
        terminal.until("1-1 of 8")
        process.terminate()
        terminal.until("The console has ended.")
        assert terminal.process.wait(PATIENCE) == 0
    assert not (tmp_path / NAME).exists()


# The door


def at_the_door(tmp_path: Path, tell: Callable[[Stand, Path], Awaitable[None]]) -> None:
    async def story() -> None:
        stand, path = Stand(), tmp_path / NAME
        labels, onlookers = {"red-1": "Captain"}, {"red-2": (3, 1)}
        async with open_watch_socket(
            path, stand.console, lambda: labels, lambda station: onlookers.get(station, (1, 1))
        ):
            await tell(stand, path)
            async with asyncio.timeout(PATIENCE):
                while stand.console._watchers:  # noqa: ASYNC110 - who has left is forgotten by and by
                    await asyncio.sleep(0.001)

    asyncio.run(story())


def test_the_door_is_the_owners_and_shows_what_is_new(tmp_path: Path) -> None:
    async def story(stand: Stand, path: Path) -> None:
        assert os.stat(path).st_mode & 0o777 == 0o600  # noqa: PTH116 - nothing else runs here
        stand.show("red-1", "before")
        reader, writer = await asyncio.open_unix_connection(path)
        told = [json.loads(await reader.readline()) for _ in range(8)]
        assert [one["station"] for one in told] == list(stand.keys.of_station)
        assert (told[0]["label"], told[0]["boat"]) == ("Captain", "red")
        writer.write(b'{"down": ["red-1", "ok"]}\n' * 100)  # nobody listens
        stand.show("blue-2", "after")
        line = await reader.readline()
        assert json.loads(line)["bits"] == b64encode(written("after").bits).decode()
        assert stand.moves == []
        writer.close()
        await writer.wait_closed()

    at_the_door(tmp_path, story)


def test_who_does_not_read_is_shown_the_latest_and_a_crowd_is_sent_away(tmp_path: Path) -> None:
    async def story(stand: Stand, path: Path) -> None:
        watchers = [await asyncio.open_unix_connection(path) for _ in range(MOST)]
        for reader, _ in watchers:
            await reader.readline()
        late, writer = await asyncio.open_unix_connection(path)
        assert await late.read() == b""
        writer.close()
        for n in range(3000):
            stand.show("red-1", f"{n:06d}")
            await asyncio.sleep(0)
        last = b64encode(written("002999").bits).decode()
        for reader, _ in watchers:
            lines = 0
            while json.loads(await reader.readline())["bits"] != last:
                lines += 1
            assert lines < 1000  # most were never written
        for _, writer in watchers:
            writer.close()

    at_the_door(tmp_path, story)


def test_a_folder_that_takes_no_door_stops_nobody(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_watch_socket(tmp_path / "missing" / NAME, Stand().console, dict):
            pass

    asyncio.run(story())


def test_who_looks_on_is_told_to_terminals_and_to_the_doctor(tmp_path: Path) -> None:
    async def story(_stand: Stand, path: Path) -> None:
        reader, writer = await asyncio.open_unix_connection(path)
        first, second = [WatchedPanel.read(await reader.readline()).title() for _ in range(2)]
        assert first == "red-1  Captain  pages here: 1  the umpire is watching"
        assert second == "red-2  pages here: 3  the umpire is watching"
        assert await asyncio.to_thread(count_onlookers, tmp_path) == OnlookerCounts(3, 1)
        writer.close()
        await writer.wait_closed()

    at_the_door(tmp_path, story)
    assert count_onlookers(tmp_path) is None
