"""Texts that are told by their sort alone: "a message is displayed", "the hint is shown". Not any text is one. Pure."""

from __future__ import annotations

import re
from typing import NamedTuple

from qa_appliance.browser.find.literal import in_message
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.core.target import Target

MESSAGE_ROLES = frozenset({"alert", "alertdialog", "status", "log"})


class _Marks(NamedTuple):
    """By which tags, or which words in its class names, a page marks what is of that sort."""

    tags: frozenset[str]
    classes: re.Pattern[str]


_MARKS = {
    "hint": _Marks(frozenset({"small"}), re.compile(r"hint|help|tip|note|info|desc")),
    "caption": _Marks(frozenset({"caption", "figcaption", "legend"}), re.compile(r"caption")),
}
_OF_MESSAGES = frozenset({"message", "notice"})
_AROUND = 2  # elements in which a text may stand that is marked


def is_marked_so(target: Target, look: Look, node: Node) -> bool:
    """Whether it may be what is meant: always, unless only its sort is told and nothing marks it so."""
    if target.kind != "text" or target.name or target.quoted or target.ordinal:
        return True
    sort = target.words.casefold().split()[-1]
    if sort in _OF_MESSAGES:
        return node.role in MESSAGE_ROLES or bool(node.live) or in_message(look, node)
    marks = _MARKS.get(sort)
    around = (node, *look.ancestors(node)[:_AROUND])
    return marks is None or any(n.tag in marks.tags or marks.classes.search(n.classes.casefold()) for n in around)
