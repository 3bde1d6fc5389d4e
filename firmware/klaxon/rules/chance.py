"""Random numbers that can be replayed and leak nothing.

Keyed BLAKE2b, one stream per boat and purpose. The counters of the streams are part of the state. With one shared
stream a boat could see from its next draw that the other boat had drawn.
"""

from __future__ import annotations

from hashlib import blake2b


def key_of(seed: str) -> str:
    """Return the key of a game from its seed, as hexadecimal text that fits in a state."""
    return blake2b(seed.encode(), digest_size=16, person=b"klaxon-seed").hexdigest()


def next_key(key: str, salt: str) -> str:
    """Return another key, so that randomness differs after an undo."""
    return blake2b(salt.encode(), key=bytes.fromhex(key), digest_size=16, person=b"klaxon-rekey").hexdigest()


def new_numbers(key: str) -> int:
    """Return by how much prompt numbers increase under a new key, so that no number is used twice in a game."""
    return 10**6 + draw(key, "prompts", 0, 10**9)


def draw(key: str, stream: str, count: int, n: int) -> int:
    """Return draw number `count` of a stream, from 0 to n-1. It uses 128 bits, so the bias cannot be measured."""
    text = f"{stream}:{count}".encode()
    return int.from_bytes(blake2b(text, key=bytes.fromhex(key), digest_size=16).digest()) % n
