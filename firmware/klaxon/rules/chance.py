"""Chance that can be replayed and that leaks nothing: keyed BLAKE2b, one stream per boat and purpose.

The counters of the streams live in the state. One shared stream would tell a boat, by its next draw, that the
other one had drawn.
"""

from __future__ import annotations

from hashlib import blake2b


def key_of(seed: str) -> str:
    """Return the key of a game from its seed, as hexadecimal text that fits in a state."""
    return blake2b(seed.encode(), digest_size=16, person=b"klaxon-seed").hexdigest()


def next_key(key: str, salt: str) -> str:
    """Return another key: after an undo chance goes on differently."""
    return blake2b(salt.encode(), key=bytes.fromhex(key), digest_size=16, person=b"klaxon-rekey").hexdigest()


def new_numbers(key: str) -> int:
    """Return how far the numbers of prompts jump under a new key, so that none of them comes twice in a game."""
    return 10**6 + draw(key, "prompts", 0, 10**9)


def draw(key: str, stream: str, count: int, n: int) -> int:
    """Return draw number `count` of a stream, 0 to n-1; of 128 bits, so the bias is below any test."""
    text = f"{stream}:{count}".encode()
    return int.from_bytes(blake2b(text, key=bytes.fromhex(key), digest_size=16).digest()) % n
