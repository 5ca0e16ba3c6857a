"""A certificate authority for tests: what it signs, TLS servers of it, client certificates."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import pkcs12

from qa_appliance.core.clock import utc_now

DAY = timedelta(days=1)


class Authority:
    """`pem` is what an operator would name."""

    def __init__(self, name: str, folder: Path) -> None:
        self._key, self._folder = ec.generate_private_key(ec.SECP256R1()), folder
        self._name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
        builder = self._builder(self._name, self._key.public_key(), 365)
        builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        self._own = builder.sign(self._key, hashes.SHA256())
        self.pem = self._own.public_bytes(serialization.Encoding.PEM).decode()

    def issue(self, host: str = "127.0.0.1", *, days: int = 30) -> tuple[str, str]:
        """Certificate and key, PEM; one that ended where `days` is negative."""
        certificate, key = self._issued(host, days)
        return certificate.public_bytes(serialization.Encoding.PEM).decode(), _clear(key).decode()

    def pfx(self, host: str, passphrase: str) -> bytes:
        certificate, key = self._issued(host, 30)
        locked = serialization.BestAvailableEncryption(passphrase.encode())
        return pkcs12.serialize_key_and_certificates(b"ada", key, certificate, None, locked)

    def server(self, host: str = "127.0.0.1", *, days: int = 30, asks: Authority | None = None) -> ssl.SSLContext:
        """What a site serves with. `asks`: only those whom this authority has signed come in."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        file = self._folder / f"{host}{days}.pem"
        file.write_text("".join(self.issue(host, days=days)))
        context.load_cert_chain(file)
        if asks is not None:
            context.verify_mode = ssl.CERT_REQUIRED
            context.load_verify_locations(cadata=asks.pem)
        return context

    def _issued(self, host: str, days: int) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, host)])
        try:
            known: x509.GeneralName = x509.IPAddress(ip_address(host))
        except ValueError:
            known = x509.DNSName(host)
        builder = self._builder(name, key.public_key(), days)
        builder = builder.add_extension(x509.SubjectAlternativeName([known]), critical=False)
        return builder.sign(self._key, hashes.SHA256()), key

    def _builder(self, subject: x509.Name, key: ec.EllipticCurvePublicKey, days: int) -> x509.CertificateBuilder:
        now = utc_now()
        return (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(self._name)
            .public_key(key)
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - 400 * DAY)
            .not_valid_after(now + days * DAY)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key()), critical=False)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
        )


def _clear(key: ec.EllipticCurvePrivateKey) -> bytes:
    clear = serialization.NoEncryption()
    return key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, clear)


class _Page(BaseHTTPRequestHandler):
    def setup(self) -> None:
        self.request = self.server.tls.wrap_socket(self.request, server_side=True)  # type: ignore[attr-defined]
        super().setup()

    def finish(self) -> None:
        super().finish()
        self.request.close()

    def do_GET(self) -> None:
        assert isinstance(self.request, ssl.SSLSocket)
        shown = self.request.getpeercert() or {}
        names = [str(part[0][1]) for part in shown.get("subject", ()) if part[0][0] == "commonName"]
        who = names[0] if names else "nobody"
        self.server.visitors.append(who)  # type: ignore[attr-defined]
        page = f"<h1>Welcome</h1><p>You are {who}.</p>".encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, format: str, *args: object) -> None:
        pass


class _Site(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, tls: ssl.SSLContext) -> None:
        super().__init__(("127.0.0.1", 0), _Page)
        self.tls, self.visitors = tls, list[str]()

    def handle_error(self, request: socket.socket | tuple[bytes, socket.socket], client_address: object) -> None:
        pass  # who is not let in


@contextmanager
def serving_who(tls: ssl.SSLContext) -> Iterator[tuple[str, list[str]]]:
    """A site that greets by the name in the client certificate; answers its origin and who has come.

    It ends a connection as OpenSSL does, with an alert that says why, which servers of asyncio leave out.
    """
    site = _Site(tls)
    thread = threading.Thread(target=site.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"https://127.0.0.1:{site.server_port}", site.visitors
    finally:
        site.shutdown()
        site.server_close()
        thread.join()
