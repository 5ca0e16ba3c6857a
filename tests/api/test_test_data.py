"""What a project's tests may take for granted: who changes it, what is refused, and that secrets are answered to nobody
(interfaces, Resources)."""

from __future__ import annotations

from typing import Any

import pytest

from qa_appliance.core.clock import new_id, utc_now
from qa_appliance.core.steps import MASK
from qa_appliance.core.test_data.project import Account, ProjectData
from qa_appliance.store.tables.run_requests import run_request
from qa_appliance.store.tables.test_data import pages
from tests.api.conftest import Person, Served, person
from tests.conftest import given

ADMIN = {"name": "admin", "role": "administrator", "user": "ada@example.com", "password": "planted-password"}
PLACE = {"name": "Staging", "baseUrl": "http://127.0.0.2:9/"}
PEOPLE: dict[str, Any] = {"name": "People", "columns": ["name", "First city"], "rows": [["Ann", "Bonn"], ["Ben", ""]]}


async def post(served: Served, who: Person, path: str, body: Any, status: int = 201) -> Any:
    answer = await served.client.post(f"/api/projects/{who.project_id}/{path}", json=body, headers=who.session)
    assert answer.status_code == status, answer.text
    return answer.json()


async def viewer_of(served: Served, ada: Person) -> Person:
    row = given(await served.db.one("select name from organizations where id = ?", (ada.org_id,)))
    return await person(served, organization=row["name"], role="viewer")


UNFIT: list[tuple[str, dict[str, Any], list[Any], str]] = [
    ("accounts", {"user": "a"}, ["name"], "required"),
    ("accounts", {"name": "a"}, ["user"], "required"),
    ("accounts", {"name": " ", "user": "a"}, ["name"], "one line"),
    ("accounts", {"name": 'the "admin"', "user": "a"}, ["name"], "without quotes"),
    ("accounts", {"name": "a\nb", "user": "a"}, ["name"], "one line"),
    ("accounts", {"name": "a", "user": "a", "role": "{x}"}, ["role"], "braces"),
    ("accounts", {"name": "a", "user": "a", "signIn": "click Go"}, ["signIn"], "a list"),
    ("accounts", {"name": "a", "user": "a", "signIn": [" "]}, ["signIn", 0], "at least 1"),
    ("accounts", ADMIN | {"signIn": ['enter "planted-password" into Password']}, ["signIn"], "{password}"),
    ("accounts", {"name": "a", "user": "a", "password": 7}, ["password"], "a text"),
    ("accounts", {"name": "a", "user": "a", "environmentId": "x"}, ["environmentId"], "a UUID"),
    ("accounts", {"name": "a", "user": "a", "environmentId": new_id()}, ["environmentId"], "no such environment"),
    ("variables", {"name": "a"}, ["value"], "required"),
    ("variables", {"name": "a{b", "value": "x"}, ["name"], "in braces"),
    ("variables", {"name": "1st", "value": "x"}, ["name"], "begins with a letter"),
    ("variables", {"name": "unique email as x", "value": "x"}, ["name"], "no word “as”"),
    ("variables", {"name": " a", "value": "x"}, ["name"], "in braces"),
    ("variables", {"name": "a" * 61, "value": "x"}, ["name"], "60 characters"),
    ("variables", {"name": "a", "value": "x" * 10_001}, ["value"], "10000"),
    ("variables", {"name": "a", "value": "x", "secret": "yes"}, ["secret"], "true or false"),
    ("variables", {"name": "a", "value": "x", "environmentId": new_id()}, ["environmentId"], "no such environment"),
    ("tables", {"columns": ["a"], "rows": []}, ["name"], "required"),
    ("tables", {"name": " ", "columns": ["a"], "rows": []}, ["name"], "at least 1"),
    ("tables", {"name": "T", "columns": [], "rows": []}, ["columns"], "at least 1 item"),
    ("tables", {"name": "T", "columns": ["a", ""], "rows": []}, ["columns", 1], "at least 1 character"),
    ("tables", {"name": "T", "columns": ["a", "A"], "rows": []}, ["columns", 1], "two columns “A”"),
    ("tables", {"name": "T", "columns": ["a}"], "rows": []}, ["columns", 0], "in braces"),
    ("tables", {"name": "T", "columns": ["a", "b"], "rows": [["1", "2"], ["1"]]}, ["rows", 1], "Row 2 has 1 cell, and"),
    ("tables", {"name": "T", "columns": ["a"], "rows": [["1", "2"]]}, ["rows", 0], "Row 1 has 2 cells, and the table"),
    ("tables", {"name": "T", "columns": ["a"], "rows": ["x"]}, ["rows", 0], "a list"),
    ("tables", {"name": "T", "columns": ["a"], "rows": [[{}]]}, ["rows", 0, 0], "a text, not an object"),
    ("tables", {"name": "T", "columns": ["a"], "rows": [["x" * 2001]]}, ["rows", 0, 0], "2000 characters"),
    ("tables", {"name": "T", "columns": ["a"], "rows": [["x"]] * 1001}, ["rows"], "at most 1000 items"),
    ("tables", {"name": "T", "columns": [f"c{n}" for n in range(51)], "rows": []}, ["columns"], "at most 50 items"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "body", "place", "words"), UNFIT)
async def test_what_is_unfit_is_refused_with_its_place(
    served: Served, ada: Person, path: str, body: dict[str, Any], place: list[Any], words: str
) -> None:
    refused = await post(served, ada, path, body, 400)
    assert refused["error"] == "Invalid request body"
    messages = [issue["message"] for issue in refused["issues"] if issue["path"] == place]
    assert [words in message for message in messages] == [True], refused
    assert list((await served.client.get(_of(ada, path), headers=ada.api)).json().values()) == [[]]


def _of(who: Person, path: str) -> str:
    return f"/api/projects/{who.project_id}/{path}"


async def test_another_organization_finds_nothing_and_changes_nothing(served: Served, ada: Person) -> None:
    stranger = await person(served)
    account = (await post(served, ada, "accounts", ADMIN))["account"]
    variable = (await post(served, ada, "variables", {"name": "a", "value": "x"}))["variable"]
    table = (await post(served, ada, "tables", PEOPLE))["table"]
    for method, path in (
        *((method, _of(ada, path)) for path in ("accounts", "variables", "tables") for method in ("GET", "POST")),
        *((method, _of(ada, "pages?name=x")) for method in ("GET", "PUT", "DELETE")),
        *((method, f"/api/accounts/{account['id']}") for method in ("PATCH", "DELETE")),
        *((method, f"/api/variables/{variable['id']}") for method in ("PATCH", "DELETE")),
        *((method, f"/api/tables/{table['id']}") for method in ("GET", "PUT", "DELETE")),
    ):
        answer = await served.client.request(method, path, json={}, headers=stranger.session)
        assert answer.status_code == 404, (method, path)
        assert answer.json()["error"].endswith(" not found")
    assert await listed(served, ada, "accounts") == [account]
    assert await listed(served, ada, "variables") == [variable]
    assert await listed(served, ada, "tables") == [table]


async def listed(served: Served, who: Person, path: str) -> Any:
    return (await served.client.get(_of(who, path), headers=who.session)).json()[path]


SAME: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("accounts", ADMIN, {"name": " ADMIN ", "user": "x"}),
    ("variables", {"name": "coupon", "value": "x"}, {"name": "Coupon", "value": "y", "secret": True}),
    ("tables", PEOPLE, PEOPLE | {"name": "people"}),
]


@pytest.mark.parametrize(("path", "body", "same"), SAME)
async def test_a_name_is_given_once_in_each_environment(
    served: Served, ada: Person, path: str, body: dict[str, Any], same: dict[str, Any]
) -> None:
    made = (await post(served, ada, path, body))[path[:-1]]
    refused = await post(served, ada, path, same, 409)
    assert f"There is the {path[:-1]} “{body['name']}” already" in refused["error"]
    other = (await post(served, ada, path, body | {"name": "other"}))[path[:-1]]
    again = await served.client.request(
        "PUT" if path == "tables" else "PATCH", f"/api/{path}/{other['id']}",
        json=body | {"name": same["name"]}, headers=ada.session,
    )  # fmt: skip
    assert again.status_code == 409
    assert [each["name"] for each in await listed(served, ada, path)] == sorted([made["name"], "other"], key=str.lower)
    if path != "tables":
        place = (await post(served, ada, "environments", PLACE))["environment"]["id"]
        there = await post(served, ada, path, same | {"environmentId": place.upper()})
        assert there[path[:-1]]["environmentId"] == place
        assert " of that environment" in (await post(served, ada, path, same | {"environmentId": place}, 409))["error"]


async def test_a_password_is_answered_to_nobody_and_kept_by_its_mask(served: Served, ada: Person) -> None:
    made = await post(served, ada, "accounts", ADMIN | {"signIn": ["enter {password} into PIN", "click Enter"]})
    account = made["account"]
    assert set(account) == {"id", "name", "role", "user", "environmentId", "signIn", "createdAt"}
    assert account["signIn"] == ["enter {password} into PIN", "click Enter"]
    one = f"/api/accounts/{account['id']}"
    refused = await post(served, ada, "accounts", {"name": "x", "user": "x", "password": MASK}, 400)
    assert "nothing is stored" in refused["error"]
    changes: list[dict[str, Any]] = [{}, {"user": "ops"}, {"password": MASK}, {"signIn": []}, {"role": ""}]
    for change in changes:
        changed = await served.client.patch(one, json=change, headers=ada.session)
        account |= {name: value for name, value in change.items() if name != "password"}
        assert (changed.status_code, changed.json()) == (200, {"account": account})
        assert await password_of(served, account["id"]) == "planted-password"
    changed = await served.client.patch(one, json={"password": "another"}, headers=ada.session)
    assert await password_of(served, account["id"]) == "another"
    seen = changed.text + (await served.client.get(_of(ada, "accounts"), headers=ada.session)).text
    audited = (await served.client.get("/api/audit", headers=ada.session)).text
    assert "account.changed" in audited
    assert not [word for word in ("planted-password", "another") if word in seen + audited]


async def password_of(served: Served, account_id: str) -> Any:
    row = given(await served.db.one("select sealed from test_accounts where id = ?", (account_id,)))
    return served.services.vault.unseal(row["sealed"])["password"]


async def test_viewers_see_who_there_is_and_not_by_which_user(served: Served, ada: Person) -> None:
    await post(served, ada, "accounts", ADMIN | {"signIn": ["click Enter"]})
    await post(served, ada, "variables", {"name": "coupon", "value": "SPRING"})
    viewer = await viewer_of(served, ada)
    for headers in (viewer.api, viewer.session):
        (account,) = (await served.client.get(_of(ada, "accounts"), headers=headers)).json()["accounts"]
        assert (account["name"], account["user"], account["signIn"]) == ("admin", MASK, [MASK])
        (variable,) = (await served.client.get(_of(ada, "variables"), headers=headers)).json()["variables"]
        assert variable["value"] == "SPRING"
        refused = await served.client.post(_of(ada, "accounts"), json=ADMIN, headers=headers)
        assert (refused.status_code, refused.json()["code"]) == (403, "read_only_role")


async def test_a_secret_variable_has_no_value_in_any_answer(served: Served, ada: Person) -> None:
    made = (await post(served, ada, "variables", {"name": "pin", "value": "planted-pin", "secret": True}))["variable"]
    assert (made["value"], made["secret"], made["environmentId"]) == (None, True, None)
    one = f"/api/variables/{made['id']}"
    shown = await served.client.patch(one, json={"secret": False}, headers=ada.session)
    assert (shown.status_code, shown.json()["issues"][0]["path"]) == (400, ["value"])
    for change in ({}, {"name": "code"}, {"value": MASK}):
        changed = await served.client.patch(one, json=change, headers=ada.session)
        assert (changed.status_code, changed.json()["variable"]["value"]) == (200, None)
        row = given(await served.db.one("select sealed, value from variables where id = ?", (made["id"],)))
        assert (served.services.vault.unseal(row["sealed"]), row["value"]) == ("planted-pin", None)
    seen = (await served.client.get(_of(ada, "variables"), headers=ada.session)).text
    seen += (await served.client.get("/api/audit", headers=ada.session)).text
    assert "planted-pin" not in seen
    changed = await served.client.patch(one, json={"secret": False, "value": "open"}, headers=ada.session)
    assert (changed.json()["variable"]["value"], changed.json()["variable"]["secret"]) == ("open", False)
    hidden = await served.client.patch(one, json={"secret": True}, headers=ada.session)
    assert hidden.json()["variable"]["value"] is None
    row = given(await served.db.one("select sealed, value from variables where id = ?", (made["id"],)))
    assert (served.services.vault.unseal(row["sealed"]), row["value"]) == ("open", None)


async def test_a_run_finds_what_its_environment_has_in_place_of_the_projects(served: Served, ada: Person) -> None:
    place = (await post(served, ada, "environments", PLACE))["environment"]["id"]
    await post(served, ada, "accounts", ADMIN)
    await post(served, ada, "accounts", {"name": "clerk", "user": "bob"})
    await post(served, ada, "accounts", {"name": "Admin", "user": "eve", "password": "p2", "environmentId": place})
    await post(served, ada, "variables", {"name": "coupon", "value": "SPRING"})
    await post(served, ada, "variables", {"name": "coupon", "value": "TEST", "environmentId": place})
    await post(served, ada, "variables", {"name": "pin", "value": "123", "secret": True})
    page = {"name": "Settings", "address": "/settings"}
    assert (await served.client.put(_of(ada, "pages"), json=page, headers=ada.session)).status_code == 200
    clerk, named = Account("clerk", "bob", ""), {"settings": "/settings"}
    admin = Account("admin", "ada@example.com", "planted-password", "administrator")
    assert await data_of(served, ada, {}) == ProjectData(
        (admin, clerk), {"coupon": "SPRING", "pin": "123"}, frozenset({"pin"}), named
    )
    there = await data_of(served, ada, {"environmentId": place})
    assert there == ProjectData(
        (Account("Admin", "eve", "p2"), clerk), {"coupon": "TEST", "pin": "123"}, frozenset({"pin"}), named
    )
    assert not [word for word in ("planted", "p2", "123") if word in repr(there)]
    gone = await served.client.delete(f"/api/environments/{place}", headers=ada.session)
    assert gone.status_code == 204
    assert [each["user"] for each in await listed(served, ada, "accounts")] == ["ada@example.com", "bob"]
    assert [each["value"] for each in await listed(served, ada, "variables")] == ["SPRING", None]


async def data_of(served: Served, who: Person, more: dict[str, Any]) -> ProjectData:
    body = {"projectId": who.project_id, "description": "Click Save"} | more
    started = await served.client.post("/api/runs/trigger", json=body, headers=who.api)
    assert started.status_code == 202, started.text
    request = given(await run_request(served.db, served.services.vault, started.json()["runId"]))
    assert "planted" not in repr(request)
    return request.project_data


SHEETS: list[tuple[str, list[str], list[list[str]]]] = [
    ("name,city\r\nAnn,Bonn\r\n", ["name", "city"], [["Ann", "Bonn"]]),
    ("\ufeffname;city\nAnn;\"Bonn; Rhein\"\n\n;\n", ["name", "city"], [["Ann", "Bonn; Rhein"]]),
    ("First name\tcity\nAnn\t=1+1\n", ["First name", "city"], [["Ann", "=1+1"]]),
    ('name\n"a ""b"" \nc"\n', ["name"], [['a "b" \nc']]),
    ("name,city\n", ["name", "city"], []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "columns", "rows"), SHEETS)
async def test_a_table_comes_in_as_csv_and_goes_out_as_it_came(
    served: Served, ada: Person, text: str, columns: list[str], rows: list[list[str]]
) -> None:
    headers = ada.session | {"Content-Type": "text/csv; charset=utf-8"}
    made = await served.client.post(_of(ada, "tables?name=People"), content=text.encode(), headers=headers)
    assert made.status_code == 201, made.text
    table = made.json()["table"]
    assert (table["name"], table["columns"], table["rows"]) == ("People", columns, rows)
    one = f"/api/tables/{table['id']}"
    read = await served.client.get(one, headers=ada.api | {"Accept": "text/csv"})
    assert read.headers["content-type"] == "text/csv; charset=utf-8"
    again = await served.client.put(one, content=read.content, headers=headers)
    assert again.json()["table"] == table | {"updatedAt": again.json()["table"]["updatedAt"]}
    assert (await served.client.get(one, headers=ada.api)).json()["table"] == again.json()["table"]


NO_SHEETS: list[tuple[bytes, str, str]] = [
    (b"a,b\n1,2\n", "", "?name="),
    (b"a,b\n1,2\n", "%20", "?name="),
    (b"", "T", "name its columns"),
    (b"\n\n", "T", "name its columns"),
    (b"a,b\n1,2\n1\n", "T", "Row 2 has 1 cell, and the table has 2 columns."),
    (b"a,a\n", "T", "two columns"),
    (b"a\n\xff\n", "T", "UTF-8"),
    (b"a\nb\0c\n", "T", "NUL"),
    (b'a\n"b', "T", "cannot be read as CSV"),
    (b"a\n" + b"x" * 140_000, "T", "cannot be read as CSV"),
    (b"a\n" + b"x\n" * 1001, "T", "at most 1,000 rows"),
]


@pytest.mark.parametrize(("content", "name", "words"), NO_SHEETS)
async def test_what_is_no_table_is_refused(served: Served, ada: Person, content: bytes, name: str, words: str) -> None:
    headers = ada.session | {"Content-Type": "text/csv"}
    answer = await served.client.post(_of(ada, f"tables?name={name}"), content=content, headers=headers)
    assert (answer.status_code, words in answer.text) == (400, True), answer.text
    assert await listed(served, ada, "tables") == []


async def test_cells_are_texts_and_a_table_without_its_name_keeps_it(served: Served, ada: Person) -> None:
    rows = [["Ann", 12], [None, True], [1.5, "5.0"]]
    table = (await post(served, ada, "tables", {"name": "T", "columns": ["a", "b"], "rows": rows}))["table"]
    assert table["rows"] == [["Ann", "12"], ["", "true"], ["1.5", "5.0"]]
    one = f"/api/tables/{table['id']}"
    changed = await served.client.put(one, json={"columns": ["a"], "rows": [["x"]]}, headers=ada.session)
    assert (changed.json()["table"]["name"], changed.json()["table"]["rows"]) == ("T", [["x"]])
    assert (await served.client.delete(one, headers=ada.session)).status_code == 204
    assert (await served.client.get(one, headers=ada.session)).status_code == 404


NO_PAGES = [
    {"name": "x"}, {"address": "/x"}, {"name": '"x"', "address": "/x"}, {"name": "x", "address": "settings"},
    {"name": "x", "address": "javascript:alert(1)"}, {"name": "x", "address": "/a b"},
    {"name": "x", "address": "https://a:b@shop.example/"}, {"name": "x", "address": "https://"},
]  # fmt: skip


@pytest.mark.parametrize("body", NO_PAGES)
async def test_a_page_without_a_name_or_an_address_is_refused(served: Served, ada: Person, body: Any) -> None:
    answer = await served.client.put(_of(ada, "pages"), json=body, headers=ada.session)
    assert (answer.status_code, len(answer.json()["issues"])) == (400, 1)


async def test_what_a_person_says_of_a_page_wins_over_what_runs_saw(served: Served, ada: Person) -> None:
    path, now = _of(ada, "pages"), utc_now()
    await pages.see(served.db, ada.project_id, {"Settings": "/old", "Cart": "/cart"}, now)
    seen = await listed(served, ada, "pages")
    assert [(page["name"], page["address"], page["source"]) for page in seen] == [
        ("Cart", "/cart", "seen"), ("Settings", "/old", "seen"),
    ]  # fmt: skip
    named = await served.client.put(path, json={"name": "settings", "address": "/settings"}, headers=ada.session)
    assert named.json()["page"]["source"] == "person"
    await pages.see(served.db, ada.project_id, {"SETTINGS": "/old", "Cart": "/basket"}, now)
    found = [(page["name"], page["address"]) for page in await listed(served, ada, "pages")]
    assert found == [("Cart", "/basket"), ("settings", "/settings")]
    assert (await served.client.delete(f"{path}?name=Settings", headers=ada.session)).status_code == 204
    assert (await served.client.delete(f"{path}?name=Settings", headers=ada.session)).status_code == 404
    many = {f"Page {number}": f"/{number}" for number in range(400)}
    await pages.see(served.db, ada.project_id, many, now)
    assert len(await listed(served, ada, "pages")) == pages.MOST


async def test_test_data_goes_with_its_project(served: Served, ada: Person) -> None:
    await post(served, ada, "accounts", ADMIN)
    await post(served, ada, "variables", {"name": "a", "value": "x"})
    await post(served, ada, "tables", PEOPLE)
    await served.client.put(_of(ada, "pages"), json={"name": "a", "address": "/"}, headers=ada.session)
    assert (await served.client.delete(f"/api/projects/{ada.project_id}", headers=ada.session)).status_code == 204
    for table in ("test_accounts", "variables", "data_tables", "page_names"):
        rows = await served.db.all(f"select 1 from {table} where project_id = ?", (ada.project_id,))
        assert rows == [], table
