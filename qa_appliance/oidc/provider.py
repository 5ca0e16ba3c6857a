"""The provider as the operator named it: where people are sent, and what it answers for a code.

Asked only when somebody signs in. Its own host may stand on any network, as the operator named it; what else its
document names is asked only where it is public. Keeps no token.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import TypeVar
from urllib.parse import quote_plus, urlencode, urlsplit

import msgspec
from joserfc.jwk import KeySet
from msgspec import Struct

from qa_appliance.browser.egress.guard import Guard
from qa_appliance.browser.egress.routes import guard_of
from qa_appliance.core.clock import Clock, utc_now
from qa_appliance.oidc.id_token import Expected, WrongKey, claims_of, keys_of
from qa_appliance.oidc.refused import Refused
from qa_appliance.oidc.roles import groups_of, rules_of
from qa_appliance.outgoing import Answer, Unreached, get, post
from qa_appliance.settings import Settings
from qa_appliance.settings.oidc import Oidc, unheard

logger = logging.getLogger(__name__)

CALLBACK = "/api/session/provider/callback"
START = "/api/session/provider/start"
_LONGEST_NAME = 200
_MOST_BYTES = 512 * 1024  # of one answer
_KEPT = timedelta(minutes=10)  # how long its document and its keys are believed without asking again
_PAUSE = timedelta(seconds=3)  # after it did not answer
_WELL_KNOWN = "/.well-known/openid-configuration"
_FORM = {"Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded"}
_T = TypeVar("_T")


class Metadata(Struct, frozen=True):
    """What is used of OpenID Connect Discovery 1.0."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    userinfo_endpoint: str | None = None
    token_endpoint_auth_methods_supported: tuple[str, ...] = ("client_secret_basic",)
    id_token_signing_alg_values_supported: tuple[str, ...] = ("RS256",)
    authorization_response_iss_parameter_supported: bool = False


class TokenAnswer(Struct, frozen=True):
    id_token: str
    access_token: str = ""


class TokenError(Struct, frozen=True):
    error: str = ""


class Question(Struct, frozen=True):
    """One sign-in under way: `verifier` proves that whoever redeems the code has asked for it (PKCE)."""

    state: str
    nonce: str
    verifier: str


class Somebody(Struct, frozen=True):
    """Whom the provider has signed in. `verified`: whether the e-mail address is theirs, None where it does not say."""

    issuer: str
    subject: str
    email: str
    verified: bool | None
    name: str
    groups: tuple[str, ...]


class Provider:
    def __init__(
        self, oidc: Oidc, public_url: str, guard: Guard, authorities: str = "", clock: Clock = utc_now
    ) -> None:
        self.settings, self.rules = oidc, rules_of(oidc.roles)
        self.public_url = public_url.rstrip("/")
        self._issuer, self._client_id = oidc.issuer or "", oidc.client_id or ""
        self._guard, self._authorities, self._clock = guard, authorities, clock
        self._metadata: tuple[datetime, Metadata] | None = None
        self._keys: tuple[datetime, KeySet] | None = None
        self._failed: tuple[datetime, Refused] | None = None
        self._asking = asyncio.Lock()

    @property
    def start(self) -> str:
        return self.public_url + START

    async def address(self, question: Question) -> str:
        """Where the person is sent. Raises `Refused`."""
        endpoint = (await self._document()).authorization_endpoint
        challenge = hashlib.sha256(question.verifier.encode()).digest()
        query = {
            "response_type": "code",
            "client_id": self._client_id,
            "redirect_uri": self.public_url + CALLBACK,
            "scope": " ".join(self.settings.scopes),
            "state": question.state,
            "nonce": question.nonce,
            "code_challenge": base64.urlsafe_b64encode(challenge).decode().rstrip("="),
            "code_challenge_method": "S256",
        }
        return f"{endpoint}{'&' if urlsplit(endpoint).query else '?'}{urlencode(query)}"

    async def somebody(self, question: Question, code: str, issuer: str | None) -> Somebody:
        """Whom a code stands for. `issuer` is who says to have answered (RFC 9207). Raises `Refused`."""
        document = await self._document()
        if issuer != self._issuer and (issuer is not None or document.authorization_response_iss_parameter_supported):
            raise Refused("invalid", "Another issuer answered than the one that was asked.")
        answer = await self._redeem(document, question, code)
        claims = await self._verified(document, answer, question)
        if self._lacks(claims) and document.userinfo_endpoint and answer.access_token:
            claims = await self._userinfo(document.userinfo_endpoint, answer.access_token, str(claims["sub"])) | claims
        email, verified, name = claims.get("email"), claims.get("email_verified"), claims.get("name")
        return Somebody(
            self._issuer,
            str(claims["sub"]),
            email if isinstance(email, str) else "",
            verified if isinstance(verified, bool) else None if verified is None else verified == "true",
            name[:_LONGEST_NAME] if isinstance(name, str) else "",
            tuple(groups_of(claims, self.settings.groups_claim)),
        )

    def _lacks(self, claims: dict[str, object]) -> bool:
        return "email" not in claims or bool(self.rules and not groups_of(claims, self.settings.groups_claim))

    async def _document(self) -> Metadata:
        """Asked for by one at a time, and not again at once where it did not come: anybody may begin a sign-in."""
        async with self._asking:
            if self._failed is not None and abs(self._clock() - self._failed[0]) < _PAUSE:
                raise Refused(self._failed[1].reason, self._failed[1].detail)
            if self._metadata is None or self._clock() - self._metadata[0] > _KEPT:
                try:
                    self._metadata = self._clock(), await self._asked_for()
                except Refused as refused:
                    self._failed = self._clock(), refused
                    raise
            return self._metadata[1]

    async def _asked_for(self) -> Metadata:
        answer = await self._get(self._issuer.rstrip("/") + _WELL_KNOWN)
        found = _read(answer, Metadata, "The provider's document")
        if found.issuer != self._issuer:
            raise Refused("misconfigured", f"The provider calls itself {found.issuer[:200]}, not {self._issuer}.")
        used = (found.authorization_endpoint, found.token_endpoint, found.jwks_uri, found.userinfo_endpoint)
        if not all(unheard(each) for each in used if each is not None):
            raise Refused("misconfigured", "The provider's document names an address that is not https.")
        return found

    async def _redeem(self, document: Metadata, question: Question, code: str) -> TokenAnswer:
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": self.public_url + CALLBACK,
            "code_verifier": question.verifier,
        }
        headers, secret = dict(_FORM), self.settings.client_secret
        if secret is None:
            form["client_id"] = self._client_id
        elif "client_secret_basic" in document.token_endpoint_auth_methods_supported:
            both = f"{quote_plus(self._client_id)}:{quote_plus(secret)}"  # RFC 6749, 2.3.1
            headers["Authorization"] = f"Basic {base64.b64encode(both.encode()).decode()}"
        else:
            form |= {"client_id": self._client_id, "client_secret": str(secret)}
        answer = await self._post(document.token_endpoint, urlencode(form).encode(), headers)
        if answer.status in (400, 401) and _error(answer) == "invalid_grant":
            raise Refused("expired", "The provider does not take the code any more.")
        return _read(answer, TokenAnswer, "The provider's answer for the code")

    async def _verified(self, document: Metadata, answer: TokenAnswer, question: Question) -> dict[str, object]:
        """With the keys that are known, and once more with those of now: a provider changes them as it likes."""
        expected = Expected(self._issuer, self._client_id, question.nonce)
        offered = document.id_token_signing_alg_values_supported
        for again in (False, True):
            fresh = self._keys is None or self._clock() - self._keys[0] > _KEPT
            if self._keys is None or fresh or again:
                read = _read(await self._get(document.jwks_uri), dict[str, object], "The provider's list of keys")
                self._keys = self._clock(), keys_of(read)
            try:
                return claims_of(answer.id_token, self._keys[1], offered, expected, answer.access_token, self._clock())
            except WrongKey as error:
                if fresh or again:
                    raise Refused("invalid", f"No key of the provider verifies the ID token ({error}).") from error
        raise AssertionError

    async def _userinfo(self, url: str, access_token: str, subject: str) -> dict[str, object]:
        answer = await self._get(url, {"Authorization": f"Bearer {access_token}"})
        found = _read(answer, dict[str, object], "What the provider says of the person")
        if found.get("sub") != subject:
            raise Refused("invalid", "The provider spoke of somebody else than it had signed in.")
        return found

    async def _get(self, url: str, headers: Mapping[str, str] | None = None) -> Answer:
        try:
            accepting = {"Accept": "application/json"} | dict(headers or {})
            return await get(self._guard, url, accepting, most_bytes=_MOST_BYTES, authorities=self._authorities)
        except Unreached as error:
            raise _unreached(url, error) from error

    async def _post(self, url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        try:
            return await post(self._guard, url, body, headers, most_bytes=_MOST_BYTES, authorities=self._authorities)
        except Unreached as error:
            raise _unreached(url, error) from error


def provider_of(settings: Settings, authorities: str) -> Provider | None:
    """None: none is configured. Opens nothing and asks nobody: the appliance starts without it."""
    oidc = settings.oidc
    if oidc.issuer is None or settings.public_url is None:
        return None
    host = urlsplit(oidc.issuer).hostname or ""
    guard = guard_of([host], settings.proxy, authorities)
    return Provider(oidc, settings.public_url, guard, authorities)


def _unreached(url: str, error: Unreached) -> Refused:
    detail = f"The provider at {urlsplit(url).netloc} was not asked: {error.message}"
    return Refused("misconfigured" if error.refused else "unreachable", detail)


def _read(answer: Answer, kind: type[_T], what: str) -> _T:
    if answer.status >= 500:
        raise Refused("unreachable", f"{what} is status {answer.status}.")
    if answer.status != 200:
        error = _error(answer)
        raise Refused("misconfigured", f"{what} is status {answer.status}{error and f', {error}'}.")
    try:
        return msgspec.json.decode(answer.body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refused("misconfigured", f"{what} cannot be read.") from error


def _error(answer: Answer) -> str:
    """The name of an error of OAuth, and nothing else of what it may have written."""
    try:
        name = msgspec.json.decode(answer.body, type=TokenError).error
    except (msgspec.DecodeError, UnicodeDecodeError):
        return ""
    return name if name.isascii() and name.replace("_", "").isalpha() and len(name) <= 40 else ""
