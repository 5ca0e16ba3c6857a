"""`run` as a process of its own: exit codes, what goes to which stream, with and without a server."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest

from qa_appliance.cli import call
from qa_appliance.core.run import TERMINAL

from .test_serve import OWNER, happens, run, serving, signed_in

PAGE = "<title>Shop</title><h1>Welcome</h1>"
GOOD, BAD = 'check that "Welcome" is shown', 'check that "Goodbye" is shown'

Serve = Callable[..., Awaitable[str]]


@dataclass
class Done:
    code: int
    out: str
    err: str


@asynccontextmanager
async def started(*arguments: str, **environment: str) -> AsyncIterator[asyncio.subprocess.Process]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "qa_appliance", "run", *arguments,
        env=os.environ | {"QA_APPLIANCE_STEPS_PATIENCE_SECONDS": "2"} | environment,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


async def cli(*arguments: str, stdin: str = "", **environment: str) -> Done:
    async with started(*arguments, **environment) as process:
        out, err = await process.communicate(stdin.encode())
        assert process.returncode is not None
        return Done(process.returncode, out.decode(), err.decode())


REFUSED: list[tuple[list[str], int, str]] = [
    ([], 2, "Missing argument"),
    ([GOOD], 2, "Say which site to test with --url"),
    ([GOOD, "--url", "http://shop.test", "--no-wait"], 2, "--no-wait needs --server"),
    (["tests/nothing.txt", "--url", "http://shop.test"], 2, "There is no file tests/nothing.txt"),
    (["tests/no*such.txt", "--url", "http://shop.test"], 2, "No file fits tests/no*such.txt"),
    (["docs", "--url", "http://shop.test", "--timeout", "0"], 2, "--timeout"),
    ([GOOD, "--server", "http://127.0.0.1:1"], 2, "--server needs an API key"),
    ([GOOD, "--server", "http://127.0.0.1:1", "--api-key-file", "/no/such"], 2, "/no/such cannot be read"),
    ([GOOD, "--url", "http://shop.test", "--timeout", "0"], 2, "--timeout"),
]


@pytest.mark.parametrize(("arguments", "code", "words"), REFUSED)
async def test_wrong_usage_is_named(arguments: list[str], code: int, words: str) -> None:
    done = await cli(*arguments)
    assert (done.code, done.out) == (code, "")
    assert words in done.err
    assert "Traceback" not in done.err


async def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_text("tst_live_0123456789abcdefghijklmnopqrstuv\n")
    done = await cli(GOOD, "--server", "http://127.0.0.1:1", "--api-key-file", str(key))
    assert (done.code, done.out) == (3, "")
    assert "http://127.0.0.1:1 cannot be reached" in done.err
    assert "tst_live_" not in done.err
    done = await cli(GOOD, "--server", "127.0.0.1:1", "--api-key-file", str(key))
    assert done.code == 2
    assert "it has to begin with http:// or https://" in done.err


@pytest.mark.slow
async def test_an_address_that_is_not_allowed_is_refused_with_the_setting(serve: Serve) -> None:
    done = await cli(GOOD, "--url", await serve({"/": PAGE}))
    assert (done.code, done.out) == (2, "")
    assert "--allow" in done.err


@pytest.mark.slow
async def test_verdicts_on_an_appliance_of_its_own(serve: Serve, tmp_path: Path) -> None:
    site = await serve({"/": PAGE})
    tests, kept = tmp_path / "tests", tmp_path / "kept"
    tests.mkdir()
    (tests / "bye.txt").write_text(BAD)
    (tests / "notes.html").write_text("no test")
    junit = tmp_path / "junit.xml"
    (tmp_path / "tmp").mkdir()
    done = await cli(
        GOOD, str(tests), "-", "--output", str(kept), "--url", site, "--allow", "loopback", "--junit", str(junit),
        "--json", stdin=GOOD, TMPDIR=str(tmp_path / "tmp"),
    )  # fmt: skip
    assert done.code == 1, done.err
    results = json.loads(done.out)["results"]
    assert [(r["name"], r["run"]["overallStatus"]) for r in results] == [
        (GOOD, "passed"), ("bye.txt", "failed"), ("standard input", "passed"),
    ]  # fmt: skip
    suite = ElementTree.parse(junit).getroot()
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("3", "1", "0")
    failure = suite.findall("testcase")[1].find("failure")
    assert failure is not None
    assert "Goodbye" in (failure.get("message") or "")
    assert "Goodbye" in done.err
    folder = kept / "02-bye.txt"
    picture = Path(results[1]["run"]["stepsJson"][0]["failureScreenshotUrl"])
    assert (picture.parent, picture.is_file()) == (folder, True)
    assert str(picture) in (suite.findall("testcase")[1].findtext("system-out") or "")
    assert "/api/artifacts/" not in done.out  # what would lead nowhere once the command has ended
    assert list((tmp_path / "tmp").glob("qa-appliance-*")) == []  # nothing stays


@pytest.mark.slow
async def test_a_site_that_is_not_there_is_an_error_and_no_failure(tmp_path: Path) -> None:
    junit = tmp_path / "junit.xml"
    there = ("--url", "http://127.0.0.1:9", "--allow", "loopback", "--output", str(tmp_path / "kept"))
    done = await cli(GOOD, *there, "--junit", str(junit))
    assert done.code == 3, done.err
    assert done.out.splitlines()[1].startswith("error")
    suite = ElementTree.parse(junit).getroot()
    assert (suite.get("failures"), suite.get("errors")) == ("0", "1")


@pytest.mark.slow
async def test_where_only_the_command_line_was_a_server_is_to_be_set_up(serve: Serve, tmp_path: Path) -> None:
    site, data = await serve({"/": PAGE}), tmp_path / "data"
    there = ("--data-dir", str(data), "--output", str(tmp_path / "kept"), "--allow", "loopback")
    done = await cli(GOOD, "--url", site, *there)
    assert done.code == 0, done.err
    async with serving(data, "--port", "0") as server, httpx.AsyncClient(timeout=60, trust_env=False) as http:
        http.base_url = httpx.URL((await server.until("QA Appliance is at ")).split()[-1])
        assert (await http.get("/api/setup")).json() == {"needsSetup": True}
        owner = {"email": "ada@example.test", "password": "a long pass phrase", "organizationName": "Lab"}
        session = await http.post("/api/setup", json=owner)
        assert session.status_code == 201
        http.headers["Authorization"] = f"Bearer {session.json()['token']}"
        assert (await http.get("/api/doctor")).status_code == 200  # the operator


async def test_a_command_that_is_mistyped_and_the_version() -> None:
    assert (call(["sevre"]), call(["--version"])) == (2, 0)


@pytest.mark.slow
async def test_on_a_server(serve: Serve, tmp_path: Path) -> None:
    reached, held = asyncio.Event(), asyncio.Event()

    async def hangs(request: Any) -> str:
        reached.set()
        await held.wait()
        return PAGE

    site = await serve({"/": PAGE, "/slow": hangs})
    key = tmp_path / "key"
    flags = ("--port", "0", "--allow", "loopback", "--browsers", "1")
    async with serving(tmp_path / "data", *flags, **OWNER) as server, signed_in(server) as http:
        there = ("--server", str(http.base_url), "--api-key-file", str(key))

        key.write_text("tst_live_0123456789abcdefghijklmnopqrstuv")
        done = await cli(GOOD, *there, "--url", site)
        assert (done.code, done.out) == (5, "")
        assert "Invalid or revoked API key" in done.err

        key.write_text((await http.post("/api/keys", json={"name": "ci"})).json()["key"] + "\n")
        done = await cli(GOOD, *there)
        assert done.code == 2
        assert "Say which project" in done.err

        done = await cli(GOOD, *there, "--url", site, "--project", "Shop")  # made where missing
        assert done.code == 0, done.err
        assert done.out.splitlines()[1].startswith("passed")
        assert (await cli(BAD, *there)).code == 1  # the only project
        assert (await cli(BAD, *there, "--project", "No such")).code == 2

        done = await cli('go to "/slow"', *there, "--project", "Shop", "--no-wait", "--json")
        assert done.code == 0, done.err
        await happens(reached)
        done = await cli(GOOD, *there, "--project", "Shop", "--timeout", "0.5")  # the only slot is taken
        assert done.code == 4, done.err
        assert done.out.splitlines()[1].startswith("pending")
        held.set()


@pytest.mark.slow
async def test_interrupting_cancels_what_was_started(serve: Serve, tmp_path: Path) -> None:
    reached, held = asyncio.Event(), asyncio.Event()

    async def hangs(request: Any) -> str:
        reached.set()
        await held.wait()
        return PAGE

    site = await serve({"/": hangs})
    async with (
        serving(tmp_path / "data", "--port", "0", "--allow", "loopback", **OWNER) as server,
        signed_in(server) as http,
    ):
        key = (await http.post("/api/keys", json={"name": "ci"})).json()["key"]
        there = ("--server", str(http.base_url))
        async with started(GOOD, *there, "--url", site, QA_APPLIANCE_API_KEY=key) as process:
            await happens(reached)
            process.send_signal(signal.SIGINT)
            out, err = await process.communicate()
            assert (process.returncode, out) == (130, b""), err
        run_id = (await http.get("/api/runs")).json()["runs"][0]["id"]
        assert (await run(http, run_id, *TERMINAL))["status"] == "cancelled"
    held.set()


@pytest.mark.slow
async def test_a_sigterm_ends_an_appliance_of_its_own_in_order(serve: Serve, tmp_path: Path) -> None:
    """Also where a proxy of the environment leads nowhere: none is on the way to this machine."""
    reached, held = asyncio.Event(), asyncio.Event()

    async def hangs(request: Any) -> str:
        reached.set()
        await held.wait()
        return PAGE

    site = await serve({"/": hangs})
    (tmp_path / "tmp").mkdir()
    nowhere = dict.fromkeys(("HTTP_PROXY", "http_proxy", "ALL_PROXY"), "http://127.0.0.1:1") | {"NO_PROXY": ""}
    async with started(GOOD, "--url", site, "--allow", "loopback", TMPDIR=str(tmp_path / "tmp"), **nowhere) as process:
        await happens(reached)
        process.send_signal(signal.SIGTERM)
        out, err = await process.communicate()
        assert (process.returncode, out) == (130, b""), err
        assert b"Traceback" not in err
    assert list((tmp_path / "tmp").glob("qa-appliance-*")) == []
    held.set()
