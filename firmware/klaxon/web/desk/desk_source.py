"""What the pages of a desk show and do, whatever is behind them. Reports are JSON: docs/club.md has every member."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from klaxon.console.onlook.debrief import Story

DeskReport = Mapping[str, Any]


class DeskSource(Protocol):
    """A desk, as its pages know it."""

    def look(self, on_change: Callable[[], None]) -> Callable[[], None]:
        """Call `on_change` whenever a report would differ; return what ends it."""

    def report(self, language: str) -> DeskReport:
        """Return what an organiser sees."""

    def hall(self, language: str) -> DeskReport:
        """Return what everybody in the hall may see."""

    def followed_table(self, language: str) -> DeskReport:
        """Return the table that is followed, as spectators see one."""

    def crew(self, ticket: str, language: str) -> DeskReport | None:
        """Return what the phone of a crew shows; None for an unknown ticket."""

    def standings_csv(self) -> str:
        """Return the standings for a spreadsheet; '' where there is no tournament."""

    async def story(self, claim: str, language: str) -> Story | None:
        """Return the story of a game that is over; None where there is none. DebriefWorkerError where that fails."""

    async def act(self, message: Mapping[str, Any], language: str) -> str:
        """Do what an organiser wants; return why not, '' once it is on the disk."""

    def spell(self, name: str, language: str) -> DeskReport:
        """Return how a name will be spelled: `name`, `crew` (its number, if it is known); or `refused`: why not."""

    async def check_in(self, name: str, language: str) -> DeskReport:
        """Check a crew in; return its `ticket`, once that is on the disk, or `refused`: why not."""

    async def greet(self, question: Mapping[str, Any], host: str) -> DeskReport:
        """Answer a table that asks to be let into the hall, from this host."""
