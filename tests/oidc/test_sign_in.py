"""Sign-in by a provider: what does not prove who somebody is lets nobody in, and whom the rules let in."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import time
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import msgspec
import pytest
from joserfc import jwt

from qa_appliance.api.resources.provider import COOKIE
from qa_appliance.oidc.attempt import is_page
from qa_appliance.oidc.provider import Provider, provider_of
from qa_appliance.settings import Limits, Settings
from qa_appliance.settings.base import Secret
from qa_appliance.settings.oidc import Oidc
from tests.api.conftest import PASSWORD, Served, person, serve
from tests.conftest import given
from tests.oidc.provider import CLIENT, SECRET, Claims, SmallProvider, key, providing, signed

PUBLIC = "https://qa.example.com"
CALLBACK = f"{PUBLIC}/api/session/provider/callback"
FIRST = "First Lab"


@pytest.fixture(scope="module")
def running() -> Iterator[SmallProvider]:
    with providing() as provider:
        yield provider


@pytest.fixture
def provider(running: SmallProvider) -> SmallProvider:
    running.reset()
    return running


def configured(issuer: str, **changes: Any) -> Provider:
    rules = ("testers=member", "leads=admin", "leads=viewer:Second Lab")
    oidc = Oidc(
        issuer=issuer, client_id=CLIENT, client_secret=Secret(SECRET), name="Example", roles=rules, create=True
    )  # fmt: skip
    found = provider_of(Settings(public_url=f"{PUBLIC}/", oidc=msgspec.structs.replace(oidc, **changes)), "")
    return given(found)


@pytest.fixture(scope="module")
async def served(tmp_path_factory: pytest.TempPathFactory, running: SmallProvider) -> AsyncIterator[Served]:
    async with serve(tmp_path_factory.mktemp("oidc"), provider=configured(running.issuer)) as appliance:
        await person(appliance, "owner@example.com", FIRST)
        await person(appliance, "owner@example.com", "Second Lab")
        yield appliance


class Visit:
    """One browser's sign-in: it keeps the cookie, which it sends to our own addresses only."""

    def __init__(self, served: Served) -> None:
        self._served, self.cookie = served, ""

    async def begin(self, page: str = "/runs?status=failed") -> httpx.Response:
        answer = await self._served.client.get(
            "/api/session/provider/start", params={"page": page}, headers={"Host": "evil.example"}
        )
        self.cookie = _value(answer)
        self._served.client.cookies.clear()
        return answer

    async def at_provider(self, address: str) -> dict[str, str]:
        """What the provider sends back to our own address."""
        answer = await self._served.client.get(address)
        back = answer.headers["location"]
        assert back.startswith(f"{CALLBACK}?")
        return {name: values[0] for name, values in parse_qs(urlsplit(back).query).items()}

    async def come_back(self, query: Any) -> httpx.Response:
        headers = {"Cookie": f"{COOKIE}={self.cookie}"} if self.cookie else {}
        answer = await self._served.client.get("/api/session/provider/callback", params=query, headers=headers)
        self._served.client.cookies.clear()
        return answer

    async def whole(self) -> httpx.Response:
        return await self.come_back(await self.at_provider((await self.begin()).headers["location"]))


def _value(answer: httpx.Response) -> str:
    return str(answer.headers.get("set-cookie", "=")).split("=", 1)[1].split(";")[0]


def refused(answer: httpx.Response) -> str:
    """Why; nothing may have been opened."""
    assert answer.status_code == 303, answer.text
    assert "qa_appliance_refresh" not in str(answer.headers.get_list("set-cookie"))
    assert SECRET not in answer.text + str(answer.headers)
    page, _, why = answer.headers["location"].partition("#sign-in=")
    assert page == f"{PUBLIC}/"
    return why


async def opened(served: Served, answer: httpx.Response) -> dict[str, Any]:
    """Who is signed in by what came back, as the dashboard asks."""
    assert answer.headers["location"] == f"{PUBLIC}/runs?status=failed#signed-in=provider"
    refresh = next(each for each in answer.headers.get_list("set-cookie") if each.startswith("qa_appliance_refresh="))
    assert "HttpOnly" in refresh
    assert "samesite=strict" in refresh.lower()
    session = await served.client.post("/api/session/refresh", headers={"Cookie": refresh.split(";")[0]})
    served.client.cookies.clear()
    assert session.status_code == 200, session.text
    found: dict[str, Any] = session.json()
    return found


def unsigned(header: dict[str, str], claims: Claims, signature: str = "") -> str:
    parts = (base64.urlsafe_b64encode(json.dumps(each).encode()).decode().rstrip("=") for each in (header, claims))
    return f"{'.'.join(parts)}.{signature}"


def by_text(secret: str) -> Callable[[Claims], str]:
    """By a text that both sides know: the public key's own, or the client's secret."""

    def sign(claims: Claims) -> str:
        text = unsigned({"alg": "HS256", "kid": "one"}, claims).rstrip(".")
        digest = hmac.new(secret.encode(), text.encode(), hashlib.sha256).digest()
        return f"{text}.{base64.urlsafe_b64encode(digest).decode().rstrip('=')}"

    return sign


def other(claims: Claims, **changes: Any) -> str:
    return signed(claims | changes, key("one"))


now = int(time.time())
PEM = key("one").as_pem(private=False).decode()
TOKENS: dict[str, Callable[[Claims], str]] = {
    "no algorithm": lambda claims: unsigned({"alg": "none"}, claims),
    "no algorithm, by another case": lambda claims: unsigned({"alg": "nOnE"}, claims),
    "the public key as a secret": by_text(PEM),
    "the client's secret": by_text(SECRET),
    "somebody else's key under its name": lambda claims: jwt.encode({"alg": "RS256", "kid": "one"}, claims, key("two")),
    "a key nobody knows": lambda claims: signed(claims, key("two")),
    "a key that it brings along": lambda claims: signed(claims, key("two"), jwk=key("two").as_dict(private=False)),
    "something critical that is not understood": lambda claims: unsigned(
        {"alg": "RS256", "kid": "one", "crit": "x"}, claims, signed(claims, key("one")).split(".")[2]
    ),
    "changed after it was signed": lambda claims: unsigned(
        {"alg": "RS256", "kid": "one"}, claims | {"sub": "boss"}, signed(claims, key("one")).split(".")[2]
    ),
    "without its signature": lambda claims: signed(claims, key("one")).rpartition(".")[0] + ".",
    "another issuer's": lambda claims: other(claims, iss="https://evil.example"),
    "the issuer with a slash": lambda claims: other(claims, iss=claims["iss"] + "/"),
    "another client's": lambda claims: other(claims, aud="other"),
    "other clients' too": lambda claims: other(claims, aud=[CLIENT, "other"]),
    "made for another client": lambda claims: other(claims, aud=[CLIENT, "other"], azp="other"),
    "nobody's": lambda claims: other(claims, aud=[]),
    "expired": lambda claims: other(claims, exp=now - 40),
    "expired by a text": lambda claims: other(claims, exp="tomorrow"),
    "never expiring": lambda claims: other({name: value for name, value in claims.items() if name != "exp"}),
    "of the future": lambda claims: other(claims, iat=now + 3600),
    "not to be used yet": lambda claims: other(claims, nbf=now + 3600),
    "the answer to another question": lambda claims: other(claims, nonce="x"),
    "the answer to several questions": lambda claims: other(claims, nonce=[claims["nonce"], "x"]),
    "the answer to no question": lambda claims: other({name: v for name, v in claims.items() if name != "nonce"}),
    "of nobody": lambda claims: other(claims, sub=""),
    "of a subject without end": lambda claims: other(claims, sub="x" * 256),
    "of a number": lambda claims: other(claims, sub=7),
    "of another access token": lambda claims: other(claims, at_hash="x"),
    "no token": lambda _: "x",
    "a text that is no ASCII": lambda _: "ä.ä.ä",
    "a list": lambda _: "W10.W10.W10",
}  # fmt: skip


async def test_a_token_that_does_not_prove_who_this_is(served: Served, provider: SmallProvider) -> None:
    found = {}
    for name, sign in TOKENS.items():
        provider.sign = sign
        found[name] = refused(await Visit(served).whole())
    assert found == dict.fromkeys(TOKENS, "invalid")
    provider.reset()
    provider.claims, provider.userinfo = {"email": None}, {"sub": "boss", "email": "boss@example.com"}
    assert refused(await Visit(served).whole()) == "invalid"
    rows = await served.db.all("select subject from identities")
    assert rows == []


async def test_an_answer_that_was_not_asked_for(served: Served, provider: SmallProvider) -> None:
    ours, theirs = Visit(served), Visit(served)
    answer = await ours.at_provider((await ours.begin()).headers["location"])
    their_answer = await theirs.at_provider((await theirs.begin()).headers["location"])
    none, sealed = Visit(served), Visit(served)
    sealed.cookie = served.services.vault.seal({"sign-in": {"state": answer["state"]}})
    rows: list[tuple[Visit, Any, str]] = [
        (none, answer, "expired"),  # another browser: somebody had this one open a link of theirs
        (ours, their_answer, "expired"),
        (ours, answer | {"state": "x"}, "expired"),
        (ours, {"code": answer["code"]}, "expired"),
        (sealed, answer, "expired"),
        (ours, [*answer.items(), ("state", answer["state"])], "invalid"),
    ]
    for visit, query, reason in rows:
        assert refused(await visit.come_back(query)) == reason
    served.clock.ahead = timedelta(minutes=11)
    assert refused(await ours.come_back(answer)) == "expired"
    served.clock.ahead = timedelta()
    assert await opened(served, await ours.come_back(answer))
    assert refused(await ours.come_back(answer)) == "expired"  # the same once more
    for change, reason in (
        ({"code": "x"}, "expired"),
        ({"iss": "https://evil.example"}, "invalid"),
        ({"error": "access_denied"}, "denied"),
    ):
        again = Visit(served)
        query = await again.at_provider((await again.begin()).headers["location"])
        assert refused(await again.come_back(query | change)) == reason


async def test_only_a_page_of_the_dashboard_is_gone_on_to(served: Served, provider: SmallProvider) -> None:
    for page in ("//evil.example", "/\\evil.example", "https://evil.example", "@evil.example", "", "/a\nb", "/api/me"):
        assert not is_page(page)
        assert (await Visit(served).begin(page)).status_code == 400
    started = await Visit(served).begin("/runs")
    kept = started.headers["set-cookie"].lower()
    assert all(each in kept for each in ("httponly", "samesite=lax", "secure", "max-age=600", f"path={_PATH}"))
    asked = {name: values[0] for name, values in parse_qs(urlsplit(started.headers["location"]).query).items()}
    assert asked["redirect_uri"] == CALLBACK  # whatever the Host header was
    assert (asked["code_challenge_method"], asked["response_type"], asked["scope"]) == (
        "S256", "code", "openid profile email",
    )  # fmt: skip
    assert started.headers["referrer-policy"] == "no-referrer"


_PATH = "/api/session/provider"
_DOCUMENT = "/.well-known/openid-configuration"


async def test_a_provider_that_is_down_or_not_itself(tmp_path: Path, provider: SmallProvider) -> None:
    rows: list[tuple[dict[str, tuple[int, str]], Claims, str]] = [
        ({_DOCUMENT: (500, "")}, {}, "unreachable"),
        ({_DOCUMENT: (200, "<html>")}, {}, "misconfigured"),
        ({_DOCUMENT: (302, "")}, {}, "misconfigured"),
        ({_DOCUMENT: (200, "{}")}, {}, "misconfigured"),
        ({}, {"issuer": "https://evil.example"}, "misconfigured"),
        ({}, {"authorization_endpoint": "http://evil.example/"}, "misconfigured"),
        ({}, {"authorization_endpoint": "javascript:alert(1)"}, "misconfigured"),
        ({"/token": (503, "")}, {}, "unreachable"),
        ({"/token": (401, '{"error": "invalid_client"}')}, {}, "misconfigured"),
        ({"/token": (200, '{"access_token": "x"}')}, {}, "misconfigured"),
        ({"/keys": (200, "[]")}, {}, "misconfigured"),
        ({}, {"token_endpoint": "https://10.0.0.1/token"}, "misconfigured"),  # no other host of a private network
        ({}, {"jwks_uri": "https://169.254.169.254/"}, "misconfigured"),
    ]
    async with serve(tmp_path, provider=configured(provider.issuer)) as served:
        for broken, document, reason in rows:
            settle(served, provider)  # so that nothing is remembered
            provider.broken, provider.document = broken, document
            visit = Visit(served)
            begun = await visit.begin()
            if "#sign-in" not in begun.headers["location"]:
                begun = await visit.come_back(await visit.at_provider(begun.headers["location"]))
            assert refused(begun) == reason, (broken, document)
    async with serve(tmp_path, provider=configured(provider.issuer)) as served:
        provider.reset()
        provider.broken = {_DOCUMENT: (500, "")}
        answers = await asyncio.gather(*(Visit(served).begin() for _ in range(5)))
        assert [refused(each) for each in answers] == ["unreachable"] * 5
        assert provider.asked == [_DOCUMENT]  # whoever begins many sign-ins does not have it asked as often
    with providing() as gone:
        pass
    async with serve(tmp_path, provider=configured(gone.issuer)) as served:
        owner = await person(served)
        assert refused(await Visit(served).begin()) == "unreachable"
        body = {"email": owner.email, "password": PASSWORD}
        assert (await served.client.post("/api/session", json=body)).status_code == 200


async def test_without_a_provider(tmp_path: Path) -> None:
    async with serve(tmp_path) as served:
        assert (await served.client.get(_PATH)).json() == {"provider": None}
        for path in ("start", "callback"):
            assert (await served.client.get(f"{_PATH}/{path}")).status_code == 404


async def test_too_many_wrong_answers(tmp_path: Path, provider: SmallProvider) -> None:
    limits = Limits(auth_failures_per_15_minutes=2)
    async with serve(tmp_path, provider=configured(provider.issuer), limits=limits) as served:
        provider.sign = TOKENS["no algorithm"]
        reasons = [refused(await Visit(served).whole()) for _ in range(3)]
        assert reasons == ["invalid", "invalid", "too_many"]
        wrong = await served.client.post("/api/session", json={"email": "a@b.example", "password": PASSWORD})
        assert wrong.status_code == 429  # one measure for both ways


ADMISSION: list[tuple[dict[str, Any], Claims, str]] = [
    # what the operator changed, what the provider says, why not
    ({}, {"groups": []}, "no_role"),
    ({}, {"groups": None}, "no_role"),
    ({}, {"groups": ["*"]}, "no_role"),
    ({}, {"groups": "Testers"}, "no_role"),
    ({"create": False}, {}, "unknown"),
    ({"roles": ()}, {}, "unknown"),
    ({}, {"email_verified": False}, "unverified"),
    ({"emails_verified": True}, {"email_verified": False}, "unverified"),
    ({}, {"email_verified": None}, "unverified"),
    ({}, {"email_verified": "yes"}, "unverified"),
    ({}, {"email": "no address"}, "unverified"),
    ({}, {"email": "owner@example.com"}, "exists"),  # nobody takes an account over by its address alone
    ({"link_by_email": True}, {"email": "owner@example.com", "email_verified": False}, "unverified"),
    ({"link_by_email": True}, {"email": "owner@example.com", "email_verified": None}, "unverified"),
    ({"email_domains": ("example.org",)}, {}, "domain"),
    ({"email_domains": ("example.com",)}, {"email_verified": None}, "domain"),
    ({"email_domains": ("example.com",)}, {"email": "a@example.com.evil.example"}, "domain"),
]


async def test_whom_the_rules_do_not_let_in(served: Served, provider: SmallProvider) -> None:
    before = [row["email"] for row in await served.db.all("select email from users")]
    for number, (changes, claims, reason) in enumerate(ADMISSION):
        settle(served, provider, **changes)
        provider.claims = {"sub": f"new-{number}", "email": "new@example.com"} | claims
        provider.userinfo = {"sub": f"new-{number}"}
        assert refused(await Visit(served).whole()) == reason, (changes, claims)
    settle(served, provider)
    assert [row["email"] for row in await served.db.all("select email from users")] == before
    noted = await served.db.all("select details_json from audit where action = 'session.refused'")
    assert [json.loads(row[0])["reason"] for row in noted][-len(ADMISSION) :] == [row[2] for row in ADMISSION]


def settle(served: Served, provider: SmallProvider, **changes: Any) -> None:
    fresh = configured(provider.issuer, **changes)
    given(served.services.provider).__dict__.update(fresh.__dict__)


async def test_somebody_new_and_their_roles_at_each_sign_in(served: Served, provider: SmallProvider) -> None:
    settle(served, provider)
    provider.claims = {"sub": "grace", "email": "Grace@Example.com", "name": "Grace"}
    first = await opened(served, await Visit(served).whole())
    assert (first["user"]["email"], first["user"]["name"], first["organization"]["name"], first["role"]) == (
        "grace@example.com", "Grace", FIRST, "member",
    )  # fmt: skip
    entry = given(await served.db.one("select details_json from audit where user_id = ?", (first["user"]["id"],)))
    assert json.loads(entry[0]) == {"provider": provider.issuer}
    for password in ("", "anything at all"):
        wrong = await served.client.post("/api/session", json={"email": "grace@example.com", "password": password})
        assert wrong.status_code == 401
    provider.claims |= {"groups": ["leads", "testers"], "email": "else@example.com"}  # the address says nothing
    again = await opened(served, await Visit(served).whole())
    assert again["user"] == first["user"]
    assert {each["name"]: each["role"] for each in again["organizations"]} == {FIRST: "admin", "Second Lab": "viewer"}
    headers = {"Authorization": f"Bearer {again['token']}"}
    assert (await served.client.get("/api/me", headers=headers)).status_code == 200
    assert (await served.client.delete("/api/session", headers=headers)).status_code == 204
    third = await opened(served, await Visit(served).whole())
    provider.claims |= {"groups": ["others"]}
    assert refused(await Visit(served).whole()) == "no_role"
    gone = await served.client.get("/api/me", headers={"Authorization": f"Bearer {third['token']}"})
    assert gone.status_code == 401  # what they had open is closed


async def test_an_account_that_was_there_is_linked_once(served: Served, provider: SmallProvider) -> None:
    here = await person(served, organization=FIRST, role="viewer")
    settle(served, provider, link_by_email=True)
    provider.claims = {"sub": "here", "email": here.email}
    found = await opened(served, await Visit(served).whole())
    assert (found["user"]["id"], found["role"]) == (here.user_id, "member")
    provider.claims = {"sub": "later", "email": here.email}  # the address was given to somebody else there
    assert refused(await Visit(served).whole()) == "exists"
    provider.claims = {"sub": "owner", "email": "owner@example.com"}
    owner = await opened(served, await Visit(served).whole())
    assert owner["role"] == "owner"  # the last one stays it, whatever the groups are
    settle(served, provider)


async def test_claims_of_elsewhere_a_changed_key_and_clocks_that_differ(
    served: Served, provider: SmallProvider
) -> None:
    settle(served, provider, groups_claim="realm.roles")
    provider.claims = {
        "sub": "alan",
        "email": None,
        "email_verified": None,
        "groups": None,
        "exp": int(time.time()) - 5,
    }
    provider.userinfo = {
        "sub": "alan", "email": "alan@example.com", "email_verified": True, "realm": {"roles": ["testers"]},
    }  # fmt: skip
    assert (await opened(served, await Visit(served).whole()))["user"]["email"] == "alan@example.com"
    provider.asked.clear()
    assert await opened(served, await Visit(served).whole())
    assert "/keys" not in provider.asked  # they are remembered
    provider.keys, provider.sign = [key("two")], lambda claims: signed(claims, key("two"), x5c=["x" * 900], other="x")
    assert await opened(served, await Visit(served).whole())
    assert provider.asked.count("/keys") == 1
    provider.sign = lambda claims: signed(claims, key("one"))  # it is out of use
    assert refused(await Visit(served).whole()) == "invalid"
