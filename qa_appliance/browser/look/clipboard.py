"""The clipboard of one run. The browser's own is that of all runs: it is written to by pages, and never read.

What a page copies is told by a script in it. A paste is what the keys would have done: the page is given its events,
with what the run has copied. The keys themselves, which would paste the browser's own clipboard, are not pressed.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from importlib import resources

from playwright.async_api import BrowserContext, Frame, Page

from qa_appliance.evidence.base.driver_calls import untraced

_NAME = "qaApplianceCopied"
_FOLDER = resources.files("qa_appliance.browser.look")
_SCRIPT = _FOLDER.joinpath("clipboard.js").read_text(encoding="utf-8")
_PASTE = _FOLDER.joinpath("paste.js").read_text(encoding="utf-8")
_FOCUSED = """() => {
  let on = document.activeElement;
  while (on?.shadowRoot?.activeElement) on = on.shadowRoot.activeElement;
  return on;
}"""
_LISTEN = """() => window[Symbol.for("qa-appliance.hears-copies")]?.()"""
_ANSWER_WITHIN = 1.0  # seconds from the keys to what the page copied
_MOST_CHARACTERS = 1_000_000
_MOST_KINDS = 20
_HELD = frozenset({"Control", "Meta", "ControlOrMeta"})


def pastes(key: str) -> bool:
    """Whether a key, in Playwright's terms, pastes."""
    *held, last = key.split("+")
    others = set(held) - {"Shift"}
    if last == "Insert":
        return "Shift" in held and not others
    return last in ("V", "v", "KeyV") and len(others) == 1 and others <= _HELD


def copies(key: str) -> bool:
    """Whether a key copies or cuts what is selected."""
    *held, last = key.split("+")
    others = set(held) - {"Shift"}
    if last == "Delete":
        return "Shift" in held and not others
    return last in ("C", "c", "KeyC", "X", "x", "KeyX", "Insert") and len(others) == 1 and others <= _HELD


class Clipboard:
    """Of all contexts of one run."""

    def __init__(self) -> None:
        self._kept: dict[str, str] = {}  # texts by their kind
        self._report = asyncio.Event()

    @property
    def is_empty(self) -> bool:
        return not self._kept

    async def watch(self, context: BrowserContext) -> None:
        """Once per context, before its first page. Raises Playwright's error."""
        await context.expose_binding(_NAME, self._copied)
        await context.add_init_script(_SCRIPT)

    async def copy(self, page: Page, key: str) -> bool:
        """Presses the key; whether something was copied by it. Raises Playwright's error."""
        await untraced((await _focused(page)).evaluate(_LISTEN))
        self._report.clear()
        before, self._kept = self._kept, {}
        try:
            await page.keyboard.press(key)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._report.wait(), _ANSWER_WITHIN)
            return bool(self._kept)
        finally:
            self._kept = self._kept or before

    async def paste(self, page: Page, key: str = "ControlOrMeta+V", text: str | None = None) -> None:
        """Into what has the focus: what the run has copied, or a `text`, which is kept nowhere. Raises Playwright's
        error."""
        *held, last = key.split("+")
        kept = self._kept if text is None else {"text/plain": text}
        given = {"kept": kept, "key": last if last == "Insert" else "v", "shift": "Shift" in held}
        rest = await untraced((await _focused(page)).evaluate(_PASTE, given))
        if rest:
            await page.keyboard.insert_text(rest)

    def _copied(self, _: object, kept: object = None) -> None:
        """Of anything a page may say, the texts; nothing where nothing was selected."""
        texts = list(kept.items())[:_MOST_KINDS] if isinstance(kept, dict) else []
        found = {str(kind)[:100]: text[:_MOST_CHARACTERS] for kind, text in texts if isinstance(text, str) and text}
        self._kept = found or self._kept
        self._report.set()


async def _focused(page: Page) -> Frame:
    """The frame that has the focus, whatever it lies in."""
    frame = page.main_frame
    while True:
        element = (await untraced(frame.evaluate_handle(_FOCUSED))).as_element()
        inner = await untraced(element.content_frame()) if element is not None else None
        if inner is None:
            return frame
        frame = inner
