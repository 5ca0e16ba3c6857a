"""Files with a key that ask for more computing than is done: refused by their structure, else stopped by a clock."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import pkcs12

from qa_appliance.certificates import client
from qa_appliance.certificates.client import GivenClient, read_client, unfit_client
from qa_appliance.certificates.named import KEY, blocks, read_authorities, unfit_authorities
from qa_appliance.certificates.rounds import asked_for
from tests.authority import Authority
from tests.der import PBKDF2, SALT, SCRYPT, key_of_rounds, number, sequence

PASSPHRASE = "open-sesame"


_PKCS12 = b"\x06\x0a\x2a\x86\x48\x86\xf7\x0d\x01\x0c\x01\x03"
REFUSED = {
    "PBKDF2": sequence(sequence(PBKDF2, sequence(SALT, number(2**31)))),
    "PBKDF2 with its length": sequence(sequence(PBKDF2, sequence(SALT, number(1_000_001), number(32)))),
    "PKCS #12, in an octet string": sequence(sequence(_PKCS12, sequence(SALT, number(2**40))), tag=4),
    "the check of a PFX": sequence(number(3), sequence(sequence(sequence(), b"\x04\x01x"), SALT, number(2**24))),
    "scrypt": sequence(sequence(SCRYPT, sequence(SALT, number(2**20), number(8), number(1)))),
    "many": sequence(*(sequence(PBKDF2, sequence(SALT, number(400_000))) for _ in range(3))),
    "a number without end": sequence(sequence(SALT, number(1 << 4_000))),
    "RSA": sequence(number(0), number(1 << 8_200)),
}  # fmt: skip


@pytest.mark.parametrize("der", REFUSED.values(), ids=REFUSED)
def test_what_asks_for_too_much_is_refused_by_its_structure(der: bytes) -> None:
    assert "may be: store it with fewer" in asked_for(der) or "too large" in asked_for(der)
    pfx = GivenClient(pfx=base64.b64encode(der).decode())
    pem = GivenClient(pem=f"-----BEGIN ENCRYPTED PRIVATE KEY-----\n{pfx.pfx}\n-----END ENCRYPTED PRIVATE KEY-----\n")
    assert unfit_client(pfx) == unfit_client(pem) == asked_for(der)


@pytest.mark.parametrize(
    "der",
    [
        sequence(sequence(PBKDF2, sequence(SALT, number(600_000), number(32)))),
        sequence(sequence(SCRYPT, sequence(SALT, number(2**14), number(8), number(1)))),
        sequence(number(0), number((1 << 4_096) - 1)),
        b"no structure at all",
        b"",
    ],
)
def test_what_is_usual_is_not(der: bytes) -> None:
    assert asked_for(der) == ""


def test_files_as_they_are_usual_are_read(tmp_path: Path) -> None:
    chain, key = _issued(tmp_path)
    private = serialization.load_pem_private_key(key.encode(), None)
    assert isinstance(private, ec.EllipticCurvePrivateKey)
    legacy = private.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.TraditionalOpenSSL,
        serialization.BestAvailableEncryption(PASSPHRASE.encode()),
    ).decode()
    assert read_client(GivenClient(pem=chain + legacy, passphrase=PASSPHRASE)).key == key
    assert read_client(GivenClient(pem=key.replace("\n", "") + chain)).chain == chain


def test_what_says_only_within_what_is_sealed_how_much_it_asks_for_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chain, key = _issued(tmp_path)
    monkeypatch.setattr(client, "asked_for", lambda _: "")
    monkeypatch.setattr(client, "_SECONDS", 60)
    small = _with_rounds(chain, key, 2_000)
    assert read_client(GivenClient(pfx=small, passphrase=PASSPHRASE)).key == key
    endless = GivenClient(pem=key_of_rounds(2**31 - 1), passphrase=PASSPHRASE)
    with pytest.raises(ValueError, match="takes too long"):
        read_client(endless)


def _issued(folder: Path) -> tuple[str, str]:
    return Authority("Lab CA", folder).issue("ada")


def _with_rounds(chain: str, key: str, rounds: int) -> str:
    builder = serialization.PrivateFormat.PKCS12.encryption_builder().kdf_rounds(rounds)
    sealing = builder.key_cert_algorithm(pkcs12.PBES.PBESv2SHA256AndAES256CBC).hmac_hash(hashes.SHA256())
    private = serialization.load_pem_private_key(key.encode(), None)
    assert isinstance(private, ec.EllipticCurvePrivateKey)
    certificate = x509.load_pem_x509_certificate(chain.encode())
    made = pkcs12.serialize_key_and_certificates(b"ada", private, certificate, None, sealing.build(PASSPHRASE.encode()))
    return base64.b64encode(made).decode()


def test_a_list_of_authorities_that_only_begin_is_looked_at_once() -> None:
    begun = "-----BEGIN CERTIFICATE-----\n" * 18_000
    assert "no certificate in PEM" in unfit_authorities(begun)
    assert "no private key" in unfit_client(GivenClient(pem=begun))
    assert "key in it is broken" in unfit_client(GivenClient(pem="-----BEGIN PRIVATE KEY-----\n" * 3_500))


def test_more_than_a_hundred_authorities_are_refused_but_an_operator_may_name_them(tmp_path: Path) -> None:
    many = Authority("Lab CA", tmp_path).pem * 101
    assert "There are 101 certificates in it, and 100 may be." in unfit_authorities(many)
    assert len(read_authorities(many)) == 101


def test_what_stands_between_other_marks_is_none() -> None:
    other = "-----BEGIN TRUSTED CERTIFICATE-----\nMA==\n-----END TRUSTED CERTIFICATE-----\n"
    assert "no certificate" in unfit_authorities(other)
    assert list(blocks("-----BEGIN EC PRIVATE KEY-----\nMA==\n-----END PRIVATE KEY-----", KEY)) == []
    assert len(list(blocks("Key: -----BEGIN EC PRIVATE KEY-----\nMA==\n-----END EC PRIVATE KEY-----", KEY))) == 1
