"""Writes tests by using applications in the dashboard's picture, then runs what came of it, healthy and faulty.

    .venv/bin/python -m tests.apps.written [shop] [contacts] [jupyterlab] [library] [--only WORDS] [--report FILE]

The mouse is moved and keys are pressed in the dashboard alone; where something stands in the picture is asked of the
session's own page, in place of a person's eyes. Ends with 1 when a test that was written does not pass on a fresh
application, or passes on the faulty one.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from playwright.async_api import Locator, Page, async_playwright, expect

from qa_appliance.browser.process.choice import choose_browser
from qa_appliance.browser.process.launch import launch
from qa_appliance.cli.running.throwaway import Own, own_appliance
from qa_appliance.client.channel import Client, connect
from qa_appliance.core.clock import utc_now
from qa_appliance.settings import Evidence, Settings, Steps
from qa_appliance.store.passwords import hash_password
from qa_appliance.store.tables import accounts
from qa_appliance.studio.session import Session

from .play import APPLICATIONS as PLAYED
from .play import application, install

HERE = Path(__file__).parent
WRITTEN = HERE / "written.toml"
PAUSE = 1.2  # seconds a person takes from one deed to the next, once its picture is there
LONGEST = 90.0
APPLICATIONS = PLAYED | {"library": application("library_site.py")}
EMAIL, PASSWORD, ORGANIZATION = "ada@example.test", "correct-horse-battery", "Writers"


class Task(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    app: str
    name: str
    fault: str
    deeds: tuple[tuple[str, ...], ...]


@dataclass
class Came:
    """What came of a task: the test in English, and how it fared."""

    task: Task
    test: str = ""
    by_hand: int = 0  # sentences the person had to write
    asked: list[str] = field(default_factory=list)  # what had no sentence
    healthy: str = ""
    faulty: str = ""
    problem: str = ""

    @property
    def right(self) -> bool:
        return not self.problem and self.healthy == "passed" and self.faulty != "passed"


class Person:
    """Somebody at the dashboard, whose eyes are the session's page."""

    def __init__(self, page: Page, session: Session, came: Came) -> None:
        self.page, self.session, self.came = page, session, came
        self.surface = page.get_by_role("application")
        self.sentence = page.get_by_label("A sentence")

    @property
    def site(self) -> Page:
        return self.session._work.stage.page

    async def does(self, deed: tuple[str, ...]) -> None:
        kind, what, *more = deed
        match kind:
            case "click" | "double" | "right":
                await self._click(what, double=kind == "double", button="right" if kind == "right" else "left")
            case "drag":
                await self._over(what)
                await self.page.mouse.down()
                await self._over(more[0])
                await self.page.mouse.up()
            case "type":
                await self.page.keyboard.type(what)
            case "key":
                await self.page.keyboard.press(what)
            case "choose":
                await self.page.get_by_role("group", name="Choose an option").get_by_role("button", name=what).click()
            case "answer":
                await self.page.get_by_role("alertdialog").get_by_role("button", name=what).click()
            case "check":
                offered = self.page.get_by_role("group", name="What changed")
                await offered.get_by_role("button").filter(has_text=what).first.click(timeout=15_000)
            case "say":
                self.came.by_hand += 1
                await self.sentence.fill(what)
                await self.page.keyboard.press("Enter")
                await expect(self.sentence).to_have_value("", timeout=LONGEST * 1000)
        await self._rest()

    async def _click(self, what: str, *, double: bool, button: Any) -> None:
        await self._over(what)
        for count in (1, 2) if double else (1,):
            await self.page.mouse.down(button=button, click_count=count)
            await self.page.mouse.up(button=button, click_count=count)

    async def _over(self, what: str) -> None:
        thing: Locator = self.site.locator(what).first
        await thing.wait_for(timeout=20_000)
        there, here = await thing.bounding_box(), await self.surface.bounding_box()
        view = self.site.viewport_size
        assert there is not None
        assert here is not None
        assert view is not None
        scale = here["width"] / view["width"]
        x, y = there["x"] + there["width"] / 2, there["y"] + there["height"] / 2
        for _ in range(20):
            if y < view["height"]:
                break
            await self.page.mouse.move(here["x"] + here["width"] / 2, here["y"] + here["height"] / 2)
            await self.page.mouse.wheel(0, 400)
            await self._rest()
            there = await thing.bounding_box()
            assert there is not None
            y = there["y"] + there["height"] / 2
        await self.page.mouse.move(here["x"] + x * scale, here["y"] + y * scale)

    async def _rest(self) -> None:
        async with asyncio.timeout(LONGEST):
            await asyncio.sleep(PAUSE)
            work = self.session._work
            while self.session._asked or self.session._busy or work._turn.locked() or work.behind._resting:
                await asyncio.sleep(0.1)
        notices = self.page.locator(".studio-told .notice")
        for text in await notices.all_inner_texts():
            if text not in self.came.asked:
                self.came.asked.append(text)


@asynccontextmanager
async def at_the_dashboard(own: Own, organization: str) -> AsyncIterator[Page]:
    hashed = await hash_password(PASSWORD)
    await accounts.ensure(
        own._appliance.db,
        email=EMAIL,
        name="Ada",
        password_hash=hashed,
        organization=organization,
        role="owner",
        now=utc_now(),
    )
    async with async_playwright() as playwright:
        browser = (await launch(playwright, await choose_browser())).browser
        page = await browser.new_page(viewport={"width": 1720, "height": 1000})
        await page.goto(own.address)
        await page.get_by_label("Email").fill(EMAIL)
        await page.get_by_label("Password").fill(PASSWORD)
        await page.get_by_role("button", name="Sign in").click()
        await page.get_by_label("Password").wait_for(state="hidden")
        try:
            yield page
        finally:
            await browser.close()


async def write(task: Task, own: Own, page: Page, client: Client) -> Came:
    came = Came(task)
    desk, start = own._appliance.studio, APPLICATIONS[task.app]
    async with start(None) as address:
        project = await client.create_project(f"{task.app}: {task.name}", address)
        await page.goto(f"{own.address}/projects/{project['id']}/studio")
        await page.get_by_role("button", name="Open the browser").click()
        await page.get_by_role("application").wait_for(timeout=60_000)
        [session] = desk._sessions.values()
        person = Person(page, session, came)
        try:
            await person._rest()
            for deed in task.deeds:
                await person.does(deed)
        except Exception as problem:
            came.problem = f"{deed}: {str(problem).splitlines()[0]}"
        came.test = session.description
        await desk.close(session.id)
    if not came.problem:
        for fault in (None, task.fault):
            async with start(fault) as address:
                run_id = await client.trigger(project["id"], came.test, base_url=address)
                run = await client.finished(run_id)
                outcome = _outcome(run)
            came.healthy, came.faulty = (outcome, "") if fault is None else (came.healthy, outcome)
    return came


def _outcome(run: dict[str, Any]) -> str:
    if run["overallStatus"] == "passed":
        return "passed"
    failed = [step for step in run["stepsJson"] or () if step["result"] == "failed"]
    return "; ".join(f"{step['sentence']} → {step['error']}" for step in failed) or str(run["reportMarkdown"])


async def write_all(names: list[str], only: str) -> list[Came]:
    tasks = msgspec.toml.decode(WRITTEN.read_bytes(), type=dict[str, tuple[Task, ...]])["tests"]
    quiet = Evidence(video=False, trace=False, screenshots=False, performance=False)
    settings = Settings(allow=("loopback",), browsers=1, steps=Steps(patience_seconds=10), evidence=quiet)
    all_of_it: list[Came] = []
    async with own_appliance(settings) as own:
        account = await own.account(ORGANIZATION)
        at_work = at_the_dashboard(own, ORGANIZATION)
        async with connect(own.address, account.api_key) as client, at_work as page:
            for task in tasks:
                if task.app not in names or only.casefold() not in task.name.casefold():
                    continue
                came = await write(task, own, page, client)
                all_of_it.append(came)
                print(f"{'ok   ' if came.right else 'WRONG'} {task.app} · {task.name}", flush=True)
                print("\n".join(f"        {line}" for line in came.test.splitlines()), flush=True)
                for label, text in (("asked", "; ".join(came.asked)), ("problem", came.problem)):
                    if text:
                        print(f"      {label}: {text}", flush=True)
                print(f"      healthy: {came.healthy}\n      faulty: {came.faulty}", flush=True)
    return all_of_it


def report(all_of_it: list[Came]) -> str:
    """As a table in Markdown: a row for each test."""
    rows = ["| application | test | written | on a fresh one | with the fault |", "|---|---|---|---|---|"]
    for came in all_of_it:
        cells = [came.task.app, came.task.name, came.test.replace("\n", "<br>"), came.healthy or came.problem]
        fault = f"{came.task.fault}: {came.faulty}"
        rows.append("| " + " | ".join(cell.replace("|", "\\|") for cell in (*cells, fault)) + " |")
    lines = sum(len(came.test.splitlines()) for came in all_of_it)
    by_hand = sum(came.by_hand for came in all_of_it)
    right = sum(came.right for came in all_of_it)
    rows += ["", f"{right} of {len(all_of_it)} tests hold; of {lines} sentences {by_hand} were typed, the others came."]
    return "\n".join(rows)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("applications", nargs="*", choices=[*APPLICATIONS, []], default=[])
    parser.add_argument("--only", default="", metavar="WORDS", help="tests whose name holds these words")
    parser.add_argument("--report", type=Path, metavar="FILE", help="write the table there")
    given = parser.parse_args()
    names = given.applications or list(APPLICATIONS)

    async def work() -> list[Came]:
        if names != ["shop"]:
            await install()
        return await write_all(names, given.only)

    all_of_it = asyncio.run(work())
    text = report(all_of_it)
    if given.report:
        given.report.write_text(text + "\n")
    print(text.splitlines()[-1])
    return int(not all(came.right for came in all_of_it))


if __name__ == "__main__":
    sys.exit(main())
