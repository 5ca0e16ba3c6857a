"""What a page shows while it loads: that it is busy, a bar without progress, a spinner, blocks that stand in for what
comes, “Loading…”. Pure.

A word of the page's own contents is none ("Loading dock", a bar that stands at 40 %, a picture that moves).
"""

from __future__ import annotations

import re
import unicodedata

from msgspec import Struct

from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.roles import AROUND, AROUND_TAGS, CELLS, LISTS

_WORDS = (
    r"loading|fetching|retrieving|refreshing|searching|updating|saving|sending|processing|submitting|uploading"
    r"|preparing|calculating|connecting"
)
_ENDS = r"(?:…|\.\.\.|\. \. \.)"
SAYS_LOADING = re.compile(
    rf"(?:(?:we(?:['’]re| are) |still |now |currently )*(?:{_WORDS})\b[^.!?…\n]{{0,60}}{_ENDS}"
    rf"|(?:please |just |one )+(?:wait|a moment|moment)\b[^?\n]{{0,60}}"
    rf"|loading(?:,? please wait)?[.!]?"
    rf"|(?:wird geladen|laden|lade|lädt|chargement|cargando|caricamento|carregando)\b[^.!?…\n]{{0,30}}{_ENDS})",
    re.IGNORECASE,
)
_SPINNERS = frozenset({"spinner", "spinners", "loader", "preloader", "loading", "skeleton", "shimmer"})
_STAND_INS = _SPINNERS | {"skeletons", "placeholder", "placeholders", "ghost", "bone"}
_OVER = frozenset({"lazy", "loaded", "done", "complete", "hidden"})
_MAY_BE_CALLED_SO = re.compile("|".join(sorted(_STAND_INS)), re.IGNORECASE)
_CONTENT = frozenset({"img", "iframe", "video", "canvas", "input", "textarea", "select", "button", "a", "picture"})
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_FEWEST = 2  # blocks that pulse, where one alone is higher than a line
_LOWEST_LINE, _HIGHEST_LINE, _WIDEST_TURN = 4, 48, 200  # CSS pixels
_LONGEST = 96  # characters of a line that says it
_SECTIONS = frozenset({"region", "article", "form", "dialog", "alertdialog", "tabpanel", "complementary", "main"})


class Sign(Struct, eq=False):
    """`words` go on after "the page still "."""

    node: Node
    words: str


def still_loading(look: Look, part: Node | None) -> str:
    """How the page says that it still loads what is in that part of it, or around it; "" where it does not."""
    return next((sign.words for sign in look.known(signs) if part is None or _concerns(look, sign.node, part)), "")


def signs(look: Look) -> list[Sign]:
    """Of the whole page; made once, by `look.known`."""
    return [*_by_semantics(look), *_drawn(look), *_written(look)]


def is_spinner(look: Look, node: Node) -> bool:
    """Whether its author calls it so, and nothing else is in it."""
    words = words_of_author(node)
    return not _SPINNERS.isdisjoint(words) and _OVER.isdisjoint(words) and is_bare(look, node)


def stands_in(look: Look, node: Node) -> bool:
    """Whether something without a word only holds the place of what comes: called so, moving, or told to nobody."""
    if not is_bare(look, node):
        return False
    inside = look.all_inside(node)
    called = any(not _STAND_INS.isdisjoint(words_of_author(n)) for n in (*inside, *look.ancestors(node)[:1]))
    return called or any({"unspoken", "pulsing", "busy"} & n.states for n in inside)


def is_bare(look: Look, node: Node) -> bool:
    """Nothing to read, to look at or to use."""
    text = look.text_of(node)
    if any(map(_is_legible, text)) and not says_loading(text):
        return False
    return not any(
        n.tag in _CONTENT or (n.picture and not _SPINNERS & _split(n.picture)) for n in look.all_inside(node)
    )


def is_blank(look: Look, node: Node) -> bool:
    """Of a cell, that nothing stands in it."""
    return node.role in CELLS and not node.name and is_bare(look, node)


def _is_legible(sign: str) -> bool:
    """A letter, a digit, a picture among the letters; no dash and no block."""
    return sign.isalnum() or (unicodedata.category(sign) == "So" and not "\u2500" <= sign <= "\u25ff")


def says_loading(text: str) -> bool:
    return SAYS_LOADING.fullmatch(text.strip(" \n•·●⏳⌛⟳")) is not None


def words_of_author(node: Node) -> set[str]:
    """The words of which its class names, its id and its own tag are made; none where they tell of no loading."""
    names = f"{node.classes} {node.id} {node.test_id} {node.tag if '-' in node.tag else ''}"
    return _split(names) if _MAY_BE_CALLED_SO.search(names) else set()


def _split(names: str) -> set[str]:
    return {word.casefold() for word in _WORD.findall(names)}


def _by_semantics(look: Look) -> list[Sign]:
    """By its semantics."""
    found = []
    for node in look.nodes:
        if "busy" in node.states and (node.shown or any(n.shown for n in look.all_inside(node))):
            found.append(Sign(node, "says that it is busy"))
        elif node.shown and node.role == "progressbar" and "indeterminate" in node.states:
            found.append(Sign(node, "shows a bar of progress that tells none"))
        elif node.shown and node.role in ("status", "img", "alert", "progressbar") and says_loading(node.name):
            found.append(Sign(node, f"shows “{node.name}”"))
    return found


def _drawn(look: Look) -> list[Sign]:
    """By what has no words: what its author calls a spinner, what turns, lines that pulse, entries without a word."""
    shown = [n for n in look.nodes if n.shown and n.box is not None and n.role not in CELLS]
    spinners = [n for n in shown if n.role != "row" and (is_spinner(look, n) or _turns(look, n))]
    standing_in = [
        *_pulsing(look, shown),
        *(n for n in shown if n.role in _ENTRIES and stands_in(look, n) and not _is_room(look, n)),
    ]
    return [Sign(n, "shows a spinner or a placeholder") for n in spinners] + [
        Sign(n, _STANDING_IN) for n in standing_in
    ]


def _is_room(look: Look, node: Node) -> bool:
    """Of a list that renders what is in sight: the room above and below that, in one entry with nothing in it."""
    drawn = {"pulsing", "busy"} & node.states or not _STAND_INS.isdisjoint(words_of_author(node))
    return (
        not drawn
        and (node.box or _NOWHERE)[3] > _HIGHEST_LINE
        and not any(n.shown for n in look.all_inside(node) if n is not node and n.role not in CELLS)
    )


def _pulsing(look: Look, shown: list[Node]) -> list[Node]:
    """Several blocks, or a line."""
    blocks = [n for n in shown if n.role != "row" and _pulses(look, n)]
    lines = [n for n in blocks if n.box is not None and n.box[3] <= _HIGHEST_LINE]
    return blocks if len(blocks) >= _FEWEST or lines else []


_STANDING_IN = "shows blocks that stand in for what comes"
_ENTRIES = frozenset({"row", "listitem", "article"})


def _turns(look: Look, node: Node) -> bool:
    return "turning" in node.states and _is_shape(look, node) and (node.box or _NOWHERE)[2] <= _WIDEST_TURN


def _pulses(look: Look, node: Node) -> bool:
    """A line that does: twice as wide as high."""
    if "pulsing" not in node.states or not _is_shape(look, node):
        return False
    _, _, width, height = node.box or _NOWHERE
    return width >= 2 * height >= 2 * _LOWEST_LINE


_NOWHERE = (0.0, 0.0, 0.0, 0.0)


def _is_shape(look: Look, node: Node) -> bool:
    return is_bare(look, node) and node.tag != "img" and not node.click


def _written(look: Look) -> list[Sign]:
    """By its words, where they are all of what says them; one of several cells of a row is a value."""
    if not any(says_loading(line) for line in look.text.split("\n") if line and len(line) <= _LONGEST):
        return []
    saying = [n for n in look.nodes if n.shown and n.text[1] > n.text[0] and says_loading(look.text_of(n))]
    outer = {n.parent for n in saying}
    inner = [n for n in saying if n.index not in outer]
    return [Sign(n, f"says “{look.text_of(n)}”") for n in inner if not _is_value(look, n)]


def _is_value(look: Look, node: Node) -> bool:
    """A word without an ellipsis may be what the page is about: a title, a choice, one of several cells of a row."""
    text = look.text_of(node)
    if text.endswith(("…", "...", ". . .")) or "wait" in text.casefold() or "moment" in text.casefold():
        return False
    around = (node, *look.ancestors(node))
    row = next((n for n in around if n.role in ("row", "listitem")), None)
    titled = any(n.role in ("heading", "option", "link", "button", "tab", "columnheader") for n in around)
    return titled or (row is not None and look.text_of(row) != text)


def _concerns(look: Look, sign: Node, part: Node) -> bool:
    """Whether it is in it, or in the same part of the page: not in another list, bar or section."""
    if look.inside(sign, part) or look.inside(part, sign):
        return True
    around = next((n for n in (sign, *look.ancestors(sign)) if _is_part(n)), None)
    return around is None or look.inside(part, around)


def _is_part(node: Node) -> bool:
    return node.role in _SECTIONS or node.role in LISTS or node.role in AROUND or node.tag in AROUND_TAGS | {"section"}
