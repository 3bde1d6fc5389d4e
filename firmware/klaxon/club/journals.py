"""Journals on their way to the desk: signed by the table, and verified before their result counts.

    signature (64) | zlib of {"klaxon-journal": 1, "table", "name", "assignment", "boats", "header", "rows", "proof"}

Verifying plays the whole game again; it takes seconds, so a desk has it done by a child process (`desk/verifier.py`).
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from klaxon.club.signing import SigningKey, read_signed
from klaxon.rules.contract import Header, Ms
from klaxon.rules.games import GAMES
from klaxon.table.disk.database import read_header, write_header
from klaxon.table.disk.earlier import as_today
from klaxon.table.disk.errors import JournalError
from klaxon.table.fair_play.proof import GameProof, parse
from klaxon.table.fair_play.verdict import Committed, verify
from klaxon.table.play import JournalRow

FORMAT = 1
LARGEST = 64 * 1024 * 1024
"""Bytes of a journal without compression: more is somebody who wants the desk's memory."""
BY_UMPIRE = "umpire"
"""The reason of a game that was ended by declaration."""
CHECK = "check"
"""The place of a witness that says what a game's key is known by."""


@dataclass(frozen=True, slots=True)
class FinishedJournal:
    """A game that is over, as a table reports it."""

    table: str
    name: str
    header: Header
    rows: Sequence[JournalRow]
    proof: GameProof
    assignment: str = ""
    boats: Mapping[str, str] = field(default_factory=dict)
    """Boat -> crew."""

    def write(self, key: SigningKey) -> bytes:
        """Return it signed."""
        data = {
            "klaxon-journal": FORMAT,
            "table": self.table,
            "name": self.name,
            "assignment": self.assignment,
            "boats": dict(self.boats),
            "header": write_header(self.header),
            "rows": [[row.at, row.kind, row.line] for row in self.rows],
            "proof": self.proof.plain(),
        }
        return key.sign(zlib.compress(json.dumps(data, separators=(",", ":")).encode(), 9))


class JournalVerdict(NamedTuple):
    """What came of verifying one; `wrong` is one of `desk.claims.WRONGS`, or ''."""

    wrong: str
    game: str = ""
    assignment: str = ""
    outcome: Mapping[str, Any] = {}
    boats: Mapping[str, str] = {}
    witnessed: bool = False


def verify_journal(body: bytes, table: str, name: str, key: str, witnessed: Mapping[str, str]) -> JournalVerdict:
    """Verify the journal that a table sent as `name`; `witnessed` came while it was played: place -> commitment."""
    content = read_signed(body, key)
    if content is None:
        return JournalVerdict("forged")
    journal = read_journal(content)
    if journal is None:
        return JournalVerdict("unreadable")
    if (journal.table, journal.name) != (table, name):
        return JournalVerdict("foreign")
    try:
        header = as_today(journal.header, Path(name))
    except JournalError:
        return JournalVerdict("foreign")
    if wrong := _wrong_promise(journal, witnessed):
        return JournalVerdict(wrong)
    proof = journal.proof
    verdict, play = verify(header, journal.rows, Committed(proof.key, proof.check, proof.commitments, in_time=None))
    if verdict.wrong:
        return JournalVerdict("changed" if verdict.wrong in ("key", "row") else "rules")
    if play is None or play.outcome is None:
        return JournalVerdict("cut")
    if play.outcome.reason == BY_UMPIRE and play.outcome.winner:  # an umpire ends a game, and never decides it
        return JournalVerdict("rules")
    outcome = json.loads(json.dumps(play.outcome.show()))
    return JournalVerdict("", header.game, journal.assignment, outcome, journal.boats, bool(witnessed))


def _wrong_promise(journal: FinishedJournal, witnessed: Mapping[str, str]) -> str:
    """Return what is wrong with a journal beside what was promised while it was played."""
    proof = journal.proof
    if any(each.rows > len(journal.rows) for each in proof.commitments):
        return "cut"
    made = {each.place.hex(): each.value.hex() for each in proof.commitments} | {CHECK: proof.check.hex()}
    return "changed" if any(made.get(place) != value for place, value in witnessed.items()) else ""


def read_journal(content: bytes) -> FinishedJournal | None:
    """Return the journal of signed content; None where it holds none."""
    unpacker = zlib.decompressobj()
    try:
        text = unpacker.decompress(content, LARGEST)
        if unpacker.unconsumed_tail or not unpacker.eof:
            return None
        return _parse(json.loads(text))
    except (zlib.error, ValueError, TypeError, KeyError, RecursionError):
        return None


def _parse(found: Any) -> FinishedJournal:
    match found:
        case {
            "klaxon-journal": 1,
            "table": str(table),
            "name": str(name),
            "assignment": str(assignment),
            "boats": dict(boats),
            "header": str(header),
            "rows": list(rows),
            "proof": proof,
        } if all(isinstance(each, str) for pair in boats.items() for each in pair):
            read = read_header(header)
            if read.game not in GAMES:
                raise ValueError("game")
            return FinishedJournal(
                table, name, read, [_row(each) for each in rows], parse(proof), assignment[:100], boats
            )
    raise ValueError("journal")


def _row(found: Any) -> JournalRow:
    match found:
        case [int(at), str(kind), str(line)]:
            return JournalRow(Ms(at), kind, line)
    raise ValueError("row")
