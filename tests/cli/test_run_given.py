"""`run` of files that give tests accounts and variables: an appliance of its own has them, no server gets them."""

from __future__ import annotations

from pathlib import Path

import pytest

from .test_run import Serve
from .test_run import cli as run
from .test_serve import OWNER, serving, signed_in

PAGE = """<!doctype html><title>Shop</title><h1 id=who></h1>
<form id=in><label>User <input id=user></label><label>Password <input id=pw type=password></label>
<button>Log in</button></form><button onclick="document.cookie='user=; max-age=0'; known()">Log out</button>
<label>Coupon <input id=coupon></label>
<script>
const known = () => {
  const name = document.cookie.split("user=")[1];
  who.textContent = name ? "Hello " + name : "Please sign in";
  document.forms[0].hidden = !!name;
};
document.forms[0].onsubmit = e => { e.preventDefault();
  if (pw.value === "oak-and-" + user.value) document.cookie = "user=" + user.value; known(); };
known();
</script>"""
TOML = """
[variables]
coupon = "SAVE-10"

[accounts.admin]
user = "ada"
role = "Administrator"
password = "${ADMIN_PASSWORD}"
"""
ADMIN = 'log in with the "admin" account and check that "Hello ada" is shown'
TESTS = f"""## Admin
{ADMIN}

## Coupon
enter "{{coupon}}-{{key}}" into Coupon and check that Coupon contains "SAVE-10"
"""
FRONT = "variables: {key: '${COUPON_KEY}'}\n"
SECRETS = {"ADMIN_PASSWORD": "oak-and-ada", "COUPON_KEY": "k3y-of-coupons"}


def write(folder: Path, site: str) -> Path:
    tests = folder / "tests"
    tests.mkdir()
    (folder / "qa-appliance.toml").write_text(TOML)
    (tests / "a.md").write_text(f"---\nurl: {site}\nallow: loopback\n{FRONT}---\n{TESTS}")
    (tests / "b.md").write_text(
        f"---\nurl: {site}\nallow: loopback\naccounts: {{admin: {{user: eve, password: '${{EVE}}'}}}}\n---\n## Eve\n"
        'Log in as an admin. Check that "Hello eve" is shown.\n'
    )
    return tests


@pytest.mark.slow
async def test_files_give_tests_their_accounts_and_variables(
    serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, await serve({"/": PAGE}))
    monkeypatch.chdir(tmp_path)
    done = await run("tests/a.md", ADMIN_PASSWORD="elm", COUPON_KEY="k3y-of-coupons")  # the planted fault
    assert done.code == 1, done.err
    assert "tests/a.md: Admin" in done.out
    for unset, words in (("ADMIN_PASSWORD", "qa-appliance.toml:8:12: The variable ADMIN_PASSWORD is not set."),
                         ("COUPON_KEY", "tests/a.md:4:18: The variable COUPON_KEY is not set.")):  # fmt: skip
        done = await run("tests/a.md", **{name: each for name, each in SECRETS.items() if name != unset})
        assert (done.code, words in done.err) == (2, True), done.err
    done = await run("tests", "--html", "r.html", EVE="oak-and-eve", **SECRETS)
    assert done.code == 0, done.err
    assert "3 tests: 3 passed." in done.err
    kept = [path for path in tmp_path.rglob("*") if path.is_file() and path.suffix != ".md"]
    assert len(kept) > 3
    for path in kept:
        assert not any(secret.encode() in path.read_bytes() for secret in SECRETS.values()), path


@pytest.mark.slow
async def test_a_role_that_is_not_known_is_no_pass(
    serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tests = write(tmp_path, await serve({"/": PAGE}))
    monkeypatch.chdir(tmp_path)
    (tests / "c.md").write_text(
        (tests / "a.md").read_text().partition("## ")[0] + '## C\nlog in as a clerk and check that "Hello" is shown'
    )
    done = await run("tests/c.md", **SECRETS)
    assert done.code == 2, done.err
    assert "admin" in done.err + done.out


@pytest.mark.slow
async def test_a_server_has_its_own_and_gets_none(
    serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = await serve({"/": PAGE})
    write(tmp_path, site)
    monkeypatch.chdir(tmp_path)
    flags = ("--port", "0", "--allow", "loopback", "--browsers", "1")
    async with serving(tmp_path / "data", *flags, **OWNER) as server, signed_in(server) as http:
        (tmp_path / "key").write_text((await http.post("/api/keys", json={"name": "ci"})).json()["key"])
        there = ("tests/a.md", "--server", str(http.base_url), "--api-key-file", "key")
        project = (await http.post("/api/projects", json={"name": "Shop", "baseUrl": site})).json()["project"]["id"]

        async def add(kind: str, **given: object) -> str:
            answer = await http.post(f"/api/projects/{project}/{kind}s", json=given)
            assert answer.status_code == 201, answer.text
            return f"/api/{kind}s/{answer.json()[kind]['id']}"

        done = await run(*there)
        assert done.code == 2
        assert "tests/a.md::Admin takes the account “admin” from files, which is not sent to a server" in done.err
        account = await add("account", name="Admin", user="bob", password="oak-and-bob")
        done = await run(*there)
        assert "The account “admin” is “ada” in the files of tests/a.md::Admin and “bob” in its project" in done.err
        await http.patch(account, json={"user": "ada", "password": "oak-and-ada"})
        assert "tests/a.md::Coupon takes the variable “key” from files" in (await run(*there)).err
        coupon = await add("variable", name="coupon", value="SAVE-20")
        await add("variable", name="key", value="its own", secret=True)
        done = await run(*there)
        assert (done.code, "“SAVE-10” in the files" in done.err, "“SAVE-20” in its" in done.err) == (2, True, True)
        assert "its own" not in done.err
        await http.patch(coupon, json={"value": "SAVE-10"})
        done = await run(*there)  # with no variable set for this command
        assert done.code == 0, done.err + done.out
        assert len((await http.get(f"/api/projects/{project}/accounts")).json()["accounts"]) == 1
