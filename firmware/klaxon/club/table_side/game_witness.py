"""Commitments to a game while it is played: the desk keeps them, and the journal has to agree when the game is over.

A commitment says nothing: not what was given, and not whether anything was. It is made at fixed times.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from klaxon.rules.contract import Header
from klaxon.table.fair_play.chain import RowChain, key_check
from klaxon.table.fair_play.proof import GameProof
from klaxon.table.fair_play.verdict import Commitment
from klaxon.table.play import JournalRow

_PLACE = 8
"""Bytes of a place: which commitment of this game it is."""


@dataclass(slots=True)
class GameWitness:
    """One game, as far as it was committed to."""

    name: str
    """Of its journal."""
    header: Header
    assignment: str = ""
    boats: Mapping[str, str] = field(default_factory=dict)
    key: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    commitments: list[Commitment] = field(default_factory=list)
    _chain: RowChain | None = None

    @property
    def check(self) -> str:
        """What its key is known by, in hex."""
        return key_check(self.key).hex()

    def commit(self, rows: Sequence[JournalRow]) -> Commitment:
        """Return a commitment to the rows so far."""
        chain = self._chain
        if chain is None:
            chain = self._chain = RowChain(self.key, self.header)
        for row in rows[chain.count :]:
            chain.add(row)
        place = len(self.commitments).to_bytes(_PLACE, "big")
        made = Commitment(chain.count, place, chain.commitment(chain.count, place))
        self.commitments.append(made)
        return made

    def proof(self, host: str) -> GameProof:
        """Return what the game is verified by."""
        return GameProof(host, self.key, key_check(self.key), tuple(self.commitments))

    def row(self) -> bytes:
        """Return what is kept on the table's disk while the game is on, without what its journal has anyway."""
        return json.dumps({"key": self.key.hex(), "assignment": self.assignment, "boats": dict(self.boats)}).encode()

    def made_row(self, made: Commitment) -> bytes:
        """Return what is kept of a commitment."""
        return json.dumps([made.rows, made.place.hex(), made.value.hex()]).encode()


def read_witness(name: str, header: Header, row: bytes, made: Sequence[bytes]) -> GameWitness:
    """Return the witness of a game that was on when the table was switched off."""
    kept = json.loads(row)
    commitments = [
        Commitment(count, bytes.fromhex(place), bytes.fromhex(value)) for count, place, value in map(json.loads, made)
    ]
    key = bytes.fromhex(kept["key"])
    return GameWitness(name, header, kept["assignment"], kept["boats"], key, commitments)
