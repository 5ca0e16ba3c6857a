"""Whom the appliance trusts beyond the public authorities: those an operator names. Never trusts less strictly."""

from __future__ import annotations

import ssl
from collections.abc import Sequence
from pathlib import Path

import certifi

from qa_appliance.certificates.named import pem, read_authorities
from qa_appliance.core.errors import Invalid

PROTOCOLS = ["http/1.1"]  # spoken at both ends where TLS ends on the way, so that what passes need not be read


def read_files(files: Sequence[Path]) -> str:
    """The certificates of all files as one PEM text. Blocking. Raises Invalid with the file that cannot be used."""
    texts = []
    for file in files:
        try:
            texts.append(pem(read_authorities(file.read_text(encoding="utf-8", errors="replace"))))
        except OSError as error:
            raise Invalid(f"{file} of --authorities cannot be read: {error.strerror or error}.") from error
        except ValueError as error:
            raise Invalid(f"{file} of --authorities cannot be used. {error}") from error
    return "".join(texts)


def trusting(authorities: str, *, public: bool = False) -> ssl.SSLContext:
    """Verifies chain, dates and name. An authority named here is an end of a chain, also where others have signed it.

    `public`: those of this machine and those the appliance brings are trusted, too. Raises ValueError.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.hostname_checks_common_name = False  # as browsers do
    context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    context.set_alpn_protocols(PROTOCOLS)
    if public:
        context.load_default_certs()
        context.load_verify_locations(certifi.where())
    if authorities:
        try:
            context.load_verify_locations(cadata=authorities)
        except ssl.SSLError as error:
            raise ValueError(f"An authority cannot be used: {error.reason or error}.") from error
    return context
