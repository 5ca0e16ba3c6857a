"""The text a label speaks of: "Total" and 39.90, whether side by side, below, in one line or in a table. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from qa_appliance.browser.find.descriptions import called
from qa_appliance.browser.find.kinds import tier
from qa_appliance.browser.find.ladder import EQUAL
from qa_appliance.browser.find.search import Gathered
from qa_appliance.browser.find.texts import bare, behind_label, fold, is_label_alone, squeeze
from qa_appliance.browser.find.titles import TITLED
from qa_appliance.browser.look.entries import is_entry
from qa_appliance.browser.look.grid import cells_of, grid_of, heading_words
from qa_appliance.browser.look.node import Box, Look, Node
from qa_appliance.browser.look.order import on_screen
from qa_appliance.browser.look.roles import ITEMS
from qa_appliance.browser.look.struck import as_value, is_button, standing, without_struck
from qa_appliance.core.target import Target

_REACH_RIGHT = 600  # CSS pixels
_REACH_DOWN = 60
_SLACK = 2  # CSS pixels by which boxes may overlap and still be beside each other
_FURTHER = 1_000  # CSS pixels by which what is below counts as further than what is right
_LONGEST_LINE = 120  # characters
_LONGEST_VALUE = 80
_MOST_BROTHERS = 3
_LABEL = re.compile(r"[^\W\d][^\d:=€$£¥]*?(?=\s*(?:[:=]\s*\S|[-−+]?[€$£¥]?\s?\d))")  # “Total items” of “Total items: 5”


def labelled_texts(look: Look, node: Node, target: Target) -> list[str]:
    """What may be meant by "Total is …", the likeliest first; never empty.

    An element that says more than its label is taken by its own text; a mere label by what it labels.
    """
    if node.tag in ("input", "select", "textarea") or "code" in node.states:
        return [node.value]
    whole = look.text_of(node) or node.value
    own = squeeze(without_struck(look, node)) or whole
    label = target.name
    if not label or not is_label_alone(own, label) or target.kind in TITLED:
        return list(dict.fromkeys(filter(None, (own, behind_label(own, label), whole)))) or [own]
    if (defined := _definition(look, node)) is not None:
        return [defined]
    record = _record_of(look, node)
    following = _next_in_line(look, node, record) or _beside(look, node, record)
    return [following] if following else [own]


def longer_label(own: str, target: Target, value: str) -> str:
    """The label of a line “Total items: 5” whose label is more than the quoted name; "" where it is not."""
    found = _LABEL.match(own) if target.quoted and target.kind in ("any", "text") else None
    name = fold(target.name)
    if found is None or not name or name == fold(own):
        return ""
    label = fold(found[0])
    within = f" {name} " in f" {label} " and label != name
    return own if within and not label.startswith(f"{name} {fold(value)}") and fold(value) not in name else ""


def spoken_of(look: Look, node: Node) -> str:
    """What an element without a name of its own is called in a sentence: a cell by its row and column."""
    cell = next((n for n in (node, *look.ancestors(node)[:3]) if n.role in ("cell", "gridcell", "rowheader")), None)
    if cell is None or cell.parent < 0:
        return f"The {called(look, node)}"
    line = cells_of(look, look.nodes[cell.parent])
    row = next((t for n in line if n.index != cell.index and (t := look.text_of(n))), "")
    column = _head_of(look, cell)
    places = [f"{what} “{text}”" for what, text in (("row", row), ("column", column)) if text]
    return f"The cell in {' and '.join(places)}" if places else f"The {called(look, node)}"


def _head_of(look: Look, cell: Node) -> str:
    """The heading of the column a cell stands in."""
    grid = grid_of(look, cell)
    if grid is None or cell.role == "columnheader":
        return ""
    words = [heading_words(look, grid.headings[at]) for at in grid.columns(cell) if at < len(grid.headings)]
    return next(iter(words[0]), "") if len(words) == 1 else ""


def holder_of(target: Target) -> Target:
    """What a word stands in ("the 3rd word in the paragraph"); any other target as it is."""
    if target.kind != "word" or not target.within:
        return target
    return replace(target.within[0].target, within=target.within[1:])


def stated_count(look: Look, nodes: list[Node], target: Target) -> tuple[int, str] | None:
    """The number that the only element found states of what is counted, and its text: "You have 5 new messages".

    It states that there are none only by its whole text ("No orders yet."): "No orders are refunded" does not.
    """
    if len(nodes) != 1 or nodes[0].role in ("listitem", "row", "option") or nodes[0].tag in ("li", "tr"):
        return None
    text = look.text_of(nodes[0])
    if says_none(text, target.words):
        return 0, text
    counted = re.escape(fold(target.words))
    stated = re.search(rf"(\d+) {counted}\b", fold(text))
    return (int(stated[1]), text) if stated else None


def stated_left(look: Look, target: Target) -> tuple[int, str] | None:
    """How many the page says are left, and in which words: "1 item left". None where it says nothing or several."""
    noun = target.name or target.words.split(" in ")[0]
    sorts = {bare(noun), *_TO_DO} if bare(noun) in _TO_DO else {bare(noun)}
    short = (look.text_of(n) for n in look.nodes if n.shown and n.text[1] - n.text[0] <= _LONGEST_LINE)
    stated = {(found[1], text) for text in short if (found := _LEFT.search(fold(text))) and bare(found[2]) in sorts}
    if len({number for number, _ in stated}) != 1:
        return None
    number, text = min(stated, key=lambda pair: len(pair[1]))
    return (0 if number == "no" else int(number)), text


_LEFT = re.compile(
    r"\b(\d+|no)(?: (?:out )?of \d+)? (?:more )?(\w+) (?:are |is )?(?:left|remaining|to go|remain|remains)\b"
)
_TO_DO = frozenset({"item", "task", "todo"})


def says_none(text: str, noun: str) -> bool:
    """ "No orders yet.": a text by which a page says that there are none of them."""
    return re.fullmatch(rf"{_THERE} {re.escape(fold(noun))}s?{_ENDS}", fold(text)) is not None


def _says_nothing_found(text: str) -> bool:
    """ "No results for “zzz”", "0 matching products", "Nothing found": what was asked for stands there as asked for."""
    return len(text) <= _LONGEST_ANSWER and _NOTHING_FOUND.search(fold(text)) is not None


def only_asked_for(look: Look, target: Target, got: Gathered, there: list[Node]) -> str:
    """The line by which the page says that nothing was found of it, or nothing at all of its sort; else ""."""
    if target.kind == "item" and not (target.name or target.quoted):
        lines = (line.strip() for line in look.text.split("\n"))
        return next(filter(_says_nothing_found, lines), "")
    echoed = target.kind in ("any", "item") and got.rung not in EQUAL
    texts = [look.text_of(n) for n in there] if echoed else [""]
    return texts[0] if all(map(_says_nothing_found, texts)) else ""


_NOTHING_FOUND = re.compile(
    r"^(?:(?:sorry|oops) )?(?:(?:there (?:are|were|is)|we (?:have|found)|your search (?:returned|found)) )?"
    r"(?:(?:no|0|zero) (?:\w+ ){0,2}(?:results?|matches|match|hits?|items?|entries|products?|records?|data)\b"
    r"|nothing (?:was |were )?(?:found|matched|matches|to show)\b"
    r"|(?:we )?(?:could not|couldn t|cannot|can t|did not|didn t) find\b)|\bdid(?: not|n t) match\b"
)
_LONGEST_ANSWER = 160  # characters
_THERE = r"(?:there are |you have |you ve |currently )*(?:no|0)"
_ENDS = r"(?: (?:yet|found|available|here|so far|to show|to display|at the moment|were found|left|remaining|in total))*"


def holders_of(look: Look, nodes: list[Node], target: Target) -> list[Node]:
    """The lists, tables and the like that "items in the list" may speak of where no word says which one."""
    if len(target.within) != 1 or target.within[0].place != "inside":
        return []
    place = target.within[0].target
    kind = place.kind
    if kind not in ("list", "table", "tree", "menu") or place.name or place.ordinal or place.qualities:
        return []
    around = [next((a for a in look.ancestors(n) if tier(a, kind, "text") in (0, 1)), None) for n in nodes]
    outer = {a.index for holder in around if holder is not None for a in look.ancestors(holder)}
    return list({h.index: h for h in around if h is not None and h.index not in outer}.values())


def pieces_of(look: Look, entry: Node) -> list[str]:
    """What stands in an entry, a piece each, without its buttons: its name is one of them."""
    inside = [n for n in look.all_inside(entry) if n.shown and n is not entry]
    controls = [n for n in inside if n.role in _USED]
    plain = [n for n in inside if not any(look.inside(n, control) for control in controls)]
    start, end = entry.text
    rest = look.text[start:end]
    for control in controls:
        left, right = control.text[0] - start, control.text[1] - start
        rest = rest[:left] + " " * (right - left) + rest[right:]
    pieces = [squeeze(rest), *map(look.text_of, plain)]
    return [*pieces, *(_PRICE_BEHIND.sub("", piece) for piece in pieces)]


def names_of(look: Look, entry: Node) -> list[str]:
    """What an entry may be called: its heading, else the words it begins with. What else stands in it (who wrote it,
    its state) is no name, nor is what another entry of the list begins with as well.
    """
    brothers = [n for n in look.children.get(entry.parent, ()) if n is not entry and n.shown and n.role == entry.role]
    others = {text for other in brothers for text in _beginnings(look, other)}
    return [text for text in _beginnings(look, entry) if text not in others]


def _beginnings(look: Look, entry: Node) -> list[str]:
    """The longest first."""
    inside = [n for n in look.all_inside(entry) if n.shown and n is not entry and n.text[1] > n.text[0]]
    heads = [look.text_of(n) for n in inside if n.role == "heading"]
    texts = [*pieces_of(look, entry)[:1], *(heads or _first_words(look, entry, inside))]
    return sorted({*texts, *(_PRICE_BEHIND.sub("", text) for text in texts)}, key=len, reverse=True)


def _first_words(look: Look, entry: Node, inside: list[Node]) -> list[str]:
    """Of those inside before which no letter stands."""
    worded = [n for n in inside if n.role not in _USED and any(map(str.isalpha, look.text_of(n)))]
    start = min((n.text[0] for n in worded), default=-1)
    lettered = [n for n in worded if not any(map(str.isalpha, look.text[entry.text[0] : n.text[0]]))]
    return [look.text_of(n) for n in lettered if n.text[0] >= start]


_PRICE_BEHIND = re.compile(r"\s+(?:[€$£¥]\s?\d[\d.,]*|\d[\d.,]*\s?(?:[€$£¥]|[A-Z]{3}))$")
_USED = frozenset({"button", "checkbox", "switch", "combobox", "textbox", "menuitem"})


def owners(target: Target) -> list[tuple[str, str]]:
    """ "the price of Rose", "Rose's price": what is meant, and whose it is."""
    if target.quoted or target.within or target.ordinal or target.qualities or target.kind not in ("any", "text"):
        return []
    of = [(cut[1], cut[2]) for cut in _OF.finditer(target.name)]
    return of + [(cut[2], cut[1]) for cut in _POSSESSIVE.finditer(target.name)]


_OF = re.compile(r"^(.+?) (?:of|for|after) (?:the )?(.+)$")
_POSSESSIVE = re.compile(r"^(.+?)['’]s (.+)$")


def words_of(look: Look, node: Node) -> list[str]:
    """The words of an element's text, without punctuation around them."""
    words = [word.strip('.,;:!?"“”„()[]') for word in (look.text_of(node) or node.value).split()]
    return [word for word in words if word]


def _record_of(look: Look, label: Node) -> Node | None:
    """The row, entry or card a label stands in: what stands in the next one says nothing of it."""
    chain = (label, *look.ancestors(label))
    return next((n for n in chain if n.role in ITEMS or n.tag == "tr" or _is_one_of_several(look, n, label)), None)


def _is_one_of_several(look: Look, box: Node, label: Node) -> bool:
    """Whether a box alike beside it has such a label of its own."""
    if box is label or box.parent < 0:
        return False
    alike = (box.tag, box.classes, box.role)
    beside = (n for n in look.children[box.parent] if n is not box and n.shown)
    return any(_has_its_own(look, n, label) for n in beside if (n.tag, n.classes, n.role) == alike)


def _has_its_own(look: Look, box: Node, label: Node) -> bool:
    """Such a label with something else beside it, or such a heading."""
    inside = (n for n in look.all_inside(box) if n is not box and n.shown)
    own = next((n for n in inside if (n.tag, n.classes) == (label.tag, label.classes)), None)
    return own is not None and (own.role == "heading" or look.text_of(own) != look.text_of(box))


def _definition(look: Look, node: Node) -> str | None:
    """The `dd` of a `dt`, the next cell of a cell in which something stands; None of what is neither."""
    for start in (node, *look.ancestors(node)[:3]):
        wanted = {"dt": ("dd",), "th": ("td", "th"), "td": ("td", "th")}.get(start.tag)
        if wanted is None and start.role not in ("cell", "rowheader", "gridcell"):
            continue
        after = [n for n in look.children.get(start.parent, []) if n.index > start.index]
        if start.role == "columnheader" and not (after and after[0].tag == "td"):  # else it heads its line
            return _below_header(look, start)
        values = _values_among(after, wanted)
        stand = [n for n in standing(look, values) if not is_of_a_button(look, n)]
        return next(filter(None, (_unstruck(look, n) for n in stand)), "") if values else None
    return None


def _values_among(after: list[Node], tags: tuple[str, ...] | None) -> list[Node]:
    """What follows a label without a break of one of these tags; without tags the cells."""
    if tags is None:
        return [n for n in after if n.role in ("cell", "gridcell")]
    return after[: next((at for at, n in enumerate(after) if n.tag not in tags), len(after))]


def rows_below(look: Look, header: Node) -> list[Node]:
    """The rows of the table under a column's heading."""
    grid = grid_of(look, header)
    if grid is None:
        return []
    own = grid.lines.get(look.nodes[header.parent].index, -1) if look.inside(header, grid.table) else -1
    return on_screen(look, [look.nodes[row] for row, line in grid.lines.items() if line > own])


def cells_below(look: Look, header: Node) -> list[Node]:
    """The cells of its columns, without those of the table's foot; one that spans rows once."""
    grid = grid_of(look, header)
    rows = [row for row in rows_below(look, header) if is_entry(look, row)]
    if grid is None:
        return []
    places = grid.columns(header)
    found = {c.index: c for row in rows for at in places if (c := grid.cell(row, at)) is not None and c is not header}
    return list(found.values())


def headed_so(look: Look, label: str) -> list[Node]:
    """Lines outside tables that begin with the label and go on behind it: Total: 51.90 €"""
    found = [
        n
        for n in look.nodes
        if n.shown and n.text[1] - n.text[0] <= _LONGEST_LINE and behind_label(look.text_of(n), label)
        if not any(a.role in ("table", "grid") for a in (n, *look.ancestors(n)))
    ]
    outer = {a.index for n in found for a in look.ancestors(n)}
    return [n for n in found if n.index not in outer]


def _below_header(look: Look, header: Node) -> str:
    cells = cells_below(look, header)
    return _unstruck(look, cells[0]) if cells else ""


def _next_in_line(look: Look, node: Node, record: Node | None) -> str:
    """The field a label is for, or the next brother in the same small box; of an entry a brother that is a value."""
    if node.control >= 0:
        return _value_or_text(look, look.nodes[node.control])
    for start in (node, *look.ancestors(node)[:2]):
        if start.parent < 0 or (after := _next_few(look, start)) is None:
            break
        if start is record:
            return _plain_value(look, after[:1])
        if after:
            value = standing(look, after)[0]
            return _unstruck(look, value) or value.value
        around = look.nodes[start.parent]
        rest = behind_label(look.text_of(around), look.text_of(node))
        if rest and len(rest) <= _LONGEST_VALUE and not _is_of_buttons(look, around, rest):
            return rest
    return ""


def _next_few(look: Look, node: Node) -> list[Node] | None:
    """Its brothers behind it in which something may stand; None in a larger box."""
    brothers = [n for n in look.children.get(node.parent, []) if n.index != node.index and n.shown]
    if len(standing(look, brothers)) > _MOST_BROTHERS:
        return None
    return [n for n in brothers if n.index > node.index and (n.text[1] or n.value) and not is_of_a_button(look, n)]


def is_of_a_button(look: Look, node: Node) -> bool:
    """Whether all that it says is what a button is called: no value of a label. One that opens a list shows its own."""
    if any(is_button(n) for n in (node, *look.ancestors(node)[:_IN_A_BUTTON])):
        return True
    return _is_of_buttons(look, node, look.text_of(node))


def _is_of_buttons(look: Look, node: Node, text: str) -> bool:
    """Whether the text is what the buttons in it are called, and nothing else."""
    buttons = [n for n in look.all_inside(node)[1:] if n.shown and is_button(n)]
    return bool(buttons) and squeeze(" ".join(map(look.text_of, buttons))) == text


_IN_A_BUTTON = 3  # elements


def _plain_value(look: Look, entries: list[Node]) -> str:
    """What has no letters: a number, an amount."""
    texts = map(look.text_of, entries)
    return next((text for text in texts if not any(map(str.isalpha, text))), "")


def _unstruck(look: Look, node: Node) -> str:
    """What it says as a value: without the old price that is crossed out in it, and without its buttons."""
    return squeeze(as_value(look, node)) or squeeze(without_struck(look, node)) or look.text_of(node)


def _value_or_text(look: Look, control: Node) -> str:
    return control.value or look.text_of(control)


def _beside(look: Look, node: Node, record: Node | None) -> str:
    """The nearest text right of the label, else the nearest below it, in its own record."""
    best: tuple[float, str] | None = None
    for other in _apart_from(look, node, record) if node.box is not None else ():
        away = _away(node.box, other.box)
        text = look.text_of(other) if away is not None else ""
        nearer = away is not None and len(text) <= _LONGEST_VALUE and (best is None or away < best[0])
        if away is not None and nearer and not is_of_a_button(look, other):
            best = (away, text)
    return best[1] if best else ""


def _apart_from(look: Look, node: Node, record: Node | None) -> Iterator[Node]:
    """What says something beside it, neither in it nor around it."""
    for other in standing(look, [n for n in look.nodes if n.text[1]]):
        overlaps = look.inside(other, node) or look.inside(node, other)
        if other.shown and not overlaps and (record is None or look.inside(other, record)):
            yield other


def _away(label: Box | None, other: Box | None) -> float | None:
    """How far to the right of the label in its line, or further below it; None where it is neither."""
    if label is None or other is None:
        return None
    (x, y, width, height), (ox, oy, owidth, oheight) = label, other
    right, down = ox - (x + width), oy - (y + height)
    if -_SLACK <= right <= _REACH_RIGHT and oy < y + height and oy + oheight > y:
        return right
    if -_SLACK <= down <= _REACH_DOWN and ox < x + width and ox + owidth > x:
        return _FURTHER + down
    return None
