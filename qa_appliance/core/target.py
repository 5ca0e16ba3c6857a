"""Targets: the words with which a sentence names an element of a page. Never an element itself."""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct

Kind = Literal[
    "any",
    "button",
    "link",
    "field",
    "checkbox",
    "radio",
    "switch",
    "option",
    "dropdown",
    "slider",
    "spinner",
    "tab",
    "menu",
    "menuitem",
    "row",
    "cell",
    "column",
    "table",
    "list",
    "item",
    "dialog",
    "section",
    "form",
    "frame",
    "word",
    "heading",
    "image",
    "icon",
    "text",
    "alert",
    "file",
    "editor",
    "calendar",
    "tree",
    "treeitem",
    "page",
]
"""What sort of thing the words say it is. `any` when they do not say ("click Save")."""

Place = Literal[
    "row",
    "section",
    "dialog",
    "frame",
    "inside",
    "near",
    "above",
    "below",
    "left_of",
    "right_of",
    "before",
    "after",
    "column",
]


class Fingerprint(Struct, frozen=True, omit_defaults=True, rename="camel"):
    """What an element looked like when it was found; a heal needs the same role and the same name or label."""

    role: str = ""
    name: str = ""
    label: str = ""
    text: str = ""
    test_id: str = ""
    tag: str = ""
    neighbours: tuple[str, ...] = ()
    box: tuple[float, float, float, float] | None = None  # CSS pixels: x, y, width, height


class Known(Struct, frozen=True, omit_defaults=True, rename="camel"):
    """Where a saved target was found: a durable Playwright selector, the frames it lies in, and its fingerprint."""

    selector: str
    locator: str  # the same in Playwright's own terms, for people and exports: get_by_role("button", name="Save")
    frames: tuple[str, ...] = ()  # selectors of the enclosing frames, outermost first
    fingerprint: Fingerprint = Fingerprint()
    rejected: tuple[str, ...] = ()  # selectors of elements that a person refused in its place


class Way(Struct, frozen=True, omit_defaults=True, rename="camel"):
    """One thing a step did or read on a page, for those who do the same by other means: an export.

    `known` is the element, None where it was the page itself. `text`: of "open" the address; of "read" all that the
    element says; of "heading" and "title" what the page was known by; of "refused" how the site refused.
    """

    deed: Literal["click", "type", "press", "select", "tick", "open", "read", "heading", "title", "refused"]
    known: Known | None = None
    text: str = ""


class Relation(Struct, frozen=True, omit_defaults=True, rename="camel"):
    """Where the target stands relative to another: (row, "Alice"), (near, "Red shoes"), (dialog, "")."""

    place: Place
    target: Target


class Target(Struct, frozen=True, omit_defaults=True, rename="camel"):
    """The words that name an element, read but not yet looked for.

    `name` is what it is called ("Save"), empty when only kind or place are said ("the search box" keeps name
    "search", kind "field"; "the dialog" has kind only). `quoted` tells that the tester put the name in quotes: then
    it is a literal and never read as kind, colour or position. `ordinal` counts from 1, -1 is the last, 0 is unsaid.
    `meant` tells that the name is no word of the tester's but stands for a deed ("Log in"): any word for that will do.
    """

    words: str  # as written: 'the 2nd "Edit" button in the row "Alice"'
    name: str = ""
    kind: Kind = "any"
    quoted: bool = False
    ordinal: int = 0
    qualities: tuple[str, ...] = ()  # adjectives that are not part of the name: "blue", "large", "selected"
    within: tuple[Relation, ...] = ()
    meant: bool = False
    readings: tuple[Target, ...] = ()  # what the words may mean instead, where the page has nothing of the first
    known: Known | None = None  # set in saved procedures and taken from the run that was saved


_RECORD_NOUNS = (
    "account address album appointment article author bill book booking brand bug campaign category city client "
    "colleague comment company contact country coupon course customer device document doctor email employee event "
    "expense friend game group guest hotel invoice issue job lead lesson mail meeting member movie note offer "
    "order partner participant patient payment person pet playlist project recipe request reservation review role "
    "room service song story student subscription supplier tag task teacher team tenant ticket todo topic "
    "transaction transfer user vehicle vendor video visit voucher"
)
RECORDS = frozenset(_RECORD_NOUNS.split())
"""Nouns for what an application keeps records of: beside a name they say of what sort it is ("user Bo Chen")."""


_DELETES = re.compile(
    r"(?i:delet|remov|eras(?:e|ing)\b|destroy|discard|wip(?:e|ing)\b|purg(?:e|ing)|\breset|deactivat|terminat|unsubscrib|\bcancel"
    r"|\bempty|clear all|\bdrop\b|uninstall|revok|archiv|close (?:my |your |the )?account|lösch|entfern|supprim|effacer"
    r"|elimin|borrar|cancella|excluir|apagar|verwijder|usuń|удал|删除|削除|삭제)"
)
_COMMITS = re.compile(
    r"\b(?:pay|buy|purchase|check ?out|(?:place (?:my |your |the |an? )?)?order(?: now)?$"
    r"|donate|subscribe|refund|transfer|send|resend|submit|publish|abort|confirm|approve|accept|agree|authori[sz]e"
    r"|bezahlen|kaufen|senden|absenden|best\u00e4tigen|abbrechen|stornieren|payer|acheter|envoyer|confirmer|annuler"
    r"|pagar|comprar|enviar|confirmar)\b",
    re.IGNORECASE,
)


def deletes(text: str) -> bool:
    """Whether the words tell of something that is deleted or cancelled."""
    return _DELETES.search(text) is not None


def decides(text: str) -> bool:
    """Whether the words tell of something that is not taken back: deleted, paid, sent, cancelled or confirmed."""
    return deletes(text) or _COMMITS.search(text) is not None
