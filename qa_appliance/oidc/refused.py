"""Why somebody was not signed in by the provider."""

from __future__ import annotations

from typing import Literal

Reason = Literal[
    "unreachable",  # the provider does not answer, or not in time
    "misconfigured",  # it answers, but not as this client is configured
    "denied",  # the provider itself refused, or the person went back
    "expired",  # another browser, too late, or the second time
    "invalid",  # what it answered does not prove who this is
    "unverified",  # no e-mail address that is known to be theirs
    "domain",  # an address of a domain that is not let in
    "unknown",  # nobody here, and accounts are not made
    "exists",  # an account of that address is there, and is not this person's yet
    "no_role",  # none of their groups has a role
]


class Refused(Exception):
    """`detail` is a sentence for the log and for who changed what; it holds no secret, token or code."""

    def __init__(self, reason: Reason, detail: str) -> None:
        super().__init__(detail)
        self.reason, self.detail = reason, detail
