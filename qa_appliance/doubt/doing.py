"""Does one damage to a run: in its page, or at the wire by answering instead of the site. Judges nothing."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable
from importlib import resources
from urllib.parse import urlsplit

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page, Request, Route

from qa_appliance.core.steps import Step
from qa_appliance.doubt.damages import Damage
from qa_appliance.doubt.sight import Asked, Witness, is_deed
from qa_appliance.steps.base.stage import Stage

_SCRIPT = resources.files("qa_appliance.doubt").joinpath("damage.js").read_text(encoding="utf-8").strip().rstrip(";")
_PAGE_SECONDS = 5.0
_ERROR = "<!doctype html><title>Internal Server Error</title><h1>Internal Server Error</h1>"


class Doer(Witness):
    """A witness that does the damage when its step comes. `done` says how often it took place."""

    def __init__(self, damage: Damage) -> None:
        super().__init__()
        self.damage = damage
        self.done = 0
        self._at_wire = False
        self._old = ""
        self._held: list[Route] = []
        self._is_held: Callable[[Request], None] = lambda request: None

    async def before(self, step: Step, stage: Stage, index: int) -> None:
        await super().before(step, stage, index)
        if index > self.damage.step and is_deed(step):
            self._at_wire = False
        if index != self.damage.step:
            return
        match self.damage.kind:
            case "altered" | "missing" | "short_list":
                await self._damage_page(stage)
            case "dead_click":
                await self._ask(stage.page, {"dead": True})
            case "error" | "no_answer" | "old_page":
                await self._damage_wire(stage)

    async def after(self, step: Step, stage: Stage, index: int) -> None:
        await super().after(step, stage, index)
        if index == self.damage.step and self.damage.kind == "dead_click":
            self.done = await self._ask(stage.page, {"dead": False})

    async def end(self, stage: Stage, index: int) -> None:
        for route in self._held:  # given up, so that the page that is left can be looked at
            with contextlib.suppress(PlaywrightError):
                await route.abort("aborted")
        await super().end(stage, index)
        if self.damage.parts:
            self.done = max(self.done, await self._ask(stage.page, {"dead": False}))

    async def _damage_page(self, stage: Stage) -> None:
        """In what is open, and in every page that is opened from now on."""
        damage = self.damage
        parts = [{"tag": part.tag, "text": part.text} for part in damage.parts]
        given = {"parts": parts, "text": damage.text, "instead": damage.instead}
        with contextlib.suppress(PlaywrightError):
            await stage.page.context.add_init_script(f"({_SCRIPT})({json.dumps(given)})")
        self.done += await self._ask(stage.page, given)

    async def _ask(self, page: Page, given: object) -> int:
        """Of all its frames; a page that does not answer has not been damaged."""
        done = 0
        for frame in page.frames:
            with contextlib.suppress(PlaywrightError, TimeoutError):
                async with asyncio.timeout(_PAGE_SECONDS):
                    done += int(await frame.evaluate(_SCRIPT, given))
        return done

    async def _damage_wire(self, stage: Stage) -> None:
        self._at_wire, self._is_held = True, stage.recorder.is_held
        wanted = self.damage.asked
        assert wanted is not None
        if self.damage.kind == "old_page":
            self._old = await stage.page.content()
        await stage.page.context.route(lambda url: (urlsplit(url).path or "/") == wanted.path, self._answer)

    async def leave(self) -> None:
        """Playwright waits for an answer to each request it has handed over, even when its page is long gone."""
        for route in self._held:
            with contextlib.suppress(PlaywrightError):  # answered meanwhile
                await route.fallback()

    async def _answer(self, route: Route) -> None:
        if not self._at_wire or Asked.of(route.request) != self.damage.asked:
            await route.fallback()
            return
        self.done += 1
        try:
            match self.damage.kind:
                case "error":
                    await route.fulfill(status=500, content_type="text/html", body=_ERROR)
                case "old_page":
                    await route.fulfill(status=200, content_type="text/html; charset=utf-8", body=self._old)
                case _:
                    self._held.append(route)
                    self._is_held(route.request)
        except PlaywrightError:  # the page has gone meanwhile
            self._held.append(route)
