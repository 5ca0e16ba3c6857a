"""An authenticator's key and the codes made of it by the clock (RFC 6238). Types none."""

from __future__ import annotations

import asyncio
import base64
import time
from urllib.parse import parse_qsl, urlsplit

from cryptography.hazmat.primitives.hashes import SHA1, SHA256, SHA512
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from msgspec import Struct

from qa_appliance.core.steps import Value
from qa_appliance.steps.base.stage import Doing, Stage

LEAST_LEFT = 5.0
"""Seconds for which a code has to hold yet: it is typed, sent and looked at by the site before it ends."""

_ALGORITHMS: dict[str, type[SHA1 | SHA256 | SHA512]] = {"SHA1": SHA1, "SHA256": SHA256, "SHA512": SHA512}
_SHORTEST = 10  # bytes: shorter ones are a slip
_DIGITS = (6, 8)
_LONGEST_INTERVAL = 300  # seconds


class Authenticator(Struct, frozen=True):
    key: bytes
    digits: int = 6
    interval: int = 30
    algorithm: str = "SHA1"

    def at(self, moment: float) -> str:
        # sites hand out keys of 80 bits: theirs to choose
        algorithm = _ALGORITHMS[self.algorithm]()
        made = TOTP(self.key, self.digits, algorithm, self.interval, enforce_key_length=False)
        return made.generate(int(moment)).decode()


def authenticator(key: str) -> Authenticator:
    """Of Base32, in groups or not, or of the address in a QR code. Raises ValueError."""
    key = key.strip()
    if not key.lower().startswith("otpauth:"):
        return Authenticator(_bytes(key))
    address = urlsplit(key)
    fields = {name.lower(): value for name, value in parse_qsl(address.query)}
    made = Authenticator(
        _bytes(fields.get("secret", "")),
        int(fields.get("digits", 6)),
        int(fields.get("period", 30)),
        fields.get("algorithm", "SHA1").upper().replace("-", ""),
    )
    known = made.algorithm in _ALGORITHMS and made.digits in _DIGITS
    if address.netloc.lower() != "totp" or not known or not LEAST_LEFT * 2 <= made.interval <= _LONGEST_INTERVAL:
        raise ValueError("no codes that go by the clock")
    return made


def is_key(key: str) -> bool:
    try:
        authenticator(key)
    except ValueError:
        return False
    return True


def seconds_to_wait(now: float, interval: int, last: int | None) -> float:
    """Until a code begins that holds long enough and was not typed before: a site takes each of them once.

    `last` is the number of the interval whose code was typed last.
    """
    current, left = int(now // interval), interval - now % interval
    if last is not None and current <= last:
        return (last + 1) * interval - now
    return left if left < LEAST_LEFT else 0.0


def _bytes(text: str) -> bytes:
    """Raises ValueError."""
    plain = "".join(text.split()).replace("-", "").rstrip("=").upper()
    key = base64.b32decode(plain + "=" * (-len(plain) % 8))
    if len(key) < _SHORTEST:
        raise ValueError("no key")
    return key


async def next_code(name: str, key: str, stage: Stage, doing: Doing) -> Value:
    """One that has not been typed yet, and holds long enough to be; hidden."""
    codes = authenticator(key)
    wait = seconds_to_wait(time.time(), codes.interval, stage.last_codes.get(name))
    if wait:
        doing.note("waited for the next code")
        await asyncio.sleep(wait)
    now = time.time()
    code = codes.at(int(now))
    stage.last_codes[name] = int(now // codes.interval)
    stage.recorder.hide(code)
    return Value(text=code, secret=True)
