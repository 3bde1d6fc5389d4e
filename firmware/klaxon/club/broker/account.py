"""An account at the broker."""

from __future__ import annotations

from dataclasses import dataclass

PORT = 8883


@dataclass(frozen=True, slots=True)
class BrokerAccount:
    """Where the broker is, and who we are there."""

    host: str
    port: int
    user: str
    password: str
    authority: str
    """The certificate, as PEM, that has signed the broker's."""
