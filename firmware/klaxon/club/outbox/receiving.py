"""The inbox: takes the pieces of one sender's boxes and hands out each parcel once. No I/O.

A parcel that `receive` returns is yours: write what comes of it to the disk in one batch with the inbox's own row
(`take_rows`), and send the receipt (`take_receipts`) after that. Then a cut at any instant loses and doubles nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from klaxon.club.outbox.kept import KeptRow
from klaxon.club.outbox.parcels import Parcel, ParcelReceipt, read_piece

MOST_BOXES = 8
"""A sender has one box, and a new one after it has lost its disk; who has more is up to something."""


class Inbox:
    """What has arrived from one sender."""

    def __init__(self, rows: Mapping[str, bytes] | None = None, *, area: str = "inbox", sender: str = "") -> None:
        """Begin with the rows of its area that belong to the sender."""
        self._area, self._sender = area, sender
        head = f"{sender}/"
        self._next: dict[str, int] = {
            key.removeprefix(head): int(value) for key, value in (rows or {}).items() if key.startswith(head)
        }
        self._part: dict[str, bytearray] = {}
        self._of: dict[str, tuple[int, str]] = {}
        self._rows: list[KeptRow] = []
        self._receipts: dict[str, ParcelReceipt] = {}
        self.missed = 0
        """Parcels that the sender does not have any more and that never came here."""

    def receive(self, message: bytes) -> list[Parcel]:
        """Take a piece; return the parcel that is whole by it."""
        piece = read_piece(message)
        if piece is None or (piece.box not in self._next and len(self._next) >= MOST_BOXES):
            return []
        box = piece.box
        following = self._next.setdefault(box, 1)
        if piece.first > following:
            self.missed += piece.first - following
            following = self._next[box] = piece.first
            self._forget_part(box)
        whole: list[Parcel] = []
        part = self._part.setdefault(box, bytearray())
        if piece.n == following and piece.at == 0 and self._of.get(box) != (piece.of, piece.kind):
            part.clear()  # it begins, or it has become another: one that is of no use any more
            self._of[box] = (piece.of, piece.kind)
        if piece.n == following and piece.at == len(part) and self._of.get(box) == (piece.of, piece.kind):
            part += piece.data
            if len(part) == piece.of:
                whole = [Parcel(piece.n, piece.kind, bytes(part))]
                following = self._next[box] = following + 1
                self._rows.append(KeptRow(self._area, f"{self._sender}/{box}", json.dumps(following).encode()))
                self._forget_part(box)
        self._receipts[box] = ParcelReceipt(box, following, len(self._part.get(box, b"")))
        return whole

    def take_rows(self) -> list[KeptRow]:
        """Return what is to be written in one batch with what comes of the parcels."""
        rows, self._rows = self._rows, []
        return rows

    def take_receipts(self) -> list[bytes]:
        """Return the receipts to send when that batch is on the disk."""
        receipts, self._receipts = self._receipts, {}
        return [receipt.write() for receipt in receipts.values()]

    def _forget_part(self, box: str) -> None:
        self._part.pop(box, None)
        self._of.pop(box, None)
