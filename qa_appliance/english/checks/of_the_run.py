"""Builders of checks of what no look at the page answers: downloads, pictures, how wide and how fast a page is."""

from __future__ import annotations

import re

from qa_appliance.core.checks import (
    Check,
    Downloaded,
    ElementIs,
    ErrorShown,
    LoadsWithin,
    LooksLikeBaseline,
    NoEvents,
    ScrollsSideways,
    TabOpened,
)
from qa_appliance.english.checks.comparing import compared, text_of
from qa_appliance.english.checks.subjects import Subject
from qa_appliance.english.nouns.pronouns import is_pronoun
from qa_appliance.english.wording.frames import Slots


def named(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    if subject.target is not None and is_pronoun(subject.target):
        return compared(subject, "equals", text_of(slots["value"]), negated)
    if subject.topic != "download" or slots["value"].has(_AND):
        return None  # "is named a.csv and contains Lamp"
    return Downloaded(comparison="equals", name=text_of(slots["value"]), negated=negated)


_AND = frozenset({"and"})


def was_downloaded(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "the file “report.csv” is downloaded": the last download is called so; "a file is downloaded": there is one."""
    if subject.topic == "download":
        return Downloaded(negated=negated)
    named = subject.target.name if subject.target is not None else ""
    if (sort := _SORT.fullmatch(" ".join(token.low for token in subject.phrase.tokens))) is not None:
        return Downloaded(comparison="ends_with", name=f".{sort[1]}", negated=negated)
    return Downloaded(comparison="equals", name=named) if "." in named and not negated else None


_SORT = re.compile(r"an? (csv|doc|docx|html|ics|json|pdf|png|txt|xls|xlsx|xml|zip)(?: (?:file|document|export))?")


def tab_opened(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    return TabOpened(negated=negated) if subject.topic == "tab" else None


def opened_apart(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "It opens in a new tab": what was worked on, of which nothing else is told."""
    pronoun = subject.target is not None and is_pronoun(subject.target)
    return TabOpened(negated=negated) if pronoun or subject.topic == "page" else None


def baseline(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    if negated:
        return None
    name = slots.get("name", "")
    if subject.topic == "page":
        return LooksLikeBaseline(name=name)
    return LooksLikeBaseline(target=subject.target, name=name) if subject.target is not None else None


def scrolls_sideways(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    return ScrollsSideways(negated=negated) if subject.topic == "page" else None


def loads_clean(subject: Subject, slots: Slots, negated: bool) -> tuple[Check, ...] | None:
    """ "The page loads without errors": it is there, shows none, and none was written to the console."""
    quiet = loads_quietly(subject, slots, negated)
    return None if quiet is None else (*quiet, ErrorShown(negated=True))


def loads_quietly(subject: Subject, slots: Slots, negated: bool) -> tuple[Check, ...] | None:
    """ "The page loads without console errors"."""
    page = subject.target
    if negated:
        return None
    if page is not None and page.kind == "page" and page.name:
        return ElementIs(target=page, state="visible"), NoEvents(kind="console_error")
    return (NoEvents(kind="console_error"),) if subject.topic == "page" else None


def loads_within(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    return None if subject.topic != "page" or negated else LoadsWithin(seconds=slots["seconds"])
