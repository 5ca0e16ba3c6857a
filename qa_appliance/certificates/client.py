"""A client certificate with its key, in PEM or PFX, read in a process of its own that a clock stops.

The rounds in which its key is derived from the passphrase are the sender's to choose, and while they are computed no
other thread of a process does anything.
"""

from __future__ import annotations

import binascii
import subprocess
import sys
from base64 import b64decode
from collections.abc import Sequence

import msgspec
from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.serialization import pkcs12
from msgspec import Struct

from qa_appliance.certificates.named import KEY, LARGEST_RSA, blocks, pem, read_authorities
from qa_appliance.certificates.rounds import asked_for
from qa_appliance.core.run import ClientCertificate
from qa_appliance.machine import limit_work

ARGUMENT = "read-client-certificate"
"""With which the program is started as the process that reads one."""

_SECONDS = 60.0  # its start counts, which takes most of it on a busy machine
_PROCESSOR_SECONDS, _MOST_MEMORY = 5, 2_000_000_000  # bytes


class GivenClient(Struct, frozen=True):
    """As somebody sends it: `pfx` in Base64, else `pem`."""

    pem: str = ""
    pfx: str = ""
    passphrase: str = ""
    origin: str = ""


class _Answer(Struct, frozen=True):
    read: ClientCertificate | None = None
    problem: str = ""


def unfit_client(given: GivenClient) -> str:
    """A sentence where it cannot be a client certificate, by its shape alone; else nothing."""
    try:
        return asked_for(_der(given))
    except ValueError as problem:
        return str(problem)


def read_client(given: GivenClient) -> ClientCertificate:
    """Blocking, for as long as the clock lets it. Raises ValueError with a sentence."""
    if problem := unfit_client(given):
        raise ValueError(problem)
    program = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "qa_appliance"]
    try:
        done = subprocess.run(
            [*program, ARGUMENT], input=msgspec.json.encode(given), capture_output=True, timeout=_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        done = None
    if done is None or not done.stdout:
        raise ValueError("It takes too long to read: store its key with fewer rounds.")
    answer = msgspec.json.decode(done.stdout, type=_Answer)
    if answer.read is None:
        raise ValueError(answer.problem)
    return answer.read


def answer_once() -> None:
    """The process that reads one: from its standard input, to its standard output."""
    limit_work(_PROCESSOR_SECONDS, _MOST_MEMORY)
    given = msgspec.json.decode(sys.stdin.buffer.read(), type=GivenClient)
    try:
        answer = _Answer(_read(given))
    except ValueError as problem:
        answer = _Answer(problem=str(problem))
    sys.stdout.buffer.write(msgspec.json.encode(answer))


def _der(given: GivenClient) -> bytes:
    """What it holds in the open. Raises ValueError with a sentence where there is nothing."""
    try:
        return b64decode(given.pfx, validate=True) if given.pfx else _decoded(_key_part(given.pem))
    except binascii.Error:
        raise ValueError("The file has to be sent in Base64.") from None


def _key_part(text: str) -> str:
    part = next(blocks(text, KEY), None)
    if part is None and f"{KEY}-----" in text:
        raise ValueError("The key in it is broken.")
    if part is None:
        raise ValueError("There is no private key in PEM form in it; a client certificate needs its key.")
    return part


def _decoded(part: str) -> bytes:
    body = [line for line in part.splitlines()[1:-1] if ":" not in line]
    try:
        return b64decode("".join(body))
    except binascii.Error:
        return b""


def _read(given: GivenClient) -> ClientCertificate:
    return _of_pfx(given) if given.pfx else _of_pem(given)


def _of_pem(given: GivenClient) -> ClientCertificate:
    try:
        key = serialization.load_pem_private_key(_key_part(given.pem).encode(), given.passphrase.encode() or None)
    except TypeError:  # there is a passphrase only here, or only there
        raise ValueError(
            "Its key has no passphrase." if given.passphrase else "Its key asks for a passphrase."
        ) from None
    except (ValueError, UnsupportedAlgorithm):
        raise ValueError("Its key cannot be read: the passphrase is wrong, or it is broken.") from None
    return _client(given.origin, key, read_authorities(given.pem))


def _of_pfx(given: GivenClient) -> ClientCertificate:
    try:
        bundle = pkcs12.load_pkcs12(_der(given), given.passphrase.encode() or None)
    except (ValueError, UnsupportedAlgorithm):
        raise ValueError("It cannot be read: the passphrase is wrong, or it is no PFX (PKCS #12) file.") from None
    if bundle.key is None or bundle.cert is None:
        raise ValueError("There is no certificate with its key in it.")
    return _client(
        given.origin, bundle.key, [bundle.cert.certificate, *(each.certificate for each in bundle.additional_certs)]
    )


def _client(origin: str, key: object, certificates: Sequence[x509.Certificate]) -> ClientCertificate:
    assert hasattr(key, "public_key")
    assert hasattr(key, "private_bytes")
    own = key.public_key()
    if isinstance(own, RSAPublicKey) and own.key_size > LARGEST_RSA:
        raise ValueError(f"Its key is too large: RSA of {LARGEST_RSA} bits at most.")
    fitting = [each for each in certificates if each.public_key() == own]
    if not fitting:
        raise ValueError("Its key does not belong to any certificate in it.")
    chain = [fitting[0], *(each for each in certificates if each is not fitting[0])]
    clear = serialization.NoEncryption()
    text = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, clear).decode()
    return ClientCertificate(origin, pem(chain), text)
