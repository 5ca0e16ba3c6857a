"""Environments carry credentials: who sees them (interfaces, Resources)."""

from __future__ import annotations

import base64
import json
from pathlib import Path

from qa_appliance.core.clock import utc_now
from qa_appliance.core.steps import MASK
from qa_appliance.store.tables import projects
from tests.api.conftest import Person, Served, person
from tests.authority import Authority

STAGING = {
    "name": "Staging", "baseUrl": "http://127.0.0.2/", "extraHeaders": {"X-Token": "planted-header"},
    "cookies": [{"name": "sid", "value": "planted-cookie"}],
}  # fmt: skip


async def test_viewers_see_the_names_of_headers_and_cookies_only(served: Served, ada: Person) -> None:
    path = f"/api/projects/{ada.project_id}/environments"
    made = await served.client.post(path, json=STAGING, headers=ada.session)
    assert (made.status_code, made.json()["environment"]) == (201, made.json()["environment"] | STAGING)
    row = await served.db.one("select name from organizations where id = ?", (ada.org_id,))
    assert row is not None
    viewer = await person(served, organization=row["name"], role="viewer")
    for headers in (viewer.api, viewer.session):
        listed = (await served.client.get(path, headers=headers)).json()["environments"]
        assert [each["extraHeaders"] for each in listed] == [{"X-Token": MASK}]
        assert [each["cookies"] for each in listed] == [[{"name": "sid", "value": MASK}]]
    listed = (await served.client.get(path, headers=ada.api)).json()
    assert listed == {"environments": [made.json()["environment"]]}


async def test_the_password_for_the_servers_own_question_is_seen_by_nobody(served: Served, ada: Person) -> None:
    path = f"/api/projects/{ada.project_id}/environments"
    for wrong in ({"username": "a:b", "password": "x"}, {"username": "a"}, {"username": "qa", "password": MASK}):
        refused = await served.client.post(path, json=STAGING | {"basicAuth": wrong}, headers=ada.session)
        assert refused.status_code == 400, wrong
    basic = {"username": "qa", "password": "planted-password"}
    made = await served.client.post(path, json=STAGING | {"basicAuth": basic}, headers=ada.session)
    environment = made.json()["environment"]
    assert environment["basicAuth"] == {"username": "qa", "password": MASK}
    change = {"basicAuth": {"username": "ops", "password": MASK}}
    changed = await served.client.patch(f"/api/environments/{environment['id']}", json=change, headers=ada.session)
    assert changed.json()["environment"]["basicAuth"] == change["basicAuth"]
    row = await served.db.one("select sealed from environments where id = ?", (environment["id"],))
    assert row is not None
    assert served.services.vault.unseal(row["sealed"])["basic_auth"] == basic | {"username": "ops"}
    gone = await served.client.patch(
        f"/api/environments/{environment['id']}", json={"basicAuth": None}, headers=ada.session
    )
    assert gone.json()["environment"]["basicAuth"] is None


KEYS = {"admin": "JBSWY3DPEHPK3PXP"}
WRONG_KEYS: list[tuple[dict[str, str], str]] = [
    ({"admin": "no key"}, "Base32"), ({"": "JBSWY3DPEHPK3PXP"}, "no name"), ({"a}": "JBSWY3DPEHPK3PXP"}, "no name"),
    ({"admin": MASK}, "nothing is stored"), ({"admin": "otpauth://hotp/a?secret=JBSWY3DPEHPK3PXP"}, "Base32"),
]  # fmt: skip


async def test_keys_of_authenticators_are_seen_by_nobody_and_kept_by_their_mask(served: Served, ada: Person) -> None:
    path = f"/api/projects/{ada.project_id}/environments"
    for keys, words in WRONG_KEYS:
        refused = await served.client.post(path, json=STAGING | {"authenticators": keys}, headers=ada.session)
        assert refused.status_code == 400
        assert words in refused.text
    made = await served.client.post(path, json=STAGING | {"authenticators": KEYS}, headers=ada.session)
    environment = made.json()["environment"]
    assert environment["authenticators"] == {"admin": MASK}
    one = f"/api/environments/{environment['id']}"
    changed = await served.client.patch(
        one, json={"authenticators": {"admin": MASK, "ops": "GEZDGNBVGY3TQOJQ"}}, headers=ada.session
    )
    assert changed.json()["environment"]["authenticators"] == {"admin": MASK, "ops": MASK}
    row = await served.db.one("select sealed from environments where id = ?", (environment["id"],))
    assert row is not None
    assert served.services.vault.unseal(row["sealed"])["authenticators"] == KEYS | {"ops": "GEZDGNBVGY3TQOJQ"}
    assert "JBSWY3DP" not in (await served.client.get(path, headers=ada.session)).text + changed.text + made.text


STATE = {
    "cookies": [{"name": "sid", "value": "planted", "domain": "shop.example", "path": "/", "expires": -1}],
    "origins": [{"origin": "https://shop.example", "localStorage": [{"name": "token", "value": "planted"}]}],
}  # fmt: skip


async def test_viewers_see_what_a_storage_state_names_only(served: Served, ada: Person) -> None:
    path = f"/api/projects/{ada.project_id}"
    changed = await served.client.patch(path, json={"storageState": STATE}, headers=ada.session)
    assert changed.json()["project"]["storageStateJson"] == STATE
    assert (await served.client.get(path, headers=ada.api)).json() == changed.json()
    row = await served.db.one("select name from organizations where id = ?", (ada.org_id,))
    assert row is not None
    viewer = await person(served, organization=row["name"], role="viewer")
    masked = json.loads(json.dumps(STATE).replace("planted", MASK))
    assert (await served.client.get(path, headers=viewer.api)).json()["project"]["storageStateJson"] == masked
    listed = (await served.client.get("/api/projects", headers=viewer.session)).json()["projects"]
    assert masked in [each["storageStateJson"] for each in listed]


async def test_what_a_change_leaves_out_stays(served: Served, ada: Person) -> None:
    path = f"/api/projects/{ada.project_id}/environments"
    made = (await served.client.post(path, json=STAGING, headers=ada.session)).json()["environment"]
    changes: list[dict[str, object]] = [
        {}, {"name": "Test"}, {"cookies": []}, {"extraHeaders": {"X-Other": "1"}}, {"baseUrl": "http://127.0.0.3/"},
    ]  # fmt: skip
    for change in changes:
        made |= change
        changed = await served.client.patch(f"/api/environments/{made['id']}", json=change, headers=ada.session)
        assert (changed.status_code, changed.json()["environment"]) == (200, made)


async def test_a_storage_state_nested_as_none_may_be_any_more_disturbs_no_list(served: Served, ada: Person) -> None:
    """One that was stored before bodies had a depth."""
    path, deep = f"/api/projects/{ada.project_id}", json.loads('{"a":' * 900 + '"x"' + "}" * 900)
    refused = await served.client.patch(path, json={"storageState": deep}, headers=ada.session)
    assert (refused.status_code, "nested too deeply" in refused.text) == (400, True)
    await projects.change(served.db, served.services.vault, ada.project_id, {"storage_state": deep}, utc_now())
    row = await served.db.one("select name from organizations where id = ?", (ada.org_id,))
    assert row is not None
    viewer = await person(served, organization=row["name"], role="viewer")
    for headers in (ada.session, viewer.api):
        listed = await served.client.get("/api/projects", headers=headers)
        assert listed.status_code == 200
        assert None in [each["storageStateJson"] for each in listed.json()["projects"]]
        assert (await served.client.get(path, headers=headers)).status_code == 200
    changed = await served.client.patch(path, json={"storageState": STATE}, headers=ada.session)
    assert changed.json()["project"]["storageStateJson"] == STATE


async def test_certificates_are_shown_by_their_names_and_the_key_to_nobody(
    served: Served, ada: Person, tmp_path: Path
) -> None:
    path, lab = f"/api/projects/{ada.project_id}/environments", Authority("Lab CA", tmp_path)
    chain, key = lab.issue("ada")
    pfx = base64.b64encode(lab.pfx("ada", "open-sesame")).decode()
    broken = "-----BEGIN CERTIFICATE-----\nMA==\n-----END CERTIFICATE-----\n"
    wrong: list[tuple[dict[str, object], str]] = [
        ({"authorities": "no"}, "no certificate in PEM"), ({"authorities": key}, "private key is not wanted"),
        ({"clientCertificate": {"pem": chain}}, "no private key"), ({"clientCertificate": {}}, "no private key"),
        ({"clientCertificate": {"pem": lab.pem + key}}, "does not belong"),
        ({"clientCertificate": {"pem": chain + key, "passphrase": "x"}}, "no passphrase"),
        ({"clientCertificate": {"pfx": pfx, "passphrase": "wrong"}}, "passphrase is wrong"),
        ({"clientCertificate": {"pfx": "?"}}, "Base64"),
        ({"clientCertificate": {"pem": chain + key, "origin": "http://a.example"}}, "https address"),
        ({"authorities": lab.pem * 101}, "There are 101 certificates"), ({"authorities": broken}, "in it is broken"),
        ({"clientCertificate": {"pfx": "MBkwFwYJKoZIhvcNAQUMMAoEAXMCBQCAAAAA"}}, "2,147,483,648 rounds"),
    ]  # fmt: skip
    for given, words in wrong:
        refused = await served.client.post(path, json=STAGING | given, headers=ada.session)
        assert (refused.status_code, words in refused.text) == (400, True), (given, refused.text)
        assert key.splitlines()[1] not in refused.text
    client = {"pfx": pfx, "passphrase": "open-sesame", "origin": "https://login.example.com"}
    sent = STAGING | {"authorities": lab.pem, "clientCertificate": client}
    made = await served.client.post(path, json=sent, headers=ada.session)
    environment = made.json()["environment"]
    assert [each["subject"] for each in environment["authorities"]] == ["Lab CA"]
    shown = environment["clientCertificate"]
    assert (shown["subject"], shown["issuer"], shown["origin"]) == ("ada", "Lab CA", "https://login.example.com")
    row = await served.db.one("select sealed from environments where id = ?", (environment["id"],))
    assert row is not None
    stored = served.services.vault.unseal(row["sealed"])["client_certificate"]
    assert "PRIVATE KEY" in stored["key"]
    kept = await served.client.patch(f"/api/environments/{environment['id']}", json={"name": "S"}, headers=ada.session)
    assert kept.json()["environment"] == environment | {"name": "S"}
    for answer in (made.text, kept.text, (await served.client.get(path, headers=ada.session)).text):
        assert "PRIVATE KEY" not in answer
    change = {"authorities": "", "clientCertificate": None}
    gone = await served.client.patch(f"/api/environments/{environment['id']}", json=change, headers=ada.session)
    assert (gone.json()["environment"]["authorities"], gone.json()["environment"]["clientCertificate"]) == ([], None)
