"""A table in a loop whose time is made up: nothing sleeps, every moment is exact."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from klaxon import data
from klaxon.rules.contract import SPECTATOR, UMPIRE, Header, Refusal, Seat
from klaxon.rules.deltas import apply_delta
from klaxon.rules.games import game_named
from klaxon.table.disk.journal import JournalError, Snapshot
from klaxon.table.fake_time import TravelLoop, travel
from klaxon.table.following_games import BegunGame, SetupError
from klaxon.table.play import JournalRow, Play
from klaxon.table.session import Message, Session
from klaxon.table.setup import make_header
from klaxon.table.table import Table

__all__ = [
    "Client",
    "Disk",
    "HeldLoop",
    "TravelLoop",
    "new_play",
    "new_table",
    "pass_seconds",
    "seats_by_token",
    "travel",
]


class HeldLoop(TravelLoop):
    """Made-up time in which threads do nothing until a test lets them: whoever waits for one on the loop is found."""

    def __init__(self) -> None:
        super().__init__()
        self.held: list[Callable[[], None]] = []

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        """Keep the work."""
        future: asyncio.Future[Any] = self.create_future()
        self.held.append(lambda: future.set_result(func(*args)))
        return future

    def work(self) -> int:
        """Do all that threads were asked for; return how much it was."""
        held, self.held = self.held, []
        for work in held:
            work()
        return len(held)


class Disk:
    """A scribe whose disk is made up: as slow or broken as a test wants."""

    def __init__(self, delay: float = 0.0) -> None:
        self.delay = delay
        self.broken = ""
        self.rows: list[JournalRow] = []
        self.commits: list[int] = []
        self.snapshots: list[Snapshot] = []
        self.finished = 0
        self.closed = 0

    async def write(self, rows: Sequence[JournalRow], snapshot: Snapshot | None) -> None:
        if self.delay:
            await asyncio.sleep(self.delay)
        if self.broken:
            raise JournalError(self.broken, data.ROOT)
        self.rows.extend(rows)
        self.commits.append(len(rows))
        if snapshot is not None:
            self.snapshots.append(snapshot)

    async def finish(self) -> None:
        self.finished += 1

    def close(self) -> None:
        self.closed += 1


def seats_by_token(seats: Sequence[Seat]) -> dict[str, frozenset[Seat]]:
    """A token for each boat, named like it; and one for the umpire, the spectator, and everybody."""
    boats: dict[str, set[Seat]] = {}
    for seat in seats:
        boats.setdefault(seat.partition(".")[0], set()).add(seat)
    keys = {boat: frozenset(found) for boat, found in boats.items()}
    every = frozenset((*seats, UMPIRE, SPECTATOR))
    return {**keys, "umpire": frozenset({UMPIRE}), "spectator": frozenset({SPECTATOR}), "every": every}


class Client:
    """Somebody at the table, as a test plays him."""

    def __init__(self, table: Table, token: str, *seats: str, name: str = "") -> None:
        self.table = table
        self.session = Session(asyncio.get_running_loop().time, self.on_news)
        self.heard: list[tuple[float, Message]] = []
        self.views: dict[str, dict[str, Any]] = {}
        self.order_number = 0
        table.open_session(self.session)
        self.say(hello=1, token=token, name=name or f"{token} player", seats=list(seats))

    def on_news(self) -> None:
        """Something waits to be read; a client reads when the test says so."""

    def on_gap(self) -> None:
        """Something was dropped: too much waited to be read."""

    def say(self, **message: Any) -> None:
        self.table.receive(self.session, json.dumps(message))

    def give(self, line: str, number: int | None = None) -> int:
        """Give an order as a whole line: `red.captain course north`."""
        seat, _, rest = line.partition(" ")
        self.order_number = number or self.order_number + 1
        self.say(order=self.order_number, seat=seat, line=rest)
        return self.order_number

    def read(self) -> list[Message]:
        """Read what has come, and keep the views as a client does."""
        messages = [json.loads(text) for text in self.session.carry()]
        if self.session.take_missed():
            self.on_gap()
            self.table.refresh(self.session)
            messages += [json.loads(text) for text in self.session.carry()]
        now = asyncio.get_running_loop().time()
        for message in messages:
            self.heard.append((now, message))
            if "view" in message:
                self.views[message["seat"]] = message["view"]
            elif "delta" in message:
                self.views[message["seat"]] = apply_delta(self.views[message["seat"]], message["delta"])
        return messages

    def errors(self) -> list[str]:
        return [message["error"] for message in self.read() if "error" in message]


class Recorder(Client):
    """Somebody who notes everything that comes, byte for byte, with its moment."""

    def __init__(self, table: Table, token: str, *seats: str) -> None:
        self.received: list[tuple[float, str]] = []
        super().__init__(table, token, *seats)

    def on_news(self) -> None:
        now = asyncio.get_running_loop().time()
        self.received += [(now, text) for text in self.session.carry()]


def new_table(disk: Disk, game_name: str = "sonar", table_type: type[Table] = Table, **options: str) -> Table:
    """Open a table in the running loop."""
    play = new_play(game_name, **options)

    table = table_type("table-1", play, disk, seats_by_token(play.game.seats), Rematches(disk))
    table.begin()
    return table


class Rematches:
    """Begins the same game with another seed; nothing else follows."""

    def __init__(self, disk: Disk) -> None:
        self.disk = disk

    def again(self, before: Play) -> BegunGame:
        header = Header(**{**_fields(before.header), "seed": f"{before.header.seed}-again"})
        return BegunGame("table-2", Play(before.game, header, before.game.setup(header)), self.disk)

    def sequel(self, name: str, _before: Play) -> BegunGame:
        raise SetupError(Refusal("no-sequel", {"game": name}))


def new_play(game_name: str, seed: str = "7", **options: str) -> Play:
    game = game_named(game_name)
    header = make_header(game, options, data.read, seed)
    assert isinstance(header, Header), header
    state = game.setup(header)
    assert not isinstance(state, Refusal), state
    return Play(game, header, state)


def _fields(header: Header) -> Mapping[str, Any]:
    return {name: getattr(header, name) for name in header.__slots__}


async def pass_seconds(seconds: float = 0.0) -> None:
    """Let made-up time pass, and everything that is ready happen."""
    await asyncio.sleep(seconds)
    loop = asyncio.get_running_loop()
    if isinstance(loop, TravelLoop):
        await loop.until_idle()
    else:  # real time, where nobody knows what is still to come
        for _ in range(20):
            await asyncio.sleep(0)
