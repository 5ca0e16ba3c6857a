"""Says why TLS with a site came to nothing, after a browser has failed at it. Decides nothing, and sends nothing."""

from __future__ import annotations

import asyncio
import ssl
from ipaddress import ip_address

from cryptography import x509

from qa_appliance.browser.egress.address import Address, parse_address
from qa_appliance.browser.egress.dial import ALERTS, dial, first_way
from qa_appliance.browser.egress.guard import Guard
from qa_appliance.browser.egress.intercept import Interception
from qa_appliance.certificates.named import called, day
from qa_appliance.core.clock import utc_now
from qa_appliance.trust import trusting

ALERT_SECONDS = 3.0  # for a site that says why it ends a connection
# OpenSSL's numbers
_UNKNOWN = frozenset({2, 7, 18, 19, 20, 21})  # a chain that ends at nobody who is trusted
_DATES = frozenset({9, 10})
_ADVICE = (
    "If it may be trusted, name the PEM file of who signs it with --authorities, or in the environment under"
    " “Certificate authorities”"
)


async def why_untrusted(guard: Guard, url: str, inside: Interception | None = None) -> str:
    """Completes "could not open …": "its certificate expired on 3 May 2024". Empty where nothing wrong is to be seen.

    Also for the client certificate that the site wants of the browser, which TLS 1.3 tells only after the handshake.

    Connects only where the guard lets it. Never raises.
    """
    try:
        address = parse_address(url)
        if address.scheme != "https":
            return ""
        looking = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        looking.check_hostname, looking.verify_mode = False, ssl.CERT_NONE
        shown = await _shown(guard, address, looking)
        if shown is None:
            return ""
        certificate = x509.load_der_x509_certificate(shown)
        faults = _seen(certificate, address)
        faults += await _chain(guard, address, certificate, inside.authorities if inside is not None else "")
        if not faults:
            context = inside.context(address) if inside is not None else None
            faults = await _alert(guard, address, context or looking)
        return " and ".join(faults)
    except (OSError, ValueError):
        return ""


async def _shown(guard: Guard, address: Address, context: ssl.SSLContext) -> bytes | None:
    decision = await guard.decide_on(address)
    if not decision.addresses:
        return None
    _, end = await first_way(decision, lambda way: dial(way, _End, context))
    shown: bytes | None = end.transport.get_extra_info("ssl_object").getpeercert(binary_form=True)
    end.transport.abort()
    return shown


async def _alert(guard: Guard, address: Address, context: ssl.SSLContext) -> list[str]:
    """What the site says of the client, after a handshake with this context. Raises OSError."""
    decision = await guard.decide_on(address)
    _, end = await first_way(decision, lambda way: dial(way, _End, context))
    try:
        async with asyncio.timeout(ALERT_SECONDS):
            await end.spoken.wait()
    except TimeoutError:
        return []
    finally:
        end.transport.abort()
    reason = end.error.reason if isinstance(end.error, ssl.SSLError) else None
    return [ALERTS[reason]] if reason in ALERTS else []


async def _chain(guard: Guard, address: Address, certificate: x509.Certificate, authorities: str) -> list[str]:
    """What is wrong with whoever has signed it."""
    context = trusting(authorities, public=True)
    context.check_hostname = False
    try:
        await _shown(guard, address, context)
    except ssl.SSLCertVerificationError as error:
        if error.verify_code in _DATES:
            return []
        if error.verify_code not in _UNKNOWN:
            return [f"its certificate does not hold ({error.verify_message})"]
        own, signer = certificate.issuer == certificate.subject, called(certificate.issuer)
        signed = "signed by itself" if own else f"signed by “{signer}”, whom this appliance does not know"
        return [f"its certificate is {signed}. {_ADVICE}"]
    return []


def _seen(certificate: x509.Certificate, address: Address) -> list[str]:
    now, faults = utc_now(), []
    if now > certificate.not_valid_after_utc:
        faults.append(f"its certificate expired on {day(certificate.not_valid_after_utc)}")
    if now < certificate.not_valid_before_utc:
        faults.append(f"its certificate is not valid before {day(certificate.not_valid_before_utc)}")
    names = _names(certificate)
    if not any(_fits(name, address) for name in names):
        faults.append(f"its certificate is for {', '.join(names[:5]) or 'no host'}, not for {address.name}")
    return faults


def _names(certificate: x509.Certificate) -> list[str]:
    try:
        named = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return []
    return [
        *named.get_values_for_type(x509.DNSName),
        *map(str, named.get_values_for_type(x509.IPAddress)),
    ]


def _fits(name: str, address: Address) -> bool:
    if address.literal is not None:
        try:
            return ip_address(name) == address.literal
        except ValueError:
            return False
    name, host = name.casefold(), address.name.casefold()
    return name == host or (name.startswith("*.") and host.partition(".")[2] == name[2:])


class _End(asyncio.Protocol):
    transport: asyncio.Transport

    def __init__(self) -> None:
        self.spoken = asyncio.Event()  # the site said something, or ended the connection
        self.error: Exception | None = None

    def data_received(self, data: bytes) -> None:
        self.spoken.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self.error = exc
        self.spoken.set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
