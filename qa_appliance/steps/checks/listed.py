"""What is listed: an entry of that name. A message that says it is none, nor is an entry that tells of it. Pure."""

from __future__ import annotations

import re

from qa_appliance.browser.find.descriptions import called
from qa_appliance.browser.find.ladder import EQUAL
from qa_appliance.browser.find.literal import in_message, is_trail, pieces_between
from qa_appliance.browser.find.main_content import innermost
from qa_appliance.browser.find.search import Match, Miss, find
from qa_appliance.browser.find.texts import squeeze
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.roles import ITEMS, TYPED_INTO
from qa_appliance.core import checks as c
from qa_appliance.core.target import Target
from qa_appliance.steps.base.answers import Answer
from qa_appliance.steps.base.whole_words import reports_failure

_ENTRIES = frozenset({"listitem", "row", "treeitem"})
_MESSAGES = frozenset({"alert", "status", "log", "alertdialog"})
_ASKING = frozenset({"dialog", "alertdialog"})
_LISTS = frozenset({"list", "table"})
_CONTROLS = frozenset({"button", "menuitem", "menuitemcheckbox", "menuitemradio", "tab", "option", "combobox"})


def only_in_messages(check: c.PageCheck, look: Look) -> Answer | None:
    """What only a message says is not listed; None where it stands elsewhere or nowhere."""
    if not isinstance(check, c.TextShown) or not check.listed or check.scope is not None:
        return None
    wanted = squeeze(check.text).casefold()
    holding = [n for n in look.nodes if n.shown and wanted and wanted in look.text_of(n).casefold()]
    outer = {n.parent for n in holding}
    inner = [n for n in holding if n.index not in outer]
    if not inner or not all(_only_spoken_of(look, n) and not _is_entry(look, n, wanted) for n in inner):
        return None
    message = f"“{check.text}” is not listed; only a message says it: “{look.text_of(inner[0])}”."
    return Answer(check.negated, message, f"“{check.text}” listed", "in a message", node=inner[0])


def _only_spoken_of(look: Look, node: Node) -> bool:
    """In a message, or in a dialog that asks about it and lists nothing there."""
    around = [node, *look.ancestors(node)]
    asked = next((n for n in around if n.role in _ASKING), None)
    return in_message(look, node) or (asked is not None and not any(n.role in _ENTRIES for n in around))


def _is_entry(look: Look, node: Node, wanted: str) -> bool:
    """Of a list of alerts each is an entry, which says no more; the way to this page lists none."""
    if any(map(is_trail, look.ancestors(node))):
        return False
    return node.role in _ENTRIES and look.text_of(node).casefold() == wanted


def stands_in_entries(text: str, look: Look) -> bool:
    """Whether only entries of lists and tables show it, none of which is a message."""
    wanted = squeeze(text).casefold()
    holding = [node for node in look.nodes if node.shown and wanted in look.text_of(node).casefold()]
    outer = {node.parent for node in holding}
    return bool(holding) and all(_in_entry(look, node) for node in holding if node.index not in outer)


def _in_entry(look: Look, node: Node) -> bool:
    around = [node, *look.ancestors(node)]
    return any(n.role in _ENTRIES for n in around) and not any(n.live or n.role in _MESSAGES for n in around)


def only_mentioned(check: c.PageCheck, look: Look) -> Answer | None:
    """Of what holds as an entry, that no entry is called so: “Ann left” tells of her. None where one may be."""
    name = squeeze(_entry_of(check))
    entries = [n for n in _innermost_with(name, look) if _is_inside_entry(look, n)]
    lines = [line for line in map(squeeze, look.text.split("\n")) if name and name.casefold() in line.casefold()]
    if not entries and lines and all(reports_failure(name.casefold(), line.casefold()) for line in lines):
        message = f"No entry is called “{name}”; the page says “{lines[0]}”."
        return Answer(False, message, f"“{name}” listed", lines[0], instead=(lines[0],))
    if not entries or not all(_tells(name.casefold(), piece) for n in entries for piece in _pieces_with(look, n, name)):
        return None
    text = look.text_of(entries[0])
    message = f"No entry is called “{name}”; “{text}” only tells of it."
    return Answer(False, message, f"“{name}” listed", text, node=entries[0], instead=(text,))


def only_typed(check: c.PageCheck, answer: Answer) -> Answer | None:
    """Of what holds as an entry, that it is what a field holds; None where it is not."""
    node = answer.node
    if not isinstance(check, c.ElementIs) or not check.listed or node is None or node.role not in TYPED_INTO:
        return None
    message = f"“{check.target.words}” is not listed; only a field holds it."
    return Answer(False, message, f"{check.target.words} listed", "in a field", node=node)


def still_named(check: c.ElementIs, look: Look) -> Answer | None:
    """Of a quoted record that is denied, that the page names it beside more: “Rent” in "Rent, 3 May".

    None where only a message, a longer name or a control says so, which is called so for what it does.
    """
    target = check.target
    if check.state != "visible" or not target.quoted or target.kind not in ("any", "item", "row") or target.ordinal:
        return None
    name = squeeze(target.name)
    named = [n for n in _in_its_place(target, _innermost_with(name, look), look) if _names(look, n, name.casefold())]
    if not named:
        return None
    text = look.text_of(named[0])
    message = f"“{text}” is there, although “{target.name}” should not be."
    return Answer(False, message, f"{target.words} not visible", text, node=named[0])


def _in_its_place(target: Target, nodes: list[Node], look: Look) -> list[Node]:
    """Those in the place where it is denied; none where that is not found, or told by more than one place."""
    if not target.within:
        return nodes
    relation = target.within[0]
    place = find(look, relation.target, "text", place=True) if relation.place in ("inside", "section") else None
    if not isinstance(place, Match) or len(target.within) > 1:
        return []
    return [node for node in nodes if look.inside(node, place.node)]


def _names(look: Look, node: Node, name: str) -> bool:
    pieces = _pieces_with(look, node, name)
    controls = any(n.role in _CONTROLS for n in (node, *look.ancestors(node)))
    return not controls and not in_message(look, node) and any(_is_called(name, piece) for piece in pieces)


def _is_called(name: str, piece: str) -> bool:
    """ "Rent", "Rent, 3 May", "Rent – 12 €"; not "Rent a car", "Rent 2", "Rent (copy)", which are others."""
    return piece == name or (piece.startswith(name) and _BESIDE_A_NAME.match(piece, len(name)) is not None)


_BESIDE_A_NAME = re.compile(r"[,;:]\s|\s?[–—|·•/]|\s(?:-\s|[€$£¥#@])")


def _innermost_with(name: str, look: Look) -> list[Node]:
    wanted = name.casefold()
    return innermost(look, [n for n in look.nodes if n.shown and wanted and wanted in look.text_of(n).casefold()])


def _entry_of(check: c.PageCheck) -> str:
    """The name a check says to be an entry of a list; "" of every other one."""
    match check:
        case c.TextShown(negated=False) if check.listed or (check.scope is not None and check.scope.kind in _LISTS):
            return check.text
        case c.TextIs(negated=False, comparison="contains") if check.target.kind in _LISTS:
            return check.value
        case c.ElementIs(negated=False, state="visible") if check.target.kind in ("any", "item", "text", "row"):
            inside = any(relation.target.kind in _LISTS for relation in check.target.within)
            return check.target.name if check.listed or inside else ""
        case _:
            return ""


def _is_inside_entry(look: Look, node: Node) -> bool:
    return any(n.role in ITEMS or n.role in _ENTRIES for n in (node, *look.ancestors(node)))


def _pieces_with(look: Look, node: Node, name: str) -> list[str]:
    pieces = [squeeze(piece).casefold() for piece in pieces_between(look, node)]
    return [piece for piece in pieces if name.casefold() in piece] or [look.text_of(node).casefold()]


def _tells(name: str, piece: str) -> bool:
    """Whether a verb follows the name, or comes before it."""
    before, _, after = piece.partition(name)
    return bool(_TELLS_AFTER.match(after) or _TELLS_BEFORE.search(before))


_OF_SOMEBODY = (
    r"left|joined|went|became|commented|replied|reacted|liked|signed|logged|declined|rejected|removed|deleted"
)
_OF_EITHER = (
    r"added|changed|created|edited|updated|moved|renamed|shared|invited|assigned|archived|restored|uploaded|sent"
)
"""“Ann created the board” tells of Ann; “Board created 3 May” is the board, and when that was."""
_TELLS_AFTER = re.compile(
    r"\W? (?:(?:(?:is|are) (?:not|no|gone|being|typing)|was|were|has|have|had|will|would|could|cannot|can|did|does|do"
    r"|isn['’]t|wasn['’]t"
    rf"|{_OF_SOMEBODY})\b|(?:{_OF_EITHER}) (?:(?:the|an?|this|his|her|its|their|you|me|us|it)\b|[“\"'‘„]))"
)
_TELLS_BEFORE = re.compile(rf"\b(?:no|not|never|without|{_OF_SOMEBODY}|{_OF_EITHER}) (?:the )?\W?$")


def named_whole(check: c.PageCheck, look: Look) -> Answer | None:
    """Of a denial that holds by absence, that all of its words are the name of something that is there.

    "There is no Sign up for free button" beside one that is called so, though no “Sign up” is in a button “free”.
    """
    if not isinstance(check, c.ElementIs | c.CountIs):
        return None
    there = next((node for reading in check.target.readings if (node := _named_so(look, reading)) is not None), None)
    if there is None:
        return None
    message = (
        f"Whether “{check.target.words}” is there cannot be told: all of these words may be its name, and there is the "
        f"{called(look, there)}. Put in quotes what is not to be shown."
    )
    return Answer(False, message, kind="unsupported", node=there)


def _named_so(look: Look, target: Target) -> Node | None:
    answer = find(look, target, "text")
    if isinstance(answer, Miss) or answer.rung not in EQUAL:
        return None
    if isinstance(answer, Match):
        return None if answer.partly else answer.node
    return answer.nodes[0]
