"""Whole games of understudies on two consoles: `python -m tests.link.kit.linked_games LINE GAMES [SEED]`.

LINE is clean, errors or lossy. Red is played at the host, blue at the guest, over a modelled line with cuts and new
streams at moments drawn from the seed. The judge of histories holds what both sides gave, heard and saw to the
journal. The seed of a game that fails is the bug report.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from klaxon import data
from klaxon.console.linked.other_console import LentSeats
from klaxon.crew.crew_session import CrewSession
from klaxon.link.console_link import ConsoleLink
from klaxon.link.known_consoles import KnownConsole
from klaxon.link.modelled.cable import ModelCable
from klaxon.link.modelled.noise import BAUD, LINES, Noise
from klaxon.link.wire.line_end import BITS_A_BYTE
from klaxon.rules.contract import Header, Seat
from klaxon.rules.deltas import apply_delta
from klaxon.rules.games import game_named
from klaxon.table.host import Tokens
from klaxon.table.play import Play
from klaxon.table.session import Message, Session, SessionTable
from klaxon.table.setup import make_header
from klaxon.table.table import Table
from tests.link.kit.two_consoles import Keeping, link_of
from tests.table.kit.history import Given, Life, Told, judge
from tests.table.kit.travel import Disk, pass_seconds, travel

LONGEST = 4 * 3600.0
"""Seconds of made-up time in which a game has to end."""
KEY = bytes(32)
CONSOLES = {"host": "1" * 16, "guest": "2" * 16}


@dataclass
class LinkedGame:
    """What came of a game."""

    wrong: list[str]
    seconds: float
    cuts: int
    line_share: dict[str, float]
    """Side -> the share of the line that it took, while the game ran."""
    delays: list[float] = field(default_factory=list)
    """Seconds from an order at the guest to its effect there, where nothing was cut."""
    rows: int = 0


class NotedCrew:
    """Understudies of a boat at a table, near or far, with a note of all they give, hear and see."""

    def __init__(
        self, table: SessionTable, token: str, seats: Sequence[Seat], seed: int, life: Life, rows: Callable[[], int]
    ) -> None:
        self._loop, self._table, self._life, self._rows = asyncio.get_running_loop(), table, life, rows
        self._boat = seats[0].partition(".")[0]
        self._crew = CrewSession(f"understudies: {self._boat}", seats, f"seed {seed} {self._boat}", (800, 2500))
        self._session = Session(self._loop.time, self._wake)
        self._last: dict[str, int] = {}
        self._given_at: float | None = None
        self.delays: list[float] = []
        self.is_cut = False
        """Whether the cable is being pulled: what is given then is not what is measured."""
        self._timer: asyncio.TimerHandle | None = None
        table.open_session(self._session)
        self._say([self._crew.hello(token)])

    def close(self) -> None:
        self._table.close_session(self._session)
        if self._timer is not None:
            self._timer.cancel()

    def resume(self) -> None:
        self._say([{"act": "resume"}])

    def _say(self, messages: Sequence[Message]) -> None:
        for message in messages:
            if "order" in message:
                self._life.orders.setdefault(self._boat, {})[message["order"]] = Given(
                    f"{message['seat']} {message['line']}", ""
                )
                self._given_at = self._loop.time()
            self._table.receive(self._session, json.dumps(message))

    def _wake(self) -> None:
        self._loop.call_soon(self._listen)

    def _listen(self) -> None:
        if self._session.gone:
            return
        for text in self._session.carry():
            message = json.loads(text)
            self._note(message)
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

    def _note(self, message: Message) -> None:
        life = self._life
        match message:
            case {"sent": int(number)}:
                self._answer(number, "sent")
            case {"refused": int(number)}:
                self._answer(number, "refused")
            case {"view": dict(view), "seat": str(seat)}:
                life.views[Seat(seat)] = view
            case {"delta": dict(delta), "seat": str(seat)}:
                life.views[Seat(seat)] = dict(apply_delta(life.views[Seat(seat)], delta))
                if self._given_at is not None and not self.is_cut:
                    self.delays.append(self._loop.time() - self._given_at)
                self._given_at = None
            case {"heard": dict(heard), "seat": str(seat)} if heard["n"] > self._last.get(seat, 0):
                self._last[seat] = heard["n"]
                life.told.append(Told(self._boat, seat, heard, self._rows(), unsaved=False))

    def _answer(self, number: int, answer: str) -> None:
        orders = self._life.orders[self._boat]
        if number in orders:
            orders[number] = orders[number]._replace(answer=answer)
        if answer == "refused":
            self._given_at = None


class _Nobody:
    def call_understudies(self, seats: object) -> None: ...

    def leave(self) -> None: ...


def header_of(seed: int, **options: str) -> Header:
    """Return the header of a game in real time."""
    header = make_header(game_named("sonar"), {"mode": "realtime", **options}, data.read, str(seed))
    assert not isinstance(header, list), header
    return header


def paired_links(cable: ModelCable) -> tuple[ConsoleLink, ConsoleLink]:
    """Return the links of two consoles that know each other."""
    made = []
    for role, other in (("host", "guest"), ("guest", "host")):
        kept = Keeping(role)
        memory = kept.memory.with_console(CONSOLES[other], KnownConsole(other, KEY, ""))
        kept.memory = type(memory)(CONSOLES[role], role, memory.known)
        made.append(link_of(cable, role, kept))
    return made[0], made[1]


async def play(seed: int, noise: Noise, *, cuts: bool = True, **options: str) -> LinkedGame:
    """Play a game; what is wrong with it is in its report."""
    game, header = game_named("sonar"), header_of(seed, **options)
    tokens, disk, dice, loop = Tokens.create(game), Disk(), Random(seed), asyncio.get_running_loop()
    table = Table("table-1", Play(game, header, game.setup(header)), disk, tokens.ring)
    table.begin()
    cable = ModelCable(noise, seed)
    host, guest = paired_links(cable)
    host.start()
    guest.start()
    await pass_seconds(5)
    blue = tuple(seat for seat in game.seats if seat.startswith("blue"))
    red = tuple(seat for seat in game.seats if seat.startswith("red"))
    host.lend(table, tokens, LentSeats("sonar", "blue", blue, "all"), _Nobody())
    await pass_seconds(2)
    assert guest.lent_table is not None, guest.standing
    life = Life(0)
    own = NotedCrew(table, tokens.token_of["crew"], red, seed, life, lambda: len(disk.rows))
    lent = NotedCrew(guest.lent_table, "blue", blue, seed, life, lambda: len(disk.rows))
    begun, carried, count = loop.time(), len(cable.carried), 0
    while table.play.outcome is None and loop.time() - begun < LONGEST:
        await pass_seconds(dice.uniform(5, 60))
        if cuts:
            count += 1
            lent.is_cut = True
            await disturb(cable, guest, dice)
            lent.is_cut = False
        while table.play.paused and table.play.outcome is None:
            own.resume()
            await pass_seconds(5)
    seconds = loop.time() - begun
    await pass_seconds(30)
    wrong = [] if table.play.outcome is not None else ["the game did not end"]
    wrong += judge(Play(game, header, game.setup(header)), disk.rows, [life])
    share = {side: _share(cable, carried, side, seconds) for side in ("host", "guest")}
    for crew in (own, lent):
        crew.close()
    table.close()
    for each in (host, guest):
        each.close()
    return LinkedGame(wrong, seconds, count, share, lent.delays, len(disk.rows))


def _share(cable: ModelCable, since: int, side: str, seconds: float) -> float:
    sent = sum(len(frame) for _, who, frame in cable.carried[since:] if who == side)
    return sent * BITS_A_BYTE / BAUD / seconds


async def disturb(cable: ModelCable, guest: ConsoleLink, dice: Random) -> None:
    """Pull the cable for a while, or begin a new stream, as an adapter does that is plugged in again."""
    if dice.random() < 0.3:
        for meeting in guest._meetings:
            meeting.carrier.restart()
    cable.plugged = False
    await pass_seconds(dice.choice((0.05, 0.5, 3, 20)))
    cable.plugged = True
    await pass_seconds(5)


def play_seed(seed: int, noise: Noise, *, cuts: bool = True, **options: str) -> LinkedGame:
    """Play a game in made-up time."""
    return travel(lambda: play(seed, noise, cuts=cuts, **options))


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value below which this share of them lies."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else 0.0


def main(line: str, games: int, first: int = 0, *, cuts: bool = True) -> None:
    """Play games over a line, and say what came of them."""
    delays: list[float] = []
    for seed in range(first, first + games):
        ended = play_seed(seed, LINES[line], cuts=cuts, limit="2")
        delays += ended.delays
        share = ", ".join(f"{side} {share:.1%}" for side, share in ended.line_share.items())
        faults = "; ".join(ended.wrong) or "journal and both sides agree"
        told = f"{line} seed {seed}: {ended.seconds:.0f} s, {ended.rows} rows, {ended.cuts} cuts; {share}; {faults}"
        sys.stdout.write(f"{told}\n")
        sys.stdout.flush()
    shown = ", ".join(f"p{share:g} {percentile(delays, share / 100) * 1000:.0f} ms" for share in (50, 99))
    sys.stdout.write(f"{line}: order to effect at the guest, {len(delays)} orders: {shown}\n")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), *map(int, sys.argv[3:4]), cuts="uncut" not in sys.argv)
