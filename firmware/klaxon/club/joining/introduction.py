"""What desk and table tell each other while they are paired, and the password that follows from it. No I/O.

They speak through the desk's page, one question and one answer after another, since the table has no account at the
broker yet. The code proves to both that nobody stands between them (`console/linked/pairing.py`).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, NamedTuple

from klaxon.club.topics import TABLE_ID
from klaxon.console.linked.pairing import LONGEST_ABOUT
from klaxon.table.foreign_json import read_json

LONGEST_NAME = 40


class FoundDesk(NamedTuple):
    """A desk on this network."""

    hall: str
    host: str
    port: int
    """Of its page."""


@dataclass(frozen=True, slots=True)
class DeskIntroduction:
    """What a desk says of itself."""

    hall: str
    port: int
    """Of the broker, on the machine where the desk is."""
    authority: bytes
    """The certificate that has signed the broker's, in DER."""

    def write(self) -> bytes:
        """Return it in as few bytes as a pairing carries."""
        head = json.dumps([self.hall[:LONGEST_NAME], self.port], separators=(",", ":"))
        written = head.encode() + b"\n" + self.authority
        if len(written) > LONGEST_ABOUT:
            raise ValueError("authority")
        return written


def read_desk(about: bytes) -> DeskIntroduction:
    """Return what a desk said of itself; ValueError where it is none."""
    head, _, authority = about.partition(b"\n")
    match read_json(head):
        case [str(hall), int(port)] if 0 < port < 1 << 16:
            return DeskIntroduction(hall, port, authority)
    raise ValueError("desk")


@dataclass(frozen=True, slots=True)
class TableIntroduction:
    """What a table says of itself."""

    id: str
    key: str
    """The public half of its key, in hex."""

    def write(self) -> bytes:
        """Return it."""
        return json.dumps([self.id, self.key]).encode()


def read_table(about: bytes) -> TableIntroduction:
    """Return what a table said of itself; ValueError where it is none."""
    match read_json(about):
        case [str(table), str(key)] if TABLE_ID.fullmatch(table) and len(bytes.fromhex(key)) == 32:
            return TableIntroduction(table, key)
    raise ValueError("table")


def password_of(pair_key: bytes) -> str:
    """Return the table's password at the broker: both know it, and it never travelled."""
    return blake2b(pair_key, person=b"klaxon broker").hexdigest()[:64]


def read_say(found: Any) -> bytes:
    """Return the bytes of a message of the pairing; ValueError where they are none."""
    if not isinstance(found, str) or len(found) > 4 * LONGEST_ABOUT:
        raise ValueError("say")
    return bytes.fromhex(found)
