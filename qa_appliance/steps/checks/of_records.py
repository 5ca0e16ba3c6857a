"""What is said of a record or a number, where no element is called as the sentence has it: "the price of Rose", "the
first transaction", "the wishlist count". Pure.
"""

from __future__ import annotations

import re

from msgspec.structs import replace

from qa_appliance.browser.find.holding import held_by
from qa_appliance.browser.find.ladder import EQUAL
from qa_appliance.browser.find.main_content import stands_around
from qa_appliance.browser.find.search import Match, find, gather
from qa_appliance.browser.find.texts import bare
from qa_appliance.browser.look.entries import entries_among
from qa_appliance.browser.look.grid import cells_of
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.roles import ITEMS
from qa_appliance.core import checks as c
from qa_appliance.core.numbers import is_number
from qa_appliance.core.target import RECORDS, Target
from qa_appliance.steps.base.answers import Answer, compared
from qa_appliance.steps.base.compare import compare
from qa_appliance.steps.base.comparisons import Compared, likeliest
from qa_appliance.steps.base.labelled import names_of
from qa_appliance.steps.base.states import struck_only
from qa_appliance.steps.checks.other_names import bar_meant, counter_meant, counts_something
from qa_appliance.steps.records.lists import entries_called
from qa_appliance.steps.records.parts import part_meant, part_of, records_called


def of_a_record(check: c.TextIs, look: Look) -> Answer | None:
    """None where it is told by an element, or not at all."""
    return (
        _in_its_record(check, look)
        or _record_shows(check, look)
        or _by_its_number(check, look)
        or _entry_says(check, look)
        or _page_says(check, look)
    )


def _compared(seen: str, check: c.TextIs) -> Compared:
    return compare(seen, check.comparison, check.value, any_case=check.any_case)


def _in_its_record(check: c.TextIs, look: Look) -> Answer | None:
    """ "The price of Rose is $4.50": as Rose's own record has it, where no element is called so as a whole."""
    target = check.target
    if not target.within and isinstance(one := find(look, target, "text"), Match) and one.rung in EQUAL:
        return None
    parts = part_meant(look, target)
    if parts is None:
        return None
    label = f"“{target.name or target.words}”"
    if not parts:
        return Answer(False, f"{label} is said nowhere in its own row, entry or card.", check.value, kind="not_found")
    results = [(part, _compared(part.text, check)) for part in parts]
    if len({result.holds for _, result in results}) > 1:
        listed = ", ".join(f"“{part.text}”" for part, _ in results)
        return Answer(False, f"{label} is said several times: {listed}.", check.value, kind="ambiguous")
    part, result = results[0]
    return compared(label, part.text, check, result, None, part.node)


def _record_shows(check: c.TextIs, look: Look) -> Answer | None:
    """ "“Tulip” shows "Out of stock"": its row, entry or card does. None where it has none; or does not, which another
    element may. Denied, all of it is looked at: what stands beside its name may be anything.
    """
    target = check.target
    plain = target.kind in ("any", "item", "row") and bool(target.name) and not (target.within or target.ordinal)
    if check.comparison != "shows" or not plain:
        return None
    for record in _records(look, target.name):
        if check.status and (part := part_of(look, record, "status")) is not None:
            return compared(
                f"The status of “{target.name}”", part.text, check, _compared(part.text, check), None, part.node
            )
        text = look.text_of(record)
        says = _compared(text, check).holds
        if says and not struck_only(look, record, *held_by(look, record), check.value):
            return compared(f"“{target.name}”", text, check, Compared(True), None, record)
    return None


def _records(look: Look, name: str) -> list[Node]:
    """Those of what is called so, beside the noun for its sort: "Savings account", "invoice INV-101"."""
    words = name.split()
    others = [" ".join(kept) for noun, kept in ((words[-1], words[:-1]), (words[0], words[1:])) if noun in RECORDS]
    found = (records_called(look, each)[0] for each in (name, *filter(None, others)))
    return next(filter(None, found), [])


def _by_its_number(check: c.TextIs, look: Look) -> Answer | None:
    """What counts something, or tells how far it is."""
    counter = counter_meant(look, check.target) or bar_meant(look, check.target)
    if counter is None:
        if not (is_number(check.value) and counts_something(check.target)) or _is_labelled_so(look, check.target):
            return None
        return Answer(False, _NO_NUMBER.format(words=check.target.words), check.value, kind="not_found")
    node, text = counter
    return compared(f"“{check.target.name}”", text, check, _compared(text, check), None, node)


def _is_labelled_so(look: Look, target: Target) -> bool:
    """Whether the page itself says "Record count:", beside which the number then stands."""
    name = bare(target.words).removeprefix("the ")
    labels = (label for n in look.nodes if n.shown for label in (n.name, _FIGURE.sub("", look.text_of(n))))
    return any(bare(label) == name for label in labels)


_FIGURE = re.compile(r"\s*[:=]\s*\d[\d.,]*$")
_NO_NUMBER = "No number that stands alone was found as “{words}”. Say in quotes what it stands beside."


def _entry_says(check: c.TextIs, look: Look) -> Answer | None:
    """ "The first transaction is Rent": of the list or table of them; what stands in a cell of its own is its name."""
    target = check.target
    noun = target.words.split()[-1] if target.kind == "alert" and not target.name else target.name
    if not target.ordinal or target.within or target.quoted or not (target.kind == "alert" or bare(noun) in RECORDS):
        return None
    entries = entries_called(look, noun)
    if len(entries) < abs(target.ordinal):
        return None
    entry = entries[target.ordinal - 1 if target.ordinal > 0 else target.ordinal]
    texts = [*names_of(look, entry), look.text_of(entry), *(look.text_of(n) for n in cells_of(look, entry))]
    results = [(text, _compared(text, check)) for text in texts]
    seen, result = likeliest(results)
    seen = seen if result.holds else look.text_of(entry)
    return compared(f"“{target.words}”", seen, check, result, None, entry)


def _page_says(check: c.TextIs, look: Look) -> Answer | None:
    """ "The product is out of stock" on the page of one product, which is called by its heading: a line says just that.

    A page that does not say it may say it in other words: then nothing is told.
    """
    target = check.target
    unnamed = replace(target, words="") == Target(words="", kind="item") or bare(target.name) in RECORDS
    if not (check.status and unnamed) or check.comparison != "shows":
        return None
    inner = [n for n in look.nodes if n.shown and not stands_around(look, n)]
    found = gather(look, target, "text").nodes
    head = _head_of_one(look, inner) if all(stands_around(look, n) for n in found) else None
    line = _line_saying(look, inner[inner.index(head) :], bare(check.value)) if head is not None else None
    if head is None or line is None:
        return None
    label = f"“{target.words}” on the page of “{look.text_of(head)}”"
    return compared(label, look.text_of(line), check, Compared(True), None, line)


def _head_of_one(look: Look, inner: list[Node]) -> Node | None:
    """The heading of a page that is about one thing: there is no other, and no entry."""
    heads = [n for n in inner if n.role == "heading" and n.level == 1]
    entries = entries_among(look, (n for n in inner if n.role in ITEMS))
    return heads[0] if len(heads) == 1 and not entries else None


def _line_saying(look: Look, nodes: list[Node], wanted: str) -> Node | None:
    """What says just that, where nothing is offered under those words, as a filter is."""
    lines = [n for n in nodes if bare(look.text_of(n)) == wanted]
    offered = any(n.click and "disabled" not in n.states for n in lines)
    return None if offered else next(iter(lines), None)
