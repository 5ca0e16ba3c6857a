"""What a deed came to on the page, for exports: the elements it used, by locators that others can write down."""

from __future__ import annotations

from msgspec.structs import replace
from playwright.async_api import Page

from qa_appliance.browser.find.locate import Located, durable_of, fingerprint_of
from qa_appliance.core.target import Known, Way

_VERBS: dict[str, Way] = {
    "click": Way("click"),
    "open": Way("click"),
    "close": Way("click"),
    "choose": Way("tick"),
    "choose in": Way("select"),
    "type into": Way("type"),
    "press Enter in": Way("press", text="Enter"),
}
"""By the verb of a deed (`Stage.act_on`)."""


async def way_of_deed(deed: str, located: Located, page: Page) -> Way | None:
    """None for a deed that the step says all of by itself, and for an element that has no name of its own."""
    way = _VERBS.get(deed)
    if way is None:
        return None
    known = located.found.known
    if known is None and (durable := await durable_of(page, located.locator)) is not None:
        known = Known(*durable, fingerprint=fingerprint_of(located.look, located.node))
    return replace(way, known=known) if known is not None else None
