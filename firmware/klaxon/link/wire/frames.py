"""The three frames of the line, and how they are laid out.

    zero | stuffed: head | behind | body | sum | zero

A lost zero would join two frames and cost both, so each brings one before and one behind it. The sum is a CRC-32 that
begins with the number of the way in this conversation: what is left in a buffer of an earlier one is noise, and so is
what an end hears of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from struct import Struct
from zlib import crc32

from klaxon.link.wire.cobs import stuff, unstuff

VERSION = 2
"""Of the frames. It stands in each greeting; consoles of other versions are refused by name."""
LONGEST = 64
"""Bytes of a frame on the line, both zeros included."""
SEQUENCES = 1 << 16
"""Sequence numbers count round this."""
SPAN = 32
"""Frames behind the first missing one that an acknowledgement can name."""

GREETING, DATA, RECEIPT = 1, 2, 3

MOST_BEHIND = SPAN // 8
"""Bytes of `behind`; as many travel as are not zero, and the kind says how many: `kind + 16 * bytes`."""
_COUNT = 16

Layout = Sequence[tuple[str, int]]
"""Fields of a head with their bytes, in order; every number is written with its low byte first."""

GREETING_HEAD: Layout = (("kind", 1), ("version", 1), ("own", 4), ("other", 4))
DATA_HEAD: Layout = (("kind", 1), ("next", 2), ("sequence", 2))
RECEIPT_HEAD: Layout = (("kind", 1), ("next", 2))
"""Behind the heads of data and receipts stands `behind`."""

_CODES = {1: "B", 2: "H", 4: "I"}


def _struct(layout: Layout) -> Struct:
    return Struct("<" + "".join(_CODES[size] for _, size in layout))


_GREETING, _DATA, _RECEIPT = _struct(GREETING_HEAD), _struct(DATA_HEAD), _struct(RECEIPT_HEAD)
_SUM = Struct("<I")
_AROUND = 3
"""Bytes of a frame that are neither head, body nor sum: two zeros, and one of the stuffing."""

MOST_DATA = LONGEST - _AROUND - _SUM.size - _DATA.size - MOST_BEHIND
"""Bytes of the stream that one frame can carry, whatever it acknowledges."""
MOST_CARD = LONGEST - _AROUND - _SUM.size - _GREETING.size
"""Bytes that a greeting can carry for who stands behind the line."""


@dataclass(frozen=True, slots=True)
class Greeting:
    """Says who is at this end, and whom it takes for the other: their numbers are drawn at every start."""

    version: int
    own: int
    other: int
    """0: nobody was heard yet."""
    card: bytes
    """What the consoles tell each other of themselves; the line does not read it."""


@dataclass(frozen=True, slots=True)
class Holdings:
    """What one end has: the sequence it waits for, and a bit for each of those behind it."""

    next: int
    behind: int


@dataclass(frozen=True, slots=True)
class Data:
    """A piece of the stream; it brings along what its sender has."""

    holdings: Holdings
    sequence: int
    body: bytes


@dataclass(frozen=True, slots=True)
class Receipt:
    """What its sender has, where there is no piece to bring it."""

    holdings: Holdings


Frame = Greeting | Data | Receipt


def encode_greeting(greeting: Greeting) -> bytes:
    """Return a greeting as it goes on the line."""
    head = _GREETING.pack(GREETING, greeting.version, greeting.own, greeting.other)
    return _closed(head + greeting.card, 0)


def encode_data(data: Data, way: int) -> bytes:
    """Return a piece of the stream as it goes on the line."""
    behind = _behind_bytes(data.holdings)
    return _closed(_DATA.pack(_kind(DATA, behind), data.holdings.next, data.sequence) + behind + data.body, way)


def encode_receipt(receipt: Receipt, way: int) -> bytes:
    """Return a receipt as it goes on the line."""
    behind = _behind_bytes(receipt.holdings)
    return _closed(_RECEIPT.pack(_kind(RECEIPT, behind), receipt.holdings.next) + behind, way)


def _behind_bytes(holdings: Holdings) -> bytes:
    return holdings.behind.to_bytes((holdings.behind.bit_length() + 7) // 8, "little")


def _kind(kind: int, behind: bytes) -> int:
    return kind + _COUNT * len(behind)


def decode(stuffed: bytes, way: int | None) -> Frame | None:
    """Return the frame between two zeros; None where it is damaged, or of another way."""
    raw = unstuff(stuffed)
    if raw is None or len(raw) <= _SUM.size:
        return None
    content = raw[: -_SUM.size]
    count, kind = divmod(raw[0], _COUNT)
    (found,) = _SUM.unpack_from(raw, len(content))
    if raw[0] == GREETING:
        return _greeting(content) if found == crc32(content) else None
    if way is None or found != crc32(content, way) or count > MOST_BEHIND:
        return None
    if kind == DATA and len(content) > _DATA.size + count:
        _, after, sequence = _DATA.unpack_from(content)
        behind, body = _split(content, _DATA.size, count)
        return Data(Holdings(after, behind), sequence, body)
    if kind == RECEIPT and len(content) == _RECEIPT.size + count:
        _, after = _RECEIPT.unpack_from(content)
        return Receipt(Holdings(after, _split(content, _RECEIPT.size, count)[0]))
    return None


def _split(content: bytes, head: int, count: int) -> tuple[int, bytes]:
    """Return `behind`, and what follows it."""
    return int.from_bytes(content[head : head + count], "little"), content[head + count :]


def _greeting(content: bytes) -> Greeting | None:
    if len(content) < _GREETING.size:
        return None
    _, version, own, other = _GREETING.unpack_from(content)
    return Greeting(version, own, other, content[_GREETING.size :])


def _closed(content: bytes, way: int) -> bytes:
    return b"\0" + stuff(content + _SUM.pack(crc32(content, way))) + b"\0"


def conversation_of(own: int, other: int) -> int:
    """Return the number of a conversation: the same at both ends."""
    return way_of(*sorted((own, other)))


def way_of(sender: int, receiver: int) -> int:
    """Return the number with which the sums of one way begin; those of the other way begin with another."""
    return crc32(_SUM.pack(sender) + _SUM.pack(receiver))


def first_sequence(conversation: int) -> int:
    """Return the sequence with which both streams of a conversation begin."""
    return conversation % SEQUENCES


def distance(start: int, sequence: int) -> int:
    """Return how far a sequence lies behind a start, counted round."""
    return (sequence - start) % SEQUENCES
