"""What a desk knows: tables, the tournament, claims, disputes. Every change is noted as a row for the disk."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from klaxon.club.desk.claims import GameClaim, read_claim
from klaxon.club.desk.commands import KEPT, TableCommand, read_command
from klaxon.club.desk.hall_table import HallTable, natural_order
from klaxon.club.desk.people import CheckIn, HallDispute, read_check_in, read_dispute
from klaxon.club.desk.round_clock import RoundClock
from klaxon.club.outbox.kept import KeptRow
from klaxon.club.outbox.receiving import Inbox
from klaxon.club.outbox.sending import Outbox
from klaxon.club.tournament.acts import Act, Undo, write_act
from klaxon.club.tournament.book import fold
from klaxon.club.tournament.deeds import begin, do
from klaxon.club.tournament.tournament import ActError, Tournament

BOOK = "book"
"""The area whose rows are acts of the tournament, for its own file."""
T = TypeVar("T")

ReadArea = Callable[[str], Mapping[str, bytes]]
"""Area -> its rows, as they were kept."""


@dataclass(slots=True)
class HallSettings:
    """What an organiser has chosen."""

    followed: str = ""
    """The table that the big screen follows; '' for none."""
    delay: float = 60.0
    """Seconds by which it is behind."""
    checks_in: bool = True
    """Whether crews may check in by phone."""
    home: bool = False
    """Whether tables are devices in Home Assistant."""
    options: dict[str, str] = field(default_factory=dict)
    """What the games of the tournament are set up with."""
    shown: list[str] = field(default_factory=list)
    """The games whose debriefs the big screen shows, one after the other."""


class Hall:
    """All of it."""

    def __init__(self, read: ReadArea, acts: list[Act], box: str) -> None:
        """Begin with what was kept; `box` is the name of this desk's outboxes, drawn when its file was made."""
        self.box = box
        self._rows: list[KeptRow] = []
        self.acts = acts
        self.tournament: Tournament | None = fold(acts) if acts else None
        self.settings = HallSettings(**_only(read("settings"), "all", {}))
        self.places: dict[str, str] = _only(read("places"), "all", {})
        """`round/encounter` -> the table where it is played."""
        self.clock = RoundClock(_only(read("clock"), "all", {}))
        claims = sorted(_each(read("claims"), read_claim).values(), key=lambda claim: claim.n)
        self.claims = {claim.id: claim for claim in claims}
        """In the order in which they came."""
        self.disputes: dict[str, HallDispute] = _each(read("disputes"), read_dispute)
        self.check_ins: dict[str, CheckIn] = _each(read("check-ins"), read_check_in)
        self.witnessed: defaultdict[str, dict[str, str]] = defaultdict(dict)
        """Claim -> the commitments that came while it was played: place -> value, in hex."""
        for key, value in read("witness").items():
            self.witnessed[key] = json.loads(value)
        inboxes, commands = read("inbox"), read("commands")
        self.tables = {
            table: self._table(table, json.loads(row), inboxes, read(f"out {table}"))
            for table, row in read("tables").items()
        }
        for key, row in commands.items():
            if (known := self.tables.get(key.partition("/")[0])) is not None:
                command = read_command(row)
                known.commands[command.n] = command

    def _table(
        self, table: str, about: Mapping[str, Any], inboxes: Mapping[str, bytes], out: Mapping[str, bytes]
    ) -> HallTable:
        return HallTable(
            table,
            about["name"],
            about["key"],
            Inbox(inboxes, sender=table),
            Outbox(self.box, out, area=f"out {table}"),
            playing=about["playing"],
            slots=about["slots"],
        )

    def add_table(self, table: str, name: str, key: str) -> HallTable:
        """Let a table in, or in again with another key."""
        about = {"name": name, "key": key, "playing": "", "slots": {}}
        known = self.tables.get(table)
        if known is None:
            self.tables[table] = known = self._table(table, about, {}, {})
        known.name, known.key = name, key
        self.note("tables", table, known.row())
        return known

    def by_name(self) -> list[HallTable]:
        """Return all tables, `Table 2` before `Table 10`."""
        return sorted(self.tables.values(), key=lambda table: (natural_order(table.name), table.id))

    def is_verifying(self, claim: str) -> bool:
        """Return whether the journal of a claim waits for its verdict."""
        found = self.claims.get(claim)
        return found is not None and found.state == "verifying"

    # The disk

    def note(self, area: str, key: str, value: bytes | None) -> None:
        """Note a row for the disk."""
        self._rows.append(KeptRow(area, key, value))

    def take_rows(self) -> list[KeptRow]:
        """Return what is to be on the disk before anybody is told."""
        rows, self._rows = self._rows, []
        for table in self.tables.values():
            rows += table.inbox.take_rows()
            rows += table.commands_out.take_rows()
        return rows

    def keep_settings(self) -> None:
        """Keep what an organiser has chosen."""
        settings = {name: getattr(self.settings, name) for name in HallSettings.__slots__}
        self.note("settings", "all", json.dumps(settings).encode())

    def keep_clock(self, now: float) -> None:
        """Keep how much of the round is left."""
        self.note("clock", "all", self.clock.row(now))

    def keep_places(self) -> None:
        """Keep where each encounter is played."""
        self.note("places", "all", json.dumps(self.places).encode())

    def keep_table(self, table: HallTable) -> None:
        """Keep what an organiser has said of a table."""
        self.note("tables", table.id, table.row())

    def keep_claim(self, claim: GameClaim) -> None:
        """Keep a claim."""
        if claim.id not in self.claims:
            claim = replace(claim, n=max((each.n for each in self.claims.values()), default=0) + 1)
        self.claims[claim.id] = claim
        self.note("claims", claim.id, claim.row())

    def keep_dispute(self, dispute: HallDispute) -> None:
        """Keep a dispute."""
        self.disputes[f"{dispute.n:06d}"] = dispute
        self.note("disputes", f"{dispute.n:06d}", dispute.row())

    def keep_check_in(self, check_in: CheckIn) -> None:
        """Keep a check-in."""
        self.check_ins[check_in.ticket] = check_in
        self.note("check-ins", check_in.ticket, check_in.row())

    def keep_command(self, table: HallTable, command: TableCommand) -> None:
        """Keep a command; old ones that came to their end are forgotten."""
        table.commands[command.n] = command
        self.note("commands", f"{table.id}/{command.n:012d}", command.row())
        for n in [*table.commands][:-KEPT]:
            if table.commands[n].state not in ("waiting", "arrived"):
                del table.commands[n]
                self.note("commands", f"{table.id}/{n:012d}", None)

    # The tournament

    def do(self, act: Act) -> Tournament:
        """Do an act of the tournament. ActError says why it cannot be done, and nothing was."""
        if self.tournament is None:
            tournament = begin(act)
        elif isinstance(act, Undo):
            tournament = fold([*self.acts, act])
        else:
            tournament = do(self.tournament, act)
        self.acts.append(act)
        self.tournament = tournament
        self.note(BOOK, f"{len(self.acts):06d}", json.dumps(write_act(act)).encode())
        return tournament

    def close_tournament(self) -> None:
        """Lay the tournament aside: its book stays, and another may begin."""
        self.acts, self.tournament = [], None
        self.note(BOOK, "", None)
        self.places.clear()
        self.keep_places()
        for area, kept in (("disputes", self.disputes), ("check-ins", self.check_ins)):
            for key in kept:
                self.note(area, key, None)
        self.disputes.clear()
        self.check_ins.clear()
        self.settings.shown, self.settings.options = [], {}
        self.keep_settings()

    def need_tournament(self) -> Tournament:
        """Return the tournament; ActError where there is none."""
        if self.tournament is None:
            raise ActError("no-tournament")
        return self.tournament


def _only(rows: Mapping[str, bytes], key: str, otherwise: Any) -> Any:
    found = json.loads(rows[key]) if key in rows else otherwise
    if type(found) is not type(otherwise):
        raise TypeError(key)
    return found


def _each(rows: Mapping[str, bytes], read: Callable[[bytes], T]) -> dict[str, T]:
    return {key: read(row) for key, row in rows.items()}
