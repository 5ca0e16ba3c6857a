"""Entries chained by their digests, so that one that was changed, removed or put in between later does not fit.

Whoever can write the database can chain it anew; a seal takes the appliance's key. What no seal can show is that
entries were taken off the end: the newest digest of each organization lies, sealed too, in a file beside the database.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from qa_appliance.store.private_file import private_file

HEADS = "audit.heads"  # in a data directory
_NOW, _OLDER, _CUT, _FILE = "entry", "older entry", "cut", "heads"

logger = logging.getLogger(__name__)


def link(before: str, columns: Sequence[str | None]) -> str:
    """SHA-256, in hexadecimal, of the digest before it, a line break, and the columns as a compact JSON array.

    `before` is empty for the first entry.
    """
    return hashlib.sha256(before.encode() + b"\n" + msgspec.json.encode(columns)).hexdigest()


Content = list[object]  # of a seal


def of_entry(org_id: str, digest: str) -> Content:
    return [_NOW, org_id, digest]


def of_older(org_id: str, digest: str) -> Content:
    """Of an entry that was there before entries were sealed with this appliance's secret."""
    return [_OLDER, org_id, digest]


def of_cut(org_id: str, mark: object) -> Content:
    """Of what stands in place of entries that are kept no longer."""
    return [_CUT, org_id, mark]


class _Heads(Struct, frozen=True):
    heads: dict[str, str]
    seal: str


class ChainSeal:
    """Seals digests with the first of `keys`; `file` holds the newest of each organization.

    What any of `keys` sealed is sealed: the others go when nothing is sealed with them. `lock` is held while one is
    added. The file is made by `begin` alone, where there is none: once it is there, no entry without a seal is taken
    in.
    """

    def __init__(self, keys: Callable[[], Sequence[bytes]], file: Path) -> None:
        self._keys, self._file = keys, file
        self.lock = asyncio.Lock()

    def seal(self, content: Content) -> str:
        return self._sealed(content)[0]

    def sealed(self, found: object, content: Content) -> bool:
        """Of whatever stands where a seal should."""
        return _which(found, self._sealed(content)) is not None

    def anew(self, found: object, content: Content) -> str | None:
        """The seal by the present key, where an earlier one sealed it; None: leave it as it is."""
        seals = self._sealed(content)
        return seals[0] if _which(found, seals) else None

    async def renew(self) -> None:
        """Seals the file with the present key."""
        async with self.lock:
            heads = await asyncio.to_thread(self._heads)
            if heads is not None:
                await asyncio.to_thread(self.begin, heads)

    @property
    def begun(self) -> bool:
        return self._file.exists()

    def begin(self, heads: dict[str, str]) -> None:
        """Blocking. What cannot be kept is logged: the entries themselves are there, and the next one is kept again."""
        content = _Heads(heads, self.seal([_FILE, heads]))
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
        return found.heads if self.sealed(found.seal, [_FILE, found.heads]) else None

    def _sealed(self, content: Content) -> list[str]:
        """By each key."""
        encoded = msgspec.json.encode(content, order="deterministic")
        return [hmac.new(key, encoded, hashlib.sha256).hexdigest() for key in self._keys()]


def _which(found: object, seals: Sequence[str]) -> int | None:
    text = str(found).encode(errors="replace")
    return next((at for at, seal in enumerate(seals) if hmac.compare_digest(text, seal.encode())), None)
