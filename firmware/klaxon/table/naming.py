"""Names: what may be one, and those of boats, which are rows of the journal and so survive it."""

from __future__ import annotations

from collections.abc import Iterable

from klaxon.rules.text import UnreadableError, read_tokens
from klaxon.table.play import JournalRow
from klaxon.table.session import LONGEST_NAME


def is_good_name(name: object) -> bool:
    """Return whether a boat or a client may be called so."""
    return isinstance(name, str) and name.isprintable() and 0 < len(name) <= LONGEST_NAME


def names_in(rows: Iterable[JournalRow]) -> dict[str, str]:
    """Return the names of the boats after the rows of a journal."""
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
