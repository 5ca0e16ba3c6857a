"""A stage with the page under test on it: a real browser, a real recorder, and `do` to perform steps."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page

from qa_appliance.browser.look.take import take_look
from qa_appliance.browser.process.session import open_session
from qa_appliance.core.checks import PageCheck
from qa_appliance.core.evidence.kinds import BY_DEFAULT
from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.core.run import Site
from qa_appliance.core.steps import Assert, Step
from qa_appliance.core.target import Place, Relation, Target
from qa_appliance.english.compile import plan_english
from qa_appliance.evidence.recorder import EvidenceOptions, Recorder
from qa_appliance.steps.base.stage import PATIENCE, Stage
from qa_appliance.steps.checks.page_checks import ask_page
from qa_appliance.steps.perform import perform

Show = Callable[[str], Awaitable[None]]
Do = Callable[..., Awaitable[StepRecord]]
Follow = Callable[[str, str, str], Awaitable[object]]


async def _stays() -> None:
    """The browser is that of all tests: a page that is slow to close takes no other test with it."""


@asynccontextmanager
async def stage_on(browser: Browser, site: Site) -> AsyncIterator[Stage]:
    session = await open_session(browser, site, None, _stays)

    async def save(name: str, data: bytes | Path) -> str:
        return f"run/{name}"

    options = EvidenceOptions(kinds=BY_DEFAULT - {"video", "trace", "screenshots", "performance"})
    opening = Recorder.open(run_id="run", save=save, options=options, emit=lambda event: None)
    async with opening as recorder, recorder.recording(session.context):
        made = Stage(session, recorder, site, patience=1.2)
        yield made
        await made.uploads.close()
    await session.close()


@pytest.fixture
async def stage(browser: Browser) -> AsyncIterator[Stage]:
    async with stage_on(browser, Site(base_url="http://127.0.0.1/")) as stage:
        yield stage


@pytest.fixture(scope="session")
async def tab(browser: Browser) -> AsyncIterator[Page]:
    """The tab in which pages are shown that are only looked at."""
    session = await open_session(browser, Site(base_url="http://127.0.0.1/"), None, _stays)
    yield session.page
    await session.close()


@pytest.fixture
async def shown(tab: Page) -> AsyncIterator[Page]:
    """A document of the test's own in it, with a window of its own."""
    await tab.goto("about:blank")
    yield tab
    await tab.unroute_all()


@pytest.fixture
def page(request: pytest.FixtureRequest) -> Page:
    """That of the stage; a test without one performs nothing, and needs no context of its own."""
    performs = {"stage", "serve"} & set(request.fixturenames)
    page: Page = request.getfixturevalue("stage").page if performs else request.getfixturevalue("shown")
    return page


@pytest.fixture
def show(stage: Stage) -> Show:
    async def put(html: str) -> None:
        await stage.page.set_content(html)

    return put


@pytest.fixture
def do(stage: Stage) -> Do:
    """Performs steps in order and answers the last record."""

    async def run(*steps: Step) -> StepRecord:
        for index, step in enumerate(steps):
            record = await perform(step, stage, index)
        return record

    return run


@pytest.fixture
def follow(stage: Stage, show: Show, do: Do) -> Follow:
    """Shows the page and does what the words say with the patience of a real run; answers what the script sees then."""

    async def run(html: str, words: str, script: str) -> object:
        stage.patience = PATIENCE
        plan = plan_english(words)
        assert plan.gaps == ()
        await show(html)
        record = await do(*plan.steps)
        assert record.failure is None, record.failure
        seen: object = await stage.page.evaluate(script)
        return seen

    return run


def the(
    name: str = "", kind: str = "any", *, of: tuple[Place, str] | None = None, and_of: tuple[Place, str] | None = None,
    **more: object,
) -> Target:  # fmt: skip
    """A target as the English room would read it."""
    within = tuple(Relation(place[0], Target(words=place[1], name=place[1])) for place in (of, and_of) if place)
    return Target(words=name or kind, name=name, kind=kind, within=within, **more)  # type: ignore[arg-type]


def claims(text: str) -> list[str]:
    """Parted by bars, over as many lines as it takes."""
    return [" ".join(claim.split()) for claim in text.split("|")]


async def holding(page: Page, html: str, sentences: list[str]) -> list[str]:
    """Those of the sentences that are read as checks alone and hold on that page."""
    await page.set_content(f"<!doctype html><meta charset=utf-8>{html}")
    look = await take_look(page)
    holding = []
    for words in sentences:
        plan = plan_english(words)
        checks: list[PageCheck] = [step.check for step in plan.steps if isinstance(step, Assert)]  # type: ignore[misc]
        if not plan.gaps and checks and all(ask_page(check, look).holds for check in checks):
            holding.append(words)
    return holding
