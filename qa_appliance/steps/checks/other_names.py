"""What testers call otherwise than the page does: "the order status" on an order's page, "the cart badge". Pure."""

from __future__ import annotations

import re

from msgspec.structs import replace

from qa_appliance.browser.find.ladder import EQUAL
from qa_appliance.browser.find.main_content import innermost
from qa_appliance.browser.find.search import Gathered, Match, find, gather
from qa_appliance.browser.find.texts import bare, fold, spelled_out
from qa_appliance.browser.look.grid import cells_of, table_of
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.roles import CELLS
from qa_appliance.core.checks import ElementIs
from qa_appliance.core.numbers import is_number
from qa_appliance.core.target import RECORDS, Target
from qa_appliance.steps.base.labelled import headed_so
from qa_appliance.steps.base.states import bar_texts, has_state

_COUNTERS = frozenset({"badge", "count", "counter"})
_COUNTING = frozenset({*_COUNTERS, "counts", "quantity", "qty", "number", "total"})
_NUMBERS = frozenset({"number", "no", "id"})
_AROUND = 3  # elements around a number, one of which is called as what is counted
_LONGEST_CALLED = 60  # characters of that one
_FEWEST_DIGITS = 3  # of a number that is a name
_COUNT = re.compile(r"\d{1,5}\+?")


def counter_meant(look: Look, target: Target) -> tuple[Node, str] | None:
    """The number that stands at something: "the cart badge", "the Done count". None where there is none, or several."""
    if not counts_something(target):
        return None
    counted = bare(" ".join(_words_of(target)[:-1]))
    inner = innermost(look, [n for n in look.nodes if n.shown and _counts(look, n, counted)])
    found = [(n, look.text_of(n)) for n in inner] or _in_parentheses(look, counted)
    return found[0] if len({number for _, number in found}) == 1 else None


def counts_something(target: Target) -> bool:
    """ "The cart badge": a heading called so, with whatever stands under it, is none."""
    words = _words_of(target)
    return _plain(target) and len(words) > 1 and words[-1] in _COUNTERS


def _words_of(target: Target) -> list[str]:
    return fold(target.words).removeprefix("the ").split()


def _in_parentheses(look: Look, counted: str) -> list[tuple[Node, str]]:
    """ "Wishlist (1)"."""
    short = [n for n in look.nodes if n.shown and 0 < n.text[1] - n.text[0] <= _LONGEST_CALLED]
    found = ((n, _BEHIND_ITS_NAME.fullmatch(look.text_of(n))) for n in short)
    return [(n, counter[2]) for n, counter in found if counter is not None and bare(counter[1]) == counted]


_BEHIND_ITS_NAME = re.compile(r"(.+?)\s*[(\[]\s*(\d{1,5}\+?)\s*[)\]]")


def boxes_called(look: Look, target: Target) -> list[Node]:
    """ "The sidebar", "the banner", "the promo box": what nothing but the class of a box names; of a section, its
    heading."""
    words = [word for word in fold(target.words).split() if word not in ("the", "a", "an")]
    if target.quoted or target.ordinal or target.within or not 0 < len(words) <= _LONGEST_CLASS:
        return []
    headed = fold(target.name) if target.kind == "section" else ""
    return [
        n
        for n in look.nodes
        if n.shown
        and ((n.tag in _BOXES and _classed(n, "".join(words))) or (headed and _is_headed(look, n, f"{headed} ")))
    ]


def _is_headed(look: Look, node: Node, name: str) -> bool:
    return node.role == "heading" and f"{fold(look.text_of(node))} ".startswith(name)


def _classed(node: Node, joined: str) -> bool:
    """Whether a class ends with the words; one such as "has-banner" tells of what something holds."""
    for name in node.classes.split():
        first, *_ = words = spelled_out(name).split() or [""]
        ends = {"".join(words[at:]) for at in range(len(words))}
        if joined in ends and (first not in _HOLDING or len(words) == 1):
            return True
    return False


_BOXES = frozenset({"div", "section", "aside", "nav", "header", "footer"})
_HOLDING = frozenset({"has", "with", "without", "no", "show", "hide", "open", "close", "is", "not"})
_LONGEST_CLASS = 3  # words


def pager_meant(look: Look, target: Target) -> Match | None:
    """What tells which page of a list is shown: "1-10 of 42", "Page 2 of 5"."""
    if not _plain(target) or fold(target.name) not in _PAGERS:
        return None
    inner = innermost(look, [n for n in look.nodes if n.shown and _OF_SO_MANY.fullmatch(look.text_of(n))])
    return Match(inner[0], "pager", 1, "") if len({look.text_of(n) for n in inner}) == 1 else None


_PAGERS = frozenset({"pagination", "pager", "paging", "page indicator", "pagination info", "pagination text"})
_OF_SO_MANY = re.compile(
    r"(?:showing |rows? |items? |results? |page )*\d+(?:\s*(?:[-–—/]|to)\s*\d+)?\s*(?:of|/)\s*\d[\d,.]*(?: \w+)?",
    re.IGNORECASE,
)


def bar_meant(look: Look, target: Target) -> tuple[Node, str] | None:
    """The one progress bar, and how far it is: what stands in it, else its value."""
    if not _plain(target) or fold(target.name) not in _BARS:
        return None
    bars = [n for n in look.nodes if n.shown and n.role in ("progressbar", "meter")]
    if len(bars) != 1:
        return None
    return bars[0], look.text_of(bars[0]) or next(iter(bar_texts(bars[0])), bars[0].value)


_BARS = frozenset({"progress bar", "progress", "progressbar", "progress indicator", "upload progress"})


def whole_total(look: Look, target: Target) -> Target | None:
    """ "The total" is the "Order total", where nothing is called just so and that is the only one."""
    if not _plain(target) or target.quoted or fold(target.name) != "total":
        return None
    named = (replace(target, name=f"{whose} total") for whose in _OF_ALL)
    found = [each for each in named if _is_called(look, each)]
    return found[0] if len(found) == 1 else None


def _is_called(look: Look, target: Target) -> bool:
    answer = find(look, target, "text")
    return isinstance(answer, Match) and answer.rung in EQUAL


_OF_ALL = ("order", "cart", "basket", "grand", "invoice", "overall", "booking", "final", "purchase", "payment")


def without_its_use(look: Look, target: Target) -> Target | None:
    """ "The role filter" is the field "Role": a noun for what it is there for is no part of its name."""
    words = target.name.split()
    if target.quoted or target.within or len(words) < 2 or words[-1].lower() not in _USES or _is_called(look, target):
        return None
    narrower = replace(target, name=" ".join(words[:-1]))
    answer = find(look, narrower, "state")
    return narrower if isinstance(answer, Match) and answer.rung in EQUAL else None


_USES = frozenset({"filter", "filters", "selector", "picker", "setting", "sorting"})


def _counts(look: Look, number: Node, counted: str) -> bool:
    """By what its author calls it ("cart-count"), or by the words it stands at ("Cart 3")."""
    if not _COUNT.fullmatch(look.text_of(number)):
        return False
    marks = set(fold(" ".join(map(spelled_out, (number.classes, number.test_id, number.id, number.label)))).split())
    if marks & _COUNTING and set(counted.split()) <= marks:
        return True
    text = look.text_of(number)
    for around in look.ancestors(number)[:_AROUND]:
        if marks & _COUNTERS and set(counted.split()) <= set(
            fold(spelled_out(f"{around.classes} {around.id}")).split()
        ):
            return True
        called = [around.name, look.text_of(around)]
        if any(len(name) <= _LONGEST_CALLED and bare(name.replace(text, " ")) == counted for name in called if name):
            return True
    return False


def of_the_page(look: Look, target: Target) -> Target | None:
    """ "The order status" is the status where the page is an order's by its title or first heading; else None."""
    owner, _, rest = target.name.partition(" ")
    if not _plain(target) or target.quoted or not rest:
        return None
    subjects = [look.title, *(look.text_of(n) for n in look.nodes if n.shown and n.role == "heading" and n.level == 1)]
    if not any(_speaks_of(subject, bare(owner)) for subject in subjects):
        return None
    answer = find(look, replace(target, name=rest), "text")
    if isinstance(answer, Match) and _of_another(look, answer.node, bare(owner)):
        return None
    return _at_its_label(look, replace(target, name=rest))


def _of_another(look: Look, label: Node, owner: str) -> bool:
    """Whether it stands under a heading of some other sort of record: “Account”, on an order's page."""
    heading = look.heading_of(label)
    return heading is not None and bare(look.text_of(heading)) in RECORDS - {owner}


def _speaks_of(subject: str, owner: str) -> bool:
    """Also "Book a room", of a booking."""
    words = bare(subject).split()
    return owner in words or (owner in RECORDS and any(len(word) >= _STEM and owner.startswith(word) for word in words))


_STEM = 4  # letters


def _at_its_label(look: Look, target: Target) -> Target | None:
    """Where something is called just so, or the only line begins so: “Reference: BK-1012”."""
    answer = find(look, target, "text")
    if isinstance(answer, Match) and answer.rung in EQUAL:
        return target
    return target if len(headed_so(look, target.name)) == 1 else None


def without_its_measure(look: Look, target: Target) -> Target | None:
    """ "The total price", "the outstanding amount": what is labelled “Total”, “Outstanding”."""
    words = target.name.split()
    if not _plain(target) or target.quoted or len(words) < 2 or words[-1].lower() not in _MEASURES:
        return None
    narrower = replace(target, name=" ".join(words[:-1]))
    return _at_its_label(look, narrower) or whole_total(look, narrower)


_MEASURES = frozenset({"price", "amount", "cost", "value", "sum", "type"})


def without_its_sort(look: Look, target: Target) -> list[Target]:
    """Without the noun that says what sort of record it is: "user Bo Chen", "the Rent transaction", "the order of Bob
    Ray". What is left has to be a name: "the order status" is no order called so. In small letters it is one where the
    page's author calls something a record of that sort: "the savings account".
    """
    words = target.name.split()
    if target.quoted or target.ordinal or target.qualities or target.kind != "any" or len(words) < 2:
        return []
    behind = words[2:] if words[1].lower() in _OF else words[1:]
    cuts = [(words[0], behind), (words[-1], words[:-1] if words[-1].islower() else [])]
    return [
        replace(target, name=" ".join(kept))
        for noun, kept in cuts
        if bare(noun) in RECORDS and (_is_a_name(noun, kept) or (kept and _has_such(look, bare(noun))))
    ]


def _is_a_name(noun: str, words: list[str]) -> bool:
    """ "Order 1002", "user Bo Chen"; of "Order History" nothing tells that the first word is no part of it; the 2 of
    "author 2" stands anywhere.
    """
    if any(sum(map(str.isdigit, word)) >= _FEWEST_DIGITS for word in words):
        return True
    return bool(words) and words[0][:1].isupper() and (noun.islower() or len(words) > 1)


def _has_such(look: Look, noun: str) -> bool:
    return any(noun in map(spelled_out, node.classes.split()) for node in look.nodes if node.shown)


_OF = frozenset({"of", "from", "by", "for", "called", "named"})


def numbered(look: Look, target: Target) -> Match | None:
    """The heading "Order #1002", of "the order number"."""
    heads = [n for n in look.nodes if n.shown and n.role == "heading" and number_of(look.text_of(n), target)]
    return Match(heads[0], "heading", 1, "") if len(heads) == 1 and _plain(target) else None


def number_of(text: str, target: Target) -> str:
    """The number in a heading such as "Order #1002", of "the order number"; "" where it has none."""
    owner, _, rest = target.name.partition(" ")
    if rest.lower() not in _NUMBERS:
        return ""
    found = re.fullmatch(rf"{re.escape(owner)}\W+(?:(?:no|nr|number|id)\W+)?(\S*\d\S*)", text, re.IGNORECASE)
    return found[1] if found else ""


def others_in_its_row(look: Look, node: Node, value: str) -> list[str]:
    """What else the row of a table says, of which "order 1002 is Open" speaks; a number says nothing of which it is."""
    if node.role not in CELLS or node.role == "columnheader" or is_number(value) or table_of(look, node) is None:
        return []
    return [look.text_of(n) for n in cells_of(look, look.nodes[node.parent]) if n is not node]


def _plain(target: Target) -> bool:
    return target.kind in ("any", "text") and not (target.within or target.ordinal or target.qualities)


def emptiness_stated(look: Look, check: ElementIs) -> Gathered | None:
    """ "The cart" of the only sentence that says of one that it is empty, where nothing is called so."""
    if check.state != "empty" or check.target.quoted or gather(look, check.target, "state").nodes:
        return None
    stating = gather(look, check.target, "state", part=True)
    return stating if len(stating.nodes) == 1 and has_state(look, stating.nodes[0], "empty") else None
