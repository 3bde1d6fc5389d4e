"""The socket door of a table: what a client hears at the end, and that nobody is told of tracebacks."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from klaxon.table import doors
from klaxon.table.doors import socket_door
from tests.table.kit.travel import Disk, new_table

PATIENCE = 60
"""Seconds after which a test gives up; none is measured by it."""

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def connect(path: Path, token: str = "", *seats: str) -> Streams:
    """Come in; with a token, say hello."""
    reader, writer = await asyncio.open_unix_connection(path)
    if token:
        say(writer, hello=1, token=token, name=token, seats=seats)
        await reader.readline()
    return reader, writer


def say(writer: asyncio.StreamWriter, **message: Any) -> None:
    writer.write(json.dumps(message).encode() + b"\n")


async def until(true: Callable[[], bool]) -> None:
    """Wait for something that tells nobody when it happens."""
    async with asyncio.timeout(PATIENCE):
        while not true():  # noqa: ASYNC110 - there is no event to wait for
            await asyncio.sleep(0)


async def rest(streams: Streams) -> list[dict[str, Any]]:
    """Read to the end."""
    async with asyncio.timeout(PATIENCE):
        lines = (await streams[0].read()).splitlines()
    streams[1].close()
    return [json.loads(line) for line in lines]


def test_a_door_that_closes_on_clients_says_all_that_was_left_and_prints_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    async def play() -> list[dict[str, Any]]:
        table = new_table(Disk())
        async with socket_door(table, tmp_path / "door"):
            silent = await connect(tmp_path / "door")
            spectator = await connect(tmp_path / "door", "spectator", "spectator")
            await until(lambda: len(table.sessions) == 2)
            table.play.end("blue", "conceded", "red.captain")
            table.turn_pages()
            await until(lambda: table.about()["outcome"] is not None)
        assert await rest(silent) == []
        return await rest(spectator)

    with caplog.at_level(logging.DEBUG):
        heard = asyncio.run(play())
    assert [message["table"]["state"] for message in heard if "table" in message][-1] == "over"
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []
    assert capfd.readouterr().err == ""


def test_who_is_turned_away_is_told_why_and_the_door_closes(tmp_path: Path) -> None:
    async def knock() -> list[dict[str, Any]]:
        async with socket_door(new_table(Disk()), tmp_path / "door"):
            streams = await connect(tmp_path / "door")
            say(streams[1], hello=1, token="nobody", name="x", seats=[])  # noqa: S106 - no secret
            return await rest(streams)

    assert asyncio.run(knock()) == [{"error": "unknown-token", "bye": True}]


def test_a_door_has_room_for_so_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "MOST_CONNECTIONS", 2)

    async def crowd() -> None:
        table = new_table(Disk())
        async with socket_door(table, tmp_path / "door"):
            first, second = [await connect(tmp_path / "door", "red", "red.captain") for _ in range(2)]
            assert await rest(await connect(tmp_path / "door")) == []
            first[1].close()
            await until(lambda: len(table.sessions) == 1)
            third = await connect(tmp_path / "door", "blue", "blue.captain")
            for _, writer in (second, third):
                writer.close()

    asyncio.run(crowd())


class EndsJustNow:
    """A child that ends in the moment in which it is given up."""

    stdin = None

    def __init__(self) -> None:
        self.waits = 0

    async def wait(self) -> int:
        self.waits += 1
        if self.waits == 1:
            raise TimeoutError
        return 0

    def kill(self) -> None:
        raise ProcessLookupError


def test_a_child_that_ends_in_the_moment_in_which_it_is_killed_is_waited_for() -> None:
    child = EndsJustNow()
    asyncio.run(doors.end_child(cast("asyncio.subprocess.Process", child)))
    assert child.waits == 2
