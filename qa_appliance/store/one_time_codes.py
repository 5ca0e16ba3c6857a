"""One-time codes of the appliance's own accounts: keys, the code of a moment (RFC 6238), recovery codes. Keeps none."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from datetime import datetime
from urllib.parse import quote, urlencode

from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP

_KEY_BYTES = 20  # as RFC 4226 wishes; every authenticator takes it
_DIGITS, _SECONDS = 6, 30
_STEPS_APART = 1  # a telephone's clock may be half a minute off
_RECOVERY_CODES = 10
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is taken for another
_GROUPS, _GROUP = 4, 4  # 78 bits: a plain digest of them is not searched


def new_key() -> str:
    """In Base32, as authenticators take it."""
    return base64.b32encode(secrets.token_bytes(_KEY_BYTES)).decode()


def address(key: str, account: str, issuer: str) -> str:
    """What an authenticator's QR code holds."""
    fields = urlencode({"secret": key, "issuer": issuer, "digits": _DIGITS, "period": _SECONDS}, quote_via=quote)
    return f"otpauth://totp/{quote(issuer)}:{quote(account)}?{fields}"


def step_of(key: str, code: str, now: datetime) -> int | None:
    """Which step of the clock the code is of, around now; None: of none."""
    given = "".join(code.split())
    made = TOTP(base64.b32decode(key), _DIGITS, SHA1(), _SECONDS)  # noqa: S303 - what authenticators make by default
    current = int(now.timestamp()) // _SECONDS
    steps = range(max(0, current - _STEPS_APART), current + _STEPS_APART + 1)
    right = [step for step in steps if hmac.compare_digest(made.generate(step * _SECONDS), given.encode())]
    return right[0] if right else None


def new_recovery_codes() -> list[str]:
    """Each opens the account once, where the authenticator is lost."""
    return ["-".join(_group() for _ in range(_GROUPS)) for _ in range(_RECOVERY_CODES)]


def recovery_digest(code: str) -> str:
    """What is kept of one, however it is written."""
    plain = "".join(letter for letter in code.lower() if letter.isalnum())
    return hashlib.sha256(plain.encode()).hexdigest()


def _group() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(_GROUP))
