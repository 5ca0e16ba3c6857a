"""The file of the appliance's secret: the present one first, below it what is still needed of those before it.

It is changed as a whole or not at all, so that a kill at any moment leaves one that opens everything. A secret leaves
it only when nothing is sealed with it any more. Processes that use the same data directory look at it at each use.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from qa_appliance.core.clock import iso, parsed
from qa_appliance.core.errors import Conflict, Unavailable
from qa_appliance.machine import NO_LINK, lock
from qa_appliance.store.private_file import private_file

KEY_FILE = "secret.key"
BYTES = 32
MOST_FORMER = 8
_LOCK = "secret.lock"
_LONGEST = 64 * 1024
_HEX = rf"[0-9a-fA-F]{{{2 * BYTES}}}"
_MOMENT = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"
_FILE = re.compile(
    rf"(?P<secret>{_HEX})\s*(?P<formers>(?:\nformer {_HEX} {_MOMENT})*)(?:\nlasting (?P<lasting>{_HEX}))?"
    rf"(?P<signed>(?:\nsigned [A-Za-z0-9+/=]{{44}} {_MOMENT})*)\s*"
)


class Former(Struct, frozen=True):
    """What was signed with it is good until then; what is sealed with it is opened as long as it is here."""

    secret: bytes
    until: datetime


class Signed(Struct, frozen=True, rename="camel"):
    """Archives of runs were signed with this key until then."""

    public_key: str
    until: datetime


class Ring(Struct, frozen=True):
    """`first`: what the very first secret was, for what lies where the appliance cannot reach it; None: the present."""

    secret: bytes
    formers: tuple[Former, ...] = ()
    first: bytes | None = None
    signed: tuple[Signed, ...] = ()

    @property
    def secrets(self) -> tuple[bytes, ...]:
        """All that something may be sealed with, the present one first."""
        return (self.secret, *(each.secret for each in self.formers))

    def signing(self, now: datetime) -> tuple[bytes, ...]:
        """Those whose signatures are good now."""
        return (self.secret, *(each.secret for each in self.formers if now < each.until))

    def over(self, now: datetime) -> tuple[Former, ...]:
        """Those that may go when nothing is sealed with them."""
        return tuple(each for each in self.formers if each.until <= now)


def rotated(ring: Ring, public_key: str, now: datetime, good_for: timedelta) -> Ring:
    """A new secret above the present one, which signed archives with `public_key`. Raises Conflict for too many."""
    if len(ring.formers) >= MOST_FORMER:
        raise Conflict(f"{MOST_FORMER} earlier secrets are still good; wait until they are over.")
    formers = (Former(ring.secret, now + good_for), *ring.formers)
    first = ring.secret if ring.first is None else ring.first
    return Ring(secrets.token_bytes(BYTES), formers, first, (*ring.signed, Signed(public_key, now)))


class KeyFile:
    """`secret.key` of a data directory. Blocking, but for no longer than a look at one small file."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / KEY_FILE
        self._lock = folder / _LOCK
        self._seen: tuple[int, int, int] | None = None
        self._ring: Ring | None = None

    def exists(self) -> bool:
        """Also as a link that leads nowhere."""
        return os.path.lexists(self.path)

    def read(self) -> Ring | None:
        """None where it is not whole. Raises OSError."""
        with self.path.open("rb") as file:
            return _parsed(file.read(_LONGEST))

    def now(self) -> Ring:
        """As the file is at this moment; as it last was where it cannot be read, or is another appliance's by now."""
        try:
            found = self.path.stat()
            seen = found.st_ino, found.st_mtime_ns, found.st_size
            if seen != self._seen:
                self._seen = seen
                self._ring = _follows(self._ring, self.read()) or self._ring
        except OSError:
            self._seen = None
        if self._ring is None:
            raise Unavailable(f"The appliance's secret {self.path} cannot be used.")
        return self._ring

    def write(self, ring: Ring, *, replace: bool) -> None:
        """Raises FileExistsError unless it is to be replaced, OSError."""
        with private_file(self.path, replace=replace) as file:
            file.write(_text(ring).encode())

    def change(self, by: Callable[[Ring], Ring]) -> Ring:
        """One change at a time, whichever process makes it. Raises Unavailable, and what `by` raises; then it stays."""
        try:
            with self._alone():
                ring = self.read()
                if ring is None:
                    raise Unavailable(f"{self.path} is no whole secret of an appliance.")
                changed = by(ring)
                if changed != ring:
                    self.write(changed, replace=True)
        except OSError as error:
            raise Unavailable(f"{self.path} cannot be changed: {error.strerror or error}. Put that right.") from error
        return changed

    def let_go(self, formers: tuple[Former, ...]) -> Ring:
        """Takes out secrets that nothing is sealed with any more. Raises Unavailable."""
        return self.change(
            lambda ring: replace(ring, formers=tuple(each for each in ring.formers if each not in formers))
        )

    @contextmanager
    def _alone(self) -> Iterator[None]:
        handle = os.open(self._lock, os.O_RDWR | os.O_CREAT | NO_LINK, 0o600)
        try:
            lock(handle, wait=True)
            yield
        finally:
            os.close(handle)


def _follows(before: Ring | None, found: Ring | None) -> Ring | None:
    """What was found, where it comes of a change of what was there before."""
    if before is None or found is None:
        return found
    return found if before.secret in found.secrets or found.secret in before.secrets else None


def _text(ring: Ring) -> str:
    return "\n".join(
        [
            ring.secret.hex(),
            *(f"former {each.secret.hex()} {iso(each.until)}" for each in ring.formers),
            *([f"lasting {ring.first.hex()}"] if ring.first is not None else []),
            *(f"signed {each.public_key} {iso(each.until)}" for each in ring.signed),
        ]
    )


def _parsed(content: bytes) -> Ring | None:
    found = _FILE.fullmatch(content.decode("ascii", errors="replace").replace("\r\n", "\n"))
    if found is None:
        return None
    first = found["lasting"]
    return Ring(
        bytes.fromhex(found["secret"]),
        tuple(Former(bytes.fromhex(key), parsed(until)) for key, until in _pairs(found["formers"])),
        bytes.fromhex(first) if first is not None else None,
        tuple(Signed(key, parsed(until)) for key, until in _pairs(found["signed"])),
    )


def _pairs(lines: str) -> Iterator[tuple[str, str]]:
    for line in lines.splitlines():
        if line:
            _, key, until = line.split(" ")
            yield key, until
