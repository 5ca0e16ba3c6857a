"""The certificate the server shows: the operator's own, or one made and signed by the appliance itself on request.

Never listens; app.py hands the files to the web server.
"""

from __future__ import annotations

import ipaddress
import socket
import ssl
from datetime import datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from msgspec import Struct

from qa_appliance.core.errors import Invalid, Unavailable
from qa_appliance.settings import Tls
from qa_appliance.store.private_file import private_file

VALID = timedelta(days=397)  # browsers accept no longer one
RENEW_BEFORE = timedelta(days=30)


class Certificate(Struct, frozen=True):
    """PEM files: the certificate (with its chain) and its private key."""

    cert: Path
    key: Path


def open_certificate(tls: Tls, host: str, folder: Path, now: datetime) -> Certificate | None:
    """None without TLS. `folder` keeps the self-signed one, made when absent or about to end. Blocking.

    Raises Invalid when the operator's files cannot be used, Unavailable when its own cannot be written.
    """
    if tls.self_signed:
        return _self_signed(host, folder, now)
    if tls.cert is None or tls.key is None:
        return None
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(tls.cert, tls.key, password=_no_password)
    except (OSError, ssl.SSLError, ValueError) as error:
        reason = error.strerror if not isinstance(error, ValueError) and error.errno else str(error)
        raise Invalid(
            f"The certificate {tls.cert} cannot be used with the key {tls.key}: {reason}."
            " Correct --tls-cert and --tls-key."
        ) from error
    return Certificate(tls.cert, tls.key)


def _no_password() -> str:
    raise ValueError("the key is protected by a password, which a server cannot be asked for")


def _self_signed(host: str, folder: Path, now: datetime) -> Certificate:
    made = Certificate(folder / "tls.crt", folder / "tls.key")
    names = _names(host)
    if not _good(made, names, now):
        key = ec.generate_private_key(ec.SECP256R1())
        who = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "QA Appliance")])
        cert = (
            x509.CertificateBuilder()
            .subject_name(who)
            .issuer_name(who)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + VALID)
            .add_extension(x509.SubjectAlternativeName(names), critical=False)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .sign(key, hashes.SHA256())
        )
        encoding, plain = serialization.Encoding.PEM, serialization.NoEncryption()
        _write(made.key, key.private_bytes(encoding, serialization.PrivateFormat.PKCS8, plain))
        _write(made.cert, cert.public_bytes(encoding))
    return made


def _names(host: str) -> list[x509.GeneralName]:
    """What people on this machine and on its network call it."""
    texts = {"localhost", socket.gethostname()} - {""}
    addresses = {ipaddress.ip_address("127.0.0.1"), ipaddress.ip_address("::1")}
    try:
        addresses.add(ipaddress.ip_address(host))
    except ValueError:
        texts.add(host)
    return [*map(x509.DNSName, sorted(texts)), *map(x509.IPAddress, sorted(addresses, key=str))]


def _good(made: Certificate, names: list[x509.GeneralName], now: datetime) -> bool:
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(made.cert, made.key)
        cert = x509.load_pem_x509_certificate(made.cert.read_bytes())
        known = cert.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, x509.ExtensionNotFound):
        return False
    return list(known) == names and cert.not_valid_after_utc > now + RENEW_BEFORE


def _write(path: Path, content: bytes) -> None:
    try:
        with private_file(path, replace=True) as file:
            file.write(content)
    except OSError as error:
        raise Unavailable(f"{path} cannot be written: {error.strerror or error}. Free some space.") from error
