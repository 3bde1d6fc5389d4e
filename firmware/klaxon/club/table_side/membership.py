"""Which hall this console is a table of: its id and key there, and its account at the broker, in one secret file."""

from __future__ import annotations

import json
import secrets
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from klaxon.club.broker.account import PORT
from klaxon.club.signing import draw_key
from klaxon.club.topics import TABLE_ID
from klaxon.table.disk.durable_files import replace_file
from klaxon.table.foreign_json import read_json

NAME = "hall.json"
FORMAT = 1
SECRET = 0o600


@dataclass(frozen=True, slots=True)
class HallMembership:
    """All that is kept of it."""

    id: str
    secret: str
    """The secret half of the table's key, in hex."""
    box: str
    name: str = ""
    """What the desk calls this table."""
    hall: str = ""
    """What the desk is called."""
    host: str = ""
    """Where the broker was last."""
    port: int = PORT
    password: str = ""
    authority: str = ""

    @property
    def is_member(self) -> bool:
        """Whether a desk has let this table in."""
        return bool(self.password)

    def without_hall(self) -> HallMembership:
        """Return it after the hall was left: the id and the key stay."""
        return replace(self, name="", hall="", host="", password="", authority="")


def new_membership() -> HallMembership:
    """Return what a console begins with that was never in a hall."""
    return HallMembership(secrets.token_hex(6), draw_key().hex(), secrets.token_hex(8))


def parse(found: Any) -> HallMembership:
    """Read the JSON of the file; ValueError where it is none of ours."""
    if not isinstance(found, dict) or found.pop("format", None) != FORMAT:
        raise ValueError("hall")
    try:
        kept = HallMembership(**found)
    except TypeError as error:
        raise ValueError("hall") from error
    texts = (kept.id, kept.secret, kept.box, kept.name, kept.hall, kept.host, kept.password, kept.authority)
    if not all(isinstance(each, str) for each in texts) or not TABLE_ID.fullmatch(kept.id):
        raise ValueError("hall")
    if type(kept.port) is not int or len(bytes.fromhex(kept.secret)) != 32:
        raise ValueError("hall")
    return kept


def read_membership(folder: Path) -> HallMembership | None:
    """Return what a folder holds; None where there is nothing, ValueError where it cannot be read."""
    path = folder / NAME
    if not path.exists():
        return None
    try:
        return parse(read_json(path.read_bytes()))
    except OSError as error:
        raise ValueError(str(error)) from error


def keep_membership(folder: Path, kept: HallMembership) -> None:
    """Keep it. It waits for the disk; OSError where that refuses."""
    folder.mkdir(parents=True, exist_ok=True)
    replace_file(folder / NAME, json.dumps({"format": FORMAT, **asdict(kept)}, indent=1).encode(), SECRET)
