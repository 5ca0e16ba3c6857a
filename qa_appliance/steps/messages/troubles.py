"""What on a page tells of trouble: alerts, texts that look like errors, fields marked invalid. Pure."""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct

from qa_appliance.browser.find.descriptions import called
from qa_appliance.browser.find.texts import squeeze
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.struck import as_value, is_button

_ERROR_CLASS = re.compile(
    r"(?:^|[_-]|form|field)(?:errors?|error(?:note|list|msg|messages?|text|box)|invalid|failure|fail)(?:$|[_-])"
)
_DANGER_CLASS = re.compile(  # as often a colour as an error
    r"(?:^|[:_-])(?:danger|destructive)(?:$|[_-])|(?:^|:)text-(?:red|rose)-\d{3}$"
)
_MESSAGE_CLASS = re.compile(
    r"(?:^|[\s_-])(?:alert|toast|notification|message|msg|flash|callout|notice|snackbar|feedback|help)(?:$|[\s_-])"
)
_HINT_CLASS = re.compile(r"(?:^|[\s_-])(?:hint|help|helper|description|instructions?|explanation)(?:$|[\s_-])")
_AROUND_A_HINT = 2  # elements around a text
_COUNTED_CLASS = re.compile(r"[_-](?:count|rate|number|total|log|logs|badge|icon)$")
_GOOD_CLASS = re.compile(r"success|info\b|hidden", re.IGNORECASE)
_ERROR_SENTENCE = re.compile(
    r"^\W*(?:(?:oops|sorry)\W+)?(?:something (?:has gone|went) wrong"
    r"|(?:an|a|this) (?:\w+ )?error (?:has |was )?(?:occurr|encounter)ed"
    r"|(?:internal server|unexpected|unknown|fatal) error\b|(?:fatal )?error:"
    r"|you (?:do not|don['’]t) have (?:permission|access)\b|you (?:are not|aren['’]t) (?:allowed|authori[sz]ed)\b"
    r"|access (?:is |was )?denied\b|page not found\b)",
    re.IGNORECASE,
)
_REFUSING_SENTENCE = re.compile(  # all of a text, however it is marked
    r"\W*(?:(?:oops|sorry)\W+)?(?:(?:invalid|incorrect|wrong)(?: (?!(?:is|are|was|were)\b)[\w/-]+){1,5}"
    r"|(?:(?:we|you) (?:are|were) )?(?:failed|unable) to [^.!?]+|(?!\d)(?:[\w-]+ ){1,4}failed"
    r"|could(?: not|n['’]t) (?!be \w+er\b)[^.!?]+"
    r"|(?:[\w-]+ ){1,4}(?:could not|couldn['’]t) be (?:\w+ed|found|sent|made|read|shown)"
    r"|(?:the|your) (?:[\w-]+ ){1,2}(?:was|were) not \w+"
    r"|(?:[\w-]+ ){1,4}(?:is|are) (?:invalid|incorrect|wrong|not valid|already (?:taken|in use|used|registered))"
    r"|(?:[\w-]+ ){1,5}already exists?|(?:[\w-]+ ){1,3}(?:do(?:es)? not|don['’]t|doesn['’]t) match"
    r"|(?:[\w-]+ ){1,4}(?:can['’]?t|cannot|can not) be (?:blank|empty))\W*"
    r"(?:(?:please )?(?:try|check)\b[^.!?]*\W*)?",
    re.IGNORECASE,
)
_GOOD_SENTENCE = re.compile(
    r"\b(?:saved|success|successful|successfully|updated|created|added|sent|completed|done|copied|uploaded|welcome"
    r"|thanks|thank you|signed in|logged in|up to date|placed|confirmed|published|deleted|removed|changed|activated"
    r"|subscribed|approved|scheduled|booked|submitted|received|applied|imported|exported|verified|congratulations"
    r"|archived|restored|enabled|joined|on its way)\b",
    re.IGNORECASE,
)
_BAD_WORDS = re.compile(
    r"\b(?:not?|never|nothing|fail\w*|errors?|invalid|unable|cannot|could|denied|refused|rejected|declined|forbidden"
    r"|wrong|un\w+|without|missing|problem\w*|warning\w*|must|required|already|expired|only|but|until|before|unless"
    r"|try|retry|incorrect|blocked|locked|please)\b|n['’]t\b",
    re.IGNORECASE,
)
_FOREWARNS = re.compile(r"\b(?:undone|irreversible|permanent(?:ly)?|going back)\b", re.IGNORECASE)
_UNDER_WAY = re.compile(r"^\W*(?:loading|saving|sending|processing|uploading|submitting|please wait)\b", re.IGNORECASE)
_CAME_TO_NOTHING = re.compile(  # "Saving failed"
    r"\b(?:fail\w*|errors?|unable|unsuccessful\w*|cancell?ed|denied|refused|rejected|impossible|went wrong|timed out"
    r"|could|cannot|not possible)\b|\bcan['’]t\b",
    re.IGNORECASE,
)
_NONE = re.compile(r"^\W*(?:(?:no|0|zero)\s+\w+|\w+\W+0|\d+)\W*$", re.IGNORECASE)  # "No errors", "Errors: 0", "3"
_CONTROLS = frozenset(
    {"button", "link", "menuitem", "menuitemcheckbox", "tab", "option", "checkbox", "radio", "switch", "columnheader"}
)
_FIELDS = frozenset({"textbox", "searchbox", "combobox", "spinbutton", "listbox", "checkbox", "radio"})
_TITLED = frozenset({"heading", "row", "listitem", "columnheader", "term", "figure", "article"})
"""What only is about errors, or lists some, says no more than that."""
_LONGEST, _LONGEST_REFUSAL = 400, 120  # characters


def tells_of_success(text: str) -> bool:
    """Whether it says that something was done: “Copied!”."""
    return _GOOD_SENTENCE.search(text) is not None and not _BAD_WORDS.search(text)


def is_hint(look: Look, node: Node) -> bool:
    """Whether its author calls it, or what it stands in, a hint: it says so before anything went wrong. Beside a field
    that is marked as wrong, or in what is, it is the error's message.
    """
    chain = [node, *look.ancestors(node)[:_AROUND_A_HINT]]
    hint = next((n for n in chain if _HINT_CLASS.search(_words(n))), None)
    if hint is None or any(_marked_wrong(_words(n)) for n in chain):
        return False
    group = look.nodes[hint.parent] if hint.parent >= 0 else hint
    fields = [n for n in look.all_inside(group) if n.role in _FIELDS or n.tag in _INPUTS]
    before = [n for n in fields if n.index < hint.index]
    own = before[-1:] or fields[:1]
    return not any("invalid" in n.states for n in own)


class Trouble(Struct, frozen=True):
    """`sure`: it speaks of something that went wrong; what is not sure may be a mere colour, a question or a count.

    `at` is its node's index.
    """

    kind: Literal["alert", "error_text", "invalid_field"]
    text: str
    sure: bool = True
    at: int = -1


def marked_as_error(look: Look, node: Node) -> bool:
    """Whether it stands in what the page marks as an error's message by its class, and that tells of one."""
    wrong = [look.nodes[t.at] for t in troubles(look) if t.sure and t.kind == "error_text"]
    return any(look.inside(node, each) and _marked_wrong(_words(each)) == "error" for each in wrong)


_INPUTS = frozenset({"input", "select", "textarea"})
_NO_TEXT = _INPUTS | {"form", "body", "button", "label"}


def troubles(look: Look) -> list[Trouble]:
    """Each text once, alerts first. Controls are no errors, whatever their colour."""
    found: dict[str, Trouble] = {}
    for node in look.nodes:
        if node.shown and (node.role in ("alert", "alertdialog") or node.live):
            text = look.text_of(node)
            if not is_no_trouble(text):
                _add(found, Trouble("alert", text, _is_bad_news(node, text) and not _asks(look, node), node.index))
    for node in look.nodes:
        if node.shown and (sure := _looks_wrong(look, node)) is not None:
            _add(found, Trouble("error_text", look.text_of(node), sure, node.index))
    for node in look.nodes:
        if node.shown and "invalid" in node.states:
            _add(found, Trouble("invalid_field", called(look, node), at=node.index))
    return list(found.values())


def is_no_trouble(text: str) -> bool:
    """Pages announce with the same means that all went well, or that something is under way."""
    good = tells_of_success(text)
    return bool(good or (_UNDER_WAY.search(text) and not _CAME_TO_NOTHING.search(text)))


def _is_bad_news(node: Node, text: str) -> bool:
    """Of an alert: its class may say otherwise, but one that merely informs may inform of a refusal."""
    words = _words(node)
    return not _GOOD_CLASS.search(words) or ("success" not in words and _BAD_WORDS.search(text) is not None)


def _looks_wrong(look: Look, node: Node) -> bool | None:
    """Whether it is an error text for sure; None: it does not look like one."""
    if node.tag in _NO_TEXT or not node.text[1] or _is_control(look, node):
        return None
    if _says_wrong(look, node):
        return True
    marked = _marked_wrong(_words(node))
    if not marked or any(n.tag in _INPUTS for n in look.children.get(node.index, ())):
        return None
    text = look.text_of(node)
    message = marked == "error" or (_BAD_WORDS.search(text) and not _FOREWARNS.search(text))
    return bool(message) and not _NONE.search(text) and not is_no_trouble(text) and not _is_data(look, node)


def _marked_wrong(words: str) -> Literal["", "error", "red"]:
    """What its classes and ids tell: that it is an error's message, or only that it is red."""
    classes = [word for word in words.split() if not _COUNTED_CLASS.search(word)]
    if _GOOD_CLASS.search(words):
        return ""
    if any(map(_ERROR_CLASS.search, classes)):
        return "error"
    if not any(map(_DANGER_CLASS.search, classes)):
        return ""
    return "error" if _MESSAGE_CLASS.search(words) else "red"


def _words(node: Node) -> str:
    return f"{node.classes} {node.id} {node.test_id}".casefold()


def _is_control(look: Look, node: Node) -> bool:
    """A control, a part of one, or what holds nothing else but one."""
    if any(n.role in _CONTROLS or n.tag in ("a", "button") for n in (node, *look.ancestors(node))):
        return True
    text = look.text_of(node)
    controls = [n for n in look.children.get(node.index, ()) if n.role in _CONTROLS]
    return bool(controls) and text == " ".join(look.text_of(n) for n in controls)


def _is_data(look: Look, node: Node) -> bool:
    """It stands in a row of a table in which nothing is filled in: a state of what is listed."""
    row = next((n for n in (node, *look.ancestors(node)) if n.role == "row"), None)
    if row is None:
        return False
    return not any(n.role in _FIELDS and look.inside(n, row) for n in look.nodes)


def _asks(look: Look, node: Node) -> bool:
    """A dialog that asks what to do is no answer yet."""
    buttons = [n for n in look.nodes if n.shown and n.role == "button" and look.inside(n, node)]
    return node.role == "alertdialog" and len(buttons) > 1 and "?" in look.text_of(node)


def _says_wrong(look: Look, node: Node) -> bool:
    """A text of its own that begins as error messages do, or is one as a whole, however it is marked."""
    if any(n.text[1] and not is_button(n) for n in look.children.get(node.index, ())):
        return False
    text = squeeze(as_value(look, node))  # without the button that closes it
    if _ERROR_SENTENCE.search(text):
        return True
    if len(text) > _LONGEST_REFUSAL or not _REFUSING_SENTENCE.fullmatch(text):
        return False
    return not any(n.role in _TITLED for n in (node, *look.ancestors(node))) and not is_hint(look, node)


def _add(found: dict[str, Trouble], trouble: Trouble) -> None:
    text = trouble.text[:_LONGEST]
    near = [other for other in found.values() if text in other.text or other.text in text]
    if text and not any(other.sure or not trouble.sure for other in near):
        found[text] = Trouble(trouble.kind, text, trouble.sure, trouble.at)
