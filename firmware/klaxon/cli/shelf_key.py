"""The key of the shelf at the start of a command that plays: read or created before anybody plays."""

from __future__ import annotations

import sys

from klaxon.cli.help.plain import plain
from klaxon.console.language.catalogue import say_refusal
from klaxon.rules.contract import Refusal
from klaxon.table.disk.shelf import Shelf

NAMED = 5
"""How many games are named; if there are more, the newest."""


def have_key(shelf: Shelf) -> Refusal | None:
    """Make sure that a shelf has a key; if a new one had to be created, print that and return the message.

    JournalError if there is none and none can be written.
    """
    names = shelf.names() if shelf.replaces_key() else None
    if not shelf.key or names is None:
        return None
    shown = [plain(name) for name in names[-NAMED:]]
    more = ["..."] if len(names) > NAMED else []
    facts = {"folder": str(shelf.folder), "count": len(names), "names": ", ".join([*more, *shown])}
    refusal = Refusal("key-replaced" if names else "key-replaced-alone", facts)
    sys.stderr.write(f"klaxon run: {say_refusal(refusal.code, refusal.facts)}\n")
    return refusal
