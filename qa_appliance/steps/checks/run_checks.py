"""Checks about the run rather than one look: console, requests, accessibility, speed, downloads, pictures."""

from __future__ import annotations

import asyncio
import codecs
import re
from typing import assert_never

from msgspec.structs import replace
from playwright.async_api import Download
from playwright.async_api import Error as PlaywrightError

from qa_appliance.browser.failure import Failed, translated
from qa_appliance.browser.find.locate import locate
from qa_appliance.core import checks as c
from qa_appliance.core.texts import plain
from qa_appliance.evidence.base.downloaded import downloaded
from qa_appliance.steps.base.answers import Answer
from qa_appliance.steps.base.compare import compare
from qa_appliance.steps.base.comparisons import verb_of
from qa_appliance.steps.base.mailed import the_mail
from qa_appliance.steps.base.polling import until
from qa_appliance.steps.base.stage import CALM, Stage
from qa_appliance.steps.base.whole_words import occurs_in
from qa_appliance.steps.checks.network.answer_checks import answer_is
from qa_appliance.steps.checks.network.request_checks import requested

_IMPACTS = ("minor", "moderate", "serious", "critical")
_MOST_NAMED = 5
_LETTER = re.compile(r"[^\W\d_]")
_TIMING = """() => { const n = performance.getEntriesByType("navigation")[0];
    return n && n.loadEventEnd > 0 ? n.loadEventEnd - n.startTime : null; }"""
# how wide the page is, by how much it can be scrolled, and what of it reaches the farthest
_SIDEWAYS = """() => {
    const page = document.scrollingElement || document.documentElement, wide = page.clientWidth;
    const over = box => box.scrollWidth - box.clientWidth;
    const clips = box => /hidden|clip/.test(getComputedStyle(box).overflowX);
    const shown = getComputedStyle(page).overflowX === "visible" && document.body ? document.body : page;
    const all = [...document.body?.querySelectorAll("*") ?? []];
    const most = all.filter(e => e.clientWidth > wide * 0.8 && e.clientHeight > innerHeight / 2
        && /auto|scroll/.test(getComputedStyle(e).overflowX));
    const wider = Math.max(clips(shown) ? 0 : over(page), ...most.map(over));
    if (wider < 1) return [wide, 0, ""];
    let [farthest, reach] = [null, wide];
    for (const e of all) {
        const right = e.getBoundingClientRect().right + page.scrollLeft;
        if (right > reach) [farthest, reach] = [e, right];
    }
    const words = (farthest?.innerText ?? "").trim().replace(/\\s+/g, " ").slice(0, 40);
    return [wide, wider, farthest ? `<${farthest.localName}>${words && ` “${words}”`}` : ""];
}"""


async def ask_run(check: c.RunCheck, stage: Stage, patience: float) -> Answer:
    match check:
        case c.NoEvents():
            answer = await _no_events(check, stage, patience)
        case c.Requested():
            answer = await requested(check, stage, patience)
        case c.AnswerIs():
            answer = await answer_is(check, stage)
        case c.LoadsWithin():
            answer = await _loads_within(check, stage)
        case c.ScrollsSideways():
            answer = await _scrolls_sideways(check, stage)
        case c.Downloaded():
            return await _downloaded(check, stage, patience)
        case c.TabOpened():
            return await _tab_opened(check, stage, patience)
        case c.MailIs():
            answer = _mail_is(check, stage)
        case c.LooksLikeBaseline():
            answer = await _looks_like_baseline(check, stage, patience)
        case _:
            assert_never(check)
    return answer if answer.cause else replace(answer, cause="measured")


async def _looks_like_baseline(check: c.LooksLikeBaseline, stage: Stage, patience: float) -> Answer:
    """Once, when the page has come to rest. Without a baseline the check fails, and its picture can be accepted."""
    await stage.calm()
    wanted, box, found = "looks like the baseline", None, None
    baseline = stage.baseline(check.name)
    try:
        if check.target is not None:
            located = await locate(stage.page, stage.scoped(check.target), "state", patience)
            await located.locator.scroll_into_view_if_needed(timeout=1_000)
            seen_at = await located.locator.bounding_box(timeout=1_000)
            box = (seen_at["x"], seen_at["y"], seen_at["width"], seen_at["height"]) if seen_at else None
            found = located.found
        result = await stage.recorder.compare_visual(
            stage.page,
            baseline=baseline.picture if baseline else None,
            box=box,
            masks=baseline.masks if baseline else (),
            threshold=baseline.threshold if baseline else 0.0,
        )
    except (PlaywrightError, TimeoutError, ValueError) as error:
        reason = (str(error).strip() or "it took too long").splitlines()[0]
        return Answer(False, f"The picture could not be compared: {reason}.", wanted, kind="timeout")
    if baseline is None or result is None:
        message = "There is no baseline for this step yet."
        return Answer(False, message, wanted, found=found, cause="no_baseline")
    seen = f"{result.diff_percent:.3g} % of it differs"
    what = check.target.words if check.target is not None else "page"
    message = f"The {what} does not look like the baseline: {seen}, at most {result.threshold:g} % may."
    if check.negated:
        message = f"The {what} looks like the baseline, although it should not."
    return Answer(result.passed != check.negated, message, wanted, seen, found=found)


async def _no_events(check: c.NoEvents, stage: Stage, patience: float) -> Answer:
    """Once what the last deed asked for is answered."""
    await stage.calm(max(CALM, patience))
    if check.kind == "accessibility":
        return await _no_violations(check, stage)
    return events_so_far(check, stage)


def events_so_far(check: c.NoEvents, stage: Stage) -> Answer:
    """Of console errors or failed requests, by what came in so far."""
    if check.kind == "console_error":
        return _none_of("console errors", [event.text for event in stage.recorder.console_errors()], check.negated)
    failed = stage.recorder.failed_requests()
    seen = [f"{event.method} {event.url} ({event.status or event.failure})" for event in failed]
    return _none_of("failed requests", seen, check.negated)


async def _no_violations(check: c.NoEvents, stage: Stage) -> Answer:
    try:
        found = await stage.recorder.scan_accessibility(stage.page)
    except Exception as error:  # noqa: BLE001 - whatever kept the scan from being made is the answer
        reason = (str(error).strip() or type(error).__name__).splitlines()[0]
        return Answer(False, f"The accessibility scan could not be made: {reason}.", kind="timeout")
    least = _IMPACTS.index(check.impact) if check.impact in _IMPACTS else 2
    grave = [v for v in found if v.impact in _IMPACTS and _IMPACTS.index(v.impact) >= least]
    return _none_of(f"{check.impact} accessibility problems", [f"{v.id} ({v.impact})" for v in grave], check.negated)


def _none_of(what: str, seen: list[str], negated: bool) -> Answer:
    holds = (not seen) != negated
    some = "; ".join(seen[:_MOST_NAMED]) + (f"; and {len(seen) - _MOST_NAMED} more" if len(seen) > _MOST_NAMED else "")
    there = f"There is 1 {what.removesuffix('s')}" if len(seen) == 1 else f"There are {len(seen)} {what}"
    message = f"{there}: {some}." if seen else f"There are no {what}."
    return Answer(holds, message, f"{'some' if negated else 'no'} {what}", some)


async def _loads_within(check: c.LoadsWithin, stage: Stage) -> Answer:
    """The time from the start of the navigation to the end of the page's load event."""

    async def timing() -> float | None:
        loaded: float | None = await stage.page.evaluate(_TIMING)
        return loaded

    try:
        await stage.page.wait_for_load_state("load", timeout=max(1.0, check.seconds * 2) * 1000)
        loaded = await until(timing, 1.0)
    except PlaywrightError as error:
        failure = translated(error, "see the page load")
        if failure.kind == "crashed":
            raise Failed(failure) from error
        loaded = None
    wanted = f"within {check.seconds:g} s"
    if loaded is None:
        return Answer(False, f"The page was not loaded after {check.seconds * 2:g} s, expected {wanted}.", wanted)
    seen = f"{loaded / 1000:.2f} s"
    holds = (loaded <= check.seconds * 1000) != check.negated
    return Answer(holds, f"The page loaded in {seen}, expected {wanted}.", wanted, seen)


async def _scrolls_sideways(check: c.ScrollsSideways, stage: Stage) -> Answer:
    await stage.calm()
    try:
        width, wider, what = await stage.page.evaluate(_SIDEWAYS)
    except PlaywrightError as error:
        raise Failed(translated(error, "see whether the page scrolls sideways")) from error
    seen = f"{wider} pixels wider than the {width} of the screen" if wider else f"no wider than {width} pixels"
    because = f": {what} reaches the farthest" if wider and what else ""
    message = f"The page is {seen}{because}."
    return Answer((wider > 0) != check.negated, message, f"{'no ' if check.negated else ''}scrolling sideways", seen)


async def _tab_opened(check: c.TabOpened, stage: Stage, patience: float) -> Answer:
    async def come() -> bool | None:
        return bool(stage.brought.tabs.new) or None

    if check.negated:
        await stage.calm()
    else:
        await until(come, patience)
    opened = [page.url for page in stage.brought.tabs.new]
    seen = f"{opened[-1]} in a tab of its own" if opened else "no new tab"
    message = f"A new tab was opened, with {opened[-1]}." if opened else "No tab was opened since the step before."
    return Answer(bool(opened) != check.negated, message, f"{'no' if check.negated else 'a'} new tab", seen)


async def _downloads(check: c.Downloaded, stage: Stage, patience: float) -> list[Download]:
    """Those that the check is about, once there is one or the patience is over."""
    anew = not (check.negated or check.contains)

    def there() -> list[Download]:
        return stage.brought.downloads.new if anew else stage.brought.downloads

    async def come() -> bool | None:
        return bool(there()) or None

    await until(come, patience)
    if not there():
        await stage.calm()
    return there()


async def _downloaded(check: c.Downloaded, stage: Stage, patience: float) -> Answer:
    """What is said to be downloaded has come since the last deed; what is denied, or read, may have come before."""
    came = await _downloads(check, stage, patience)
    if not came:
        earlier = stage.brought.downloads[-1].suggested_filename if stage.brought.downloads else ""
        message = f"Nothing was downloaded{f' since the step before; {earlier} came earlier' if earlier else ''}."
        return Answer(check.negated, message, check.name or "a download", "nothing")
    download = came[-1]
    name = download.suggested_filename
    try:
        async with asyncio.timeout(max(patience, 10)):
            await stage.recorder.settle(download)  # one that is too large is never read
            if stage.recorder.stopped_download(name) is not None:
                return _broken_off(check, stage, name)
            async with downloaded(download) as path:
                size = path.stat().st_size
                data = await asyncio.to_thread(path.read_bytes) if check.contains else b""
    except (PlaywrightError, TimeoutError):
        return _broken_off(check, stage, name)
    if not (size or check.negated):
        return Answer(False, f"The download {name} is empty: it has no bytes.", _wanted(check), "0 bytes")
    holds, seen, wanted = True, name, _wanted(check)
    if check.name:
        holds = compare(name, check.comparison, check.name, any_case=check.any_case).holds
    if holds and check.contains:
        wanted = f"“{check.contains}” in {name}"
        holds = _stands_in_file(check, name, _text_of(data))
        seen = f"{name} ({len(data)} bytes) without it" if not holds else wanted
    return Answer(holds != check.negated, f"The download is {seen}, expected {wanted}.", wanted, seen)


def _text_of(data: bytes) -> str:
    """The text of a file as its first bytes tell how it is written; of one that is none, each byte a character."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace")
    if b"\0" in data[1:2]:
        return data.decode("utf-16-le", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _stands_in_file(check: c.Downloaded, name: str, text: str) -> bool:
    readings = (text, _cells_apart(name, text)) if _LETTER.search(check.contains) else (text,)
    return any(occurs_in(plain(check.contains), plain(reading)) for reading in readings)


def _cells_apart(name: str, text: str) -> str:
    """Of a table as text, its cells: in “SKU-300,11” the comma is in no number."""
    if not name.casefold().endswith((".csv", ".tsv")):
        return text
    head = text.partition("\n")[0]
    between = max(",;\t|", key=head.count)
    return text.replace(between, f" {between} ")


def _wanted(check: c.Downloaded) -> str:
    if check.name:
        return f"a file whose name {verb_of(check.comparison)} “{check.name}”"
    return "no download" if check.negated else "a download"


def _broken_off(check: c.Downloaded, stage: Stage, name: str) -> Answer:
    """A download the recorder stopped for its size did come, as far as the application is concerned."""
    kept = stage.recorder.stopped_download(name)
    if kept is None:
        return Answer(False, f"The download of “{name}” did not end well.", check.name or "a download", name)
    if check.contains:
        message = f"“{name}” is larger than what is kept of a download, so its content could not be read."
        return Answer(False, message, f"“{check.contains}” in {name}", f"{kept.size_bytes} bytes", kind="unsupported")
    holds = not check.name or compare(name, check.comparison, check.name, any_case=check.any_case).holds
    wanted = _wanted(check)
    note = "it was stopped at the size that is kept"
    return Answer(holds != check.negated, f"The download is {name}, expected {wanted}.", wanted, name, note=note)


def _mail_is(check: c.MailIs, stage: Stage) -> Answer:
    """It is whole, so that it is asked once."""
    mail = the_mail(stage.mailbox)
    seen = {"subject": mail.subject, "text": mail.text, "sender": mail.sender}[check.part]
    result = compare(seen, check.comparison, check.value, any_case=check.any_case)
    what = "mail" if check.part == "text" else f"mail's {check.part}"
    shown = seen if len(seen) <= _LONGEST_MAIL else f"{seen[:_LONGEST_MAIL]}…"
    wanted = f"{verb_of(check.comparison)} “{check.value}”"
    wrong = "fits, although it should not" if check.negated else "does not fit"
    doubt = f"; {result.doubt}" if result.doubt else ""
    message = f"The {what} {wrong}: {wanted}; it is “{shown}”{doubt}."
    return Answer(result.answers(check.negated), message, wanted, shown, note=result.note)


_LONGEST_MAIL = 300  # characters
