"""Where a check that held was read, for exports: a locator that others can write down.

An element whose text is compared is never named by that text: such a locator would find whatever says it.
"""

from __future__ import annotations

import re

from msgspec import Struct
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Locator, Page

from qa_appliance.browser.find.locate import durable_of, fingerprint_of
from qa_appliance.browser.find.texts import squeeze
from qa_appliance.browser.look.node import Box, Look, Node
from qa_appliance.browser.look.roles import CELLS
from qa_appliance.browser.look.take import locator_of, node_of
from qa_appliance.core import checks as c
from qa_appliance.core.target import Known, Target, Way
from qa_appliance.steps.base.answers import Answer

_MOST_TEXT = 500  # characters of what an element says that are kept
_LARGEST = 1 / 4  # of the view; more than that would mark nothing
_HIGHEST = 4  # elements around a label among which the one with its value is looked for


def box_read(check: c.Check, answer: Answer, look: Look | None) -> Box | None:
    """Where on the page the answer was read: a label together with its value."""
    node = answer.node
    if node is None or look is None or not (answer.seen and isinstance(check, c.TextIs | c.ValueIs)):
        return node.box if node is not None else None
    box = _with_its_value(look, node, answer.seen).box
    return box if box is not None and box[2] * box[3] <= _LARGEST * look.view[0] * look.view[1] else node.box


async def way_of_check(check: c.Check, answer: Answer, look: Look, page: Page) -> Way | None:
    """What a check that held was read from; None where it can be said without, or no locator is sure."""
    if answer.called_by:
        return Way(answer.called_by, text=answer.seen)
    if answer.node is None or check.negated:
        return None
    if not isinstance(check, c.TextIs | c.ValueIs):
        durable = await durable_of(page, locator_of(look, answer.node))
        return _read(durable, look, answer.node)
    node = _with_its_value(look, answer.node, answer.seen)
    text = look.text_of(node) or node.value
    durable = await durable_of(page, locator_of(look, node))
    if durable is not None and not _says(durable[1], (answer.seen, check.value, text)):
        return _read(durable, look, node)
    for place in _places(check.target, look, node, page):
        if await _is_at(place.locator, look, node):
            return _read((str(place.locator._impl_obj._selector), place.spelled), look, node)
    return None


class _Place(Struct, frozen=True):
    """A locator, and how people write it."""

    locator: Locator
    spelled: str


def _places(target: Target, look: Look, node: Node, page: Page) -> list[_Place]:
    """Where the node is, without a word of what it says: its place in the row that was named, else in the document."""
    if node.frame:
        return []
    places: list[_Place] = []
    row = next((n for n in (node, *look.ancestors(node)) if n.role == "row"), None)
    name = next((each.name for each in (*(r.target for r in target.within), target) if each.name), "")
    if row is not None and row is not node and name and node.role in CELLS:
        at = [n.index for n in look.children[row.index] if n.role == node.role].index(node.index)
        cells = page.get_by_role("row").filter(has_text=name).locator(f"internal:role={node.role}")
        spelled = f'get_by_role("row").filter(has_text={name!r}).get_by_role("{node.role}").nth({at})'
        places.append(_Place(cells.nth(at), spelled))
    css = _path(look, node)
    return [*places, _Place(page.locator(css), f"locator({css!r})")]


def _path(look: Look, node: Node) -> str:
    """From the nearest element with an id of its own, down: `#cart > dd:nth-of-type(3)`."""
    parts: list[str] = []
    for each in (node, *look.ancestors(node)):
        if re.fullmatch(r"[A-Za-z][\w-]*", each.id) and sum(n.id == each.id for n in look.nodes) == 1:
            return " > ".join((f"#{each.id}", *parts))
        if each.tag in ("body", "html") or each.parent < 0:
            break
        alike = [n.index for n in look.children[each.parent] if n.tag == each.tag]
        nth = f":nth-of-type({alike.index(each.index) + 1})" if len(alike) > 1 else ""
        parts.insert(0, f"{each.tag}{nth}")
    return " > ".join(("body", *parts))


def _with_its_value(look: Look, node: Node, seen: str) -> Node:
    """The node itself where it says what was seen; of a mere label the nearest element around that says both."""
    around = [n for n in look.ancestors(node)[:_HIGHEST] if n.tag not in ("body", "html")]
    says = (n for n in (node, *around) if squeeze(seen) in squeeze(look.text_of(n) or n.value))
    return next(says, node)


def _says(spelled: str, texts: tuple[str, ...]) -> bool:
    folded = squeeze(spelled).casefold()
    return any(squeeze(text).casefold() in folded for text in texts if text)


async def _is_at(locator: Locator, look: Look, node: Node) -> bool:
    try:
        at = await node_of(look, locator)
    except PlaywrightError:  # several fit, or the page has gone on
        return False
    return at is not None and at.index == node.index


def _read(durable: tuple[str, str] | None, look: Look, node: Node) -> Way | None:
    text = (look.text_of(node) or node.value)[:_MOST_TEXT]
    return Way("read", Known(*durable, fingerprint=fingerprint_of(look, node)), text) if durable else None
