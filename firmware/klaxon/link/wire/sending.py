"""What goes to the other end: cut into pieces, kept until they are acknowledged, sent again where they were lost.

A serial line keeps the order of what it carries. So when a piece is acknowledged, every piece that left before it and
is not, is lost: it is sent again at once, ahead of what is new. Only the last pieces before a silence need a time-out.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from klaxon.link.wire.frames import MOST_DATA, SEQUENCES, SPAN, Holdings, distance
from klaxon.link.wire.round_trip import Micros, RoundTrip

SHORT = 24
"""Bytes of a piece on a line that loses many: a short frame comes through more often."""
MANY_LOST = 0.25
"""The share of lost frames from which pieces are cut short, and sent twice where the line has nothing better to do."""
_MEMORY = 32
"""Over about so many frames the share of lost ones is taken."""


@dataclass(slots=True)
class Piece:
    """A piece of the stream that is not acknowledged yet."""

    body: bytes
    turn: int = 0
    """When its last copy left, counted in frames; 0: it waits to be sent."""
    since: int = 0
    """When the first of the copies that are under way left."""
    left: Micros = 0
    """When its last byte was on the line."""
    copies: int = 0


class OutgoingStream:
    """The pieces between what the other end has and what was written."""

    def __init__(self, start: int) -> None:
        self.round_trip = RoundTrip()
        self.resent = 0
        self.lost_share = 0.0
        self._first = start
        self._next = start
        self._pieces: dict[int, Piece] = {}
        self._lost: dict[int, None] = {}
        self._unsent = deque[memoryview]()
        """What was written and never left. A piece ends where a message ends: it waits for nothing behind it."""
        self._turns = 0

    def write(self, data: bytes) -> None:
        """Add to the stream."""
        if data:
            self._unsent.append(memoryview(data))

    @property
    def unsent(self) -> bytes:
        """What was written and never left."""
        return b"".join(self._unsent)

    @property
    def waiting(self) -> int:
        """Bytes that are not acknowledged."""
        return sum(map(len, self._unsent)) + sum(len(piece.body) for piece in self._pieces.values())

    @property
    def is_lossy(self) -> bool:
        """Whether so many frames are lost that short and repeated ones pay."""
        return self.lost_share > MANY_LOST

    def acknowledge(self, holdings: Holdings, now: Micros) -> bool:
        """Take what the other end has; False where it cannot be true of this stream."""
        gained = distance(self._first, holdings.next)
        if gained > distance(self._first, self._next):
            return False
        has = [(self._first + step) % SEQUENCES for step in range(gained)]
        behind, sequence = holdings.behind, holdings.next
        while behind:
            sequence = (sequence + 1) % SEQUENCES
            if behind & 1:
                has.append(sequence)
            behind >>= 1
        newest = 0
        for each in has:
            piece = self._pieces.pop(each, None)
            if piece is not None:
                self._lost.pop(each, None)
                newest = max(newest, piece.since)
                self._note_loss(lost=False)
                if piece.copies == 1:
                    self.round_trip.add(now - piece.left)
        self._first = holdings.next
        self._give_up(newest)
        return True

    def _give_up(self, newest: int) -> None:
        """Note as lost what left before the newest piece that came through."""
        for sequence, piece in self._pieces.items():
            if 0 < piece.turn < newest:
                self._lose(sequence, piece)

    def _lose(self, sequence: int, piece: Piece) -> None:
        piece.turn = piece.since = 0
        self._lost[sequence] = None
        self._note_loss(lost=True)

    def _note_loss(self, *, lost: bool) -> None:
        self.lost_share += (lost - self.lost_share) / _MEMORY

    def expire(self, now: Micros) -> None:
        """Note as lost what has waited too long for an answer."""
        wait = self.round_trip.wait
        for sequence, piece in self._pieces.items():
            if piece.turn and now - piece.left >= wait:
                self._lose(sequence, piece)

    @property
    def due(self) -> Micros | None:
        """When the next piece will have waited too long; None where none waits."""
        left = [piece.left for piece in self._pieces.values() if piece.turn]
        return min(left) + self.round_trip.wait if left else None

    @property
    def has_piece(self) -> bool:
        """Whether there is something to send now."""
        return bool(self._lost) or (bool(self._unsent) and self._has_room())

    def _has_room(self) -> bool:
        return distance(self._first, self._next) <= SPAN

    def take(self) -> tuple[int, bytes] | None:
        """Return the next piece to send and its sequence: lost ones first. It counts as sent by `mark_sent`."""
        for sequence in self._lost:
            del self._lost[sequence]
            self.resent += 1
            return sequence, self._pieces[sequence].body
        if not self._unsent or not self._has_room():
            return None
        longest = SHORT if self.is_lossy else MOST_DATA
        written = self._unsent.popleft()
        body, rest = bytes(written[:longest]), written[longest:]
        if rest:
            self._unsent.appendleft(rest)
        sequence = self._next
        self._next = (sequence + 1) % SEQUENCES
        self._pieces[sequence] = Piece(body)
        return sequence, body

    @property
    def has_spare(self) -> bool:
        """Whether a piece is worth a second copy while the line has nothing else to do."""
        return self.is_lossy and any(piece.since == piece.turn for piece in self._pieces.values())

    def spare(self) -> tuple[int, bytes] | None:
        """Return such a piece and its sequence."""
        if self.is_lossy:
            for sequence, piece in self._pieces.items():
                if piece.since == piece.turn:
                    self.resent += 1
                    return sequence, piece.body
        return None

    def mark_sent(self, sequence: int, left: Micros) -> None:
        """Note that a piece goes out now, and when its last byte will be on the line."""
        self._turns += 1
        piece = self._pieces[sequence]
        piece.turn, piece.left = self._turns, left
        piece.since = piece.since or self._turns
        piece.copies += 1
