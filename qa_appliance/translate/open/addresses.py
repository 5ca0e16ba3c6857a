"""Addresses of pages and of people, paths and files. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from qa_appliance.language.tokens import Token
from qa_appliance.language.words import quoted
from qa_appliance.translate.open.quotes import quote
from qa_appliance.translate.rules import LOOSE, Category, Found, Grammar

_ENDS_OF_HOSTS = (
    "com org net io dev app test example edu gov info biz shop store online site co eu de at ch fr it es nl be uk us "
    "ca au pl se no dk fi jp in br"
)
_HOSTS = "|".join(_ENDS_OF_HOSTS.split())
_ADDRESS = re.compile(
    rf"https?://\S+|www\.\S+|/[^\s\"']*|localhost(?::\d+)?(?:/\S*)?|[\w-]+(?:\.[\w-]+)*\.(?:{_HOSTS})(?:/\S*)?"
)
_RELATIVE = re.compile(r"[a-z0-9_.-]+(?:/[a-z0-9_.-]+)+")
_LONGEST_SLUG = 4


def _address(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and _ADDRESS.fullmatch(tokens[0].value):
        value = tokens[0].value
        known = value.startswith(("http", "/"))
        yield value if known else f"http://{value}" if value.startswith("localhost") else f"https://{value}", 0.0


def _path(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and re.fullmatch(r"https?://\S+|/\S*|\S+/\S+", tokens[0].value):
        yield quoted(tokens[0].value), 0.0


def _route(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A path or a full address without quotes."""
    if tokens[0].kind == "word" and re.fullmatch(r"(?:https?://|/)\S*", tokens[0].text):
        yield f"{quoted(tokens[0].value)}{LOOSE}", 0.0


def _quoted_route(tokens: Sequence[Token], rules: Grammar) -> Found:
    if tokens[0].kind == "quoted" and re.fullmatch(r"(?:https?://|/)\S*", tokens[0].value):
        yield from quote(tokens, rules)


def _query(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and tokens[0].kind == "word" and re.fullmatch(r"[?&#][\w-]\S*", tokens[0].text):
        yield f"{quoted(tokens[0].text)}{LOOSE}", 0.0


def _local(tokens: Sequence[Token], rules: Grammar) -> Found:
    if tokens[0].text.startswith("/") and "?" not in tokens[0].text:
        yield from _route(tokens, rules)


def _quoted_local(tokens: Sequence[Token], rules: Grammar) -> Found:
    if tokens[0].value.startswith("/") and "?" not in tokens[0].value:
        yield from _quoted_route(tokens, rules)


def _target_address(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Where a request goes to."""
    if len(tokens) == 1 and re.fullmatch(r"https?://\S+|/\S*|(?:\*\.)?[\w-]+(?:\.[\w-]+)+(?:/\S*)?", tokens[0].value):
        yield tokens[0].value, 0.0


def _relative(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A path in quotes that does not begin with a slash: "admin/users"."""
    if len(tokens) == 1 and tokens[0].kind == "quoted" and _RELATIVE.fullmatch(tokens[0].value):
        yield f"/{tokens[0].value}", 0.0


def _slug(tokens: Sequence[Token], rules: Grammar) -> Found:
    """What a page is called, as its address has it: Thank you as thank-you."""
    if len(tokens) == 1 and tokens[0].kind == "quoted":
        words = tokens[0].value.lower().split()
    elif len(tokens) <= _LONGEST_SLUG and all(token.kind == "word" for token in tokens):
        words = [token.text.lower() for token in tokens]
        refused = (rules.words.leading_on | rules.words.never_named | rules.words.adverbs) - rules.words.within_a_slug
        if any(word in refused for word in words) or words[0] in rules.words.within_a_slug - {"my"}:
            return
    else:
        return
    name = "-".join(words)
    if words[0] in rules.words.never_first | rules.words.no_page or words[-1] in rules.words.no_page:
        return
    if re.fullmatch(r"[a-z]+(?:-[a-z]+)*", name):
        yield name, 0.0 if tokens[0].kind == "quoted" else 0.5 + len(tokens)


def _file(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and re.search(r"\.\w{2,5}$", tokens[0].value):
        yield quoted(tokens[0].value), 0.0


def _mail_address(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and re.fullmatch(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\{[^{}\s]+\}", tokens[0].value):
        yield quoted(tokens[0].value), 0.0


def _slashed(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Who logs in and the password, in one word: admin/admin123."""
    found = re.fullmatch(r"([\w.@+-]+)/([^\s/]+)", tokens[0].text) if len(tokens) == 1 else None
    if found is not None and not rules.words.leading_on.issuperset(found.groups()):
        yield f"{quoted(found[1])} with password {quoted(found[2])}", 0.0


ADDRESSES: dict[str, Category] = {
    "address": _address,
    "path": _path,
    "route": _route,
    "quoted_route": _quoted_route,
    "query": _query,
    "local": _local,
    "quoted_local": _quoted_local,
    "target_address": _target_address,
    "relative": _relative,
    "slug": _slug,
    "file": _file,
    "mail_address": _mail_address,
    "slashed": _slashed,
}
