"""What is an entry of a list or a table: something of its kind. Pure.

None is a row that names the columns, sums them up, parts groups or says that there are none; nor what stands in for
what comes, says that it loads, or loads more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

from qa_appliance.browser.look.grid import grid_of, is_foot, is_head
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.under_way import is_bare, says_loading, stands_in

NotOne = Literal["", "head", "foot", "apart", "none", "loading", "more"]
_ENDS = (
    r"(?: (?:yet|found|available|here|so far|to (?:show|display|see)|at the moment|were found|left|remaining"
    r"|match\w*\b.*))"
)
SAYS_NONE = re.compile(
    rf"(?:(?:sorry|oops)[,.!]? )?(?:there (?:are|is)(?: currently)? |you (?:have|don['’]t have any|currently have) )?"
    rf"(?:(?:no|0|zero) (?:[\w-]+ ){{0,4}}?[\w-]+{_ENDS}+(?: for .*)?[.!]?"
    rf"|(?:no|0|zero) (?:(?-i:[a-z][\w-]*) ){{0,3}}(?-i:[a-z][\w-]*)[.!]?"
    rf"|(?:no|0|zero) (?:\w+ )?(?:results?|items?|entries|records?|rows?|data|matches|hits)[.!]?"
    rf"|nothing(?: \w+)?{_ENDS}?[.!]?"
    rf"|(?:the |this |your )?(?:[\w-]+ ){{1,3}}(?:is|are) (?:currently )?empty[.!]?"
    rf"|\(?(?:empty|none)\)?[.!]?)(?:[.!] .*)?",
    re.IGNORECASE,
)
_LOADS_MORE = re.compile(
    r"(?:load|show|see|view|display)(?: \d+)? (?:more|all|older|newer|previous)\b.{0,30}", re.IGNORECASE
)
_EMPTY_NAMES = re.compile(
    r"(?:^|[\s_-])(?:empty|no[-_]?(?:data|results?|records?|items?|entries|matches|rows?))(?:$|[\s_-])|dataTables_empty"
)
_APART = re.compile(r"(?:^|[\s_-])(?:divider|separator|spacer|subheader|header|heading)(?:$|[\s_-])")
_SUMS = re.compile(r"(?:grand |sub-?)?totals?|sum|average", re.IGNORECASE)
_PLAIN = frozenset({"button", "link"})


def is_entry(look: Look, node: Node) -> bool:
    return not not_one(look, node)


def entries_among(look: Look, nodes: Iterable[Node]) -> list[Node]:
    return [node for node in nodes if is_entry(look, node)]


def in_no_entry(look: Look, node: Node) -> bool:
    """Whether it stands in something that has the form of an entry and is none: the button of "No orders"."""
    around = next(
        (n for n in (node, *look.ancestors(node)) if n.role in ("row", "listitem", "option", "article")), None
    )
    return around is not None and not is_entry(look, around)


def not_one(look: Look, node: Node) -> NotOne:
    """Why something that has the form of an entry is none; "" where it is one. Asked once of each in a look."""
    known = look.known(_known)
    if node.index not in known:
        known[node.index] = _not_one(look, node)
    return known[node.index]


def _known(look: Look) -> dict[int, NotOne]:
    return {}


def _not_one(look: Look, node: Node) -> NotOne:
    if node.role == "row" and (of_table := _of_a_table(look, node)):
        return of_table
    text = look.text_of(node)
    if says_loading(text) or stands_in(look, node):
        return "loading"
    if _LOADS_MORE.fullmatch(text) and _is_one_control(look, node, text):
        return "more"
    if says_none(look, node, text):
        return "none"
    if is_bare(look, node) and not all(is_bare(look, n) for n in _beside(look, node)):
        return "apart"
    return "apart" if node.role == "listitem" and _APART.search(node.classes) else ""


def _of_a_table(look: Look, row: Node) -> NotOne:
    if is_head(look, row):
        return "head"
    grid = grid_of(look, row)
    cells = grid.cells(row) if grid is not None else []
    if is_foot(look, row) or _sums_up(look, row, cells):
        return "foot"
    if grid is not None and len(cells) == 1 and len(grid.columns(cells[0])) == grid.width > 1:
        text = look.text_of(row)
        return "loading" if says_loading(text) else "more" if _LOADS_MORE.fullmatch(text) else "apart"
    return ""


def _sums_up(look: Look, row: Node, cells: list[Node]) -> bool:
    """The last row of its table, where it is called so."""
    if len(cells) <= 1 or not _SUMS.fullmatch(look.text_of(cells[0]).rstrip(":")):
        return False
    beside = _beside(look, row)
    return bool(beside) and max(n.index for n in beside) < row.index


def says_none(look: Look, node: Node, text: str) -> bool:
    """The only one of its list, and what it says or is called is that there is none."""
    if _beside(look, node) or not text:
        return False
    called = any(_EMPTY_NAMES.search(n.classes) for n in look.all_inside(node))
    return called or SAYS_NONE.fullmatch(text) is not None


def _is_one_control(look: Look, node: Node, text: str) -> bool:
    return any(n.role in _PLAIN and look.text_of(n) == text for n in look.all_inside(node)) or node.click


def _beside(look: Look, node: Node) -> list[Node]:
    """The others of its form in the same box that are shown."""
    return [n for n in look.children.get(node.parent, ()) if n is not node and n.shown and n.role == node.role]
