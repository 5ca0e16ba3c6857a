"""Going places: an address, a page by its name, back, forward, reload. Acts on no element but links that lead there."""

from __future__ import annotations

import re
from http import HTTPStatus

import ada_url
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Response
from playwright.async_api import TimeoutError as PlaywrightTimeout

from qa_appliance.browser.egress.address import parse_address
from qa_appliance.browser.failure import Failed, fail, is_left, is_of_tls, translated
from qa_appliance.browser.find.locate import Located, as_located
from qa_appliance.browser.find.texts import fold
from qa_appliance.core.evidence.network import NetworkEvent
from qa_appliance.core.steps import Go, History
from qa_appliance.core.target import Target, Way
from qa_appliance.steps.base.kind import Kind
from qa_appliance.steps.base.own_hosts import refuse_secrets_abroad
from qa_appliance.steps.base.stage import Doing, Stage
from qa_appliance.steps.widgets.opening import openers_of

NAVIGATION_MS = 30_000
_LINK_PATIENCE = 1.5  # seconds: a page's own menu is there when the page is
_NOISE = re.compile(r"^(?:the|our|its|a)\s+|\s+(?:page|screen|view|site|section|tab)$", re.IGNORECASE)
_OVERVIEW = re.compile(r"^list of (?:the |all )?(?P<behind>.+)$|^(?P<before>.+) (?:list|overview)$", re.IGNORECASE)
_HOME = frozenset(
    {
        "home",
        "homepage",
        "start",
        "main",
        "landing",
        "index",
        "front",
        "site",
        "website",
        "app",
        "application",
        "shop",
        "store",
    }
)


async def open_base(stage: Stage) -> None:
    """Opens the base URL: every run begins there. Raises Failed (unreachable, blocked, page_error)."""
    await open_address(stage, stage.site.base_url)
    stage.base_opened = True


async def go(step: Go, stage: Stage, doing: Doing) -> None:
    if step.url:
        await _go_to_address(step.url, stage, doing)
    else:
        await _go_to_page(step.page, stage, doing)


async def history(step: History, stage: Stage, doing: Doing) -> None:
    page = stage.page
    before = page.url
    try:
        if step.move == "reload":
            _check_status(await page.reload(timeout=NAVIGATION_MS, wait_until="domcontentloaded"), before)
        elif step.move == "back":
            await page.go_back(timeout=NAVIGATION_MS, wait_until="domcontentloaded")
        else:
            await page.go_forward(timeout=NAVIGATION_MS, wait_until="domcontentloaded")
    except PlaywrightError as error:
        raise Failed(translated(error, f"{'reload' if step.move == 'reload' else 'go ' + step.move}")) from error
    if step.move != "reload" and page.url == before:
        doing.note(f"the address did not change by going {step.move}")
    await stage.calm()


def resolve(base_url: str, address: str) -> str:
    """As a browser resolves a link on the base URL. Raises Failed when it is no address."""
    address = address.strip()
    if re.match(r"^[\w-]+(\.[\w-]+)+(:\d+)?(/|$|\?)", address) and not address.startswith("/"):
        first = address.split("/")[0].split(":")[0]
        if not re.search(r"\.(html?|php|aspx?|jsp|cgi)$", first):
            address = "https://" + address  # "example.com/x", as typed into an address bar
    try:
        resolved = ada_url.URL(address, base=base_url)
    except ValueError as error:
        raise fail("unreachable", f"“{address}” is not an address a browser could open.") from error
    if resolved.protocol not in ("http:", "https:"):
        raise fail("blocked", f"“{address}” is not opened: only http and https addresses are.")
    return str(resolved.href)


async def _go_to_address(url: str, stage: Stage, doing: Doing) -> None:
    address = resolve(stage.site.base_url, url)
    refuse_secrets_abroad(address, stage)
    if stage.base_opened and _same_page(address, stage.site.base_url) and _same_page(stage.page.url, address):
        stage.base_opened = False  # the run has only just opened it
        doing.note("the run had just opened it")
        return
    stage.base_opened = False
    await open_address(stage, address)


async def _go_to_page(words: str, stage: Stage, doing: Doing) -> None:
    """A link, tab or menu item by these words; else the address they spell, if the site answers there."""
    name = _NOISE.sub("", _NOISE.sub("", words.strip())).strip() or words
    stage_was_fresh, stage.base_opened = stage.base_opened, False
    if (known := _known_page(words, name, stage)) is not None:
        await open_address(stage, resolve(stage.site.base_url, known[1]))
        stage.ways.append(Way("open", text=stage.page.url))
        doing.note(f"opened {known[1]}, which the project knows as the {known[0]} page")
        return
    if name.casefold() in _HOME:
        if not (stage_was_fresh and _same_page(stage.page.url, stage.site.base_url)):
            await open_address(stage, stage.site.base_url)
        stage.ways.append(Way("open", text=stage.site.base_url))
        doing.note("opened the base URL")
        return
    not_there: Failed | None = None
    for target in _leading(words, name):
        refused = await _follow(target, stage, doing)
        if refused is None:
            return
        not_there = not_there or refused
    assert not_there is not None
    slug = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")
    address = resolve(stage.site.base_url, "/" + slug)
    if not slug or not await _answers(stage, address):
        raise not_there
    await open_address(stage, address)
    stage.ways.append(Way("open", text=address))
    doing.note(f"no link by these words was there; opened {address}")


def _known_page(words: str, name: str, stage: Stage) -> tuple[str, str] | None:
    """The page's name and address, where the project knows one by the words: as they are, or without "the … page"."""
    pages = {_folded(each): (each, address) for each, address in stage.project_data.pages.items()}
    found = pages.get(fold(words)) or pages.get(_folded(words)) or pages.get(fold(name))
    if found is None:
        return None
    return _NOISE.sub("", _NOISE.sub("", found[0])).strip() or found[0], found[1]


def _folded(name: str) -> str:
    return fold(_NOISE.sub("", _NOISE.sub("", name.strip())).strip() or name)


def _leading(words: str, name: str) -> tuple[Target, ...]:
    """What may lead there; to "the order list" a link "Orders" does as well, or it is a list that opens."""
    found = (Target(words=words, name=name, kind="link"),)
    listed = _OVERVIEW.match(name)
    if listed is None:
        return found
    bare = listed["behind"] or listed["before"]
    names = (bare, f"{bare}s", f"{bare.removesuffix('y')}ies") if not bare.endswith("s") else (bare,)
    links = (Target(words=words, name=each, kind="link") for each in names)
    return *found, *links, Target(words=words, name=bare, kind="dropdown")


async def _follow(target: Target, stage: Stage, doing: Doing) -> Failed | None:
    """Clicks what leads there; why not, where nothing does. Raises Failed when the click is refused."""
    try:
        located = await _found_or_unfolded(target, stage, doing)
    except Failed as failed:
        if failed.failure.kind != "not_found":
            raise
        doing.found = None
        return failed
    await stage.act_on(located, "click", lambda located, locator, ms: locator.click(timeout=ms))
    doing.note(f"opened by the {located.called}")
    return None


async def _found_or_unfolded(target: Target, stage: Stage, doing: Doing) -> Located:
    """What leads there; where it lies in a folded menu, once that is open. Raises Failed."""
    try:
        return await stage.find(target, "click", doing, _LINK_PATIENCE)
    except Failed as failed:
        if failed.failure.cause != "hidden":
            raise
        look = await stage.until(lambda look: look, stage.patience)
        openers = openers_of(look, target) if look is not None else []
        if look is None or not openers:
            raise
        menu = as_located(look, openers[0])
        await stage.act_on(menu, "open", lambda _, locator, ms: locator.click(timeout=ms))
        doing.note(f"opened the {menu.called} first")
        doing.found = None
        return await stage.find(target, "click", doing, _LINK_PATIENCE)


async def _answers(stage: Stage, address: str) -> bool:
    """Whether the site has something there: asked beside the page, which stays as it is."""
    script = "async address => { try { return (await fetch(address)).status } catch { return 0 } }"
    try:
        status = await stage.page.evaluate(script, address)
    except PlaywrightError:
        return False
    return isinstance(status, int) and 200 <= status < 400


async def open_address(stage: Stage, address: str) -> None:
    """Raises Failed (unreachable, blocked, page_error)."""
    mark, before = stage.recorder.mark(), len(stage.recorder.requests_made()[0])
    try:
        response = await stage.page.goto(address, timeout=NAVIGATION_MS, wait_until="domcontentloaded")
    except PlaywrightTimeout as error:
        why = _not_in_time(stage.recorder.requests_made()[0][before:])
        raise fail("unreachable", f"Could not open {address}: {why}.") from error
    except PlaywrightError as error:
        if is_left(error):
            await stage.calm()
            return
        if not_connected := _not_connected(stage, mark, address):
            raise not_connected from error
        if is_of_tls(error) and (why := await stage.untrusted(address)):
            raise fail("unreachable", f"Could not open {address}: {why}.") from error
        raise Failed(translated(error, f"open {address}")) from error
    if response is not None and response.status == HTTPStatus.FORBIDDEN:  # the appliance's own refusal is a page, too
        place = parse_address(response.url)
        refused = _not_connected(stage, mark, address, f"{place.host}:{place.port}")
        if refused is not None:
            raise refused
    _check_status(response, address)
    await stage.calm()


def _not_in_time(requests: list[NetworkEvent]) -> str:
    """What of these was waited for in vain: the answer itself, or what a page that had answered still lacked."""
    within = f"within {NAVIGATION_MS // 1000} seconds"
    page = next((each for each in requests if each.resource_type == "document" and each.status is not None), None)
    if page is None:
        return f"it did not answer {within}"
    waits = next((each.url for each in requests if each.status is None and each.failure is None), None)
    reason = f"; {waits} did not answer" if waits is not None else ""
    return f"it answered {page.status}, but the page was not ready {within}{reason}"


def _not_connected(stage: Stage, mark: int, address: str, place: str | None = None) -> Failed | None:
    """The failure to open the address, if since the mark no connection was made: to the place, or to any."""
    met = stage.recorder.barrier(mark, place)
    return fail(met[0], f"Could not open {address}: {met[1]}") if met is not None else None


def _check_status(response: Response | None, address: str) -> None:
    if response is not None and response.status >= 400:
        seen = f"{response.status} {response.status_text}".strip()
        raise fail("page_error", f"{address} answered {seen}.", expected="a page", seen=seen, status=response.status)


def _same_page(one: str, other: str) -> bool:
    return one.split("#")[0].rstrip("/") == other.split("#")[0].rstrip("/")


KINDS = (
    Kind(Go, perform=go, target=lambda step: step.page or step.url or None),
    Kind(History, perform=history, value=lambda step: step.move),
)
