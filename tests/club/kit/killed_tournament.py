"""A tournament played by understudies at tables on a real Mosquitto, whose desk and broker are killed at random.

    python -m tests.club.kit.killed_tournament SEED [CREWS ROUNDS TABLES]

plays it twice, with everything killed at moments of the seed and with nothing killed, and compares the standings (64
crews, 7 rounds and 32 tables take some ten minutes). The desk is `klaxon desk open`, a process of its own, killed by
SIGKILL and opened again, and so is its Mosquitto with TLS, access files and default settings. All tables are in this
process: each has its file, its connection, and plays whole games of Captain Sonar by turns, of able understudies.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Iterator
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
from klaxon.club.desk.running import RunningDesk
from klaxon.club.table_side import table_end
from klaxon.club.tournament import acts
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
Line = tuple[int, str, str]


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
    kills: bool
    desk: DeskProcess = field(init=False)
    killed: dict[str, int] = field(default_factory=lambda: {"desk": 0, "broker": 0})
    _round: int = 0
    """The last one that the organiser's page has shown."""

    async def play(self) -> tuple[list[Line], dict[str, Any]]:
        """Play it; return the standings and the organiser's page at its end."""
        self.desk = DeskProcess(self.folder)
        hall = [PlayingTable(self.folder, n, self.desk, self.seed) for n in range(1, self.tables + 1)]
        await self._prepare(hall)
        await asyncio.to_thread(self.desk.open)
        for table in hall:
            table.switch_on()
        trouble = asyncio.create_task(self._trouble()) if self.kills else None
        try:
            async with asyncio.timeout(LONGEST):
                while not (page := await self._organise()):  # noqa: ASYNC110 - an organiser looks again and again
                    await asyncio.sleep(0.5)
        finally:
            if trouble is not None:
                trouble.cancel()
                await asyncio.gather(trouble, return_exceptions=True)
            for table in hall:
                await table.switch_off()
            self.desk.close()
        problems(page, hall, self)
        return [
            (line["place"], line["crew"], f"{line['points']} {line['buchholz']}") for line in page["standings"]
        ], page

    async def _prepare(self, hall: list[PlayingTable]) -> None:
        """Let the tables in, and the crews, as on the evening before; who sails red first is no chance here."""
        self.folder.mkdir()
        self.desk.files.prepare(self.desk.port)
        running = RunningDesk(self.folder / "desk", lambda: None)
        work = asyncio.create_task(running.run())
        for n, table in enumerate(hall, 1):
            self.desk.files.let_in(table.id, draw_password())
            running.desk.hall.add_table(table.id, f"Table {n}", table.key)
        for act in self._entries():
            running.desk.hall.do(act)
        running.desk.hall.settings.options = OPTIONS
        running.desk.hall.keep_settings()
        await running.worker.until_written()
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)

    def _entries(self) -> Iterator[Any]:
        yield acts.Begin(NAME, "sonar", "swiss", self.rounds, "red")
        for n in range(1, self.crews + 1):
            yield acts.Enter(f"Crew {n}")

    async def _organise(self) -> dict[str, Any] | None:
        """Look at the organiser's page and do what is next there; return it when all is played."""
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
                    return None
                if report["tournament"]["played"] == self.rounds:
                    waiting = any(claim["state"] in ("claimed", "verifying") for claim in report["claims"])
                    return None if waiting or report["disputes"] else report
                await caller.say({"n": 1, "act": {"do": "pair"}})
                await caller.hear_until(lambda message: "answer" in message)
        except (OSError, WebSocketException, TimeoutError):
            pass  # the desk was killed meanwhile: look again
        return None

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


def problems(page: dict[str, Any], hall: list[PlayingTable], tournament: KilledTournament) -> None:
    """Every game was reported once, by its table, was verified, and counts."""
    reported = [f"{table.id}/{name}" for table in hall for name in table.reported]
    assert len(reported) == tournament.rounds * (tournament.crews // 2), len(reported)
    wrong = [
        claim for claim in page["claims"] if claim["wrong"] or claim["state"] != "verified" or not claim["counted"]
    ]
    assert not wrong, wrong
    known = {claim["id"] for claim in page["claims"]}
    assert known <= set(reported), known
    assert len(known) == min(len(reported), 100), "the page shows the last hundred"
    for table in hall:
        for game in table.games:
            game.result()


async def judge(seed: int, crews: int, rounds: int, tables: int) -> str:
    """Play it with and without kills; return what differs."""
    found = []
    with TemporaryDirectory(prefix="klaxon-") as folder:
        for kills in (True, False):
            began, cpu = time.monotonic(), time.process_time()
            tournament = KilledTournament(Path(folder) / f"{kills}", seed, crews, rounds, tables, kills)
            lines, _ = await tournament.play()
            found.append(lines)
            sys.stdout.write(
                f"{crews} crews, {rounds} rounds, {tables} tables; killed: desk {tournament.killed['desk']}, broker "
                f"{tournament.killed['broker']} times; {time.monotonic() - began:.0f} s by the clock, "
                f"{time.process_time() - cpu:.0f} s of CPU of the tables\n"
            )
            sys.stdout.flush()
    return "" if found[0] == found[1] else f"{found[0]}\ninstead of\n{found[1]}"


def main() -> int:
    seed, *size = (int(text) for text in sys.argv[1:])
    crews, rounds, tables = (*size, *(64, 7, 32)[len(size) :])
    table_end.WITNESS_EVERY = 1.0  # games are short here, and are to be committed to on their way
    difference = asyncio.run(judge(seed, crews, rounds, tables))
    sys.stdout.write(difference or f"seed {seed}: the standings are the same\n")
    return bool(difference)


if __name__ == "__main__":
    raise SystemExit(main())
