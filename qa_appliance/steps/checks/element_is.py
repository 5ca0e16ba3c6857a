"""Whether an element is there, and in what state. Pure."""

from __future__ import annotations

import re

from msgspec.structs import replace

from qa_appliance.browser.find.descriptions import called
from qa_appliance.browser.find.holding import held_by, part_meant
from qa_appliance.browser.find.ladder import EQUAL, PARTLY
from qa_appliance.browser.find.literal import in_message, is_marked_so, messages
from qa_appliance.browser.find.scope import rows_around
from qa_appliance.browser.find.search import Gathered, Match, Miss, find, gather
from qa_appliance.browser.find.texts import fold, squeeze
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.roles import BOXES, ITEMS
from qa_appliance.browser.look.struck import is_struck
from qa_appliance.browser.look.under_way import is_blank
from qa_appliance.core import checks as c
from qa_appliance.core.target import RECORDS, Target
from qa_appliance.steps.base.answers import Answer, found_of, may_be_gone, not_one, partly_read
from qa_appliance.steps.base.labelled import holder_of, labelled_texts, only_asked_for, pieces_of, says_none
from qa_appliance.steps.base.states import (
    bearer_of,
    content_of,
    entries_of,
    has_state,
    holds_value,
    is_on,
    is_shut,
    opposite,
    says_empty,
    struck_only,
)
from qa_appliance.steps.base.whole_words import names_other_file
from qa_appliance.steps.checks.loading import at_work
from qa_appliance.steps.checks.other_names import boxes_called, emptiness_stated, without_its_sort, without_its_use
from qa_appliance.steps.checks.stays_down import Down, stays_down
from qa_appliance.steps.records.boards import cards_of, column_named, under_a_column

_LONGEST_HELD = 80  # characters
_NONE = re.compile(r"[(\[]\s*0\s*[)\]]$|^0\s")  # "Unread (0)"


def element_is(check: c.ElementIs, look: Look) -> Answer:
    check = replace(check, target=under_a_column(look, holder_of(check.target)))
    if check.state not in ("visible", "exists"):
        check = replace(check, target=without_its_use(look, check.target) or check.target)
        return _in_state(check, look)
    return _is_not_there(check, look) if check.negated else _is_there(check, look)


def _in_state(check: c.ElementIs, look: Look) -> Answer:
    state, words = check.state, _words(check)
    got = emptiness_stated(look, check) or gather(look, check.target, "state")
    nodes = _bearers(check, look, got)
    if isinstance(nodes, Answer):
        return (_crossed_out(check, look) if check.state == "crossed_out" else None) or nodes
    node, name = nodes[0], called(look, nodes[0])
    if (special := _known_otherwise(check, look, node)) is not None:
        return special
    has = [has_state(look, n, state) for n in nodes]
    if None in has and state == "empty":
        return Answer(False, partly_read(look, node), words, kind="unsupported", node=node)
    if None in has:
        return Answer(False, f"Whether the {name} is {words} cannot be told: it has no such state.", words, name)
    found = found_of(got, nodes)
    if all(one != check.negated for one in has):
        return Answer(True, f"The {name} is {words}, expected {words}.", words, words, found=found, node=node)
    if state == "empty" and not check.negated:
        return _not_empty(look, nodes, replace(Answer(False, expected=words), found=found, node=node))
    seen = _worded(state) if check.negated else opposite(state)
    return Answer(False, f"The {name} is {seen}, expected {words}.", words, seen, found=found, node=node)


def _known_otherwise(check: c.ElementIs, look: Look, node: Node) -> Answer | None:
    """What is known of it otherwise than by its own state."""
    return (
        _column_is_empty(check, look)
        or _part_is_empty(check, look, node)
        or _is_off(check, look, node)
        or _is_covered(check, look, node)
        or _beside(check, look, node)
        or _label_alone(check, look, node)
    )


def _label_alone(check: c.ElementIs, look: Look, node: Node) -> Answer | None:
    """ "The order number is not empty": where only that label stands, or a dash at it, it is."""
    if check.state != "empty" or not check.negated or node.role not in _LABELS or holds_value(node):
        return None
    own, name = look.text_of(node), called(look, node)
    value = labelled_texts(look, node, check.target)[0]
    if _NONE.search(own):
        return Answer(False, f"The page says “{own}”: there are none.", _words(check), own, node=node)
    if fold(own) != fold(check.target.name) or (value.strip(_DASHES) and fold(value) != fold(own)):
        return None
    return Answer(False, f"Nothing stands at the {name}.", _words(check), "empty", node=node)


_LABELS = frozenset({"", "term", "rowheader", "cell"})
_DASHES = " -–—"


def _beside(check: c.ElementIs, look: Look, node: Node) -> Answer | None:
    """Of a box, whether what stands beside it is crossed out."""
    return _crossed_out(check, look) if check.state == "crossed_out" and node.role in BOXES else None


def _crossed_out(check: c.ElementIs, look: Look) -> Answer | None:
    """Of the entry that is called so, beside whatever else stands in it."""
    name = fold(check.target.name)
    entries = [n for n in look.nodes if n.shown and n.role in ITEMS and name in map(fold, pieces_of(look, n))]
    if len(entries) != 1 or check.target.within:
        return None
    node, words = entries[0], _words(check)
    crossed = is_struck(look, node) or struck_only(
        look, node, look.all_inside(node), look.text_of(node), check.target.name
    )
    message = f"“{check.target.name}” is {'' if crossed else 'not '}crossed out."
    return Answer(crossed != check.negated, message, words, node=node)


def _is_covered(check: c.ElementIs, look: Look, node: Node) -> Answer | None:
    """Of what can be used, whether something lies over it: an open modal does over all that is not in it."""
    behind = "inert" in node.states or (look.modal is not None and not look.inside(node, look.modal))
    if not check.reached or node.disabled or not (behind or (node.covered and not node.wrapped)):
        return None
    message = f"The {called(look, node)} is enabled, but something lies over it."
    return Answer(check.negated, message, _words(check), "covered", node=node)


def _is_off(check: c.ElementIs, look: Look, node: Node) -> Answer | None:
    """Of a switch that is off "enabled" may say that it is on; "active" says so of a button that stays down."""
    if check.active and (seen := stays_down(look, node)) is not None:
        return _is_down(check, called(look, node), seen, node)
    if check.state != "enabled" or check.negated or node.role != "switch" or is_on(node):
        return None
    message = f"The {called(look, node)} can be used, but is off. Say “is on” or “can be clicked”."
    return Answer(False, message, check.state, "off", kind="ambiguous", node=node)


def _is_down(check: c.ElementIs, name: str, seen: Down, node: Node) -> Answer:
    expected = "not active" if check.negated else "active"
    if seen == "unknown":
        return Answer(False, _DOWN_UNKNOWN.format(name=name), expected, kind="unsupported", node=node)
    return Answer(seen == expected, f"The {name} is {seen}.", expected, seen, node=node)


_DOWN_UNKNOWN = (
    "Whether the {name} is active cannot be told: the page marks no button there as active. "
    "Say that it can be clicked, or what it changes."
)


def _column_is_empty(check: c.ElementIs, look: Look) -> Answer | None:
    """Of a board's column, whether it has cards."""
    column = column_named(look, check.target) if check.state == "empty" and check.target.kind == "column" else None
    if column is None:
        return None
    cards = cards_of(look, column)
    if cards is None:
        return None
    seen = look.text_of(cards[0])[:_LONGEST_HELD] if cards else ""
    message = f"The column “{look.text_of(column.heading)}” holds {len(cards)}: “{seen}”."
    return Answer((not cards) != check.negated, message, _words(check), seen, node=column.heading)


def _part_is_empty(check: c.ElementIs, look: Look, node: Node) -> Answer | None:
    """Of a section without an element of its own, what stands under its heading: nothing, or that there is none."""
    heading = part_meant(look, node, check.target)
    if check.state != "empty" or heading is node:
        return None
    name = look.text_of(heading)
    text = squeeze(held_by(look, heading)[1]).removeprefix(name).strip()
    holds = (not text or says_none(text, check.target.name)) != check.negated
    seen = text[:_LONGEST_HELD]
    return Answer(holds, f"Under the heading “{name}” stands “{seen}”.", _words(check), seen, node=heading)


def _bearers(check: c.ElementIs, look: Look, got: Gathered) -> list[Node] | Answer:
    """What has the state: all that fit where they are alike in it, else the one that is meant."""
    state = check.state
    nodes = [bearer_of(look, n, state) for n in got.nodes]
    if not _is_any_of_them(check, look, got, nodes):
        one = find(look, check.target, "state")
        if not isinstance(one, Match):
            return not_one(check.target, one)
        nodes = [bearer_of(look, one.node, state)]
    if state == "checked" and all(is_on(n) is None for n in nodes):
        box = find(look, check.target, "check")  # the words beside a box stand for it
        return [box.node] if isinstance(box, Match) else nodes
    if state == "editable" and not any(holds_value(n) for n in nodes):
        field = find(look, check.target, "fill")  # so do those beside a field
        return [field.node] if isinstance(field, Match) else nodes
    return nodes


def _is_any_of_them(check: c.ElementIs, look: Look, got: Gathered, nodes: list[Node]) -> bool:
    """Whether the answer is the same whichever of them is meant."""
    alike = len({has_state(look, n, check.state) for n in nodes}) == 1
    return got.rung == PARTLY.name or (alike and len(nodes) > 1 and not check.target.ordinal)


def _not_empty(look: Look, nodes: list[Node], answer: Answer) -> Answer:
    """What stands there; what says of itself that it is empty is believed."""
    if text := says_empty(look, nodes):
        return replace(answer, holds=True, note=f"the page says “{text}”")
    node, name = nodes[0], called(look, nodes[0])
    held = "" if node.type == "password" else squeeze(node.value or look.text_of(node))[:_LONGEST_HELD]
    if held:
        return replace(answer, message=f"The {name} holds “{held}”, expected it to be empty.", seen=held)
    seen = opposite("empty")
    return replace(answer, message=f"The {name} is {seen}, expected {answer.expected}.", seen=seen)


def _words(check: c.ElementIs) -> str:
    return opposite(check.state) if check.negated else _worded(check.state)


def _worded(state: c.State) -> str:
    return state.replace("_", " ")


def _gathered(check: c.ElementIs, look: Look) -> tuple[Gathered, list[Node]]:
    """All that is called so and such a thing."""
    got = gather(look, check.target, "state")
    there = list(got.nodes)
    if check.target.ordinal:
        one = find(look, check.target, "state")
        there = [one.node] if isinstance(one, Match) else []
    there += list(got.blocked) if check.state == "exists" else []
    there = there or at_work(look, check.target)
    there = entries_of(look, check, content_of(look, check, there))
    return got, [n for n in there if _is_such(look, n, check)]


_ARTICLE = re.compile(r"^(?:the|an?|this|that)\s+", re.IGNORECASE)
_MESSAGE_ROLES = frozenset({"alert", "alertdialog", "status", "log"})


def _is_such(look: Look, node: Node, check: c.ElementIs) -> bool:
    """Of messages: "Order history" in the foot is no order confirmation, unless it says just these words. Of files:
    cv.pdf is not “cv.pdf (1)”."""
    target = check.target
    if check.listed and (in_message(look, node) or _orders(node, check)):
        return False
    if not check.negated and names_other_file(target.name.casefold(), squeeze(look.text_of(node)).casefold()):
        return False
    if not check.negated and not is_marked_so(target, look, node):
        return False
    if target.kind == "image" and not check.negated and not _has_a_picture(look, node):
        return False
    if target.kind != "alert" or not target.name or target.quoted or check.negated:
        return True
    message = node.role in _MESSAGE_ROLES or node.live or in_message(look, node)
    return message or fold(_ARTICLE.sub("", target.words)) in fold(look.text_of(node))


def _has_a_picture(look: Look, node: Node) -> bool:
    """A figure, or a link, that holds none is no image, whatever its caption says."""
    return any(n.role == "img" or n.tag in _DRAWN or n.picture for n in (node, *look.all_inside(node)))


_DRAWN = frozenset({"img", "svg", "canvas", "picture", "video"})


def _orders(node: Node, check: c.ElementIs) -> bool:
    """The button “Order” is no order that is listed."""
    return not check.negated and check.target.name in RECORDS and node.role == "button"


def _is_not_there(check: c.ElementIs, look: Look) -> Answer:
    words = _words(check)
    check = replace(check, target=_any_warning(check.target))
    got, there = _gathered(check, look)
    if got.lost and not all(may_be_gone(relation.target) for relation in check.target.within):
        return not_one(check.target, Miss(got.lost))
    there = _with_messages(check.target, look, there)
    if not there and (boxes := boxes_called(look, check.target)):
        message = f"“{check.target.words}” is there, although it should not be."
        return Answer(False, message, words, called(look, boxes[0]), node=boxes[0])
    if not there or got.lost:
        plainly = _perhaps_there(check, look) or Answer(True, expected=f"{check.target.words} {words}", note=got.lost)
        return _there_otherwise(check, look) or plainly
    name = called(look, there[0])
    message = f"The {name} is there, although it should not be."
    return Answer(False, message, words, name, found=found_of(got, there), node=there[0])


def _perhaps_there(check: c.ElementIs, look: Look) -> Answer | None:
    """Of what is described and not named, whether something is there that may be meant: then it cannot be told.

    A longer name than one in quotes, or of what is used by its name, is another one.
    """
    target = check.target
    if target.quoted or target.ordinal or target.kind in _USED_BY_NAME or not target.name:
        return None
    near = gather(look, target, "state", part=True)
    there = [n for n in near.nodes if _is_such(look, n, check)]
    if near.rung != PARTLY.name or not content_of(look, check, there):
        return None
    message = (
        f"Whether “{target.name}” is there cannot be told: nothing is called just so, but there is the "
        f"{called(look, there[0])}. Put in quotes what is not to be shown."
    )
    return Answer(False, message, _words(check), kind="unsupported", node=there[0])


_USED_BY_NAME = frozenset(
    {"button", "link", "tab", "menuitem", "option", "field", "checkbox", "radio", "row", "column"}
)


def _with_messages(target: Target, look: Look, there: list[Node]) -> list[Node]:
    """Any message is "an alert"; a message that speaks of a row is none."""
    if target.kind == "alert" and not (target.name or target.within):
        return there + messages(look)
    return [n for n in there if not (target.kind == "row" and n.role != "row" and in_message(look, n))]


def _there_otherwise(check: c.ElementIs, look: Look) -> Answer | None:
    """What is denied under another name: "user Bo Chen" by his own."""
    answers = (_is_not_there(replace(check, target=t), look) for t in without_its_sort(look, check.target))
    return next((answer for answer in answers if not answer.holds), None)


def _any_warning(target: Target) -> Target:
    """ "The warning is gone": a message is not called so, and no page says which of them informs."""
    warns = target.kind == "alert" and not target.quoted and target.name.casefold() in _WARNINGS
    return replace(target, name="") if warns else target


_WARNINGS = frozenset({"warnings", "info", "information", "status"})


def _is_there(check: c.ElementIs, look: Look) -> Answer:
    words = _words(check)
    got, there = _gathered(check, look)
    if not there and got.nodes:
        message = f"There is no “{check.target.words}” on the page, only the {called(look, got.nodes[0])}."
        return Answer(False, message, words)
    if not there and (named := _entry_named(look, check.target)) is not None:
        return _is_there(replace(check, target=named), look)
    if not there:
        return not_one(check.target, find(look, check.target, "state"), kind="assertion")
    node, name = there[0], called(look, there[0])
    if check.state == "visible" and (blank := _shows_nothing(look, there)):
        return Answer(False, f"The {name} {blank}.", words, name, node=node)
    if masked := _is_masked(check.target, there):
        message = f"The {called(look, masked)} is there, but what it holds is masked. Say “the password field”."
        return Answer(False, message, words, "masked", node=node)
    if _is_folded(look, check.target, there):
        how = "not selected" if node.role == "tab" else "collapsed"
        return Answer(False, f"Only the {name} is there, and it is {how}.", words, how, node=node)
    if text := _says_none(look, node, check.target) or only_asked_for(look, check.target, got, there):
        return Answer(False, f"The page says “{text}”: there are none.", words, text, node=node)
    return Answer(True, expected=words, found=found_of(got, there), node=node, nodes=tuple(there))


def _shows_nothing(look: Look, there: list[Node]) -> str:
    """Why there is nothing to see in what is there; "" where there is something."""
    if all("broken" in n.states for n in there):
        return "is there, but its picture did not load"
    return "is an empty cell" if all(is_blank(look, n) for n in there) else ""


def _entry_named(look: Look, target: Target) -> Target | None:
    """ "The user Bo Chen": who stands so in an entry of a list or a table."""
    for named in without_its_sort(look, target):
        one = find(look, named, "state")
        if isinstance(one, Match) and one.rung in EQUAL and rows_around(look, one.node):
            return named
    return None


def _is_folded(look: Look, target: Target, there: list[Node]) -> bool:
    """ "The details are shown" where only what would open them is; "Details" may be the tab itself."""
    shut = target.kind == "any" and not target.quoted and all(is_shut(look, n) for n in there)
    return shut and (there[0].role != "tab" or target.name.islower())


def _is_masked(target: Target, there: list[Node]) -> Node | None:
    """The password field, where "the password" is said to be there: nobody can read it."""
    plain = target.kind == "any" and not target.quoted and (target.name.islower() or target.name.isupper())
    return there[0] if plain and all(n.type == "password" and n.value for n in there) else None


def _says_none(look: Look, node: Node, target: Target) -> str:
    """The words by which the page says that there are none of it: "Unread (0)"; "" where it does not."""
    text = look.text_of(node) if target.kind == "text" and not target.quoted else ""
    if _NONE.search(text) or target.quoted or not target.name:
        return text if _NONE.search(text) else ""
    lines = (line.strip() for line in look.text.split("\n"))
    return next((line for line in lines if line and says_none(line, target.name)), "")
