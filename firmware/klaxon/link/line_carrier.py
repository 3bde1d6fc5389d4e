"""The carrier over a serial line: whoever works the line, a thread at a port or a model of a cable."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from klaxon.console.linked.other_console import LinkReport
from klaxon.link.carrier import CarrierEvents
from klaxon.link.wire.line_end import ODD, LineEnd, Peer

LINE = "line"


@dataclass(frozen=True, slots=True)
class LineNews:
    """How a line stands, and what came."""

    stream: int
    data: bytes
    is_here: bool
    trouble: str
    waiting: int
    report: LinkReport


def news_of(end: LineEnd, trouble: str = "") -> LineNews:
    """Return what there is to say of an end; `trouble` is why its port cannot be used."""
    return LineNews(
        end.streams,
        end.read(),
        end.peer is Peer.HERE and not trouble,
        "no-port" if trouble else _trouble_of(end),
        end.outgoing.waiting,
        _report_of(end),
    )


def _report_of(end: LineEnd) -> LinkReport:
    counts, mean = end.counts, end.outgoing.round_trip.mean
    return LinkReport(
        LINE,
        end.baud,
        counts.good_frames,
        counts.bad_frames,
        end.outgoing.resent,
        None if mean is None else mean / 1_000,
        counts.sent_bytes,
        counts.received_bytes,
    )


def _trouble_of(end: LineEnd) -> str:
    if end.peer in ODD:
        return str(end.peer.value)
    return "garbled" if end.is_garbled else ""


class WorkedLine(Protocol):
    """A line that somebody works."""

    def write(self, data: bytes, stream: int | None = None) -> None:
        """Add to the stream; nothing where another one than `stream` has begun meanwhile."""

    def take_news(self) -> LineNews:
        """Return how the line stands, and what came since the last call."""

    def close(self) -> None:
        """Let go of the port."""


OpenLine = Callable[[Callable[[], None]], WorkedLine]
"""on_news -> a line with a new end; `on_news` is called in the loop."""


class LineCarrier:
    """Carries a conversation over a serial line."""

    is_pressed = True
    certificate = ""
    """A line has none: who is at its other end is for the keys to say."""

    def __init__(self, open_line: OpenLine) -> None:
        """Take what opens the line; `open` begins."""
        self._open_line = open_line
        self._line: WorkedLine | None = None
        self._events: CarrierEvents | None = None
        self._stream = 0
        self.is_here = False
        self.trouble = ""
        self.waiting = 0
        self.report = LinkReport(LINE)
        """What the line has counted, as of the last frame."""

    def open(self, events: CarrierEvents) -> None:
        """Begin to work the line."""
        self._events, self._stream = events, 0
        self._line = self._open_line(self._on_news)

    def write(self, data: bytes) -> None:
        """Add to the stream."""
        if self._line is not None and self._stream:
            self._line.write(data, self._stream)
            self.waiting += len(data)

    def restart(self) -> None:
        """Give this stream up and begin another."""
        events = self._events
        self.close()
        if events is not None:
            self.open(events)

    def close(self) -> None:
        """Let go of the port."""
        line, self._line, self._events = self._line, None, None
        self.is_here = False
        if line is not None:
            line.close()

    def _on_news(self) -> None:
        if self._line is None or self._events is None:
            return
        events, news = self._events, self._line.take_news()
        stood = (self.is_here, self.trouble)
        had_room_for = self.waiting
        self.is_here, self.trouble, self.waiting = news.is_here, news.trouble, news.waiting
        self.report = news.report
        if news.stream != self._stream:
            self._stream = news.stream
            events.on_stream()
        if (self.is_here, self.trouble) != stood or self.waiting < had_room_for:
            events.on_presence()
        if news.data:
            events.on_bytes(news.data)
