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
from qa_appliance.core.batches.members import Asked, Member, SpokenIn

_ACTIVE = re.compile(r"<\s*[a-z/!][^<]*|\bon[a-z]+\s*=|javascript\s*:", re.IGNORECASE)
_CALL = re.compile(r"\b(alert|confirm|prompt)\s*(?:\(\s*(.*?)\s*\)|`([^`]*)`)", re.IGNORECASE | re.DOTALL)
_LITERAL = re.compile(r"(['\"`])(.*?)\1|(-?\d+(?:\.\d+)?)", re.DOTALL)
_LOGS = re.compile(r"\bconsole\s*\.\s*\w+\s*\(\s*(['\"`])(.+?)\1", re.DOTALL)
_ASKS = re.compile(
    r"\b(?:src|href|data|action|poster)\s*=\s*(?:(['\"`])(.+?)\1|([^\s>'\"`]+))"
    r"|\b(?:fetch|import|open|sendBeacon)\s*\(\s*(['\"`])(.+?)\4",
    re.IGNORECASE | re.DOTALL,
)


class Carried(Struct, frozen=True):
    """What a page did of a typed text: `ran` it, or took it for markup and no more; `seen` says by what it shows."""

    ran: bool
    seen: str


def is_active(text: str) -> bool:
    """Whether it is more than words to a page that takes it for its own."""
    return _ACTIVE.search(text) is not None


def carried_out(member: Member, others: Sequence[Member]) -> Carried | None:
    """What shows that the page carried out what this run typed; None: nothing does."""
    if any(EXECUTED in entry.text for entry in member.console):
        return Carried(True, f"the console shows “{EXECUTED}”")
    text = member.typed
    if is_active(text):
        passive = [other for other in others if other is not member and not is_active(other.typed)]
        ran = _dialog(member, text, passive) or _log(member, text, passive)
        if ran:
            return Carried(True, ran)
        if asked := _request(member, text, passive):
            return Carried(False, asked)
    if any(ASKED_FOR in asked.url for asked in member.requests):
        return Carried(False, f"the page asked for “{ASKED_FOR}.gif”")
    return None


def _dialog(member: Member, text: str, passive: Sequence[Member]) -> str:
    own = {(each.kind, each.text) for other in passive for each in other.dialogs}
    calls = [(call.group(1).lower(), _argument(call)) for call in _CALL.finditer(text)]
    for spoken in member.dialogs:
        if (spoken.kind, spoken.text) in own or text in spoken.text:
            continue
        said = [argument for kind, argument in calls if kind == spoken.kind]
        if spoken.text in said or (None in said and _is_computed(spoken, member, known=bool(passive))):
            return f"it opened the {spoken.kind} “{spoken.text}”"
    return ""


def _argument(call: re.Match[str]) -> str | None:
    """What a dialog is given, as it is shown; None: it is computed."""
    given = call.group(2) if call.group(3) is None else f"`{call.group(3)}`"
    literal = _LITERAL.fullmatch(given)
    if not given:
        return ""
    return None if literal is None else (literal.group(2) if literal.group(1) else literal.group(3))


def _is_computed(spoken: SpokenIn, member: Member, *, known: bool) -> bool:
    """Whether it may be what a script computes: the page's own address, else where it is known what the page says."""
    places = [urlsplit(step.url or "") for step in member.steps]
    of_page = {part for place in places for part in (place.hostname, place.netloc, f"{place.scheme}://{place.netloc}")}
    return known or spoken.text in of_page or spoken.text in {step.url for step in member.steps}


def _log(member: Member, text: str, passive: Sequence[Member]) -> str:
    own = {entry.text for other in passive for entry in other.console}
    wanted = {found.group(2) for found in _LOGS.finditer(text)}
    said = next((e.text for e in member.console if e.text in wanted and e.text not in own), None)
    return f"the console shows “{said}”" if said is not None else ""


def _request(member: Member, text: str, passive: Sequence[Member]) -> str:
    """An address the text names, and that nobody asked for but a page that took it for markup."""
    own = {(asked.method, asked.url) for other in passive for asked in other.requests}
    wanted = [next(part for part in found.group(2, 3, 5) if part) for found in _ASKS.finditer(text)]
    new = [asked for asked in member.requests if (asked.method, asked.url) not in own]
    asked = next((each for each in new if any(_is_it(each, address) for address in wanted)), None)
    return f"the page asked for {asked.url}" if asked is not None else ""


def _is_it(asked: Asked, address: str) -> bool:
    if "://" in address or address.startswith("//"):
        return asked.url.split("://", 1)[-1].rstrip("/") == address.split("//", 1)[-1].rstrip("/")
    return asked.url.split("?")[0].endswith("/" + address.split("?")[0].lstrip("./"))
