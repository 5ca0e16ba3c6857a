"""Lists, tables and boxes alike whose entries a page calls so: "transactions", "books". Pure."""

from __future__ import annotations

from qa_appliance.browser.find.kinds import Seat, tier
from qa_appliance.browser.find.main_content import main_first, outermost, rows_of, stands_around
from qa_appliance.browser.find.texts import bare, fold, spelled_out
from qa_appliance.browser.find.unnamed import items_of
from qa_appliance.browser.look.entries import is_entry
from qa_appliance.browser.look.grid import heads_another
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.order import on_screen
from qa_appliance.browser.look.roles import TABLES
from qa_appliance.core.target import Target
from qa_appliance.steps.base.states import is_control


def lists_of(look: Look, target: Target) -> list[list[Node]]:
    """The entries of each list or table called so, by its own name or by the heading over it."""
    noun, holders = target.name, _holders(look, target)
    named = [n for n in holders if any(bare(noun) == bare(spelled_out(word)) for word in _names(n))]
    if not named:
        headed = [(n, look.heading_of(n)) for n in holders]
        named = [n for n, head in headed if head is not None and _heads(noun, look.text_of(head))]
    return [_entries(look, holder) for holder in named]


def entries_of_the_only(look: Look, target: Target) -> list[Node] | None:
    """ "Tasks in the list": whatever its entries are; None where no list is spoken of, or the page has several."""
    spoken_of = len(target.within) == 1 and target.within[0].target.kind in ("list", "table")
    if not spoken_of or target.within[0].target.name:
        return None
    holders = _holders(look, target)
    return _entries(look, holders[0]) if len(holders) == 1 else None


def is_emptied(look: Look) -> bool:
    """Whether a list stands there without any entry, and beside it only titles, controls and what frames the page.

    Where anything else is said, entries may be what is in no list.
    """
    empty = (n for n in look.nodes if not n.shown and n.tag in _EMPTIED and not look.text_of(n))
    if not any(all(above.shown for above in look.ancestors(n)) for n in empty):
        return False
    beside = [n for n in look.nodes if n.shown and (is_control(n) or stands_around(look, n))]
    rest = list(look.text)
    for node in beside:
        start, end = node.text
        rest[start:end] = " " * (end - start)
    return not "".join(rest).strip()


_EMPTIED = frozenset({"ul", "ol", "tbody", "dl"})


def _heads(noun: str, title: str) -> bool:
    """ "Tasks", "My tasks", "Task list", "List of tasks"."""
    words = [word for word in fold(title).split() if word not in _BESIDE_A_NOUN]
    return bare(noun) in (bare(title), bare(" ".join(words)))


_BESIDE_A_NOUN = frozenset(
    {"my", "your", "our", "all", "the", "list", "of", "latest", "recent", "current", "overview", "catalog", "catalogue"}
)


def entries_called(look: Look, noun: str) -> list[Node]:
    """The entries of the one list, table or board whose entries are called so: "transactions"; none of several."""
    target = Target(words=noun, name=noun, kind="item")
    lists = lists_of(look, target)
    if lists:
        return lists[0] if len(lists) == 1 else []
    return marked_so(look, noun) or []


def _holders(look: Look, target: Target) -> list[Node]:
    """The page's own lists and tables, the outer ones; tables alone where it says so."""
    tables = [Seat(n, 0) for n in look.nodes if n.shown and n.role in TABLES]
    lists = (n for n in look.nodes if n.shown and n.tag != "select" and n.role not in ("combobox", *TABLES))
    in_a_table = any(relation.target.kind == "table" for relation in target.within)
    seats = tables if in_a_table else [*tables, *(Seat(n, 0) for n in lists if tier(n, "list", "text") in (0, 1))]
    seats = [s for s in seats if not heads_another(look, s.node)]
    return [s.node for s in outermost(look, main_first(look, sorted(seats, key=lambda seat: seat.node.index)))]


def _names(holder: Node) -> list[str]:
    return [name for name in (holder.name, holder.label, holder.id, holder.test_id, *holder.classes.split()) if name]


def _entries(look: Look, holder: Node) -> list[Node]:
    seats = [Seat(n, 0) for n in look.all_inside(holder) if n.shown]
    if holder.role in TABLES:
        return on_screen(look, (s.node for s in rows_of(look, [s for s in seats if s.node.role == "row"])))
    return on_screen(look, (s.node for s in items_of(look, [s for s in seats if s.node is not holder])))


def marked_so(look: Look, noun: str) -> list[Node] | None:
    """Boxes alike that the page's own class names or test ids call so: "book", "book-card"."""
    singular = bare(noun)
    endings = ("", " card", " item", " row", " tile", " entry")
    wanted = {f"{singular}{ending}" for ending in endings}
    marked = [
        Seat(n, 0)
        for n in look.nodes
        if n.shown and not n.click and any(spelled_out(w) in wanted for w in (*n.classes.split(), n.test_id) if w)
    ]
    found = outermost(look, main_first(look, [s for s in marked if is_entry(look, s.node)]))
    return on_screen(look, [s.node for s in found]) if len({(s.node.parent, s.node.tag) for s in found}) == 1 else None
