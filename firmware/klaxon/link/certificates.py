"""The certificate of a console: it signs its own, and another knows it by the digest that the pairing proved."""

from __future__ import annotations

import datetime as dt
import os
import ssl
import tempfile
from hashlib import sha256

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

_BEGINS = dt.datetime(2020, 1, 1, tzinfo=dt.UTC)
_ENDS = dt.datetime(9999, 12, 31, tzinfo=dt.UTC)
"""A console may have no clock: its certificate is always valid."""


def make_certificate(number: str) -> str:
    """Return a new certificate with its key, as PEM."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"klaxon {number}")])
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    made = made.serial_number(x509.random_serial_number()).not_valid_before(_BEGINS).not_valid_after(_ENDS)
    certificate = made.sign(key, hashes.SHA256())
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return (certificate.public_bytes(serialization.Encoding.PEM) + private).decode()


def digest_of(pem: str) -> str:
    """Return the digest by which others know a certificate."""
    certificate = x509.load_pem_x509_certificate(pem.encode())
    return sha256(certificate.public_bytes(serialization.Encoding.DER)).hexdigest()


def digest_of_peer(shown: bytes | None) -> str:
    """Return the digest of a certificate that the other end has shown."""
    return sha256(shown or b"").hexdigest()


def host_context(pem: str) -> ssl.SSLContext:
    """Return the TLS of a host."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    descriptor, path = tempfile.mkstemp()  # the library reads certificates from files alone
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(pem)
        context.load_cert_chain(path)
    finally:
        os.unlink(path)  # noqa: PTH108 - a descriptor's path
    return context


def guest_context() -> ssl.SSLContext:
    """Return the TLS of a guest: it compares the host's certificate itself, by the digest that the pairing proved."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context
