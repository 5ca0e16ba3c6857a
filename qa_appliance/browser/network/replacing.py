"""Answers that a test gives in the site's place: which requests they are for, and what became of each.

Nothing of it leads anywhere: what is answered is the test's own, and where the site's answer is changed it is fetched
by the same guarded way out, without following where it redirects to.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from playwright.async_api import BrowserContext, Request, Route
from playwright.async_api import Error as PlaywrightError

from qa_appliance.browser.network.addressed import goes_to, is_operation
from qa_appliance.core.by_names import at, contains, json_or_text, none_or_several, parsed, put
from qa_appliance.core.steps import Answering
from qa_appliance.evidence.observed.network import BLOCKED, NO_ANSWER
from qa_appliance.language.network import asked, given, literal

_FETCH_MS = 30_000
_NOT_SHOWN = "what it carries is not told"

Tell = Callable[[Request, str], None]
"""Tells the record of requests what was done to one of them."""


@dataclass
class Rule:
    """`content`: the bytes and the kind of a text or file that is answered. `index`: of the step that gave it."""

    step: Answering
    index: int
    content: bytes = b""
    content_type: str = ""
    headers: dict[str, str] = field(default_factory=dict)  # by address: what a site's environment sends along
    sent: int = 0  # requests that were meant
    used: int = 0  # of them those that it was done to
    problem: str = ""  # why what should be changed could not be
    over: bool = False

    def is_for(self, request: Request) -> bool:
        """Whether the request is meant, whether or not it is its turn."""
        wanted, sends = self.step.asked, self.step.turns.sends
        if wanted.method and request.method != wanted.method:
            return False
        if wanted.operation:
            if not is_operation(wanted.operation, request.post_data_buffer, request.url):
                return False
        elif not goes_to(request.url, wanted.address):
            return False
        if not sends:
            return True
        body = parsed(request.post_data_buffer or b"", request.headers.get("content-type", ""))
        return not contains(json_or_text(sends), body, lambda name: True)

    def takes_turn(self) -> bool:
        """Of a request that is meant: whether it is done to this one."""
        self.sent += 1
        turns = self.step.turns
        due = self.sent >= turns.first and (not turns.times or self.sent < turns.first + turns.times)
        self.used += due
        return due

    @property
    def words(self) -> str:
        """What was done, as the end of a sentence: "GET /api/price was answered by the test with status 500"."""
        step = self.step
        late = f" after {step.turns.seconds:g} s" if step.turns.seconds else ""
        match step.move:
            case "answer":
                return f"{asked(step.asked)} was answered by the test with {given(step.given)}{late}"
            case "change":
                called = f"“{step.name}” in the answer of {asked(step.asked)}"
                return f"{called} was changed by the test to {step.becomes}{late}"
            case "delay":
                return f"the site's answer to {asked(step.asked)} was held back by the test{late}"
            case "never":
                return f"{asked(step.asked)} was {NO_ANSWER}"
            case "block":
                return f"{asked(step.asked)} was {BLOCKED}"

    @property
    def never(self) -> str:
        """Why it was done to no request, as a sentence; "" where it was."""
        if self.problem:
            return self.problem
        if self.used:
            return ""
        called = asked(self.step.asked)
        if not self.sent:
            return f"{called} was never asked{' so' if self.step.turns.sends else ''}."
        return f"{called} was asked {self.sent} time{'s' if self.sent > 1 else ''}, and not as often as was said."


class Replacing:
    """Of one run, in all of its browser contexts."""

    def __init__(self, tell: Tell) -> None:
        self.rules: list[Rule] = []
        self._tell = tell
        self._contexts: list[BrowserContext] = []
        self._news: list[str] = []
        self._over = asyncio.Event()
        self._held: set[asyncio.Event] = set()

    async def add(self, rule: Rule, contexts: list[BrowserContext]) -> None:
        """The newest counts first. Nothing is intercepted before there is one."""
        self.rules.append(rule)
        for context in contexts:
            await self.join(context)

    async def join(self, context: BrowserContext) -> None:
        if self.rules and context not in self._contexts:
            self._contexts.append(context)
            await context.route(self._may_be_meant, self._answer)

    def let_through(self) -> None:
        """What is held back goes on its way."""
        for rule in self.rules:
            rule.over = True
        self._let_go()

    async def close(self) -> None:
        self._over.set()
        self._let_go()
        await asyncio.sleep(0)

    def news(self) -> list[str]:
        """What was done since it was asked last, each once."""
        news, self._news = list(dict.fromkeys(self._news)), []
        return news

    def _let_go(self) -> None:
        for held in self._held:
            held.set()

    def _may_be_meant(self, url: str) -> bool:
        wanted = [rule.step.asked for rule in self.rules if not rule.over]
        return any(each.operation or goes_to(url, each.address) for each in wanted)

    async def _answer(self, route: Route, request: Request) -> None:
        rule = next((each for each in reversed(self.rules) if self._is_due(each, request)), None)
        with suppress(PlaywrightError):  # the page was left meanwhile
            if rule is None:
                await route.fallback()
            else:
                self._tell(request, rule.words)
                self._news.append(rule.words)
                await self._done(rule, route, request)

    def _is_due(self, rule: Rule, request: Request) -> bool:
        return not rule.over and rule.is_for(request) and rule.takes_turn()

    async def _done(self, rule: Rule, route: Route, request: Request) -> None:
        if rule.step.turns.seconds:
            await self._wait(rule.step.turns.seconds)
        match rule.step.move:
            case "answer":
                status = rule.step.given.status or 200
                await route.fulfill(status=status, content_type=rule.content_type, body=rule.content)
            case "change":
                await self._changed(rule, route, request)
            case "delay":
                await route.fallback()
            case "never":
                await self._wait(None)
                await (route.abort("failed") if self._over.is_set() else route.fallback())
            case "block":
                await route.abort("blockedbyclient")

    async def _wait(self, seconds: float | None) -> None:
        held = asyncio.Event()
        self._held.add(held)
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await held.wait()
        finally:
            self._held.discard(held)

    async def _changed(self, rule: Rule, route: Route, request: Request) -> None:
        headers = request.headers | rule.headers
        try:
            response = await route.fetch(headers=headers, max_redirects=0, timeout=_FETCH_MS)
        except PlaywrightError:
            rule.problem = f"The answer of {asked(rule.step.asked)} could not be changed: none came."
            await route.abort("failed")
            return
        body = await asyncio.to_thread(parsed, await response.body(), response.headers.get("content-type", ""))
        found = at(rule.step.name, body)
        if problem := none_or_several(rule.step.name, found, _NOT_SHOWN if not isinstance(body, dict) else body):
            rule.problem = f"The answer of {asked(rule.step.asked)} could not be changed. {problem}"
            await route.fulfill(response=response)
            return
        value = json.loads(rule.step.becomes) if literal(rule.step.becomes) == rule.step.becomes else rule.step.becomes
        changed = put(found[0].path, body, value)
        await route.fulfill(response=response, body=json.dumps(changed, ensure_ascii=False))
