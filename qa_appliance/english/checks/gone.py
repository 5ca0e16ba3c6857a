"""Builders of checks that something is there no more: it disappears, it closes."""

from __future__ import annotations

from msgspec.structs import replace

from qa_appliance.core.checks import Check, ElementIs
from qa_appliance.core.target import Kind
from qa_appliance.english.checks.seen import shown
from qa_appliance.english.checks.subjects import Subject
from qa_appliance.english.wording.frames import Slots


def subject_hidden(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "no items were removed" tells of all that there were, which one that is left does not show."""
    if subject.topic != "element" or (negated and subject.target is not None and not subject.target.name):
        return None
    return shown(subject.phrase, not negated)


def closed(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "the dialog closes", "the compose window should close": it is there no more, and was before."""
    return _gone(subject_hidden(subject, slots, negated), _CLOSING)


def disappeared(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """What else goes away may never have been looked at: a spinner, a message."""
    return _gone(subject_hidden(subject, slots, negated), frozenset({"dialog"}))


def _gone(check: Check | None, kinds: frozenset[Kind]) -> Check | None:
    if not isinstance(check, ElementIs) or not check.negated:
        return check
    target, words = check.target, check.target.name.split()
    if target.kind == "any" and not target.quoted and words and words[-1].lower() == "window":
        target = replace(target, kind="dialog", name=" ".join(words[:-1]))
    return replace(check, target=target, closes=target.kind in kinds)


_CLOSING: frozenset[Kind] = frozenset({"dialog", "section", "menu", "editor", "form", "calendar", "any"})
