"""The makers' test of a serial line: both consoles send, and what each counted says what is wrong with the cable."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from klaxon.link.wire.line_end import LineEnd, Peer
from klaxon.link.wire.round_trip import Micros

FEW_BAD = 0.001
"""The share of damaged frames that a good cable stays below."""
MANY_BAD = 0.2
"""The share from which a game would feel it."""


class Verdict(Enum):
    """What the counts of a line mean."""

    GOOD = "good"
    NOISY = "noisy"
    """Frames are damaged now and then: it works, and a better cable would do it good."""
    BAD = "bad"
    """So many are damaged that answers come late."""
    SILENCE = "silence"
    """Not one byte: no cable, TXD and RXD swapped, or nobody at the other end."""
    GARBLED = "garbled"
    """Bytes come and none of them make sense: no common ground, or another speed."""
    OURSELVES = "ourselves"
    OTHER_VERSION = "other-version"
    NO_PORT = "no-port"


@dataclass(frozen=True, slots=True)
class LineFindings:
    """What a test of a line measured."""

    verdict: Verdict
    seconds: float
    sent_bytes: int
    received_bytes: int
    good_frames: int
    bad_frames: int
    resent: int
    round_trip_ms: float | None
    stream_bytes: int
    """Bytes of the other end's stream that came, in order."""


def judge(end: LineEnd, elapsed: Micros, stream_bytes: int, trouble: str = "") -> LineFindings:
    """Return what was measured at one end, with the verdict."""
    counts, mean = end.counts, end.outgoing.round_trip.mean
    return LineFindings(
        Verdict.NO_PORT if trouble else _verdict(end),
        elapsed / 1_000_000,
        counts.sent_bytes,
        counts.received_bytes,
        counts.good_frames,
        counts.bad_frames,
        end.outgoing.resent,
        None if mean is None else mean / 1_000,
        stream_bytes,
    )


def _verdict(end: LineEnd) -> Verdict:
    counts = end.counts
    if not counts.received_bytes:
        return Verdict.SILENCE
    if end.peer in (Peer.OURSELVES, Peer.OTHER_VERSION):
        return Verdict.OURSELVES if end.peer is Peer.OURSELVES else Verdict.OTHER_VERSION
    if not counts.good_frames:
        return Verdict.GARBLED
    bad = counts.bad_frames / (counts.bad_frames + counts.good_frames)
    if bad >= MANY_BAD:
        return Verdict.BAD
    return Verdict.NOISY if bad > FEW_BAD else Verdict.GOOD
