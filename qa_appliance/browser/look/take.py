"""Takes one look at a page and gives Playwright locators for what was seen. Chooses nothing: that is locate.py."""

from __future__ import annotations

import asyncio
import json
import time
from importlib import resources
from typing import Literal
from weakref import ReferenceType, WeakKeyDictionary, ref

import msgspec
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Frame, Locator, Page, Playwright
from playwright.async_api import TimeoutError as PlaywrightTimeout

from qa_appliance.browser.failure import is_registered
from qa_appliance.browser.look.closed import enter
from qa_appliance.browser.look.joining import join
from qa_appliance.browser.look.node import SEAM, Box, Code, FrameLook, FramePlace, Look, Node, Option
from qa_appliance.evidence.base.driver_calls import untraced

ENGINE = "qa"
LOOK_MS = 20_000  # what the largest page looked at takes on a busy machine
FRAME_LOOK_MS = 1_500  # a frame that does not answer is left out of the look
MOST_ELEMENTS = 100_000  # of a document: beyond them it is not looked at
MOST_DEEP = 600  # elements in one another; a few hundred further the browser itself fails
MOST_TEXT = 20_000_000  # characters
MOST_FRAMES = 100
_AT_ONCE = 8  # frames: a browser asked by many at the same time answers none of them in time
_BUSY = 1.0  # seconds of looking at the page itself during which its frames could not answer
CHANGES_MS = 500  # for an answer whether a frame has changed
_SAME_PLACE = 6  # CSS pixels: boxes are rounded, and those within a frame begin at its border
_SMALLEST_FRAME = 4  # CSS pixels: trackers' frames are smaller

_folder = resources.files("qa_appliance.browser.look")
_PARTS = ("hosts", "letters", "editors", "names", "states", "places", "shown", "changes", "news", "look")
_parts = (_folder.joinpath(f"{name}.js").read_text(encoding="utf-8") for name in _PARTS)
_row = msgspec.json.encode([(f.encode_name, "" if f.required else f.default) for f in msgspec.structs.fields(Node)])
_given = f"const ROW = {_row.decode()}, SEAM = {json.dumps(SEAM)};"
_script = f"(() => {{\n{_given}\n{''.join(_parts)}\nreturn {{ query, queryAll }};\n}})()"
_decoder = msgspec.json.Decoder(FrameLook)
Watch = Literal["", "on", "anew"]
_SILENT: Literal["silent"] = "silent"
_Seen = tuple[FrameLook, Box] | Literal["silent"] | None
"""A frame and where it stands; that it is shown and did not answer; None where it is not shown."""
_last: WeakKeyDictionary[Page, ReferenceType[Look]] = WeakKeyDictionary()  # a look holds its page
_used: WeakKeyDictionary[Frame, int] = WeakKeyDictionary()  # acted on since the last look at the frame: its ref there


async def install(playwright: Playwright) -> None:
    """Once per Playwright, before the first look; a second time does nothing."""
    try:
        await playwright.selectors.register(ENGINE, _script, content_script=True)
    except PlaywrightError as error:
        if not is_registered(error):
            raise


async def take_look(page: Page, *, colours: bool = False, naming: str | None = None, watch: Watch = "") -> Look:
    """The page with its visible frames. Raises Playwright's error when the page itself does not answer.

    `naming` is the selector of something in the page's own document: `named` of the look says what it names. A second
    question, by a locator, would cost as much as the look, and the page may have changed between the two. `watch`: from
    this look on `changed_since` tells of changes, "anew" of none before it.
    """
    look = await untraced(_take_look(page, colours, naming, watch))
    _last[page] = ref(look)
    return look


def is_last(look: Look, page: Page) -> bool:
    """Whether nobody has looked at the page since: only of the last look elements can be asked for."""
    last = _last.get(page)
    return last is not None and last() is look


async def changed_since(page: Page) -> float | None:
    """Seconds since the first change after the last look that watched; None: nothing has changed.

    Raises `Replaced` when the page itself is another document by now.
    """
    marks = await untraced(_change_marks(page))
    if marks[0] == "":
        raise Replaced
    ages = [float(age or 0) for age in marks if age is not None and not age.startswith("-")]
    return max(ages) / 1000 if ages else None


async def _change_marks(page: Page) -> list[str | None]:
    return await asyncio.gather(*(_changes(frame) for frame in page.frames[:MOST_FRAMES]))


class Replaced(Exception):
    """The document that was watched is gone."""


async def _changes(frame: Frame) -> str | None:
    try:
        return await frame.locator(f"{ENGINE}=changes:").text_content(timeout=CHANGES_MS)
    except PlaywrightError:
        return None  # between two documents, or too busy: asked again


async def _take_look(page: Page, colours: bool, naming: str | None, watch: Watch) -> Look:
    """With what stands in closed shadow roots: where some may be, the page is looked at again once they are entered."""
    for _ in range(_MOST_ENTERED):
        look, hosting = await _look_once(page, colours, naming, watch)
        if not hosting:
            break
        try:
            if not await enter(page, hosting):
                break
        except (PlaywrightError, TimeoutError):
            look.silent = look.silent or _CLOSED
            break
    return look


_MOST_ENTERED = 4  # roots in one another
_CLOSED = "what may stand in closed shadow roots of the page could not be looked into"


async def _look_once(page: Page, colours: bool, naming: str | None, watch: Watch) -> tuple[Look, list[Frame]]:
    """The look, and the frames in which some element may host a closed shadow root."""
    main = page.main_frame
    others = [frame for frame in page.frames if frame is not main and not frame.is_detached()]
    asked, began = list(enumerate(others[:MOST_FRAMES], 1)), time.monotonic()
    looking_into = asyncio.create_task(_look_into_all(asked, colours, watch))
    try:
        first = await _look_at(main, 0, LOOK_MS, colours, watch, naming)
    finally:
        rest = await looking_into
    if _SILENT in rest and time.monotonic() - began > _BUSY:
        rest = await _silent_again(asked, rest, colours, watch)
    whole = Look(
        url=first.url, title=first.title, text=first.text, nodes=first.nodes, used=first.used, view=first.view,
        scroll=first.scroll, named=first.named, frames=[FramePlace(-1, first.url, handle=main)],
        recased=first.recased, cut=_cut(first), silent=_silent(others, rest),
    )  # fmt: skip
    for index, node in enumerate(whole.nodes):
        node.index = node.ref = index
    inside = await _join_all(whole, [(*one, seen) for one, seen in zip(asked, rest, strict=True)])
    return whole, [main, *inside] if first.hosts else inside


async def _silent_again(asked: list[tuple[int, Frame]], rest: list[_Seen], colours: bool, watch: Watch) -> list[_Seen]:
    """With a second look into the frames that did not answer while the page was busy."""
    silent = [one for one, seen in zip(asked, rest, strict=True) if seen is _SILENT]
    again = iter(await _look_into_all(silent, colours, watch))
    return [next(again) if seen is _SILENT else seen for seen in rest]


def _cut(looked: FrameLook) -> str:
    match looked.cut:
        case "elements":
            return f"the page has more than {MOST_ELEMENTS:,} elements, and no more are looked at"
        case "depth":
            return f"elements stand in one another more than {MOST_DEEP} deep, and no deeper is it looked"
        case "text":
            return f"the page has more than {MOST_TEXT:,} characters of text, and no more are read"
    return ""


def _silent(frames: list[Frame], rest: list[_Seen]) -> str:
    if len(frames) > MOST_FRAMES:
        return f"the page has {len(frames):,} frames, and only {MOST_FRAMES} are looked into"
    at = next((frame for frame, seen in zip(frames, rest, strict=True) if seen is _SILENT), None)
    return f"the frame {at.url} does not answer" if at is not None else ""


def locator_of(look: Look, node: Node) -> Locator:
    """The very element of this look; good until its frame is left or looked at again."""
    return _frame_of(look, node).locator(f"{ENGINE}=ref:{node.ref}")


async def node_of(look: Look, locator: Locator) -> Node | None:
    """The node of an element somebody else has located, if this look holds it. Raises Playwright's error."""
    answer = await untraced(locator.locator(f"{ENGINE}=self:").text_content(timeout=FRAME_LOOK_MS))
    given, ref = (int(part) for part in (answer or "0:-1").split(":"))
    number = next((at for at, place in enumerate(look.frames) if place.given == given), -1)
    return next((n for n in look.nodes if n.frame == number and n.ref == ref), None)


async def node_at(look: Look, x: float, y: float) -> Node | None:
    """What a pointer meets at that place of the viewport, also inside frames, of what this look holds: the last one.

    Raises Playwright's error.
    """
    number = 0
    while True:
        asked = json.dumps([x, y])
        answer = await untraced(
            look.frames[number].handle.locator(f"{ENGINE}=at:{asked}").text_content(timeout=FRAME_LOOK_MS)
        )
        ref = int((answer or "0:-1").split(":")[1])
        node = next((n for n in look.nodes if n.frame == number and n.ref == ref), None)
        inner = next((at for at, place in enumerate(look.frames) if node and place.owner == node.index), None)
        if node is None or inner is None or node.box is None:
            return node
        number, x, y = inner, x - node.box[0], y - node.box[1]


async def options_of(locator: Locator, patience_ms: float) -> list[Option]:
    """What a `<select>` offers now. Raises Playwright's error.

    Far cheaper than a script of one's own in the page, for which the element has to change worlds.
    """
    text = await untraced(locator.locator(f"{ENGINE}=options:").text_content(timeout=patience_ms))
    return msgspec.json.decode(text or "[]", type=list[Option])


async def code_shown(locator: Locator, patience_ms: float) -> Code:
    """What a code editor of the last look shows now. Raises Playwright's error."""
    text = await untraced(locator.locator(f"{ENGINE}=code:").text_content(timeout=patience_ms))
    return msgspec.json.decode(text or "", type=Code)


async def into_view(look: Look, node: Node) -> Box | None:
    """Where an element of the last look stands on the screen, after it was brought there; None where it takes no room.

    One question, where Playwright's own scrolling and measuring take six. Raises Playwright's error.
    """
    frame = _frame_of(look, node)
    answer = await untraced(frame.locator(f"{ENGINE}=view:{node.ref}").text_content(timeout=FRAME_LOOK_MS))
    x, y, width, height = msgspec.json.decode(answer or "", type=Box)
    if not width or not height:
        return None
    if node.frame:
        outside = await untraced(_box_of(frame)) or (0, 0, 0, 0)
        x, y = x + outside[0], y + outside[1]
    return x, y, width, height


async def roll(look: Look, node: Node, top: float) -> tuple[int, ...]:
    """Scrolls what `rolls` of the last look, and answers its `rolls` then. Raises Playwright's error."""
    at = f"{ENGINE}=roll:{node.ref}@{top:g}"
    answer = await untraced(_frame_of(look, node).locator(at).text_content(timeout=FRAME_LOOK_MS))
    return msgspec.json.decode(answer or "[]", type=tuple[int, ...])


async def _box_of(frame: Frame) -> Box | None:
    """Where a frame stands in the page; None where it is not shown. Raises Playwright's error."""
    try:
        async with asyncio.timeout(FRAME_LOOK_MS / 1000):  # Playwright knows no limit for these two questions
            element = await frame.frame_element()
            box = await element.bounding_box()
    except TimeoutError as error:
        raise PlaywrightTimeout(f"The page did not say within {FRAME_LOOK_MS} ms where the frame stands.") from error
    return (box["x"], box["y"], box["width"], box["height"]) if box is not None else None


async def _is_unseen(frame: Frame) -> bool:
    """Whether its iframe is rendered, but transparent or hidden with what is around it. Raises Playwright's error."""
    try:
        async with asyncio.timeout(FRAME_LOOK_MS / 1000):
            element = await frame.frame_element()
            return await element.query_selector(f"{ENGINE}=unseen:") is not None
    except TimeoutError as error:
        raise PlaywrightTimeout(f"The page did not say within {FRAME_LOOK_MS} ms whether the frame is seen.") from error


async def hidden_by(look: Look, nodes: list[Node], words: str, *, sure: bool) -> dict[int, str]:
    """By index of those of the look that no person sees, why (shown.js); `sure`: without those in doubt.

    Raises Playwright's error.
    """
    found: dict[int, str] = {}
    for number in {node.frame for node in nodes}:
        ours = [node for node in nodes if node.frame == number]
        asked = json.dumps({"refs": [node.ref for node in ours], "words": words, "sure": sure})
        answer = await untraced(
            _frame_of(look, ours[0]).locator(f"{ENGINE}=shown:{asked}").text_content(timeout=LOOK_MS)
        )
        reasons = msgspec.json.decode(answer or "[]", type=list[str])
        found |= {node.index: reason for node, reason in zip(ours, reasons, strict=True) if reason}
    return found


def mark_used(look: Look, node: Node) -> None:
    """Remembers the element as the one acted on last; the next looks at its frame carry it in `used`."""
    _used[_frame_of(look, node)] = node.ref


def _frame_of(look: Look, node: Node) -> Frame:
    frame: Frame = look.frames[node.frame].handle
    return frame


async def _look_at(
    frame: Frame, given: int, patience_ms: int, colours: bool, watch: Watch, naming: str | None = None
) -> FrameLook:
    limits = {"elements": MOST_ELEMENTS, "depth": MOST_DEEP, "text": MOST_TEXT}
    used = _used.pop(frame, -1)
    options = json.dumps({"frame": given, "colours": colours, "watch": watch, "used": used, "limits": limits})
    looking = frame.locator(f"{ENGINE}=look:{options}")
    if naming is not None:
        looking = frame.locator(naming).locator(f"{ENGINE}=named:").or_(looking)
    text = await looking.text_content(timeout=patience_ms)
    return _decoder.decode(text or "")


async def _look_into_all(frames: list[tuple[int, Frame]], colours: bool, watch: Watch) -> list[_Seen]:
    turns = asyncio.Semaphore(_AT_ONCE)

    async def look_into(given: int, frame: Frame) -> _Seen:
        async with turns:
            return await _look_into(frame, given, colours, watch)

    return await asyncio.gather(*(look_into(given, frame) for given, frame in frames))


async def _look_into(frame: Frame, given: int, colours: bool, watch: Watch, again: bool = True) -> _Seen:
    try:
        box = await _box_of(frame)
        if box is None or box[2] < _SMALLEST_FRAME or box[3] < _SMALLEST_FRAME:
            return None
        return await _look_at(frame, given, FRAME_LOOK_MS, colours, watch), box
    except PlaywrightError as error:
        if frame.is_detached() or not frame.url:  # one without an address has not come yet, and shows nothing
            return None
        if isinstance(error, PlaywrightTimeout) or not again:
            return _SILENT
    return await _look_into(frame, given, colours, watch, again=False)  # it changed its document meanwhile


async def _join_all(whole: Look, looked: list[tuple[int, Frame, _Seen]]) -> list[Frame]:
    """Puts the frames that are shown under their iframes; answers those that may host a closed shadow root."""
    hosting, roots, unseen = list[Frame](), {whole.frames[0].handle: 0}, set[Frame]()
    for given, frame, inner in looked:
        parent = frame.parent_frame
        if not isinstance(inner, tuple) or parent not in roots:
            continue
        try:
            owner, seen = await _owner(whole, frame, inner[1], roots[parent])
        except PlaywrightError:
            whole.silent = whole.silent or ("" if frame.is_detached() else _silent([frame], [_SILENT]))
            continue
        seen = seen and parent not in unseen
        if not seen:
            unseen.add(frame)
        roots[frame] = len(whole.frames)
        join(whole, frame, given, inner, owner, seen)
        whole.cut = whole.cut or _cut(inner[0])
        hosting += [frame] if inner[0].hosts else []
    return hosting


async def _owner(whole: Look, frame: Frame, box: Box, parent: int) -> tuple[Node | None, bool]:
    """The iframe whose box this is, and whether it is seen: Playwright knows the element, the look knows its node.

    Of those that lie on one another it is one that is seen as the frame is. The page is asked only where the look at
    what is around the frame does not tell that: twice as long a look is what it cost. Raises Playwright's error.
    """

    def distance(node: Node) -> int:
        at = node.box or box
        return round(abs(at[0] - box[0]) + abs(at[1] - box[1]))

    iframes = [n for n in whole.nodes if n.tag == "iframe" and n.frame == parent and n.box is not None]
    least = min(map(distance, iframes), default=0)
    nearest = [n for n in iframes if distance(n) == least]
    shown = {n.shown for n in nearest}
    seen = shown.pop() if len(shown) == 1 and least <= _SAME_PLACE else not await _is_unseen(frame)
    return next((n for n in nearest if n.shown == seen), next(iter(nearest), None)), seen
