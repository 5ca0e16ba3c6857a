"""Structures in DER for tests, written by hand where no library writes what is to be refused."""

from __future__ import annotations

import base64

SALT = b"\x04\x08saltsalt"
PBKDF2, SCRYPT = b"\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x05\x0c", b"\x06\x09\x2b\x06\x01\x04\x01\xda\x47\x04\x0b"
_PBES2, _AES = b"\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x05\x0d", b"\x06\x09\x60\x86\x48\x01\x65\x03\x04\x01\x2a"


def sequence(*parts: bytes, tag: int = 0x30) -> bytes:
    content = b"".join(parts)
    size = bytes([len(content)]) if len(content) < 128 else b"\x82" + len(content).to_bytes(2, "big")
    return bytes([tag]) + size + content


def number(value: int) -> bytes:
    content = value.to_bytes(value.bit_length() // 8 + 1, "big")
    return sequence(content, tag=2)


def pem(label: str, der: bytes) -> str:
    return f"-----BEGIN {label}-----\n{base64.encodebytes(der).decode()}-----END {label}-----\n"


def key_of_rounds(rounds: int) -> str:
    """A key in PKCS #8 that is derived by PBKDF2 in so many rounds. What is sealed in it is nothing."""
    derived = sequence(PBKDF2, sequence(SALT, number(rounds)))
    scheme = sequence(_PBES2, sequence(derived, sequence(_AES, sequence(b"\0" * 16, tag=4))))
    return pem("ENCRYPTED PRIVATE KEY", sequence(scheme, sequence(b"\0" * 32, tag=4)))
