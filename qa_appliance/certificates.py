"""Certificates as people name them: authorities in PEM form, client certificates in PEM or PFX. Never verifies one."""

from __future__ import annotations

import binascii
import re
from base64 import b64decode
from collections.abc import Sequence
from datetime import datetime, timedelta

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.serialization import pkcs12
from cryptography.x509.oid import NameOID
from msgspec import Struct

from qa_appliance.core.clock import iso
from qa_appliance.core.run import ClientCertificate

SOON = timedelta(days=30)  # what ends within is told before it does
_PEM = re.compile(r"-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----", re.DOTALL)
_NAMED = (NameOID.COMMON_NAME, NameOID.ORGANIZATIONAL_UNIT_NAME, NameOID.ORGANIZATION_NAME)

Key = serialization.pkcs12.PKCS12PrivateKeyTypes


class CertificateFacts(Struct, frozen=True, rename="camel"):
    """What people are shown of a certificate."""

    subject: str
    issuer: str
    valid_until: str


def facts(certificate: x509.Certificate) -> CertificateFacts:
    until = iso(certificate.not_valid_after_utc)
    return CertificateFacts(called(certificate.subject), called(certificate.issuer), until)


def called(name: x509.Name) -> str:
    """What people call whom a certificate names."""
    for oid in _NAMED:
        found = name.get_attributes_for_oid(oid)
        if found and str(found[0].value).strip():
            return str(found[0].value)
    return name.rfc4514_string() or "nobody"


def read_authorities(text: str) -> list[x509.Certificate]:
    """The certificates in a PEM text. Raises ValueError, with a sentence, where there is none or one is broken."""
    found = _certificates(text)
    if not found:
        hint = " A private key is not wanted here." if "PRIVATE KEY" in text else ""
        raise ValueError(f"There is no certificate in PEM form in it (-----BEGIN CERTIFICATE-----).{hint}")
    return found


def pem(certificates: Sequence[x509.Certificate]) -> str:
    return "".join(each.public_bytes(serialization.Encoding.PEM).decode() for each in certificates)


def client_from_pem(origin: str, text: str, passphrase: str | None) -> ClientCertificate:
    """`text` holds the certificate, what is behind it and the key, in any order. Raises ValueError with a sentence."""
    if "PRIVATE KEY-----" not in text:
        raise ValueError("There is no private key in PEM form in it; a client certificate needs its key.")
    try:
        key = serialization.load_pem_private_key(_key_part(text), passphrase.encode() if passphrase else None)
    except TypeError:  # there is a passphrase only here, or only there
        raise ValueError("Its key has no passphrase." if passphrase else "Its key asks for a passphrase.") from None
    except (ValueError, UnsupportedAlgorithm):
        raise ValueError("Its key cannot be read: the passphrase is wrong, or it is broken.") from None
    return _client(origin, key, read_authorities(text))


def client_from_pfx(origin: str, encoded: str, passphrase: str | None) -> ClientCertificate:
    """`encoded`: the file in Base64. Raises ValueError with a sentence."""
    try:
        bundle = pkcs12.load_pkcs12(b64decode(encoded, validate=True), passphrase.encode() if passphrase else None)
    except binascii.Error:
        raise ValueError("The file has to be sent in Base64.") from None
    except (ValueError, UnsupportedAlgorithm):
        raise ValueError("It cannot be read: the passphrase is wrong, or it is no PFX (PKCS #12) file.") from None
    if bundle.key is None or bundle.cert is None:
        raise ValueError("There is no certificate with its key in it.")
    return _client(
        origin, bundle.key, [bundle.cert.certificate, *(each.certificate for each in bundle.additional_certs)]
    )


def _client(origin: str, key: object, certificates: list[x509.Certificate]) -> ClientCertificate:
    assert hasattr(key, "public_key")
    assert hasattr(key, "private_bytes")
    own = key.public_key()
    fitting = [each for each in certificates if each.public_key() == own]
    if not fitting:
        raise ValueError("Its key does not belong to any certificate in it.")
    chain = [fitting[0], *(each for each in certificates if each is not fitting[0])]
    clear = serialization.NoEncryption()
    text = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, clear).decode()
    return ClientCertificate(origin, pem(chain), text)


def _certificates(text: str) -> list[x509.Certificate]:
    try:
        return [x509.load_pem_x509_certificate(part.encode()) for part in _PEM.findall(text)]
    except ValueError:
        raise ValueError("A certificate in it is broken.") from None


def _key_part(text: str) -> bytes:
    found = re.search(r"-----BEGIN ([A-Z ]*PRIVATE KEY)-----.+?-----END \1-----", text, re.DOTALL)
    if found is None:
        raise ValueError("The key in it is broken.")
    return found[0].encode()


def ends(certificate: CertificateFacts, now: datetime) -> str:
    """A sentence where it has ended or soon will, else nothing."""
    until = datetime.fromisoformat(certificate.valid_until)
    if until < now:
        return f"The certificate of “{certificate.subject}” ended on {day(until)}."
    if until < now + SOON:
        return f"The certificate of “{certificate.subject}” ends on {day(until)}."
    return ""


def day(moment: datetime) -> str:
    """As people write it: 3 May 2024."""
    return f"{moment:%d %B %Y}".lstrip("0")
