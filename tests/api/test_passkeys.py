"""Passkeys: added, named, removed, signed in with. Refusals first; the authenticator is one of our own."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Literal

import httpx
import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from fido2.cose import ES256
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import Aaguid, AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

from qa_appliance.passkeys.ceremony import handle_of
from qa_appliance.store.tables import accounts
from tests.api.conftest import PASSWORD, Person, Served, person, serve
from tests.api.test_own_accounts import code, turned_on

MINE, SESSION = "/api/me/passkeys", "/api/session/passkey"
ORIGIN = "https://qa.lab"
AT = {"Host": "qa.lab", "Origin": ORIGIN, "X-Forwarded-Proto": "https"}
FLAG = AuthenticatorData.FLAG
SURE = FLAG.UP | FLAG.UV
Kind = Literal["webauthn.create", "webauthn.get"]


class Authenticator:
    """One passkey, made at once. What is wrong about an answer is passed in."""

    def __init__(self, name: bytes = b"one", counter: int = 1) -> None:
        self.key, self.id, self.counter = ec.generate_private_key(ec.SECP256R1()), name * 8, counter

    def data(self, host: str, flags: FLAG, credential: bytes = b"") -> AuthenticatorData:
        made: AuthenticatorData = AuthenticatorData.create(
            hashlib.sha256(host.encode()).digest(), flags, self.counter, credential
        )
        return made

    def made(
        self, options: dict[str, object], *, origin: str = ORIGIN, host: str = "qa.lab", flags: FLAG = SURE,
        kind: Kind = "webauthn.create", named: bytes = b"",
    ) -> dict[str, object]:  # fmt: skip
        at = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: at.x.to_bytes(32, "big"), -3: at.y.to_bytes(32, "big")}  # RFC 9053
        key = AttestedCredentialData.create(Aaguid(b"\0" * 16), self.id, ES256(public))
        data = self.data(host, flags | FLAG.AT, key)
        client = CollectedClientData.create(kind, websafe_decode(str(options["challenge"])), origin)
        return {
            "name": " Telephone ",
            "id": websafe_encode(named or self.id),
            "clientDataJson": websafe_encode(client),
            "attestationObject": websafe_encode(AttestationObject.create("none", data, {})),
        }

    def signed(
        self, options: dict[str, object], *, origin: str = ORIGIN, host: str = "qa.lab", flags: FLAG = SURE,
        kind: Kind = "webauthn.get", whose: str = "", by: ec.EllipticCurvePrivateKey | None = None,
    ) -> dict[str, object]:  # fmt: skip
        data = self.data(host, flags)
        client = CollectedClientData.create(kind, websafe_decode(str(options["challenge"])), origin)
        signature = (by or self.key).sign(data + client.hash, ec.ECDSA(SHA256()))
        answer: dict[str, object] = {
            "id": websafe_encode(self.id),
            "clientDataJson": websafe_encode(client),
            "authenticatorData": websafe_encode(data),
            "signature": websafe_encode(signature),
        }
        return answer | ({"userHandle": handle_of(whose)} if whose else {})


async def asked(served: Served, who: Person | None, **more: str) -> dict[str, object]:
    """What a browser is asked for, to add a passkey or to sign in."""
    if who is None:
        answer = await served.client.post(f"{SESSION}/options", headers=AT)
    else:
        body = {"password": PASSWORD} | more
        answer = await served.client.post(f"{MINE}/options", json=body, headers=who.session | AT)
    assert answer.status_code == 200, answer.text
    options: dict[str, object] = answer.json()["options"]
    return options


async def add(served: Served, who: Person, body: dict[str, object]) -> httpx.Response:
    return await served.client.post(MINE, json=body, headers=who.session | AT)


async def enter(served: Served, body: dict[str, object], **headers: str) -> httpx.Response:
    answer = await served.client.post(SESSION, json=body, headers=AT | headers)
    served.client.cookies.clear()
    return answer


@pytest.fixture(scope="module")
async def served(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Served]:
    """Behind a proxy that speaks https for it."""
    async with serve(tmp_path_factory.mktemp("served"), trusted_proxies=("127.0.0.1",)) as served:
        yield served


@pytest.fixture
async def ada(served: Served) -> Person:
    return await person(served)


@pytest.fixture
async def bob(served: Served) -> Person:
    return await person(served)


@pytest.fixture
async def passkey(served: Served, ada: Person) -> Authenticator:
    made = Authenticator(ada.user_id[:4].encode())
    answer = await add(served, ada, made.made(await asked(served, ada)))
    assert answer.status_code == 201, answer.text
    return made


async def test_an_open_session_alone_adds_no_passkey(served: Served, ada: Person) -> None:
    post = served.client.post
    refused = await post(f"{MINE}/options", json={"password": "wrong horse"}, headers=ada.session | AT)
    assert (refused.status_code, refused.json()["issues"][0]["path"]) == (400, ["password"])
    assert (await post(f"{MINE}/options", json={"password": PASSWORD}, headers=ada.api | AT)).status_code == 403
    for headers in ({"Host": "10.1.2.3"}, {"Host": "[::1]:8700"}, {"Host": "["}, {"Host": "qa.lab"}):
        origin = {"Origin": f"http://{headers['Host']}"}  # an address, or nothing that is encrypted
        refused = await post(f"{MINE}/options", json={"password": PASSWORD}, headers=ada.session | headers | origin)
        assert (refused.status_code, refused.json()["code"]) == (409, "passkeys_take_a_name"), headers
    key, recovery = await turned_on(served, ada)
    for given in ({}, {"code": "123"}, {"code": code(served, key, 5)}):
        body = {"password": PASSWORD} | given
        refused = await post(f"{MINE}/options", json=body, headers=ada.session | AT)
        assert (refused.status_code, refused.json()["issues"][0]["path"]) == (400, ["code"]), given
    options = await asked(served, ada, code=recovery[0])
    assert (options["rp"], options["authenticatorSelection"]) == (
        {"id": "qa.lab", "name": "QA Appliance"},
        {"residentKey": "required", "requireResidentKey": True, "userVerification": "required"},
    )


async def test_what_does_not_prove_that_it_was_made_here_is_not_added(served: Served, ada: Person, bob: Person) -> None:
    one, options = Authenticator(), await asked(served, ada)
    wrong: list[dict[str, object]] = [
        one.made(options, origin="https://evil.example"),
        one.made(options, origin="http://qa.lab"),
        one.made(options, origin="https://qa.lab:8443"),
        one.made(options, host="evil.example"),
        one.made(options, flags=FLAG.UP),  # nobody was verified
        one.made(options, flags=FLAG.UV),
        one.made(options, kind="webauthn.get"),
        one.made(options, named=b"another"),
        one.made(options | {"challenge": websafe_encode(b"x" * 56)}),
        one.made(options | {"challenge": websafe_encode(b"x" * 16)}),
        one.made(await asked(served, bob)),  # what somebody else was asked
        one.made(await asked(served, None)),  # what was asked to sign in
        one.made(options) | {"attestationObject": "AAAA"},
        one.made(options) | {"clientDataJson": websafe_encode(b"[1]")},
        one.made(options) | {"clientDataJson": websafe_encode(b'{"challenge": 1}')},
        one.made(options) | {"clientDataJson": "A"},
        one.made(options) | {"attestationObject": websafe_encode(b"\xa1\x63fmt\x64none")},
        one.made(options) | {"id": "%"},
        one.made(options) | {"name": "  "},
        {"name": "x", "id": "AAAA"},
    ]
    for body in wrong:
        refused = await add(served, ada, body)
        assert refused.status_code == 400, (body, refused.text)
    served.clock.ahead += timedelta(minutes=6)
    try:
        refused = await add(served, ada, one.made(options))
        assert (refused.status_code, refused.json()["issues"][0]["message"]) == (400, "That took too long. Try again.")
    finally:
        served.clock.ahead -= timedelta(minutes=6)
    assert (await add(served, ada, one.made(options))).status_code == 201
    assert (await add(served, ada, one.made(options))).status_code == 400  # it was used
    again = await add(served, bob, one.made(await asked(served, bob)))
    assert (again.status_code, again.json()["error"]) == (409, "This passkey is known here already.")
    listed = (await served.client.get(MINE, headers=bob.session)).json()["passkeys"]
    assert listed == []


async def test_nobody_comes_in_by_a_passkey_that_proves_nothing(
    served: Served, ada: Person, bob: Person, passkey: Authenticator
) -> None:
    options = await asked(served, None)
    assert (options["rpId"], options["userVerification"], options.get("allowCredentials")) == (
        "qa.lab", "required", None,
    )  # fmt: skip
    passkey.counter = 5
    wrong: list[dict[str, object]] = [
        passkey.signed(options, origin="https://evil.example"),
        passkey.signed(options, origin="http://qa.lab"),
        passkey.signed(options, host="evil.example"),
        passkey.signed(options, flags=FLAG.UP),
        passkey.signed(options, flags=FLAG.UV),
        passkey.signed(options, kind="webauthn.create"),
        passkey.signed(options, by=Authenticator().key),
        passkey.signed(options, whose=bob.user_id),  # another's key than it says
        passkey.signed(options) | {"authenticatorData": websafe_encode(passkey.data("qa.lab", FLAG.UP | FLAG.UV)[:-1])},
        passkey.signed(options) | {"signature": "AAAA"},
        passkey.signed(options) | {"id": websafe_encode(b"nobody's")},
        passkey.signed(options) | {"clientDataJson": "AAAA"},
        {"id": websafe_encode(passkey.id)},
    ]
    for at, body in enumerate(wrong):
        refused = await enter(served, body, **{"X-Forwarded-For": f"10.9.{at}.1"})
        assert (refused.status_code, refused.json()["code"]) == (401, "passkey_refused"), (at, refused.text)
        assert "set-cookie" not in refused.headers
    late = [
        passkey.signed(options | {"challenge": websafe_encode(b"x" * 56)}),  # of nobody
        passkey.signed(await asked(served, ada)),  # asked for another purpose
    ]
    for body in late:
        refused = await enter(served, body)
        assert (refused.status_code, refused.json()["code"]) == (401, "passkey_late")
    other_site = await enter(served, passkey.signed(options), Origin="https://evil.example")
    assert other_site.status_code == 403
    served.clock.ahead += timedelta(minutes=6)
    try:
        refused = await enter(served, passkey.signed(options))
        assert (refused.status_code, refused.json()["error"]) == (401, "That took too long. Try again.")
    finally:
        served.clock.ahead -= timedelta(minutes=6)
    body = passkey.signed(options, whose=ada.user_id)
    assert (await enter(served, body)).status_code == 200
    replayed = await enter(served, body)
    assert (replayed.status_code, replayed.json()["error"]) == (401, "It was used before. Try again.")


async def test_a_copy_whose_counter_is_behind_does_not_come_in_and_is_noted(
    served: Served, ada: Person, passkey: Authenticator
) -> None:
    for counter, status in ((1, 401), (7, 200), (7, 401), (6, 401), (0, 401), (8, 200)):
        passkey.counter = counter
        answer = await enter(served, passkey.signed(await asked(served, None)))
        assert answer.status_code == status, counter
    entries = (await served.client.get("/api/audit", headers=ada.session)).json()["entries"]
    assert sum(entry["action"] == "passkey.refused" for entry in entries) == 4
    counts_nothing = Authenticator(b"none", counter=0)  # as those that are kept in an account of their maker
    await add(served, ada, counts_nothing.made(await asked(served, ada)))
    for _ in range(2):
        assert (await enter(served, counts_nothing.signed(await asked(served, None)))).status_code == 200


async def test_signing_in_naming_and_removing(served: Served, ada: Person, bob: Person, passkey: Authenticator) -> None:
    await turned_on(served, ada)  # the second step stands beside the password alone
    passkey.counter = 2
    answer = await enter(served, passkey.signed(await asked(served, None), whose=ada.user_id))
    assert (answer.status_code, answer.json()["user"]["email"]) == (200, ada.email)
    [listed] = (await served.client.get(MINE, headers=ada.session)).json()["passkeys"]
    assert (listed["name"], listed["host"], bool(listed["usedAt"])) == ("Telephone", "qa.lab", True)
    mine, request = f"{MINE}/{listed['id']}", served.client.request
    assert (await request("PATCH", mine, json={"name": "Mine"}, headers=bob.session)).status_code == 404
    assert (await request("DELETE", mine, headers=bob.session)).status_code == 404
    assert (await request("PATCH", mine, json={"name": " "}, headers=ada.session)).status_code == 400
    assert (await request("PATCH", mine, json={"name": "Key ring"}, headers=ada.session)).status_code == 204
    options = await asked(served, None)
    assert (await request("DELETE", mine, headers=ada.session)).status_code == 204
    passkey.counter = 3
    assert (await enter(served, passkey.signed(options))).status_code == 401  # removed meanwhile
    entries = (await served.client.get("/api/audit", headers=ada.session)).json()["entries"]
    noted = {entry["action"]: entry["details"] for entry in entries}
    assert noted["session.opened"] == {"passkey": "Telephone"}
    assert noted["passkey.added"] == {"name": "Telephone"}
    assert noted["passkey.renamed"] == {"name": "Key ring"}
    assert "passkey.removed" in noted
    assert msgspec.json.encode(noted).find(passkey.id) == -1


async def test_a_password_that_an_operator_resets_takes_the_passkeys(
    served: Served, ada: Person, passkey: Authenticator
) -> None:
    passkey.counter = 2
    options = await asked(served, None)
    await accounts.set_password(served.db, ada.email, "x", served.clock())
    assert (await enter(served, passkey.signed(options))).json()["code"] == "passkey_refused"
