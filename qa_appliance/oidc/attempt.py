"""A sign-in under way, kept by the browser it was begun in, sealed. Each is good once and for minutes.

Which were answered is known to the process that began them alone: after a restart none of them is good.
"""

from __future__ import annotations

import hmac
import re
import secrets
from collections import OrderedDict
from datetime import datetime, timedelta

import msgspec
from msgspec import Struct

from qa_appliance.oidc.provider import Question
from qa_appliance.oidc.refused import Refused
from qa_appliance.store.vault import Unsealable, Vault

LASTS = timedelta(minutes=10)
_MOST = 10_000
_PAGE = re.compile(r"/(?![/\\])[^\\\s\x00-\x1f\x7f]{0,1999}")
_AGAIN = "It was begun in another browser or before a restart, was answered before, or took too long."


class Attempt(Struct, frozen=True, forbid_unknown_fields=True):
    """`page`: where the person goes on; `begun_by`: which process began it."""

    begun_by: str
    question: Question
    page: str
    until: float


class Attempts:
    def __init__(self, vault: Vault) -> None:
        self._vault, self._own = vault, secrets.token_urlsafe(16)
        self._answered: OrderedDict[str, None] = OrderedDict()

    def begin(self, page: str, now: datetime) -> tuple[Attempt, str]:
        """A new one, and what the browser keeps of it."""
        question = Question(*(secrets.token_urlsafe(32) for _ in range(3)))
        attempt = Attempt(self._own, question, page, (now + LASTS).timestamp())
        return attempt, self._vault.seal({"sign-in": attempt})

    def answered(self, kept: str | None, state: str, now: datetime) -> Attempt:
        """The one that the answer is to. Raises `Refused`."""
        try:
            sealed = self._vault.unseal(kept)
            attempt = msgspec.convert(sealed["sign-in"], Attempt)
        except (Unsealable, KeyError, TypeError, ValueError) as error:
            raise Refused("expired", _AGAIN) from error
        known = attempt.begun_by == self._own
        known = known and hmac.compare_digest(attempt.question.state.encode(), state.encode())
        if not known or attempt.until < now.timestamp() or attempt.question.state in self._answered:
            raise Refused("expired", _AGAIN)
        self._answered[attempt.question.state] = None
        while len(self._answered) > _MOST:
            self._answered.popitem(last=False)
        return attempt


def is_page(text: str) -> bool:
    """Whether it is an address within the dashboard, and by no reading one of another host."""
    return _PAGE.fullmatch(text) is not None and not text.startswith("/api")
