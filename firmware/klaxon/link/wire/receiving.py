"""What came from the other end: pieces in any order become the stream in its own."""

from __future__ import annotations

from klaxon.link.wire.frames import SEQUENCES, SPAN, Holdings, distance

MOST_UNREAD = 1 << 18
"""Bytes that wait to be read before pieces are turned away; they are sent again until somebody reads."""


class IncomingStream:
    """Puts pieces of a stream in order, and knows which are missing."""

    def __init__(self, start: int) -> None:
        self._next = start
        self._early: dict[int, bytes] = {}
        self._stream = bytearray()

    @property
    def holdings(self) -> Holdings:
        """What this end has."""
        behind = 0
        for sequence in self._early:
            behind |= 1 << distance(self._next, sequence) - 1
        return Holdings(self._next, behind)

    @property
    def has_gap(self) -> bool:
        """Whether a piece is missing before one that is here."""
        return bool(self._early)

    def add(self, sequence: int, body: bytes) -> bool:
        """Take a piece; False where it is here already, lies too far ahead, or nobody reads."""
        if distance(self._next, sequence) > SPAN or sequence in self._early or len(self._stream) >= MOST_UNREAD:
            return False
        self._early[sequence] = body
        while (body := self._early.pop(self._next, b"")) != b"":
            self._stream += body
            self._next = (self._next + 1) % SEQUENCES
        return True

    def read(self) -> bytes:
        """Return what has come in order since the last call."""
        stream = bytes(self._stream)
        self._stream.clear()
        return stream
