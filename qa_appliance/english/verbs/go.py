"""Going to pages: open, go to, back, reload. Opening something that stands on the page is a click."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from itertools import pairwise

from msgspec.structs import replace

from qa_appliance.core.steps import Click, Go, History, Repeat, Step, Tab, WaitLoad
from qa_appliance.core.target import Target
from qa_appliance.english.nouns.phrase import read_target, relation_inside
from qa_appliance.english.verbs.refusals import REFUSALS
from qa_appliance.english.wording.forms import form, verb
from qa_appliance.english.words.lexicon import ARTICLES, PLURALS
from qa_appliance.english.words.refusals import refused
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.values import read_number
from qa_appliance.language.word_sets import phrases, word_set

_SITE = {
    " ".join(words)
    for words in phrases(
        "app, application, site, website, web site, home page, homepage, start page, home, shop, store, "
        "base url, landing page, front page, main page, web page, "
        "url, web app, site page, platform, portal, system under test"
    )
}
_OPENED_BY_CLICK = word_set(
    "button link dropdown tab menu menuitem row cell item section image icon dialog option "
    "calendar tree treeitem switch heading list field checkbox radio alert"
)


def open_address(url: str) -> Step:
    return Go(url=url)


def open_path(path: Phrase) -> Step | None:
    """ "admin/users" in quotes, gone to: a path of the site. "Men/Women" is what a link says."""
    quoted = path.only_quote
    return Go(url=f"/{quoted}") if quoted and _PATH.fullmatch(quoted) else None


_PATH = re.compile(r"[a-z0-9_.~-]+(?:/[a-z0-9_.~-]+)+/?(?:[?#]\S*)?")


def the_browser() -> Step:
    """A test begins with an open browser: only its page is waited for."""
    return WaitLoad()


def open_home() -> Step:
    return Go(url="/")


def page_at(page: Target, url: str) -> Step | None:
    """ "the product page /products/7": of a page told by its name and its address the address counts."""
    named = page.kind in ("page", "section") or (page.kind == "any" and not page.quoted and page.name.islower())
    return Go(url=url) if named and not page.within and not page.ordinal else None


def named_at(page: Target, url: str) -> Step | None:
    """ "Open Gitea at /explore": whatever it is called, it is at that address."""
    return None if page.quoted or page.within or page.ordinal else Go(url=url)


def open_page(page: Phrase) -> Step | None:
    """The site itself, something on the page (a click), or a page by the words of its name."""
    words = list(itertools.dropwhile(lambda word: word.low in ARTICLES, page.tokens))
    named = " ".join(word.low for word in words)
    if named in _SITE or page.text.lower() in _THE_PAGE:
        return open_home()
    plain = page.quotes() or not refused(REFUSALS["page"], page.tokens)
    if not words or named in _NOT_PAGES or not plain or _is_no_page(page):
        return None
    target = read_target(page)
    return None if target is None or _is_nameless(target) or _at_no_address(target) else _opened(page, target)


def _opened(page: Phrase, target: Target) -> Step | None:
    if (page_of := _of_the_site(target)) is not None:
        return open_home() if page_of in _SITE else Go(page=page_of)
    if target.kind in ("section", "menu"):
        return Click(target=target, until="expanded")
    if _stands_on_the_page(target):
        return Click(target=target)
    if page.tokens[0].low in ("a", "an") and not target.quoted:
        return None  # which one, it does not say
    return Go(page=target.name if target.quoted else page.text)


def be_on(page: Phrase) -> Step | None:
    """Where somebody is: "on “Review”" is on that page, and on no button."""
    if not isinstance(step := open_page(page), Click) or step.target.kind not in ("any", "page"):
        return step
    named = step.target.kind == "any" and step.target.quoted and not step.target.within
    return Go(page=step.target.name) if named else Go(page=page.text) if step.target.kind == "page" else step


def _is_nameless(target: Target) -> bool:
    """ "page of orders", "page for “x”" tell what a page is, "the list" what stands there, none what it is called."""
    if target.kind in ("list", "table"):
        return not (target.name or target.within or target.ordinal)
    one_of = re.search(r"\bfor [\"“'‘«]", target.words) or (target.within and not target.name)
    return target.kind == "page" and bool(one_of)


def _of_the_site(target: Target) -> str | None:
    """ "the login page of the shop": the page by its name, for there is one site."""
    near = target.within[0] if len(target.within) == 1 and target.within[0].place == "near" else None
    site = near is not None and near.target.kind == "any" and near.target.name.lower() in _SITES
    return f"{target.name} page" if site and target.kind == "page" and target.name and not target.quoted else None


_SITES = _SITE | {"wiki", "portal", "forum", "blog", "webmail", "platform", "admin panel", "back office"}


def _is_no_page(page: Phrase) -> bool:
    """An address, or several: which of "two tabs", it does not say."""
    return _holds_an_address(page) or (
        len(page) > 1 and page.tokens[-1].low in PLURALS and (read_number(page[:1]) or 0) > 1
    )


def _at_no_address(target: Target) -> bool:
    """ "the login page at your organization's URL": which that is the test does not tell."""
    return target.kind == "page" and any(
        relation.target.words.lower().split()[-1] in _ADDRESSES for relation in target.within if relation.target.words
    )


_ADDRESSES = frozenset({"url", "address", "site", "domain", "instance"})


def _holds_an_address(phrase: Phrase) -> bool:
    return any(token.value.startswith("/") or "://" in token.value for token in phrase.tokens)


def _stands_on_the_page(target: Target) -> bool:
    """What is opened by a click: by its kind, by its place, or by a name in quotes that is not called a page."""
    if target.kind == "any" and target.quoted and "page" not in target.qualities:
        return True
    if _is_overview(target):
        return False
    return target.kind in _OPENED_BY_CLICK or bool(target.within) or bool(target.ordinal)


def _is_overview(target: Target) -> bool:
    """ "the invoice list", "the list of orders": a page that lists them, none of whose entries is meant."""
    named = target.name or (target.within and target.within[0].place == "near" and target.within[0].target.name)
    return target.kind == "list" and not target.quoted and not target.ordinal and bool(named)


_THE_PAGE = frozenset({"page", "the page"})  # "this page" is one that was spoken of
_NOT_PAGES = frozenset({"it", "them", "that", "this", "page", "tab", "window", "browser", "new tab", "new window"})


def view(page: Phrase) -> Step | None:
    """ "the “Details” tab", "the users page": it is gone to; whatever else is viewed is looked at."""
    target = read_target(page)
    if target is None or not target.name or target.kind not in ("tab", "page"):
        return None
    return Click(target=target) if target.kind == "tab" else open_page(page)


def open_named_before(target: Target) -> Step:
    return Click(target=target)


def in_new_tab(target: Target) -> Step:
    return Click(target=target, modifiers=("ControlOrMeta",))


def address_in_new_tab(url: str) -> tuple[Step, ...]:
    return Tab(move="new"), Go(url=url)


def new_tab() -> Step:
    return Tab(move="new")


def back(times: int = 1) -> Step | None:
    return _often(History(move="back"), times)


def by_way(page: Phrase, way: Target) -> Step | None:
    """What leads there is clicked: a link that is not named is called as the page is, and so is what a menu offers."""
    called = Phrase([token for token in page.tokens if token.low not in ARTICLES | _PAGES], page.source)
    if way.kind in ("menu", "section") and called.tokens and not page.quotes():
        return Click(target=Target(words=page.text, name=called.text, within=relation_inside(way)))
    if way.kind not in ("icon", "link", "button", "menuitem", "tab", "image"):
        return None
    named = way.name or way.ordinal or way.kind in ("icon", "image") or not called.tokens or page.quotes()
    return Click(target=way if named else replace(way, name=called.text))


def from_way(page: Phrase, way: Target) -> Step | None:
    """ "the sign-up form from the “Register” link": by the link; what stands in a part of the page is opened there."""
    known = way.kind in ("icon", "link", "button", "menuitem") and not page.quotes()
    return by_way(page, way) if known and page.tokens[0].low in ARTICLES else None


_PAGES = frozenset({"page", "screen", "view"})


def ahead(times: int = 1) -> Step | None:
    return _often(History(move="forward"), times)


def reload(times: int = 1) -> Step | None:
    return _often(History(move="reload"), times)


def _often(step: History, times: int) -> Step | None:
    if not 0 < times <= _MOST_TIMES:
        return None
    return step if times == 1 else Repeat(steps=(step,), times=times)


_MOST_TIMES = 100
_PRESS = Callable[[int], Step | None]
_BUTTONS: dict[str, _PRESS] = {"back": back, "forward": ahead, "reload": reload, "refresh": reload}


def browsers_button(button: Phrase, times: int = 1) -> Step | None:
    """Said to be the browser's: a button "Back" of the page is a click on it."""
    return press(times) if (press := _BUTTONS.get((button.only_quote or button.text).lower())) else None


def click_path(path: tuple[Target, ...]) -> tuple[Step, ...]:
    """Each level is opened towards the next, the last one is clicked."""
    levels = [Click(target=level, towards=following) for level, following in pairwise(path)]
    return (*levels, Click(target=path[-1]))


PAGE_AT = form(
    "go.address",
    "open the product page /products/7",
    "[back] [to] [the|a|this] {page:target} [at|under|(] {url:address} [)]",
    page_at,
)
NAMED_AT = form(
    "go.address",
    "open the shop at /shop",
    "[back] [to] [the|a|this|our] {page:target} at|under|via {url:address} // "
    "[back] [to] [the|a|this|our] {page:target} ( {url:address} )",
    named_at,
)
_GOING = (
    form(
        "history.back",
        "go back",
        "back [one_page|a_page|once] // back {times} // back {times:number} pages|steps|screens // "
        "to|back_to [the] previous page|screen // "
        "back to [the] previous page|screen // "
        "back in_the_browser|with_the_browser",
        back,
    ),
    form(
        "click.way",
        'go to the orders via the "Orders" link',
        "[back] to {page:bare} via|through|using {way:target}",
        by_way,
    ),
    form("go.home", "go home", "[back] home", open_home),
    form("click.path", "go to Settings > Profile", "[back] [to] {path}", click_path),
    form(
        "history.forward",
        "go forward",
        "forward [one_page|a_page|again] // forward {times} // forward {times:number} pages|steps|screens // "
        "forward in_the_browser",
        ahead,
    ),
    form(
        "go.address",
        "go to /login",
        "[back] [over] [directly|straight] [to] [the|this] [url|address|page|site|website|path|link|app] "
        "[at] {url:address} [directly] <site> <in_the_browser>",
        open_address,
        carries=True,
    ),
    PAGE_AT,
    NAMED_AT,
    form(
        "go.path",
        'go to "admin/users"',
        "[back] [over] [directly|straight] [to] [the] [url|address|page|path] {path:anything} [page]",
        open_path,
    ),
    form("go.page", "go to the pricing page", "[back] [over] to {page:anything}", open_page),
)
VERBS = (
    verb(
        "open, launch, load, access, bring up, pull up",
        form(
            "browser.open",
            "open the browser",
            "[up] [the|a|your|my|any|new] [web|chrome|chromium] browser [window] // "
            "[up] [the|a|your|my|any|new] [web] browser ( chrome|google_chrome|chromium ) // "
            "[up] chrome|google_chrome|chromium",
            the_browser,
        ),
        form(
            "tab.new",
            "open a new tab",
            "[a] new|another|blank|empty tab|window|browser_tab // [a] tab|browser_tab",
            new_tab,
        ),
        form(
            "go.new-tab",
            "open https://shop.example.com in a new tab",
            "{url:address} in [a] new tab|window",
            address_in_new_tab,
        ),
        form("click.new-tab", 'open "Terms" in a new tab', "{target} in [a] new tab|window", in_new_tab),
        form(
            "go.address",
            'open "https://shop.example.com"',
            "[up] [the|this] [url|address|page|site|website|path|link|application|app] [at] "
            "{url:address} [directly] <site> <in_the_browser>",
            open_address,
            carries=True,
        ),
        PAGE_AT,
        NAMED_AT,
        form("click.way", 'open the orders page via the "Orders" link', "{page:bare} via|through {way:target}", by_way),
        form("click.way", 'open the form from the "Register" link', "{page:bare} from {way:target}", from_way),
        form("click.path", "open File > New", "{path}", click_path),
        form("click.it", "open it", "{target:pronoun}", open_named_before),
        form(
            "go.page",
            "open the pricing page",
            "[up] {page:anything} in [the|a|my|your|any] browser // [up] {page:anything}",
            open_page,
        ),
    ),
    verb(
        "go, goto, navigate, visit, browse, head, move on, proceed, surf, come back, go over, jump",
        *_GOING,
        form("go.page", "visit the pricing page", "[back] {page:article}", open_page),
    ),
    verb("return", *_GOING),
    verb("view", form("go.view", 'view the "Details" tab', "{page:article}", view)),
    verb(
        "reload, refresh",
        form(
            "history.reload",
            "reload the page",
            "[the|this|current] [current] <what_is_loaded> [again] // [the|this] {~called:few} page [again] // "
            "[the|this] [page|browser|tab|site] {times}",
            reload,
        ),
    ),
    verb(
        "be on, be at, be in, be already on, be already at, be already in, be viewing, find myself on, "
        "start on, start at, start from, begin on, begin at, begin from, start with",
        form("go.address", "start on /login", "[the] [url|address|page] {url:address}", open_address),
        form("go.path", 'I am on "user/login"', "[the] [url|address|page|path] {path:anything} [page]", open_path),
        PAGE_AT,
        NAMED_AT,
        form("go.page", "I am on the login page", "{page:anything}", be_on),
    ),
    verb(
        "click, click on, press, hit, push, tap, tap on, use",
        form(
            "history.button",
            "press the browser's back button",
            "[the|my|your] browser|browser's|browsers {button:anything} button|arrow // "
            "[the|my|your] browser|browser's|browsers {button:anything} button|arrow {times} // "
            "the {button:anything} button|arrow of|in|on the browser // "
            "the {button:anything} button|arrow of|in|on the browser {times}",
            browsers_button,
        ),
    ),
)
