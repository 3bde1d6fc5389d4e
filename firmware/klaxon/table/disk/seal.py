"""The seal of a journal: each row carries a MAC over itself and the MAC of the row before, keyed by the console."""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import blake2b

SIZE = 16
"""Bytes of a MAC."""


def mac(key: bytes, head: bytes, facts: Iterable[object]) -> bytes:
    """Return the MAC of some facts that follow the row whose MAC is `head`."""
    text = json.dumps(list(facts), separators=(",", ":"), default=bytes.hex)
    return blake2b(head + text.encode(), key=key, digest_size=SIZE, person=b"klaxon-row").digest()
