"""Passwords: whoever asks cannot tell from the work whether somebody is known."""

from __future__ import annotations

import argon2
import pytest

from qa_appliance.store import passwords


@pytest.mark.parametrize("password", ["", "nobody", "nobody has this password"])
async def test_an_unknown_user_is_never_right(password: str) -> None:
    assert await passwords.verify(None, password) is False


async def test_a_wrong_password_is_refused_and_the_right_one_is_not() -> None:
    known = await passwords.hash_password("a long pass phrase")
    assert await passwords.verify(known, "a long pass phras") is False
    assert await passwords.verify("no hash", "a long pass phrase") is False
    assert await passwords.verify(known, "a long pass phrase") is True


async def test_the_work_is_the_same_for_an_unknown_user() -> None:
    known = await passwords.hash_password("a long pass phrase")
    assert argon2.extract_parameters(passwords._NOBODY) == argon2.extract_parameters(known)
