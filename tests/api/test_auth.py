"""Credentials (contract section 5): each refusal with its words, and what it does not break."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

import jwt
import pytest

from qa_appliance.core.errors import Unavailable
from qa_appliance.settings import Limits
from qa_appliance.store import passwords
from qa_appliance.store.tables import callers
from tests.api.conftest import PASSWORD, Person, Served, person, serve

MISSING = "Missing or invalid Authorization header"
HEADERS: list[tuple[str | None, str]] = [
    (None, MISSING), ("", MISSING), ("Bearer", MISSING), ("Basic YTpi", MISSING),
    ("tst_live_" + "a" * 32, MISSING),
    ("Bearer tst_live_" + "a" * 32, "Invalid or revoked API key"),
    ("Bearer tst_live_" + "a" * 16, "Invalid or revoked API key"),
    ("Bearer tst_live_" + "a" * 15, "Invalid token"),  # too short to be a key (contract 5.2)
    ("Bearer x", "Invalid token"), ("Bearer a.b.c", "Invalid token"), ("Bearer tst_test_" + "a" * 32, "Invalid token"),
]  # fmt: skip


@pytest.mark.parametrize(("header", "message"), HEADERS)
async def test_refused_credentials(served: Served, header: str | None, message: str) -> None:
    headers = {} if header is None else {"Authorization": header}
    answer = await served.client.get("/api/me", headers=headers)
    assert (answer.status_code, answer.json()) == (401, {"error": message})


async def test_forged_and_old_tokens(served: Served, ada: Person) -> None:
    secret = served.services.vault.derive("session tokens")
    mine = jwt.decode(ada.session["Authorization"][7:], secret, algorithms=["HS256"])
    rows: list[tuple[str, str]] = [
        (jwt.encode(mine, b"another secret of thirty-two bytes!", "HS256"), "Invalid token"),
        (jwt.encode(mine, "", "none"), "Invalid token"),
        (jwt.encode({**mine, "exp": 1}, secret, "HS256"), "Invalid token"),
        (jwt.encode({key: mine[key] for key in mine if key != "sub"}, secret, "HS256"), "Token missing sub claim"),
        (jwt.encode({**mine, "sub": ""}, secret, "HS256"), "Token missing sub claim"),
        (jwt.encode({**mine, "org": "another"}, secret, "HS256"), "Invalid token"),
        (jwt.encode({key: mine[key] for key in mine if key != "sid"}, secret, "HS256"), "Invalid token"),
    ]
    for token, message in rows:
        answer = await served.client.get("/api/me", headers={"Authorization": f"Bearer {token}"})
        assert (answer.status_code, answer.json()["error"]) == (401, message)
    assert (await served.client.get("/api/me", headers=ada.session)).status_code == 200


async def _refused(served: Served, headers: dict[str, str]) -> str:
    answer = await served.client.get("/api/me", headers=headers)
    assert answer.status_code == 401
    return str(answer.json()["error"])


async def test_a_key_dies_at_once(served: Served) -> None:
    revoked, expired, left, closed = [await person(served) for _ in range(4)]
    keys = (await served.client.get("/api/keys", headers=revoked.api)).json()["keys"]
    assert (await served.client.delete(f"/api/keys/{keys[0]['id']}", headers=revoked.api)).status_code == 204
    assert await _refused(served, revoked.api) == "Invalid or revoked API key"

    now = served.clock()
    minted = await callers.mint(
        served.db,
        org_id=expired.org_id,
        user_id=expired.user_id,
        name="x",
        expires_at=now + timedelta(hours=1),
        now=now,
    )
    short = {"Authorization": f"Bearer {minted.key}"}
    assert (await served.client.get("/api/me", headers=short)).status_code == 200
    served.clock.ahead = timedelta(hours=1)
    assert await _refused(served, short) == "Invalid or revoked API key"
    served.clock.ahead = timedelta()

    async with served.db.write() as transaction:
        await transaction.execute("delete from members where user_id = ?", (left.user_id,))
        await transaction.execute("update organizations set deleted_at = '2026' where id = ?", (closed.org_id,))
    for gone in (left, closed):
        assert await _refused(served, gone.api) == "API key's organization is no longer accessible"
        assert await _refused(served, gone.session) == "Invalid token"


async def test_a_key_without_its_owner(served: Served, ada: Person) -> None:
    async with served.db.write() as transaction:
        await transaction.execute("pragma defer_foreign_keys = on")
        await transaction.execute("update api_keys set user_id = null where org_id = ?", (ada.org_id,))
    assert await _refused(served, ada.api) == "API key owner not found"


async def test_who_a_credential_belongs_to(served: Served, ada: Person) -> None:
    by_key = (await served.client.get("/api/me", headers=ada.api)).json()
    by_session = (await served.client.get("/api/me", headers={"Authorization": ada.session["Authorization"]})).json()
    assert by_key["user"] == by_session["user"] == {"id": ada.user_id, "email": ada.email, "name": "Ada"}
    assert by_key["organization"]["id"] == ada.org_id
    assert by_key["role"] == "owner"
    assert set(by_key["credential"]) == {"kind", "keyId", "prefix", "expiresAt"}
    assert (by_key["credential"]["kind"], by_key["credential"]["prefix"]) == ("api_key", ada.key[:16])
    assert (by_session["credential"]["kind"], by_session["credential"]["keyId"]) == ("session", None)


async def test_auth_strict_counts_what_was_presented_and_refused(tmp_path: Path) -> None:
    async with serve(tmp_path, limits=Limits(auth_failures_per_15_minutes=3)) as served:
        ada = await person(served)
        get, bad = served.client.get, {"Authorization": "Bearer tst_live_" + "x" * 32}
        for _ in range(5):
            assert (await get("/api/me")).status_code == 401  # nothing was presented
        assert [(await get("/api/me", headers=bad)).status_code for _ in range(5)] == [401] * 3 + [429] * 2
        refused = await get("/api/me", headers={"Authorization": "Bearer nonsense"})
        assert refused.status_code == 429
        assert 1 <= refused.json()["retryAfter"] <= 900
        assert refused.headers["retry-after"] == str(refused.json()["retryAfter"])
        assert (await get("/api/me", headers=ada.api)).status_code == 200  # a good key goes on working
        signed_in = await served.client.post("/api/session", json={"email": ada.email, "password": PASSWORD})
        assert signed_in.status_code == 200


async def test_passwords_cannot_be_tried_for_ever(tmp_path: Path) -> None:
    async with serve(tmp_path, limits=Limits(auth_failures_per_15_minutes=3)) as served:
        ada = await person(served)

        async def attempt(password: str) -> int:
            body = {"email": ada.email, "password": password}
            return (await served.client.post("/api/session", json=body)).status_code

        assert [await attempt("wrong") for _ in range(4)] == [401] * 3 + [429]
        assert await attempt(PASSWORD) == 429
        assert (await served.client.get("/api/me", headers=ada.session)).status_code == 200


async def test_passwords_tried_at_once_are_counted_before_they_are_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at: list[str] = []
    verify = passwords.verify

    async def verified(password_hash: str | None, password: str) -> bool:
        looked_at.append(password)
        return await verify(password_hash, password)

    monkeypatch.setattr(passwords, "verify", verified)
    async with serve(tmp_path, trusted_proxies=("127.0.0.1",), limits=Limits(auth_failures_per_15_minutes=5)) as served:
        ada, bob, eve = await person(served), await person(served), await person(served)

        async def at_once(email: str, secret: str, *addresses: str) -> list[int]:
            looked_at.clear()
            body = {"email": email, "password": secret}
            headers = [{"X-Forwarded-For": address} for address in addresses]
            answers = await asyncio.gather(
                *(served.client.post("/api/session", json=body, headers=each) for each in headers)
            )
            assert all(each.headers.get("retry-after") for each in answers if each.status_code == 429)
            assert len(looked_at) == sum(each.status_code != 429 for each in answers)
            return sorted(each.status_code for each in answers)

        # each from an address of its own: what the account allows
        assert await at_once(ada.email, "wrong", *(f"1.1.1.{n}" for n in range(25))) == [401] * 5 + [429] * 20
        assert await at_once(ada.email.upper(), PASSWORD, "2.2.2.2") == [429]
        # from one network of IPv6: what the address allows, whichever account
        assert await at_once(bob.email, "wrong", *(f"2001:db8::{n}" for n in range(1, 26))) == [401] * 5 + [429] * 20
        assert await at_once(eve.email, PASSWORD, "2001:db8::ffff") == [429]
        # the right one counts as nothing, however often, and keeps the way open for who came that way before
        for _ in range(3):
            assert await at_once(eve.email, PASSWORD, *["3.3.3.3"] * 4) == [200] * 4
        assert await at_once(eve.email, "wrong", *(f"4.4.4.{n}" for n in range(6))) == [401] * 5 + [429]
        assert await at_once(eve.email, PASSWORD, "4.4.5.5") == [429]
        assert await at_once(eve.email, PASSWORD, "3.3.3.3") == [200]


async def test_keys_set_up_and_invitations_tried_at_once(tmp_path: Path) -> None:
    async with serve(tmp_path, trusted_proxies=("127.0.0.1",), limits=Limits(auth_failures_per_15_minutes=5)) as served:

        async def at_once(path: str, address: str, body: Any = None, **headers: str) -> list[int]:
            method, given = "GET" if body is None else "POST", headers | {"X-Forwarded-For": address}
            tries = (served.client.request(method, path, json=body, headers=given) for _ in range(25))
            return sorted(each.status_code for each in await asyncio.gather(*tries))

        owner = {"email": "a@b.c", "password": PASSWORD, "organizationName": "O", "setupToken": "wrong"}
        assert await at_once("/api/setup", "1.1.1.1", owner) == [403] * 5 + [429] * 20
        right = await served.client.post(
            "/api/setup", json=owner | {"setupToken": "let-me-in"}, headers={"X-Forwarded-For": "1.1.1.1"}
        )
        assert right.status_code == 429
        key = {"Authorization": "Bearer tst_live_" + "x" * 32}
        assert await at_once("/api/me", "2.2.2.2", **key) == [401] * 5 + [429] * 20
        assert await at_once("/api/invitations/x", "3.3.3.3", {"password": PASSWORD}) == [404] * 5 + [429] * 20
        refresh = {"Cookie": "qa_appliance_refresh=x"}
        assert await at_once("/api/session/refresh", "4.4.4.4", {}, **refresh) == [401] * 5 + [429] * 20


async def test_hashes_wait_in_a_short_line(served: Served) -> None:
    """Each waiting one holds a request open; beyond the bound they are told to come again."""
    hashing = await asyncio.gather(*(passwords.hash_password(PASSWORD) for _ in range(60)), return_exceptions=True)
    refused = [each for each in hashing if isinstance(each, Unavailable)]
    assert len(refused) == 28
    assert all((each.code, each.retry_after) == ("service_busy", 2) for each in refused)
    assert sum(isinstance(each, str) for each in hashing) == 32


FORWARDED: list[tuple[tuple[str, ...], str, bool]] = [
    ((), "1.1.1.1", True),  # nobody is trusted: the header is anybody's word
    (("127.0.0.1",), "1.1.1.1", False),
    (("127.0.0.0/8",), "9.9.9.9, 1.1.1.1", False),
    (("127.0.0.1", "10.0.0.0/8"), "1.1.1.1, 10.0.0.7", False),
    (("127.0.0.1",), "nonsense", True),
]


@pytest.mark.parametrize(("trusted", "header", "same"), FORWARDED)
async def test_the_client_is_the_peer_unless_a_trusted_proxy_says_otherwise(
    tmp_path: Path, trusted: tuple[str, ...], header: str, same: bool
) -> None:
    limits = Limits(auth_failures_per_15_minutes=1)
    async with serve(tmp_path, limits=limits, trusted_proxies=trusted) as served:
        bad = {"Authorization": "Bearer x"}
        assert (await served.client.get("/api/me", headers=bad)).status_code == 401
        answer = await served.client.get("/api/me", headers=bad | {"X-Forwarded-For": header})
        assert answer.status_code == (429 if same else 401)


async def test_api_global_holds_for_every_path_of_the_api(tmp_path: Path) -> None:
    async with serve(tmp_path, limits=Limits(api_global_per_minute=4)) as served:
        paths = ["/api/setup", "/api/nowhere", "/api/me", "/api/openapi.json", "/api/setup", "/api/nowhere"]
        found = [(await served.client.get(path)).status_code for path in paths]
        assert found == [200, 404, 401, 200, 429, 429]
        assert (await served.client.get("/healthz")).status_code == 200


@pytest.mark.parametrize("path", ["//api/me", "/api//me", "/%61pi/me", "/api/me/", "///api///me//"])
async def test_api_global_cannot_be_walked_round(tmp_path: Path, path: str) -> None:
    async with serve(tmp_path, limits=Limits(api_global_per_minute=1)) as served:
        found = [(await served.client.get(f"{served.url}{path}")).status_code for _ in range(2)]
        assert found[1] == 429


async def test_the_active_list_has_a_limit_of_its_own(tmp_path: Path) -> None:
    async with serve(tmp_path, limits=Limits(active_per_minute=2)) as served:
        ada = await person(served)
        found = [(await served.client.get("/api/runs/active", headers=ada.api)).status_code for _ in range(3)]
        assert found == [200, 200, 429]
        assert (await served.client.get("/api/runs", headers=ada.api)).status_code == 200


VIEWERS: list[tuple[str, str, Any]] = [
    ("POST", "/api/runs/trigger", {}), ("POST", "/api/runs/x/cancel", None), ("POST", "/api/runs/batch/x/cancel", None),
    ("POST", "/api/projects", {}), ("PATCH", "/api/projects/x", {}), ("DELETE", "/api/projects/x", None),
    ("POST", "/api/projects/x/procedures", {}), ("DELETE", "/api/keys/x", None), ("POST", "/api/plan", {}),
    ("POST", "/api/members", {}), ("POST", "/api/projects/x/baselines", {}),
]  # fmt: skip


@pytest.mark.parametrize(("method", "path", "body"), VIEWERS)
async def test_viewers_change_nothing(served: Served, method: str, path: str, body: Any) -> None:
    viewer = await person(served, role="viewer")
    for headers in (viewer.api, viewer.session):
        answer = await served.client.request(method, path, json=body, headers=headers)
        expected = {"error": "Viewers have read-only access to this workspace", "code": "read_only_role"}
        assert (answer.status_code, answer.json()) == (403, expected)
    for path in ("/api/runs", "/api/runs/active", "/api/projects", "/api/keys", "/api/me"):
        assert (await served.client.get(path, headers=viewer.api)).status_code == 200


DASHBOARD: list[tuple[str, str, Any]] = [
    ("POST", "/api/keys", {"name": "x"}), ("PATCH", "/api/projects/x", {}), ("DELETE", "/api/projects/x", None),
    ("POST", "/api/projects/x/procedures", {}), ("PATCH", "/api/procedures/x", {}),
    ("DELETE", "/api/procedures/x", None),
    ("POST", "/api/projects/x/environments", {}), ("PATCH", "/api/environments/x", {}),
    ("DELETE", "/api/environments/x", None), ("POST", "/api/projects/x/baselines", {}),
    ("POST", "/api/projects/x/accounts", {}), ("PATCH", "/api/accounts/x", {}), ("DELETE", "/api/accounts/x", None),
    ("POST", "/api/projects/x/variables", {}), ("PATCH", "/api/variables/x", {}),
    ("DELETE", "/api/variables/x", None), ("POST", "/api/projects/x/tables", {}), ("PUT", "/api/tables/x", {}),
    ("DELETE", "/api/tables/x", None), ("PUT", "/api/projects/x/pages", {}), ("DELETE", "/api/projects/x/pages", None),
    ("POST", "/api/projects/x/files", None), ("DELETE", "/api/projects/x/files/x", None),
    ("DELETE", "/api/projects/x/baselines/x", None), ("PATCH", "/api/projects/x/baselines/x", {}),
    ("GET", "/api/members", None), ("POST", "/api/members", {}),
    ("PATCH", "/api/members/x", {}), ("DELETE", "/api/members/x", None), ("DELETE", "/api/session", None),
    ("GET", "/api/members/invitations", None), ("DELETE", "/api/members/invitations/x", None),
    ("POST", "/api/session/organization", {}), ("PATCH", "/api/organization", {}),
]  # fmt: skip


@pytest.mark.parametrize(("method", "path", "body"), DASHBOARD)
async def test_what_belongs_to_the_dashboard_is_closed_to_keys(
    served: Served, ada: Person, method: str, path: str, body: Any
) -> None:
    answer = await served.client.request(method, path, json=body, headers=ada.api)
    assert (answer.status_code, answer.json()["code"]) == (403, "api_key_scope")


async def test_what_looks_like_a_key_mints_no_key(served: Served) -> None:
    for token in ("tst_live_", "tst_live_" + "a" * 32):
        headers = {"Authorization": f"Bearer {token}"}
        answer = await served.client.post("/api/keys", json={"name": "x"}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "api_key_scope")
