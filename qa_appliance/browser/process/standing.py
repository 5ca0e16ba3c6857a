"""How a Chromium stands: when it came out, and which known faults later versions are without. Asks nobody.

What is known comes from a file (docs/browser.md says how one is written): one ships with the appliance, an operator may
carry in a newer one.
"""

from __future__ import annotations

from collections import Counter
from datetime import date
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from qa_appliance.core.errors import Invalid

SHIPPED = Path(__file__).with_name("faults.json")
FORMAT = 1
MOST_BYTES = 20_000_000
OLD_DAYS = 90  # a Chromium comes out every two to four weeks
_NAMED = 3

Severity = Literal["critical", "high", "medium", "low", "unrated"]
Number = Annotated[str, Meta(pattern=r"^[0-9]{1,5}(\.[0-9]{1,5}){3}$")]
Text = Annotated[str, Meta(min_length=1, max_length=300)]
Version = tuple[int, ...]


class Fault(Struct, frozen=True, rename="camel", omit_defaults=True, forbid_unknown_fields=True):
    """`id` as it is known by, a CVE for instance. `exploited`: attacks that use it were seen."""

    id: Text
    severity: Severity = "unrated"
    what: Annotated[str, Meta(max_length=300)] = ""
    exploited: bool = False


class Release(Struct, frozen=True, rename="camel", omit_defaults=True, forbid_unknown_fields=True):
    """`faults`: which this version was the first of its major version to be without."""

    version: Number
    date: date
    faults: tuple[Fault, ...] = ()


class Known(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    format: int
    as_of: date
    source: Text
    releases: Annotated[tuple[Release, ...], Meta(min_length=1)]


class Standing(Struct, frozen=True):
    """Of one version. `released` is None where that is not known; `exact`: it is the day of that very version, and not
    of the one before it. `oldest` and `newest` are the first and the last version of the list. `faults`: the gravest
    first.
    """

    version: str
    released: date | None
    exact: bool
    oldest: str
    newest: str
    faults: tuple[Fault, ...]
    as_of: date
    source: str

    def days(self, today: date) -> int | None:
        return (today - self.released).days if self.released is not None else None

    def dubious(self, today: date) -> bool:
        """Whether an operator is to see to it."""
        days = self.days(today)
        return bool(self.faults) or (days is not None and days > OLD_DAYS)

    def age(self, today: date) -> str:
        """A sentence."""
        days = self.days(today)
        if self.released is None or days is None:
            return f"When Chromium {self.version} came out is not known here."
        about = "" if self.exact else "about "
        return (
            f"Chromium {self.version} is of {about}{day(self.released)}, {days} {'day' if days == 1 else 'days'} old."
        )

    @property
    def known(self) -> str:
        """A sentence on its faults."""
        until = f"as of {day(self.as_of)} ({self.source})"
        if numbered(self.version) > numbered(self.newest):
            return f"It is newer than what is known here, {until}."
        if not self.faults:
            return f"No fault of it is known, {until}."
        counts = Counter(fault.severity for fault in self.faults)
        graded = ", ".join(f"{counts[each]} {each}" for each in _ORDER if counts[each])
        names = ", ".join(fault.id for fault in self.faults[:_NAMED])
        more = ", …" if len(self.faults) > _NAMED else ""
        seen = sum(fault.exploited for fault in self.faults)
        attacks = f"; attacks that use {seen} of them were seen" if seen else ""
        sort = "a known fault" if len(self.faults) == 1 else f"{len(self.faults)} known faults"
        least = "at least " if numbered(self.version) < numbered(self.oldest) else ""
        return f"Later versions fix {least}{sort} ({graded}: {names}{more}){attacks}, {until}."


_ORDER: tuple[Severity, ...] = ("critical", "high", "medium", "low", "unrated")


def read_known(file: Path | None = None) -> Known:
    """What the file says, without one what ships. Blocking. Raises Invalid, naming file, place and what is wrong."""
    path = file or SHIPPED
    try:
        if path.stat().st_size > MOST_BYTES:
            raise Invalid(f"{path} of --browser-faults is larger than {MOST_BYTES // 1_000_000} MB.")
        content = path.read_bytes()
        version = msgspec.json.decode(content, type=_Format).format
        if version != FORMAT:
            raise Invalid(f"{path} of --browser-faults is of format {version}; this appliance reads format {FORMAT}.")
        return msgspec.json.decode(content, type=Known)
    except OSError as error:
        raise Invalid(f"{path} of --browser-faults cannot be read: {error.strerror or error}.") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Invalid(f"{path} of --browser-faults cannot be used: {error}.") from error


def standing(version: str, known: Known) -> Standing:
    """A fault fixed in several major versions counts as fixed from each of those on, and in what is newer than all."""
    own = numbered(version)
    releases = sorted(((numbered(each.version), each) for each in known.releases), key=lambda pair: pair[0])
    fixes: dict[str, list[Version]] = {}
    faults: dict[str, Fault] = {}
    for at, release in releases:
        for fault in release.faults:
            fixes.setdefault(fault.id, []).append(at)
            faults[fault.id] = fault
    open_ones = [fault for name, fault in faults.items() if not _fixed(own, fixes[name])]
    before = [(at, each) for at, each in releases if at <= own and at[0] == own[0]]
    released = before[-1][1].date if before else None
    return Standing(
        version,
        released,
        bool(before) and before[-1][0] == own,
        releases[0][1].version,
        releases[-1][1].version,
        tuple(sorted(open_ones, key=lambda fault: (not fault.exploited, _ORDER.index(fault.severity)))),
        known.as_of,
        known.source,
    )


def _fixed(own: Version, fixes: list[Version]) -> bool:
    in_its_line = [at for at in fixes if at[0] == own[0]]
    return own >= min(in_its_line) if in_its_line else own > max(fixes)


def numbered(version: str) -> Version:
    return tuple(int(part) for part in version.split("."))


def day(when: date) -> str:
    return f"{when.day} {when:%b %Y}"


class _Format(Struct):
    format: int
