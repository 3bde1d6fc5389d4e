"""A console as a table of a hall: its games are told and reported, and the desk's commands are carried out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from klaxon.club.table_side.game_witness import GameWitness
from klaxon.club.table_side.hall_seat import HallSeat
from klaxon.club.table_side.pushed import PUSHED
from klaxon.club.table_side.table_end import TableEnd
from klaxon.club.table_side.walk_ups import WalkUps
from klaxon.club.tournament.deeds import one_line
from klaxon.console.console import Console
from klaxon.console.lobby.game_plan import GamePlan
from klaxon.console.settings.console_settings import OFFERED
from klaxon.console.station.station import LONG_NOTICE
from klaxon.rules.contract import UMPIRE, Outcome
from klaxon.rules.games import GAMES, game_named
from klaxon.table.acts import count_in
from klaxon.table.disk.journal import JournalError
from klaxon.table.disk.shelf import Shelf
from klaxon.table.play import JournalRow
from klaxon.table.table import Table

GRACE = 15.0
"""Seconds after the end of a game before it is reported: so long it may be taken back."""
AGAIN = 0.2
"""Seconds until it is tried again to begin a game that waits for the lobby."""
MOST_TRIES = 50
LONGEST_TEXT = 160
NOT_NOW, BUSY, UNKNOWN = "not-now", "busy", "unknown"
ALL, NOBODY = "all", "none"
"""How people man a boat: in a tournament somebody mans each."""

_log = logging.getLogger(__name__)


class ConsoleTable:
    """What stands between a console and its end of the broker."""

    def __init__(self, console: Console, shelf: Shelf | None) -> None:
        """Look on at a console. `end` is set before anything happens."""
        self.end: TableEnd
        self.wake: Callable[[], None] = lambda: None
        """Called when the end has something to do."""
        self.on_name: Callable[[str], None] = lambda _: None
        """Called with the name that the desk gives this table."""
        self._console, self._shelf = console, shelf
        self._loop = asyncio.get_running_loop()
        self._seat = HallSeat()
        self._seat.on_news, self._seat.on_heard = self._on_news, self._on_heard
        self._playing = ""
        """The name of the game that is told."""
        self._sent: GamePlan | None = None
        """The plan of the desk that is played, and what it is for."""
        self._assignment = ""
        self._is_over = False
        self._grace: asyncio.TimerHandle | None = None
        self._report_now: Callable[[], None] | None = None
        """Reports the game that is over; None where none is, or it was done."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._walk_ups = WalkUps(console)
        console.onlooker_seats.others.append(self._seat)
        self._doers: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
            "pause": self._pause,
            "resume": self._resume,
            "message": self._show_message,
            "hint": self._hint,
            "reset": self._reset,
            "setting": self._choose,
            "start": self._start,
            "name": self._take_name,
            "home": self._switch_home,
            "slot": self._switch_slots,
        }

    def begin(self) -> None:
        """The end is there: tell how the table stands, and report what was left."""
        self.end.note_state(self._seat.state(), self._loop.time())
        self._spawn(self._report_left())
        self._open_slots()

    def close(self) -> None:
        """The console ends, or leaves the hall."""
        self._console.onlooker_seats.others.remove(self._seat)
        self._walk_ups.close()
        if self._grace is not None:
            self._grace.cancel()
        for task in self._tasks:
            task.cancel()

    # What is told

    def _on_heard(self, event: Mapping[str, Any]) -> None:
        self.end.tell_event(event)
        self.wake()

    def _on_news(self) -> None:
        table = self._seat.table
        if self._playing and (table is None or table.name != self._playing):
            self._leave_game()
        if table is not None and not self._playing:
            self._begin_game(table)
        if table is not None and table.may_debrief != self._is_over:
            self._is_over = table.may_debrief
            self._follow_end(table)
        self._walk_ups.on_news()
        self.end.note_state(self._seat.state(), self._loop.time())
        self.wake()

    def _begin_game(self, table: Table) -> None:
        self._playing, play = table.name, table.play
        is_sent = self._sent is not None and self._console.lobby.plan is self._sent
        names = dict(self._sent.names) if is_sent and self._sent is not None else {}
        assignment = self._assignment if is_sent else ""
        self._sent, self._assignment = None, ""
        now = self._loop.time()

        def rows() -> list[JournalRow]:
            return play.rows[: table.told_rows] if table.play is play else play.rows

        if self._shelf is not None:  # a game that is not kept cannot be proved
            self.end.begin_game(table.name, play.header, rows, now, assignment=assignment, boats=names)

    def _leave_game(self) -> None:
        """Another game begins, or the table was left: what is over is reported at once."""
        self._finish()
        self.end.leave_game()
        self._playing, self._is_over = "", False

    def _follow_end(self, table: Table) -> None:
        """The game is over, or its end was taken back."""
        if self._grace is not None:
            self._grace.cancel()
        self._grace = self._report_now = None
        play, outcome = table.play, table.play.outcome
        if outcome is not None and self._is_over:
            self._report_now = lambda: self._report(outcome, list(play.rows))
            self._grace = self._loop.call_later(GRACE, self._finish)

    def _finish(self) -> None:
        """Report the game that is over, if it was not yet."""
        report, self._report_now = self._report_now, None
        if self._grace is not None:
            self._grace.cancel()
            self._grace = None
        if report is not None:
            report()
            self.wake()

    def _report(self, outcome: Outcome, rows: list[JournalRow]) -> None:
        witness = self.end.end_game()
        if witness is not None:
            self._spawn(self._sign_and_report(witness, outcome, rows))

    async def _sign_and_report(self, witness: GameWitness, outcome: Outcome, rows: list[JournalRow]) -> None:
        journal = self.end.journal(witness, rows)
        signed = await self._loop.run_in_executor(None, journal.write, self.end.identity.key)
        self.end.report(witness, outcome, signed)
        self.wake()

    async def _report_left(self) -> None:
        """Report games that ended just before the console was switched off."""
        for name in self.end.games_to_report():
            shelf = self._shelf
            if shelf is None or not shelf.path(name).exists():
                self.end.forget_game(name)
                continue
            try:
                taken = await self._loop.run_in_executor(None, shelf.take, name)
            except JournalError as error:
                _log.info("the game %s is not reported: %s", name, error.code)
                continue
            taken.journal.close()
            if (outcome := taken.play.outcome) is not None:
                witness = self.end.witness_of(name, taken.play.header)
                await self._sign_and_report(witness, outcome, list(taken.play.rows))

    def _spawn(self, work: Any) -> None:
        task = self._loop.create_task(work, name="hall")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # What is carried out

    def carry_out(self, command: Mapping[str, Any]) -> str:
        """Carry out a command of the desk; return why not. Given twice it does no more than once."""
        doer = self._doers.get(command["do"]) if isinstance(command.get("do"), str) else None
        return doer(command) if doer is not None else UNKNOWN

    def _pause(self, _: Mapping[str, Any]) -> str:
        table = self._console.match.table
        if table is None or table.play.outcome or table.play.paused:
            return NOT_NOW
        table.pause(UMPIRE)
        return ""

    def _resume(self, _: Mapping[str, Any]) -> str:
        table = self._console.match.table
        return NOT_NOW if table is None or table.play.outcome or count_in(table, UMPIRE) else ""

    def _show_message(self, command: Mapping[str, Any]) -> str:
        text = command.get("text")
        if not isinstance(text, str):
            return UNKNOWN
        for station in self._console.stations.values():
            station.notice(one_line(text)[:LONGEST_TEXT], LONG_NOTICE)
        return ""

    def _hint(self, _: Mapping[str, Any]) -> str:
        if not self._console.match.playing:
            return NOT_NOW
        self._console.applied_settings.coach_all(on=True)
        return ""

    def _reset(self, _: Mapping[str, Any]) -> str:
        if self._console.match.playing:
            self._console.match.leave()
        for station in [*self._console.players.names]:
            self._console.players.leave(station)
        return ""

    def _choose(self, command: Mapping[str, Any]) -> str:
        match command:
            case {"name": str(name), "value": str(value)} if name in PUSHED and value in OFFERED[name]:
                self._console.settings.choose(name, value)
                return ""
        return UNKNOWN

    def _take_name(self, command: Mapping[str, Any]) -> str:
        if not isinstance(command.get("name"), str):
            return UNKNOWN
        self.on_name(command["name"])
        return ""

    def _switch_home(self, command: Mapping[str, Any]) -> str:
        self.end.switch_home(on=command.get("on") is True)
        return ""

    def _switch_slots(self, command: Mapping[str, Any]) -> str:
        match command:
            case {"game": str(game), "minutes": int(minutes)} if game in GAMES and minutes > 0:
                self.end.keep_slots({"game": game, "minutes": minutes})
                self._open_slots()
                return ""
            case {"game": _} | {"minutes": _}:
                return UNKNOWN
        self.end.keep_slots({})
        self._walk_ups.close()
        return ""

    def _open_slots(self) -> None:
        if slots := self.end.slots:
            self._walk_ups.open(slots["game"], slots["minutes"])

    def _start(self, command: Mapping[str, Any]) -> str:
        """Begin a game for the desk. One that is over is left for it; in one that runs nobody is interrupted."""
        match command:
            case {"game": str(game), "options": dict(options), "boats": dict(boats), "assignment": str(assignment)} if (
                game in GAMES and all(isinstance(each, str) for each in (*options.values(), *boats.values()))
            ):
                pass
            case _:
                return UNKNOWN
        if self._assignment == assignment:
            return ""  # it was told already
        console = self._console
        named = game_named(game).boats
        names = {named[0] if boat == "boat" else boat: name for boat, name in boats.items()}
        if not set(names) <= set(named):
            return UNKNOWN
        if not console.match.is_over:
            return "" if self._goes_on(game, names, assignment) else BUSY
        plan = replace(console.lobby.plan.copy(), game=game, resume="", after="", is_lesson=False, play_on=False)
        plan.options, plan.names, plan.contents = dict(options), names, {}
        plan.crews = {boat: crew if (crew := plan.crews.get(boat, NOBODY)) != NOBODY else ALL for boat in names}
        self._sent, self._assignment = plan, assignment
        if console.match.playing:
            console.match.leave()
        self._try_to_begin(plan, MOST_TRIES)
        return ""

    def _goes_on(self, game: str, names: Mapping[str, str], assignment: str) -> bool:
        """Return whether the game that is on was begun for this before a power cut; it is for this again then."""
        table = self._console.match.table
        is_it = table is not None and table.play.game.name == game and dict(table.names) == dict(names)
        return is_it and self.end.assign_game(assignment, names)

    def _try_to_begin(self, plan: GamePlan, tries: int) -> None:
        """Begin a game as soon as the lobby is open."""
        if self._sent is not plan:
            return
        if not self._console.match.playing:
            self._console.lobby.begin(plan)
        if tries:
            self._loop.call_later(AGAIN, self._try_to_begin, plan, tries - 1)
