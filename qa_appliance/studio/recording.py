"""What a person's mouse does on the live page, handed to it and written down as sentences.

Never chooses between wordings that fit several things.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
from dataclasses import dataclass

from playwright.async_api import FileChooser, Page

from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.take import locator_of, node_at, options_of
from qa_appliance.core import steps as s
from qa_appliance.core.target import Target
from qa_appliance.english.writing.written import written
from qa_appliance.steps.base.stage import Stage
from qa_appliance.studio import messages as m
from qa_appliance.studio.changes import changed, says_more
from qa_appliance.studio.dragging import dragged, slid
from qa_appliance.studio.keyboard import Keyboard, Looking, Written
from qa_appliance.studio.means import Listener
from qa_appliance.studio.naming import acted_on, sentences
from qa_appliance.studio.nearby import nearby
from qa_appliance.studio.offers import deed_on, is_text_field, is_ticked
from qa_appliance.studio.tabs import Tabs
from qa_appliance.studio.uploading import uploads_of

_FAR = 8.0  # CSS pixels from which a press and its release are no click
_OPTION_MS = 2_000
_CHOOSER_SECONDS = 0.8
_MOVES = 6  # of the mouse before a release: pages that follow a drag need several


@dataclass
class _Pressed:
    look: Look
    node: Node | None
    x: float
    y: float


class Recording:
    """Of one stage. Each function hands on what was done and answers what it was, None while it is nothing yet."""

    def __init__(self, stage: Stage, listener: Listener, looking: Looking) -> None:
        self._stage, self._tell, self.look = stage, listener.tell, looking
        self.keyboard = Keyboard(stage, listener.tell, looking)
        self.tabs = Tabs(stage, listener.wake)
        self._pressed: _Pressed | None = None
        self._scrolled: Look | None = None  # the page before the wheel was turned
        self._down = True
        self._clicked_last = False
        self._chooser = asyncio.Event()
        for page in stage.session.context.pages:
            self._watch(page)
        stage.session.context.on("page", self._watch)

    @property
    def unfinished(self) -> bool:
        """Whether something is not a sentence yet, and may become one when nothing follows."""
        return self.keyboard.typing or self._scrolled is not None or self.tabs.waits

    async def finish(self) -> Written | None:
        """What was typed, or scrolled, as a sentence."""
        if self._scrolled is not None:
            return await self._end_scrolling(self._scrolled)
        return await self.keyboard.end_typing()

    def forget(self) -> None:
        """Something else was done meanwhile: what is typed next is a sentence of its own."""
        self._clicked_last = False
        self.keyboard.forget()

    async def wheel(self, ask: m.Wheel) -> None:
        if self._scrolled is None:
            self._scrolled = await self.look()
        self._down = ask.dy > 0
        mouse = self._stage.page.mouse
        await mouse.move(ask.x, ask.y)
        await mouse.wheel(ask.dx, ask.dy)

    async def _end_scrolling(self, before: Look) -> Written | None:
        """Only what comes by scrolling needs to be scrolled for: everything else is brought into view by itself."""
        self._scrolled = None
        after = await self.look()
        if not says_more(before, after):
            return None
        step = written(s.Scroll(direction="bottom" if self._down else "top"))
        self.forget()
        return Written([step] if step is not None else [], before, what="Scrolling")

    async def down(self, ask: m.Down) -> None:
        look = await self.look()
        node = await node_at(look, ask.x, ask.y)
        node = acted_on(look, node) if node is not None else None
        if node is not None and node.tag == "select":
            await self._offer_options(look, node)
            return
        if node is not None and node.type == "file":
            self._offer_files(look, node)
            return
        self._pressed = _Pressed(look, node, ask.x, ask.y)
        self._chooser.clear()
        mouse = self._stage.page.mouse
        await mouse.move(ask.x, ask.y)
        await mouse.down(button=ask.button, click_count=ask.count)

    async def up(self, ask: m.Up) -> Written | None:
        pressed, self._pressed = self._pressed, None
        if pressed is None:
            return None
        far = abs(ask.x - pressed.x) + abs(ask.y - pressed.y) > _FAR
        mouse = self._stage.page.mouse
        await mouse.move(ask.x, ask.y, steps=_MOVES if far else 1)
        await mouse.up(button=ask.button, click_count=ask.count)
        await self._stage.calm()
        if pressed.node is not None and pressed.node.role == "slider":
            return await self._slid(pressed.look, pressed.node)
        return await (self._dragged(pressed, ask) if far else self._clicked(pressed, ask))

    async def _slid(self, look: Look, node: Node) -> Written | None:
        self.forget()
        steps = slid(look, node, await self.look())
        return Written(steps, look, what="Moving the slider") if steps is not None else None

    async def _dragged(self, pressed: _Pressed, ask: m.Up) -> Written | None:
        after = await self.look()
        if pressed.node is None or not changed(pressed.look, after):
            return None
        self.forget()
        steps = dragged(pressed.look, pressed.node, (ask.x, ask.y), after)
        return Written(steps, pressed.look, what="A drag")

    async def _clicked(self, pressed: _Pressed, ask: m.Up) -> Written | None:
        look, node = pressed.look, pressed.node
        if node is None or (is_text_field(node) and ask.button == "left"):
            return None
        same = not changed(look, await self.look())
        if same and not (node.role or node.click):
            return None
        if await self._asks_for_files(_CHOOSER_SECONDS if same else 0.0):
            self._offer_files(look, node)
            return None
        again = ask.count > 1 and self._clicked_last
        build = deed_on(node, button=ask.button, count=min(ask.count, 2))
        steps = sentences(look, node, build, "check" if is_ticked(node) else "click")
        self.keyboard.forget()
        self._clicked_last = True
        near = nearby(look, node, ask.button) if not steps else ()
        return Written(steps, look, same=again, what="A click", near=near)

    async def _asks_for_files(self, seconds: float) -> bool:
        """What asks for files shows nothing else, and may take its moment."""
        if not self._chooser.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._chooser.wait()
        return self._chooser.is_set()

    def _offer_files(self, look: Look, node: Node) -> None:
        """The browser's own window for files is in no picture: the dashboard shows what there is to give."""
        found = uploads_of(look, node, list(self._stage.uploads.stored))
        if found:
            self._tell(m.Choices(node.box, found))
        else:
            self._tell(m.Unsaid("This field for files has no name of its own. Write “upload … to …” yourself."))

    async def _offer_options(self, look: Look, node: Node) -> None:
        """The browser's own list is in no picture: the dashboard shows one."""
        found: list[tuple[str, str]] = []
        for option in await options_of(locator_of(look, node), _OPTION_MS):
            if option.disabled:
                continue
            label = option.label
            steps = sentences(look, node, functools.partial(_chosen, label), "choose", 1)
            if steps:
                found.append((label, steps[0].sentence))
        if found:
            self._tell(m.Choices(node.box, tuple(found)))
        else:
            self._tell(m.Unsaid("This list has no name of its own. Say where it is, as in “choose … from …”."))

    def _watch(self, page: Page) -> None:
        page.on("filechooser", self._asked_for_files)

    def _asked_for_files(self, _: FileChooser) -> None:
        self._chooser.set()


def _chosen(label: str, target: Target) -> s.Step:
    return s.Choose(options=(label,), target=target)
