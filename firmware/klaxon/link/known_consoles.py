"""What a console keeps of itself and of the consoles it was paired with, over restarts."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from klaxon.console.language.catalogue import say
from klaxon.console.linked.other_console import ALONE, ROLES
from klaxon.table.disk.durable_files import replace_file

NAME = "link.json"
FORMAT = 1
SECRET = 0o600
"""Only its owner may read the file: it holds keys."""
KEY_BYTES = 32


@dataclass(frozen=True, slots=True)
class KnownConsole:
    """A console that this one was paired with."""

    name: str
    key: bytes
    certificate: str
    """The digest of its certificate."""


@dataclass(frozen=True, slots=True)
class LinkMemory:
    """All that is kept."""

    number: str = ""
    """Which console this is: drawn once."""
    role: str = ALONE
    known: dict[str, KnownConsole] = field(default_factory=dict)
    own_certificate: str = ""
    """Certificate and key of this console, as PEM."""
    secret: str = ""
    """What the codes of copies are made of."""

    def with_console(self, number: str, console: KnownConsole) -> LinkMemory:
        """Return the same with one more console, or with a new key for it."""
        return replace(self, known={**self.known, number: console})


def new_memory() -> LinkMemory:
    """Return what a console begins with."""
    return LinkMemory(secrets.token_hex(8), secret=secrets.token_hex(KEY_BYTES))


def parse(found: Any) -> LinkMemory:
    """Read the JSON of the file; ValueError where it is none of ours."""
    match found:
        case {
            "format": 1,
            "number": str(number),
            "role": str(role),
            "known": dict(known),
            "certificate": str(own_certificate),
        } if role in ROLES:
            consoles = {str(each): _parse_console(about) for each, about in known.items()}
            secret = str(found.get("secret") or secrets.token_hex(KEY_BYTES))
            return LinkMemory(number, role, consoles, own_certificate, secret)
    raise ValueError("link")


def _parse_console(found: Any) -> KnownConsole:
    match found:
        case {"name": str(name), "key": str(key), "certificate": str(certificate)} if len(key) == 2 * KEY_BYTES:
            return KnownConsole(name, bytes.fromhex(key), certificate)
    raise ValueError("console")


def plain(memory: LinkMemory) -> dict[str, Any]:
    """Return what is written into the file."""
    known = {
        number: {"name": console.name, "key": console.key.hex(), "certificate": console.certificate}
        for number, console in memory.known.items()
    }
    return {
        "format": FORMAT,
        "number": memory.number,
        "role": memory.role,
        "known": known,
        "certificate": memory.own_certificate,
        "secret": memory.secret,
    }


def write(folder: Path, content: bytes) -> str:
    """Write the file; return the error, '' on success. It waits for the disk: call it in a thread."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        replace_file(folder / NAME, content, SECRET)
    except OSError as error:
        return say("learned.unkept", {"path": str(folder / NAME), "reason": error.strerror or ""})
    return ""


Keep = Callable[[LinkMemory], None]
"""Saves what is to be kept, without waiting for the disk."""
