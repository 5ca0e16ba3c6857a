"""What a session is carried out with, and what of it there is to know before it begins. Data only."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from qa_appliance.browser.egress.guard import Guard
from qa_appliance.browser.process.browsers import Browsers
from qa_appliance.core.phrasebook import OwnPhrase
from qa_appliance.core.plan import Plan
from qa_appliance.core.run import RunRequest
from qa_appliance.core.steps import Step
from qa_appliance.steps.base.mailed import Mailbox
from qa_appliance.studio import messages as m


@dataclass(frozen=True)
class Means:
    """The same for all sessions of an appliance. `patience` in seconds, as in runs."""

    pool: Browsers
    guard: Guard
    patience: float
    mailbox: Callable[[str], Awaitable[Mailbox | None]] | None = None  # of a project, with what comes from now on


Plans = Callable[[str, tuple[OwnPhrase, ...]], Awaitable[Plan]]
"""Reads English, with an organization's own phrases."""


@dataclass(frozen=True)
class Listener:
    """What a session does with what its work tells and shows.

    `wake`: the page has brought work of its own. `kept`: the test has become another.
    """

    tell: Callable[[m.Tell], None]
    show: Callable[[bytes], None]
    wake: Callable[[], None]
    kept: Callable[[], None]


@dataclass(frozen=True)
class Prepared:
    """A sentence a session begins with; `steps` where it was read in its place in another test.

    `checks`: whether it is a check, where there are no steps to tell. `sent`: as in `Kept`.
    """

    sentence: str
    steps: tuple[Step, ...] = ()
    checks: bool = False
    sent: tuple[str, ...] = ()


@dataclass(frozen=True)
class Wanted:
    """`request` is that of a run that would begin here: its site, files, and its phrases.

    `done` is performed first, `left` is what follows it in the test. `base_url`: instead of the project's.
    `secrets`: what is known for one already, besides those the sentences type.
    """

    request: RunRequest
    user_id: str
    environment_id: str | None
    base_url: str | None = None
    done: tuple[Prepared, ...] = ()
    left: tuple[Prepared, ...] = ()
    secrets: tuple[str, ...] = ()
