"""Which page this is, by its name: "the orders page", the page "Posts". Pure.

A page is called what its address says and what its uppermost heading says, or where it has none, what its title is or
begins with, each as a whole: “Posts could not be loaded” is not the page “Posts”. A title often names the site on all
its pages, and the sign-in page bears it too: there only the address counts, but for a page called so. What is denied
must be none of them. An address that changed while the page shows the very same as before the deed names no page yet.
"""

from __future__ import annotations

import re
from typing import Literal

from msgspec.structs import replace

from qa_appliance.browser.find.main_content import stands_around
from qa_appliance.browser.find.texts import called_so, squeeze
from qa_appliance.browser.look.node import Look
from qa_appliance.browser.look.roles import DIALOGS
from qa_appliance.core import checks as c
from qa_appliance.core.classify import is_sign_in
from qa_appliance.steps.base.answers import Answer

_PARTS = re.compile(r"\s+[-–—·•»/]\s+|\s*\|\s*|:\s+")  # of a title: "Orders - Shop"
_Name = Literal["heading", "title"]
_NOUN = re.compile(r"\s+(?:page|screen|view)$", re.IGNORECASE)


def also_by_name(check: c.AddressIs, look: Look, answer: Answer) -> Answer:
    """Where somebody is, after the `answer` by the address: a name ("shows") may be that of the page."""
    if check.comparison != "shows":
        return answer
    name = check.value.replace("-", " ")
    names = [] if is_sign_in(look.url) and not is_sign_in(f"//site/{check.value}") else _names(look)
    called = next((each for each in names if _same(name, each[1])), None)
    if check.negated:
        if not answer.holds or called is None:
            return answer
        return Answer(False, f"The {called[0]} of the page is “{called[1]}”.", answer.expected, called[1])
    if answer.holds:
        return answer
    if called is not None:
        note = f"by its {called[0]} “{called[1]}”"
        return Answer(True, expected=answer.expected, seen=called[1], note=note, called_by=called[0])
    others = " and ".join(f"its {what} “{text}”" for what, text in dict(names).items())
    return replace(answer, message=f"{answer.message} The page has {others}." if others else answer.message)


def named(check: c.ElementIs) -> c.AddressIs | None:
    """A page said to be there, as being on it; None where it is no page, or more is said of it than its name."""
    target = check.target
    more = target.within or target.ordinal or target.qualities or check.state not in ("visible", "exists")
    if target.kind != "page" or not target.name or more:
        return None
    return c.AddressIs(comparison="shows", value="-".join(target.name.lower().split()), negated=check.negated)


def same_view(answer: Answer, check: c.PageCheck, look: Look, before: Look | None) -> Answer | None:
    """That a page is there by its address alone, which has changed since `before` while nothing else has."""
    by_name = check.comparison == "shows" if isinstance(check, c.AddressIs) else _is_page(check)
    if not by_name or check.negated or not answer.holds or answer.called_by or before is None:
        return None
    if before.url == look.url or _seen(before) != _seen(look):
        return None
    message = f"The address is “{look.url}” by now, but the page shows what it showed before."
    return Answer(False, message, answer.expected, "the same as before")


def _seen(look: Look) -> tuple[str, str, int]:
    return look.title, look.text, len(look.nodes)


def _is_page(check: c.PageCheck) -> bool:
    return isinstance(check, c.ElementIs) and named(check) is not None


def _same(name: str, text: str) -> bool:
    return called_so(name, text) or called_so(name, _NOUN.sub("", text))


def _names(look: Look) -> list[tuple[_Name, str]]:
    """What the page is called besides its address, and by which of its parts."""
    headings = [
        n for n in look.nodes if n.shown and n.role == "heading" and n.frame == 0 and not stands_around(look, n)
    ]
    if headings:
        uppermost = min(n.level for n in headings)
        named = [n for n in headings if n.level == uppermost or any(a.role in DIALOGS for a in look.ancestors(n))]
        return [("heading", look.text_of(node)) for node in named]
    title = squeeze(look.title)
    return [("title", title), ("title", _PARTS.split(title)[0])] if title else []
