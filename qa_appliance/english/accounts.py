"""Whether a test's sign-ins are of accounts that are known, and what to write of one that is not. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from qa_appliance.core.steps import Click, SignIn, Step
from qa_appliance.core.test_data.project import Account, ProjectData, not_known
from qa_appliance.english.nouns.parts import from_the_end
from qa_appliance.language.write import quote, write

_UNNAMED = "…"


class Lack(NamedTuple):
    """Why nobody can sign in so, and whole sentences to write instead."""

    reason: str
    nearest: tuple[str, ...]


def meant(step: Step, others: Iterable[Step], accounts: Sequence[Account] | None) -> Step:
    """The step; but the sign-in it can be read as, too, where somebody is called so: switch to the clerk."""
    target = step.target if isinstance(step, Click) else None
    if not accounts or target is None or target.quoted or target.kind != "any":
        return step
    known = ProjectData(tuple(accounts))
    signing = (each for each in others if isinstance(each, SignIn) and known.account(each.account) is not None)
    return next(signing, step)


def lacking(step: Step, accounts: Sequence[Account] | None) -> Lack | None:
    """What keeps a sign-in from being done; None where it can be, or where no accounts are asked about."""
    if accounts is None:
        return None
    data = ProjectData(tuple(accounts))
    named = [part.account for part in from_the_end(step) if isinstance(part, SignIn)]
    unknown = next((name for name in reversed(named) if data.account(name) is None), None)
    if unknown is None:
        return None
    known = tuple(f"{write(SignIn(account=account.name))}" for account in accounts)
    with_password = f'log in as {quote(unknown or _UNNAMED)} with password "{_UNNAMED}"'
    return Lack(not_known(unknown, accounts), known or (with_password,))
