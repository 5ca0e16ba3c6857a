"""In what state something is said to be: builders of checks, after "is disabled", "opens", "closes"."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from qa_appliance.core.checks import Check, CountIs, ElementIs, State
from qa_appliance.core.target import Kind, Target
from qa_appliance.english.checks.comparing import FIELDS, holds_a_secret
from qa_appliance.english.checks.counts import inside
from qa_appliance.english.checks.seen import shown
from qa_appliance.english.checks.subjects import Subject
from qa_appliance.english.nouns.edges import bare
from qa_appliance.english.nouns.phrase import as_number_of_page, as_setting
from qa_appliance.english.nouns.pronouns import is_pronoun
from qa_appliance.english.wording.frames import Slots
from qa_appliance.english.words.lexicon import ARTICLES, KIND_WORDS, PAGES_BY_NAME
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.word_sets import word_set

_WITHOUT_TEXT = frozenset({"icon", "image", "button", "link", "checkbox", "switch", "radio"})
"""Kinds that are never filled: "the star is empty" tells how it looks."""
_WORDS_OF_A_SECRET = 2  # the password
_CHARACTERS = word_set("password passcode passphrase pin")


def secret_hidden(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    return _masked(subject, negated)


def secret_shown(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    return _masked(subject, not negated)


def _masked(subject: Subject, negated: bool) -> ElementIs | None:
    """ "The password is hidden": its characters are; "the password field is hidden" and "Password" are other things."""
    tokens = subject.phrase.tokens
    the = len(tokens) == _WORDS_OF_A_SECRET and tokens[0].low in ARTICLES and tokens[1].text in _CHARACTERS
    target = subject.target
    if not the or target is None or target.kind != "any" or target.within:
        return None
    return ElementIs(target=target, state="masked", negated=negated)


_USED = frozenset({"button", "field", "checkbox", "radio", "switch", "dropdown", "slider", "spinner", "icon"})
_CHECKABLE = frozenset({"checkbox", "switch"})


def state(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    state_, opposite = slots["state"]
    target = subject.target and as_number_of_page(subject.target)
    if target is None or subject.topic not in ("element", "value") or _is_worded(target):
        return None
    if state_ == "done" and not _is_one(target):
        return None
    if state_ == "open":
        return _open(target, subject, slots, negated)
    if _never_so(target, state_):
        return None
    if state_ in _OF_SETTINGS:
        target = as_setting(target)
    meant = _meant(target, state_, opposite)
    active = state_ == "active"
    return ElementIs(target=target, state=meant, negated=negated != opposite, active=active)


def _meant(target: Target, state_: State | Literal["active"], opposite: bool) -> State:
    """Of a button "active" tells that it can be used, of a tab that it is the one that is open."""
    if state_ == "active":
        used = target.kind in _USED or (target.kind == "any" and opposite)
        state_ = "enabled" if used else "selected"
    if state_ == "selected" and target.kind in _CHECKABLE:
        return "checked"
    return "visible" if state_ == "expanded" and target.kind == "dialog" else state_


def _is_one(target: Target) -> bool:
    """Something that stands among others: of "the order" on its own page nothing but words tell that it is done."""
    named = target.quoted or target.name[:1].isupper() or any(map(str.isdigit, target.name))
    return named or bool(target.ordinal) or target.kind in ("row", "item", "treeitem") or is_pronoun(target)


_OF_SETTINGS = frozenset({"checked", "enabled", "active"})


_NEVER_TICKED = frozenset(
    {"list", "table", "section", "form", "dialog", "heading", "menu", "column", "frame", "editor", "calendar"}
)
""" "The list of tasks is unchecked": it has no box, and the denial would always hold."""


def _never_so(target: Target, state_: str) -> bool:
    """A page; an icon that is "empty"; a focus ring that is "not obscured", which nothing covers."""
    if state_ == "masked":
        return not holds_a_secret(target)
    if state_ == "checked" and target.kind in _NEVER_TICKED:
        return True
    return target.kind == "page" or (state_ == "empty" and target.kind in _WITHOUT_TEXT)


def _is_worded(target: Target) -> bool:
    """ "Bob's status is Inactive": what stands there, no state of an element."""
    return target.kind == "any" and not target.quoted and "status" in target.name.lower().split()


def marked_as(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "The task is marked as done"."""
    return state(subject, slots, negated) if slots["state"][0] in _MARKED else None


_MARKED = frozenset({"done", "required", "selected", "active", "checked"})


def state_in(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "“Roses” is highlighted in the menu": there."""
    place: Target = slots["place"]
    target = subject.target
    if target is None or negated or place.kind not in ("list", "menu", "table", "section") or target.within:
        return None
    return state(replace(subject, target=inside(target, place)), slots, negated)


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
    if target is None or not (
        target.kind in ("dialog", "form", "editor", "calendar") or (target.kind == "page" and target.name)
    ):
        return None
    return ElementIs(target=target, state="visible", negated=negated)


def opened_in(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "the section is opened in the “Checkout” form": as it is said to be open."""
    place: Target = slots["place"]
    if subject.target is None or place.kind == "page":
        return None
    return state(replace(subject, target=inside(subject.target, place)), {"state": ("open", False)}, negated)


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
    if field.kind == "page" or not (field.name or field.ordinal or field.words.lower().startswith("the ")):
        return None  # another field
    return ElementIs(target=field, state="focused", negated=negated) if at_hand else None


def usable(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "can be clicked": it is neither disabled nor covered; "cannot be clicked": there, and one of these."""
    target = subject.target
    if target is None or subject.topic != "element" or target.kind in ("page", "text", "heading"):
        return None
    return ElementIs(target=target, state="enabled", negated=negated, reached=True)


def writable(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    target = subject.target
    if target is None or subject.topic not in ("element", "value") or target.kind not in FIELDS | {"any"}:
        return None
    return ElementIs(target=target, state="editable", negated=negated)


def subject_hidden(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "no items were removed" tells of all that there were, which one that is left does not show."""
    if subject.topic != "element" or (negated and subject.target is not None and not subject.target.name):
        return None
    return shown(subject.phrase, not negated)


def closed(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "the dialog closes", "the compose window should close": it is there no more, and was before."""
    check = subject_hidden(subject, slots, negated)
    counted = isinstance(check, CountIs) and check.target.kind not in _CLOSING - {"any"}
    return None if check is None or counted else _gone(_as_dialog(check), _CLOSING)  # "comments close": none would be


def _as_dialog(check: Check) -> Check:
    """ "The confirmation is closed": what asks for it, and no message."""
    asks = isinstance(check, ElementIs) and check.target.kind == "alert" and not check.target.name
    if not isinstance(check, ElementIs) or not asks or check.target.words.lower().split()[-1] not in _ASKING:
        return check
    return replace(check, target=replace(check.target, kind="dialog"))


_ASKING = frozenset({"confirmation", "prompt"})


def disappeared(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "the sidebar is gone": it is there no more, and was before."""
    check = subject_hidden(subject, slots, negated)
    return check and _went(check)


def gone_since(phrase: Phrase, checks: tuple[Check, ...]) -> tuple[Check, ...]:
    """What is there "no longer", or not "any more", was before."""
    words = f" {' '.join(token.low for token in phrase.tokens if token.kind == 'word')} "
    return tuple(map(_went, checks)) if any(each in words for each in _NO_LONGER) else checks


_NO_LONGER = (" no longer ", " anymore ", " any more ", " any longer ")


def _went(check: Check) -> Check:
    """It was there before, so that a name nothing goes by cannot pass for what went.

    What comes and goes by itself may never have been looked at: a spinner, a message. What is quoted may have been
    left behind on the page before, where one was asked whether it is to go.
    """
    if not isinstance(check, ElementIs) or check.state != "visible" or not check.negated:
        return check
    target = check.target
    passing = target.quoted or not _passing(target).isdisjoint(target.words.lower().split())
    return _gone(check, frozenset() if passing else frozenset({"dialog", target.kind}))


def _passing(target: Target) -> frozenset[str]:
    return _LOADING if target.kind == "dialog" else _LOADING | _ANNOUNCED


_LOADING = word_set("spinner spinners loader loading progress skeleton skeletons throbber overlay backdrop")
_ANNOUNCED = word_set(
    "toast snackbar message messages notification notifications error errors warning warnings alert alerts tooltip hint"
    " popover confirmation indicator notice"
)


def _gone(check: Check, kinds: frozenset[Kind]) -> Check:
    if not isinstance(check, ElementIs) or not check.negated:
        return check
    target, words = check.target, check.target.name.split()
    if target.kind == "any" and not target.quoted and words and words[-1].lower() == "window":
        target = replace(target, kind="dialog", name=" ".join(words[:-1]))
    return replace(check, target=target, closes=check.closes or target.kind in kinds)


_CLOSING: frozenset[Kind] = frozenset({"dialog", "section", "menu", "editor", "form", "calendar", "any"})
