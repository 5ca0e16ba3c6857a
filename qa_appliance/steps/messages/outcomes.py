"""Messages: what on a page tells the answer to a deed, and of which sort it is. Pure.

What the page marks as one by its role, or as a toast by its class, is a message whatever it says; what has another
class of messages, if it says how something came out. A count, and what stands in a row, is a state.
"""

from __future__ import annotations

import re
from typing import Literal

from qa_appliance.browser.look.node import Look, Node
from qa_appliance.steps.messages.troubles import marked_as_error, tells_of_success, troubles

Sort = Literal["success", "warning"]

_ROLES = frozenset({"alert", "alertdialog", "status"})
_PASSING = re.compile(r"(?:^|[\s_-])(?:toast|snackbar|flash)(?:e?s|$|[\s_-])")
_MARKED = re.compile(
    r"(?:^|[\s_-])(?:message|msg|alert|notification|notice|notif|feedback|banner|callout|result|outcome)s?(?:$|[\s_-])"
    r"|(?<!text-)(?<!badge-)(?<!bg-)(?<!label-)(?<!btn-)(?<!border-)(?<![a-z])success(?:$|[\s_-])"
)
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_CONTROLS = frozenset({"button", "link", "menuitem", "tab", "option", "checkbox", "radio", "switch", "columnheader"})
_CONTENT = frozenset(
    {"textbox", "searchbox", "combobox", "spinbutton", "table", "grid", "treegrid", "main", "navigation"}
)
_RECORDS = frozenset({"row", "cell", "gridcell", "article", "log", "treeitem", "feed"})
_COUNTS = re.compile(r"\d")
_LONGEST = 400  # characters
_GOOD = re.compile(
    r"(?:^|[\s:_-])(?:success(?:ful)?|positive|(?:bg|text|border|alert|is|has)-(?:green|emerald)\S*|green|ok)"
    r"(?:$|[\s_-])"
)
_WARNS = re.compile(r"(?:^|[\s:_-])(?:warn(?:ing)?|caution)(?:$|[\s_-])")
_WARNING = re.compile(r"\b(?:warnings?|caution)\b", re.IGNORECASE)
_PLAINLY = re.compile(  # all of a text, however it is marked
    r"\W*(?:success(?:ful(?:ly)?)?|congratulations\b.*|thanks?(?: you)?\b.*|.*\bsuccessfully\b.*"
    r"|.*\b(?:has|have|was|were|is|are)(?: been)? (?:now )?[\w-]+(?:ed|ent|en|de|ld|ut)"
    r"|(?:[\w“”\"'’-]+ ){0,5}(?:saved|sent|created|updated|added|deleted|removed|copied|uploaded|placed|submitted"
    r"|imported|exported|changed|subscribed))\W*",
    re.IGNORECASE,
)


def message_around(look: Look, node: Node) -> Node | None:
    """The message that an element is, or stands in; None of a control in one, and of what stands in a record."""
    found: Node | None = None
    for each in (node, *look.ancestors(node)):
        if each.role in _CONTROLS or each.tag == "label":
            return None
        if found is None and _is_marked(each):
            if len(look.text_of(each)) > _LONGEST or _holds_content(look, each):
                return None
            found = each
        if found is not None and (each.role in _RECORDS or each.tag == "tr"):
            return None
    return found


def tells_the_answer(look: Look, node: Node) -> bool:
    """Whether it stands in a message that answers a deed, and is no mere state."""
    message = message_around(look, node)
    if message is None:
        return marked_as_error(look, node)
    if tells_an_outcome(look, message):
        return True
    return _is_read_out(message) and not _COUNTS.search(look.text_of(message))


def tells_an_outcome(look: Look, node: Node) -> bool:
    """Whether it says that something was done, or that it failed."""
    if tells_of_success(look.text_of(node)) or _GOOD.search(_words(node)):
        return True
    return any(t.sure and _meet(look, look.nodes[t.at], node) for t in troubles(look) if t.at >= 0)


def of_sort(look: Look, sort: Sort) -> tuple[list[Node], list[Node]]:
    """The messages of that sort, and those of which it cannot be told."""
    good = _of_no_trouble(look)
    sorts = [(n, _sort_of(look, n)) for n in good if _is_marked(n) and message_around(look, n) is n]
    plain = [n for n in good if _is_plain_success(look, n)] if sort == "success" else []
    return [n for n, its in sorts if its == sort] + plain, [n for n, its in sorts if its is None]


def _of_no_trouble(look: Look) -> list[Node]:
    """What has a text, and neither tells of something that went wrong nor holds what does."""
    wrong = [look.nodes[t.at] for t in troubles(look) if t.sure and t.at >= 0]
    shown = (n for n in look.nodes if n.shown and n.text[1])
    return [n for n in shown if not any(_meet(look, n, other) for other in wrong)]


def _sort_of(look: Look, message: Node) -> Sort | Literal["other"] | None:
    """None where it may be of any sort; "other" of what tells no answer."""
    text = look.text_of(message)
    words = " ".join(_words(n) for n in look.all_inside(message) if n.shown)
    if _WARNS.search(words) or _WARNING.search(text):
        return "warning"
    if _GOOD.search(words) or tells_of_success(text):
        return "success"
    return None if _is_read_out(message) and not _COUNTS.search(text) else "other"


def _is_plain_success(look: Look, node: Node) -> bool:
    """A text of its own that says so as a whole, in no message; no control, and nothing of a record."""
    text = look.text_of(node)
    if len(text) > _LONGEST or not tells_of_success(text) or not _PLAINLY.fullmatch(text):
        return False
    if any(n.text[1] for n in look.children.get(node.index, ())) or node.tag in ("th", "td", "dt", "dd", "label"):
        return False
    if any(n.role in _CONTROLS | _RECORDS | {"listitem"} for n in (node, *look.ancestors(node))):
        return False
    return (node.role != "heading" or len(text.split()) > 2) and message_around(look, node) is None


def _is_read_out(node: Node) -> bool:
    return node.role in _ROLES or node.live or node.polite or _PASSING.search(_words(node)) is not None


def _is_marked(node: Node) -> bool:
    if node.tag in ("body", "html") or node.role in _RECORDS:
        return False
    return _is_read_out(node) or _MARKED.search(_words(node)) is not None


def _holds_content(look: Look, node: Node) -> bool:
    return any(n.role in _CONTENT for n in look.all_inside(node) if n.shown)


def _meet(look: Look, one: Node, other: Node) -> bool:
    return one is other or look.inside(one, other) or look.inside(other, one)


def _words(node: Node) -> str:
    return _CAMEL.sub("-", f"{node.classes} {node.id} {node.test_id}").casefold()
