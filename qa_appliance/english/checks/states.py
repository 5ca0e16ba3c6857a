"""In what state something is said to be: builders of checks, after "is disabled", "opens", "cannot be clicked"."""

from __future__ import annotations

from msgspec.structs import replace

from qa_appliance.core.checks import Check, ElementIs
from qa_appliance.core.target import Target
from qa_appliance.english.checks.comparing import FIELDS
from qa_appliance.english.checks.counts import inside
from qa_appliance.english.checks.subjects import Subject
from qa_appliance.english.nouns.edges import bare
from qa_appliance.english.wording.frames import Slots
from qa_appliance.english.words.lexicon import KIND_WORDS, PAGES_BY_NAME
from qa_appliance.english.words.tokens import Phrase
from qa_appliance.english.words.word_sets import word_set

_WITHOUT_TEXT = frozenset({"icon", "image", "button", "link", "checkbox", "switch", "radio"})
"""Kinds that are never filled: "the star is empty" tells how it looks."""
_USED = frozenset({"button", "field", "checkbox", "radio", "switch", "dropdown", "slider", "spinner", "icon"})
_CHECKABLE = frozenset({"checkbox", "switch"})


def state(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    state_, opposite = slots["state"]
    target = subject.target
    if target is None or subject.topic not in ("element", "value") or _is_worded(target):
        return None
    if state_ == "open":
        return _open(target, subject, slots, negated)
    if _never_so(target, state_):
        return None
    if state_ == "active":  # a button can be used, a tab is the one that is open
        used = target.kind in _USED or (target.kind == "any" and opposite)
        state_ = "enabled" if used else "selected"
    if state_ == "selected" and target.kind in _CHECKABLE:
        state_ = "checked"
    if state_ == "expanded" and target.kind == "dialog":
        state_ = "visible"
    return ElementIs(target=target, state=state_, negated=negated != opposite)


def _never_so(target: Target, state_: str) -> bool:
    """A page; an icon that is "empty"; a focus ring that is "not obscured", which nothing covers."""
    if state_ == "masked":
        return not _holds_a_secret(target)
    return target.kind == "page" or (state_ == "empty" and target.kind in _WITHOUT_TEXT)


def _holds_a_secret(target: Target) -> bool:
    return target.kind in FIELDS or not _SECRETS.isdisjoint(target.name.lower().split())


_SECRETS = word_set("password passcode passphrase pin secret code cvv cvc token key number characters digits value it")


def _is_worded(target: Target) -> bool:
    """ "Bob's status is Inactive": what stands there, no state of an element."""
    return target.kind == "any" and not target.quoted and "status" in target.name.lower().split()


_UNFOLDING = word_set("menu menuitem dropdown section item list row tree treeitem button icon calendar field")
"""Kinds that are open when they are unfolded."""


def _open(target: Target, subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """A section is unfolded, a tab selected, a dialog or page there; of "the cart" nobody knows which of these."""
    if target.kind == "tab":
        return ElementIs(target=target, state="selected", negated=negated)
    if target.kind in _UNFOLDING and not (target.kind == "section" and _called_so(subject.phrase)):
        return ElementIs(target=target, state="expanded", negated=negated)
    return opened(subject, slots, negated)


_OPENING = frozenset({"menu", "dropdown"})
"""What opens, and is a part of the page before that as well."""


def unfolds(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    return _unfolded(subject, negated)


def folds(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    return _unfolded(subject, not negated)


def _unfolded(subject: Subject, negated: bool) -> Check | None:
    """ "the section expands": of what has no such state nothing holds."""
    target = subject.target
    if target is None or subject.topic != "element" or target.kind in ("page", "text", "alert", "dialog"):
        return None
    return ElementIs(target=target, state="expanded", negated=negated)


def _called_so(phrase: Phrase) -> bool:
    """ "Admin Panel", in capitals, may be a page."""
    return any(token.text[0].isupper() and token.low in KIND_WORDS for token in phrase.tokens[-1:])


def opened(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "the orders page opens", "the dialog opens": it is there. Of anything else it is not said where to look."""
    target = subject.target
    if target is not None and target.kind in _OPENING and target.name:
        return ElementIs(target=target, state="expanded", negated=negated)
    if target is None or not (target.kind == "dialog" or (target.kind == "page" and target.name)):
        return None
    return ElementIs(target=target, state="visible", negated=negated)


def opened_in(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "the section is opened in the “Checkout” page": as it is said to be open; a page holds whatever it shows."""
    place: Target = slots["place"]
    if subject.target is None:
        return None
    target = subject.target if place.kind == "page" else inside(subject.target, place)
    return state(replace(subject, target=target), {"state": ("open", False)}, negated)


def loaded(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "the orders page loads", "the dashboard has loaded": it is there. Whether an image or a list is, nobody sees."""
    target = subject.target
    if target is not None and target.kind == "any" and target.name.lower() in PAGES_BY_NAME and not target.within:
        target = Target(words=target.words, name=target.name, kind="page")
    return opened(replace(subject, target=target), slots, negated)


def cursor_in(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    words = {token.low for token in bare(subject.phrase).tokens}
    field: Target = slots["field"]
    at_hand = bool(words) and words <= {"cursor", "focus", "caret", "keyboard", "text"}
    return ElementIs(target=field, state="focused", negated=negated) if at_hand and field.kind != "page" else None


def usable(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "can be clicked": it is there and not disabled; "cannot be clicked": it is there and disabled."""
    target = subject.target
    if target is None or subject.topic != "element" or target.kind in ("page", "text", "heading"):
        return None
    return ElementIs(target=target, state="enabled", negated=negated)


def writable(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    target = subject.target
    return ElementIs(target=target, state="editable", negated=negated) if target and target.kind in FIELDS else None
