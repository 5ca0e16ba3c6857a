"""`run` of a folder of tests with nothing else set up: green only where all is well, red where a fault is planted."""

from __future__ import annotations

import asyncio
import json
import signal
from pathlib import Path
from typing import Any

import pytest

from .test_run import Serve, cli, started
from .test_serve import happens

REFUSED: list[tuple[list[str], str]] = [
    (["empty"], "The folder empty has no test"),
    (["good", "--grep", "nothing"], "so nothing was run"),
    (["good", "--tag", "nothing"], "so nothing was run"),
    (["good", "--only-failed"], "nothing is known of these tests yet"),
    (["good", "--shard", "2/2"], "Share 2 of 2 has no test"),
    (["good", "--shard", "3/2"], "3/2 is no share"),
    (["good", "--junit", "none/junit.xml"], "there is no folder none"),
    (["placeless"], "placeless/a.md:1:1: It does not say which site to test."),
    (["unknown"], "with “staging”"),
]


@pytest.mark.parametrize(("arguments", "words"), REFUSED, ids=[words for _, words in REFUSED])
async def test_where_nothing_would_be_run(
    arguments: list[str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for folder, front in (
        ("good", "url: http://a.test"),
        ("placeless", "tags: a"),
        ("unknown", "environment: staging"),
    ):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.md").write_text(f"---\n{front}\n---\n## Cart\ngo to /x\n")
    (tmp_path / "empty").mkdir()
    done = await cli(*arguments)
    assert (done.code, done.out) == (2, ""), done.err
    assert words in done.err


def project(folder: Path, site: str) -> Path:
    tests = folder / "tests"
    tests.mkdir()
    (tests / "environments.yaml").write_text(
        f'default:\n  url: {site}\n  allow: loopback\n  headers: {{X-Key: "${{SITE_KEY}}"}}\n'
    )
    (tests / "phrasebook.md").write_text('## admire {what}\n- go to /offer\n- check that "{what}" is shown\n')
    (tests / "shop.md").write_text(
        "---\ndata: [{item: lamp}, {item: rug}]\n---\n# Shop\n\n## Offer\nadmire {item}\n\n"
        '## Shaky\nTags: shaky\n\ngo to /shaky and check that "steady" is shown\n'
    )
    (tests / "window.feature").write_text('Feature: Shop\n  Scenario: Front\n    Then "Welcome" is shown\n')
    return tests


@pytest.mark.slow
async def test_green_flaky_and_red(serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    offer = {"text": "<h1>lamp and rug</h1>"}

    async def front(request: Any) -> str:
        asked.append(request)
        return "<h1>Welcome</h1>"

    async def shaky(request: Any) -> str:
        asked.append(request)
        return f"<h1>{'steady' if sum(each.path == '/shaky' for each in asked) > 1 else 'not yet'}</h1>"

    async def offered(request: Any) -> str:
        return offer["text"]

    tests = project(tmp_path, await serve({"/": front, "/shaky": shaky, "/offer": offered}))
    monkeypatch.chdir(tmp_path)
    done = await cli(
        "tests/", "--retry", "1", "--json", "--junit", "j.xml", "--ctrf", "c.json", "--html", "r.html", SITE_KEY="k3y"
    )
    assert done.code == 0, done.err
    report = json.loads(done.out)
    assert {each["name"]: (each["file"], each["result"]) for each in report["results"]} == {
        "Offer (row 1)": ("tests/shop.md", "passed"), "Offer (row 2)": ("tests/shop.md", "passed"),
        "Shaky": ("tests/shop.md", "flaky"), "Front": ("tests/window.feature", "passed"),
    }  # fmt: skip
    assert report["counts"] == {"passed": 3, "flaky": 1}
    assert "4 tests: 3 passed, 1 flaky." in done.err
    assert all(each.headers.get("x-key") == "k3y" for each in asked)
    for name, words in (("j.xml", "<flakyFailure"), ("c.json", '"flaky": 1'), ("r.html", "flaky")):
        assert words in (tmp_path / name).read_text()
    everything = [*tmp_path.glob("*.*"), *(tmp_path / "qa-results").rglob("*.json")]
    assert not [path for path in everything if path.is_file() and b"k3y" in path.read_bytes()]

    offer["text"] = "<h1>rug</h1>"  # the planted fault
    done = await cli("tests", SITE_KEY="k3y")
    assert done.code == 1, done.err
    assert "failed  tests/shop.md: Offer (row 1)" in done.out
    assert "lamp" in done.err
    done = await cli("tests", "--only-failed", SITE_KEY="k3y")
    assert (done.code, done.out.count("tests/shop.md")) == (1, 1), done.err
    (tests / "shop.md").write_text('---\nviewport: phone\n---\n## Narrow\ncheck that "Welcome" is shown\n')
    done = await cli("tests/*.md", "--json", SITE_KEY="k3y")
    assert done.code == 0, done.err
    assert json.loads(done.out)["results"][0]["run"]["viewportPreset"] == "phone"


@pytest.mark.slow
async def test_interrupted_once_it_ends_with_its_reports(serve: Serve, tmp_path: Path) -> None:
    reached, held = asyncio.Event(), asyncio.Event()

    async def hangs(request: Any) -> str:
        reached.set()
        await held.wait()
        return "<h1>Welcome</h1>"

    site = await serve({"/": "<h1>Welcome</h1>", "/slow": hangs})
    tests = tmp_path / "tests"
    tests.mkdir()
    good = 'check that "Welcome" is shown'
    (tests / "a.md").write_text(
        f"---\nurl: {site}\nallow: loopback\n---\n## A\n{good}\n\n## B\ngo to /slow and {good}\n\n## C\n{good}\n"
    )
    junit = tmp_path / "j.xml"
    there = ("--browsers", "1", "--output", str(tmp_path / "kept"), "--junit", str(junit), "--json")
    async with started(str(tests), *there) as process:
        await happens(reached)
        process.send_signal(signal.SIGINT)
        out, err = await process.communicate()
        assert process.returncode == 130, err
    held.set()
    report = json.loads(out)
    assert [each["result"] for each in report["results"]] == ["passed", "interrupted", "interrupted"]
    assert report["interrupted"]
    assert junit.read_text().count("<skipped") == 2
    assert b"Traceback" not in err
