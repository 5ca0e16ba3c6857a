"""Whether a page carried out what was typed (decision 50), by what the typed text itself would do. Pure; runs nothing.

A text that calls a dialog, the console or an address tells by that what happens only where it is carried out. What the
page does as well with a text that can do no such thing is the page's own, and so is a dialog that repeats what was
typed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from msgspec import Struct

from qa_appliance.core.batches.inputs import ASKED_FOR, EXECUTED

_ACTIVE = re.compile(r"<\s*[a-z/!][^<]*|\bon[a-z]+\s*=|javascript\s*:", re.IGNORECASE)
_CALL = re.compile(r"\b(alert|confirm|prompt)\s*(?:\(\s*(.*?)\s*\)|`([^`]*)`)", re.IGNORECASE | re.DOTALL)
_LITERAL = re.compile(r"(['\"`])(.*?)\1|(-?\d+(?:\.\d+)?)", re.DOTALL)
_LOGS = re.compile(r"\bconsole\s*\.\s*\w+\s*\(\s*(['\"`])(.+?)\1", re.DOTALL)
_ASKS = re.compile(
    r"\b(?:src|href|data|action|poster)\s*=\s*(?:(['\"`])(.+?)\1|([^\s>'\"`]+))"
    r"|\b(?:fetch|import|open|sendBeacon)\s*\(\s*(['\"`])(.+?)\4",
    re.IGNORECASE | re.DOTALL,
)


class Spoken(Struct, frozen=True):
    """A dialog of the browser's own that a page opened."""

    kind: str
    text: str


class Seen(Struct, frozen=True):
    """What was seen of a run that typed a text: dialogs, lines of the console, what was asked for, and the pages."""

    typed: str
    dialogs: Sequence[Spoken] = ()
    logged: Sequence[str] = ()
    requests: Sequence[str] = ()
    pages: Sequence[str] = ()


class Carried(Struct, frozen=True):
    """What a page did of a typed text: `ran` it, or took it for markup and no more; `seen` says by what it shows."""

    ran: bool
    seen: str


def is_active(text: str) -> bool:
    """Whether it is more than words to a page that takes it for its own."""
    return _ACTIVE.search(text) is not None


def carried_out(run: Seen, others: Sequence[Seen]) -> Carried | None:
    """What shows that the page carried out what this run typed; None: nothing does. `others` of the same test."""
    if any(EXECUTED in line for line in run.logged):
        return Carried(True, f"the console shows “{EXECUTED}”")
    if is_active(run.typed):
        passive = [other for other in others if not is_active(other.typed)]
        ran = _dialog(run, passive) or _log(run, passive)
        if ran:
            return Carried(True, ran)
        if asked := _request(run, passive):
            return Carried(False, asked)
    if any(ASKED_FOR in address for address in run.requests):
        return Carried(False, f"the page asked for “{ASKED_FOR}.gif”")
    return None


def _dialog(run: Seen, passive: Sequence[Seen]) -> str:
    own = {(each.kind, each.text) for other in passive for each in other.dialogs}
    calls = [(call.group(1).lower(), _argument(call)) for call in _CALL.finditer(run.typed)]
    for spoken in run.dialogs:
        if (spoken.kind, spoken.text) in own or run.typed in spoken.text:
            continue
        arguments = [argument for kind, argument in calls if kind == spoken.kind]
        if spoken.text in arguments or (None in arguments and (passive or _is_of_page(spoken.text, run))):
            return f"it opened the {spoken.kind} “{spoken.text}”"
    return ""


def _argument(call: re.Match[str]) -> str | None:
    """What a dialog is given, as it is shown; None: it is computed."""
    given = call.group(2) if call.group(3) is None else f"`{call.group(3)}`"
    literal = _LITERAL.fullmatch(given)
    if not given:
        return ""
    return None if literal is None else (literal.group(2) if literal.group(1) else literal.group(3))


def _is_of_page(text: str, run: Seen) -> bool:
    """Whether it is what a script is told of the page: its address, or a part of that."""
    places = [urlsplit(page) for page in run.pages]
    parts = {part for at in places for part in (at.hostname, at.netloc, f"{at.scheme}://{at.netloc}", at.geturl())}
    return text in parts


def _log(run: Seen, passive: Sequence[Seen]) -> str:
    own = {line for other in passive for line in other.logged}
    wanted = {found.group(2) for found in _LOGS.finditer(run.typed)}
    line = next((line for line in run.logged if line in wanted and line not in own), None)
    return f"the console shows “{line}”" if line is not None else ""


def _request(run: Seen, passive: Sequence[Seen]) -> str:
    """An address the text names, and that nobody asked for but a page that took it for markup."""
    own = {address for other in passive for address in other.requests}
    wanted = [next(part for part in found.group(2, 3, 5) if part) for found in _ASKS.finditer(run.typed)]
    new = [address for address in run.requests if address not in own]
    asked = next((each for each in new if any(_is_it(each, address) for address in wanted)), None)
    return f"the page asked for {asked}" if asked is not None else ""


def _is_it(asked: str, address: str) -> bool:
    if "://" in address or address.startswith("//"):
        return asked.split("://", 1)[-1].rstrip("/") == address.split("//", 1)[-1].rstrip("/")
    return asked.split("?")[0].endswith("/" + address.split("?")[0].lstrip("./"))
