"""How many there are: of elements, of what the page states a number of, of "books" in the list headed so. Pure."""

from __future__ import annotations

import re

from msgspec.structs import replace

from qa_appliance.browser.find.kinds import Seat, tier
from qa_appliance.browser.find.main_content import main_first, outermost, rows_of, stands_around
from qa_appliance.browser.find.search import Miss, gather
from qa_appliance.browser.find.texts import bare, fold, same_dressed_down, spelled_out
from qa_appliance.browser.find.unnamed import items_of
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.roles import TABLES, heading_of, is_head
from qa_appliance.core import checks as c
from qa_appliance.core.target import Target
from qa_appliance.steps.base.answers import Answer, may_be_gone, not_one
from qa_appliance.steps.base.compare import compare_count
from qa_appliance.steps.base.comparisons import verb_of
from qa_appliance.steps.base.labelled import holders_of, stated_count

_TITLES = frozenset({"heading", "columnheader", "tab"})


def count_is(check: c.CountIs, look: Look) -> Answer:
    target = check.target
    got = gather(look, target, "text", whole=True)
    if got.lost:
        return _without_place(check, got.lost)
    nodes = list(got.nodes)
    if target.kind in ("row", "item"):
        nodes = [n for n in nodes if not is_head(look, n)]
    expected = _expected(check)
    if (stated := stated_count(look, nodes, target)) is not None:
        count, text = stated
        message, note = f"The page says “{text}”, expected {expected}.", "the number is the one the page states"
        return Answer(_fits(check, count), message, expected, text, note=note, nodes=tuple(nodes))
    counted = _of_noun(check, look, nodes) if _is_noun(target) else _in_one_place(check, look, nodes)
    if isinstance(counted, Answer):
        return counted
    if (doubtful := _doubtful(check, look, counted)) is not None:
        return doubtful
    message = f"There are {len(counted)} {target.words}, expected {expected}."
    note = "" if counted or not _is_noun(target) or _spoken_of(look, target.name) else _NEVER_NAMED
    return Answer(_fits(check, len(counted)), message, expected, str(len(counted)), note=note, nodes=tuple(counted))


def _doubtful(check: c.CountIs, look: Look, counted: list[Node]) -> Answer | None:
    """What was counted is not what was meant: there is nothing of the sort, or the page says that nothing was found."""
    target, expected = check.target, _expected(check)
    if not counted and check.comparison in ("at_most", "less") and not _is_known(look, target):
        return Answer(False, f"There are no {target.words} on the page, so none can be counted.", expected, "0")
    if _fits(check, 0) or not (text := _nothing_found(look, target)):
        return None
    message = f"The page says “{text}”, expected {expected} {target.words}."
    return Answer(False, message, expected, text, nodes=tuple(counted))


def _nothing_found(look: Look, target: Target) -> str:
    """The text by which the page says that a search found nothing: what else it lists then are no results; else ""."""
    if target.name or not _RESULTS & set(target.words.lower().split()):
        return ""
    shown = (look.text_of(n) for n in look.nodes if n.shown and 0 < n.text[1] - n.text[0] <= _LONGEST_NOTE)
    return next((text for text in shown if _NOTHING_FOUND.fullmatch(fold(text))), "")


_RESULTS = frozenset({"result", "results", "match", "matches", "hit", "hits"})
_LONGEST_NOTE = 160  # characters
_NOTHING_FOUND = re.compile(
    r"(?:sorry |oops |unfortunately )*(?:there (?:are|were) |your search returned |we found )?"
    r"(?:(?:no|0|zero) (?:\w+ ){0,3}?(?:results?|match|matches|matching|hits?|found|available)"
    r"(?: (?:for|found|match\w*|were|was|yet|your|to|in|with|available|here)\b.*)?"
    r"|nothing (?:\w+ )?(?:found|matches|matched|here)\b.*"
    r"|(?:we )?(?:couldnt|could not|cant|cannot|didnt|did not) find any.*)"
)


def _expected(check: c.CountIs) -> str:
    verb = verb_of(check.comparison).replace("is ", "")
    return f"{'not ' if check.negated else ''}{'' if verb == 'is' else verb + ' '}{check.count}"


def _without_place(check: c.CountIs, lost: str) -> Answer:
    """Where the table or list is gone there are none; that is said, for it may be another page."""
    if not _fits(check, 0) or not all(may_be_gone(relation.target) for relation in check.target.within):
        return not_one(check.target, Miss(lost))
    return Answer(True, expected=_expected(check), seen="0", note=lost)


_NEVER_NAMED = "nothing on this page is called so, which proves little"


def _spoken_of(look: Look, noun: str) -> bool:
    """Whether the page has the word at all: a denial of what it never speaks of may be about another page."""
    return bare(noun) in bare(look.text) or bare(noun) in bare(look.title)


def _is_known(look: Look, target: Target) -> bool:
    """Whether there is anything of the sort: "at most 2" of what a page never has is about another page."""
    return (
        _spoken_of(look, target.name)
        if target.name
        else bool(gather(look, replace(target, qualities=()), "text").nodes)
    )


def _fits(check: c.CountIs, count: int) -> bool:
    return compare_count(count, check.comparison, check.count) != check.negated


def _of_noun(check: c.CountIs, look: Look, nodes: list[Node]) -> list[Node] | Answer:
    """What a page says by its lists, its class names or its words that it has of something."""
    target = check.target
    lists = _lists_of(look, target.name)
    if len(lists) > 1:
        return _which(check, f"There are {len(lists)} lists of {target.words}. Say which list.")
    things = lists[0] if lists else _marked_so(look, target.name)
    if things is not None:
        return things
    untitled = [n for n in nodes if n.role not in _TITLES and not stands_around(look, n)]
    if nodes and not untitled:
        return _which(check, f"The page has {target.words} as a title only. Say what each is: an item, a row, a link.")
    return untitled


def _in_one_place(check: c.CountIs, look: Look, nodes: list[Node]) -> list[Node] | Answer:
    holders = holders_of(look, nodes, check.target)
    if len(holders) <= 1:
        return nodes
    kind, what = check.target.within[0].target.kind, check.target.words.split(" ")[0]
    return _which(check, f"There are {len(holders)} {kind}s with {what}. Say which {kind}.")


def _which(check: c.CountIs, message: str) -> Answer:
    return Answer(False, message, check.target.words, kind="ambiguous")


def _is_noun(target: Target) -> bool:
    """ "books", "books in the list": what the page is to say of itself what it has of."""
    plain = not (target.quoted or target.ordinal or target.qualities)
    places = [relation.target for relation in target.within]
    anywhere = not places or (len(places) == 1 and places[0].kind in ("list", "table") and not places[0].name)
    return plain and anywhere and bool(target.name) and target.kind in ("any", "text", "item")


def _lists_of(look: Look, noun: str) -> list[list[Node]]:
    """The entries of each list or table called so, by its own name or by the heading over it."""
    holders = [Seat(n, 0) for n in look.nodes if n.shown and (tier(n, "list", "text") in (0, 1) or n.role in TABLES)]
    holders = outermost(look, main_first(look, holders))
    named = [s.node for s in holders if any(same_dressed_down(noun, spelled_out(w)) for w in _names(s.node))]
    if not named:
        headed = [(s.node, heading_of(look, s.node)) for s in holders]
        named = [n for n, head in headed if head is not None and same_dressed_down(noun, look.text_of(head))]
    return [_entries(look, holder) for holder in named]


def _names(holder: Node) -> list[str]:
    return [name for name in (holder.name, holder.label, holder.id, holder.test_id) if name]


def _entries(look: Look, holder: Node) -> list[Node]:
    seats = [Seat(n, 0) for n in look.all_inside(holder) if n.shown]
    if holder.role in TABLES:
        return [s.node for s in rows_of(look, [s for s in seats if s.node.role == "row"])]
    return [s.node for s in items_of(look, [s for s in seats if s.node is not holder])]


def _marked_so(look: Look, noun: str) -> list[Node] | None:
    """Boxes alike that the page's own class names or test ids call so: "book", "book-card"."""
    singular = bare(noun)
    endings = ("", " card", " item", " row", " tile", " entry")
    wanted = {f"{singular}{ending}" for ending in endings}
    marked = [
        Seat(n, 0)
        for n in look.nodes
        if n.shown and not n.click and any(spelled_out(w) in wanted for w in (*n.classes.split(), n.test_id) if w)
    ]
    found = outermost(look, main_first(look, marked))
    return [s.node for s in found] if len({(s.node.parent, s.node.tag) for s in found}) == 1 else None
