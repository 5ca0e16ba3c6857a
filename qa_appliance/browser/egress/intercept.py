"""TLS that ends at the egress proxy: for sites of own authorities, and where a client certificate is shown.

The site's certificate is verified here, by chain, dates and name, on the very connection that is then used; what does
not hold is left to the browser, which judges it by the authorities it brings itself, and refuses it. So nothing passes
here but what an authority named on purpose has signed. Toward the browser the proxy shows a certificate of its own,
whose key lives in this process alone and is known to no browser but those this process has started.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
import ssl
import tempfile
from datetime import timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from qa_appliance.browser.egress.address import Address, parse_address
from qa_appliance.core.clock import utc_now
from qa_appliance.core.errors import Unavailable
from qa_appliance.core.run import ClientCertificate, Site
from qa_appliance.trust import PROTOCOLS, trusting

_VALID = timedelta(days=90)
_ELSEWHERE = (
    "Certificate authorities and client certificates of an environment work with a browser of this machine only, not"
    " with --browser-endpoint: install them where those browsers run, and remove them from the environment."
)
_PEM, _DER = serialization.Encoding.PEM, serialization.Encoding.DER


class Seal:
    """What this process's browsers take for the certificate of any site: made at its start, gone with it.

    `switch` has a Chromium take it, `authority` (PEM) a program that verifies chains. Blocks while it is made.
    """

    def __init__(self, trusted: str = "") -> None:
        self.trusted = trusted  # PEM: the operator's authorities, for all runs
        self._authority_key = ec.generate_private_key(ec.SECP256R1())
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "QA Appliance, way out of this process")])
        own = self._builder(self._name, self._authority_key.public_key())
        own = own.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        self._authority = own.sign(self._authority_key, hashes.SHA256())
        self._contexts: dict[str, ssl.SSLContext] = {}

    @property
    def switch(self) -> str:
        """Names the key sites are shown with, which no certificate on the network can have."""
        public = self._key.public_key().public_bytes(_DER, serialization.PublicFormat.SubjectPublicKeyInfo)
        digest = base64.b64encode(hashlib.sha256(public).digest()).decode()
        return f"--ignore-certificate-errors-spki-list={digest}"

    @property
    def authority(self) -> str:
        return self._authority.public_bytes(_PEM).decode()

    def context(self, host: str) -> ssl.SSLContext:
        """What the proxy shows to a browser that asked for the host."""
        if host not in self._contexts:
            self._contexts[host] = self._made(host)
        return self._contexts[host]

    def _made(self, host: str) -> ssl.SSLContext:
        names: list[x509.GeneralName]
        try:  # of an address Playwright's requests beside a page compare "localhost"
            names = [x509.IPAddress(ip_address(host)), x509.DNSName("localhost")]
        except ValueError:
            names = [x509.DNSName(host.rstrip("."))]
        made = self._builder(x509.Name([]), self._key.public_key())
        made = made.add_extension(x509.SubjectAlternativeName(names), critical=True)
        signed = made.sign(self._authority_key, hashes.SHA256())
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.set_alpn_protocols(PROTOCOLS)
        _load(context, signed.public_bytes(_PEM).decode(), self._key)
        return context

    def _builder(self, subject: x509.Name, key: ec.EllipticCurvePublicKey) -> x509.CertificateBuilder:
        now = utc_now()
        return (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(self._name)
            .public_key(key)
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + _VALID)
        )


class Interception:
    """Of one run: whom it trusts beyond the browser's own authorities, and which certificate it shows where."""

    def __init__(self, seal: Seal, authorities: str, client: ClientCertificate | None) -> None:
        """`authorities`: PEM, may be empty. Raises ValueError where one of them cannot be used."""
        self.seal = seal
        self.authorities = authorities
        self._own = trusting(authorities) if authorities else None
        self._client: ssl.SSLContext | None = None
        self._origin: Address | None = None
        if client is not None:
            self._origin = parse_address(client.origin)
            self._client = trusting(authorities, public=True)
            _load(self._client, client.chain, serialization.load_pem_private_key(client.key.encode(), None))
        self._judged_by_browser: set[tuple[str, int]] = set()

    def shows_certificate(self, address: Address) -> bool:
        origin = self._origin
        return origin is not None and (address.host, address.port) == (origin.host, origin.port)

    def context(self, address: Address) -> ssl.SSLContext | None:
        """With which a connection to the site is verified here; None: the browser's own to judge."""
        if self.shows_certificate(address):
            return self._client
        return None if (address.host, address.port) in self._judged_by_browser else self._own

    def leave_to_browser(self, address: Address) -> None:
        """What could not be verified here, is not tried again."""
        self._judged_by_browser.add((address.host, address.port))


def interception(seal: Seal | None, site: Site) -> Interception | None:
    """Of a run on this site; None where only the browser's own authorities are trusted. Raises Unavailable."""
    if seal is None:
        if site.authorities or site.client_certificate:
            raise Unavailable(_ELSEWHERE)
        return None
    together = "\n".join(filter(None, (seal.trusted, site.authorities)))
    if not together and site.client_certificate is None:
        return None
    try:
        return Interception(seal, together, site.client_certificate)
    except (ValueError, ssl.SSLError) as error:
        raise Unavailable(f"The certificates of the environment cannot be used: {error}") from error


def _load(context: ssl.SSLContext, chain: str, key: object) -> None:
    """Python reads keys from files only: the key is in one for this moment, encrypted with a password of the moment."""
    assert hasattr(key, "private_bytes")
    password = secrets.token_bytes(32)
    locked = serialization.BestAvailableEncryption(password)
    with tempfile.TemporaryDirectory(prefix="qa-appliance-") as folder:
        cert, private = Path(folder, "cert"), Path(folder, "key")
        cert.write_text(chain, encoding="ascii")
        private.write_bytes(key.private_bytes(_PEM, serialization.PrivateFormat.PKCS8, locked))
        context.load_cert_chain(cert, private, password)
