"""Passkeys of a run: an authenticator of its own in every tab, with the same keys in all. Never leaves the run.

Chromium's WebAuthn domain keeps one for each tab; what is made in one is carried over into the others.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine

from playwright.async_api import BrowserContext, CDPSession, Page
from playwright.async_api import Error as PlaywrightError

Key = dict[str, str]
"""A passkey as the browser's protocol has it."""

_KIND = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class Passkeys:
    """`news` are sentences of what happened with them since they were asked for last."""

    def __init__(self) -> None:
        self._tabs: dict[Page, tuple[CDPSession, str]] = {}
        self._keys: dict[str, Key] = {}
        self._news: list[str] = []
        self._at_work: set[asyncio.Task[None]] = set()

    def news(self) -> list[str]:
        news, self._news = self._news, []
        return news

    async def use(self, context: BrowserContext) -> None:
        """In all its tabs, those to come too. Raises Playwright's error where the browser knows no passkeys."""
        for page in context.pages:
            await self._add(page)
        context.on("page", lambda page: self._begin(self._add(page)))

    async def _add(self, page: Page) -> None:
        if page in self._tabs:
            return
        protocol = await page.context.new_cdp_session(page)
        await protocol.send("WebAuthn.enable", {"enableUI": False})
        made = await protocol.send("WebAuthn.addVirtualAuthenticator", {"options": _KIND})
        self._tabs[page] = protocol, made["authenticatorId"]
        page.on("close", self._forget)
        protocol.on("WebAuthn.credentialAdded", lambda event: self._begin(self._keep(page, event["credential"])))
        protocol.on("WebAuthn.credentialAsserted", lambda event: self._asserted(event["credential"]))
        for key in self._keys.values():
            await self._put(page, key)

    def _forget(self, page: Page) -> None:
        self._tabs.pop(page, None)

    async def _keep(self, page: Page, key: Key) -> None:
        if key["credentialId"] in self._keys:
            return
        self._keys[key["credentialId"]] = key
        self._news.append(f"a passkey was made for {key.get('rpId', 'the site')}")
        for other in [each for each in self._tabs if each is not page]:
            await self._put(other, key)

    def _asserted(self, key: Key) -> None:
        self._keys[key["credentialId"]] = self._keys.get(key["credentialId"], {}) | key
        self._news.append(f"the passkey for {key.get('rpId', 'the site')} was used")

    async def _put(self, page: Page, key: Key) -> None:
        protocol, authenticator = self._tabs[page]
        await protocol.send("WebAuthn.addCredential", {"authenticatorId": authenticator, "credential": key})

    def _begin(self, work: Coroutine[object, object, None]) -> None:
        async def quietly() -> None:
            try:
                await work
            except (PlaywrightError, KeyError):  # the tab has gone
                return

        task = asyncio.get_running_loop().create_task(quietly())
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)
