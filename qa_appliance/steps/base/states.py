"""Whether an element is in a state a check names. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable

from qa_appliance.browser.find.texts import fold, spelled_out, squeeze
from qa_appliance.browser.look.entries import entries_among, is_entry
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.roles import AROUND, AROUND_TAGS, ITEMS, LISTS, TEXT_FIELDS
from qa_appliance.browser.look.struck import is_struck
from qa_appliance.core.checks import CountIs, ElementIs, State
from qa_appliance.core.target import Target

_OPPOSITES: dict[State, str] = {
    "visible": "hidden",
    "enabled": "disabled",
    "expanded": "collapsed",
    "checked": "unchecked",
    "selected": "not selected",
    "focused": "not focused",
    "editable": "read-only",
    "empty": "not empty",
    "required": "optional",
    "crossed_out": "not crossed out",
    "done": "not completed",
    "masked": "readable",
    "exists": "absent",
}
_CHOSEN = frozenset({"selected", "checked", "current", "pressed"})
_SELECTABLE = frozenset({"option", "tab", "treeitem", "row", "gridcell", "checkbox", "radio", "switch"})
_CHOOSING = frozenset({"combobox", "listbox", "radiogroup", "group", "menu", "tablist"})
_HIGHEST = 3  # ancestors asked for a state of their own
_ON = ("on", "checked", "active", "selected", "enabled", "ticked", "done", "completed", "pressed")
_OFF = ("off", "unchecked", "inactive", "unselected")


def opposite(state: State) -> str:
    return _OPPOSITES[state]


def has_state(look: Look, node: Node, state: State) -> bool | None:
    """None: such an element has no such state."""
    return _STATES[state](look, node)


def _enabled(look: Look, node: Node) -> bool | None:
    around = (n for n in look.ancestors(node) if n.tag != "fieldset")  # which of its fields it disables they say
    if any(n.disabled for n in (node, *around)):
        return False
    return True if node.role or node.click or node.tag == "input" else None


def _selected(look: Look, node: Node) -> bool | None:
    """Of a cell its row, of words in an entry the entry; which of its own a list or a group has chosen says its value,
    and of what is no choice, beside none that was chosen, it cannot be told."""
    if node.role in _CHOOSING:
        return None
    chain = [node, *look.ancestors(node)[:_HIGHEST]]
    if any(_is_chosen(look, n) for n in chain):
        return True
    if (box := _box_of_its_row(look, chain)) is not None:
        return is_on(box)
    choices = [n for n in chain if n.click or n.role in _SELECTABLE]
    beside = (other for n in chain for other in look.children.get(n.parent, ()))
    return False if choices or any(_is_chosen(look, n) for n in beside) else None


def _box_of_its_row(look: Look, chain: list[Node]) -> Node | None:
    """The one box to tick in a table's row, by which it is selected; a switch in it turns something on."""
    row = next((n for n in chain if n.role == "row"), None)
    boxes = [n for n in look.all_inside(row) if n.role in ("checkbox", "radio")] if row is not None else []
    return boxes[0] if len(boxes) == 1 else None


def _is_chosen(look: Look, node: Node) -> bool:
    """By what it says; by its class name where nothing beside it says so."""
    if node.states & _CHOSEN:
        return True
    if not worded(node, ("active", "selected", "current", "chosen")):
        return False
    return not any(n.role == node.role and n.states & _CHOSEN for n in look.children.get(node.parent, ()))


def _focused(look: Look, node: Node) -> bool:
    return any("focused" in n.states for n in look.all_inside(node))


def _empty(look: Look, node: Node) -> bool | None:
    if "partial" in node.states and not node.value.strip():
        return None  # what is in view of a code editor is blank
    if _has_value(node):
        return not node.value.strip()
    return not _content_of(look, node) or bool(says_empty(look, [node])) or _holds_none(look.text_of(node))


def _holds_none(text: str) -> bool:
    """ "Cart: 0", "Inbox (0)": what holds things says by its number that it holds none."""
    counted = _HELD.fullmatch(fold(text))
    return counted is not None and not _HOLDERS.isdisjoint((counted[1] or counted[2]).split())


_HELD = re.compile(r"([^\d\W][^\d]{0,40}?) 0(?: \w+)?|0 \w+ in ([^\d]{1,40})")
_HOLDERS = frozenset(
    {"cart", "basket", "bag", "trolley", "inbox", "wishlist", "list", "queue", "folder", "trash", "bin", "watchlist"}
    | {"favorites", "favourites", "drafts", "archive", "outbox", "playlist"}
)


def _expanded(look: Look, node: Node) -> bool | None:
    known = node.states & {"expanded", "collapsed"}
    return "expanded" in known if known else None


def struck_only(look: Look, node: Node, held: list[Node], text: str, wanted: str) -> bool:
    """Whether what is wanted of a node's text stands in it crossed out and nowhere else: an old price is no price."""
    struck = [n for n in held if "struck" in n.states]
    if not struck or is_struck(look, node):
        return False
    outer = [n for n in struck if not any("struck" in a.states for a in look.ancestors(n))]
    saying = sum(look.text_of(n).count(wanted) for n in outer)
    return saying > 0 and saying >= squeeze(text).count(wanted)


def _content_of(look: Look, node: Node) -> str:
    """The text, of a list or a table that of its entries."""
    entries = [n for n in look.all_inside(node) if n.shown and n.role in ITEMS] if node.role in LISTS else []
    if all(is_entry(look, entry) for entry in entries):
        return look.text_of(node)
    return " ".join(look.text_of(entry) for entry in entries_among(look, entries)).strip()


def bearer_of(look: Look, node: Node, state: State) -> Node:
    """What has the state an element is asked about: of a label its control."""
    if state in ("checked", "selected", "enabled", "editable", "required", "focused", "masked"):
        for near in (node, *look.ancestors(node)[:3]):
            if near.role and near.tag != "label":
                break
            if near.tag == "label" and near.control >= 0:
                return look.nodes[near.control]
    return node


_EMPTY_SENTENCE = re.compile(
    r"(?<!not )(?<!n['’]t )\b(?:is|are|was|were) (?:now |still |currently )?empty\b", re.IGNORECASE
)
_LONGEST_SAYING = 120  # characters


def says_empty(look: Look, nodes: list[Node]) -> str:
    """The sentence by which the one element, or a text that names the heading, says so: "Your cart is empty"; or ""."""
    if len(nodes) != 1 or _has_value(nodes[0]):
        return ""
    texts = [look.text_of(nodes[0])]
    if nodes[0].role == "heading":
        noun = fold(texts[0]).split()[-1:]
        short = (look.text_of(n) for n in look.nodes if n.shown and n.text[1] - n.text[0] <= _LONGEST_SAYING)
        texts += [text for text in short if noun and noun[0] in fold(text).split()]
    return next((text for text in texts if len(text) <= _LONGEST_SAYING and _EMPTY_SENTENCE.search(text)), "")


def _is_typed_into(node: Node) -> bool:
    """A field, or what is edited where it stands; a mere text is not."""
    return _has_value(node) or "editor" in node.states or node.role in ("slider", "spinbutton", "listbox")


def _has_value(node: Node) -> bool:
    return node.tag in ("input", "textarea", "select") or node.role in TEXT_FIELDS


def is_on(node: Node) -> bool | None:
    """Of a box, a switch, a button that stays down; what a page paints itself may tell by its class. None: untold."""
    if node.states & {"checked", "unchecked", "mixed"}:
        return "checked" in node.states
    if node.states & {"pressed", "selected"}:
        return True
    if "unpressed" in node.states or node.role in _SELECTABLE:
        return False
    if node.role not in ("", "listitem"):
        return None
    return True if worded(node, _ON) else False if worded(node, _OFF) else None


def worded(node: Node, words: tuple[str, ...]) -> bool:
    """Whether one of the words is a part of its class names: "is-active" is active."""
    return any(word in words for word in node.classes.casefold().replace("-", " ").replace("_", " ").split())


_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def bar_texts(node: Node) -> list[str]:
    """How far a progress bar or a meter is: in hundredths of its range, as people read it, and as it says itself."""
    least, most = node.bounds or (0, 0)
    if not _NUMBER.fullmatch(node.value) or most <= least:
        return []
    share = (float(node.value) - least) / (most - least) * 100
    return [f"{round(share, 1):g}%", node.value]


def holds_value(node: Node) -> bool:
    return node.tag in ("input", "select", "textarea", "progress", "meter") or node.role in (
        "textbox",
        "searchbox",
        "slider",
        "spinbutton",
        "progressbar",
        "combobox",
    )


_STATES: dict[State, Callable[[Look, Node], bool | None]] = {
    "visible": lambda look, node: node.shown,
    "exists": lambda look, node: True,
    "enabled": _enabled,
    "checked": lambda look, node: is_on(node),
    "selected": _selected,
    "focused": _focused,
    "editable": lambda look, node: _is_typed_into(node) and not node.states & {"disabled", "readonly"},
    "empty": _empty,
    "expanded": _expanded,
    "required": lambda look, node: "required" in node.states,
    "crossed_out": lambda look, node: is_struck(look, node),
    "done": lambda look, node: None,  # of a record: records/progress.py
    "masked": lambda look, node: node.type == "password" if node.tag == "input" else None,
}


def is_shut(look: Look, node: Node) -> bool:
    """What would open something and has not: it is collapsed, or a tab beside the one that is selected."""
    if node.role != "tab" or "selected" in node.states:
        return "collapsed" in node.states
    return any(n.role == "tab" and "selected" in n.states for n in look.children.get(node.parent, ()))


def content_of(look: Look, check: ElementIs | CountIs, nodes: list[Node]) -> list[Node]:
    """Of "the products", "the blog", which are on a page, no link to it in the page's head, foot or menu, and nothing
    that one is made with.

    What is denied is there by a link too: whether it stands elsewhere nobody knows.
    """
    target = check.target
    named = bool(target.name) and not target.name.islower()
    placed = target.quoted or target.within or target.ordinal
    if placed or named or target.kind not in ("any", "item"):
        return nodes
    nodes = [node for node in nodes if not _is_made_with(look, node, counted=isinstance(check, CountIs))]
    if _holds_of_none(check):
        return nodes or _cards(look, check)
    return [node for node in nodes if not _leads_away(look, node)] or _cards(look, check)


def _is_made_with(look: Look, node: Node, *, counted: bool) -> bool:
    """ "New task", "Add task" are no task; of what is counted no label, button or field is."""
    asks = node.role == "button" or node.tag in ("label", "input", "select", "textarea")
    return asks and (counted or fold(look.text_of(node) or node.name).split()[:1] in _MAKING)


_MAKING = (["new"], ["add"], ["create"], ["edit"], ["delete"], ["remove"], ["search"], ["find"], ["filter"], ["sort"])


def _holds_of_none(check: ElementIs | CountIs) -> bool:
    return check.negated or (
        isinstance(check, CountIs) and (not check.count or check.comparison in ("less", "at_most"))
    )


def _cards(look: Look, check: ElementIs | CountIs) -> list[Node]:
    """ "Product cards are shown": what the page's author calls cards, where nothing else is known of them."""
    if isinstance(check, CountIs) or check.target.words.lower().split()[-1] not in _CARDS:
        return []
    return [n for n in look.nodes if n.shown and not _CARDS.isdisjoint(spelled_out(n.classes).split())]


_CARDS = frozenset({"card", "cards", "tile", "tiles"})


def _leads_away(look: Look, node: Node) -> bool:
    around = (node, *look.ancestors(node))
    links = any(n.role in ("link", "menuitem") or n.tag == "a" for n in around)
    return links and any(n.role in AROUND or n.tag in AROUND_TAGS for n in around)


def entries_of(look: Look, check: ElementIs, nodes: list[Node]) -> list[Node]:
    """Of entries no controls; of one by a name such as "Ann" none that goes on in the same word: Anna is another."""
    target = check.target
    nodes = without_controls(target, nodes)
    listed = check.listed or target.kind in ("item", "row") or any(r.target.kind in _LISTING for r in target.within)
    if not listed or check.negated or not target.name[:1].isupper():
        return nodes
    begun = re.compile(rf"{re.escape(fold(target.name))}(?!(?:s|es)\b)\w")
    return [node for node in nodes if not any(map(begun.match, (fold(node.name), fold(look.text_of(node)))))]


def without_controls(target: Target, nodes: list[Node]) -> list[Node]:
    """Of "results", entries by no name and in no place, not what a page without a list has to work with."""
    if target.kind != "item" or target.name or target.within or target.qualities or target.quoted:
        return nodes
    return [node for node in nodes if not is_control(node)]


def is_control(node: Node) -> bool:
    """A label, an option of a dropdown, whatever has a role and is no entry."""
    return node.tag in ("label", "option") or (node.role != "" and node.role not in ITEMS)


_LISTING = frozenset({"list", "table"})
