"""What travels between an outbox and an inbox: pieces of parcels, and receipts. No I/O.

    a piece:    {"box":B,"n":N,"first":F,"kind":K,"at":BYTES,"of":BYTES}, a line break, then the bytes
    a receipt:  {"box":B,"next":N,"have":BYTES}

A box numbers its parcels from 1. A receipt says that all parcels before `next` are on the disk of the other side, and
how many bytes of that one have arrived. Nothing else counts as arrived, whatever a broker has acknowledged.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from klaxon.table.foreign_json import read_json_object

PIECE = 16 * 1024
"""Bytes of a parcel in one message."""
MOST = 8 * 1024 * 1024
"""Bytes of the largest parcel."""
_LONGEST_HEAD = 512
_LONGEST_WORD = 64


@dataclass(frozen=True, slots=True)
class Parcel:
    """Something that has to arrive."""

    n: int
    kind: str
    body: bytes
    until: float | None = None
    """When it is of no use any more, by the sender's clock; None: never."""


@dataclass(frozen=True, slots=True)
class ParcelPiece:
    """Some bytes of a parcel."""

    box: str
    n: int
    first: int
    """The first parcel that the sender still has: what comes before it will never be sent again."""
    kind: str
    at: int
    of: int
    data: bytes

    def write(self) -> bytes:
        """Return it as a message."""
        head = {"box": self.box, "n": self.n, "first": self.first, "kind": self.kind, "at": self.at, "of": self.of}
        return json.dumps(head, separators=(",", ":")).encode() + b"\n" + self.data


@dataclass(frozen=True, slots=True)
class ParcelReceipt:
    """How far the other side is."""

    box: str
    next: int
    have: int

    def write(self) -> bytes:
        """Return it as a message."""
        return json.dumps({"box": self.box, "next": self.next, "have": self.have}, separators=(",", ":")).encode()


def read_piece(message: bytes) -> ParcelPiece | None:
    """Return the piece of a message; None where it is none."""
    head, _, data = message.partition(b"\n")
    match _read_head(head):
        case {
            "box": str(box),
            "n": int(n),
            "first": int(first),
            "kind": str(kind),
            "at": int(at),
            "of": int(of),
        } if 1 <= first <= n and 0 <= at <= at + len(data) <= of <= MOST and (data or not of) and len(data) <= PIECE:
            if max(len(box), len(kind)) <= _LONGEST_WORD:
                return ParcelPiece(box, n, first, kind, at, of, data)
    return None


def read_receipt(message: bytes) -> ParcelReceipt | None:
    """Return the receipt of a message; None where it is none."""
    match _read_head(message):
        case {"box": str(box), "next": int(following), "have": int(have)} if following >= 1 and have >= 0:
            return ParcelReceipt(box, following, have)
    return None


def _read_head(text: bytes) -> dict[str, Any] | None:
    return read_json_object(text, _LONGEST_HEAD)
