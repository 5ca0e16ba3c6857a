"""Set-up, sign-in, refresh, switch, sign-out, invitations, members (interfaces)."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from qa_appliance.api.http import peer
from qa_appliance.store.tables import members
from tests.api.conftest import PASSWORD, Person, Served, person, serve

OWNER = {"email": "Ada@Example.com ", "password": PASSWORD, "name": "Ada", "organizationName": "Analytical"}

SETUP_BODIES: list[tuple[dict[str, Any], str, str]] = [
    ({"email": "nobody"}, "email", "invalid_string"),
    ({"password": "short"}, "password", "too_small"),
    ({"organizationName": ""}, "organizationName", "too_small"),
    ({"name": 7}, "name", "invalid_type"),
]


async def test_set_up_happens_once_and_from_here(tmp_path: Path) -> None:
    async with serve(tmp_path) as served:
        post = served.client.post
        assert (await served.client.get("/api/setup")).json() == {"needsSetup": True}
        for changes, field, code in SETUP_BODIES:
            answer = await post("/api/setup", json=OWNER | changes)
            assert [(each["path"], each["code"]) for each in answer.json()["issues"]] == [([field], code)]
        rows: list[tuple[dict[str, str], dict[str, str], int]] = [
            ({"Origin": "https://evil.example"}, {}, 403),  # a page somewhere else
            ({"Host": "evil.example"}, {}, 403),  # a name that was bound to this machine
            ({"X-Forwarded-For": "1.1.1.1"}, {}, 403),  # a proxy in between
            ({"X-Forwarded-For": "1.1.1.1"}, {"setupToken": "wrong"}, 403),
            ({"X-Forwarded-Host": "qa.example"}, {}, 403),
            ({"Via": "1.1 proxy"}, {}, 403),
            ({"Host": "203.0.113.5"}, {}, 403),  # what a proxy that keeps the name was called by
        ]
        for headers, extra, status in rows:
            assert (await post("/api/setup", json=OWNER | extra, headers=headers)).status_code == status
        assert (await served.client.get("/api/setup")).json() == {"needsSetup": True}
        answers = await asyncio.gather(*(post("/api/setup", json=OWNER) for _ in range(3)))
        assert sorted(each.status_code for each in answers) == [201, 409, 409]
        done = next(each for each in answers if each.status_code == 201).json()
        assert set(done) >= {"token", "expiresAt", "user", "organization"}
        assert (done["user"]["email"], done["organization"]["name"]) == ("ada@example.com", "Analytical")
        assert (await served.client.get("/api/setup")).json() == {"needsSetup": False}
        me = await served.client.get("/api/me", headers={"Authorization": f"Bearer {done['token']}"})
        assert me.json()["role"] == "owner"


SILENT = [
    ("1.0", False),  # as nginx speaks to what is behind it unless told otherwise
    pytest.param("1.1", True, marks=pytest.mark.skipif(os.geteuid() != 0, reason="only root gives a socket away")),
]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system does not tell whose a connection is")
@pytest.mark.parametrize(("version", "of_another_user"), SILENT)
async def test_a_proxy_on_this_machine_that_says_nothing_of_itself_sets_nothing_up(
    tmp_path: Path, version: str, of_another_user: bool
) -> None:
    body = json.dumps(OWNER).encode()
    async with serve(tmp_path) as served:
        port = served.client.base_url.port
        assert port is not None
        with socket.create_connection(("127.0.0.1", port)) as proxy:
            if of_another_user:
                os.fchown(proxy.fileno(), 65534, -1)
            lines = f"POST /api/setup HTTP/{version}\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n"
            head = f"{lines}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
            reader, writer = await asyncio.open_connection(sock=proxy)
            writer.write(head.encode() + body)
            answer = (await reader.read()).decode()
            writer.close()
        assert " 403 " in answer.splitlines()[0]
        assert "setupToken" in answer
        assert (await served.client.get("/api/setup")).json() == {"needsSetup": True}


async def test_a_proxy_that_is_named_is_never_taken_for_its_own_machine(tmp_path: Path) -> None:
    async with serve(tmp_path, trusted_proxies=("127.0.0.1",)) as served:
        assert (await served.client.post("/api/setup", json=OWNER)).status_code == 403
        assert (await served.client.get("/metrics")).status_code == 401


async def test_another_machine_needs_the_setup_token(tmp_path: Path) -> None:
    async with serve(tmp_path) as served:
        body = OWNER | {"setupToken": "let-me-in"}
        answer = await served.client.post("/api/setup", json=body, headers={"X-Forwarded-For": "1.1.1.1"})
        assert answer.status_code == 201


async def test_what_holds_a_token_is_kept_by_no_cache(served: Served, ada: Person) -> None:
    client = served.client
    answers = [
        await client.post("/api/session", json={"email": ada.email, "password": PASSWORD}),
        await client.post("/api/session/refresh"),
        await client.post("/api/session/organization", json={"organizationId": ada.org_id}, headers=ada.session),
        await client.post("/api/keys", json={"name": "k"}, headers=ada.session),
        await client.post("/api/members", json={"email": "n@n.example", "role": "viewer"}, headers=ada.session),
        await client.get(f"/api/projects/{ada.project_id}/environments", headers=ada.session),
        await client.get("/api/me", headers=ada.api),
    ]
    assert [(each.status_code < 300, each.headers["cache-control"]) for each in answers] == [(True, "no-store")] * 7
    client.cookies.clear()


async def test_sign_in(served: Served, ada: Person) -> None:
    post = served.client.post
    for body in (
        {"email": ada.email, "password": "wrong horse"},
        {"email": "nobody@example.com", "password": PASSWORD},
        {"email": "", "password": ""},
    ):
        answer = await post("/api/session", json=body)
        assert (answer.status_code, answer.json()) == (401, {"error": "Wrong email or password"})
        assert "set-cookie" not in answer.headers
        assert answer.headers["cache-control"] == "no-store"
    good = {"email": ada.email.upper(), "password": PASSWORD}
    elsewhere = await person(served)
    assert (await post("/api/session", json=good | {"organizationId": elsewhere.org_id})).status_code == 404
    answer = await post("/api/session", json=good)
    assert answer.status_code == 200
    assert set(answer.json()) == {"token", "expiresAt", "user", "organization", "role", "organizations"}
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=strict" in cookie.lower()
    assert "Path=/api/session" in cookie


async def test_a_way_in_opens_once_and_from_no_other_site(served: Served, ada: Person) -> None:
    client, post = served.client, served.client.post
    entry = {"entry": served.services.entries.issue(ada.user_id, ada.org_id)}
    client.cookies.clear()
    for body, headers, status in (
        ({"entry": ""}, {}, 401),
        ({"entry": entry["entry"][:-1]}, {}, 401),
        (entry, {"Origin": "https://evil.example"}, 403),
    ):
        answer = await post("/api/session/entry", json=body, headers=headers)
        assert (answer.status_code, "set-cookie" in answer.headers) == (status, False)
    answer = await post("/api/session/entry", json=entry)
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    headers = {"Authorization": f"Bearer {answer.json()['token']}"}
    assert (await client.get("/api/me", headers=headers)).json()["user"]["email"] == ada.email
    assert (await client.post("/api/session/refresh")).status_code == 200
    assert (await post("/api/session/entry", json=entry)).status_code == 401
    client.cookies.clear()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells whose a connection is")
@pytest.mark.parametrize(("user", "status"), [(4242, 403), (os.geteuid(), 200), (0, 200), (None, 200)])
async def test_a_way_in_is_not_for_other_users_of_the_machine(
    served: Served, ada: Person, monkeypatch: pytest.MonkeyPatch, user: int | None, status: int
) -> None:
    """What is on a browser's command line is read by all of them. Who cannot be told is let in, as is root."""
    monkeypatch.setattr(peer, "_opened_by", lambda scope: user)
    monkeypatch.setattr(peer.Peers, "direct", lambda self, scope: True)
    entry = {"entry": served.services.entries.issue(ada.user_id, ada.org_id)}
    served.client.cookies.clear()
    answer = await served.client.post("/api/session/entry", json=entry)
    assert (answer.status_code, "set-cookie" in answer.headers) == (status, status == 200)
    monkeypatch.setattr(peer, "_opened_by", lambda scope: os.geteuid())
    answer = await served.client.post("/api/session/entry", json=entry)
    assert answer.status_code == (200 if status == 403 else 401)  # a refusal has not used it up
    served.client.cookies.clear()


async def test_the_operator_says_how_long_one_stays_signed_in(tmp_path: Path) -> None:
    async with serve(tmp_path, signed_in_for=timedelta(days=1)) as served:
        client, ada = served.client, await person(served)
        signed_in = await client.post("/api/session", json={"email": ada.email, "password": PASSWORD})
        assert "Max-Age=86400" in signed_in.headers["set-cookie"]
        served.clock.ahead = timedelta(hours=23)
        refreshed = await client.post("/api/session/refresh")
        headers = {"Authorization": f"Bearer {refreshed.json()['token']}"}
        assert (await client.get("/api/me", headers=headers)).status_code == 200
        served.clock.ahead = timedelta(hours=25)
        assert (await client.post("/api/session/refresh")).status_code == 401
        assert (await client.get("/api/me", headers=headers)).status_code == 401


async def test_the_cookie_refreshes_and_opens_nothing_else(served: Served, ada: Person) -> None:
    client = served.client
    client.cookies.clear()
    assert (await client.post("/api/session/refresh")).status_code == 401
    signed_in = await client.post("/api/session", json={"email": ada.email, "password": PASSWORD})
    assert (await client.get("/api/me")).status_code == 401
    other = await client.post("/api/session/refresh", headers={"Origin": "https://evil.example"})
    assert other.status_code == 403
    answer = await client.post("/api/session/refresh")
    assert answer.status_code == 200
    headers = {"Authorization": f"Bearer {answer.json()['token']}"}
    assert (await client.get("/api/me", headers=headers)).status_code == 200
    served.clock.ahead = timedelta(hours=13)
    assert (await client.get("/api/me", headers=headers)).status_code == 401
    assert (await client.post("/api/session/refresh")).status_code == 200
    served.clock.ahead = timedelta(days=31)
    assert (await client.post("/api/session/refresh")).status_code == 401
    served.clock.ahead = timedelta()
    kept = dict(client.cookies)
    assert (await client.delete("/api/session", headers=headers)).status_code == 204
    for token in (headers["Authorization"], f"Bearer {signed_in.json()['token']}"):
        assert (await client.get("/api/me", headers={"Authorization": token})).json()["error"] == "Invalid token"
    client.cookies.update(kept)
    assert (await client.post("/api/session/refresh")).status_code == 401
    client.cookies.clear()


async def test_switching_organizations(served: Served, ada: Person) -> None:
    there, stranger = await person(served, ada.email, role="viewer"), await person(served)
    for organization, status in ((stranger.org_id, 404), ("x", 400), (there.org_id, 200)):
        body = {"organizationId": organization}
        answer = await served.client.post("/api/session/organization", json=body, headers=ada.session)
        assert answer.status_code == status
    switched = {"Authorization": f"Bearer {answer.json()['token']}"}
    assert (answer.json()["role"], len(answer.json()["organizations"])) == ("viewer", 2)
    assert (await served.client.get("/api/me", headers=switched)).json()["organization"]["id"] == there.org_id
    assert (await served.client.get("/api/me", headers=ada.session)).json()["organization"]["id"] == ada.org_id
    back = await served.client.post("/api/session/organization", json={"organizationId": ada.org_id}, headers=switched)
    assert back.status_code == 200  # a viewer may leave
    assert (await served.client.delete("/api/session", headers=switched)).status_code == 204


async def test_invitations(served: Served, ada: Person) -> None:
    client = served.client
    body = {"email": "New@Example.com", "role": "member"}
    added = await client.post("/api/members", json=body, headers=ada.session)
    assert added.status_code == 201
    assert added.json()["member"] == {
        "userId": None, "email": "new@example.com", "name": "new@example.com", "role": "member",
    }  # fmt: skip
    invitation = added.json()["invitation"]
    assert invitation["url"] == f"{served.url}/invitations/{invitation['token']}"
    assert len((await client.get("/api/members", headers=ada.session)).json()["members"]) == 1
    path = f"/api/invitations/{invitation['token']}"
    assert (await client.post("/api/invitations/unknown", json={"password": PASSWORD})).status_code == 404
    assert (await client.post(path, json={"password": "short"})).status_code == 400
    served.clock.ahead = timedelta(days=8)
    assert (await client.post(path, json={"password": PASSWORD})).status_code == 404
    served.clock.ahead = timedelta()
    answers = await asyncio.gather(*(client.post(path, json={"password": PASSWORD, "name": "New"}) for _ in range(3)))
    joined = [each for each in answers if each.status_code == 201]
    assert len(joined) == 1
    assert joined[0].json()["organization"]["id"] == ada.org_id
    assert (await client.post(path, json={"password": PASSWORD})).status_code == 404
    known = await client.post("/api/members", json=body, headers=(await person(served)).session)
    assert known.json()["invitation"] is None
    client.cookies.clear()


async def test_who_may_not_withdraw_an_invitation(served: Served, ada: Person) -> None:
    client = served.client
    row = await served.db.one("select name from organizations where id = ?", (ada.org_id,))
    assert row is not None
    admin = await person(served, organization=row["name"], role="admin")
    member = await person(served, organization=row["name"], role="member")
    stranger = await person(served)
    body = {"email": f"boss-{ada.org_id}@example.com", "role": "owner"}
    link = (await client.post("/api/members", json=body, headers=ada.session)).json()["invitation"]["token"]
    (open_one,) = (await client.get("/api/members/invitations", headers=admin.session)).json()["invitations"]
    path = f"/api/members/invitations/{open_one['id']}"
    rows: list[tuple[dict[str, str], int]] = [
        ({}, 401), (ada.api, 403), (member.session, 403), (stranger.session, 404), (admin.session, 403),
    ]  # fmt: skip
    for headers, status in rows:
        assert (await client.delete(path, headers=headers)).status_code == status
    assert (await client.get("/api/members/invitations", headers=member.session)).status_code == 403
    lesser = {"email": body["email"], "role": "viewer"}  # would end an owner's link
    assert (await client.post("/api/members", json=lesser, headers=admin.session)).status_code == 403
    assert (await client.delete("/api/members/invitations/unknown", headers=ada.session)).status_code == 404
    assert (await client.post(f"/api/invitations/{link}", json={"password": PASSWORD})).status_code == 201
    assert (await client.delete(path, headers=ada.session)).status_code == 404  # it was accepted
    client.cookies.clear()


async def test_invitations_are_listed_renewed_and_withdrawn(served: Served, ada: Person) -> None:
    client, email = served.client, f"new-{ada.org_id}@example.com"
    links = []
    for role in ("viewer", "member"):
        added = await client.post("/api/members", json={"email": email, "role": role}, headers=ada.session)
        links.append(f"/api/invitations/{added.json()['invitation']['token']}")
    answer = await client.get("/api/members/invitations", headers=ada.session)
    (listed,) = answer.json()["invitations"]  # the second link took the place of the first
    assert (listed["email"], listed["role"]) == (email, "member")
    assert not any(link.rsplit("/", 1)[1] in answer.text for link in links)
    assert (await client.post(links[0], json={"password": PASSWORD})).status_code == 404
    path = f"/api/members/invitations/{listed['id']}"
    assert (await client.delete(path, headers=ada.session)).status_code == 204
    assert (await client.delete(path, headers=ada.session)).status_code == 404
    assert (await client.post(links[1], json={"password": PASSWORD})).status_code == 404
    assert (await client.get("/api/members/invitations", headers=ada.session)).json() == {"invitations": []}
    newest = (await client.get("/api/audit", headers=ada.session)).json()["entries"][0]
    assert (newest["action"], newest["subject"]) == ("invitation.withdrawn", email)
    await client.post("/api/members", json={"email": email, "role": "viewer"}, headers=ada.session)
    for days, count in ((6, 1), (8, 0)):
        assert len(await members.invited(served.db, ada.org_id, served.clock() + timedelta(days=days))) == count


async def test_an_invitation_does_not_open_an_account_made_meanwhile(served: Served, ada: Person) -> None:
    email = f"twice-{ada.org_id}@example.com"
    links = []
    for who in (ada, await person(served)):
        added = await served.client.post("/api/members", json={"email": email, "role": "viewer"}, headers=who.session)
        links.append(f"/api/invitations/{added.json()['invitation']['token']}")
    assert (await served.client.post(links[0], json={"password": PASSWORD})).status_code == 201
    assert (await served.client.post(links[1], json={"password": "another password"})).status_code == 401
    assert (await served.client.post(links[1], json={"password": PASSWORD})).status_code == 201
    served.client.cookies.clear()


async def test_members(served: Served, ada: Person) -> None:
    client = served.client
    row = await served.db.one("select name from organizations where id = ?", (ada.org_id,))
    assert row is not None
    admin, member, viewer = [
        await person(served, organization=row["name"], role=role) for role in ("admin", "member", "viewer")
    ]

    async def change(who: Person, whom: Person, role: str) -> int:
        body = {"role": role}
        return (await client.patch(f"/api/members/{whom.user_id}", json=body, headers=who.session)).status_code

    async def remove(who: Person, whom: Person) -> int:
        return (await client.delete(f"/api/members/{whom.user_id}", headers=who.session)).status_code

    assert await change(ada, ada, "admin") == 409  # the last owner
    assert await remove(ada, ada) == 409
    assert await change(admin, admin, "owner") == 403
    assert await change(admin, ada, "member") == 403
    assert await remove(admin, ada) == 403
    assert await change(member, member, "admin") == 403
    assert await change(ada, await person(served), "member") == 404
    assert await change(ada, member, "emperor") == 400
    for who, status in ((admin, 200), (member, 403), (viewer, 403)):
        assert (await client.get("/api/members", headers=who.session)).status_code == status
    body = {"email": member.email, "role": "member"}
    assert (await client.post("/api/members", json=body, headers=ada.session)).status_code == 409
    assert await change(admin, viewer, "member") == 200
    assert await change(ada, admin, "owner") == 200
    assert await remove(admin, ada) == 204
    assert (await client.get("/api/me", headers=ada.api)).status_code == 401
    listed = (await client.get("/api/members", headers=admin.session)).json()["members"]
    assert [(each["userId"], each["role"]) for each in listed] == [
        (admin.user_id, "owner"), (member.user_id, "member"), (viewer.user_id, "member"),
    ]  # fmt: skip


KEYS: list[tuple[dict[str, Any], list[Any], str]] = [
    ({}, ["name"], "invalid_type"), ({"name": ""}, ["name"], "too_small"), ({"name": "  "}, ["name"], "too_small"),
    ({"name": "x" * 81}, ["name"], "too_big"), ({"name": 1}, ["name"], "invalid_type"),
    ({"name": "a\0"}, ["name"], "invalid_string"),
    ({"name": "x", "expiresAt": "soon"}, ["expiresAt"], "invalid_string"),
    ({"name": "x", "expiresAt": "2" * 81}, ["expiresAt"], "too_big"),
    ({"name": "x", "expiresAt": True}, ["expiresAt"], "invalid_type"),
    ({"name": "x", "expiresAt": 1.5}, ["expiresAt"], "invalid_type"),
    ({"name": "x", "expiresAt": []}, ["expiresAt"], "invalid_type"),
    ({"name": "x", "expiresAt": 0}, ["expiresAt"], "too_small"),
    ({"name": "x", "expiresAt": -5}, ["expiresAt"], "too_small"),
    ({"name": "x", "expiresAt": 10**30}, ["expiresAt"], "invalid_string"),
    ({"name": "x", "expiresAt": 1}, ["expiresAt"], "custom"),
    ({"name": "x", "expiresAt": "2020-01-01T00:00:00Z"}, ["expiresAt"], "custom"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "path", "code"), KEYS)
async def test_wrong_keys(served: Served, ada: Person, body: dict[str, Any], path: list[Any], code: str) -> None:
    answer = await served.client.post("/api/keys", json=body, headers=ada.session)
    assert answer.status_code == 400
    assert [(each["path"], each["code"]) for each in answer.json()["issues"]] == [(path, code)]
    assert len((await served.client.get("/api/keys", headers=ada.session)).json()["keys"]) == 1


EXPIRIES = [None, "2099-01-01", "2099-01-01T00:00:00Z", "2099-01-01T00:00:00.123+02:00", 4_070_908_800_000]


@pytest.mark.parametrize("expires", EXPIRIES)
async def test_a_key_is_shown_once(served: Served, ada: Person, expires: Any) -> None:
    body = {"name": "  CI  ", "expiresAt": expires}
    answer = await served.client.post("/api/keys", json=body, headers=ada.session)
    assert answer.status_code == 201
    minted = answer.json()
    assert set(minted) == {"id", "name", "prefix", "key", "createdAt"}
    assert minted["name"] == "CI"
    assert minted["key"].startswith(minted["prefix"])
    assert (len(minted["key"]), len(minted["prefix"])) == (len("tst_live_") + 32, 16)
    listed = await served.client.get("/api/keys", headers={"Authorization": f"Bearer {minted['key']}"})
    assert minted["key"] not in listed.text
    row = await served.db.one("select * from api_keys where id = ?", (minted["id"],))
    assert row is not None
    assert minted["key"] not in repr(tuple(row))
    assert (row["expires_at"] is None) == (expires is None)


async def test_only_owners_and_admins_revoke_the_keys_of_others(served: Served, ada: Person) -> None:
    row = await served.db.one("select name from organizations where id = ?", (ada.org_id,))
    assert row is not None
    member = await person(served, organization=row["name"], role="member")
    client = served.client
    (theirs,) = (await client.get("/api/keys", headers=member.api)).json()["keys"]
    every = (await client.get("/api/keys", headers=ada.api)).json()["keys"]
    assert len(every) == 2
    others = next(each["id"] for each in every if each["id"] != theirs["id"])
    stranger = await person(served)
    for who in (member, stranger):
        assert (await client.delete(f"/api/keys/{others}", headers=who.api)).status_code == 404
    assert (await client.get("/api/me", headers=ada.api)).status_code == 200
    assert (await client.delete(f"/api/keys/{theirs['id']}", headers=ada.api)).status_code == 204
    assert (await client.delete(f"/api/keys/{theirs['id']}", headers=ada.api)).status_code == 404
    assert (await client.get("/api/me", headers=member.api)).status_code == 401
