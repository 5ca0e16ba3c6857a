"""Sorting what a page lists: by an order it offers, else by the header of a column."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace
from playwright.async_api import Locator

from qa_appliance.browser.failure import Failed, fail
from qa_appliance.browser.find.columns import column_called
from qa_appliance.browser.find.locate import Located, as_located
from qa_appliance.browser.find.search import Match, find
from qa_appliance.browser.find.texts import fold
from qa_appliance.browser.look.grid import grid_of
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.roles import OFFERS, TABLES
from qa_appliance.browser.look.take import options_of
from qa_appliance.core.evidence.failure import Failure
from qa_appliance.core.steps import Sort
from qa_appliance.core.target import Target
from qa_appliance.steps.base.kind import Kind
from qa_appliance.steps.base.stage import Doing, Stage
from qa_appliance.steps.checks.sorting import stands_sorted
from qa_appliance.steps.deeds.orders import meant, order_of

_OPENS = 2.0  # seconds an opened list is given to show its orders
_SORTS = 2.0  # seconds a table is given to stand in its new order
_HEADERS_CLICKS = 2  # one sorts one way, the other turns it round
_CHOSEN_IN = frozenset({"combobox", "listbox", "button"})


class _Way(Struct, frozen=True):
    """What the page sorts by: a list of orders, or a header."""

    located: Located
    orders: bool


async def sort(step: Sort, stage: Stage, doing: Doing) -> None:
    """Raises Failed: not_found where nothing sorts by that; no_option, ambiguous with the orders that are offered."""
    way = await stage.until(lambda look: _way(look, step), stage.patience)
    if way is None:
        by = f" by “{step.by}”" if step.by else ""
        message = f"Nothing on the page sorts{by}: there is no list of orders, and no column of that name."
        raise fail("not_found", message, expected=_in_words(step))
    doing.found, doing.role = way.located.found, way.located.node.role
    if not way.orders:
        await _by_header(step, way.located, stage, doing)
    elif way.located.node.tag == "select":
        await _by_select(step, way.located, stage, doing)
    else:
        await _by_list(step, way.located, stage, doing)


def _in_words(step: Sort) -> str:
    return " ".join(part for part in ("sorted", step.by and f"by {step.by}", step.order and f"({step.order})") if part)


def _way(look: Look, step: Sort) -> _Way | None:
    """A list of orders before a header; of several such lists the one whose orders are known to have it."""
    lists = [node for node in look.nodes if _offers_orders(look, node)] if step.target is None else []
    fitting = [node for node in lists if meant(step.by, step.order, _labels(look, node))]
    header = _header(look, step)
    if len(fitting) == 1:
        return _Way(as_located(look, fitting[0]), orders=True)
    if header is not None:
        return _Way(as_located(look, header), orders=False)
    return _Way(as_located(look, lists[0]), orders=True) if len(lists) == 1 else None


def _offers_orders(look: Look, node: Node) -> bool:
    """A list called so, a button that opens one; and a `<select>` most of whose options say which way they go."""
    if not node.shown or node.disabled or (node.role not in _CHOSEN_IN and node.tag != "select"):
        return False
    called = fold(" ".join((node.name, node.label, node.id, node.field, node.classes, node.test_id)).replace("_", " "))
    words = called.split()
    if any(word.startswith("sort") for word in words) or "order by" in called or "orderby" in words:
        return node.role != "button" or "popup" in node.states or "sort" in fold(node.name).split()
    labels = _labels(look, node) if node.tag == "select" else []
    return len(labels) > 1 and 2 * sum(bool(order_of(label)) for label in labels) > len(labels)


def _labels(look: Look, holder: Node) -> list[str]:
    return [n.name or look.text_of(n) for n in look.nodes if n.role == "option" and look.inside(n, holder)]


def _header(look: Look, step: Sort) -> Node | None:
    """The header of the one column called so, or what in it is clicked."""
    if not step.by:
        return None
    tables = [node for node in look.nodes if node.role in TABLES and node.shown]
    if step.target is not None:
        answer = find(look, step.target, "text")
        tables = [node for node in tables if isinstance(answer, Match) and node is answer.node]
    found = [head for table in tables if (head := _head_in(look, table, step.by)) is not None]
    return found[0] if len(found) == 1 else None


def _head_in(look: Look, table: Node, by: str) -> Node | None:
    grid = grid_of(look, table)
    place = column_called(grid.words(look), by) if grid is not None else None
    return grid.headings[place][-1] if grid is not None and place is not None else None


async def _by_select(step: Sort, located: Located, stage: Stage, doing: Doing) -> None:
    chosen = ""

    async def choose(_: Located, locator: Locator, ms: float) -> None:
        nonlocal chosen
        labels = [option.label for option in await options_of(locator, ms)]
        place = _one(step, labels, located.called)
        chosen = labels[place]
        await locator.select_option(index=place, timeout=ms)

    await stage.act_on(located, "choose in", choose)
    doing.note(f"chose “{chosen}”")
    if stage.ways and stage.ways[-1].deed == "select":
        stage.ways[-1] = replace(stage.ways[-1], text=chosen)


async def _by_list(step: Sort, located: Located, stage: Stage, doing: Doing) -> None:
    before = {node.index for node in located.look.nodes if node.shown and node.role in OFFERS}
    await stage.act_on(located, "open", lambda _, locator, ms: locator.click(timeout=ms))
    labels: list[str] = []

    def offered(look: Look) -> Located | None:
        nodes = [n for n in look.nodes if n.shown and not n.disabled and n.role in OFFERS]
        entries = nodes if not before else [n for n in nodes if n.index not in before] or nodes
        labels[:] = [n.name or look.text_of(n) for n in entries]
        places = meant(step.by, step.order, labels)
        return as_located(look, entries[places[0]]) if len(places) == 1 else None

    entry = await stage.until(offered, _OPENS)
    if entry is None:
        _one(step, labels, located.called)
        raise fail("timeout", "The page was too busy to be looked at.")
    await stage.act_on(entry, "click", lambda _, locator, ms: locator.click(timeout=ms))
    doing.note(f"chose “{entry.node.name or entry.look.text_of(entry.node)}”")


def _one(step: Sort, labels: list[str], where: str) -> int:
    places = meant(step.by, step.order, labels)
    if len(places) == 1:
        return places[0]
    names = tuple(f"sort by “{labels[at]}”" for at in places)
    if places:
        message = f"Several orders are like that: {', '.join(f'“{labels[at]}”' for at in places)}. Say which."
        raise Failed(Failure(kind="ambiguous", message=message, expected=_in_words(step), candidates=names))
    listed = [label for label in labels if label.strip()]
    offered = f"; it offers {', '.join(f'“{label}”' for label in listed)}" if listed else ""
    message = f"The {where} does not offer what is {_in_words(step)}{offered}."
    raise Failed(Failure(kind="no_option", message=message, expected=_in_words(step), instead=tuple(listed)))


async def _by_header(step: Sort, located: Located, stage: Stage, doing: Doing) -> None:
    """Clicked until the column stands the way that was said; without one, once."""
    for _ in range(_HEADERS_CLICKS):
        await stage.act_on(located, "click", lambda _, locator, ms: locator.click(timeout=ms))
        if not step.order or await stage.until(lambda look: _stands(look, step) or None, _SORTS):
            return
        again = await stage.until(lambda look: _header_again(look, step), stage.patience)
        if again is None:
            break
        located = again
    message = f"Its header was clicked, but the column “{step.by}” does not stand {step.order}."
    raise fail("assertion", message, expected=_in_words(step))


def _header_again(look: Look, step: Sort) -> Located | None:
    node = _header(look, step)
    return as_located(look, node) if node is not None else None


def _stands(look: Look, step: Sort) -> bool:
    """By what the header tells of itself, else by the column's values."""
    head = _header(look, step)
    if head is None:
        return False
    shown = {"ascending", "descending"} & set(head.states)
    column = Target(words=step.by, name=step.by, kind="column")
    return step.order in shown if shown else stands_sorted(look, column, descending=step.order == "descending")


KINDS = (Kind(Sort, perform=sort, target=lambda step: step.by or None, value=lambda step: step.order or None),)
