"""Doubts the demo's nine tests on the sound shop, and five weakened ones: the nine should notice all, the five not.

    .venv/bin/python -m tests.benchmarks.doubts [--only WORDS] [--picture FILE]

Prints a table in Markdown. With a picture, what the dashboard shows of the last one. Ends with 1 when a sound test lets
a damage pass, or a weakened one none.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path
from typing import Any

import msgspec

from qa_appliance.cli.running.throwaway import own_appliance
from qa_appliance.client.channel import Client, connect
from qa_appliance.core.run import UserExpectation
from qa_appliance.demo.cases import Case, load_cases
from qa_appliance.demo.serving import serving
from qa_appliance.demo.shop import create_shop
from qa_appliance.settings import Evidence, Settings
from tests.apps.written import at_the_dashboard

WEAKENED = Path(__file__).with_suffix(".toml")
ORGANIZATION = "Doubters"


class Weak(msgspec.Struct, frozen=True):
    name: str
    description: str
    expectation: UserExpectation = "pass"


async def doubted(client: Client, project: str, test: Case | Weak) -> dict[str, Any]:
    """Of a saved test, as the dashboard does it."""
    run_id = await client.trigger(project, test.description, expectation=test.expectation)
    run = await client.finished(run_id)
    if run["overallStatus"] != "passed":
        raise SystemExit(f"{test.name} does not pass: {run['reportMarkdown']}")
    body = {"name": test.name, "runId": run_id}
    saved = await client.call("POST", f"api/projects/{project}/procedures", body)
    asked = {"procedureId": saved["procedure"]["id"]}
    doubt = (await client.call("POST", f"api/projects/{project}/doubts", asked))["doubt"]
    while doubt["state"] in ("waiting", "running"):
        await asyncio.sleep(1)
        doubt = (await client.call("GET", f"api/doubts/{doubt['id']}"))["doubt"]
    if doubt["state"] != "done":
        raise SystemExit(f"{test.name}: {doubt['reason']}")
    return dict(doubt)


def row(name: str, doubt: dict[str, Any]) -> str:
    passed = [each for each in doubt["trials"] if each["result"] == "let_pass"]
    answer = "<br>".join(f"{each['damage']} → {next(iter(each['offers']), 'no sentence')}" for each in passed)
    return f"| {name} | {doubt['noticed']} of {doubt['counted']} | {answer} |"


async def all_of_them(only: str, picture: Path | None) -> bool:
    quiet = Evidence(video=False, trace=False, performance=False)
    settings = Settings(allow=("loopback",), browsers=1, evidence=quiet)
    weak = msgspec.toml.decode(WEAKENED.read_bytes(), type=dict[str, tuple[Weak, ...]])["tests"]
    right = True
    async with serving(create_shop()) as shop, own_appliance(settings) as own:
        account = await own.account(ORGANIZATION)
        token = await own.sign_in(account.organization_id)  # saving belongs to the dashboard
        async with connect(own.address, token) as client:
            project = str((await client.create_project("Demo shop", shop))["id"])
            print("| test | notices | lets pass, and what would catch it |\n|---|---|---|")
            last = ""
            tests: list[Case | Weak] = [*load_cases().tests, *weak]
            for test in tests:
                if only.casefold() not in test.name.casefold():
                    continue
                doubt = await doubted(client, project, test)
                right = right and (doubt["score"] == 100) is isinstance(test, Case)
                last = str(doubt["procedureId"])
                print(row(test.name, doubt), flush=True)
            if picture is not None:
                async with at_the_dashboard(own, ORGANIZATION) as page:
                    await page.set_viewport_size({"width": 1180, "height": 860})
                    await page.goto(f"{own.address}/procedures/{last}?tab=doubt")
                    await page.get_by_role("table").wait_for()
                    await page.evaluate("document.fonts.ready")
                    await page.screenshot(path=picture, full_page=True)
    return right


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", metavar="WORDS", help="tests whose name holds these words")
    parser.add_argument("--picture", type=Path, metavar="FILE", help="write what the dashboard shows of the last there")
    given = parser.parse_args()
    return int(not asyncio.run(all_of_them(given.only, given.picture)))


if __name__ == "__main__":
    sys.exit(main())
