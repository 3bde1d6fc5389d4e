"""The proof of a game: its commitments and their key, kept beside the journal, so that it can be verified later."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from klaxon.rules.contract import Header
from klaxon.table.fair_play.verdict import Commitment, Committed, GameVerdict, verify
from klaxon.table.play import JournalRow

FORMAT = 1


@dataclass(frozen=True, slots=True)
class GameProof:
    """What a game was committed by while it was played."""

    host: str
    """The name of the console that played it."""
    key: bytes
    check: bytes
    """What was said of the key before the first commitment."""
    commitments: tuple[Commitment, ...]

    def verify(self, header: Header, rows: list[JournalRow]) -> GameVerdict:
        """Verify a journal by it."""
        return verify(header, rows, Committed(self.key, self.check, self.commitments)).verdict

    def plain(self) -> dict[str, Any]:
        """Return what is written into its file."""
        made = [[each.rows, each.place.hex(), each.value.hex()] for each in self.commitments]
        about = {"klaxon-proof": FORMAT, "host": self.host, "key": self.key.hex(), "check": self.check.hex()}
        return {**about, "commitments": made}


def parse(found: Any) -> GameProof:
    """Read the JSON of a file; ValueError where it is no proof of ours."""
    match found:
        case {"klaxon-proof": 1, "host": str(host), "key": str(key), "check": str(check), "commitments": list(made)}:
            return GameProof(host, bytes.fromhex(key), bytes.fromhex(check), tuple(map(_parse_commitment, made)))
    raise ValueError("proof")


def _parse_commitment(found: Any) -> Commitment:
    match found:
        case [int(count), str(place), str(value)] if count >= 0:
            return Commitment(count, bytes.fromhex(place), bytes.fromhex(value))
    raise ValueError("commitment")
