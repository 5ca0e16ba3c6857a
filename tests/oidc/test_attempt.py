"""A sign-in under way: what a browser keeps of it is good once, and in the process that began it."""

from __future__ import annotations

import pytest

from qa_appliance.core.clock import utc_now
from qa_appliance.oidc.attempt import Attempts
from qa_appliance.oidc.refused import Refused
from qa_appliance.store.vault import Vault


def test_an_answer_is_good_once_and_none_after_a_restart() -> None:
    now, before = utc_now(), Attempts(Vault(b"own" * 11))
    attempt, kept = before.begin("/runs", now)
    again, kept_too = before.begin("/", now)
    assert before.answered(kept, attempt.question.state, now).page == "/runs"
    after = Attempts(Vault(b"own" * 11))  # with the same secret, and nothing it remembers
    for attempts, state, sealed in (
        (before, attempt.question.state, kept),
        (after, attempt.question.state, kept),
        (after, again.question.state, kept_too),
    ):
        with pytest.raises(Refused, match="before a restart"):
            attempts.answered(sealed, state, now)
