"""The outbox: parcels wait here until the other side has said that they are on its disk. No I/O.

Hand in what came (`receive`), that the connection is there or lost, and the time; take what is to be written to the
disk (`take_rows`), and after that what is to be sent (`send`). It sends at most a window ahead of the last receipt. A
receipt that does not come is asked for by sending again, later and later.
"""

from __future__ import annotations

import base64
import json
from collections import deque
from collections.abc import Mapping

from klaxon.club.outbox.kept import KeptRow
from klaxon.club.outbox.parcels import PIECE, Parcel, ParcelPiece, read_receipt

WINDOW = 4 * PIECE
"""Bytes on their way that nobody has confirmed."""
FIRST_PATIENCE, MOST_PATIENCE = 5.0, 60.0
"""Seconds until a piece without a receipt is sent again: they double."""
EXPIRED = "expired"
"""The kind of a parcel that came to nothing: it arrives empty, so that the numbers have no gap."""


class Outbox:
    """The parcels of one box, in their order."""

    def __init__(self, box: str, rows: Mapping[str, bytes] | None = None, *, area: str = "outbox") -> None:
        """Begin with the rows of its area, as they were kept."""
        self.box, self.area = box, area
        known = sorted(map(_read_parcel, (rows or {}).values()), key=lambda each: each.n)
        self._parcels = deque(parcel for parcel in known if parcel.kind)
        self._last = known[-1].n if known else 0
        self._rows: list[KeptRow] = []
        self._connected = False
        self._place = (self._first, 0)
        """The next byte to send: of which parcel, and where."""
        self._confirmed = (self._first, 0)
        self._patience = FIRST_PATIENCE
        self._ask_at: float | None = None

    def __len__(self) -> int:
        """Return how many parcels have not arrived yet."""
        return len(self._parcels)

    @property
    def _first(self) -> int:
        return self._parcels[0].n if self._parcels else self._last + 1

    def has(self, n: int) -> bool:
        """Return whether a parcel still waits."""
        return n >= self._first

    def add(self, kind: str, body: bytes, until: float | None = None) -> int:
        """Add a parcel; return its number."""
        self._last += 1
        parcel = Parcel(self._last, kind, body, until)
        self._parcels.append(parcel)
        self._rows.append(KeptRow(self.area, _key(self._last), _write_parcel(parcel)))
        return self._last

    def take_rows(self) -> list[KeptRow]:
        """Return what is to be on the disk before anything is sent."""
        rows, self._rows = self._rows, []
        return rows

    def on_connect(self) -> None:
        """The connection is there: begin behind what was confirmed."""
        self._connected, self._patience, self._ask_at = True, FIRST_PATIENCE, None
        self._place = self._confirmed = max(self._confirmed, (self._first, 0))

    def on_lost(self) -> None:
        """The connection is gone."""
        self._connected, self._ask_at = False, None

    def receive(self, message: bytes) -> list[int]:
        """Take a receipt; return the parcels that have arrived by it."""
        receipt = read_receipt(message)
        if receipt is None or receipt.box != self.box or receipt.next > self._last + 1:
            return []
        place = (receipt.next, receipt.have)
        if place == self._confirmed or receipt.next < self._first:
            return []
        arrived = []
        while self._parcels and self._parcels[0].n < receipt.next:
            arrived.append(self._parcels.popleft().n)
        for n in arrived:
            self._rows.append(KeptRow(self.area, _key(n), None))
        if arrived and not self._parcels:  # so that numbers go on after a restart
            self._rows.append(KeptRow(self.area, _key(self._last), _write_parcel(Parcel(self._last, "", b""))))
        went_back = place < self._confirmed  # it was restarted, and has to be sent what it had in memory alone
        self._confirmed = place
        self._place = place if went_back else max(self._place, place)
        self._patience, self._ask_at = FIRST_PATIENCE, None
        return arrived

    def send(self, now: float) -> list[bytes]:
        """Return the messages to send now."""
        if not self._connected:
            return []
        self._drop_old(now)
        if self._ask_at is not None and now >= self._ask_at:
            self._place = self._confirmed
            self._patience = min(2 * self._patience, MOST_PATIENCE)
            self._ask_at = None
        messages = self._send_ahead()
        if self._parcels and self._ask_at is None:
            self._ask_at = now + self._patience
        return messages

    @property
    def due(self) -> float | None:
        """When `send` is to be called even if nothing comes."""
        return self._ask_at if self._connected and self._parcels else None

    def _send_ahead(self) -> list[bytes]:
        messages, room = [], WINDOW - self._on_the_way()
        number, at = self._place
        for parcel in self._parcels:
            if parcel.n < number:
                continue
            at = at if parcel.n == number else 0
            while room > 0 and (at < len(parcel.body) or not (parcel.body or at)):
                data = parcel.body[at : at + PIECE]
                piece = ParcelPiece(self.box, parcel.n, self._first, parcel.kind, at, len(parcel.body), data)
                messages.append(piece.write())
                room -= max(len(data), 1)
                at += max(len(data), 1)
            self._place = (parcel.n, at)
            if at < len(parcel.body) or room <= 0:
                break
        return messages

    def _on_the_way(self) -> int:
        (number, at), (sure, have) = self._place, self._confirmed
        between = sum(max(len(each.body), 1) for each in self._parcels if sure <= each.n < number)
        return between + at - have

    def _drop_old(self, now: float) -> None:
        for place, parcel in enumerate(self._parcels):
            if parcel.until is not None and now >= parcel.until and parcel.kind != EXPIRED:
                self._parcels[place] = empty = Parcel(parcel.n, EXPIRED, b"")
                self._rows.append(KeptRow(self.area, _key(parcel.n), _write_parcel(empty)))
                self._place = min(self._place, (parcel.n, 0))
                self._confirmed = min(self._confirmed, (parcel.n, 0))


def _key(n: int) -> str:
    return f"{n:012d}"


def _write_parcel(parcel: Parcel) -> bytes:
    body = base64.b85encode(parcel.body).decode()
    return json.dumps([parcel.n, parcel.kind, parcel.until, body]).encode()


def _read_parcel(row: bytes) -> Parcel:
    n, kind, until, body = json.loads(row)
    return Parcel(n, kind, base64.b85decode(body), until)
