"""Which checks are watched on after they held (steps/lasting.py): those about what has to last. Pure.

A positive message that was seen has been seen: messages vanish by themselves. What is watched is a denial, a value, a
state, a count, an order, an entry of a list, an address; not what tells by its words that it passes ("Saving…").
"""

from __future__ import annotations

import re

from qa_appliance.core import checks as c
from qa_appliance.core.target import Target

_OF_THE_RUN = (c.NoEvents, c.LoadsWithin, c.LooksLikeBaseline, c.Downloaded)
_PASSING = re.compile(r"(?:ing|…|\.\.\.|queued|spinner|loader|progress)\W*$", re.IGNORECASE)  # "Saving…", "Running"
_MESSAGES = frozenset({"alert", "dialog", "icon"})
_ENTRIES = frozenset({"row", "item", "cell", "treeitem", "table", "list", "column"})


def is_watched(check: c.Check) -> bool:
    """Whether it is about something that has to last."""
    words = " ".join(_words(check))
    if isinstance(check, _OF_THE_RUN) or _PASSING.search(words):
        return False
    if c.denies(check):
        return True
    match check:
        case c.TextShown():
            return check.scope is not None and check.scope.kind in _ENTRIES
        case c.ElementIs(state="visible" | "exists"):
            return check.target.kind in _ENTRIES
        case c.ErrorShown() | c.TitleIs() | c.AnyOf():
            return False
        case c.AddressIs():
            return True
        case _:
            return check.target.kind not in _MESSAGES


def concerns(one: c.Check, other: c.Check) -> bool:
    """Whether both are about the same thing: then the later one says what is to be so now."""
    return bool(set(_words(one)) & set(_words(other))) or type(one) is type(other) is c.AddressIs


def _words(check: c.Check) -> list[str]:
    targets = [t for name in ("target", "scope") if isinstance(t := getattr(check, name, None), Target)]
    inner = check.checks if isinstance(check, c.AnyOf) else (check.says,) if isinstance(check, c.EachIs) else ()
    said = [t.name or t.words for t in targets] + [str(getattr(check, name, "")) for name in ("text", "value")]
    return [word.casefold() for word in said if word] + [word for each in inner for word in _words(each)]
