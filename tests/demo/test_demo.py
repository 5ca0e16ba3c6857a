"""The demo's tests as data, and the demo command as a process of its own: what a stranger sees first."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path

import httpx
import pytest

from qa_appliance.demo.cases import Case, load_cases
from qa_appliance.demo.shop import BUGS
from qa_appliance.english.compile import plan_english

CASES = load_cases()


@pytest.mark.parametrize("case", CASES.tests, ids=lambda case: case.name)
def test_every_test_is_understood_and_checks_something(case: Case) -> None:
    plan = plan_english(case.description.strip())
    assert plan.gaps == ()
    assert plan.notes == ()


def test_the_tests_show_what_matters() -> None:
    assert set(CASES.bugs) <= BUGS.keys()
    kinds = [(case.expectation, case.shop, case.verdict) for case in CASES.tests]
    assert kinds.count(("pass", "healthy", "passed")) >= 4
    assert kinds.count(("pass", "bugged", "failed")) == len(CASES.bugs)
    assert ("fail", "healthy", "passed") in kinds
    assert all(case.seen for case in CASES.tests if case.verdict == "failed" or case.expectation == "fail")


async def start(*arguments: str, tmp: Path) -> Process:
    environment = {**os.environ, "TMPDIR": str(tmp), "QA_APPLIANCE_DATA_DIR": str(tmp / "unused")}
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "qa_appliance", "demo", *arguments, stdout=PIPE, stderr=PIPE, env=environment
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--bugs", "wrong_total"), "--bugs goes with --shop-only"),
        (("--shop-only", "--bugs", "gremlin"), "There is no bug “gremlin”. The shop knows: wrong_total,"),
        (("--shop-only", "--exit"), "--shop-only serves until it is interrupted"),
        (("--port", "70000"), "70000 is not in the range"),
    ],
)
async def test_refuses(arguments: tuple[str, ...], message: str, tmp_path: Path) -> None:
    process = await start(*arguments, tmp=tmp_path)
    out, err = await process.communicate()
    assert process.returncode == 2
    assert message in err.decode()
    assert out == b""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_serves_the_shop_alone_until_interrupted(number: signal.Signals, tmp_path: Path) -> None:
    process = await start("--shop-only", "--bugs", "wrong_total, coupon_crash", tmp=tmp_path)
    assert process.stdout is not None
    address = (await process.stdout.readline()).decode().strip()
    async with httpx.AsyncClient(timeout=60, trust_env=False) as client:
        assert "Lumen" in (await client.get(address)).text
        process.send_signal(number)
        _, err = await process.communicate()
        with pytest.raises(httpx.ConnectError):
            await client.get(address)
    assert process.returncode == 130
    assert "Planted: coupon_crash" in err.decode()
    assert "Traceback" not in err.decode()


async def test_plays_every_test_and_each_verdict_is_the_expected_one(tmp_path: Path) -> None:
    process = await start("--exit", "--json", tmp=tmp_path)
    out, err = await process.communicate()
    talk = err.decode()
    assert process.returncode == 0, talk
    assert f"{len(CASES.tests)} of {len(CASES.tests)} verdicts are the expected ones" in talk
    assert "\x1b[" not in talk, "no colours where nobody sees them"
    answer = json.loads(out)
    assert [result["name"] for result in answer["results"]] == [case.name for case in CASES.tests]
    assert "oak-and-lumen" not in json.dumps([result["steps"] for result in answer["results"]])
    for result in answer["results"]:
        assert result["asExpected"]
        assert all(Path(picture).is_file() for picture in [*result["screenshots"], result["video"], result["trace"]])
        assert Path(answer["folder"]).parent == tmp_path
    with pytest.raises(httpx.ConnectError):
        httpx.get(answer["dashboard"], trust_env=False)


async def test_an_interrupted_demo_leaves_nothing(tmp_path: Path) -> None:
    process = await start(tmp=tmp_path)
    assert process.stdout is not None
    seen = b""
    while b"1/" not in seen:  # the appliance is up and the first test is on its way
        line = await process.stdout.readline()
        assert line, seen
        seen += line
    process.send_signal(signal.SIGINT)
    _, err = await process.communicate()
    assert process.returncode == 130
    assert "Traceback" not in err.decode()
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("qa-appliance-demo")] == []
