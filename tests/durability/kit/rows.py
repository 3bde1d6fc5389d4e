"""The rows that the programs of these tests write: row `n` is always the same, so that anybody can check it."""

from __future__ import annotations

import json
from collections.abc import Sequence

from klaxon.rules.contract import Header, Ms
from klaxon.table.disk.journal import Snapshot
from klaxon.table.disk.seal import mac
from klaxon.table.play import JournalRow

KEY = bytes(range(32))
HEADER = Header("sonar", 1, {"mode": "turns", "chart": "alpha"}, {"chart": "~" * 3000}, "a seed")
KINDS = ("order", "time", "table")


def row(n: int) -> JournalRow:
    """Return row `n`, counted from 1; some are long, so that they need pages of their own."""
    long = "." * 5000 if n % 97 == 0 else ""
    return JournalRow(Ms(n * 130), KINDS[n % 3], f"red.captain course {n}{long}")


def rows(first: int, last: int) -> list[JournalRow]:
    """Return the rows from `first` to `last`, both included."""
    return [row(n) for n in range(first, last + 1)]


def snapshot(n: int) -> Snapshot:
    """Return the snapshot after row `n`; its bytes are not text."""
    return Snapshot(n, b"\xff\x00" + str(n).encode() * 200)


def head(written: Sequence[JournalRow]) -> bytes:
    """Return the MAC that the last of these rows has, worked out anew."""
    options, contents = dict(HEADER.options), dict(HEADER.contents)
    facts = {"game": HEADER.game, "version": HEADER.version, "options": options, "contents": contents}
    found = mac(KEY, b"", [json.dumps({**facts, "seed": HEADER.seed}, sort_keys=True)])
    for n, each in enumerate(written, 1):
        found = mac(KEY, found, [n, each.at, each.kind, each.line])
    return found
