"""Adding a passkey and signing in with one, without HTTP and tables: what is asked, and whether the answer proves it.

A passkey is more than a password: the authenticator verifies the person (a PIN, a finger), and what it signs is bound
to this place. So no second step is asked for beside it.
"""

from __future__ import annotations

import base64
import importlib
from datetime import datetime
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from msgspec import Struct

from qa_appliance.core.errors import Conflict, Invalid, Issue, Unauthorized
from qa_appliance.hosts import is_address, is_local_name
from qa_appliance.passkeys.challenges import Challenges, NotProven

if TYPE_CHECKING:
    from qa_appliance.passkeys.library import Library

_LIBRARY = "qa_appliance.passkeys.library"
_NAME = "QA Appliance"
_SIGN_IN = "sign in"
NO_PLACE = (
    "Browsers keep passkeys for https addresses with a name, and for localhost: open the dashboard by such an address."
)


class Owner(Struct, frozen=True):
    user_id: str
    email: str
    name: str


class Answer(Struct, frozen=True):
    """What a browser gave back, each in URL-safe Base64; `response` by WebAuthn's names."""

    id: str
    response: dict[str, str]


class Passkeys:
    def __init__(self) -> None:
        self._challenges = Challenges()

    def begin_adding(self, origin: str, owner: Owner, known: list[str], now: datetime) -> dict[str, object]:
        """What the browser is told. `known` are the passkeys there are, as `add` told them."""
        challenge = self._challenges.issue(_adding(owner.user_id), now)
        return self._at(origin).creation(owner.user_id, owner.email, owner.name, known, challenge)

    def add(self, origin: str, user_id: str, answer: Answer, now: datetime) -> tuple[str, int]:
        """What verifies it from now on, and its counter. Raises Invalid."""
        library = self._at(origin)
        try:
            challenge = library.challenge_in(answer.response["clientDataJSON"])
            if why := self._challenges.state(challenge, _adding(user_id), now):
                raise _refused(why)
            made = library.made(challenge, answer.id, answer.response)
        except NotProven as error:
            raise _refused("The browser's answer does not prove that a passkey was made here.") from error
        self._challenges.use(challenge, now)
        return made

    def begin_sign_in(self, origin: str, now: datetime) -> dict[str, object]:
        return self._at(origin).request(self._challenges.issue(_SIGN_IN, now))

    def sign_in(self, origin: str, answer: Answer, sealed: str, now: datetime) -> int:
        """The counter of a passkey that has signed what it was asked to. Raises Unauthorized."""
        library = self._at(origin)
        try:
            challenge = library.challenge_in(answer.response["clientDataJSON"])
            if why := self._challenges.state(challenge, _SIGN_IN, now):
                raise Unauthorized(why, code="passkey_late")
            counter = library.signed(challenge, answer.id, answer.response, sealed)
        except NotProven as error:
            raise not_known() from error
        self._challenges.use(challenge, now)
        return counter

    def _at(self, origin: str) -> Library:
        made: Library = importlib.import_module(_LIBRARY).Library(host_of(origin), origin, _NAME)
        return made


def host_of(origin: str) -> str:
    """What passkeys are bound to there. Raises Conflict where browsers keep none."""
    try:
        parts = urlsplit(origin)
        host = parts.hostname or ""
    except ValueError:
        host = ""
    if not host or is_address(host) or (parts.scheme != "https" and not is_local_name(host)):
        raise Conflict(NO_PLACE, code="passkeys_take_a_name")
    return host


def handle_of(user_id: str) -> str:
    """What an authenticator calls the account."""
    return base64.urlsafe_b64encode(user_id.encode()).decode().rstrip("=")


def not_known() -> Unauthorized:
    """The same for whatever is wrong: whoever tries passkeys learns nothing."""
    return Unauthorized("This passkey does not sign in here.", code="passkey_refused")


def _refused(why: str) -> Invalid:
    return Invalid(issues=(Issue("custom", ("id",), why),))


def _adding(user_id: str) -> str:
    return f"add {user_id}"
