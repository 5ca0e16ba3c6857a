"""What on a page tells of trouble: alerts, texts that look like errors, fields marked invalid. Pure."""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct

from qa_appliance.browser.look_types import Look, Node
from qa_appliance.browser.ranking_told import called

_ERROR_CLASS = re.compile(r"(?:^|[\s_-])(?:errors?|invalid|danger|failure|fail)(?:$|[\s_-])")
_GOOD_CLASS = re.compile(r"success|info\b|hidden", re.IGNORECASE)
_ERROR_SENTENCE = re.compile(
    r"^\W*(?:(?:oops|sorry)\W+)?(?:something (?:has gone|went) wrong"
    r"|(?:an|a|this) (?:\w+ )?error (?:has |was )?(?:occurr|encounter)ed"
    r"|(?:internal server|unexpected|unknown|fatal) error\b|(?:fatal )?error:)",
    re.IGNORECASE,
)
_GOOD_SENTENCE = re.compile(
    r"\b(?:saved|success|successful|successfully|updated|created|added|sent|completed|done|copied|uploaded|welcome"
    r"|thanks|thank you|signed in|logged in|up to date)\b",
    re.IGNORECASE,
)
_BAD_WORDS = re.compile(
    r"\b(?:not?|never|nothing|fail\w*|errors?|invalid|unable|cannot|could|denied|refused|rejected|wrong|un\w+|without"
    r"|missing|problem\w*|warning\w*|must|required|already|expired|only|but|until|before|unless|try|retry)\b|n['’]t\b",
    re.IGNORECASE,
)
_LONGEST = 400  # characters


class Trouble(Struct, frozen=True):
    kind: Literal["alert", "error_text", "invalid_field"]
    text: str


def troubles(look: Look) -> list[Trouble]:
    """Each text once, alerts first."""
    found: dict[str, Trouble] = {}
    for node in look.nodes:
        if node.shown and (node.role in ("alert", "alertdialog") or node.live) and not _is_good_news(look, node):
            _add(found, "alert", look.text_of(node))
    for node in look.nodes:
        if node.shown and _looks_wrong(look, node):
            _add(found, "error_text", look.text_of(node))
    for node in look.nodes:
        if node.shown and "invalid" in node.states:
            _add(found, "invalid_field", called(look, node))
    return list(found.values())


def _looks_wrong(look: Look, node: Node) -> bool:
    if node.tag in ("input", "select", "textarea", "form", "body", "button", "label") or not node.text[1]:
        return False
    if _says_wrong(look, node):
        return True
    lowered = f"{node.words} {node.id} {node.test_id}".casefold()
    if not _ERROR_CLASS.search(lowered) or _GOOD_CLASS.search(lowered):
        return False
    inputs = any(n.tag in ("input", "select", "textarea") for n in look.children.get(node.index, ()))
    return not inputs


def _is_good_news(look: Look, node: Node) -> bool:
    """Pages announce with the same means that all went well."""
    text = look.text_of(node)
    return bool(_GOOD_SENTENCE.search(text)) and not _BAD_WORDS.search(text)


def _says_wrong(look: Look, node: Node) -> bool:
    """A text of its own that begins as error messages do, however it is marked."""
    return not any(n.text[1] for n in look.children.get(node.index, ())) and bool(
        _ERROR_SENTENCE.search(look.text_of(node))
    )


def _add(found: dict[str, Trouble], kind: Literal["alert", "error_text", "invalid_field"], text: str) -> None:
    text = text[:_LONGEST]
    if text and not any(text in other or other in text for other in found):
        found[text] = Trouble(kind, text)
