"""What a browser is asked to sign: of this process, for a few minutes, for one purpose, good once.

Nothing is kept of those that are handed out: anybody may ask for one. Of what was signed it is kept until it expires.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from datetime import UTC, datetime, timedelta

LASTS = timedelta(minutes=5)
_NONCE, _TIME = 16, 8  # bytes


class NotProven(Exception):
    """What came back is not what was asked for; the message says why, in the library's words."""


class Challenges:
    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)
        self._used: dict[bytes, datetime] = {}

    def issue(self, purpose: str, now: datetime) -> bytes:
        head = secrets.token_bytes(_NONCE) + int((now + LASTS).timestamp()).to_bytes(_TIME, "big")
        return head + self._seal(head, purpose)

    def state(self, challenge: bytes, purpose: str, now: datetime) -> str | None:
        """None where it may be used; else why not, for people."""
        head, seal = challenge[: _NONCE + _TIME], challenge[_NONCE + _TIME :]
        if not hmac.compare_digest(seal, self._seal(head, purpose)):
            return "It was not asked for here, or before the appliance was started again. Try again."
        until = datetime.fromtimestamp(int.from_bytes(head[_NONCE:], "big"), UTC)
        if not now < until <= now + LASTS:
            return "That took too long. Try again."
        return "It was used before. Try again." if challenge in self._used else None

    def use(self, challenge: bytes, now: datetime) -> None:
        self._used = {each: until for each, until in self._used.items() if now < until}
        self._used[challenge] = now + LASTS

    def _seal(self, head: bytes, purpose: str) -> bytes:
        return hmac.digest(self._key, head + purpose.encode(), hashlib.sha256)
