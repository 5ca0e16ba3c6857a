"""Hashes passwords (argon2id) away from the event loop. Never keeps or logs one."""

from __future__ import annotations

import base64

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from qa_appliance.threads import Threads

SHORTEST, LONGEST = 8, 1024  # characters

_hasher = PasswordHasher()
_threads = Threads("password", at_once=2, waiting=30)  # each hash takes 64 MB for a moment
# verified against when the e-mail is unknown, so that the answer takes as long; nobody has that password
_NOBODY = "$argon2id$v=19$m={},t={},p={}${}${}".format(
    _hasher.memory_cost,
    _hasher.time_cost,
    _hasher.parallelism,
    base64.b64encode(bytes(_hasher.salt_len)).decode().rstrip("="),
    base64.b64encode(bytes(_hasher.hash_len)).decode().rstrip("="),
)


async def hash_password(password: str) -> str:
    """Raises `Unavailable` while too many others wait for theirs."""
    return await _threads.do(_hasher.hash, password)


async def verify(password_hash: str | None, password: str) -> bool:
    """None stands for an unknown user: always false, after the same work. Raises `Unavailable` as `hash_password`."""
    return await _threads.do(_matches, password_hash or _NOBODY, password) and password_hash is not None


def _matches(password_hash: str, password: str) -> bool:
    try:
        return _hasher.verify(password_hash, password)
    except (VerificationError, InvalidHashError):
        return False
