"""Deeds common to many sites: agreeing to the cookie banner, putting an item into the cart."""

from __future__ import annotations

from msgspec.structs import replace

from qa_appliance.browser.failure import Failed
from qa_appliance.browser.find.locate import Located, as_located
from qa_appliance.browser.find.texts import whole_words
from qa_appliance.browser.look.node import Look
from qa_appliance.core.steps import AcceptCookies, AddToCart
from qa_appliance.core.target import Relation, Target
from qa_appliance.steps.base.consent import consent_button
from qa_appliance.steps.base.kind import Kind
from qa_appliance.steps.base.looking import looked
from qa_appliance.steps.base.stage import Doing, Stage

_BANNER_WAIT = 2.0  # seconds: consent banners come late, or not at all
_CART = Target(words="Add to cart", name="Add to cart", kind="button", meant=True)


async def accept_cookies(step: AcceptCookies, stage: Stage, doing: Doing) -> None:
    """A banner that does not come is no failure: there is nothing to agree to; the record says so."""

    def banner(look: Look) -> Located | None:
        button = consent_button(look)
        return as_located(look, button) if button is not None else None

    located = await stage.until(banner, _BANNER_WAIT)
    if located is None:
        doing.note("the consent banner was not there")
        return
    doing.found = located.found
    await stage.act_on(located, "click", lambda _, locator, ms: locator.click(timeout=ms))
    doing.note(f"clicked the {located.called}")


async def add_to_cart(step: AddToCart, stage: Stage, doing: Doing) -> None:
    """By the button in the item's card or row; else the item's own page is opened and its button clicked."""
    item = Target(words=f"“{step.item}”", name=step.item)
    within = replace(_CART, within=(Relation("row", item),))
    try:
        located = await stage.find(within, "click", doing, min(stage.patience, 2.0))
    except Failed as failed:
        if failed.failure.kind not in ("not_found", "ambiguous"):
            raise
    else:
        await stage.act_on(located, "click", lambda _, locator, ms: locator.click(timeout=ms))
        return
    doing.found = None
    look = await looked(stage)
    if not _is_page_of(look, step.item):
        located = await stage.find(item, "click", doing)
        await stage.act_on(located, "click", lambda _, locator, ms: locator.click(timeout=ms))
        doing.note(f"opened the {located.called} first")
        doing.found = None
    try:
        located = await stage.find(_CART, "click", doing)
    except Failed as failed:
        if failed.failure.kind == "ambiguous":
            message = f"Which of the buttons puts “{step.item}” into the cart cannot be told."
            raise Failed(replace(failed.failure, message=message)) from failed
        raise
    await stage.act_on(located, "click", lambda _, locator, ms: locator.click(timeout=ms))


def _is_page_of(look: Look, item: str) -> bool:
    """The item's own page: its main heading says so."""
    heads = [n for n in look.nodes if n.shown and n.role == "heading" and n.level == 1]
    return any(whole_words(item, n.name or look.text_of(n)) for n in heads)


KINDS = (
    Kind(AcceptCookies, perform=accept_cookies),
    Kind(AddToCart, perform=add_to_cart, target=lambda step: step.item),
)
