"""An end of the broker: messages and time in; rows for the disk, then messages out. What carries them is separate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from klaxon.club.outbox.kept import KeptRow


@dataclass(frozen=True, slots=True)
class Mail:
    """One message of the broker."""

    topic: str
    payload: bytes
    retained: bool = False
    qos: int = 1
    expires: int | None = None
    """Seconds after which the broker forgets it."""


@dataclass(frozen=True, slots=True)
class MailBatch:
    """What one moment brought: first the rows have to be on the disk, then the messages leave."""

    rows: tuple[KeptRow, ...] = ()
    mail: tuple[Mail, ...] = ()

    def __bool__(self) -> bool:
        """Return whether there is anything to do."""
        return bool(self.rows or self.mail)


class MailEnd(Protocol):
    """A table or the desk, as the broker knows it. Nothing here waits for anything."""

    subscriptions: tuple[str, ...]
    will: Mail
    """What the broker says when this end is gone."""

    def on_connect(self) -> None:
        """The broker is there."""

    def on_lost(self) -> None:
        """The broker is gone."""

    def on_mail(self, mail: Mail, now: float) -> None:
        """A message came."""

    def take_batch(self, now: float) -> MailBatch:
        """Return what is to be done now."""

    @property
    def due(self) -> float | None:
        """When `take_batch` is to be called even if nothing comes."""
