"""Accessibility violations of a page as axe-core finds them, frames included. Judges nothing itself."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from msgspec import convert
from playwright.async_api import Error, Page

from qa_appliance.core.evidence.accessibility import Violation
from qa_appliance.core.steps import MASK
from qa_appliance.evidence.base.isolated import Isolated, ScriptFailed, World
from qa_appliance.evidence.base.redact import Redactor

_LONGEST_HTML = 300  # characters of an element shown

# Nothing is loaded from elsewhere (preload), and only violations are told in full.
_OPTIONS = "{resultTypes: ['violations'], preload: false}"
_ALONE = f"() => axe.utils.getFrameContexts(document).length ? null : axe.run(document, {_OPTIONS}).then(SLIM)"
_PART = f"(context) => axe.runPartial(context ?? document, {_OPTIONS})"
_FINISH = f"(parts) => axe.finishRun(parts, {_OPTIONS}).then(SLIM)"
_FRAMES = "(context) => axe.utils.getFrameContexts(context ?? document)"
_FRAME = "(selector) => axe.utils.shadowSelect(selector)"
_SLIM = """((result) => result.violations.map(({id, impact, help, helpUrl, nodes}) => ({
    id, impact, help, helpUrl, count: nodes.length,
    nodes: nodes.slice(0, MOST).map(({target, html, failureSummary}) => ({target, html, summary: failureSummary})),
})))"""

_TRY = f"""(html) => {{
  document.body.innerHTML = html;
  return axe.run(document, {_OPTIONS}).then(() => {{ document.body.innerHTML = ''; }});
}}"""
# Some of what most rules look at.
_SAMPLE = """
<header><a href="#main">Skip</a><nav aria-label="Site"><ul><li><a href="/">Home</a></li></ul></nav></header>
<main id="main"><h1>Shop</h1><p style="color: #777">Text <b>in bold</b></p><img src="" alt="Lamp"><form><label>Name
<input name="name" required></label><label for="size">Size</label><select id="size"><option>1</option></select>
<button>Save</button></form><table><tr><th>Price</th></tr><tr><td>1</td></tr></table><div role="button" tabindex="0"
aria-label="More"></div></main><footer>End</footer>"""

_PASSWORD = re.compile(r"<input\b[^>]*\btype=[\"']?password\b[^>]*>", re.I)
_VALUE = re.compile(r"(\bvalue=)(\"[^\"]*\"|'[^']*'|[^\s>]+)", re.I)


async def scan(isolated: Isolated, page: Page, redactor: Redactor, *, most_nodes: int) -> list[Violation]:
    """Runs axe-core's standard rules on the page as it is now."""
    world = await isolated.world(page)
    await world.define(_source())
    slim = _SLIM.replace("MOST", str(most_nodes))
    found = await world.call(_ALONE.replace("SLIM", slim))
    if found is None:  # it has frames
        parts: list[object] = []
        await _collect(isolated, page, world, None, parts)
        found = await world.call(_FINISH.replace("SLIM", slim), parts)
    violations = convert(found, list[Violation])
    for violation in violations:
        for node in violation.nodes:
            node.html = _shorten(redactor.clean(_PASSWORD.sub(_without_value, node.html)))
    return violations


async def scan_ahead(page: Page) -> None:
    """Has the process of an empty page that nobody uses yet compile axe-core, which is half of a scan.

    What is defined by the same words in a later document of that process is compiled already. The page is empty again
    at the end. Raises Playwright's error, and `ScriptFailed`.
    """
    isolated = Isolated()
    world = await isolated.world(page)
    await world.define(_source())
    await world.call(_TRY, _SAMPLE)
    await (await isolated.session(page)).detach()


async def _collect(isolated: Isolated, page: Page, world: World, context: object, parts: list[object]) -> None:
    """Adds the results of a frame and all inside it, depth first as axe wants them; None if unreadable."""
    inner = await world.call(_FRAMES, context)
    parts.append(await world.call(_PART, context))
    for entry in inner:
        frame = await world.frame_of(_FRAME, entry["frameSelector"])
        try:
            inside = await isolated.world(page, frame or "")
            await inside.define(_source())
            await _collect(isolated, page, inside, entry["frameContext"], parts)
        except (Error, ScriptFailed):
            parts.append(None)


@cache
def _source() -> str:
    """In ASCII, so that the browser holds and reads one byte a letter; what else there is stands in names and texts."""
    text = files("qa_appliance").joinpath("third_party", "axe-core", "axe.min.js").read_text("utf-8")
    return re.sub(r"[^\x00-\x7f]", lambda letter: f"\\u{ord(letter[0]):04x}", text)


def _without_value(tag: re.Match[str]) -> str:
    return _VALUE.sub(rf'\1"{MASK}"', tag[0])


def _shorten(html: str) -> str:
    return html if len(html) <= _LONGEST_HTML else html[:_LONGEST_HTML] + "…"
