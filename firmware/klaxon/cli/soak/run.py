"""A soak: an hour of play, back to back, on a simulated console, while things go wrong and everything is sampled."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

from klaxon.cli.help.plain import terminal
from klaxon.cli.robots import play
from klaxon.cli.soak.faults import Mischief
from klaxon.cli.soak.hour import SoakGame
from klaxon.cli.soak.played import PlayedConsole, in_background
from klaxon.cli.soak.sampling import LOBBY, PLAY, Others, Sample, take_sample
from klaxon.cli.soak.stage import Stage
from klaxon.console.lobby.game_plan import GamePlan
from klaxon.console.profile import Profile
from klaxon.hal.pi.health import LONGEST_WAIT, PEACE
from klaxon.hal.pi.panels.schedule import BLIND
from klaxon.rules.contract import Refusal
from klaxon.rules.games import game_named
from klaxon.table.disk.journal import Journal, JournalError
from klaxon.table.disk.shelf import Shelf
from klaxon.table.fake_time import PatientLoop, travel
from klaxon.table.host import until_over
from klaxon.table.play import Play
from klaxon.table.table import Table

MINUTE = 60.0
A_MOMENT = 1.0
"""Seconds for the beginning of a game, and for people to look at its end."""
ENDLESS = 1800.0
"""Seconds that no game takes."""
UNDERSTUDIES = 4
"""In every so-manyth game understudies play the last of two boats, and robots work the first alone."""
RECOVERY = 2 * (LONGEST_WAIT + PEACE) + BLIND
"""Seconds for everything to recover."""


class SoakReport(NamedTuple):
    """The results of a soak."""

    samples: Sequence[Sample]
    games: Counter[str]
    """Kind -> games that were begun."""
    faults: Sequence[tuple[float, str]]
    lost: Sequence[str]
    """Games whose journal does not lead to their final state, or that robots could not play."""
    wrong: Sequence[str]
    """What did not work in the end, after all faults were repaired."""
    orders: int


Tell = Callable[[float, "Soak"], None]
"""Reports the progress: seconds of play, and the soak."""


class Soak:
    """One run."""

    def __init__(
        self,
        stage: PlayedConsole,
        hour: Sequence[SoakGame],
        seconds: float,
        tell: Tell,
        others: Others | None = None,
    ) -> None:
        """Prepare; `seconds` is how long to play, `others` measures the load of other processes."""
        self._stage, self._hour, self._seconds, self._tell = stage, hour, seconds, tell
        self._others = others
        self._loop = asyncio.get_running_loop()
        self._begun = self._loop.time()
        self._mischief: Mischief | None = None
        self.samples: list[Sample] = []
        self.games: Counter[str] = Counter()
        self._lost: list[str] = []
        self._orders = 0

    async def run(self, mischief: Mischief | None = None) -> SoakReport:
        """Play, hour after hour, until the time is over; where things went wrong, then let everything recover."""
        stage, self._mischief = self._stage, mischief
        async with stage.run_console():
            await asyncio.sleep(A_MOMENT)
            gc.collect()
            gc.freeze()  # as the daemon does
            self._begun = self._loop.time()
            async with in_background(self._watch_minutes()):
                async with in_background(mischief.run() if mischief else asyncio.sleep(0)):
                    await self._play_on()
                if mischief:
                    mischief.mend()
                    await asyncio.sleep(RECOVERY)
            wrong = stage.wrong()
        faults = mischief.done if mischief else ()
        return SoakReport(self.samples, self.games, faults, self._lost, wrong, self._orders)

    @property
    def seconds_passed(self) -> float:
        """Seconds since the beginning."""
        return self._loop.time() - self._begun

    async def _play_on(self) -> None:
        for number, sitting in enumerate(cycle(self._hour)):
            if self.seconds_passed >= self._seconds:
                return
            await self._play(sitting, number)

    async def _play(self, sitting: SoakGame, number: int) -> None:
        """Play a game to its end, or as far as there is time; leave it, and check that its journal is complete."""
        stage, console = self._stage, self._stage.console
        boats = game_named(sitting.game).boats
        crews = dict.fromkeys(boats, "all")
        sides = {each.side for each in console.seating.fittings}
        if number % UNDERSTUDIES == UNDERSTUDIES - 1 and len(boats) > 1 and len(sides) > 1:
            crews[boats[-1]] = "none"
        self.games[sitting.game] += 1
        console.lobby.begin(GamePlan(sitting.game, "", crews, sitting.options), sitting.seed)
        await asyncio.sleep(A_MOMENT)
        table = stage.table
        if table is None or not console.match.playing:
            self._lost.append(f"{sitting}: it did not begin")
            return
        left = max(0.0, self._seconds - self.seconds_passed)
        try:
            async with asyncio.timeout(min(left, ENDLESS)):
                await play(console, stage.fingers, sitting.seed, together=True)
                await until_over(table)
                await asyncio.sleep(A_MOMENT)
        except TimeoutError:
            if left > ENDLESS:
                self._lost.append(f"{sitting}: it did not come to an end")
        except RuntimeError as error:  # a hand that did not get on: that is a finding, and no reason to stop
            self._lost.append(f"{sitting}: {error}")
        await self._leave(sitting, table)

    async def _leave(self, sitting: SoakGame, table: Table) -> None:
        """Leave a table, but not while its panels say that something is not saved yet."""
        name, console = table.name, self._stage.console
        with suppress(TimeoutError):
            async with asyncio.timeout(MINUTE):
                while not table.ledger.is_settled:  # noqa: ASYNC110 - a disk that comes back tells nobody
                    await asyncio.sleep(A_MOMENT / 10)
        console.match.leave()
        while console.match.playing:  # noqa: ASYNC110 - a console tells nobody
            await asyncio.sleep(A_MOMENT / 10)
        self._orders += sum(row.kind == "order" for row in table.play.line)
        if trouble := journal_difference(self._stage.shelf, name, table.play.digest()):
            self._lost.append(f"{sitting}: {trouble}")
        self._stage.table = None
        del table
        await asyncio.sleep(A_MOMENT)
        self._sample(LOBBY)

    async def _watch_minutes(self) -> None:
        while True:
            await asyncio.sleep(MINUTE)
            if self.seconds_passed <= self._seconds:
                self._sample(PLAY)
                self._tell(self.seconds_passed, self)

    def _sample(self, state: str) -> None:
        stage, mischief = self._stage, self._mischief
        calm = stage.calm and not (mischief and mischief.under_way)
        faults = len(mischief.done) if mischief else 0
        own = len(self.samples) + sum(2 for one in self.samples if one.state == PLAY) + faults
        others = self._others.share() if self._others and state == PLAY else 0.0
        self.samples.append(
            take_sample(self.seconds_passed, state, stage.watch, stage.folder, calm=calm, own=own, others=others)
        )


def journal_difference(shelf: Shelf, name: str, digest: str) -> str:
    """Replay a journal from its first row; return how it differs from the game as it was played, else ''."""
    try:
        journal, rows, _ = Journal.open(shelf.path(name), shelf.key)
    except JournalError as error:
        return error.code
    journal.close()
    game = game_named(journal.header.game)
    state = game.setup(journal.header)
    if isinstance(state, Refusal):
        return state.code
    again = Play(game, journal.header, state)
    for number, row in enumerate(rows, start=1):
        if not again.repeat(row):
            return f"row {number} of its journal cannot be replayed"
    return "" if again.digest() == digest else "its journal leads elsewhere"


class Asked(NamedTuple):
    """The options of a soak."""

    profile: Profile
    folder: Path
    hour: Sequence[SoakGame]
    seconds: float
    seed: str
    fake: bool
    faults: bool


def soak(asked: Asked, tell: Tell = lambda *_: None) -> SoakReport:
    """Run a soak, with the fake clock or the real one."""

    async def story() -> SoakReport:
        stage = Stage(asked.profile, asked.folder, asked.seed)
        others = None if asked.fake else Others()
        mischief = Mischief(stage, asked.seed) if asked.faults else None
        return await Soak(stage, asked.hour, asked.seconds, tell, others).run(mischief)

    try:
        return travel(story, PatientLoop()) if asked.fake else asyncio.run(story())
    finally:
        gc.unfreeze()


def show_progress(seconds: float) -> Tell:
    """Return a function that prints the progress on standard error: every minute in a terminal, else now and then."""

    def tell(passed: float, soaking: Soak) -> None:
        minutes = round(passed / MINUTE)
        if sys.stderr.isatty() or minutes % 15 == 0:
            last = soaking.samples[-1]
            terminal(sys.stderr).write(
                f"\r{minutes} of {seconds / MINUTE:g} minutes, game {soaking.games.total()}, "
                f"{last.resident:.1f} MB, {last.threads} threads, {last.descriptors} descriptors "
            )
            sys.stderr.flush()

    return tell
