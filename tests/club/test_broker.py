"""A real Mosquitto, with its default settings: who may read and write what, and that killing it loses nothing."""

from __future__ import annotations

import asyncio
import os
import random
import socket
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import ClassVar

import pytest

from klaxon.club.broker import connection
from klaxon.club.broker.access import draw_password
from klaxon.club.broker.account import BrokerAccount
from klaxon.club.broker.visit import BrokerError, BrokerVisit
from klaxon.club.desk.hall import Hall
from klaxon.club.desk.results import VerifyJob
from klaxon.club.desk.running import RunningDesk
from klaxon.club.journals import JournalVerdict
from klaxon.club.mail import Mail
from klaxon.club.outbox import sending
from klaxon.club.topics import CHANNELS, DESK_HERE, DESK_USER, HOME_USER, TableChannel, topic_of
from tests.club.kit.hall import table_id
from tests.club.kit.mosquitto import Mosquitto, needs_mosquitto
from tests.club.kit.tables import RealTable
from tests.club.kit.waiting import LONG, PAUSE, until

pytestmark = needs_mosquitto


@pytest.fixture
def broker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Mosquitto]:
    monkeypatch.setattr(connection, "SOONEST", 0.05)
    monkeypatch.setattr(connection, "LATEST", 0.2)
    monkeypatch.setattr(sending, "FIRST_PATIENCE", 0.5)
    started = Mosquitto(tmp_path / "broker")
    for n in (1, 2, 3):
        started.files.let_in(table_id(n), draw_password())
    started.start()
    yield started
    started.close()


def believe(jobs: Sequence[VerifyJob]) -> list[JournalVerdict]:
    """Verify nothing: what arrives is what is looked at here."""
    return [JournalVerdict("", "sonar", "", {"winner": "red", "reason": "sunk"}) for _ in jobs]


@asynccontextmanager
async def desk_at(folder: Path, broker: Mosquitto) -> AsyncIterator[RunningDesk]:
    running = RunningDesk(folder, lambda: broker.files.account(DESK_USER, "127.0.0.1", broker.port), verify=believe)
    task = asyncio.create_task(running.run())
    try:
        yield running
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def account(broker: Mosquitto, user: str) -> BrokerAccount:
    return broker.files.account(user, "127.0.0.1", broker.port)


async def is_let_in(who: BrokerAccount) -> bool:
    visit = BrokerVisit(who, None, lambda _: None)
    try:
        await visit.come(())
    except BrokerError:
        return False
    finally:
        visit.leave()
    return True


def test_nobody_comes_in_without_password_or_with_anothers(broker: Mosquitto) -> None:
    async def story() -> None:
        own = account(broker, table_id(1))
        assert await is_let_in(own)
        assert not await is_let_in(replace(own, password=draw_password()))
        assert not await is_let_in(replace(own, user=table_id(2)))
        assert not await is_let_in(replace(own, user="", password=""))

    asyncio.run(story())


def test_the_broker_speaks_tls_alone(broker: Mosquitto) -> None:
    plain_connect = bytes.fromhex("101000044d5154540502003c03210014000000")
    with socket.create_connection(("127.0.0.1", broker.port), LONG) as way, suppress(ConnectionResetError):
        way.sendall(plain_connect)
        assert way.recv(100)[:1] in (b"", b"\x15"), "nothing, or an alert of TLS: never a CONNACK"


def test_a_table_believes_no_broker_but_that_of_its_hall(broker: Mosquitto, tmp_path: Path) -> None:
    async def story() -> None:
        other = Mosquitto(tmp_path / "other")
        own = account(broker, table_id(1))
        assert not await is_let_in(replace(own, authority=account(other, DESK_USER).authority))

    asyncio.run(story())


class Everybody:
    """Desk, home and two tables, each of whom publishes on every topic and listens to everything."""

    users: ClassVar = {"desk": DESK_USER, "home": HOME_USER, "one": table_id(1), "two": table_id(2)}

    def __init__(self, broker: Mosquitto) -> None:
        self.topics = [topic_of(table_id(n), channel) for n in (1, 2) for channel in TableChannel]
        self.got: dict[str, set[tuple[str, str]]] = {name: set() for name in self.users}
        self.ways = {
            name: BrokerVisit(account(broker, user), None, partial(self._hear, name))
            for name, user in self.users.items()
        }

    async def come(self) -> None:
        for way in self.ways.values():
            await way.come(("#", "klaxon/#", *self.topics, DESK_HERE))

    def _hear(self, name: str, mail: Mail) -> None:
        self.got[name].add((mail.topic, mail.payload.decode()))

    async def speak(self) -> None:
        """Everybody says its name everywhere; then what ends it reaches everybody behind that."""
        for name, way in self.ways.items():
            for topic in (*self.topics, DESK_HERE):
                way.send(Mail(topic, name.encode()))
        commands = {n: topic_of(table_id(n), TableChannel.COMMANDS) for n in (1, 2)}
        receipts = {n: topic_of(table_id(n), TableChannel.COMMANDS_RECEIPT) for n in (1, 2)}
        health = topic_of(table_id(1), TableChannel.HEALTH)
        for n, name in ((1, "one"), (2, "two")):  # a round: what was said before it has been heard
            self.ways["desk"].send(Mail(commands[n], b"last"))
            await until(lambda n=n, name=name: (commands[n], "last") in self.got[name])  # type: ignore[misc]
            self.ways[name].send(Mail(receipts[n], b"last"))
            await until(lambda n=n: (receipts[n], "last") in self.got["desk"])  # type: ignore[misc]
        self.ways["one"].send(Mail(health, b"last"))
        await until(lambda: (health, "last") in self.got["home"])

    def go(self) -> None:
        for way in self.ways.values():
            way.leave()

    def may_hear(self, name: str) -> set[tuple[str, str]]:
        """Return what the interface says that somebody hears, and of whom."""
        kind = "table" if name in ("one", "two") else name
        heard = {(DESK_HERE, "desk")}
        for n, own in ((1, "one"), (2, "two")):
            for channel, about in CHANNELS.items():
                if kind in about.listener.split(", ") and (kind != "table" or name == own):
                    speaker = own if about.speaker == "table" else about.speaker
                    heard.add((topic_of(table_id(n), channel), speaker))
        return heard


def test_each_reads_and_writes_its_own_and_nothing_else(broker: Mosquitto) -> None:
    async def story() -> None:
        everybody = Everybody(broker)
        await everybody.come()
        await everybody.speak()
        everybody.go()
        for name in everybody.users:
            heard = {each for each in everybody.got[name] if each[1] != "last"}
            assert heard == everybody.may_hear(name), name

    asyncio.run(story())


def test_a_table_that_is_cut_off_is_said_to_be_gone_and_hears_later_what_it_missed(broker: Mosquitto) -> None:
    async def story() -> None:
        heard: dict[str, list[bytes]] = {"desk": [], "table": []}
        here, commands = (topic_of(table_id(1), channel) for channel in (TableChannel.HERE, TableChannel.COMMANDS))
        own = account(broker, table_id(1))
        desk = BrokerVisit(account(broker, DESK_USER), None, lambda mail: heard["desk"].append(mail.payload))
        await desk.come((here,))
        table = BrokerVisit(
            own, Mail(here, b"offline", retained=True), lambda mail: heard["table"].append(mail.payload)
        )
        await table.come((commands,))
        table.send(Mail(here, b"online", retained=True))
        await until(lambda: heard["desk"] == [b"online"])
        assert table._socket is not None
        table._socket.shutdown(socket.SHUT_RDWR)  # no goodbye
        await until(lambda: heard["desk"] == [b"online", b"offline"])
        table.leave()
        desk.send(Mail(commands, b"meanwhile"))
        again = BrokerVisit(own, None, lambda mail: heard["table"].append(mail.payload))
        await again.come(())  # its session outlives the gap, with what it listens to
        await until(lambda: heard["table"] == [b"meanwhile"])
        for visit in (desk, again):
            visit.leave()

    asyncio.run(story())


def test_a_table_that_joins_later_comes_in_when_the_broker_has_loaded_its_files_again(broker: Mosquitto) -> None:
    async def story() -> None:
        broker.files.let_in(table_id(9), draw_password())
        late = account(broker, table_id(9))
        assert not await is_let_in(late)
        broker.load_again()
        for _ in range(round(LONG / PAUSE)):
            if await is_let_in(late):
                return
            await asyncio.sleep(PAUSE)
        raise AssertionError("it does not come in")

    asyncio.run(story())


class Evening:
    """Tables and a desk on a broker, while everything is killed at moments drawn from a seed."""

    def __init__(self, folder: Path, broker: Mosquitto, seed: int) -> None:
        self.folder, self.broker, self._chance = folder, broker, random.Random(seed)
        self.tables = [RealTable(folder, table_id(n), broker) for n in (1, 2, 3)]
        self.given: dict[str, list[str]] = {table.id: [] for table in self.tables}
        self._orders = 0

    async def live(self, life: int) -> None:
        """One life of the desk; at its end it is killed."""
        async with desk_at(self.folder / "desk", self.broker) as running:
            for table in self.tables:
                if table.id not in running.desk.hall.tables:
                    running.desk.hall.add_table(table.id, f"Table {table.id[-1]}", table.key)
            await running.worker.until_written()
            for step in range(12):
                await self._step(running, f"{life}-{step}-sonar")
                await asyncio.sleep(self._chance.random() * 0.05)

    async def _step(self, running: RunningDesk, name: str) -> None:
        table = self._chance.choice(self.tables)
        match self._chance.choice(("report", "report", "command", "command", "broker", "table")):
            case "report":
                await table.report(name)
            case "command":
                self._orders += 1
                facts = {"tables": [table.id], "name": "volume", "value": str(self._orders)}
                assert await running.pages.act({"do": "setting", **facts}, "en") == ""
                self.given[table.id].append(str(self._orders))
            case "broker":
                self.broker.kill()
                self.broker.start()
            case "table":
                await table.switch_off()
                table.switch_on()

    async def end(self) -> None:
        """Let everything that is under way arrive, and hold it to what was said."""
        async with desk_at(self.folder / "desk", self.broker) as running:
            hall = running.desk.hall
            await until(lambda: self._all_arrived(hall))
            for table in self.tables:
                reported = [f"{table.id}/{name}" for name in table.reported]
                assert [claim for claim in hall.claims if claim.startswith(table.id)] == reported
                # A table that is cut off between doing and writing does it again, which changes nothing.
                done = [command["value"] for command in table.done]
                assert list(dict.fromkeys(done)) == self.given[table.id]
                assert done[-1:] == self.given[table.id][-1:]

    def _all_arrived(self, hall: Hall) -> bool:
        verified = sum(claim.state == "verified" for claim in hall.claims.values())
        waiting = sum(len(known.commands_out) for known in hall.tables.values())
        return verified == sum(len(table.reported) for table in self.tables) and not waiting


@pytest.mark.parametrize("seed", range(12 if os.environ.get("KLAXON_SOAK") else 2))
def test_killing_broker_desk_and_tables_loses_and_doubles_nothing(broker: Mosquitto, tmp_path: Path, seed: int) -> None:
    async def story() -> None:
        evening = Evening(tmp_path, broker, seed)
        for table in evening.tables:
            table.switch_on()
        for life in range(3):
            await evening.live(life)
        await evening.end()
        for table in evening.tables:
            await table.switch_off()

    asyncio.run(story())
