"""Which checks are watched on after they held (steps/lasting.py): those about what has to last. Pure.

A positive message that was seen has been seen: messages vanish by themselves. What is watched is a denial, a value, a
state, a count, an order, an entry of a list, a text that only entries show, an address, "no console errors", "no
request to", "exactly once"; of any other text and element that is shown, whether it goes back to what stood in its
place before; not what tells by its words that it passes ("Saving…").
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from msgspec import Struct

from qa_appliance.core import checks as c
from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.core.target import Relation, Target

_PASSING = re.compile(
    r"\b(?:loading|loader|spinner|progress|timer|countdown|clock|saving|sending|processing|uploading|please wait)\b"
    r"|(?:…|\.\.\.)$",
    re.IGNORECASE,
)
_UNDER_WAY = re.compile(r"(?:ing|queued)\W*$", re.IGNORECASE)  # "Running": a value that is not the last
_MESSAGES = frozenset({"alert", "dialog", "icon"})
_ENTRIES = frozenset({"row", "item", "cell", "treeitem", "table", "list", "column"})

Watched = Literal["always", "by_place", "never"]


class Place(Struct, frozen=True):
    """A text that held: the page's lines then, and those before the deed; what the test had typed until then."""

    text: str
    lines: tuple[str, ...]
    before: frozenset[str]
    typed: tuple[str, ...]


@dataclass
class Held:
    """A check that held, watched until the next deed (lasting.py). `at` is monotonic, `address` that of the page.

    `scopes`: the stage's when it was asked. `inner`: its record, where it is a step of the step at `index`. `place`:
    it has turned only if something else stands there (checks/in_place.py).
    """

    index: int
    check: c.Check
    at: float
    address: str
    scopes: tuple[Relation, ...]
    inner: StepRecord | None = None
    place: Place | None = None


def is_watched(check: c.Check) -> bool:
    """Whether it is about something that has to last."""
    if isinstance(check, c.NoEvents):
        return check.kind != "accessibility" and not check.negated  # a scan takes too long to be made again
    if isinstance(check, c.Requested):
        return check.negated or check.having.times > 0
    if isinstance(check, c.RunCheck) or any(map(_PASSING.search, _words(check))):
        return False
    if c.denies(check):
        return True
    if _UNDER_WAY.search(getattr(check, "value", "")):
        return False
    match check:
        case c.TextShown():
            return check.scope is not None and _among_entries(check.scope)
        case c.ElementIs(state="visible" | "exists"):
            return _among_entries(check.target)
        case c.ErrorShown() | c.MessageSays() | c.TitleIs() | c.AnyOf():
            return False
        case c.AddressIs() | c.OnlyShown():
            return True
        case _:
            return check.target.kind not in _MESSAGES


def watched(check: c.Check) -> Watched:
    """How it is watched: what is merely shown, by where it is seen, and what comes in its place."""
    if is_watched(check):
        return "always"
    return "by_place" if text_of(check) and not any(map(_PASSING.search, _words(check))) else "never"


def text_of(check: c.Check) -> str:
    """The text that is said to be shown, or the name of what is; "" of other checks, and of messages."""
    match check:
        case c.TextShown(negated=False):
            return check.text
        case c.ElementIs(state="visible" | "exists", negated=False) if check.target.kind not in _MESSAGES:
            return check.target.name
        case _:
            return ""


def _among_entries(target: Target) -> bool:
    """An entry, what holds entries, or what is said to stand in one."""
    return target.kind in _ENTRIES or any(relation.target.kind in _ENTRIES for relation in target.within)


def concerns(one: c.Check, other: c.Check) -> bool:
    """Whether both are about the same thing: then the later one says what is to be so now."""
    return bool(set(_subjects(one)) & set(_subjects(other))) or type(one) is type(other) is c.AddressIs


def _subjects(check: c.Check) -> list[str]:
    targets = [t for name in ("target", "scope") if isinstance(t := getattr(check, name, None), Target)]
    inner = check.checks if isinstance(check, c.AnyOf) else (check.says,) if isinstance(check, c.EachIs) else ()
    names = [t.name or t.words for t in targets] + [str(getattr(check, "text", ""))]
    return [word.casefold() for word in names if word] + [word for each in inner for word in _subjects(each)]


def _words(check: c.Check) -> list[str]:
    return [*_subjects(check), str(getattr(check, "value", ""))]
