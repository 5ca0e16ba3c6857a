"""Texts typed so that pages notice which listen to keys only, and read back. Types no secrets.

A text is put in but for its last character, which is a key like any other: search fields and date pickers that read
themselves when a key goes up see the whole. Dates, and fields that show a mask, take every character as a key.
"""

from __future__ import annotations

import asyncio
import calendar
import re

from playwright.async_api import Locator

from qa_appliance.browser.failure import fail
from qa_appliance.browser.find.locate import Located
from qa_appliance.browser.find.texts import fold, squeeze
from qa_appliance.browser.look.node import Node
from qa_appliance.evidence.base.driver_calls import traced_as, untraced
from qa_appliance.steps.base.stage import Doing, Stage
from qa_appliance.steps.base.typed import read_date

_MASK = re.compile(r"_.*_|\b(?:dd|mm|yyyy|yy|hh)\b.?\b(?:dd|mm|yyyy|yy|ss)\b", re.IGNORECASE)
_LONGEST_DATE = 30  # characters
_LONGEST_QUOTED = 80
_MONTHS = tuple(name.casefold() for name in calendar.month_name if name)
_BESIDE_DAYS = frozenset({"st", "nd", "rd", "th", "of"})

# Left and come back to, as a person would at the next field; what it holds then, or null where it is gone.
_LEAVE = """async field => {
    field.blur();
    await new Promise(done => setTimeout(done, 60));
    if (!field.isConnected) return null;
    const held = field.value;
    field.focus();
    return held;
}"""


async def type_by_keys(
    located: Located, locator: Locator, text: str, stage: Stage, doing: Doing, ms: float
) -> asyncio.Task[None] | None:
    """Replaces what the field holds. Raises Failed (not_kept) where the field does not keep the text.

    Answers the wait for the page to come to rest where that goes on since the last key, and nothing was done after it.
    """
    node = located.node
    if _takes_keys_only(node, text):
        await untraced(locator.select_text(timeout=ms))
        await stage.sending.by(stage.page.keyboard.type(text))
        await _check_typed(located, locator, text, await _held(locator), stage, doing)
        await _check_kept(located, locator, text)
        return None
    before, last = text[:-1], text[-1:]
    if last in ("", "\n") or (node.type == "number" and not _is_number(before)):
        await stage.sending.by(locator.fill(text, timeout=ms))
    elif not before:  # emptied first, some fields set their least value
        await untraced(locator.select_text(timeout=ms))
        await stage.sending.by(stage.page.keyboard.type(last))
    else:
        await stage.sending.by(traced_as(f'Fill "{text}"', locator.fill(before, timeout=ms)))
        await untraced(stage.page.keyboard.type(last))
    return await _read_back(located, locator, text, stage, doing)


async def type_into_editor(located: Located, locator: Locator, text: str, stage: Stage, ms: float) -> None:
    """Replaces what a rich editor holds. Raises Failed (not_kept) where it does not show the text."""
    await stage.sending.by(locator.fill(text, timeout=ms))
    if await _shows(locator, text):
        return
    await locator.focus(timeout=ms)
    await stage.page.keyboard.press("ControlOrMeta+A")
    await stage.page.keyboard.type(text)
    if not await _shows(locator, text):
        shown = squeeze(await untraced(locator.inner_text(timeout=1_000)))
        message = f"The {located.called} did not keep “{text}”: it shows “{shown[:_LONGEST_QUOTED]}”."
        raise fail("not_kept", message, expected=text, seen=shown)


async def _shows(locator: Locator, text: str) -> bool:
    return squeeze(text) in squeeze(await untraced(locator.inner_text(timeout=1_000)))


def _takes_keys_only(node: Node, text: str) -> bool:
    if node.tag != "input" or not text or len(text) > _LONGEST_DATE or not any(c.isdecimal() for c in text):
        return False
    return bool(_MASK.search(f"{node.placeholder} {node.value}")) or (_is_date(text) and read_date(text) is not None)


def _is_date(text: str) -> bool:
    """No word of it but the month's."""
    words = re.findall(r"[^\W\d_]+", text.casefold())
    return all(word in _BESIDE_DAYS or any(m.startswith(word[:3]) for m in _MONTHS if len(word) >= 3) for word in words)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


async def _held(locator: Locator) -> str:
    return await untraced(locator.input_value(timeout=1_000))


async def _read_back(
    located: Located, locator: Locator, text: str, stage: Stage, doing: Doing
) -> asyncio.Task[None] | None:
    """Asked side by side after the last key: what the field holds, and whether the page is at rest."""
    now, resting = await stage.beside_rest(located, _held(locator))
    if now == text:
        return resting
    resting.cancel()
    await _check_typed(located, locator, text, now, stage, doing)
    return None


async def _check_typed(located: Located, locator: Locator, text: str, now: str, stage: Stage, doing: Doing) -> None:
    """Pages that format what is typed are noted; a field that took no keys is given the text in one piece, and back."""
    if now == text:
        return
    old = located.node.value
    if now and now in (text[:-1], old):  # the keys went elsewhere
        await locator.fill(text, timeout=5_000)
        now = await _held(locator)
    elif not now:
        await locator.focus(timeout=1_000)
        await stage.page.keyboard.type(text)
        now = await _held(locator)
    judge_typed(located, text, now, old, doing)


def judge_typed(located: Located, text: str, now: str, old: str, doing: Doing) -> None:
    """Of what the field holds `now`, and held before (`old`). Raises Failed (not_kept)."""
    if text and (not now or (now == old and not _alike(now, text))):
        state = "it is empty again" if not now else f"it still holds “{now}”"
        raise fail("not_kept", f"The {located.called} did not keep “{text}”: {state}.", expected=text, seen=now)
    if now != text:
        doing.note(f"the field made “{now}” of it")


def _alike(held: str, text: str) -> bool:
    """The same but for case, blanks, or the way a number is written."""
    if _is_number(held) and _is_number(text):
        return float(held) == float(text)
    return fold(held) == fold(text)


async def _check_kept(located: Located, locator: Locator, text: str) -> None:
    """A picker that did not take in what was typed puts its own date back when the field is left."""
    typed = await untraced(locator.input_value(timeout=1_000))
    held = await untraced(locator.evaluate(_LEAVE, timeout=2_000))
    if held is None or held == typed or (_MASK.search(held) is None and _same_day(text, held)):
        return
    back = "it is empty again" if not held else f"it holds “{held}”"
    message = f"The {located.called} did not keep “{text}” when it was left: {back}."
    raise fail("not_kept", message, expected=text, seen=held)


def _same_day(typed: str, held: str) -> bool:
    """Written otherwise: 12 May 2027 is 05/12/27 too. What is no date has only to hold its digits."""
    numbers = [[int(number) % 100 for number in re.findall(r"\d+", text)] for text in (typed, held)]
    day = read_date(typed)
    if day is None:
        return [c for c in typed if c.isdecimal()] == [c for c in held if c.isdecimal()]
    return day.day in numbers[1] and (len(numbers[0]) < 2 or day.year % 100 in numbers[1])
