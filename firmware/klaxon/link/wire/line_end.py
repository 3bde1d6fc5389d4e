"""One end of a serial line: a stream of bytes that survives noise, cuts and stalls.

It does no I/O. Whoever works it hands in what the line brought (`receive`), asks when to come again (`due`), and puts
on the line what `send` returns. It hands out one frame at a time and knows how long the line needs for it, so that no
buffer of the kernel's stands between an answer and the line.

Both ends greet until they know each other, and again while the other is silent. The numbers in a greeting are drawn at
every start: the same number after a silence means that the cable was out, and the stream goes on where it was; another
one, that the other console has started again or has talked to a third one meanwhile, and that a new stream begins.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from klaxon.link.wire.frames import (
    LONGEST,
    MOST_CARD,
    VERSION,
    Data,
    Frame,
    Greeting,
    Receipt,
    conversation_of,
    decode,
    encode_data,
    encode_greeting,
    encode_receipt,
    first_sequence,
    way_of,
)
from klaxon.link.wire.receiving import IncomingStream
from klaxon.link.wire.round_trip import Micros
from klaxon.link.wire.sending import OutgoingStream

GREET_EVERY: Micros = 200_000
RECEIPT_EVERY: Micros = 500_000
"""How often an end says that it is there, where nothing else does."""
RECEIPT_AFTER: Micros = 3_000
"""How long a receipt waits for data that may bring it along; one that asks for what is missing does not wait."""
SILENT_AFTER: Micros = 2_000_000
"""Without a sound frame for so long the other end counts as silent."""
MANY_BAD = 12
"""Damaged frames one after another from which a line brings nothing but noise."""
BITS_A_BYTE = 10
"""Start, eight bits, stop."""


class Peer(Enum):
    """What is known of the other end."""

    UNKNOWN = "unknown"
    """Nothing was heard of it yet."""
    HERE = "here"
    SILENT = "silent"
    """It was here, and has not been heard for a while: the cable, or its power."""
    OTHER_VERSION = "other-version"
    """It speaks another version of these frames."""
    OURSELVES = "ourselves"
    """What is heard is what was sent: TXD is joined to RXD."""


ODD = (Peer.OTHER_VERSION, Peer.OURSELVES)
"""What is said of a line only while its other end is not here."""


@dataclass(slots=True)
class LineCounts:
    """What went over the line, for the makers' test."""

    sent_bytes: int = 0
    received_bytes: int = 0
    good_frames: int = 0
    bad_frames: int = 0
    bad_in_a_row: int = 0


class LineEnd:
    """The stream to the other end, and the state of the line."""

    def __init__(self, number: int, *, baud: int, card: bytes = b"") -> None:
        if not 0 < number < 1 << 32 or len(card) > MOST_CARD:
            raise ValueError((number, len(card)))
        self.card, self.baud = card, baud
        self.peer = Peer.UNKNOWN
        self.peer_card = b""
        self.peer_version = 0
        self.counts = LineCounts()
        self.streams = 0
        """How many streams have begun: 0 until the other end was heard."""
        self._number = number
        self._byte_micros = BITS_A_BYTE * 1_000_000 / baud
        self._other = 0
        self._hears: int | None = None
        """The way from the other end; None where none is known."""
        self._says = 0
        self._incoming = IncomingStream(0)
        self._outgoing = OutgoingStream(0)
        self._part = b""
        self._free: Micros = 0
        self._heard: Micros = 0
        self._odd_heard: Micros = 0
        """When the line last brought our own voice, or another version."""
        self._greet_at: Micros | None = 0
        self._receipt_at: Micros | None = None

    @property
    def outgoing(self) -> OutgoingStream:
        """What is on its way: round trips, resent and lost pieces, bytes that wait."""
        return self._outgoing

    def write(self, data: bytes) -> None:
        """Add to the stream; it waits as long as the other end is unknown or silent."""
        self._outgoing.write(data)

    def read(self) -> bytes:
        """Return what the other end wrote, in order, since the last call."""
        return self._incoming.read()

    def receive(self, data: bytes, now: Micros) -> None:
        """Take what the line brought."""
        self.counts.received_bytes += len(data)
        *frames, self._part = (self._part + data).split(b"\0")
        self._part = self._part[: LONGEST + 1]  # what is longer is noise, and one byte of it is enough to know that
        for stuffed in frames:
            if stuffed and len(stuffed) <= LONGEST and (frame := decode(stuffed, self._hears)) is not None:
                self._take(frame, now)
            elif stuffed:
                self.counts.bad_frames += 1
                self.counts.bad_in_a_row += 1

    @property
    def is_garbled(self) -> bool:
        """Tell whether the line brings nothing but noise."""
        return self.peer is not Peer.HERE and self.counts.bad_in_a_row >= MANY_BAD

    def _note_odd(self, peer: Peer, now: Micros) -> None:
        """Note what the line brings instead of the other end; while that is here, it is somebody's joke."""
        if self._hears is None or self.peer is not Peer.HERE:
            self.peer, self._odd_heard = peer, now

    def _take(self, frame: Frame, now: Micros) -> None:
        self.counts.good_frames += 1
        self.counts.bad_in_a_row = 0
        if isinstance(frame, Greeting):
            self._on_greeting(frame, now)
        elif self._outgoing.acknowledge(frame.holdings, now):
            self._heard, self.peer = now, Peer.HERE
            if isinstance(frame, Data):
                self._incoming.add(frame.sequence, frame.body)
                self._receipt_at = now if self._incoming.has_gap else now + RECEIPT_AFTER

    def _on_greeting(self, greeting: Greeting, now: Micros) -> None:
        """Answer who greets, unless it is ourselves or cannot understand us."""
        self.peer_version, self.peer_card = greeting.version, greeting.card
        if greeting.version != VERSION or greeting.own == self._number:
            self._note_odd(Peer.OTHER_VERSION if greeting.version != VERSION else Peer.OURSELVES, now)
            return
        knows_us = greeting.other == self._number
        if greeting.own == self._other and not knows_us and greeting.other:
            self._greet_at = now  # it has talked to somebody else since, and has nothing left of our stream
            return
        if knows_us and self._other not in (0, greeting.own):
            self._start_again(now)  # we have, and it waits for the stream that it had with us
            return
        self._heard, self.peer = now, Peer.HERE
        if greeting.own != self._other:
            self._begin(greeting.own)
        self._greet_at = None if knows_us else now
        if knows_us:
            self._receipt_at = now

    def _start_again(self, now: Micros) -> None:
        """Greet under another number, as after a start."""
        self._number = conversation_of(self._number, self._other) or 1
        self._other, self._hears, self._greet_at = 0, None, now

    def _begin(self, other: int) -> None:
        """Begin a new stream with whoever has started at the other end."""
        again = self.streams > 0
        self.streams += 1
        self._other = other
        self._hears, self._says = way_of(other, self._number), way_of(self._number, other)
        start = first_sequence(conversation_of(self._number, other))
        unsent = b"" if again else self._outgoing.unsent
        self._incoming, self._outgoing = IncomingStream(start), OutgoingStream(start)
        self._outgoing.write(unsent)

    def is_silent(self, now: Micros) -> bool:
        """Tell whether nothing sound came for so long that people should hear of it."""
        return self._hears is not None and now - self._heard >= SILENT_AFTER

    def due(self) -> Micros:
        """Return when to call `send` next: at once for what waits, else when something falls due."""
        at = [self._free + RECEIPT_EVERY if self._receipt_at is None else self._receipt_at]
        if self._greet_at is not None:
            at.append(self._greet_at)
        is_silent = self.peer is Peer.SILENT or self.is_silent(self._free)
        if self._hears is not None and not is_silent:
            if self._outgoing.has_piece or self._outgoing.has_spare:
                return self._free
            if (expiry := self._outgoing.due) is not None:
                at.append(expiry)
        return max(self._free, min(at))

    def send(self, now: Micros) -> bytes:
        """Return the next frame for the line; nothing while the last one is on it, or where nothing is due."""
        if now < self._free:
            return b""
        frame = self._choose(now)
        if frame:
            self._free = now + round(len(frame) * self._byte_micros)
            self.counts.sent_bytes += len(frame)
        return frame

    def _choose(self, now: Micros) -> bytes:
        if self.peer in ODD and now - self._odd_heard >= SILENT_AFTER:
            self.peer = Peer.UNKNOWN if self._hears is None else Peer.SILENT
        if self._greet_at is not None and now >= self._greet_at:
            self._greet_at = now + GREET_EVERY if self._hears is None else None
            return self._greeting()
        if self._hears is None:
            return b""
        if self.is_silent(now):
            self.peer = Peer.SILENT if self.peer is Peer.HERE else self.peer
        else:
            self._outgoing.expire(now)
            if (piece := self._outgoing.take()) is not None:
                return self._data(*piece, now)
        if now >= (self._free + RECEIPT_EVERY if self._receipt_at is None else self._receipt_at):
            return self._receipt() if self.peer is Peer.HERE else self._greeting()
        if self.peer is Peer.HERE and (piece := self._outgoing.spare()) is not None:
            return self._data(*piece, now)
        return b""

    def _greeting(self) -> bytes:
        self._receipt_at = None
        return encode_greeting(Greeting(VERSION, self._number, self._other, self.card))

    def _receipt(self) -> bytes:
        self._receipt_at = None
        return encode_receipt(Receipt(self._incoming.holdings), self._says)

    def _data(self, sequence: int, body: bytes, now: Micros) -> bytes:
        self._receipt_at = None
        frame = encode_data(Data(self._incoming.holdings, sequence, body), self._says)
        self._outgoing.mark_sent(sequence, now + round(len(frame) * self._byte_micros))
        return frame
