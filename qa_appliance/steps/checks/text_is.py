"""What an element says: its text, the value of a field, the page's title, a dialog's words. Pure."""

from __future__ import annotations

import re

from msgspec.structs import replace

from qa_appliance.browser.find.columns import headed_so as column_headed_so
from qa_appliance.browser.find.columns import under_its_heading
from qa_appliance.browser.find.descriptions import called
from qa_appliance.browser.find.holding import held_by, holds_more, may_lead_there, part_meant
from qa_appliance.browser.find.ladder import EQUAL
from qa_appliance.browser.find.main_content import ABOUT, stands_around
from qa_appliance.browser.find.nearby import texts_beside
from qa_appliance.browser.find.qualities import may_be_a_noun
from qa_appliance.browser.find.search import Ambiguous, Match, Miss, find
from qa_appliance.browser.find.texts import called_so, fold, signs_behind, squeeze
from qa_appliance.browser.look.node import SEAM, Look, Node
from qa_appliance.browser.look.roles import CELLS, ITEMS
from qa_appliance.core import checks as c
from qa_appliance.core.evidence.steps import Found
from qa_appliance.core.target import Relation, Target
from qa_appliance.steps.base.answers import (
    Answer,
    compared,
    found_by,
    holds_nothing,
    not_one,
    of_the_part_read,
    words_compared,
)
from qa_appliance.steps.base.compare import compare
from qa_appliance.steps.base.comparisons import Compared, likeliest
from qa_appliance.steps.base.labelled import (
    cells_below,
    headed_so,
    labelled_texts,
    longer_label,
    names_of,
    owners,
    rows_below,
    spoken_of,
)
from qa_appliance.steps.base.states import bar_texts, holds_value, is_shut, struck_only
from qa_appliance.steps.base.whole_words import apart
from qa_appliance.steps.checks.other_names import (
    number_of,
    numbered,
    of_the_page,
    others_in_its_row,
    pager_meant,
    whole_total,
    without_its_measure,
    without_its_sort,
    without_its_use,
)
from qa_appliance.steps.records.boards import column_named

_MOST_ROWS = 8  # that are named to choose from


def title_is(check: c.TitleIs, look: Look) -> Answer:
    return _words_are("The title", look.title, check)


def spoken_is(kind: str, spoken: str, check: c.TextIs) -> Answer:
    """The check on the text of the browser's own dialog."""
    return _words_are(f"The {kind}", spoken, check)


def _words_are(what: str, seen: str, check: c.TitleIs | c.TextIs) -> Answer:
    return words_compared(what, seen, check.comparison, check.value, check.negated, _compared(seen, check))


def _compared(seen: str, check: c.TitleIs | c.TextIs | c.ValueIs) -> Compared:
    return compare(seen, check.comparison, check.value, any_case=check.any_case)


def value_is(check: c.ValueIs, look: Look) -> Answer:
    answer = _field(check.target, look)
    if isinstance(answer, Miss) and (narrower := without_its_use(look, check.target)) is not None:
        answer = _field(narrower, look)
    if not isinstance(answer, Match):
        return not_one(check.target, answer)
    node = answer.node
    seen = _value_of(check, look, node)
    if check.negated and not holds_value(node) and fold(seen) == fold(check.target.name):
        return Answer(False, holds_nothing(look, node), check.target.words, kind="unsupported", node=node)
    what = f"The value of the {called(look, node)}"
    result = compared(what, seen, check, _compared(seen, check), found_by(answer), node)
    return of_the_part_read(result, check, look, node)


def _value_of(check: c.ValueIs, look: Look, node: Node) -> str:
    """What it holds; of several that are chosen each is denied, and one may be enough."""
    shares = bar_texts(node)[:1] if check.value.endswith("%") else []
    seen = shares[0] if shares else node.value if holds_value(node) else look.text_of(node)
    if node.role in ("group", "radiogroup") and (radio := _radio_chosen(look, node)) is not None:
        return radio
    if not (check.negated or check.among) or check.comparison != "equals" or node.role != "listbox":
        return seen
    chosen = [n for n in look.all_inside(node) if n.role == "option" and "selected" in n.states]
    texts = [look.text_of(n) or n.name for n in chosen]
    return next((text for text in texts if _compared(text, check).holds), seen)


def _radio_chosen(look: Look, group: Node) -> str | None:
    """The one of its radio buttons that is on, "" where none is; None of a group without any."""
    radios = [n for n in look.all_inside(group) if n.role == "radio"]
    return next((n.name for n in radios if "checked" in n.states), "") if radios else None


def _field(target: Target, look: Look) -> Match | Miss | Ambiguous:
    """What holds a value; where the words fit something else, the field they label."""
    answer = find(look, target, "state")
    if isinstance(answer, Match) and holds_value(answer.node):
        return answer
    field = find(look, target, "fill")
    if isinstance(field, Match) or target.within:
        return field if isinstance(field, Match) else answer
    field = find(look, target, "fill")
    beside = isinstance(field, Match) and texts_beside(look, [field.node]).get(field.node.index, ())
    return field if beside and any(called_so(target.name, text) for text in beside) else answer


def text_is(check: c.TextIs, look: Look) -> Answer:
    """The text of the element, or what stands beside it when its own text is only a label ("Total" → 39.90).

    In a table "the status of Alice" is a cell.
    """
    target = check.target
    if (other := _another_heading(check, look)) is not None:
        return other
    if target.kind == "column" and (cell := under_its_heading(target)) is not None:
        target, check = cell, replace(check, target=cell)
    if target.kind == "column" and target.name:
        return column_says(check, look)
    answer = _cell_meant(look, target) or pager_meant(look, target) or _element_meant(check, look)
    if isinstance(answer, Ambiguous):
        return _of_any(check, look, answer)
    if (narrower := _narrower(look, target, answer) or _by_its_label(check, look, answer)) is not None:
        return text_is(replace(check, target=narrower), look)
    return _element_says(check, look, answer) if isinstance(answer, Match) else not_one(target, answer)


def _another_heading(check: c.TextIs, look: Look) -> Answer | None:
    """ "The heading shows “Extras”" on a page with several: one says just that, or, denied, none. None of one told."""
    target = check.target
    if target.kind != "heading" or target != Target(words=target.words, kind="heading"):
        return None
    if check.comparison not in ("contains", "shows"):
        return None
    heads = [n for n in look.nodes if n.shown and n.role == "heading"]
    node = next((n for n in heads if _compared(look.text_of(n), replace(check, comparison="equals")).holds), None)
    return None if node is None else compared("The heading", look.text_of(node), check, Compared(True), None, node)


def _narrower(look: Look, target: Target, answer: Match | Miss) -> Target | None:
    """The same in the page's words, where they fit as a whole."""
    if isinstance(answer, Match):
        return None
    if (total := whole_total(look, target)) is not None:
        return total
    for named in without_its_sort(look, target):
        one = find(look, named, "text")
        if isinstance(one, Match) and one.rung in EQUAL:
            return named
    return without_its_use(look, target) or of_the_page(look, target)


def _by_its_label(check: c.TextIs, look: Look, answer: Match | Miss) -> Target | None:
    """Denied, another label would do."""
    return without_its_measure(look, check.target) if isinstance(answer, Miss) and not check.negated else None


def _element_says(check: c.TextIs, look: Look, answer: Match) -> Answer:
    target, loosely = check.target, check.target.kind in ("any", "text")
    node, found = part_meant(look, answer.node, target), found_by(answer)
    if check.negated and (reason := _says_nothing(look, node, target)):
        return Answer(False, reason, target.words, kind="unsupported", found=found, node=node)
    if node.role == "tab" and is_shut(look, node) and not _compared(look.text_of(node), check).holds:
        message = f"The {called(look, node)} is not selected: what is shown is of another one."
        return Answer(False, message, target.words, "not selected", found=found, node=node)
    if longer := longer_label(look.text_of(node), target, check.value):
        message = f"There is no “{target.name}” on the page; the nearest is “{longer}”."
        return Answer(False, message, target.words, kind="not_found", instead=(longer,))
    if loosely and node.role == "columnheader" and len(rows_below(look, node)) > 1:
        lines = headed_so(look, target.name)
        return _judged(check, look, lines[0], found) if len(lines) == 1 else _which_row(check, look, node)
    return _open_page_says(check, look, node, found) or _judged(check, look, node, found)


def _open_page_says(check: c.TextIs, look: Look, node: Node, found: Found | None) -> Answer | None:
    """A link to the page that is open stands for that page."""
    if check.comparison not in ("contains", "shows") or check.target.kind != "any" or not _leads_here(look, node):
        return None
    page = next((n for n in look.nodes if n.role == "main" and n.shown), look.nodes[0])
    text = look.text_of(page)
    if not _compared(text, check).holds:
        return None
    return compared(f"“{check.target.name}”", text, check, Compared(True), found, page)


def _leads_here(look: Look, node: Node) -> bool:
    """The link to the page that is open; a day of a calendar or the step at hand is current as well."""
    return "current" in node.states and any(n.role == "link" for n in (node, *look.ancestors(node)))


def _element_meant(check: c.TextIs, look: Look) -> Match | Miss | Ambiguous:
    """The element by its words; where no element is called "the price of Rose", Rose's price."""
    target = check.target
    if check.comparison in ("contains", "shows") and may_lead_there(target):
        holding = find(look, target, "text", place=True, called=holds_more)
        if isinstance(holding, Ambiguous):
            holding = _around_the_others(look, holding)
        if not isinstance(holding, Miss):
            return holding
    answer = find(look, target, "text")
    if not isinstance(answer, Miss):
        return _label_called_so(look, target, answer) or answer
    for part, whose in owners(target):
        of_it = replace(target, name=part, within=(Relation("near", Target(words=whose, name=whose)),))
        cell = _cell_meant(look, of_it)
        owned = cell or find(look, replace(of_it, within=(Relation("inside", of_it.within[0].target),)), "text")
        if not isinstance(owned, Miss):
            return owned
    return numbered(look, target) or answer


def _label_called_so(look: Look, target: Target, answer: Match | Ambiguous) -> Match | None:
    """The one label with a value beside it, where otherwise only a heading of that name was found."""
    if isinstance(answer, Ambiguous) or answer.node.role != "heading" or target.kind != "any":
        return None
    head = answer.node
    others = (n for n in look.nodes if n.shown and not (n.role or look.inside(n, head) or look.inside(head, n)))
    alike = (n for n in others if fold(look.text_of(n)) == fold(target.name))
    labels = [n for n in alike if labelled_texts(look, n, target) != [look.text_of(n)]]
    return Match(labels[0], answer.rung, 1, "") if len(labels) == 1 else None


def _around_the_others(look: Look, answer: Ambiguous) -> Match | Ambiguous:
    """The section, where its heading is called so as well."""
    around = [n for n in answer.nodes if all(look.inside(other, n) for other in answer.nodes)]
    return Match(around[0], answer.rung, len(answer.nodes), "") if around else answer


def _says_nothing(look: Look, node: Node, target: Target) -> str:
    """Why a denial of what it says cannot fail: it is not what the page is about, or has no text but the name it was
    found by."""
    if may_lead_there(target) and not holds_more(look, node, target):
        return holds_nothing(look, node)
    if target.kind in ABOUT and not target.name and not target.within and stands_around(look, node):
        return f"The page has no {target.kind} of its own; the {called(look, node)} only frames it. Say which is meant."
    texts = labelled_texts(look, node, target)
    if target.kind in ("any", "text") and target.name and {fold(text) for text in texts} == {fold(target.name)}:
        return f"Nothing stands at “{target.name}” but these words, so the denial cannot fail. Say what is not shown."
    return ""


def _of_any(check: c.TextIs, look: Look, answer: Ambiguous) -> Answer:
    """Of several one need not choose where all say the same."""
    values = [n for n in answer.nodes if n.role != "columnheader"]  # a column has many
    answers = [_judged(check, look, n, None) for n in values or answer.nodes]
    return answers[0] if len({a.holds for a in answers}) == 1 else not_one(check.target, answer)


def _which_row(check: c.TextIs, look: Look, header: Node) -> Answer:
    """A column is no value: each of its rows has one."""
    rows = [look.text_of(n).split(" ")[0] for n in rows_below(look, header)]
    choices = tuple(
        f"the row “{row}” shows “{check.value}” under {check.target.name}" for row in rows[:_MOST_ROWS] if row
    )
    listed = " · ".join(f"{n}) {words}" for n, words in enumerate(choices, 1))
    which = f" Say which row: {listed}." if listed else ""
    message = f"“{check.target.name}” is a column with {len(rows)} rows.{which}"
    return Answer(False, message, check.target.words, kind="ambiguous", candidates=choices)


def column_says(check: c.TextIs, look: Look) -> Answer:
    """What a column shows: one of its cells does. Denied, none may; any other comparison wants one row."""
    on_board = column_named(look, check.target)
    if on_board is not None and check.comparison in ("contains", "shows"):
        return _judged(check, look, on_board.box, None)
    answer = find(look, check.target, "text")
    if not isinstance(answer, Match):
        return not_one(check.target, answer)
    cells = cells_below(look, answer.node)
    if not cells or (len(cells) > 1 and check.comparison not in ("contains", "shows")):
        return _which_row(check, look, answer.node)
    results = [(look.text_of(cell), _compared(look.text_of(cell), check)) for cell in cells]
    seen, result = likeliest(results)
    if not result.holds:
        seen = " · ".join(text for text, _ in results[:_MOST_ROWS])
    return compared(f"The column “{check.target.name}”", seen, check, result, found_by(answer), answer.node)


def _cell_meant(look: Look, target: Target) -> Match | None:
    """ "the status of Alice" where a table has a column Status and a row Alice."""
    if target.kind not in ("any", "text") or len(target.within) != 1 or target.ordinal:
        return None
    of = target.within[0]
    heads = [n for n in look.nodes if n.role == "columnheader"]
    headed = any(column_headed_so(target.name, n.name or look.text_of(n)) for n in heads)
    if not headed or not target.name or of.place not in ("near", "inside", "row"):
        return None
    column = Target(words=target.name, name=target.name, kind="column", quoted=target.quoted)
    kept = tuple(each for each in of.target.qualities if not may_be_a_noun(of.target, each))
    row = Relation("row", replace(of.target, kind="row", qualities=kept))
    cell = Target(words=target.words, kind="cell", within=(row, Relation("column", column)))
    answer = find(look, cell, "text")
    return answer if isinstance(answer, Match) else None


_WRITTEN = frozenset({"message", "comment", "post", "reply", "note"})
"""Of which one says what was written, its longest piece, and not who wrote it or when: "the last message is Hello"."""

_ENTRIES = frozenset({"item", "row"})
"""Of which kinds one is told by what it is called: "the first product is Rose"."""


def _judged(check: c.TextIs, look: Look, node: Node, found: Found | None) -> Answer:
    seen, result = likeliest([(text, _compared(text, check)) for text in _texts_of(check, look, node)])
    label = f"“{check.target.name}”" if check.target.name else spoken_of(look, node)
    if not result.holds and _lists_each(check, look, node):
        result = Compared(True)
    if result.holds and not check.negated and struck_only(look, node, *held_by(look, node), check.value):
        message = f"{label} shows “{check.value}” crossed out only."
        return Answer(False, message, check.value, "crossed out", found=found, node=node)
    return of_the_part_read(compared(label, seen, check, result, found, node), check, look, node)


def _lists_each(check: c.TextIs, look: Look, node: Node) -> bool:
    """ "The list contains Buy milk and Pay rent": an entry is called so, and another one so."""
    names = [name for name in re.split(r",\s*(?:and\s+)?|\s+and\s+", check.value) if name]
    if check.comparison not in ("contains", "shows") or check.target.kind not in _HOLDING or len(names) < _SEVERAL:
        return False
    entries = [n for n in look.all_inside(node) if n.shown and n is not node and (n.role in ITEMS or n.role in CELLS)]
    called_so = {fold(name) for n in entries for name in (*names_of(look, n), look.text_of(n))}
    return all(fold(name) in called_so for name in names)


_HOLDING = frozenset({"list", "table", "menu", "dropdown"})
_SEVERAL = 2


def _texts_of(check: c.TextIs, look: Look, node: Node) -> list[str]:
    """What it says, the likeliest first: by its label, under its heading, with words closed up, by its pieces."""
    texts = [*([] if look.text_of(node) else bar_texts(node)), *labelled_texts(look, node, check.target)]
    of_any = check.comparison in ("contains", "shows")
    if of_any and _is_heading(check.target, node):
        texts = [squeeze(held_by(look, node)[1]), *texts]
    if SEAM in (whole := look.text[node.text[0] : node.text[1]]):
        texts = [*texts, squeeze(whole.replace(SEAM, ""))]
    if (split := apart(whole)) != squeeze(whole) and check.comparison == "shows":
        texts = [*texts, split]
    if signs := signs_behind(squeeze(whole), check.target.name):
        texts = [*texts, signs]
    if check.comparison == "equals":
        texts = [*texts, *_called_or_beside(check, look, node), *_large_print(look, node, check.target)]
        texts += [check.value] if _states_it(squeeze(whole), check) else []
    return texts


def _large_print(look: Look, node: Node, target: Target) -> list[str]:
    """ "€304k" of “€304k +12 %”, where the rest is in small print: of a label what stands at it."""
    texts = labelled_texts(look, node, target)
    small = [n for n in look.nodes if n.tag in ("small", "sup") and n.shown and n.text[1] > n.text[0]]
    rests = (texts[0].removesuffix(look.text_of(n)).strip() for n in small if texts[0].endswith(look.text_of(n)))
    return [rest for rest in rests if any(map(str.isdigit, rest))]


def _states_it(text: str, check: c.TextIs) -> bool:
    """ "Your profile is 40% complete": the page says it in the same words."""
    words = f"{check.target.name} is {check.value}"
    plain = check.target.kind == "any" and not (check.target.quoted or check.target.within) and bool(check.target.name)
    return plain and f" {fold(words)} " in f" {fold(text)} "


def _called_or_beside(check: c.TextIs, look: Look, node: Node) -> list[str]:
    """What an entry is called, what a heading has as a number, what else stands in the row of a cell."""
    target = check.target
    if target.ordinal and not target.name and target.words.split()[-1].casefold() in _WRITTEN:
        pieces = (look.text_of(n) for n in look.all_inside(node) if n.shown and not look.children.get(n.index))
        return [max(pieces, key=len)]
    if target.kind in _ENTRIES and (target.ordinal or any(q.startswith(_EXTREMES) for q in target.qualities)):
        return names_of(look, node)
    if target.kind not in ("any", "text") or target.within or target.quoted:
        return []
    return [*filter(None, [number_of(look.text_of(node), target)]), *others_in_its_row(look, node, check.value)]


_EXTREMES = ("highest ", "lowest ")


def _is_heading(target: Target, node: Node) -> bool:
    return target.kind in ("any", "section", "item") and not target.ordinal and node.role == "heading"
