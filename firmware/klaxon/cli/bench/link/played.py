"""Whole games between two consoles over a modelled line, in made-up time: what it adds to orders, and its share."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from klaxon import data
from klaxon.console.linked.other_console import LentSeats
from klaxon.crew.crew_session import CrewSession
from klaxon.link.console_link import ConsoleLink, LinkSetup
from klaxon.link.known_consoles import KnownConsole, LinkMemory
from klaxon.link.modelled.cable import ModelCable
from klaxon.link.modelled.noise import BAUD, Noise
from klaxon.link.wire.line_end import BITS_A_BYTE
from klaxon.rules.contract import Game, Seat
from klaxon.rules.games import FIRST_GAME, game_named
from klaxon.table.fake_time import travel
from klaxon.table.host import Tokens, open_table, until_over
from klaxon.table.session import Message, Session, SessionTable
from klaxon.table.setup import make_header
from klaxon.table.table import Table

OPTIONS = {"mode": "realtime", "limit": "5"}
"""Five minutes in real time; most damage loses."""
PACE = (800, 2500)
"""Milliseconds that an understudy thinks."""
MET, LONGEST = 5.0, 900.0
KEY = bytes(32)
NUMBERS = {"host": "1" * 16, "guest": "2" * 16}


@dataclass
class PlayedGame:
    """What a game over a line took. Times in seconds, one for each order of the guest."""

    answers: list[float] = field(default_factory=list)
    """From the order to its answer: the sign on the bottom line."""
    effects: list[float] = field(default_factory=list)
    """From the order to the first view of that station that it changed."""
    shares: dict[str, float] = field(default_factory=dict)
    """Console -> the share of its way of the line, over the whole game."""
    busiest: float = 0.0
    """The largest share of a way in a minute of play."""
    said: list[tuple[float, str, int]] = field(default_factory=list)
    """(moment, console, bytes) of everything that was written to the line."""


class TimedSeat:
    """An understudy in one seat, at a station of its own, near or far."""

    def __init__(self, table: SessionTable, token: str, seat: Seat, seed: int, noted: PlayedGame | None) -> None:
        """Sit down."""
        self._loop, self._table, self._noted = asyncio.get_running_loop(), table, noted
        self._crew = CrewSession(f"understudy: {seat}", [seat], f"seed {seed} {seat}", PACE)
        self._session = Session(self._loop.time, self._wake)
        self._given: dict[int, float] = {}
        self._waits: float | None = None
        self.is_measured = True
        """Whether what is seen now counts."""
        self._timer: asyncio.TimerHandle | None = None
        table.open_session(self._session)
        self._say([self._crew.hello(token)])

    def close(self) -> None:
        """Leave."""
        self._table.close_session(self._session)
        if self._timer is not None:
            self._timer.cancel()

    def resume(self) -> None:
        """Let a paused table go on."""
        self._say([{"act": "resume"}])

    def _say(self, messages: Sequence[Message]) -> None:
        for message in messages:
            if "order" in message:
                self._given[message["order"]] = self._waits = self._loop.time()
            self._table.receive(self._session, json.dumps(message))

    def _wake(self) -> None:
        self._loop.call_soon(self._listen)

    def _listen(self) -> None:
        if self._session.gone:
            return
        for text in self._session.carry():
            message = json.loads(text)
            if not self.is_measured:
                self._waits = None
            elif self._noted is not None:
                self._note(message, self._noted)
            self._say(self._crew.take(message, self._now()))
        wait = self._crew.wait(self._now())
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if wait is None else self._loop.call_later(wait / 1000, self._speak)

    def _speak(self) -> None:
        self._say(self._crew.speak(self._now()))
        self._listen()

    def _now(self) -> int:
        return round(self._loop.time() * 1000)

    def _note(self, message: Message, noted: PlayedGame) -> None:
        match message:
            case {"sent": int(number)} | {"refused": int(number)} if number in self._given:
                noted.answers.append(self._loop.time() - self._given.pop(number))
                if "refused" in message:
                    self._waits = None
            case {"delta": _} if self._waits is not None:
                noted.effects.append(self._loop.time() - self._waits)
                self._waits = None


@dataclass(frozen=True)
class GameUnderWay:
    """A game that is played, for whoever wants to disturb it."""

    table: Table
    cable: ModelCable
    guest: ConsoleLink
    people: list[TimedSeat]


Meanwhile = Callable[[GameUnderWay], Coroutine[None, None, None]]
"""What happens while a game is played."""


class _Nobody:
    """A game of which a guest asks nothing."""

    def call_understudies(self, seats: Sequence[Seat]) -> None:
        """Nobody is called."""

    def leave(self) -> None:
        """Nobody leaves."""


def _links(cable: ModelCable) -> tuple[ConsoleLink, ConsoleLink]:
    made = []
    for role, other in (("host", "guest"), ("guest", "host")):
        memory = LinkMemory(NUMBERS[role], role, {NUMBERS[other]: KnownConsole(other, KEY, "")})
        made.append(ConsoleLink(LinkSetup(role, "bench", cable.way(role)), memory, lambda _: None))
    return made[0], made[1]


def play(
    seed: int,
    noise: Noise,
    name: str = FIRST_GAME,
    options: Mapping[str, str] = OPTIONS,
    longest: float = LONGEST,
    meanwhile: Meanwhile | None = None,
) -> PlayedGame:
    """Play a game whose guest has a boat, over a line, to its end or for so many seconds."""
    return travel(lambda: _play(seed, noise, game_named(name), options, longest, meanwhile))


async def _play(
    seed: int,
    noise: Noise,
    game: Game[Any, Any],
    options: Mapping[str, str],
    longest: float,
    meanwhile: Meanwhile | None,
) -> PlayedGame:
    noted, loop = PlayedGame(), asyncio.get_running_loop()
    cable = ModelCable(noise, seed)
    host, guest = _links(cable)
    host.start()
    guest.start()
    await asyncio.sleep(MET)
    table, tokens = _table_of(game, options, seed)
    boat = game.boats[-1]
    lent = tuple(seat for seat in game.seats if seat.startswith(boat))
    host.lend(table, tokens, LentSeats(game.name, boat, lent, "all"), _Nobody())
    await asyncio.sleep(MET)
    far = guest.lent_table
    if far is None:
        raise RuntimeError("the consoles did not meet")
    people = [TimedSeat(far, boat, seat, seed, noted) for seat in lent]
    people += [TimedSeat(table, tokens.token_of["crew"], seat, seed, None) for seat in game.seats if seat not in lent]
    begun, sent = loop.time(), len(cable.carried)
    other = asyncio.create_task(meanwhile(GameUnderWay(table, cable, guest, people)) if meanwhile else asyncio.sleep(0))
    with suppress(TimeoutError):
        async with asyncio.timeout(longest):
            await until_over(table)
    other.cancel()
    _note_shares(noted, cable, sent, begun, loop.time())
    for each in people:
        each.close()
    table.close()
    host.close()
    guest.close()
    return noted


def _table_of(game: Game[Any, Any], options: Mapping[str, str], seed: int) -> tuple[Table, Tokens]:
    header = make_header(game, options, data.read, str(seed))
    if isinstance(header, list):
        raise TypeError(header)
    tokens = Tokens.create(game)
    table = open_table(game, header, None, tokens, data.read)
    table.begin()
    return table, tokens


def _note_shares(noted: PlayedGame, cable: ModelCable, since: int, begun: float, end: float) -> None:
    noted.said += [said for said in cable.written if begun <= said[0]]
    minutes: dict[tuple[str, int], int] = {}
    for at, side, frame in cable.carried[since:]:
        minute = (side, int((at - begun) // 60))
        minutes[minute] = minutes.get(minute, 0) + len(frame)
    rate = BAUD / BITS_A_BYTE
    for side in ("host", "guest"):
        sent = sum(count for (which, _), count in minutes.items() if which == side)
        noted.shares[side] = sent / rate / max(end - begun, 1.0)
    whole = [count for (_, minute), count in minutes.items() if (minute + 1) * 60 <= end - begun]
    noted.busiest = max(whole, default=0) / rate / 60
