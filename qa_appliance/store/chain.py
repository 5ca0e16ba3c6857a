"""Entries chained by their digests, so that one that was changed, removed or put in between later does not fit.

Whoever can write the database can chain it anew; a seal takes the appliance's key. What no seal can show is that
entries were taken off the end: the newest digest of each organization lies, sealed too, in a file beside the database.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from qa_appliance.store.private_file import private_file

HEADS = "audit.heads"  # in a data directory
_NOW, _OLDER, _FILE = "entry", "older entry", "heads"

logger = logging.getLogger(__name__)


def link(before: str, columns: Sequence[str | None]) -> str:
    """SHA-256, in hexadecimal, of the digest before it, a line break, and the columns as a compact JSON array.

    `before` is empty for the first entry.
    """
    return hashlib.sha256(before.encode() + b"\n" + msgspec.json.encode(columns)).hexdigest()


class _Heads(Struct, frozen=True):
    heads: dict[str, str]
    seal: str


class ChainSeal:
    """Seals digests with `key`; `file` holds the newest of each organization. `lock` is held while one is added.

    The file is made by `begin` alone, where there is none: once it is there, no entry without a seal is taken in.
    """

    def __init__(self, key: bytes, file: Path) -> None:
        self._key, self._file = key, file
        self.lock = asyncio.Lock()

    def seal(self, org_id: str, digest: str) -> str:
        return self._sealed([_NOW, org_id, digest])

    def older(self, org_id: str, digest: str) -> str:
        """The seal of an entry that was there before entries were sealed with this key."""
        return self._sealed([_OLDER, org_id, digest])

    @staticmethod
    def same(found: object, seal: str) -> bool:
        """Of whatever stands where a seal should."""
        return hmac.compare_digest(str(found).encode(errors="replace"), seal.encode())

    @property
    def begun(self) -> bool:
        return self._file.exists()

    def begin(self, heads: dict[str, str]) -> None:
        """Blocking. What cannot be kept is logged: the entries themselves are there, and the next one is kept again."""
        content = _Heads(heads, self._sealed([_FILE, heads]))
        try:
            with private_file(self._file, replace=True) as file:
                file.write(msgspec.json.encode(content))
        except OSError as error:
            logger.warning("%s cannot be written: %s", self._file, error.strerror or error)

    def head(self, org_id: str) -> str | None:
        """Empty where none was kept; None where the file is gone, damaged or of another key. Blocking."""
        heads = self._heads()
        return None if heads is None else heads.get(org_id, "")

    def keep(self, org_id: str, digest: str) -> None:
        """Blocking."""
        heads = self._heads()
        if heads is None:
            logger.warning("%s is gone, damaged or of another secret; the newest entry was not kept in it", self._file)
            return
        self.begin(heads | {org_id: digest})

    def _heads(self) -> dict[str, str] | None:
        try:
            found = msgspec.json.decode(self._file.read_bytes(), type=_Heads)
        except (OSError, msgspec.DecodeError):
            return None
        return found.heads if self.same(found.seal, self._sealed([_FILE, found.heads])) else None

    def _sealed(self, value: object) -> str:
        content = msgspec.json.encode(value, order="deterministic")
        return hmac.new(self._key, content, hashlib.sha256).hexdigest()
