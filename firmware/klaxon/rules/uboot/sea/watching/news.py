"""What watching brings to the boat: contacts, contacts lost, pings (UBT-12.16)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from klaxon.rules.uboot.step import Working


def _sighted(work: Working, facts: Mapping[str, Any]) -> None:
    work.tell("contact", **facts)


def _unsighted(work: Working, facts: Mapping[str, Any]) -> None:
    work.tell("contact-lost", **facts)


def _aircraft(work: Working, facts: Mapping[str, Any]) -> None:
    work.tell("aircraft", **facts)


def _ping(work: Working, facts: Mapping[str, Any]) -> None:
    work.tell("ping", **facts)


WATCHING: Mapping[str, Callable[[Working, Mapping[str, Any]], None]] = {
    "sighted": _sighted,
    "unsighted": _unsighted,
    "aircraft": _aircraft,
    "ping": _ping,
}
"""What watching brings -> what becomes of it aboard."""
