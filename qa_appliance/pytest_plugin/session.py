"""The appliance behind a pytest session, in a thread with an event loop of its own: tests need no loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest

from qa_appliance.cli.configuration import read_settings
from qa_appliance.cli.printing.reported import as_text
from qa_appliance.cli.running.credential import read_api_key
from qa_appliance.cli.running.errand import Errand, Wish
from qa_appliance.cli.running.outcome import Attempt, Outcome
from qa_appliance.cli.running.places import Found, OwnPlaces, ServerPlaces
from qa_appliance.cli.running.replays import Replays
from qa_appliance.cli.running.throwaway import own_appliance
from qa_appliance.client.channel import Run, connect
from qa_appliance.core.errors import Invalid, Problem
from qa_appliance.core.run import UserExpectation
from qa_appliance.settings import Settings
from qa_appliance.testfiles.find import RESULTS
from qa_appliance.testfiles.lock import Locks
from qa_appliance.testfiles.test import Test, plain_lines

T = TypeVar("T")


class NotPassed(AssertionError):
    """A test that did not pass. `report` tells why, `files` are its evidence."""

    def __init__(self, report: str, files: tuple[Path, ...] = ()) -> None:
        super().__init__(report)
        self.report, self.files = report, files


class _Silent:
    """pytest tells what happens itself."""

    def begins(self, number: int, name: str) -> None: ...
    def step(self, number: int, step: Run, planned: int | None) -> None: ...
    def tries_again(self, number: int, name: str, attempt: Attempt) -> None: ...
    def ends(self, number: int, outcome: Outcome) -> None: ...
    def close(self) -> None: ...


class Session:
    """Made by `session_of`. `url`: the site under test, whatever files say."""

    def __init__(
        self, settings: Settings, server: str | None, key: str, *, url: str | None, project: str | None, output: Path
    ) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="qa-appliance", daemon=True)
        self._stack = AsyncExitStack()
        self._thread.start()
        self.url, self.own, self._output = url, server is None, output
        self._number = 0
        try:
            self._places = self._do(self._open(settings, server, key, project))
        except BaseException:
            self.close()
            raise

    def run(self, test: Test) -> Outcome:
        """Raises `NotPassed`, and `Problem` where the test could not be run at all."""
        if self.own and not (test.address or test.opens):
            raise Invalid("Say which site to test: --qa-url, qa_url in pytest's settings, or qa(…, url=…).")
        self._number += 1
        outcome = self._do(self._run(test, self._number))
        if outcome.result != "passed":
            last = outcome.last
            files = tuple(last.kept.files) if last and last.kept else ()
            raise NotPassed("\n".join(as_text(last.report)) if last else outcome.headline, files)
        return outcome

    def close(self) -> None:
        self._do(self._stack.aclose())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _open(self, settings: Settings, server: str | None, key: str, project: str | None) -> Found:
        if server is None:
            own = await self._stack.enter_async_context(own_appliance(settings))
            return OwnPlaces(own, self._stack, None, project)
        return ServerPlaces(await self._stack.enter_async_context(connect(server, key)), None, project)

    async def _run(self, test: Test, number: int) -> Outcome:
        wish = Wish(output=self._output / f"{number:03d}")
        errand = Errand(self._places, wish, 1, _Silent(), Replays(Locks(), notes=False))
        outcomes, _ = await errand.carry_out([test])
        return outcomes[0]

    def _do(self, work: Coroutine[object, object, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()


class QA:
    """What a test function gets as `qa`."""

    def __init__(self, node: pytest.Item) -> None:
        self._node = node

    def __call__(
        self, description: str, *, url: str | None = None, expect: UserExpectation = "pass", viewport: str | None = None
    ) -> Outcome:
        """Runs the test and answers what came of it. Raises `NotPassed`, with the evidence in the report's sections."""
        test = Test(
            name=self._node.name,
            lines=plain_lines(description),
            expect=expect,
            viewport=viewport,
            url=url or session_of(self._node.config).url,
        )
        return judged(self._node, test)


def judged(node: pytest.Item, test: Test) -> Outcome:
    """The outcome of a test that passed; the evidence of one that did not is named in the report of `node`."""
    __tracebackhide__ = True
    try:
        return session_of(node.config).run(test)
    except NotPassed as failed:
        node.add_report_section("call", "browser evidence", "\n".join(map(str, failed.files)) or "none was kept")
        raise pytest.fail.Exception(failed.report, pytrace=False) from None
    except Problem as problem:
        raise pytest.fail.Exception(problem.message, pytrace=False) from None


_OPENED = pytest.StashKey[Session]()


def session_of(config: pytest.Config) -> Session:
    """The appliance of this pytest, opened by its first test and closed at its end.

    Raises `Problem` for options that do not fit and an appliance that cannot be opened.
    """
    opened = config.stash.get(_OPENED, None)
    if opened is None:
        opened = config.stash[_OPENED] = _opened(config)
        config.add_cleanup(opened.close)
    return opened


def _opened(config: pytest.Config) -> Session:
    server, key_file = config.getoption("--qa-server"), config.getoption("--qa-api-key-file")
    key = read_api_key(Path(key_file) if key_file else None) if server else ""
    settings = read_settings({})
    return Session(
        msgspec.structs.replace(settings, allow=(*settings.allow, *config.getoption("--qa-allow"))),
        server,
        key,
        url=config.getoption("--qa-url") or config.getini("qa_url") or None,
        project=config.getoption("--qa-project"),
        output=Path(config.getoption("--qa-output") or RESULTS),
    )
