"""Tables that ask the desk to be let in. No I/O: questions and the time in, answers out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from klaxon.club.joining.introduction import (
    LONGEST_NAME,
    DeskIntroduction,
    TableIntroduction,
    read_say,
    read_table,
)
from klaxon.club.topics import TABLE_ID
from klaxon.club.tournament.deeds import one_line
from klaxon.club.tournament.tournament import ActError
from klaxon.console.linked.pairing import ALPHABET, SIGNS, Paired, PairingFailed, PairingSide, pair_as_guest

MOST, MOST_EACH = 64, 8
"""Tables that may ask at once, and of them from one host: nobody alone keeps the others out."""
GONE = 20.0
"""Seconds after which a table that does not ask any more is forgotten."""
CODE = re.compile(rf"[{ALPHABET}]{{{SIGNS}}}")

LetIn = Callable[[TableIntroduction, Paired, str], None]
"""(what the table says of itself, what both share, its name) -> it is let in."""


@dataclass(slots=True)
class NewTable:
    """One that asks."""

    id: str
    called: str
    """What its machine is called."""
    asked: float
    host: str = ""
    side: PairingSide | None = None
    name: str = ""
    """What the organiser calls it."""
    is_greeted: bool = False
    was_wrong: bool = False


class NewTables:
    """All that ask just now."""

    def __init__(self, desk: DeskIntroduction, let_in: LetIn) -> None:
        """Let tables into the hall of a desk."""
        self._desk, self._let_in = desk, let_in
        self._tables: dict[str, NewTable] = {}

    def report(self, now: float) -> list[dict[str, Any]]:
        """Return who asks, for the organiser."""
        self.forget(now)
        return [
            {"id": each.id, "called": each.called, "pairs": each.side is not None, "wrong": each.was_wrong}
            for each in self._tables.values()
        ]

    def admit(self, table: str, code: str, name: str) -> None:
        """Use the code that the panel of a table shows. ActError says why not."""
        found = self._tables.get(table)
        if found is None:
            raise ActError("no-such-newcomer")
        spelt = code.strip().upper()
        if not CODE.fullmatch(spelt):
            raise ActError("code", signs=SIGNS)
        found.side, found.name = PairingSide(pair_as_guest(spelt, self._desk.write())), name
        found.is_greeted = found.was_wrong = False

    def answer(self, question: Mapping[str, Any], now: float, host: str = "") -> Mapping[str, Any]:
        """Return the answer to a table at a host: `say` in hex, `wrong` where the code was, `hall`: who answers."""
        self.forget(now)
        table, called = question.get("table"), question.get("called")
        if not isinstance(table, str) or not TABLE_ID.fullmatch(table) or not isinstance(called, str):
            return {"error": "unreadable"}
        if table not in self._tables and not self._has_room(host):
            return {"error": "full"}
        found = self._tables.setdefault(table, NewTable(table, "", now, host))
        found.called, found.asked = one_line(called)[:LONGEST_NAME], now
        hall = {"hall": self._desk.hall}
        side = found.side
        if side is None:
            return hall
        if not found.is_greeted:
            found.is_greeted = True
            return {**hall, "say": side.first.hex()}
        try:
            said = side.receive(read_say(question.get("say")))
        except (PairingFailed, ValueError):
            found.side, found.was_wrong = None, True
            return {**hall, "wrong": True}
        if side.paired is not None:
            return {**hall, **self._finish(found, side.paired, said)}
        return {**hall, "say": said.hex()}

    def _finish(self, found: NewTable, paired: Paired, said: bytes) -> Mapping[str, Any]:
        del self._tables[found.id]
        try:
            about = read_table(paired.about)
        except ValueError:
            return {"wrong": True}
        if about.id != found.id:
            return {"wrong": True}
        self._let_in(about, paired, found.name)
        return {"say": said.hex()}

    def _has_room(self, host: str) -> bool:
        own = sum(each.host == host for each in self._tables.values())
        return len(self._tables) < MOST and own < MOST_EACH

    def forget(self, now: float) -> bool:
        """Forget who does not ask any more; return whether there was one."""
        gone = [each.id for each in self._tables.values() if now >= each.asked + GONE]
        for table in gone:
            del self._tables[table]
        return bool(gone)

    @property
    def due(self) -> float | None:
        """When one is forgotten that does not ask again."""
        return min((each.asked + GONE for each in self._tables.values()), default=None)
