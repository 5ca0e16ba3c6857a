"""Doubts the demo's nine tests on the sound shop, and five weakened ones: the nine should notice all, the five not.

    .venv/bin/python -m tests.benchmarks.doubts [--only WORDS] [--pictures FOLDER]

Prints a table in Markdown. With pictures, writes it there as `doubts.png`, and what the dashboard shows of the last
test as `doubt.png`. Ends with 1 when a sound test lets a damage pass, or a weakened one none.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from html import escape
from pathlib import Path
from typing import Any

import msgspec
from playwright.async_api import Page

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
_STYLE = """body { margin: 0; padding: 20px; width: 1060px; font: 14px/1.45 "Noto Sans", sans-serif; color: #1b1f29 }
    h1 { margin: 0 0 12px; font-size: 19px } table { border-collapse: collapse } code { font: 13px monospace }
    th, td { padding: 6px 12px 6px 0; border-bottom: 1px solid #dde1e8; text-align: left; vertical-align: top }
    th { color: #5a6272; font-weight: 600 } p { margin: 0 0 4px }
    td:nth-child(2) { white-space: nowrap; font-weight: 600; color: #1a7f4b }
    .weak td:nth-child(2) { color: #c0262d }"""


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


class Row(msgspec.Struct, frozen=True):
    """`passed`: each damage that was let pass, with the sentence that would catch it."""

    name: str
    notices: str
    passed: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, name: str, doubt: dict[str, Any]) -> Row:
        passed = [each for each in doubt["trials"] if each["result"] == "let_pass"]
        answers = tuple((each["damage"], next(iter(each["offers"]), "no sentence")) for each in passed)
        return cls(name, f"{doubt['noticed']} of {doubt['counted']}", answers)

    @property
    def markdown(self) -> str:
        answer = "<br>".join(f"{damage} → `{sentence}`" for damage, sentence in self.passed)
        return f"| {self.name} | {self.notices} | {answer} |"

    @property
    def html(self) -> str:
        answer = "".join(f"<p>{escape(damage)} → <code>{escape(text)}</code></p>" for damage, text in self.passed)
        return f"<tr{' class=weak' if answer else ''}><td>{escape(self.name)}<td>{self.notices}<td>{answer}"


async def pictured(page: Page, folder: Path, rows: list[Row], last: str) -> None:
    """The table, and what the dashboard shows of the last test."""
    await page.set_viewport_size({"width": 1180, "height": 860})
    await page.goto(last)
    await page.get_by_role("table").wait_for()
    await page.evaluate("document.fonts.ready")
    await page.screenshot(path=folder / "doubt.png", full_page=True)
    head = "<tr><th>Test<th>Notices<th>Lets pass, and what would catch it"
    await page.goto("about:blank")
    table = "".join(row.html for row in rows)
    await page.set_content(
        f"<!doctype html><style>{_STYLE}</style><h1>Would it notice?</h1><table>{head}{table}</table>"
    )
    await page.locator("body").screenshot(path=folder / "doubts.png")


async def all_of_them(only: str, pictures: Path | None) -> bool:
    quiet = Evidence(video=False, trace=False, performance=False)
    settings = Settings(allow=("loopback",), browsers=1, evidence=quiet)
    weak = msgspec.toml.decode(WEAKENED.read_bytes(), type=dict[str, tuple[Weak, ...]])["tests"]
    right = True
    async with serving(create_shop()) as shop, own_appliance(settings) as own:
        account = await own.account(ORGANIZATION)
        token = await own.sign_in(account.organization_id)  # saving belongs to the dashboard
        await own.ready()
        async with connect(own.address, token) as client:
            project = str((await client.create_project("Demo shop", shop))["id"])
            print("| test | notices | lets pass, and what would catch it |\n|---|---|---|")
            last, rows = "", list[Row]()
            tests: list[Case | Weak] = [*load_cases().tests, *weak]
            for test in tests:
                if only.casefold() not in test.name.casefold():
                    continue
                doubt = await doubted(client, project, test)
                right = right and (doubt["score"] == 100) is isinstance(test, Case)
                last = str(doubt["procedureId"])
                rows.append(Row.of(test.name, doubt))
                print(rows[-1].markdown, flush=True)
            if pictures is not None:
                async with at_the_dashboard(own, ORGANIZATION) as page:
                    await pictured(page, pictures, rows, f"{own.address}/procedures/{last}?tab=doubt")
    return right


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", metavar="WORDS", help="tests whose name holds these words")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="write the pictures there")
    given = parser.parse_args()
    return int(not asyncio.run(all_of_them(given.only, given.pictures)))


if __name__ == "__main__":
    sys.exit(main())
