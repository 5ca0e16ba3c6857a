"""Texts put into code editors, which draw a text themselves and take it by a hidden input; read back from their lines.

Editors indent, and close brackets, as one types. So a text goes in at once, one of several lines pasted; what an editor
made of it is read back, and put in the other way where it made another text of it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from playwright.async_api import Locator

from qa_appliance.browser.failure import Failed, fail
from qa_appliance.browser.find.locate import Located
from qa_appliance.browser.look.node import Code
from qa_appliance.browser.look.take import code_shown
from qa_appliance.evidence.base.driver_calls import traced_as
from qa_appliance.steps.base.polling import until
from qa_appliance.steps.base.stage import Doing, Stage

_DRAWN_IN = 0.5  # seconds: editors draw with the next frames
_PAUSE = 0.03
_LONGEST_QUOTED = 80  # characters
Put = Callable[[Stage, Locator, str], Awaitable[None]]

# As by the keyboard, into what has the focus.
_PASTE = """(editor, text) => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    (at || editor).dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}"""


async def type_into_code(
    located: Located, locator: Locator, text: str, stage: Stage, doing: Doing, ms: float, *, secret: bool = False
) -> None:
    """Replaces what the editor holds. Raises Failed (not_kept) where it shows another text.

    A secret is not read back.
    """
    text = text.replace("\r\n", "\n")
    shown = Code("", True)
    for put in _ways(text):
        await locator.click(timeout=ms)
        await stage.page.keyboard.press("ControlOrMeta+A")
        await stage.sending.by(put(stage, locator, text))
        if secret:
            return
        shown = await _drawn(locator, lambda shown: _is(shown, text))
        if _is(shown, text):
            if not shown.whole:
                doing.note("only the lines in view could be read back")
            return
    raise _not_kept(located, text, shown)


async def append_to_code(
    located: Located, locator: Locator, text: str, stage: Stage, ms: float, *, secret: bool = False
) -> None:
    """Adds to the end of what the editor holds. Raises Failed (not_kept) where it does not end so."""
    await locator.click(timeout=ms)
    await stage.page.keyboard.press("ControlOrMeta+End")
    await stage.sending.by(_ways(text)[0](stage, locator, text))
    if secret:
        return
    shown = await _drawn(locator, lambda shown: _bare(shown.text).endswith(_bare(text)))
    if not _bare(shown.text).endswith(_bare(text)):
        raise _not_kept(located, text, shown)


def _ways(text: str) -> list[Put]:
    if not text:
        return [_delete]
    return [_paste, _insert] if "\n" in text else [_insert, _paste]


async def _delete(stage: Stage, locator: Locator, text: str) -> None:
    await stage.page.keyboard.press("Delete")


async def _insert(stage: Stage, locator: Locator, text: str) -> None:
    await stage.page.keyboard.insert_text(text)


async def _paste(stage: Stage, locator: Locator, text: str) -> None:
    await traced_as("Paste", locator.evaluate(_PASTE, text))


def _not_kept(located: Located, text: str, shown: Code) -> Failed:
    state = f"it shows “{shown.text[:_LONGEST_QUOTED]}”" if shown.text else "it is empty"
    wanted = f"“{text[:_LONGEST_QUOTED]}”" if text else "that it was emptied"
    message = f"The {located.called} did not keep {wanted}: {state}."
    return fail("not_kept", message, expected=text, seen=shown.text)


async def _drawn(locator: Locator, fits: Callable[[Code], bool]) -> Code:
    """What it shows as soon as that fits, or when the time is up."""
    last: list[Code] = []

    async def drawn() -> bool | None:
        last[:] = [await code_shown(locator, 1_000)]
        return fits(last[0]) or None

    await until(drawn, _DRAWN_IN, pause=_PAUSE)
    return last[0]


def _is(shown: Code, text: str) -> bool:
    """Of a text that is not drawn whole, the lines that are have to be a part. Tabs are drawn as blanks."""
    if not shown.whole:
        return bool(_bare(shown.text)) and _bare(shown.text) in _bare(text)
    if "\t" in text:
        return [line.split() for line in shown.text.split("\n")] == [line.split() for line in text.split("\n")]
    return shown.text == text


def _bare(text: str) -> str:
    return "".join(text.split())
