"""Two real daemons, joined by a line between two pseudo-terminals or by TLS on this machine, and hands on their pages.

`python -m tests.link.kit.daemons LINE [SEED]` plays one whole game by the clock over a line that is limited to 115,200
baud, with the cable pulled now and then: LINE is clean, errors or lossy. Hands do what the bottom lines say.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from random import Random

from websockets.asyncio.client import ClientConnection, connect

from klaxon import data
from klaxon.link.known_consoles import NAME, KnownConsole, LinkMemory, plain
from klaxon.link.modelled.noise import LINES
from klaxon.link.modelled.pty_line import pty_line
from klaxon.rules.games import game_named
from klaxon.table.disk.shelf import Shelf
from klaxon.table.setup import make_header
from tests.console.kit.veterans import settle_in

PATIENCE = 120.0
"""Seconds after which something that does not happen is a failure: a limit for hangs, not a measurement."""
TAP, HOLD = 0.12, 0.9
STATIONS = tuple(f"red-{number}" for number in range(1, 5))
IDLE = ("wait", "wait for the other", "one moment", "", "push the dial")
"""Bottom lines under which nothing is due."""
HOST, GUEST = "Nautilus", "Argonaut"
_PROFILE = """
format = 1
name = "{name}"
about = "Four stations and a line to another console."
back_end = "virtual"

[[station]]
boat = "red"
keys = ["push", "ok", "back", "north", "east", "south", "west", "stop"]

[[station]]
boat = "red"

[[station]]
boat = "red"

[[station]]
boat = "red"
dials = 2

[link]
port = "{port}"
"""


class Hands:
    """Somebody before the page of a whole console."""

    def __init__(self, page: str, connection: ClientConnection) -> None:
        self.page = page
        self._connection = connection
        self.words: dict[str, list[str]] = {station: [] for station in STATIONS}
        self.seen: dict[str, list[list[str]]] = {station: [] for station in STATIONS}
        self._changed = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for message in self._connection:
            if isinstance(message, str) and "words" in (said := json.loads(message)):
                station, words = said["words"]
                self.words[station] = words
                self.seen[station].append(words)
                self._changed.set()

    async def _say(self, **message: object) -> None:
        await self._connection.send(json.dumps(message))

    def bottom(self, station: str) -> str:
        return self.words[station][-1] if self.words[station] else ""

    def text(self, station: str) -> str:
        return " ".join(self.words[station])

    async def until(self, is_so: Callable[[], object], what: str) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                while not is_so():
                    self._changed.clear()
                    with suppress(TimeoutError):
                        await asyncio.wait_for(self._changed.wait(), 0.5)
        except TimeoutError:
            last = {station: seen[-4:] for station, seen in self.seen.items()}
            raise AssertionError(f"{what}: {self.words}; before that {last}") from None

    async def until_says(self, station: str, text: str) -> None:
        await self.until(lambda: text in self.text(station), f"{station} never said {text!r}")

    async def until_all_say(self, text: str, since: int = 0) -> None:
        """Wait until every station has said something, now or since a moment."""

        def has_said(station: str) -> bool:
            return any(text in " ".join(words) for words in [*self.seen[station][since:], self.words[station]])

        await self.until(lambda: all(map(has_said, STATIONS)), f"not all said {text!r}")

    async def press(self, station: str, key: str, seconds: float = TAP) -> None:
        await self._say(down=[station, key])
        await asyncio.sleep(seconds)
        await self._say(up=[station, key])
        await asyncio.sleep(0.05)

    async def turn(self, station: str, steps: int) -> None:
        await self._say(turn=[station, 0, steps])

    async def go_to(self, station: str, text: str, most: int = 40) -> None:
        """Turn the dial until the cursor or the bottom line is at something."""
        for direction in (1, -1):
            for _ in range(most):
                words = self.words[station]
                if any(text in word for word in words if word.startswith("> ")) or text in self.bottom(station):
                    return
                before = list(words)
                await self.turn(station, direction)
                with suppress(TimeoutError):
                    async with asyncio.timeout(1.0):
                        while self.words[station] == before:
                            self._changed.clear()
                            await self._changed.wait()
                if self.words[station] == before:
                    break
        raise AssertionError(f"{station} has no {text!r}: {self.words[station]}")

    async def menu(self, station: str, text: str) -> None:
        """Open the station menu, and do what stands there with OK held."""
        while self.bottom(station) in {"understood", "one moment"}:  # a notice comes first
            await self.press(station, "ok")
            await asyncio.sleep(0.3)
        for key in ("ok", "back"):
            await self._say(down=[station, key])
        await asyncio.sleep(TAP)
        for key in ("ok", "back"):
            await self._say(up=[station, key])
        await self.until(lambda: any(word.startswith("> ") for word in self.words[station]), "no menu")
        await self.go_to(station, text)
        await self.press(station, "ok", HOLD)

    async def enter(self, station: str, code: str, signs: str) -> None:
        """Enter a code, sign by sign, with dial and push."""
        at = 0
        for sign in code:
            place = signs.index(sign)
            if place != at:
                await self.turn(station, place - at)
            at = place
            await self.until_says(station, f"‹{sign}›")
            await self.press(station, "push")
        await self.press(station, "ok")

    async def close(self) -> None:
        self._reading.cancel()
        await self._connection.close()


@asynccontextmanager
async def daemon(folder: Path, name: str, *arguments: str, port: str = "none") -> AsyncIterator[Hands]:
    """Run a daemon with four stations, and sit down before its page."""
    settle_in(folder)
    profile = folder / "profile.toml"
    profile.write_text(_PROFILE.format(name=name.lower(), port=port), "utf-8")
    command = [sys.executable, "-m", "klaxon.cli", "run", "--json", "--port", "0", "--spectators", "off", "--pace", "0"]
    command += ["--folder", str(folder), "--profile", str(profile), "--link-name", name, "--count-in", "0"]
    process = await asyncio.create_subprocess_exec(*command, *arguments, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    try:
        links = json.loads(await process.stdout.readline())
        address, _, token = links["page"].partition("/#")
        async with connect(f"ws{address.removeprefix('http')}/ws", origin=address, max_queue=None) as connection:
            await connection.send(json.dumps({"hello": 1, "token": token}))
            hands = Hands(links["page"], connection)
            try:
                yield hands
            finally:
                await hands.close()
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


def know_each_other(host: Path, guest: Path) -> None:
    """Let two consoles have been paired on an earlier evening."""
    key, numbers = secrets.token_bytes(32), {"host": "1" * 16, "guest": "2" * 16}
    for folder, role, other, name in ((host, "host", "guest", GUEST), (guest, "guest", "host", HOST)):
        folder.mkdir(parents=True, exist_ok=True)
        memory = LinkMemory(numbers[role], role, {numbers[other]: KnownConsole(name, key, "")}, secret="5" * 64)
        (folder / NAME).write_text(json.dumps(plain(memory)), "utf-8")


def keep_game(folder: Path, seed: str = "7", **options: str) -> None:
    """Put a game on a console's shelf that was begun and not played yet: its lobby offers to go on with it."""
    header = make_header(game_named("sonar"), options, data.read, seed)
    assert not isinstance(header, list), header
    _, journal = Shelf(folder).begin(header)
    journal.close()


@asynccontextmanager
async def over_a_line(
    folder: Path, ports: Sequence[str], *arguments: str, paired: bool = True, **options: str
) -> AsyncIterator[tuple[Hands, Hands]]:
    """Run two daemons with nothing but a line between them; a game is on the host's shelf."""
    folders = folder / "host", folder / "guest"
    if paired:
        know_each_other(*folders)
    keep_game(folders[0], **options)
    async with (
        daemon(folders[0], HOST, "--link", "off", *arguments, port=ports[0]) as host,
        daemon(folders[1], GUEST, "--link", "off", port=ports[1]) as guest,
    ):
        yield host, guest


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@asynccontextmanager
async def over_tls(folder: Path, **options: str) -> AsyncIterator[tuple[Hands, Hands]]:
    """Run two daemons that find each other by an address; they have never met."""
    port = free_port()
    keep_game(folder / "host", **options)
    async with (
        daemon(folder / "host", HOST, "--link-port", str(port)) as host,
        daemon(folder / "guest", GUEST, "--link", f"127.0.0.1:{port}") as guest,
    ):
        yield host, guest


async def take_up(host: Hands, guest: Hands) -> None:
    """Both are there: take the kept game up, and let it run."""
    await host.until(lambda: GUEST in host.text("red-1"), "the guest is not here")
    while "New game" not in host.text("red-1"):
        await host.press("red-1", "back")
        await asyncio.sleep(0.3)
    await host.go_to("red-1", "Go on game")
    await host.press("red-1", "ok")
    for hands in (host, guest):
        await hands.until_all_say("PAUSED. OK: go on")
    await go_on(host, guest)


async def go_on(host: Hands, guest: Hands) -> None:
    """Let a paused table run again, from the guest."""
    await guest.until(lambda: guest.bottom("red-1") in {"go on", "understood"}, "the guest cannot go on")
    while guest.bottom("red-1") in {"go on", "understood", "one moment"}:
        await guest.press("red-1", "ok")
        await asyncio.sleep(0.3)
    await host.until(lambda: "PAUSED" not in host.text("red-1"), "the host did not go on")


async def dive(host: Hands, guest: Hands) -> None:
    """Both captains start and dive."""
    for hands in (host, guest):
        await hands.until(lambda hands=hands: hands.bottom("red-1").startswith("start at"), "no start")  # type: ignore[misc]
        await hands.press("red-1", "ok")
        await hands.until(lambda hands=hands: "dive" in hands.bottom("red-1"), "no dive")  # type: ignore[misc]
        await hands.press("red-1", "ok", HOLD)
    for hands in (host, guest):
        await hands.until_says("red-1", "sail: NESW")


async def give_up(host: Hands, guest: Hands) -> None:
    """Red gives up; both look at the debrief, and the game is verified on every panel."""
    await host.menu("red-1", "give up")
    for hands in (host, guest):
        await hands.until(lambda hands=hands: "debrief" in hands.bottom("red-1"), "it is not over")  # type: ignore[misc]
    await guest.press("red-1", "ok")
    for hands in (host, guest):
        await hands.until_all_say("Verified: all")


class Crew:
    """Hands at all stations of both consoles that do what the bottom lines say, until the game is over."""

    def __init__(self, host: Hands, guest: Hands, seed: int) -> None:
        self.consoles, self._dice = (host, guest), Random(seed)

    @property
    def is_over(self) -> bool:
        """Tell whether the end was shown: whoever had a finger on OK just then may have opened the debrief already."""
        shown = (words for hands in self.consoles for station in STATIONS for words in hands.seen[station])
        return any(words and "debrief" in words[-1] for words in shown)

    async def play(self, until: Callable[[], bool]) -> None:
        async with asyncio.TaskGroup() as group:
            for hands in self.consoles:
                for station in STATIONS:
                    group.create_task(self._work(hands, station, until))

    async def _work(self, hands: Hands, station: str, until: Callable[[], bool]) -> None:
        while not (self.is_over or until()):
            await asyncio.sleep(self._dice.uniform(0.3, 0.9))
            bottom = hands.bottom(station)
            if self._dice.random() < 0.4:
                await hands.turn(station, self._dice.choice((-2, -1, 1, 2)))
            if bottom in IDLE and self._dice.random() < 0.7:
                continue
            if "sail: NESW" in hands.text(station):
                await hands.press(station, self._dice.choice(("north", "east", "south", "west")))
            else:
                await hands.press(station, self._dice.choice(("ok", "ok", "push")), HOLD)


async def whole_game(line: str, seed: int) -> None:
    """Play a game over a line by the clock, and say what came of it."""
    with tempfile.TemporaryDirectory() as folder, pty_line(LINES[line], seed) as wire:
        async with AsyncExitStack() as stack:
            host, guest = await stack.enter_async_context(
                over_a_line(Path(folder), wire.ports, mode="realtime", limit="2")
            )
            await take_up(host, guest)
            await dive(host, guest)
            crew, begun, dice, cuts = Crew(host, guest, seed), time.monotonic(), Random(seed), 0
            playing = asyncio.create_task(crew.play(lambda: time.monotonic() - begun > 1200))
            while not playing.done():
                await asyncio.wait([playing], timeout=dice.uniform(15, 40))
                if not playing.done():
                    cuts += 1
                    wire.plugged = False
                    await asyncio.sleep(dice.choice((0.3, 3.0, 6.0)))
                    wire.plugged = True
            await playing
            took = time.monotonic() - begun
            await guest.press("red-1", "ok")
            for hands in (host, guest):
                await hands.until_all_say("Verified: all")
            share = [sent * 10 / 115_200 / took for sent in wire.carried]
        sys.stdout.write(
            f"{line}: over after {took:.0f} s by the clock, {cuts} cuts; host {share[0]:.1%} and guest {share[1]:.1%} "
            "of the line; verified on every panel of both\n"
        )


def main(line: str, seed: int = 1) -> None:
    """Play it."""
    asyncio.run(whole_game(line, seed))


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
