"""Pictures of the page: before each action with its target outlined, when a step fails, and of the whole final page.

Never touches the page's document: outlines and covers are drawn on the picture.
"""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Awaitable, Callable

from msgspec import Struct
from playwright.async_api import FloatRect, Page

from qa_appliance.core.evidence.pictures import Picture, PictureKind
from qa_appliance.evidence.base.drawing import Box, paint
from qa_appliance.evidence.base.driver_calls import untraced
from qa_appliance.evidence.base.isolated import Isolated
from qa_appliance.evidence.base.options import Forget, Save

Covers = Callable[[Page], Awaitable[list[Box]]]
"""Where a page shows secrets now, in CSS pixels of the viewport."""

_QUALITY = 75  # below 70 light colours turn pink
_WIDEST = 16_000  # CSS pixels of a page: of far wider ones the browser gives an empty picture
# Fonts that are just loading are waited for, as Playwright does it before a picture.
_SIZE = """async () => {
  await document.fonts.ready;
  const whole = document.scrollingElement || document.documentElement;
  return {width: whole.scrollWidth, height: whole.scrollHeight, x: scrollX, y: scrollY,
          beyond: whole.scrollWidth > innerWidth || whole.scrollHeight > innerHeight};
}"""


class View(Struct, frozen=True):
    """What a page looks like now: an encoded picture, the CSS width it shows, and where secrets are on it."""

    picture: bytes
    css_width: float
    covers: list[Box]


class Screenshots:
    """Files pictures and lists them. Drawing and filing of `before` pictures go on while the action runs."""

    def __init__(self, save: Save, forget: Forget, isolated: Isolated, covers: Covers, *, most: int) -> None:
        self._save, self._forget = save, forget
        self._isolated = isolated
        self._covers = covers
        self._room = most
        self._number = 0
        self._pictures: list[Picture] = []
        self._drawing: list[asyncio.Task[None]] = []
        self._withdrawals = 0
        self._forgetting: list[asyncio.Task[None]] = []
        self.withdrawn: set[str] = set()  # store keys

    def file_soon(self, view: Awaitable[View], kind: PictureKind, step: int | None, box: Box | None) -> None:
        """The picture is fetched, drawn and filed while the run goes on."""

        age = self._withdrawals

        async def fetch() -> None:
            await self.file(await view, kind, step, box, age)

        self._room -= 1
        self._drawing.append(asyncio.create_task(fetch()))

    @property
    def room(self) -> bool:
        """Whether another picture of a step may be taken."""
        return self._room > 0

    def withdraw(self) -> None:
        """Those taken until now are deleted, those that are still being drawn as soon as they are filed."""
        self._withdrawals += 1
        pictures, self._pictures = self._pictures, []
        for picture in pictures:
            self.forget_soon(picture.store_key)

    def forget_soon(self, store_key: str) -> None:
        self.withdrawn.add(store_key)
        self._forgetting.append(asyncio.create_task(self._gone(store_key)))

    async def _gone(self, store_key: str) -> None:
        await self._forget(store_key)

    async def collect(self) -> None:
        """Waits for the pictures under way. Raises what went wrong with the first that could not be filed."""
        drawing, self._drawing = self._drawing, []
        drawn = await asyncio.gather(*drawing, return_exceptions=True)
        for result in (*drawn, *await asyncio.gather(*self._forgetting, return_exceptions=True)):
            if isinstance(result, BaseException):
                raise result

    def keys_of(self, step: int) -> dict[str, str]:
        """Store keys by kind of what was filed of a step; the newest where there are several."""
        return {picture.kind: picture.store_key for picture in self._pictures if picture.step_index == step}

    async def file(
        self, view: View, kind: PictureKind, step: int | None, box: Box | None = None, age: int | None = None
    ) -> Picture:
        """Draws the outline and the covers, files the picture and lists it. `age`: as old as so many withdrawals."""
        age = self._withdrawals if age is None else age
        drawn = await asyncio.to_thread(
            paint, view.picture, view.css_width, outline=box, covers=view.covers, quality=_QUALITY
        )
        picture = await self._file(drawn, kind, step, box, "jpg")
        if age < self._withdrawals:
            self._pictures.remove(picture)
            self.forget_soon(picture.store_key)
        return picture

    async def file_actual(self, view: View, step: int | None, box: Box | None) -> tuple[Picture, bytes]:
        """Files the view without loss, to be compared with a baseline; answers its bytes too."""
        drawn = await asyncio.to_thread(paint, view.picture, view.css_width, covers=view.covers, form="PNG")
        return await self._file(drawn, "actual", step, box, "png"), drawn[0]

    async def _file(
        self, drawn: tuple[bytes, int, int], kind: PictureKind, step: int | None, box: Box | None, ending: str
    ) -> Picture:
        data, width, height = drawn
        self._number += 1
        place = kind if step is None else f"step-{step + 1:03d}-{kind}"
        key = await self._save(f"screenshots/{self._number:03d}-{place}.{ending}", data)
        picture = Picture(step, kind, key, box, width, height)
        self._pictures.append(picture)
        return picture

    async def view(self, page: Page) -> View:
        """A fresh picture of the viewport."""
        covers = await self._covers(page)
        picture = await page.screenshot(type="jpeg", quality=_QUALITY, caret="initial", scale="css")
        later = await self._covers(page)  # a secret may have come while the picture was taken
        return View(picture, await _css_width(page), [*covers, *later])

    async def whole(self, page: Page, tallest: int) -> View:
        """The whole page from its top, at most `tallest` CSS pixels of it.

        The browser is asked itself: Playwright's way there has six questions more, and lets the page draw once more.
        """
        clip, covers, beyond = await self._whole(page, tallest)
        session = await self._isolated.session(page)
        wanted = {"format": "jpeg", "quality": _QUALITY, "captureBeyondViewport": beyond, "clip": {**clip, "scale": 1}}
        answer = await session.send("Page.captureScreenshot", wanted)
        return View(base64.b64decode(answer["data"]), clip["width"], covers)

    async def still(self, page: Page, box: Box | None, tallest: int) -> View:
        """The part of the viewport in the box, or the whole page; without loss and with animations at their end."""
        if box is None:
            clip, covers, _ = await self._whole(page, tallest)
        else:
            left, top, width, height = box
            clip = FloatRect(x=left, y=top, width=width, height=height)
            covers = [(x - left, y - top, wide, high) for x, y, wide, high in await self._covers(page)]
        taking = page.screenshot(type="png", animations="disabled", scale="css", full_page=box is None, clip=clip)
        picture = await untraced(taking)
        return View(picture, clip["width"], covers)

    async def _whole(self, page: Page, tallest: int) -> tuple[FloatRect, list[Box], bool]:
        """Where it is, what to cover there, and whether it goes on beyond the viewport."""
        size = await (await self._isolated.world(page)).call(_SIZE)
        covers = [(x + size["x"], y + size["y"], width, height) for x, y, width, height in await self._covers(page)]
        width, height = max(1, min(size["width"], _WIDEST)), max(1, min(size["height"], tallest))
        return FloatRect(x=0, y=0, width=width, height=height), covers, size["beyond"]

    def listed(self) -> list[Picture] | None:
        return sorted(self._pictures, key=lambda p: (p.step_index is None, p.step_index or 0)) or None


async def _css_width(page: Page) -> float:
    size = page.viewport_size
    return size["width"] if size else float(await untraced(page.evaluate("() => innerWidth")))
