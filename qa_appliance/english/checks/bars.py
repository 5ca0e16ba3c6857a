"""What stands in the browser's bars around a page: its address, its title. Reads no sentence."""

from __future__ import annotations

from qa_appliance.core.checks import AddressIs, Check, TitleIs
from qa_appliance.core.target import Target


def of_the_bar(target: Target, negated: bool) -> Check | None:
    """ "“shoes” is shown in the URL", "in the page title": no text of the page."""
    where = target.within[0].target.words.lower().removeprefix("the ") if len(target.within) == 1 else ""
    if where in _BAR:
        return AddressIs(comparison="contains", value=target.name, negated=negated)
    return TitleIs(comparison="contains", value=target.name, negated=negated) if where in _TITLE else None


_BAR = frozenset({"url", "page url", "current url", "browser url", "address bar", "url bar"})
_TITLE = frozenset({"page title", "browser title", "tab title", "window title", "title bar"})
