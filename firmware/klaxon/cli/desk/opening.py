"""`klaxon desk open`: the desk at work, with its pages, its broker, and a name by which tables find it."""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from pathlib import Path

from klaxon.cli import FOUND
from klaxon.cli.daemon.claim import FolderClaim, Holder, claim_folder
from klaxon.cli.daemon.vigil import runtime_folder
from klaxon.club.broker import child as child_program
from klaxon.club.broker.account import PORT, BrokerAccount
from klaxon.club.broker.certificates import compact_authority
from klaxon.club.broker.hall_files import AUTHORITY, HallFiles, HallFilesError
from klaxon.club.desk.running import RunningDesk
from klaxon.club.joining.discovery import announce
from klaxon.club.joining.introduction import DeskIntroduction, TableIntroduction, password_of
from klaxon.club.joining.newcomers import NewTables
from klaxon.club.outbox.kept import KeptRowsError
from klaxon.club.topics import DESK_USER
from klaxon.club.tournament.book import BookError
from klaxon.club.tournament.in_words import refusal_in_words
from klaxon.console.language.catalogue import say
from klaxon.console.linked.pairing import Paired
from klaxon.web.desk.desk_routes import serve_desk
from klaxon.web.desk.desk_server import DeskServer
from klaxon.web.server.serve import ServeError

BROKER = "mosquitto"
SECRET = 0o600
AGAIN = 2.0
"""Seconds until a broker that ended is started again."""


def open_desk(asked: argparse.Namespace, folder: Path) -> int:
    """Work the desk until a signal ends it."""
    claim = FolderClaim()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        claimed = claim_folder(folder)
        if isinstance(claimed, Holder):
            _complain("refusal.journal-locked", asked, path=folder)
            return FOUND
        claim = claimed
        return asyncio.run(_until_told(_Opened(asked, folder)))
    except (HallFilesError, KeptRowsError) as error:
        _complain("desk.open.rows", asked, path=error.path, problem=error.problem)
    except BookError as error:
        sys.stderr.write(f"klaxon desk: {refusal_in_words(error, asked.language)}\n")
    except ServeError as error:
        sys.stderr.write(f"klaxon desk: {say(f'web.{error.code}', error.facts, asked.language)}\n")
    except OSError as error:
        _complain("desk.open.rows", asked, path=error.filename or folder, problem=error.strerror or error)
    finally:
        claim.close()
    return FOUND


def _tell(text: str, asked: argparse.Namespace) -> None:
    """Say where the pages are: under systemd in a file of its own, for links and PIN are for no log."""
    folder = runtime_folder()
    if folder is not None:
        place = folder / "links"
        place.touch(SECRET)
        place.write_text(f"{text}\n", "utf-8")
        text = say("desk.open.quiet", {"path": place}, asked.language)
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _complain(message: str, asked: argparse.Namespace, **facts: object) -> None:
    sys.stderr.write(f"klaxon desk: {say(message, facts, asked.language)}\n")


async def _until_told(opened: _Opened) -> int:
    task = asyncio.ensure_future(opened.run())
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    with suppress(asyncio.CancelledError):
        await task
    return 0


class _Opened:
    """A desk, its broker and its pages."""

    def __init__(self, asked: argparse.Namespace, folder: Path) -> None:
        self._asked, self._folder = asked, folder
        self._files = HallFiles(folder / "broker")
        self._broker: asyncio.subprocess.Process | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        asked, files = self._asked, self._files
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(None, files.prepare, asked.broker_port)
        authority = compact_authority((files.folder / AUTHORITY).read_text("utf-8"))
        newcomers = NewTables(DeskIntroduction(asked.name, asked.broker_port, authority), self._let_in)
        self._running = running = RunningDesk(self._folder, self._account, asked.tournament or "", newcomers=newcomers)
        server = DeskServer(running.pages, asked.language)
        async with AsyncExitStack() as stack:
            address = await stack.enter_async_context(serve_desk(server, asked.host, asked.port))
            if not asked.no_broker:
                await stack.enter_async_context(self._run_broker())
            try:
                addresses = [address.public_host.rpartition(":")[0]]
                await stack.enter_async_context(announce(asked.name, addresses, address.port))
            except OSError as error:
                _complain("desk.open.no-network", asked, problem=error.strerror or error)
            facts = {"page": address.link(server.key, "desk"), "hall": address.link("")}
            facts |= {"phones": server.check_in_link or "-", "pin": server.pin.digits, "name": asked.name}
            _tell(say("desk.open.ready", facts, asked.language), asked)
            await running.run()

    def _account(self) -> BrokerAccount:
        return self._files.account(DESK_USER, self._asked.broker, self._asked.broker_port)

    def _let_in(self, table: TableIntroduction, paired: Paired, name: str) -> None:
        running = self._running
        running.desk.let_in(table.id, name, table.key, running.worker.clock())
        self._spawn(self._open_account(table.id, password_of(paired.key)))

    async def _open_account(self, user: str, password: str) -> None:
        await asyncio.get_running_loop().run_in_executor(None, partial(self._files.let_in, user, password))
        if self._broker is not None and self._broker.returncode is None:
            self._broker.send_signal(signal.SIGHUP)  # where another service runs the broker, it watches the file

    def _spawn(self, work: object) -> None:
        task = asyncio.ensure_future(work)  # type: ignore[call-overload]  # a coroutine of ours
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @asynccontextmanager
    async def _run_broker(self) -> AsyncIterator[None]:
        program = shutil.which(BROKER) or shutil.which(BROKER, path="/usr/sbin:/usr/local/sbin")
        if program is None:
            _complain("desk.open.no-broker", self._asked)
            yield
            return
        working = asyncio.create_task(self._keep_broker(program), name="broker")
        try:
            yield
        finally:
            working.cancel()
            await asyncio.gather(working, return_exceptions=True)

    async def _keep_broker(self, program: str) -> None:
        folder = self._files.folder.resolve()
        own = (folder / "mosquitto.conf").read_text("utf-8")
        settings = folder / "child.conf"
        run_as = "user root\n" if os.geteuid() == 0 else ""  # else it gives up the rights that its folder needs
        settings.write_text(f"{own}persistence_location {folder}/\nlog_dest none\n{run_as}", "utf-8")
        while True:
            command = (sys.executable, "-m", child_program.__name__, str(os.getpid()), program, "-c", str(settings))
            self._broker = child = await asyncio.create_subprocess_exec(*command)
            try:
                await child.wait()
            finally:
                if child.returncode is None:
                    child.terminate()
                    await child.wait()
            await asyncio.sleep(AGAIN)


def host_name() -> str:
    """Return what the desk is called if nobody says otherwise."""
    return socket.gethostname()


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `klaxon desk open`."""
    parser.add_argument("--name", default=host_name(), help="what the desk is called (the host name)")
    parser.add_argument("--host", default="0.0.0.0", help="the address its pages are served on (all)")  # noqa: S104 - phones and tables come in
    parser.add_argument("--port", type=int, default=8080, help="their port; the next free one where it is taken")
    parser.add_argument("--broker", default="127.0.0.1", metavar="HOST", help="where the broker is (this machine)")
    parser.add_argument("--broker-port", type=int, default=PORT, help=f"its port ({PORT})")
    parser.add_argument("--no-broker", action="store_true", help="start no Mosquitto: another service runs it")
