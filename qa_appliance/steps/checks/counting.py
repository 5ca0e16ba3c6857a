"""How many there are: of elements, of what the page states a number of, of "books" in the list headed so. Pure."""

from __future__ import annotations

import re

from msgspec.structs import replace

from qa_appliance.browser.find.ladder import EQUAL
from qa_appliance.browser.find.main_content import stands_around
from qa_appliance.browser.find.qualities import with_quality
from qa_appliance.browser.find.search import Gathered, Match, Miss, find, gather
from qa_appliance.browser.find.texts import bare, fold, spelled_out
from qa_appliance.browser.look.entries import entries_among, is_entry
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.roles import ITEMS
from qa_appliance.core import checks as c
from qa_appliance.core.target import Kind, Target
from qa_appliance.steps.base.answers import Answer, may_be_gone, not_one
from qa_appliance.steps.base.compare import compare_count
from qa_appliance.steps.base.comparisons import there_are, verb_of
from qa_appliance.steps.base.labelled import holders_of, labelled_texts, stated_count, stated_left
from qa_appliance.steps.base.states import content_of, without_controls
from qa_appliance.steps.records.boards import on_board
from qa_appliance.steps.records.lists import entries_called, entries_of_the_only, is_emptied, lists_of, marked_so

_TITLES = frozenset({"heading", "columnheader", "tab"})


def count_is(check: c.CountIs, look: Look) -> Answer:
    check = _of_entries(check, look)
    target = check.target
    if (otherwise := _stated_elsewhere(check, look)) is not None:
        return otherwise
    got = gather(look, target, "text")
    if (nowhere := _in_no_place(check, look, got)) is not None:
        return nowhere
    nodes = content_of(look, check, list(got.nodes))
    if target.kind in ("row", "item") and not target.quoted:
        nodes = without_controls(target, entries_among(look, nodes))
    if (stated := stated_count(look, nodes, target)) is not None:
        return _as_stated(check, *stated, tuple(nodes))
    counted = _of_noun(check, look, nodes) if _is_noun(target) else _in_one_place(check, look, nodes)
    if isinstance(counted, Answer):
        return counted
    if (doubtful := _doubtful(check, look, counted)) is not None:
        return doubtful
    message = f"{there_are(len(counted), target.words, check.count)}, expected {_expected(check)}."
    note = "" if counted or not _is_noun(target) or _spoken_of(look, target.name) else _NEVER_NAMED
    return Answer(
        _fits(check, len(counted)), message, _expected(check), str(len(counted)), note=note, nodes=tuple(counted)
    )


def _in_no_place(check: c.CountIs, look: Look, got: Gathered) -> Answer | None:
    """Where nothing of the page holds any: by the number at what is called as the place, or as the place is lost."""
    if _in_no_list(look, check.target):
        return _without_place(check, "There is no list on the page.")
    if not got.nodes and (counter := _at_counter(look, check.target)) is not None:
        return _as_stated(check, *counter)
    return _without_place(check, got.lost) if got.lost else None


def _in_no_list(look: Look, target: Target) -> bool:
    """Whether a list is spoken of where the page has none: a dropdown is a list to choose from, and holds options."""
    places = [relation.target for relation in target.within if relation.target.kind == "list"]
    if not places or target.kind not in ("item", "any", "text"):
        return False
    place = find(look, places[0], "text")
    return isinstance(place, Match) and place.node.role == "combobox"


def _stated_elsewhere(check: c.CountIs, look: Look) -> Answer | None:
    """By the page's own number of what is left or of what waits behind an icon, or by a board's cards."""
    target = check.target
    if check.left and (remaining := stated_left(look, target)) is not None:
        return _as_stated(check, *remaining, ())
    if (badge := _on_badge(look, target) or _marked_unread(look, target)) is not None:
        return _as_stated(check, *badge)
    cards = on_board(look, target)
    if cards is None:
        labelled = _at_its_label(look, target)
        return _as_stated(check, *labelled) if labelled is not None else None
    if isinstance(cards, str):
        return Answer(False, cards, _expected(check), kind="unsupported")
    message = f"{there_are(len(cards), target.words, check.count)}, expected {_expected(check)}."
    return Answer(_fits(check, len(cards)), message, _expected(check), str(len(cards)), nodes=tuple(cards))


def _marked_unread(look: Look, target: Target) -> tuple[int, str, tuple[Node, ...]] | None:
    """ "3 unread mails": the entries of one list that the page's author marks so."""
    if target.within or target.quoted or fold(target.name).split()[:1] != ["unread"]:
        return None
    marked = [
        n
        for n in look.nodes
        if n.shown and n.role in ITEMS and is_entry(look, n) and "unread" in spelled_out(n.classes).split()
    ]
    alike = len({n.parent for n in marked}) == 1
    return (len(marked), f"{len(marked)} marked as unread", tuple(marked)) if alike else None


def _at_its_label(look: Look, target: Target) -> tuple[int, str, tuple[Node, ...]] | None:
    """ "Nights 3", "Seats: 8": the number at the label, where no list is of such things."""
    if not _is_noun(target) or target.within or target.qualities or lists_of(look, target):
        return None
    label = find(look, Target(words=target.words, name=target.name), "text")
    if not isinstance(label, Match) or label.rung not in EQUAL or label.node.role in _TITLES:
        return None
    text = labelled_texts(look, label.node, Target(words=target.words, name=target.name))[-1]
    return (int(text), f"{target.name}: {text}", (label.node,)) if _COUNTED.fullmatch(text) else None


_COUNTED = re.compile(r"\d{1,6}")


def _on_badge(look: Look, target: Target) -> tuple[int, str, tuple[Node, ...]] | None:
    """ "The bell icon shows 3 notifications": the one number that stands in it."""
    text = _text_of_place(look, target, ("icon", "text"))
    numbers = re.findall(r"\d+", text)
    return (int(numbers[0]), text, ()) if len(numbers) == 1 else None


def _at_counter(look: Look, target: Target) -> tuple[int, str, tuple[Node, ...]] | None:
    """ "2 items in the cart", where nothing of the page holds them: the number of "Cart: 2", "Cart (2)"."""
    text = _text_of_place(look, target, ("any",)) if target.kind == "item" else ""
    found = _COUNTER.fullmatch(text)
    return (int(found[1] or found[2]), text, ()) if found is not None else None


def _text_of_place(look: Look, target: Target, kinds: tuple[Kind, ...]) -> str:
    """The short text of the one place, of such a kind, in which things are said to be; else ""."""
    place = target.within[0].target if len(target.within) == 1 else None
    if place is None or place.kind not in kinds:
        return ""
    holder = find(look, place, "text")
    text = look.text_of(holder.node) if isinstance(holder, Match) else ""
    return text if len(text) <= _LONGEST_BADGE else ""


_COUNTER = re.compile(r"[^\d]*?[\s:(\[](\d{1,4})[\s)\]]*(?:items?|products?)?|(\d{1,4}) (?:items?|products?) [^\d]*")
"""All of a text: "Cart: 2", "Cart (2)", "2 items in cart"."""
_LONGEST_BADGE = 30  # characters


def _of_entries(check: c.CountIs, look: Look) -> c.CountIs:
    """ "3 notifications" in the list of them are entries, where the page has one."""
    target = check.target
    if target.kind != "alert" or target.name or target.qualities or target.within:
        return check
    words = target.words.split()[-1]
    called_so = entries_called(look, words)
    return replace(check, target=replace(check.target, name=words, kind="item")) if called_so else check


def _as_stated(check: c.CountIs, count: int, text: str, nodes: tuple[Node, ...]) -> Answer:
    message, note = f"The page says “{text}”, expected {_expected(check)}.", "the number is the one the page states"
    return Answer(_fits(check, count), message, _expected(check), text, note=note, nodes=nodes)


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
    lists = lists_of(look, target)
    if not lists and (described := _described(look, target)) is not None:
        return _of_noun(replace(check, target=described), look, nodes)
    if len(lists) > 1:
        return _which(check, f"There are {len(lists)} lists of {target.words}. Say which list.")
    things = lists[0] if lists else marked_so(look, target.name)
    if things is not None:
        return _as_described(look, things, target)
    return _by_its_words(check, look, nodes)


def _by_its_words(check: c.CountIs, look: Look, nodes: list[Node]) -> list[Node] | Answer:
    """What says the noun in its text, where no list is called so."""
    target = check.target
    counted = [n for n in nodes if n.role not in _TITLES and not stands_around(look, n)]
    if (number := _stated_by_all(look, counted, target)) is not None:
        return _as_stated(check, number, look.text_of(counted[0]), tuple(counted))
    if not counted and (entries := entries_of_the_only(look, target)) is not None:
        return entries
    if nodes and not counted and not is_emptied(look):
        return _which(check, f"The page has {target.words} as a title only. Say what each is: an item, a row, a link.")
    return counted


def _stated_by_all(look: Look, nodes: list[Node], target: Target) -> int | None:
    """ "0 products", "4 products found": the number, where nothing else was found."""
    noun = re.compile(rf"(\d{{1,6}}|no) {re.escape(bare(target.name))}(?: {_IN_ALL})?")
    stated = {found[1] if (found := noun.fullmatch(bare(look.text_of(n)))) else "" for n in nodes}
    number = stated.pop() if len(stated) == 1 else ""
    return None if not number else 0 if number == "no" else int(number)


_IN_ALL = "(?:found|shown|listed|left|remaining|in total|total)"


def _described(look: Look, target: Target) -> Target | None:
    """ "Paid orders" where the page has a list of orders: those of them that are paid."""
    word, _, noun = target.name.partition(" ")
    plainly = replace(target, name=noun, qualities=(*target.qualities, word))
    return plainly if noun and " " not in noun and word.islower() and len(lists_of(look, plainly)) == 1 else None


def _as_described(look: Look, things: list[Node], target: Target) -> list[Node]:
    for quality in target.qualities:
        things = with_quality(look, things, quality)
    return things


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
    plain = not (target.quoted or target.ordinal)
    places = [relation.target for relation in target.within]
    anywhere = not places or (len(places) == 1 and places[0].kind in ("list", "table") and not places[0].name)
    return plain and anywhere and bool(target.name) and target.kind in ("any", "text", "item")
