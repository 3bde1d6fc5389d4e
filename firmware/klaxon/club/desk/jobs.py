"""What a desk does off its loop: journals are verified by a child process, and rounds are paired in a thread."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial

from klaxon.club.desk.desk import Desk
from klaxon.club.desk.results import VerifyJob
from klaxon.club.journals import JournalVerdict, verify_journal
from klaxon.club.tournament.acts import StartRound
from klaxon.club.tournament.tournament import ActError, Tournament
from klaxon.club.working import EndWorker
from klaxon.console.onlook.debrief_worker import DebriefWorkerError, call_in_worker

AT_ONCE = 16
"""Journals that one child process verifies: to start it takes longer than to verify a short game."""

_log = logging.getLogger(__name__)

VerifyJobs = Callable[[Sequence[VerifyJob]], list[JournalVerdict]]


def verify_jobs(jobs: Sequence[VerifyJob]) -> list[JournalVerdict]:
    """Verify journals, here and now."""
    return [verify_journal(each.body, each.table, each.name, each.key, each.witnessed) for each in jobs]


def verify_apart(jobs: Sequence[VerifyJob]) -> list[JournalVerdict]:
    """Verify journals in a child process; one that kills or stops it is set aside."""
    try:
        return call_in_worker(partial(verify_jobs, list(jobs)))
    except DebriefWorkerError as error:
        _log.warning("verifying %d journals failed: %s", len(jobs), error)
        if len(jobs) == 1:
            return [JournalVerdict("too-long")]
        return [verdict for job in jobs for verdict in verify_apart([job])]


class DeskJobs:
    """Does the jobs of a desk, one after the other."""

    def __init__(self, desk: Desk, worker: EndWorker, verify: VerifyJobs = verify_apart) -> None:
        """`verify` waits: it is called in a thread."""
        self._desk, self._worker, self._verify = desk, worker, verify
        self._waiting: deque[VerifyJob] = deque()
        self._news = asyncio.Event()

    def look(self) -> None:
        """See what there is to do."""
        self._waiting.extend(self._desk.take_jobs())
        self._news.set()

    async def run(self) -> None:
        """Work until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._verify_all(), name="desk verifies")
            tasks.create_task(self._pair_all(), name="desk pairs")

    async def _verify_all(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            jobs = [self._waiting.popleft() for _ in range(min(AT_ONCE, len(self._waiting)))]
            if not jobs:
                await self._wait()
                continue
            verdicts = await loop.run_in_executor(None, self._verify, jobs)
            for job, verdict in zip(jobs, verdicts, strict=True):
                self._desk.on_verdict(job.claim, verdict._asdict(), self._worker.clock())
            self._worker.wake()

    async def _pair_all(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            wanted = self._desk.wants_pairing()
            if wanted is None:
                await self._wait()
                continue
            made = await loop.run_in_executor(None, _pair, wanted)
            self._desk.on_pairing(made, self._worker.clock())
            self._worker.wake()

    async def _wait(self) -> None:
        await self._news.wait()
        self._news.clear()


def _pair(tournament: Tournament) -> StartRound | ActError:
    try:
        from klaxon.club.tournament.next_round import next_round  # noqa: PLC0415 - a desk without it has all but this

        return next_round(tournament)
    except ActError as error:
        return error
    except ModuleNotFoundError as error:
        return ActError("not-installed", package=error.name)
