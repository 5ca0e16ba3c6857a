"""What a certificate says of itself: authorities in PEM form, whom each names and how long it holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.x509.oid import NameOID
from msgspec import Struct

from qa_appliance.core.clock import iso

SOON = timedelta(days=30)  # what ends within is told before it does
MOST = 100  # certificates in what somebody sends
LARGEST_RSA = 8192  # bits: each signature to be verified with a larger one takes long
_NAMED = (NameOID.COMMON_NAME, NameOID.ORGANIZATIONAL_UNIT_NAME, NameOID.ORGANIZATION_NAME)
_DASHES = "-----"
_BEGIN, _END = f"{_DASHES}BEGIN ", f"{_DASHES}END "
CERTIFICATE, KEY = "CERTIFICATE", "PRIVATE KEY"


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


def blocks(text: str, kind: str) -> Iterator[str]:
    """What stands in a PEM text between the marks that begin and end something of the kind, with them; in one pass.

    A key may be of a sort: “EC PRIVATE KEY”.
    """
    label, lines = "", list[str]()
    for line in text.replace(_BEGIN, f"\n{_BEGIN}").replace(_END, f"\n{_END}").splitlines():
        bare = line.strip()
        if bare.startswith(_BEGIN):
            label, _, rest = bare.removeprefix(_BEGIN).partition(_DASHES)
            wanted = label == kind or (kind == KEY and label.endswith(f" {KEY}"))
            lines = [f"{_BEGIN}{label}{_DASHES}", *filter(None, [rest])] if wanted else []
        elif lines and bare.startswith(_END):
            if bare.startswith(f"{_END}{label}{_DASHES}"):
                yield "\n".join(lines).rstrip() + f"\n{_END}{label}{_DASHES}\n"
            lines = []
        elif lines:
            lines.append(bare)


def unfit_authorities(text: str) -> str:
    """A sentence where the text cannot be one of authorities, by its shape alone; else nothing."""
    count = sum(1 for _ in blocks(text, CERTIFICATE))
    if count > MOST:
        return f"There are {count} certificates in it, and {MOST} may be. Name those that sign the site's certificates."
    if not count:
        hint = " A private key is not wanted here." if KEY in text else ""
        return f"There is no certificate in PEM form in it (-----BEGIN CERTIFICATE-----).{hint}"
    return ""


def read_authorities(text: str) -> list[x509.Certificate]:
    """The certificates in a PEM text. Raises ValueError, with a sentence, where there is none or one is broken."""
    try:
        found = [x509.load_pem_x509_certificate(part.encode()) for part in blocks(text, CERTIFICATE)]
        large = next((each for each in found if _is_large(each)), None)
    except ValueError:
        raise ValueError("A certificate in it is broken.") from None
    if not found:
        raise ValueError(unfit_authorities(text))
    if large is not None:
        raise ValueError(f"The key of “{called(large.subject)}” is too large: RSA of {LARGEST_RSA} bits at most.")
    return found


def _is_large(certificate: x509.Certificate) -> bool:
    key = certificate.public_key()
    return isinstance(key, RSAPublicKey) and key.key_size > LARGEST_RSA


def pem(certificates: Sequence[x509.Certificate]) -> str:
    return "".join(each.public_bytes(serialization.Encoding.PEM).decode() for each in certificates)


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
