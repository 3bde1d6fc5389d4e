"""What carries the conversation of two consoles: a stream of bytes both ways, wherever it runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from klaxon.console.linked.other_console import LinkReport


@dataclass(frozen=True, slots=True)
class CarrierEvents:
    """What a carrier reports, in the loop."""

    on_stream: Callable[[], None]
    """A new stream begins: what was under way on the last one is gone."""
    on_bytes: Callable[[bytes], None]
    on_presence: Callable[[], None]
    """`is_here` or `trouble` has changed, or there is room to send more."""


class Carrier(Protocol):
    """One way to the other console."""

    @property
    def is_pressed(self) -> bool:
        """Whether messages are pressed small: where bytes are dear, and only the two ends see how long they are."""

    @property
    def is_here(self) -> bool:
        """Whether the other end is heard."""

    @property
    def trouble(self) -> str:
        """What is wrong with the way itself: the end of a message `link.trouble.*`, or ''."""

    @property
    def waiting(self) -> int:
        """Bytes that were written and have not arrived."""

    @property
    def certificate(self) -> str:
        """The digest of the certificate that the other end has shown; '' where the way has none."""

    @property
    def report(self) -> LinkReport:
        """What the way has counted."""

    def open(self, events: CarrierEvents) -> None:
        """Begin to look for the other end."""

    def write(self, data: bytes) -> None:
        """Add to the stream; what is written while there is none is dropped."""

    def restart(self) -> None:
        """Give this stream up and begin another."""

    def close(self) -> None:
        """Let go of everything."""
