"""Fields that several bodies share, and the checks no schema can say. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any
from zoneinfo import available_timezones

import msgspec
from ada_url import URL
from msgspec import UNSET, Meta, UnsetType

from qa_appliance.core.errors import Issue
from qa_appliance.core.evidence.kinds import OF_RUNS
from qa_appliance.core.run import UserExpectation
from qa_appliance.store.passwords import LONGEST, SHORTEST

Email = Annotated[
    str,
    Meta(max_length=320, examples=["ada@example.com"], extra_json_schema={"pattern": r"^[^@\s\u0000]+@[^@\s\u0000]+$"}),
]
SPOKEN = {"pattern": r"^[^\u0000]*[^\s\u0000][^\u0000]*$"}  # a text that is not blank
Locale = Annotated[str, Meta(examples=["de-DE"], extra_json_schema={"pattern": r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$"})]
Timezone = Annotated[str, Meta(extra_json_schema={"enum": sorted(available_timezones())})]
Description = Annotated[str, Meta(min_length=1, max_length=4000, examples=["Click Sign in"])]
Expectation = Annotated[Any, Meta(description="fail, unknown; anything else is pass", examples=["pass"])]
NewPassword = Annotated[str, Meta(min_length=SHORTEST, max_length=LONGEST)]
Address = Annotated[
    str,
    Meta(
        max_length=2048,
        examples=["https://shop.example.com"],
        extra_json_schema={"format": "uri", "pattern": r"^https?://[^\s\u0000]+$"},
    ),
]


_Switches = msgspec.defstruct(
    "_Switches",
    [(kind.name, Annotated[bool | UnsetType, Meta(description=kind.says)], UNSET) for kind in OF_RUNS],
    frozen=True,
)


class EvidenceBody(_Switches):  # type: ignore[misc, valid-type]  # its fields come from the table of kinds
    """Which evidence is taken; what is left out stays as it would be."""


_EMAIL = re.compile(r"[^@\s]+@[^@\s]+")
_LOCALE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")


def expectation(value: object) -> UserExpectation | None:
    """Contract 2.6: any value other than fail or unknown is pass; None where nothing was said."""
    if value is UNSET:
        return None
    return "fail" if value == "fail" else "unknown" if value == "unknown" else "pass"


def check_email(given: dict[str, object]) -> Iterator[Issue]:
    email = given.get("email")
    if isinstance(email, str) and not _EMAIL.fullmatch(email.strip()):
        yield Issue("invalid_string", ("email",), "email has to be an e-mail address.")


def check_name(given: dict[str, object]) -> Iterator[Issue]:
    name = given.get("name")
    if isinstance(name, str) and not name.strip():
        yield Issue("too_small", ("name",), "name needs at least 1 character.")


def check_address(given: dict[str, object]) -> Iterator[Issue]:
    """`baseUrl`: absolute, http or https, with a host and without a password in it."""
    address = given.get("baseUrl")
    if not isinstance(address, str):
        return
    try:
        url = URL(address)
    except ValueError:
        yield Issue("invalid_string", ("baseUrl",), "baseUrl has to be an address such as https://shop.example.com.")
        return
    if url.protocol not in ("http:", "https:") or not url.hostname:
        yield Issue("invalid_string", ("baseUrl",), "baseUrl has to begin with http:// or https://.")
    else:
        yield from check_no_password(given)


def check_no_password(given: dict[str, object]) -> Iterator[Issue]:
    """An address is shown to everybody who may see a run; whether it can be opened is asked elsewhere."""
    address = given.get("baseUrl")
    try:
        held = URL(address).password if isinstance(address, str) else ""
    except ValueError:
        return
    if held:
        message = "baseUrl must not hold a password; give the project an environment with an Authorization header."
        yield Issue("invalid_string", ("baseUrl",), message)


def check_place(given: dict[str, object]) -> Iterator[Issue]:
    """`timezone` an IANA name, `locale` a BCP 47 tag (decision 16)."""
    timezone, locale = given.get("timezone"), given.get("locale")
    if isinstance(timezone, str) and timezone not in available_timezones():
        yield Issue("invalid_string", ("timezone",), "timezone has to be an IANA name such as Europe/Berlin.")
    if isinstance(locale, str) and not _LOCALE.fullmatch(locale):
        yield Issue("invalid_string", ("locale",), "locale has to be a BCP 47 tag such as de-DE.")
