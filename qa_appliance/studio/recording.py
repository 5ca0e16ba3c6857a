"""What a person's mouse does on the live page, handed to it and written down as sentences.

Never chooses between wordings that fit several things.
"""

from __future__ import annotations

import asyncio
import functools
from dataclasses import dataclass, field

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import FileChooser, Page

from qa_appliance.browser.look.node import Look, Node, Option
from qa_appliance.browser.look.take import locator_of, node_at, options_of
from qa_appliance.core import steps as s
from qa_appliance.english.writing.written import written
from qa_appliance.steps.base.stage import Stage
from qa_appliance.studio import messages as m
from qa_appliance.studio.behind import Behind, Deed, Written
from qa_appliance.studio.changes import changed, says_more
from qa_appliance.studio.dragging import dragged, slid
from qa_appliance.studio.keyboard import Keyboard, Looking
from qa_appliance.studio.means import Listener
from qa_appliance.studio.naming import acted_on, chosen, sentences
from qa_appliance.studio.nearby import nearby
from qa_appliance.studio.offers import deed_on, is_text_field, is_ticked
from qa_appliance.studio.tabs import Tabs
from qa_appliance.studio.uploading import uploads_of

_FAR = 8.0  # CSS pixels from which a press and its release are no click
_OPTION_MS = 2_000
_CHOOSER_SECONDS = 2.0
_MOVES = 6  # of the mouse before a release: pages that follow a drag need several


@dataclass
class _Pressed:
    look: Look
    node: Node | None
    x: float
    y: float
    chooser: asyncio.Event = field(default_factory=asyncio.Event)  # the page has asked for files since
    next: asyncio.Event = field(default_factory=asyncio.Event)  # another deed waits
    stays: bool = False  # no part of a secret is selected and carried elsewhere


class Recording:
    """Of one stage. The mouse and the keyboard act at once; what that was is written behind."""

    def __init__(self, stage: Stage, listener: Listener, looking: Looking, behind: Behind) -> None:
        self._stage, self._tell, self._look, self._behind = stage, listener.tell, looking, behind
        self.keyboard = Keyboard(stage, listener.tell, self.begin, looking, behind)
        self.tabs = Tabs(stage, listener.wake)
        self._pressed: _Pressed | None = None
        self._last: _Pressed | None = None  # what was pressed last, also when the mouse is up again
        self._at: tuple[Page, float, float] | None = None  # of the mouse
        self._scrolled: Look | None = None  # the page before the wheel was turned
        self._down = True
        self._clicked_last = False
        for page in stage.session.context.pages:
            self._watch(page)
        stage.session.context.on("page", self._watch)

    @property
    def unfinished(self) -> bool:
        """Whether something is not a sentence yet, and may become one when nothing follows."""
        return self.keyboard.typing or self._scrolled is not None or self.tabs.waits

    @property
    def holding(self) -> bool:
        """Whether the mouse is down."""
        return self._pressed is not None

    async def begin(self) -> Look:
        """The page before a deed. What was done before, typed or scrolled is over, and is written as this look has it.

        Raises Failed where the page is gone, and where a secret would go to a foreign host.
        """
        self._behind.hurry()
        await self.keyboard.give_secret()
        look = await self._look()
        before = self._behind.open
        if before is not None and before.unclear(look):
            await self._stage.calm()
            look = await self._look()
        self._behind.settle(before, look)
        if self._scrolled is not None:
            self._behind.put_known(functools.partial(self._scrolled_over, self._scrolled, self._down), look)
            self._scrolled = None
        self.keyboard.end_typing(look)
        return look

    def performed(self) -> None:
        """A sentence was performed, and has led the focus wherever it is."""
        self.keyboard.strayed = False
        self.forget()

    def forget(self) -> None:
        """Something else was done meanwhile: what is typed next is a sentence of its own."""
        self._clicked_last = False
        self.keyboard.forget()

    async def move(self, x: float, y: float, steps: int = 1) -> None:
        """Where the mouse is already it is not moved to: the browser answers a move with its next picture only."""
        page = self._stage.page
        if self._pressed is not None and self._pressed.stays:
            return
        if self._at != (page, x, y):
            self._at = (page, x, y)
            await page.mouse.move(x, y, steps=steps)

    async def wheel(self, ask: m.Wheel) -> None:
        if self._scrolled is None:
            self._scrolled = await self.begin()
        self._down = ask.dy > 0
        await self.move(ask.x, ask.y)
        await self._stage.page.mouse.wheel(ask.dx, ask.dy)

    async def _scrolled_over(self, before: Look, down: bool, after: Look | None) -> Written | None:
        """Only what comes by scrolling needs to be scrolled for: everything else is brought into view by itself."""
        if after is None or not says_more(before, after):
            return None
        step = written(s.Scroll(direction="bottom" if down else "top"))
        self.forget()
        return Written([step] if step is not None else [], before, what="Scrolling")

    async def down(self, ask: m.Down) -> None:
        look = await self.begin()
        node = await node_at(look, ask.x, ask.y)
        node = acted_on(look, node) if node is not None else None
        if node is not None and node.tag == "select":
            options = await options_of(locator_of(look, node), _OPTION_MS)
            self._behind.put_known(functools.partial(self._offer_options, look, node, options), look)
            return
        if node is not None and node.type == "file":
            self._behind.put_known(functools.partial(self._offer_files, look, node), look)
            return
        pressed = _Pressed(look, node, ask.x, ask.y, stays=node is not None and self.keyboard.holds_secret(node))
        self.keyboard.strayed = node is None or is_text_field(node)
        await self.move(ask.x, ask.y)
        self._pressed = self._last = pressed
        await self._stage.page.mouse.down(button=ask.button, click_count=ask.count)

    async def up(self, ask: m.Up) -> None:
        pressed, self._pressed = self._pressed, None
        if pressed is None:
            return
        far = not pressed.stays and abs(ask.x - pressed.x) + abs(ask.y - pressed.y) > _FAR
        if not pressed.stays:
            await self.move(ask.x, ask.y, _MOVES if far else 1)
        page = self._stage.page
        try:
            await page.mouse.up(button=ask.button, click_count=ask.count)
        except PlaywrightError:
            if not page.is_closed():  # by this very click
                raise
        self.tabs.by_hand = True
        write = functools.partial(self._released, pressed, ask)
        self._behind.put(Deed(write, functools.partial(_is_unclear, pressed, far), next=pressed.next))

    async def _released(self, pressed: _Pressed, ask: m.Up, after: Look | None) -> Written | None:
        look, node = pressed.look, pressed.node
        if node is None:
            return None
        if node.role == "slider":
            steps = slid(look, node, after) if after is not None else None
            self.forget()
            return Written(steps, look, what="Moving the slider") if steps is not None else None
        if abs(ask.x - pressed.x) + abs(ask.y - pressed.y) > _FAR:
            if after is None or not changed(look, after):
                return None
            self.forget()
            drops = await asyncio.to_thread(dragged, look, node, (ask.x, ask.y), after)
            return Written(drops, look, what="A drag")
        return await self._clicked(pressed, ask, after)

    async def _clicked(self, pressed: _Pressed, ask: m.Up, after: Look | None) -> Written | None:
        look, node = pressed.look, pressed.node
        if node is None or (is_text_field(node) and ask.button == "left"):
            return None
        same = after is not None and not changed(look, after)
        if same and not (node.role or node.click):
            return None
        if await _asks_for_files(pressed, _CHOOSER_SECONDS if same else 0.0):
            await self._offer_files(look, node, after)
            return None
        again = ask.count > 1 and self._clicked_last
        build = deed_on(node, button=ask.button, count=min(ask.count, 2))
        steps = await asyncio.to_thread(sentences, look, node, build, "check" if is_ticked(node) else "click")
        self.keyboard.forget()
        self._clicked_last = True
        near = await asyncio.to_thread(nearby, look, node, ask.button) if not steps else ()
        return Written(steps, look, same=again, what="A click", near=near)

    async def _offer_files(self, look: Look, node: Node, _: Look | None) -> None:
        """The browser's own window for files is in no picture: the dashboard shows what there is to give."""
        found = await asyncio.to_thread(uploads_of, look, node, list(self._stage.uploads.stored))
        if found:
            self._tell(m.Choices(node.box, found))
        else:
            self._tell(m.Unsaid("This field for files has no name of its own. Write “upload … to …” yourself."))

    async def _offer_options(self, look: Look, node: Node, options: list[Option], _: Look | None) -> None:
        """The browser's own list is in no picture: the dashboard shows one."""
        labels = [option.label for option in options if not option.disabled]
        found = await asyncio.to_thread(_choices, look, node, labels)
        if found:
            self._tell(m.Choices(node.box, found))
        else:
            self._tell(m.Unsaid("This list has no name of its own. Say where it is, as in “choose … from …”."))

    def _watch(self, page: Page) -> None:
        page.on("filechooser", self._asked_for_files)

    def _asked_for_files(self, _: FileChooser) -> None:
        if self._last is not None:
            self._last.chooser.set()


def _is_unclear(pressed: _Pressed, far: bool, now: Look) -> bool:
    """A click on a control was meant, whatever came of it."""
    node = pressed.node
    return (far or node is None or not (node.role or node.click)) and not changed(pressed.look, now)


async def _asks_for_files(pressed: _Pressed, seconds: float) -> bool:
    """What asks for files shows nothing else, and may take its moment, as long as nothing else is done."""
    chooser, following = (asyncio.ensure_future(each.wait()) for each in (pressed.chooser, pressed.next))
    try:
        await asyncio.wait({chooser, following}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        chooser.cancel()
        following.cancel()
    return pressed.chooser.is_set()


def _choices(look: Look, node: Node, labels: list[str]) -> tuple[tuple[str, str], ...]:
    found = ((label, sentences(look, node, functools.partial(chosen, label), "choose", 1)) for label in labels)
    return tuple((label, steps[0].sentence) for label, steps in found if steps)
