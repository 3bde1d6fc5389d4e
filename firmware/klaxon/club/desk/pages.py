"""A desk as its pages know it: reports in, acts out, and nothing is answered before it is on the disk."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from klaxon.club.desk.desk import Desk
from klaxon.club.desk.past_games import tell_past_game
from klaxon.club.desk.report import Report, crew_report, desk_report, followed_report, hall_report, standings_csv
from klaxon.club.tournament.in_words import refusal_in_words
from klaxon.club.tournament.tournament import ActError
from klaxon.club.working import EndWorker
from klaxon.console.onlook.debrief import Story
from klaxon.console.onlook.debrief_worker import call_in_worker


class DeskPages:
    """What `web/desk` asks of a desk."""

    def __init__(self, desk: Desk, worker: EndWorker, read_journal: Callable[[str], bytes]) -> None:
        """Serve a desk that a worker works. `read_journal` waits for the disk."""
        self._desk, self._worker, self._read_journal = desk, worker, read_journal

    def look(self, on_change: Callable[[], None]) -> Callable[[], None]:
        """Call `on_change` whenever a report would differ; return what ends it."""
        return self._desk.look(on_change)

    def report(self, language: str) -> Report:
        """Return what an organiser sees."""
        return {**desk_report(self._desk, self._worker.clock(), language), "disk": self._worker.trouble}

    def hall(self, language: str) -> Report:
        """Return what everybody in the hall may see."""
        return hall_report(self._desk, self._worker.clock(), language)

    def followed_table(self, language: str) -> Report:
        """Return the table that is followed."""
        return followed_report(self._desk, language)

    def crew(self, ticket: str, language: str) -> Report | None:
        """Return what the phone of a crew shows."""
        return crew_report(self._desk, ticket, language)

    def standings_csv(self) -> str:
        """Return the standings for a spreadsheet."""
        tournament = self._desk.hall.tournament
        return standings_csv(tournament) if tournament is not None else ""

    async def story(self, claim: str, language: str) -> Story | None:
        """Return the story of a game that is over; None where its journal is not here, or was not verified."""
        found = self._desk.hall.claims.get(claim)
        table = self._desk.hall.tables.get(found.table) if found is not None else None
        if found is None or table is None or found.state != "verified":
            return None
        loop = asyncio.get_running_loop()
        body = await loop.run_in_executor(None, self._read_journal, claim)
        tell = partial(tell_past_game, body, table.key, language)
        return await loop.run_in_executor(None, call_in_worker, tell)

    async def act(self, message: Mapping[str, Any], language: str) -> str:
        """Do what an organiser wants; return why not."""
        try:
            self._desk.act(message, self._worker.clock())
        except ActError as error:
            return refusal_in_words(error, language)
        await self._worker.until_written()
        return ""

    def spell(self, name: str, language: str) -> Report:
        """Return how a crew's name will be spelled."""
        try:
            return dict(self._desk.check_in.spell(name))
        except ActError as error:
            return {"refused": refusal_in_words(error, language)}

    async def check_in(self, name: str, language: str) -> Report:
        """Check a crew in."""
        try:
            ticket = self._desk.sign_in(name, self._worker.clock())
        except ActError as error:
            return {"refused": refusal_in_words(error, language)}
        await self._worker.until_written()
        return {"ticket": ticket}

    async def greet(self, question: Mapping[str, Any], host: str) -> Report:
        """Answer a table that asks to be let in, once what it brought is on the disk."""
        answer = dict(self._desk.greet(question, host, self._worker.clock()))
        if "say" in answer:
            await self._worker.until_written()
        return answer
