"""Naming boats: a name is a row of the journal, so that a game that goes on has its names again."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING

from klaxon.rules.text import UnreadableError, read_tokens
from klaxon.table.play import JournalRow
from klaxon.table.session import LONGEST_NAME

if TYPE_CHECKING:
    from klaxon.table.table import Table


def set_boat_name(table: Table, boat: str, name: object) -> str:
    """Give a boat a name; return the error, '' where it is done."""
    if not isinstance(name, str) or not name.isprintable() or not 0 < len(name) <= LONGEST_NAME:
        return "bad-name"
    table.names = {**table.names, boat: name}
    table.play.note(f"name {boat} {json.dumps(name)}")
    table.turn_pages()
    table.tell_table()
    return ""


def names_in(rows: Iterable[JournalRow]) -> dict[str, str]:
    """Return what the boats are called after the rows of a journal."""
    names = {}
    for row in rows:
        if row.kind == "table" and row.line.startswith("name "):
            match _tokens(row.line):
                case ("name", str(boat), str(name)):
                    names[boat] = name
    return names


def _tokens(line: str) -> tuple[object, ...]:
    try:
        return tuple(read_tokens(line)[0])
    except UnreadableError:  # no row of ours
        return ()
