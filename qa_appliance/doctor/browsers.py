"""Looks at the browser by starting one: version, sandbox, WebGL, fonts; or at the endpoints tests run on.

What it starts ends with it. Never touches a browser that is at work.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path

from qa_appliance.browser.process.choice import choose_browser
from qa_appliance.browser.process.endpoint import NoBrowser, parse_endpoint
from qa_appliance.browser.process.endpoints import Endpoints, EndpointState
from qa_appliance.browser.process.launch import SandboxState
from qa_appliance.browser.process.pool import Pool
from qa_appliance.browser.process.standing import OLD_DAYS, Known, numbered, read_known, standing
from qa_appliance.core.errors import Invalid, Problem
from qa_appliance.core.run import Site
from qa_appliance.doctor.check import Check, failed, ok, warning

# a script is missing where its letter is drawn as the box that stands for a character no font has
LETTERS = {
    "Latin": "g",
    "Greek": "Ω",
    "Cyrillic": "Ж",
    "Hebrew": "ש",
    "Arabic": "ع",
    "Thai": "ก",
    "Devanagari": "क",
    "Chinese": "漢",
    "Japanese": "あ",
    "Korean": "한",
    "emoji": "😀",
}
DRAW = """letters => {
  const draw = text => {
    const canvas = Object.assign(document.createElement('canvas'), {width: 48, height: 48});
    const pen = canvas.getContext('2d');
    pen.font = '32px sans-serif';
    pen.fillText(text, 4, 36);
    return canvas.toDataURL();
  };
  const box = draw('\\u{10FFFF}');
  return Object.keys(letters).filter(name => draw(letters[name]) === box);
}"""
_FOUR = re.compile(r"\d+(\.\d+){3}")
WEBGL = "() => !!document.createElement('canvas').getContext('webgl2')"


async def check_browser(explicit: Path | None, faults: Path | None, today: date) -> list[Check]:
    """`faults`: the operator's list of what is known of versions of Chromium."""
    advice = "Name a browser with --browser-path, or run `qa-appliance install-browser`."
    try:
        choice = await choose_browser(explicit)
        found = ok("browser", f"{choice.version} at {choice.path} ({choice.origin}). {choice.reason}")
        # a folder of its own, so that the browsers of a server on the data directory are left alone
        with tempfile.TemporaryDirectory(prefix="qa-appliance-doctor-") as folder:
            async with (
                Pool.open(choice, slots=1, data_dir=Path(folder)) as pool,
                pool.session(Site("about:blank")) as session,
            ):
                missing: list[str] = await session.page.evaluate(DRAW, LETTERS)
                webgl: bool = await session.page.evaluate(WEBGL)
                sandbox = pool.sandbox
    except Problem as problem:
        return [failed("browser", problem.message, advice)]
    return [
        found,
        ok("start", "The browser starts and shows a page."),
        *_ages([choice.version] if choice.counts_as_chromium else [], faults, today),
        _sandbox(sandbox),
        _webgl(webgl),
        _fonts(missing),
    ]


async def check_endpoints(
    addresses: Sequence[str], slots: int, own_host: str | None, faults: Path | None, today: date
) -> list[Check]:
    """One check for each endpoint; they are failures only where none is left."""
    try:
        endpoints = [parse_endpoint(text, slots) for text in addresses]
        async with Endpoints.open(endpoints, own_host=own_host) as opened:
            states = opened.states
    except NoBrowser as problem:
        advice = "Start the browsers there, or correct --browser-endpoint."
        return [failed("browser endpoints", problem.reason, advice)]
    versions = sorted({version for state in states for version in state.versions})
    return [*map(_endpoint, states), *_versions(versions), *_ages(versions, faults, today)]


def _endpoint(state: EndpointState) -> Check:
    name = f"browser at {state.address}"
    if state.problem is None:
        return ok(name, f"{' and '.join(state.versions) or 'All at work now'}, {state.slots} at once.")
    advice = "Tests run on the others meanwhile. Start it again, or take it out of --browser-endpoint."
    return warning(name, state.problem, advice)


def _versions(versions: Sequence[str]) -> list[Check]:
    """Of all places together: which of them a test gets is chance."""
    if len(versions) < 2:
        return []
    advice = "Install one version on all of them, or name the others to another appliance."
    return [warning("browser versions", f"Which browser a test gets is chance: {', '.join(versions)}.", advice)]


def _ages(versions: Iterable[str], faults: Path | None, today: date) -> list[Check]:
    """How old each is, and what is known against it; nothing where the version is not told to its last number."""
    name = "browser's age"
    try:
        known = read_known(faults)
    except Invalid as problem:
        return [warning(name, problem.message, "Correct --browser-faults, or leave it out.")]
    return [_age(name, version, known, today) for version in versions if _FOUR.fullmatch(version)]


def _age(name: str, version: str, known: Known, today: date) -> Check:
    stands = standing(version, known)
    detail = f"{stands.age(today)} {stands.known}"
    if stands.dubious(today):
        newer = f" The newest known is {stands.newest}." if numbered(stands.newest) > numbered(version) else ""
        advice = f"Carry in a newer one: qa-appliance install-browser FILE (docs/browser.md).{newer}"
        return warning(name, detail, advice)
    if (today - stands.as_of).days > OLD_DAYS:
        return warning(name, detail, "That list is old itself: name a newer one with --browser-faults.")
    return ok(name, detail)


def _sandbox(state: SandboxState) -> Check:
    if state.on:
        return ok("sandbox", "Chromium's own sandbox is on.")
    advice = "Tests run all the same; do not browse untrusted sites without the sandbox."
    return warning("sandbox", state.reason, advice)


def _webgl(there: bool) -> Check:
    if there:
        return ok("WebGL", "Pages can draw with WebGL, in software.")
    return warning("WebGL", "Pages cannot draw with WebGL.", "Use the browser that ships with the appliance.")


def _fonts(missing: list[str]) -> Check:
    if not missing:
        return ok("fonts", f"There are letters for {', '.join(LETTERS)}.")
    advice = (
        "Give the browser the font pack (qa-appliance install-fonts FILE, docs/browser.md), or install fonts for the"
        " scripts you test, for instance: apt install fonts-noto fonts-noto-cjk"
    )
    return warning("fonts", f"Pages show boxes, or nothing, in place of letters in: {', '.join(missing)}.", advice)
