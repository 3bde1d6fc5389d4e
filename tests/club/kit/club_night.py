"""A whole club of one seed, in one process and made-up time: tables, broker, desk, people, disks, and what goes wrong.

    python -m tests.club.kit.club_night SEED [COUNT [CREWS ROUNDS TABLES]]

plays so many nights and prints the seeds whose standings are not those of a night on which nothing went wrong. The seed
is the bug report. A night has 8 crews, 4 rounds and 3 tables. Tables play short games by the rules; their journals are
signed, sent, and verified as real ones.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple, TypeVar

from klaxon.club.desk.desk import Desk
from klaxon.club.desk.hall import Hall
from klaxon.club.desk.jobs import DeskJobs, verify_jobs
from klaxon.club.outbox.kept import KeptRow
from klaxon.club.signing import SigningKey
from klaxon.club.table_side.table_end import TableEnd, TableIdentity
from klaxon.club.tournament import acts
from klaxon.club.tournament.deeds import begin, do
from klaxon.club.tournament.next_round import next_round
from klaxon.club.tournament.standings import standings
from klaxon.club.tournament.tournament import Tournament
from klaxon.club.working import EndWorker
from klaxon.rules.contract import Header, Order, Refusal
from klaxon.rules.games import game_named
from klaxon.table.fake_time import TravelLoop, travel
from klaxon.table.play import JournalRow, Play
from klaxon.table.setup import make_header
from tests.club.kit.hall import BOX, MemoryRows, table_id
from tests.club.kit.model_broker import ModelBroker
from tests.console.kit.playing import SPLIT_START

T = TypeVar("T")
NAME = "Night"
LONGEST = 4 * 3600.0
"""Seconds of made-up time in which a night has to end."""
Lines = list[tuple[int, str, int, int]]


def winner_of(seed: int, number: int, red: str, blue: str) -> str:
    """Return who wins, whatever else happens on that night."""
    return Random(f"{seed} {number} {red} {blue}").choice(("red", "blue"))


class NightSize(NamedTuple):
    """How large a night is."""

    crews: int = 8
    rounds: int = 4
    tables: int = 3


USUAL = NightSize()


def people(seed: int, number: int, hall: Tournament, crews: int) -> list[acts.Act]:
    """Return who comes and goes before a round."""
    chance = Random(f"people {seed} {number}")
    done: list[acts.Act] = []
    if number == 1:
        return [acts.Enter(f"Crew {n}") for n in range(1, crews + 1)]
    if chance.random() < 0.4:
        done.append(acts.Enter(f"Late crew {number}"))
    here = [crew.number for crew in hall.crews if crew.here]
    gone = [crew.number for crew in hall.crews if not crew.here]
    if chance.random() < 0.3 and len(here) > 6:
        done.append(acts.Leave(chance.choice(here)))
    if gone and chance.random() < 0.5:
        done.append(acts.Return(chance.choice(gone)))
    return done


def calm_night(seed: int, size: NightSize) -> Lines:
    """Return the standings of a night on which nothing goes wrong, without hall or tables."""
    hall = begin(acts.Begin(NAME, "sonar", "swiss", size.rounds, "red"))
    for number in range(1, size.rounds + 1):
        for act in people(seed, number, hall, size.crews):
            hall = do(hall, act)
        hall = do(hall, next_round(hall))
        for n in hall.open_tables():
            red, blue = (hall.crew(each).name for each in hall.played[-1].encounters[n - 1].crews)
            won = winner_of(seed, number, red, blue)
            hall = do(hall, acts.GiveResult(number, n, "red" if won == "red" else "blue"))
    return lines_of(hall)


def lines_of(hall: Tournament) -> Lines:
    return [(line.place, line.crew.name, line.points, line.ties[1]) for line in standings(hall)]


class NightLoop(TravelLoop):
    """Made-up time in which disks and workers take a while, and may be cut off in between."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._chance = Random(f"disks {seed}")

    def run_in_executor(self, _: Any, func: Callable[..., T], *args: Any) -> asyncio.Future[T]:  # type: ignore[override]
        """Do a job after a while."""
        future: asyncio.Future[T] = self.create_future()

        def work() -> None:
            try:
                done = func(*args)
            except OSError as error:
                if not future.done():
                    future.set_exception(error)
                return
            if not future.done():
                future.set_result(done)

        self.call_later(self._chance.choice((0.001, 0.02, 0.3, 2.0)), work)
        return future


class NightDisk(MemoryRows):
    """A disk that fails now and then, and on which nothing more is written once its machine was switched off."""

    def __init__(self, chance: Random) -> None:
        super().__init__()
        self._chance = chance
        self.life = 0

    def writer(self) -> Callable[[Sequence[KeptRow]], None]:
        """Return what writes for one life of the machine."""
        life = self.life

        def write(rows: Sequence[KeptRow]) -> None:
            if life != self.life:
                return
            if self._chance.random() < 0.02:
                raise OSError("the disk is full")
            self.write(tuple(rows))

        return write


@dataclass
class KeptPlay:
    """A game on the disk of a table."""

    header: Header
    rows: list[JournalRow]
    play: Play
    assignment: str
    boats: dict[str, str]


@dataclass
class NightTable:
    """A table that plays short games: it is killed and comes back with what is on its disks."""

    seed: int
    number: int
    broker: ModelBroker
    rows: NightDisk = field(init=False)
    shelf: dict[str, KeptPlay] = field(default_factory=dict)
    on: bool = False
    _going_on: set[str] = field(default_factory=set)
    _work: list[asyncio.Task[None]] = field(default_factory=list)
    _timers: list[asyncio.TimerHandle] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rows = NightDisk(Random(f"disk {self.seed} {self.number}"))

    @property
    def key(self) -> SigningKey:
        return SigningKey(bytes([self.number]) * 32)

    def switch_on(self) -> None:
        identity = TableIdentity(table_id(self.number), self.key, f"box-{self.number}")
        self.end = TableEnd(identity, self.rows.read, self._obey, lambda: {"troubles": []})
        loop = asyncio.get_running_loop()
        self.worker = EndWorker(self.end, self.rows.writer(), loop.time)
        self._work = [loop.create_task(self.worker.run())]
        self.broker.join(table_id(self.number), self.worker)
        self.on = True
        self._going_on.clear()
        for name in self.end.games_to_report():
            self._go_on(name)

    def switch_off(self) -> None:
        self.on = False
        self.rows.life += 1
        self.broker.part(table_id(self.number))
        for task in self._work:
            task.cancel()
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()

    def _obey(self, command: Any) -> str:
        if command["do"] != "start":
            return ""
        for begun, kept in self.shelf.items():
            if kept.assignment == command["assignment"]:
                if begun not in self._going_on and kept.play.outcome is None:  # people go on with it
                    self._go_on(begun)
                return ""
        name = f"{len(self.shelf) + 1:05d}-sonar"
        header = make_header(game_named("sonar"), {"first": "red"}, _library, f"{self.seed} {command['assignment']}")
        assert isinstance(header, Header)
        play = Play(game_named("sonar"), header, game_named("sonar").setup(header))
        self.shelf[name] = KeptPlay(header, play.rows, play, command["assignment"], command["boats"])
        self._go_on(name)
        return ""

    def _go_on(self, name: str) -> None:
        kept = self.shelf[name]
        self._going_on.add(name)
        loop = asyncio.get_running_loop()
        self.end.begin_game(
            name, kept.header, lambda: kept.rows, loop.time(), assignment=kept.assignment, boats=kept.boats
        )
        self._later(Random(f"{self.seed} {name}").uniform(20, 90), lambda: self._finish(name))

    def _later(self, seconds: float, do_it: Callable[[], None]) -> None:
        self._timers.append(asyncio.get_running_loop().call_later(seconds, do_it))

    def _finish(self, name: str) -> None:
        kept = self.shelf[name]
        if kept.play.outcome is None:
            for line in SPLIT_START:
                assert not isinstance(kept.play.order(Order.read(line)), Refusal)
            number = int(kept.assignment.split("/")[1])
            won = winner_of(self.seed, number, kept.boats["red"], kept.boats["blue"])
            kept.play.end(won, "conceded", f"{'blue' if won == 'red' else 'red'}.captain")
        witness, outcome = self.end.end_game(), kept.play.outcome
        assert outcome is not None
        if witness is not None:
            self.end.report(witness, outcome, self.end.journal(witness, kept.rows).write(self.key))
            self.worker.wake()


def _library(kind: str, name: str, variant: str = "") -> str:
    from klaxon import data  # noqa: PLC0415

    return data.read(kind, name, variant)


class NightDesk:
    """The desk: it is killed and comes back with what is on its disk."""

    def __init__(self, broker: ModelBroker, seed: int) -> None:
        self.rows, self.broker = NightDisk(Random(f"disk {seed}")), broker
        self.on = False

    def switch_on(self) -> None:
        hall = Hall(self.rows.read, self.rows.acts(), BOX)
        journals = {key: body for key, body in self.rows.read("journals").items() if hall.is_verifying(key)}
        self.desk = Desk(hall, journals)
        loop = asyncio.get_running_loop()
        self.worker = EndWorker(self.desk, self.rows.writer(), loop.time, self._on_written)
        self.jobs = DeskJobs(self.desk, self.worker, verify_jobs)
        self._work = [loop.create_task(self.worker.run()), loop.create_task(self.jobs.run())]
        self.jobs.look()
        self.broker.join("desk", self.worker)
        self.on = True

    def _on_written(self) -> None:
        self.jobs.look()

    def switch_off(self) -> list[asyncio.Task[None]]:
        self.on = False
        self.rows.life += 1
        self.broker.part("desk")
        for task in self._work:
            task.cancel()
        return self._work


class ClubNight:
    """One night."""

    def __init__(self, seed: int, size: NightSize = USUAL) -> None:
        self.seed, self.rounds, self.crews = seed, size.rounds, size.crews
        self.chance = Random(f"night {seed}")
        self._tables = size.tables
        self.events = 0

    async def play(self) -> Lines:
        """Play it; return the standings at its end."""
        self.broker = ModelBroker(self.chance)
        self.desk = NightDesk(self.broker, self.seed)
        self.tables = [NightTable(self.seed, n, self.broker) for n in range(1, self._tables + 1)]
        self.desk.switch_on()
        for table in self.tables:
            self.desk.desk.hall.add_table(table_id(table.number), f"Table {table.number}", table.key.public)
            table.switch_on()
        self.desk.desk.hall.do(acts.Begin(NAME, "sonar", "swiss", self.rounds, "red"))
        await self.desk.worker.until_written()
        loop = asyncio.get_running_loop()
        trouble = loop.create_task(self._trouble())
        try:
            while not await self._organise():
                assert loop.time() < LONGEST, f"seed {self.seed}: the night does not end"
                await asyncio.sleep(1.0)
        finally:
            trouble.cancel()
            left = [trouble, *self.desk.switch_off()]
            for table in self.tables:
                table.switch_off()
                left += table._work
            await asyncio.gather(*left, return_exceptions=True)
        return lines_of(self.desk.desk.hall.need_tournament())

    async def _organise(self) -> bool:
        """What the organiser does when he looks up; return whether all is played."""
        if not self.desk.on:
            return False
        desk = self.desk.desk
        tournament = desk.hall.need_tournament()
        if desk.rounds.pairs or tournament.open_tables():
            return False
        if len(tournament.played) == self.rounds:
            return True
        number = len(tournament.played) + 1
        done = [act for act in desk.hall.acts if not isinstance(act, acts.Begin | acts.StartRound | acts.GiveResult)]
        wanted = [act for n in range(1, number) for act in people(self.seed, n, self._hall_before(n), self.crews)]
        for act in [*people(self.seed, number, self._hall_before(number), self.crews)][len(done) - len(wanted) :]:
            desk.hall.do(act)
        desk.act({"do": "pair"}, self.desk.worker.clock())
        self.desk.worker.wake()
        return False

    def _hall_before(self, number: int) -> Tournament:
        """Return the hall as it was when a round was to be paired, before anybody came or went."""
        hall = begin(acts.Begin(NAME, "sonar", "swiss", self.rounds, "red"))
        begun = 0
        for act in self.desk.desk.hall.acts[1:]:
            if begun == number - 1 and not isinstance(act, acts.GiveResult):
                break
            hall = do(hall, act)
            begun += isinstance(act, acts.StartRound)
        return hall

    async def _trouble(self) -> None:
        while True:
            await asyncio.sleep(self.chance.uniform(2, 40))
            self.events += 1
            match self.chance.choice(("broker", "desk", "table", "table", "cable", "cable")):
                case "broker":
                    self.broker.kill()
                    await asyncio.sleep(self.chance.uniform(0.5, 10))
                    self.broker.start()
                case "desk":
                    await asyncio.gather(*self.desk.switch_off(), return_exceptions=True)
                    await asyncio.sleep(self.chance.uniform(0.5, 20))
                    self.desk.switch_on()
                case "table":
                    table = self.chance.choice(self.tables)
                    table.switch_off()
                    await asyncio.sleep(self.chance.uniform(0.5, 20))
                    table.switch_on()
                case "cable":
                    name = self.chance.choice(["desk", *(table_id(table.number) for table in self.tables)])
                    self.broker.plug(name, plugged=False)
                    await asyncio.sleep(self.chance.uniform(0.5, 120))
                    self.broker.plug(name, plugged=True)


def judge(seed: int, size: NightSize = USUAL) -> str:
    """Play a night; return what is wrong, '' if its standings are those of a calm one."""
    night = ClubNight(seed, size)
    found, wanted = travel(night.play, NightLoop(seed)), calm_night(seed, size)
    if found != wanted:
        return f"seed {seed}: {found} instead of {wanted}"
    claims = night.desk.desk.hall.claims.values()
    for claim in claims:
        if claim.state != "verified" or not claim.counted:
            return f"seed {seed}: {claim}"
    played = [kept.assignment for table in night.tables for kept in table.shelf.values()]
    reported = [claim.assignment for claim in claims]
    return "" if sorted(played) == sorted(reported) else f"seed {seed}: {reported} of {played}"


def main() -> int:
    first, *more = (int(text) for text in sys.argv[1:])
    count, size = (more or [1])[0], NightSize(*more[1:])
    wrong = 0
    for seed in range(first, first + count):
        problem = judge(seed, size)
        wrong += bool(problem)
        if problem:
            sys.stdout.write(f"{problem}\n")
    sys.stdout.write(f"{count} nights from seed {first}: {wrong} wrong\n")
    return bool(wrong)


if __name__ == "__main__":
    raise SystemExit(main())
