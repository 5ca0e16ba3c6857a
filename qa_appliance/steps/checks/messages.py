"""What messages tell: by which of them a check holds, whether one says so in other words, of which sort it is. Pure."""

from __future__ import annotations

import re

from msgspec.structs import replace

from qa_appliance.browser.find.literal import in_message
from qa_appliance.browser.find.main_content import innermost
from qa_appliance.browser.find.search import Match, find, gather
from qa_appliance.browser.find.texts import squeeze
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.core import checks as c
from qa_appliance.core.target import Target
from qa_appliance.steps.base.answers import Answer
from qa_appliance.steps.messages.outcomes import Sort, of_sort, tells_an_outcome, tells_the_answer
from qa_appliance.steps.messages.troubles import troubles


def messages_of(check: c.PageCheck, answer: Answer, look: Look) -> list[Node]:
    """The messages by which a check holds; none where it holds by anything else, or is about no message."""
    match check:
        case c.ErrorShown():
            return _errors_saying(check, look)
        case c.MessageSays():
            found = [answer.node] if answer.node is not None else []
            return found if check.of != "page" else _all_messages(look, found)
        case c.TextShown():
            inner = innermost_saying(squeeze(check.text).casefold(), look)
            return _all_messages(look, _within(check.scope, inner, look))
        case c.ElementIs(state="visible" | "exists") | c.TextIs():
            found = list(answer.nodes) or [n for n in (answer.node,) if n is not None]
            return found if check.target.kind == "alert" else _all_messages(look, found)
    return []


def outcomes_of(check: c.PageCheck, look: Look) -> list[Node]:
    """Texts that say how something came out, though the page marks no message: all by which the check holds."""
    if not isinstance(check, c.TextShown) or check.scope is not None:
        return []
    inner = innermost_saying(squeeze(check.text).casefold(), look)
    return inner if all(tells_an_outcome(look, node) for node in inner) else []


def _errors_saying(check: c.ErrorShown, look: Look) -> list[Node]:
    wrong = [look.nodes[trouble.at] for trouble in troubles(look) if trouble.sure]
    if not check.text:
        return wrong
    saying = innermost_saying(squeeze(check.text).casefold(), look)
    return [node for node in saying if any(look.inside(node, each) for each in wrong)] or saying


def _all_messages(look: Look, nodes: list[Node]) -> list[Node]:
    """These, if each of them stands in a message that tells of a deed; else none."""
    return nodes if all(tells_the_answer(look, node) for node in nodes) else []


def _within(scope: Target | None, nodes: list[Node], look: Look) -> list[Node]:
    if scope is None:
        return nodes
    place = find(look, scope, "text")
    return [n for n in nodes if look.inside(n, place.node)] if isinstance(place, Match) else []


_SORTS: dict[str, Sort] = {"success": "success", "confirmation": "success", "warning": "warning"}
_A_SORT: dict[Sort, str] = {"success": "success", "warning": "something to mind"}
_A_NAME: dict[Sort, str] = {"success": "success", "warning": "warning"}
_UNKNOWN = "Whether “{text}” is a {name} message cannot be told. Say in quotes what it says."


def of_its_sort(check: c.ElementIs, look: Look) -> Answer | None:
    """ "A success message is shown": by what messages tell and how they are marked, as of an error. None of others.

    The word itself is no name of one, but what a message of another sort may say as well.
    """
    sort = _sort_meant(check)
    if sort is None:
        return None
    target = check.target
    ours, unknown = (_in_its_place(target, nodes, look) for nodes in of_sort(look, sort))
    words = f"{target.words} {'not ' if check.negated else ''}shown"
    seen = _texts(look, innermost(look, ours or unknown))
    if ours:
        denied = f"“{seen}” is shown, which is one." if check.negated else ""
        return Answer(not check.negated, denied, words, seen, node=ours[0], nodes=tuple(ours))
    if unknown:
        return Answer(False, _UNKNOWN.format(text=seen, name=_A_NAME[sort]), words, seen)
    if check.negated:
        return Answer(True, expected=words)
    other = _texts(look, [look.nodes[t.at] for t in troubles(look) if t.sure])
    instead = f"; shown is “{other}”." if other else "."
    return Answer(False, f"No message is shown that tells of {_A_SORT[sort]}{instead}", words, other)


def _sort_meant(check: c.ElementIs) -> Sort | None:
    """By the word for the sort alone: what is in quotes, coloured or one of several has to be called so."""
    target = check.target
    if check.state not in ("visible", "exists") or target.kind not in ("alert", "text"):
        return None
    word = target.name or target.words.rpartition(" ")[2]
    return None if target.quoted or target.qualities or target.ordinal else _SORTS.get(word.casefold())


def _in_its_place(target: Target, nodes: list[Node], look: Look) -> list[Node]:
    if not target.within:
        return nodes
    around = gather(look, replace(target, name="", kind="alert"), "state").nodes
    return [n for n in nodes if any(look.inside(n, message) for message in around)]


def _texts(look: Look, nodes: list[Node]) -> str:
    return "; ".join(dict.fromkeys(look.text_of(node) or node.name for node in nodes))


def _is_message(look: Look, node: Node) -> bool:
    return node.live or in_message(look, node)


def innermost_saying(wanted: str, look: Look) -> list[Node]:
    """The innermost shown elements whose text holds it; `wanted` is in lower case."""
    holding = [node for node in look.nodes if node.shown and wanted and wanted in look.text_of(node).casefold()]
    outer = {node.parent for node in holding}
    return [node for node in holding if node.index not in outer]


def message_says(check: c.MessageSays, look: Look) -> Answer:
    """One sentence holds every word that carries what is said, denies what it denies, and leaves nothing open."""
    spoken = _spoken(check.of, look)
    telling = [node for node, text in spoken if any(tells(check.words, part) for part in _sentences(text))]
    found = next((node for node in innermost(look, telling) if not _is_control(look, node)), None)
    if found is not None:
        return Answer(True, expected=check.words, seen=squeeze(look.text_of(found)), node=found)
    what = {"message": "No message", "error": "No error", "page": "Nothing on the page"}[check.of]
    seen = "; ".join(dict.fromkeys(text for _, text in spoken)) if check.of != "page" else ""
    instead = f"; shown is “{seen}”." if seen else "."
    return Answer(False, f"{what} says in these words that {check.words}{instead}", check.words, seen)


def _spoken(of: str, look: Look) -> list[tuple[Node, str]]:
    """The texts in which it may be said: of messages, of errors, or whatever stands on the page and is no control."""
    wrong = _errors(look)
    if of == "error":
        return wrong
    shown = [n for n in look.nodes if n.shown and n.text[1] and n.tag not in _NO_TEXT]
    if of == "message":
        shown = [n for n in shown if _is_message(look, n) or any(a.role in _ASKING for a in look.ancestors(n))]
    return [*wrong, *((n, text) for n in shown if len(text := squeeze(look.text_of(n))) <= _LONGEST)]


def _errors(look: Look) -> list[tuple[Node, str]]:
    """A field marked as wrong says nothing."""
    messages = (trouble for trouble in troubles(look) if trouble.kind != "invalid_field")
    return [(look.nodes[trouble.at], squeeze(trouble.text)) for trouble in messages]


def _is_control(look: Look, node: Node) -> bool:
    return any(n.role in _CONTROLS or n.tag == "label" for n in (node, *look.ancestors(node)))


def _sentences(text: str) -> list[str]:
    """With the mark each ends with: what is asked is no statement."""
    return [part for part in re.split(r"(?<=[.!?])\s+", text) if part]


def tells(words: str, sentence: str) -> bool:
    """Whether a sentence says as much in its own words: “the bill was added”, "Bill has been added.".

    What is denied has to be denied where those words stand: "It was added, no problem" denies nothing of it.
    """
    if sentence.rstrip().endswith("?"):
        return False
    if not _DENIES.search(words):
        return not _DENIES.search(sentence) and _holds_all(words, sentence)
    return any(_DENIES.search(part) and _holds_all(words, part) for part in re.split(r"[,;:]\s|\bbut\b", sentence))


def _holds_all(words: str, sentence: str) -> bool:
    """Whether it holds every word that carries something, and leaves nothing open that they do not."""
    wanted = set(_stems(words))
    opened = set(_OPEN.findall(sentence.casefold())) <= set(_OPEN.findall(words.casefold()))
    return bool(wanted) and opened and wanted <= set(_stems(sentence))


def _stems(text: str) -> list[str]:
    words = re.findall(r"[^\W_]+(?:[.,:@-][^\W_]+)*", _SHORT.sub("", text.casefold()))
    return [_stem(word) for word in words if not _CARRYING_NOTHING.fullmatch(word)]


def _stem(word: str) -> str:
    """ "Added", "adds", "adding" are one word."""
    if not word.isalpha() or len(word) <= _SHORTEST_STEM:
        return word
    stem = re.sub(r"(?:ies|ied)$", "y", word)
    stem = re.sub(r"(?:ing|ed|es|s|e)$", "", stem) if stem == word else stem
    return re.sub(r"([^aeiouls])\1$", r"\1", stem)


_SHORT = re.compile(r"n['’]t\b|['’](?:s|ve|re|ll|d|m)\b")
_SHORTEST_STEM = 3  # letters
_CARRYING_NOTHING = re.compile(
    r"an?|the|th(?:is|at|ese|ose)|my|your|his|her|its|our|their|it|there|s?he|we|they|you|i|me|us|them|of|to|for|in|on"
    r"|at|by|with|from|as|and|or|so|is|are|was|were|be|been|being|ha(?:s|ve|d)|do(?:es)?|did|not?|never|none|cannot"
    r"|can|will|would|could|may|might|should|must|now|just|already|again|successfully|please|new|one"
)
"""Without "successfully" a sentence that denies nothing says the same."""
_DENIES = re.compile(
    r"\b(?:no|not|never|none|nothing|cannot|unable|fail\w*|without|denied|refused|rejected|declined|un\w+ful\w*"
    r"|impossible|unchanged|instead)\b|n['’]t\b",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"\b(?:will|would|can|could|may|might|if|when|should|please|before|until|unless|want|about to|going to|being|soon|"
    r"almost|partly|only|except)\b"
)
"""Words by which a sentence does not say that it is so."""
_CONTROLS = frozenset(
    {"button", "link", "menuitem", "menuitemcheckbox", "menuitemradio", "tab", "option", "combobox", "textbox"}
    | {"searchbox", "checkbox", "radio", "switch", "columnheader", "cell", "row", "treeitem"}
)
_ASKING = frozenset({"dialog", "alertdialog"})
_NO_TEXT = frozenset({"body", "html", "script", "style", "title", "textarea", "option"})
_LONGEST = 400  # characters
