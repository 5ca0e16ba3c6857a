"""The error tree of the appliance. Each is mapped to HTTP once (api/http/errors.py) and to an exit code once (cli/).

Problem
├── Invalid        a value is wrong; carries every issue (400)
├── Unauthorized   no credential, or a bad one (401)
├── PaymentNeeded  the organization's plan does not run (402)
├── Forbidden      may not do this (403)
├── NotFound       absent, or another organization's (404)
├── Conflict       does not fit the present state (409)
├── TooLarge       more than is taken (413)
├── TooMany        rate, quota or concurrency (429)
└── Unavailable    the appliance itself cannot, now (503)
    ├── NoRoom     the disk of the data takes nothing more
    └── Busy       another process keeps the database
"""

from __future__ import annotations

import errno

from msgspec import Struct

_FULL = (errno.ENOSPC, errno.EDQUOT)


class Issue(Struct, frozen=True):
    """One wrong value: `code` as in decision 24, `path` the keys that lead to it, `message` a sentence."""

    code: str
    path: tuple[str | int, ...]
    message: str


class Problem(Exception):
    """`message` is a sentence for people; `code` and `extra` go into the body as they are."""

    def __init__(self, message: str, *, code: str | None = None, **extra: object) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.extra = extra


class Invalid(Problem):
    def __init__(self, message: str = "Invalid request body", issues: tuple[Issue, ...] = ()) -> None:
        super().__init__(message)
        self.issues = issues


class Unauthorized(Problem):
    pass


class PaymentNeeded(Problem):
    pass


class Forbidden(Problem):
    pass


class NotFound(Problem):
    pass


class Conflict(Problem):
    pass


class TooLarge(Problem):
    pass


class TooMany(Problem):
    """`retry_after` in whole seconds, None where waiting does not help (quota, concurrency)."""

    def __init__(self, message: str, *, retry_after: int | None = None, code: str | None = None) -> None:
        super().__init__(message, code=code)
        self.retry_after = retry_after


class Unavailable(Problem):
    """`retry_after` in whole seconds, None where nothing is known of when it will be possible."""

    def __init__(self, message: str, *, retry_after: int | None = None, code: str | None = None) -> None:
        super().__init__(message, code=code)
        self.retry_after = retry_after


class NoRoom(Unavailable):
    """The disk of the data is `full` or does not work; nothing was written. `reason` in the system's words."""

    def __init__(self, reason: str, *, full: bool) -> None:
        advice = "Free some space there" if full else "See that it can be written to"
        super().__init__(
            f"The disk of the appliance's data takes nothing more ({reason}). {advice}, then try again.", retry_after=60
        )
        self.full = full


def is_full(error: OSError) -> bool:
    """Whether it was for want of space."""
    return error.errno in _FULL


class Busy(Unavailable):
    """Nothing was written."""

    def __init__(self) -> None:
        super().__init__("Another process keeps the database of the appliance busy. Try again.", retry_after=5)


class SetupFailed(Problem):
    """`message` is the neutral reason that lands in the run's report."""
