"""Two consoles that met once: a code of six signs makes them know each other from then on. No I/O.

The host shows the code, people enter it at the guest. Each side draws a key pair and sends the public half. Then the
code is proved sign by sign: both commit themselves to the sign they know before either opens its commitment, so nobody
between them can learn a sign without having bet on it, and one wrong bet ends the pairing and uses the code up. (It is
the passkey entry of Bluetooth's secure connections, with signs of five bits.) Who recorded everything learns the code,
which is no use any more, and none of the keys.
"""

from __future__ import annotations

import secrets
from collections.abc import Generator
from dataclasses import dataclass
from hashlib import blake2b
from hmac import compare_digest
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Thirty-two signs, without those that are read as another: no 0 and O, no 1 and I."""
SIGNS = 6
LONGEST_ABOUT = 512
"""Bytes that a side may say of itself."""
DONE = b"paired"
"""The last word of each side."""
_NONCE = 16
_DIGEST = 32
_PUBLIC = 32

Pairing = Generator[bytes, bytes, "Paired"]
"""One side at work: yields what it sends, is sent what came, and returns what both now share."""


class PairingFailed(Exception):
    """The code was wrong, or somebody stood between the consoles: the code is used up."""


@dataclass(frozen=True, slots=True)
class Paired:
    """What two consoles keep of each other."""

    key: bytes
    """Known to these two alone."""
    about: bytes
    """What the other side said of itself: its name, its certificate. Nobody between them could change it."""


def draw_code() -> str:
    """Return a new code."""
    return "".join(secrets.choice(ALPHABET) for _ in range(SIGNS))


def pair_as_guest(code: str, about: bytes) -> Pairing:
    """Pair with the host that shows this code; the guest always speaks first."""
    own_private, own = _key_pair()
    other, other_about = _opened((yield own + about))
    transcript = _digest(own, other, about, other_about)
    for place, sign in enumerate(code):
        nonce = secrets.token_bytes(_NONCE)
        theirs = yield _commitment(transcript, b"guest", place, sign, nonce)
        opening = yield nonce
        _check(theirs, _commitment(transcript, b"host", place, sign, opening))
    key = _shared(own_private, other, transcript)
    proof = yield _digest(key, b"guest")
    _check(proof, _digest(key, b"host"))
    return Paired(_digest(key, b"pair"), other_about)


def pair_as_host(code: str, about: bytes) -> Pairing:
    """Pair with the guest at which people enter this code."""
    own_private, own = _key_pair()
    other, other_about = _opened((yield b""))
    transcript = _digest(other, own, other_about, about)
    theirs = yield own + about
    for place, sign in enumerate(code):
        nonce = secrets.token_bytes(_NONCE)
        opening = yield _commitment(transcript, b"host", place, sign, nonce)
        _check(theirs, _commitment(transcript, b"guest", place, sign, opening))
        theirs = yield nonce
    key = _shared(own_private, other, transcript)
    _check(theirs, _digest(key, b"guest"))
    _check((yield _digest(key, b"host")), DONE)
    return Paired(_digest(key, b"pair"), other_about)


class PairingSide:
    """One side of a pairing, message by message."""

    def __init__(self, work: Pairing) -> None:
        """Begin; `first` is what it says first, nothing for the host."""
        self._work = work
        self.first = next(work)
        self.paired: Paired | None = None

    def receive(self, message: bytes) -> bytes:
        """Take what the other side said and return the answer; PairingFailed where the code was wrong."""
        try:
            return self._work.send(message)
        except StopIteration as end:
            self.paired = self.paired or end.value
            return DONE


def _key_pair() -> tuple[X25519PrivateKey, bytes]:
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey  # noqa: PLC0415 - only where it is used

    private = X25519PrivateKey.generate()
    return private, private.public_key().public_bytes_raw()


def _opened(message: bytes) -> tuple[bytes, bytes]:
    """Return the public key of the other side and what it says of itself."""
    if not _PUBLIC <= len(message) <= _PUBLIC + LONGEST_ABOUT:
        raise PairingFailed
    return message[:_PUBLIC], message[_PUBLIC:]


def _shared(private: X25519PrivateKey, other: bytes, transcript: bytes) -> bytes:
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PublicKey  # noqa: PLC0415 - only where it is used

    try:
        secret = private.exchange(X25519PublicKey.from_public_bytes(other))
    except ValueError as error:  # a point that makes any secret the same
        raise PairingFailed from error
    return _digest(secret, transcript)


def _commitment(transcript: bytes, side: bytes, place: int, sign: str, nonce: bytes) -> bytes:
    return _digest(transcript, side, bytes((place,)), sign.encode(), nonce)


def _digest(*parts: bytes) -> bytes:
    """Return a digest of the parts; each with its length, so that no two lists of parts read the same."""
    whole = b"".join(len(part).to_bytes(4, "little") + part for part in parts)
    return blake2b(whole, digest_size=_DIGEST, person=b"klaxon pairing").digest()


def _check(found: bytes, wanted: bytes) -> None:
    if not compare_digest(found, wanted):
        raise PairingFailed
