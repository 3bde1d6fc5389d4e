"""Commands to tables: given, on their way, answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from klaxon.club.desk.commands import PATIENCE, CommandKind, TableCommand
from klaxon.club.desk.hall import Hall
from klaxon.club.desk.hall_table import HallTable
from klaxon.club.tournament.tournament import ActError
from klaxon.table.foreign_json import read_json_object

LARGEST_ANSWER = 4096
"""Bytes of what a table says came of a command."""


class Commanding:
    """What the desk tells its tables to do."""

    def __init__(self, hall: Hall) -> None:
        """Give commands to the tables of a hall."""
        self._hall = hall

    def tables(self, wanted: object) -> Sequence[HallTable]:
        """Return the tables that an organiser means: `all`, or a list of ids. ActError where one is not known."""
        if wanted == "all":
            return self._hall.by_name()
        if not isinstance(wanted, list) or not wanted:
            raise ActError("no-such-hall-table", table="")
        return [self.table(each) for each in wanted]

    def table(self, wanted: object) -> HallTable:
        """Return a table by its id; ActError where it is not known."""
        table = self._hall.tables.get(wanted) if isinstance(wanted, str) else None
        if table is None:
            raise ActError("no-such-hall-table", table=str(wanted)[:40])
        return table

    def give(self, table: HallTable, do: CommandKind, facts: Mapping[str, Any], now: float) -> None:
        """Give a table a command."""
        until = now + PATIENCE[do] if do in PATIENCE else None
        draft = TableCommand(0, do, dict(facts), now)
        n = table.commands_out.add("command", draft.body(), until)
        self._hall.keep_command(table, replace(draft, n=n))

    def on_arrived(self, table: HallTable, numbers: Sequence[int]) -> None:
        """The table has commands on its disk."""
        for n in numbers:
            if (command := table.commands.get(n)) is not None and command.state == "waiting":
                self._hall.keep_command(table, command.with_answer("arrived"))

    def on_answer(self, table: HallTable, body: bytes) -> None:
        """A table says what came of a command."""
        match read_json_object(body, LARGEST_ANSWER):
            case {"box": self._hall.box, "n": int(n), "answer": "done" | "refused" | "expired" as state, **rest}:
                command = table.commands.get(n)
                if command is not None and command.state in ("waiting", "arrived"):
                    code = rest.get("code", "")
                    self._hall.keep_command(table, command.with_answer(state, code if isinstance(code, str) else ""))
