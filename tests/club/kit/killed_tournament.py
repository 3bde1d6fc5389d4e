"""A tournament played by understudies at tables on a real Mosquitto, whose desk and broker are killed at random.

    python -m tests.club.kit.killed_tournament SEED [CREWS ROUNDS TABLES]

plays it, with everything killed at moments of the seed, and compares the standings with those of the same games without
hall, tables and kills (64 crews, 7 rounds and 32 tables unless said otherwise). The desk is `klaxon desk open`, a
process of its own, killed by SIGKILL and opened again, and so is its Mosquitto with TLS, access files and default
settings. All tables are in this process: each has its file, its connection, and plays whole games of Captain Sonar by
turns, of able understudies.
"""

from __future__ import annotations

import asyncio
import sys
import time
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from klaxon import data
from klaxon.club.broker.access import draw_password
from klaxon.club.desk.claims import GameClaim
from klaxon.club.desk.running import RunningDesk
from klaxon.club.table_side import table_end
from klaxon.club.tournament import acts
from klaxon.club.tournament.book import fold
from klaxon.club.tournament.deeds import do
from klaxon.club.tournament.next_round import next_round
from klaxon.club.tournament.standings import standings
from klaxon.club.tournament.tournament import Tournament
from klaxon.crew import understudy_of
from klaxon.crew.selfplay import SelfplayMatch
from klaxon.rules.contract import SPECTATOR, Header, Order, Outcome, Step
from klaxon.rules.games import game_named
from klaxon.table.play import JournalRow, Play
from klaxon.table.setup import make_header
from tests.club.kit.desk_process import DeskProcess
from tests.club.kit.hall import table_id
from tests.club.kit.tables import RealTable
from tests.web.kit.callers import Caller

NAME = "Autumn"
OPTIONS = {"mode": "turns", "limit": "80"}
"""Games between two careful crews end after so many turns."""
STRETCHES = 5
"""In so many pieces a game is played: what is killed is killed in the middle of games."""
LONGEST = 3600.0
"""Seconds after which a tournament that does not end is given up."""
Line = tuple[int, str, int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class UnderstudyGame:
    """A whole game: its rows, and what everybody in the room heard at each."""

    header: Header
    rows: list[JournalRow]
    heard: list[list[dict[str, Any]]]
    outcome: Outcome


@cache
def game_of(seed: str) -> UnderstudyGame:
    """Return the game that understudies play from a seed, always the same one."""
    game = game_named("sonar")
    header = make_header(game, OPTIONS, data.read, seed)
    assert isinstance(header, Header)
    match = SelfplayMatch(game, game.setup(header), {seat: understudy_of("sonar") for seat in game.seats}, seed)
    assert match.play().outcome is not None
    play, heard = Play(game, header, game.setup(header)), []
    for line in match.lines:
        step = play.order(Order.read(line))
        assert isinstance(step, Step)
        heard.append([{"type": each.type, **each.facts} for each in step.events if SPECTATOR in each.to])
    assert play.outcome is not None
    return UnderstudyGame(header, list(play.rows), heard, play.outcome)


class PlayingTable(RealTable):
    """A table whose crews are understudies."""

    def __init__(self, folder: Path, number: int, desk: DeskProcess, seed: int) -> None:
        super().__init__(folder, table_id(number), desk)
        self._seed, self._chance = seed, Random(f"table {seed} {number}")
        self.games: list[asyncio.Task[None]] = []

    def _carry_out(self, command: Any) -> str:
        super()._carry_out(command)
        if command["do"] == "start":
            self.games.append(asyncio.create_task(self._play(command, f"{len(self.games) + 1:05d}-sonar")))
        return ""

    async def _play(self, command: Any, name: str) -> None:
        played, rows = game_of(f"{self._seed} {command['assignment']}"), list[JournalRow]()
        end, boats = self.end, command["boats"]
        stands = {"state": "running", "now": 0, "names": boats, "outcome": None}
        end.note_state({"game": "sonar", "stands": stands}, time.monotonic())
        end.begin_game(
            name, played.header, lambda: rows, time.monotonic(), assignment=command["assignment"], boats=boats
        )
        for stretch in range(STRETCHES):
            self.worker.wake()
            await asyncio.sleep(self._chance.uniform(0.2, 1.5))
            upto = len(played.rows) * (stretch + 1) // STRETCHES
            for event in (each for row in played.heard[len(rows) : upto] for each in row):
                end.tell_event(event)
            rows += played.rows[len(rows) : upto]
        witness = end.end_game()
        assert witness is not None
        end.report(witness, played.outcome, end.journal(witness, played.rows).write(self.signing_key))
        end.note_state({"game": "sonar", "stands": {**stands, "state": "lobby"}}, time.monotonic())
        await self.worker.until_written()
        self.reported.append(name)


@dataclass
class KilledTournament:
    """One tournament from the first round to the last."""

    folder: Path
    seed: int
    crews: int
    rounds: int
    tables: int
    desk: DeskProcess = field(init=False)
    killed: dict[str, int] = field(default_factory=lambda: {"desk": 0, "broker": 0})
    _round: int = 0
    """The last one that the organiser's page has shown."""

    async def play(self) -> list[Line]:
        """Play it; return the standings at its end."""
        self.desk = DeskProcess(self.folder)
        tables = [PlayingTable(self.folder, n, self.desk, self.seed) for n in range(1, self.tables + 1)]
        await self._prepare(tables)
        await asyncio.to_thread(self.desk.open)
        for table in tables:
            table.switch_on()
        trouble = asyncio.create_task(self._trouble())
        try:
            async with asyncio.timeout(LONGEST):
                while not await self._organise():  # noqa: ASYNC110 - an organiser looks again and again
                    await asyncio.sleep(0.5)
        finally:
            trouble.cancel()
            await asyncio.gather(trouble, return_exceptions=True)
            for table in tables:
                await table.switch_off()
            self.desk.close()
        return read_standings(self.folder, tables)

    async def _prepare(self, hall: list[PlayingTable]) -> None:
        """Let the tables in, and the crews, as on the evening before; who sails red first is no chance here."""
        self.folder.mkdir()
        self.desk.files.prepare(self.desk.port)
        running = RunningDesk(self.folder / "desk", lambda: None)
        work = asyncio.create_task(running.run())
        for n, table in enumerate(hall, 1):
            self.desk.files.let_in(table.id, draw_password())
            running.desk.hall.add_table(table.id, f"Table {n}", table.key)
        for act in entries(self.crews, self.rounds):
            running.desk.hall.do(act)
        running.desk.hall.settings.options = OPTIONS
        running.desk.hall.keep_settings()
        await running.worker.until_written()
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)

    async def _organise(self) -> bool:
        """Look at the organiser's page and do what is next there; return whether all is played."""
        page = urlsplit(self.desk.page)
        try:
            origin, link = Origin(f"http://{page.netloc}"), f"ws://{page.netloc}/ws/desk"
            async with connect(link, origin=origin, compression=None) as socket:
                caller = Caller(socket)
                await caller.say({"hello": 1, "token": page.fragment})
                shown = await caller.hear_until(lambda message: "tableau" in message)
                report: dict[str, Any] = shown["tableau"]["set"]
                self._show(report)
                if report["pairs"] or (report["round"] or {}).get("open"):
                    return False
                if report["tournament"]["played"] == self.rounds:
                    return True
                await caller.say({"n": 1, "act": {"do": "pair"}})
                await caller.hear_until(lambda message: "answer" in message)
        except (OSError, WebSocketException, TimeoutError):
            pass  # the desk was killed meanwhile: look again
        return False

    def _show(self, report: dict[str, Any]) -> None:
        if (played := report["tournament"]["played"]) > self._round:
            self._round = played
            sys.stdout.write(f"round {played}\n")
            sys.stdout.flush()

    async def _trouble(self) -> None:
        """Kill desk and broker some times in every round, and then let it come to its end: verifying takes a while."""
        chance = Random(f"kills {self.seed}")
        for number in range(1, self.rounds + 1):
            while self._round < number:  # noqa: ASYNC110 - the organiser's page is looked at, not listened to
                await asyncio.sleep(0.1)
            for _ in range(chance.randint(2, 5)):
                await asyncio.sleep(chance.uniform(0, 6))
                what = chance.choice(("desk", "broker"))
                self.killed[what] += 1
                if what == "broker":
                    self.desk.kill_broker()
                else:
                    self.desk.kill()
                    await asyncio.sleep(chance.uniform(0, 3))
                    await asyncio.to_thread(self.desk.open)


def read_standings(folder: Path, tables: list[PlayingTable]) -> list[Line]:
    """Return the standings that are on the desk's disk: every game was reported, verified, and counts once."""
    kept = RunningDesk(folder / "desk", lambda: None)
    hall, results = kept.desk.hall, kept.desk.results
    kept.disk.close()
    assert sorted(hall.claims) == sorted(f"{table.id}/{name}" for table in tables for name in table.reported)
    assert [claim for claim in hall.claims.values() if claim.state != "verified" or not results.counts(claim)] == []
    assert len({claim.assignment for claim in hall.claims.values()}) == len(hall.claims)
    assert not hall.disputes
    for game in (game for table in tables for game in table.games):
        game.result()
    return lines_of(hall.need_tournament())


def entries(crews: int, rounds: int) -> list[acts.Act]:
    """Return how it begins; who sails red first is no chance here."""
    return [acts.Begin(NAME, "sonar", "swiss", rounds, "red"), *(acts.Enter(f"Crew {n}") for n in range(1, crews + 1))]


def calm_standings(seed: int, crews: int, rounds: int) -> list[Line]:
    """Return the standings of the same games without hall, tables or kills."""
    hall = fold(entries(crews, rounds))
    for number in range(1, rounds + 1):
        hall = do(hall, next_round(hall))
        for encounter in hall.open_tables():
            outcome = game_of(f"{seed} {NAME}/{number}/{encounter}").outcome
            result = GameClaim("", "", "sonar", outcome=outcome.show()).result
            assert result is not None
            hall = do(hall, acts.GiveResult(number, encounter, result))
    return lines_of(hall)


def lines_of(hall: Tournament) -> list[Line]:
    return [(line.place, line.crew.name, line.points, line.ties) for line in standings(hall)]


async def judge(seed: int, crews: int, rounds: int, tables: int) -> str:
    """Play it; return what differs from the standings without kills."""
    with TemporaryDirectory(prefix="klaxon-") as folder:
        began, cpu = time.monotonic(), time.process_time()
        tournament = KilledTournament(Path(folder) / "desk", seed, crews, rounds, tables)
        found, wanted = await tournament.play(), calm_standings(seed, crews, rounds)
    sys.stdout.write(
        f"{crews} crews, {rounds} rounds, {tables} tables; killed: desk {tournament.killed['desk']}, broker "
        f"{tournament.killed['broker']} times; {time.monotonic() - began:.0f} s by the clock, "
        f"{time.process_time() - cpu:.0f} s of CPU of the tables\n"
    )
    return "" if found == wanted else f"{found}\ninstead of\n{wanted}\n"


def main() -> int:
    seed, *size = (int(text) for text in sys.argv[1:])
    crews, rounds, tables = (*size, *(64, 7, 32)[len(size) :])
    table_end.WITNESS_EVERY = 1.0  # games are short here, and are to be committed to on their way
    difference = asyncio.run(judge(seed, crews, rounds, tables))
    sys.stdout.write(difference or f"seed {seed}: the standings are the same\n")
    return bool(difference)


if __name__ == "__main__":
    raise SystemExit(main())
