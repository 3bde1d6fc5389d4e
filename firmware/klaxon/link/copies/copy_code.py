"""The code of a copy: sixteen signs that people can write down, and the keys that follow from them. No I/O.

Eighty bits that nobody chose: who has the copy and not the code would try for longer than there is time.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import NamedTuple

from klaxon.console.linked.pairing import ALPHABET
from klaxon.rules.contract import Header
from klaxon.table.disk.database import write_header
from klaxon.table.fair_play.chain import key_check

SIGNS = 16
_GROUP = 4
_BITS = 5
_KEY = 32


class CopyKeys(NamedTuple):
    """The keys of one copy."""

    cipher: bytes
    chain: bytes
    """The key of the game's commitments."""

    @property
    def check(self) -> bytes:
        """What may be said of them beforehand."""
        return key_check(self.chain)


def id_of(header: Header) -> str:
    """Return what names a game at every console: the seed in its header makes it one of a kind, and is not told."""
    return blake2b(write_header(header).encode(), digest_size=8, person=b"klaxon game id").hexdigest()


def code_of(secret: bytes, header: Header) -> str:
    """Return the code of the copies of a game; a host that starts again has the same."""
    digest = blake2b(write_header(header).encode(), key=secret, digest_size=SIGNS, person=b"klaxon code").digest()
    number = int.from_bytes(digest, "little")
    return "".join(ALPHABET[number >> place * _BITS & (1 << _BITS) - 1] for place in range(SIGNS))


def in_groups(code: str) -> str:
    """Return a code as people read it."""
    return " ".join(code[place : place + _GROUP] for place in range(0, len(code), _GROUP))


def read_code(typed: str) -> str:
    """Return the code that somebody typed; '' where it cannot be one."""
    code = "".join(sign for sign in typed.upper() if sign not in " -")
    return code if len(code) == SIGNS and set(code) <= set(ALPHABET) else ""


def keys_of(code: str) -> CopyKeys:
    """Return the keys that follow from a code."""
    made = [
        blake2b(code.encode(), person=use, digest_size=_KEY).digest() for use in (b"klaxon cipher", b"klaxon chain")
    ]
    return CopyKeys(*made)
