"""What something can be said to be in, and what that holds: a link in the head of a page leads to the cart and holds
nothing; a heading holds what stands under it. Pure."""

from __future__ import annotations

from qa_appliance.browser.find.main_content import stands_around
from qa_appliance.browser.find.scope import distance_from, rows_around
from qa_appliance.browser.find.texts import called_so
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.core.target import Target

_NEVER = frozenset({"button", "menuitem"})


def may_lead_there(target: Target) -> bool:
    """Whether a link may be called so as well: "the cart", where no more is said of it."""
    return target.kind in ("any", "text") and bool(target.name) and not target.quoted


def holds_more(look: Look, node: Node, target: Target) -> bool:
    """A link stands for the row it names; any other, and a button ("Add to cart"), has nothing in it but its name."""
    if node.role != "link":
        return node.role not in _NEVER
    return not stands_around(look, node) and any(n.role for n in rows_around(look, node))


def held_by(look: Look, holder: Node) -> tuple[list[Node], str]:
    """The elements that are shown in it, itself included, and all they say."""
    heading = next((n for n in (holder, *look.ancestors(holder)) if n.role == "heading"), None)
    if heading is None:
        return [n for n in look.nodes if n.shown and look.inside(n, holder)], look.text[slice(*holder.text)]
    away = distance_from(look, "section", [heading])
    under = [n for n in look.nodes if n.shown and (n is heading or away(n) is not None)]
    return under, look.text[heading.text[0] : max(n.text[1] for n in under)]


def part_meant(look: Look, node: Node, target: Target) -> Node:
    """Of "the Security section" the heading, where what was found only has such a heading among others."""
    if target.kind != "section" or not target.name or called_so(target.name, node.name):
        return node
    headings = [n for n in look.all_inside(node) if n.role == "heading" and n.shown]
    named = [n for n in headings if called_so(target.name, look.text_of(n))]
    return named[0] if len(named) == 1 and len(headings) > 1 else node
