"""Data and HTTP: remember a text under a name, cookies, ask a server directly. Made data is read in values.py."""

from __future__ import annotations

import re

from qa_appliance.core.steps import Cookies, Http, Remember, Step
from qa_appliance.core.target import Target
from qa_appliance.english.wording.forms import form, verb
from qa_appliance.english.words.lexicon import ARTICLES, KIND_WORDS, PLACE_HEADS, PLURALS
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.values import value_of
from qa_appliance.language.word_sets import word_set

_ADDRESSES = frozenset(
    {"url", "the url", "the address", "the current url", "the page url", "the current address", "address"}
)


def remember(target: Target, name: str) -> Step | None:
    if not (target.name or target.ordinal or target.within) and target.words.split()[-1].lower() in PLURALS:
        return None  # "the results": several things have no one text
    stated = not target.quoted and any(word in _BEING for word in target.name.split())
    if target.name in ("next", "screenshot") or stated:  # "the value next to “Total”", "the page is shown"
        return None
    if not _NO_TEXTS.isdisjoint((*target.qualities, *target.name.lower().split())) or _PATTERN.search(target.name):
        return None  # "the attribute “href” of “Profile”", "the clipboard value", “\d+”
    if target.words.lower() in _ADDRESSES:
        target = Target(words=target.words, name="address", kind="page")
    if target.words.lower() in _TITLES:
        target = Target(words=target.words, name="title", kind="page")
    return Remember(target=target, name=name)


_NO_TEXTS = word_set("attribute property css expression clipboard values")
_PATTERN = re.compile(r"\\[dws]|\][+*{]")
_TITLES = frozenset({"the page title", "page title", "the title of the page", "the browser title"})
_BEING = frozenset({"is", "are", "was", "were"})


def read_kept(phrase: Phrase) -> str | None:
    """What a value is kept as; "save it as a draft" keeps none, "note the total in the badge" tells where it stands."""
    if phrase.tokens[0].low in ("a", "an") or phrase.text.lower() in _WAYS_OF_SAVING:
        return None
    if len(phrase) > 1 and (phrase.has(_NO_NAMES) or phrase.tokens[-1].low in KIND_WORDS):
        return None
    if len(phrase) == 1 and len(phrase.text) > 1 and phrase.text.isupper() and phrase.text.isalpha():
        return None  # as CSV: in which form it is written down
    text = (phrase.only_quote or phrase.text).strip().removeprefix("$").strip("{}").strip()
    return text if text and text.replace(" ", "_").replace("-", "_").isidentifier() else None


_NO_NAMES = ARTICLES | PLACE_HEADS | {"as", "to", "and", "or"}
_WAYS_OF_SAVING = frozenset({"draft", "template", "pdf", "copy", "default", "new", "favourite", "favorite"})


def set_cookie(name: Phrase, value: Phrase) -> Step | None:
    called = _cookie(name)
    return None if called is None else Cookies(move="set", name=called, value=value_of(value, called))


def delete_cookie(name: Phrase) -> Step | None:
    called = _cookie(name)
    return None if called is None else Cookies(move="delete", name=called)


def clear_cookies() -> Step:
    return Cookies(move="clear")


_COOKIE = re.compile(r"[\w!#$%&'*+.^`|~{}-]+", re.ASCII)


def _cookie(phrase: Phrase) -> str | None:
    name = phrase.only_quote
    return name if name and _COOKIE.fullmatch(name) else None


def request(method: Phrase, url: str, body: Phrase | None = None, status: int = 0) -> Step | None:
    verb_of_http = method.text.upper()
    if verb_of_http not in _METHODS or (status and not 100 <= status <= 599):
        return None
    return Http(method=verb_of_http, url=url, body="" if body is None else body.only_quote or body.text, status=status)


_METHODS = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"})


REMEMBER = form(
    "data.remember",
    "remember the order number as {order}",
    "<the_text_of> {target} as|in|into|under|to [the] [variable|name] {name:kept}",
    remember,
)
GRAB = form(
    "data.remember",
    "grab the value of Total and save it as total",
    "[the] value|text [from] {target:beside} <and_keep_it> {name:kept} // <the_text_of> {target} <and_keep_it> "
    "{name:kept}",
    remember,
)
VERBS = (
    verb(
        "set, change, update, add, create, make",
        form(
            "cookie.set",
            'set the cookie "consent" to "yes"',
            "[the|a|another] cookie [called|named] {name:quotephrase} to|=|: {value} // "
            "[the|a|another] cookie [called|named] {name:quotephrase} with [the] value [:|=|of] {value} // "
            "[the|a] {name:quotephrase} cookie to|= {value}",
            set_cookie,
        ),
    ),
    verb(
        "delete, remove, clear, erase, wipe, drop",
        form(
            "cookie.delete",
            'delete the cookie "consent"',
            "[the] cookie [called|named] {name:quotephrase} // [the] {name:quotephrase} cookie",
            delete_cookie,
        ),
        form(
            "cookie.clear",
            "clear the cookies",
            "[all] [of] [the|my|your] [browser|browser's|site|site's] cookies [of|in|from|for] "
            "[the|this] [browser|site|page|website|app]",
            clear_cookies,
        ),
    ),
    verb(
        "remember, store, keep, note, memorize, memorise, record, capture, note down, write down, read off, grab, "
        "extract",
        GRAB,
        REMEMBER,
    ),
    verb(
        "send, call, issue, make a request, perform, make a",
        form(
            "http.request",
            'send POST /api/items with {"name": "x"} and expect 201',
            "<request> <with_body> and|,|; <expecting_status> // <request> <with_body> <expecting_status> // "
            "<request> <with_body> // "
            "<request> and|,|; <expecting_status> // <request> <expecting_status> // <request>",
            request,
        ),
    ),
)
