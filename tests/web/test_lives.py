"""A real daemon over a game that is cut off, taken up again and left: which pages go on, and which do not."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

from tests.console.kit.veterans import settle_in
from tests.web.kit.callers import Caller

STATION = "red-1"


class Hand(Caller):
    """Somebody at the first station of a page of the whole console."""

    def __init__(self, socket: Any) -> None:
        super().__init__(socket)
        self.key = ""

    async def hear(self) -> Any:
        message = await super().hear()
        if isinstance(message, dict) and "key" in message:
            self.key = message["key"]
        return message

    async def read(self, part: str) -> None:
        """Wait until the panel says something."""
        await self.hear_until(lambda said: any(part in word for word in _words(said)))

    async def press(self, *keys: str) -> None:
        for way in ("down", "up"):
            for key in keys:
                await self.say({way: [STATION, key]})

    async def leave_table(self) -> None:
        """Choose the last line of the station menu, and hold OK."""
        await self.press("ok", "back")
        await self.read("Station menu")
        await self.say({"turn": [STATION, 0, 32]})
        await self.read("leave, it's saved")
        await self.say({"down": [STATION, "ok"]})
        await self.read("New game")
        await self.say({"up": [STATION, "ok"]})


def _words(said: Any) -> list[str]:
    """What a message says of the panel; nothing where it is of something else."""
    return said["words"][1] if isinstance(said, dict) and said.get("words", [""])[0] == STATION else []


@asynccontextmanager
async def daemon(folder: Path, end: int) -> AsyncIterator[tuple[dict[str, str], asyncio.StreamReader]]:
    """The daemon, until a signal ends it; gives what it prints first, and what it prints later."""
    settle_in(folder)
    command = [sys.executable, "-m", "klaxon.cli", "run", "--json", "--port", "0", "--folder", str(folder)]
    process = await asyncio.create_subprocess_exec(*command, "--pace", "0", stdout=asyncio.subprocess.PIPE)
    assert process.stdout
    try:
        yield json.loads(await process.stdout.readline()), process.stdout
    finally:
        process.send_signal(end)
        await process.wait()


@asynccontextmanager
async def page(told: dict[str, str], token: str) -> AsyncIterator[Hand]:
    """A page that shows a token."""
    base = told["page"].partition("/#")[0]
    socket = connect(f"{base.replace('http', 'ws')}/ws", origin=base, compression=None)  # type: ignore[arg-type]
    async with socket as line:
        hand = Hand(line)
        await hand.say({"hello": 1, "token": token})
        yield hand


def test_the_pages_of_a_game_live_as_long_as_its_table(tmp_path: Path) -> None:
    async def story() -> None:
        async with daemon(tmp_path, signal.SIGKILL) as (told, _):
            key = told["page"].partition("#")[2]
            async with page(told, key) as hand:
                await hand.read("begin the game")
                await hand.press("ok")
                await hand.read("start at")
        async with daemon(tmp_path, signal.SIGTERM) as (told, later):
            assert told["page"].partition("#")[2] == key, "the game that was cut off finds its pages again"
            async with page(told, key) as hand:
                await hand.read("go on with it")
                await hand.press("ok")
                await hand.hear_until(lambda said: "go on" in _words(said))  # the keys are no longer dead
                assert not hand.key
                await hand.leave_table()
                assert hand.key not in ("", key)
                links = json.loads(await later.readline())
                assert links["page"].partition("#")[2] == hand.key
                assert links["pin"] != told["pin"]
                async with page(told, key) as stale:
                    assert await stale.ended() == (4401, "key")
                async with page(told, hand.key) as again:
                    await again.read("pages here: 2")
        kept = json.loads((tmp_path / "page-keys.json").read_text("utf-8"))
        assert (kept["console"], kept["table"]) == (hand.key, "")

    asyncio.run(story())
