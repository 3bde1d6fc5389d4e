"""The authority of a hall and the broker's certificate. A table learns the authority when it is paired."""

from __future__ import annotations

import datetime as dt
from typing import NamedTuple

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

_BEGINS = dt.datetime(2020, 1, 1, tzinfo=dt.UTC)
_ENDS = dt.datetime(9999, 12, 31, tzinfo=dt.UTC)
"""A table may have no clock: these are always valid."""


class HallCertificates(NamedTuple):
    """PEM texts. The authority's own key is thrown away: it signs one certificate and never another."""

    authority: str
    broker: str
    key: str


def make_certificates() -> HallCertificates:
    """Return a new authority and a broker's certificate that it has signed."""
    authority_key, key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    hall, broker = _name("klaxon hall"), _name("klaxon broker")
    authority = (
        _certificate(hall, hall, authority_key.public_key())
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(authority_key, hashes.SHA256())
    )
    signed = (
        _certificate(broker, hall, key.public_key())
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(authority_key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return HallCertificates(
        authority.public_bytes(serialization.Encoding.PEM).decode(),
        signed.public_bytes(serialization.Encoding.PEM).decode(),
        private.decode(),
    )


class DamagedCertificate(NamedTuple):
    """Which of authority, certificate and key is damaged, and how."""

    place: int
    problem: str


def damaged_certificate(authority: bytes, broker: bytes, key: bytes) -> DamagedCertificate | None:
    """Return which of three files a broker could not use; None where they belong together."""
    place = 0
    try:
        signer = x509.load_pem_x509_certificate(authority)
        place = 1
        signed = x509.load_pem_x509_certificate(broker)
        signed.verify_directly_issued_by(signer)
        place = 2
        private = serialization.load_pem_private_key(key, password=None)
    except InvalidSignature:
        return DamagedCertificate(place, "not signed by the authority")
    except (TypeError, ValueError, UnsupportedAlgorithm) as error:
        return DamagedCertificate(place, str(error).partition(".")[0])
    return None if private.public_key() == signed.public_key() else DamagedCertificate(place, "of another certificate")


def compact_authority(pem: str) -> bytes:
    """Return an authority in as few bytes as it can be handed over in."""
    return x509.load_pem_x509_certificate(pem.encode()).public_bytes(serialization.Encoding.DER)


def unpack_authority(compact: bytes) -> str:
    """Return the PEM of a compact authority; ValueError where it is none."""
    return x509.load_der_x509_certificate(compact).public_bytes(serialization.Encoding.PEM).decode()


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _certificate(subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey) -> x509.CertificateBuilder:
    built = x509.CertificateBuilder().subject_name(subject).issuer_name(issuer).public_key(key)
    return built.serial_number(x509.random_serial_number()).not_valid_before(_BEGINS).not_valid_after(_ENDS)
