"""One's own account: two-step sign-in, where one is signed in, and the accounts of machines. Refusals first."""

from __future__ import annotations

import asyncio
import base64
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP

from qa_appliance.core.clock import new_id
from qa_appliance.store import one_time_codes
from tests.api.conftest import PASSWORD, Person, Served, person, serve

Rows = list[tuple[str, str, dict[str, Any], int]]
FACTOR = "/api/me/second-factor"
STEP = timedelta(seconds=30)


def code(served: Served, key: str, steps: int = 0) -> str:
    """What an authenticator with that key shows, so many steps from now; made by the library, not by our own module."""
    moment = (served.clock() + steps * STEP).timestamp()
    return TOTP(base64.b32decode(key), 6, SHA1(), 30).generate(int(moment)).decode()


def other(code: str) -> str:
    return f"{(int(code) + 1) % 1_000_000:06}"


async def sign_in(served: Served, who: Person, **more: str) -> httpx.Response:
    answer = await served.client.post("/api/session", json={"email": who.email, "password": PASSWORD} | more)
    served.client.cookies.clear()
    return answer


async def turned_on(served: Served, who: Person) -> tuple[str, list[str]]:
    """The key and the recovery codes of somebody who signs in in two steps from now on."""
    begun = await served.client.post(FACTOR, json={"password": PASSWORD}, headers=who.session)
    assert begun.status_code == 201, begun.text
    key = begun.json()["key"]
    done = await served.client.post(f"{FACTOR}/confirm", json={"code": code(served, key)}, headers=who.session)
    assert done.status_code == 200, done.text
    return key, done.json()["recoveryCodes"]


async def test_a_second_factor_is_asked_for_only_once_it_was_shown_to_work(served: Served, ada: Person) -> None:
    post = served.client.post
    assert (await post(f"{FACTOR}/confirm", json={"code": "123456"}, headers=ada.session)).status_code == 409
    assert (await post(FACTOR, json={"password": PASSWORD}, headers=ada.api)).status_code == 403  # no key's to change
    wrong = await post(FACTOR, json={"password": "wrong horse"}, headers=ada.session)
    assert (wrong.status_code, wrong.json()["issues"][0]["path"]) == (400, ["password"])
    begun = (await post(FACTOR, json={"password": PASSWORD}, headers=ada.session)).json()
    assert begun["address"].startswith("otpauth://totp/QA%20Appliance:")
    assert f"secret={begun['key']}" in begun["address"]
    for given in (other(code(served, begun["key"])), code(served, begun["key"], -4), code(served, begun["key"], 4), ""):
        refused = await post(f"{FACTOR}/confirm", json={"code": given}, headers=ada.session)
        assert (refused.status_code, refused.json()["issues"][0]["path"]) == (400, ["code"]), given
    assert (await sign_in(served, ada)).status_code == 200
    key, recovery = await turned_on(served, ada)
    assert key != begun["key"]  # what was begun first is worth nothing any more
    assert len(set(recovery)) == 10
    assert (await post(FACTOR, json={"password": PASSWORD}, headers=ada.session)).status_code == 409
    state = (await served.client.get(FACTOR, headers=ada.session)).json()
    assert (state["on"], state["recoveryCodesLeft"], state["hasPassword"]) == (True, 10, True)
    row = await served.db.one("select sealed, recovery_json from second_factors where user_id = ?", (ada.user_id,))
    assert row is not None
    assert key not in row["sealed"]
    assert not any(each in row["recovery_json"] for each in recovery)


async def test_signing_in_in_two_steps(served: Served, ada: Person) -> None:
    key, recovery = await turned_on(served, ada)
    used = code(served, key)
    refusals: list[tuple[dict[str, str], str | None]] = [
        ({"password": "wrong horse", "code": code(served, key, 1)}, None),  # says nothing of the code
        ({}, "second_factor_required"),
        ({"code": ""}, "second_factor_wrong"),
        ({"code": other(code(served, key, 1))}, "second_factor_wrong"),
        ({"code": used}, "second_factor_wrong"),  # it turned the second step on, and counts once
        ({"code": code(served, key, 3)}, "second_factor_wrong"),
        ({"code": "aaaa-bbbb-cccc-dddd"}, "second_factor_wrong"),
    ]
    for given, refusal in refusals:
        refused = await sign_in(served, ada, **given)
        assert (refused.status_code, refused.json().get("code")) == (401, refusal), given
        assert "set-cookie" not in refused.headers
    next_code = code(served, key, 1)
    at_once = await asyncio.gather(*(sign_in(served, ada, code=next_code) for _ in range(3)))
    assert sorted(each.status_code for each in at_once) == [200, 401, 401]
    served.clock.ahead += 3 * STEP
    try:
        spaced = f"{code(served, key)[:3]} {code(served, key)[3:]}"
        assert (await sign_in(served, ada, code=spaced)).status_code == 200
    finally:
        served.clock.ahead -= 3 * STEP
    for spare, status in ((recovery[0].upper().replace("-", " "), 200), (recovery[0], 401), (recovery[1], 200)):
        assert (await sign_in(served, ada, code=spare)).status_code == status
    state = await served.client.get(FACTOR, headers=ada.session)
    assert state.json()["recoveryCodesLeft"] == 8


async def test_the_way_in_by_an_invitation_asks_for_it_too(served: Served, ada: Person) -> None:
    """Whoever has an account joins by their password; the link must not be a way round the second step."""
    late = f"late-{ada.user_id[:8]}@example.com"
    made = await served.client.post("/api/members", json={"email": late, "role": "member"}, headers=ada.session)
    path = f"/api/invitations/{made.json()['invitation']['token']}"
    bob = await person(served, email=late)
    key, _ = await turned_on(served, bob)
    for body, refusal in (({}, "second_factor_required"), ({"code": "000000"}, "second_factor_wrong")):
        refused = await served.client.post(path, json={"password": PASSWORD, **body})
        assert (refused.status_code, refused.json()["code"]) == (401, refusal)
    joined = await served.client.post(path, json={"password": PASSWORD, "code": code(served, key, 1)})
    assert joined.status_code == 201
    served.client.cookies.clear()


async def test_wrong_codes_are_counted_as_wrong_passwords_are(tmp_path: Any) -> None:
    async with serve(tmp_path) as served:
        ada = await person(served)
        key, _ = await turned_on(served, ada)
    # once more from the same data, with the limits that are there by default
    from_default: dict[str, Any] = {"limits": type(served.services.limits)()}
    async with serve(tmp_path, **from_default) as served:
        statuses = [(await sign_in(served, ada)).status_code for _ in range(12)]
        assert statuses == [401] * 12  # no code was given: nothing was guessed
        statuses = [(await sign_in(served, ada, code="000000")).status_code for _ in range(12)]
        assert 429 in statuses
        assert (await sign_in(served, ada, code=code(served, key, 1))).status_code == 429


async def test_it_is_turned_off_by_password_and_code_and_by_the_operator(served: Served, ada: Person) -> None:
    key, recovery = await turned_on(served, ada)
    post = served.client.post
    rows = [
        ({"password": "wrong horse", "code": code(served, key, 1)}, 400),
        ({"password": PASSWORD, "code": "000000"}, 400),
        ({"password": PASSWORD}, 400),
        ({"password": PASSWORD, "code": recovery[3]}, 204),
    ]
    for body, status in rows:
        assert (await post(f"{FACTOR}/remove", json=body, headers=ada.session)).status_code == status, body
    assert (await sign_in(served, ada)).status_code == 200
    audit = (await served.client.get("/api/audit", headers=ada.session)).json()["entries"]
    assert [each["action"] for each in audit if each["action"].startswith("second_factor")] == [
        "second_factor.off", "second_factor.on",
    ]  # fmt: skip


async def test_a_key_that_cannot_be_read_any_more_leaves_the_recovery_codes(served: Served, ada: Person) -> None:
    key, recovery = await turned_on(served, ada)
    async with served.db.write() as transaction:
        await transaction.execute("update second_factors set sealed = '' where user_id = ?", (ada.user_id,))
    refused = await sign_in(served, ada, code=code(served, key, 1))
    assert refused.status_code == 409
    assert "recovery code" in refused.json()["error"]
    assert (await sign_in(served, ada, code=recovery[0])).status_code == 200


@pytest.mark.parametrize("seconds", [0, 59, 1111111109, 20000000000])
def test_codes_are_those_of_the_standard(seconds: int) -> None:
    """RFC 6238, appendix B: the last six digits of its eight, for the key it uses."""
    known = {59: "287082", 1111111109: "081804", 20000000000: "353130"}
    key = base64.b32encode(b"12345678901234567890").decode()
    moment = datetime.fromtimestamp(seconds, UTC)
    if seconds in known:
        assert one_time_codes.step_of(key, known[seconds], moment) == seconds // 30
    assert one_time_codes.step_of(key, "000000", moment) is None


async def test_where_one_is_signed_in(served: Served, ada: Person) -> None:
    client, other_person = served.client, await person(served)
    phone = {"email": ada.email, "password": PASSWORD}
    opened = await client.post("/api/session", json=phone, headers={"User-Agent": "Phone 1.0"})
    token = {"Authorization": f"Bearer {opened.json()['token']}"}
    client.cookies.clear()
    listed = (await client.get("/api/me/sessions", headers=ada.session)).json()
    mine = {each["agent"]: each for each in listed["sessions"]}
    assert len(mine) == 2
    assert mine["Phone 1.0"]["address"] == "127.0.0.1"
    there = mine["Phone 1.0"]["id"]
    assert listed["current"] != there
    rows: Rows = [
        ("DELETE", f"/api/me/sessions/{there}", other_person.session, 404),  # somebody else's
        ("DELETE", "/api/me/sessions/none", ada.session, 404),
        ("DELETE", f"/api/me/sessions/{there}", ada.api, 403),  # no key's to change
        ("DELETE", f"/api/me/sessions/{there}", ada.session, 204),
        ("DELETE", f"/api/me/sessions/{there}", ada.session, 404),
        ("GET", "/api/me", token, 401),  # over there, at once
        ("GET", "/api/me", ada.session, 200),
    ]
    for method, path, headers, status in rows:
        assert (await client.request(method, path, headers=headers)).status_code == status, (method, path)
    for _ in range(2):
        await sign_in(served, ada)
    ended = await client.delete("/api/me/sessions", headers=ada.session)
    assert ended.json() == {"ended": 2}
    left = (await client.get("/api/me/sessions", headers=ada.session)).json()
    assert [each["id"] for each in left["sessions"]] == [left["current"]]
    assert (await client.get("/api/me", headers=other_person.session)).status_code == 200


async def test_service_accounts(served: Served) -> None:
    client, name = served.client, new_id()
    ada = await person(served, organization=name)
    member = await person(served, organization=name, role="member")
    stranger = await person(served)
    made = {"name": "Nightly pipeline", "role": "member"}
    refusals: list[tuple[dict[str, str], dict[str, Any], int]] = [
        (member.session, made, 403),
        (ada.api, made, 403),
        (ada.session, made | {"role": "owner"}, 400),
        (ada.session, made | {"role": "admin"}, 400),
        (ada.session, made | {"name": " "}, 400),
    ]
    for headers, body, status in refusals:
        assert (await client.post("/api/service-accounts", json=body, headers=headers)).status_code == status, body
    answer = await client.post("/api/service-accounts", json=made, headers=ada.session)
    assert answer.status_code == 201, answer.text
    account = answer.json()["serviceAccount"]
    assert (await client.post("/api/service-accounts", json=made, headers=ada.session)).status_code == 409
    keys = f"/api/service-accounts/{account['id']}/keys"
    past = {"name": "CI", "expiresAt": "2001-01-01T00:00:00Z"}
    for headers, body, status in ((stranger.session, {"name": "CI"}, 404), (ada.session, past, 400)):
        assert (await client.post(keys, json=body, headers=headers)).status_code == status
    assert (
        await client.post(f"/api/service-accounts/{ada.user_id}/keys", json={"name": "x"}, headers=ada.session)
    ).status_code == 404  # a person is none
    minted = (await client.post(keys, json={"name": "CI"}, headers=ada.session)).json()
    bearer = {"Authorization": f"Bearer {minted['key']}"}
    me = (await client.get("/api/me", headers=bearer)).json()
    assert (me["user"]["name"], me["role"], me["organization"]["id"]) == ("Nightly pipeline", "member", ada.org_id)
    assert (await client.get("/api/projects", headers=bearer)).status_code == 200
    listed = (await client.get("/api/service-accounts", headers=ada.session)).json()["serviceAccounts"]
    assert [(each["name"], [key["name"] for key in each["keys"]]) for each in listed] == [("Nightly pipeline", ["CI"])]
    # it is nobody: no member, nobody to be asked, no way in
    people = (await client.get("/api/members", headers=ada.session)).json()["members"]
    assert account["id"] not in [each["userId"] for each in people]
    raised = await client.patch(f"/api/members/{account['id']}", json={"role": "owner"}, headers=ada.session)
    assert raised.status_code == 404
    for password in ("", PASSWORD):
        body = {"email": me["user"]["email"], "password": password}
        assert (await client.post("/api/session", json=body)).status_code == 401
    assert (await client.delete(f"/api/service-accounts/{account['id']}", headers=stranger.session)).status_code == 404
    assert (await client.delete(f"/api/service-accounts/{ada.user_id}", headers=ada.session)).status_code == 404
    assert (await client.delete(f"/api/service-accounts/{account['id']}", headers=ada.session)).status_code == 204
    assert (await client.get("/api/me", headers=bearer)).status_code == 401
    assert (await client.get("/api/service-accounts", headers=ada.session)).json()["serviceAccounts"] == []
    again = await client.post("/api/service-accounts", json=made, headers=ada.session)
    assert again.status_code == 201  # its name is free
