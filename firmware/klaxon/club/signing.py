"""The key of a table: it signs journals, and the desk knows its public half since the table was paired."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

SECRET = 32
"""Bytes of the secret half of a key."""
SIGNATURE = 64
"""Bytes of a signature."""
_PURPOSE = b"klaxon journal 1\n"


class SigningKey:
    """A table's key."""

    def __init__(self, secret: bytes) -> None:
        """Take the secret half, as it is kept."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415 - in a hall alone

        self._key: Ed25519PrivateKey = Ed25519PrivateKey.from_private_bytes(secret)

    @property
    def public(self) -> str:
        """The public half, in hex."""
        return self._key.public_key().public_bytes_raw().hex()

    def sign(self, content: bytes) -> bytes:
        """Return content behind its signature."""
        return self._key.sign(_PURPOSE + content) + content


def draw_key() -> bytes:
    """Return the secret half of a new key: any 32 bytes are one, so a console that is in no hall needs no library."""
    return secrets.token_bytes(SECRET)


def read_signed(body: bytes, public: str) -> bytes | None:
    """Return what was signed with a key; None where it was not, or was changed."""
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415 - in a hall alone
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415

    signature, content = body[:SIGNATURE], body[SIGNATURE:]
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(signature, _PURPOSE + content)
    except (InvalidSignature, ValueError):
        return None
    return content
