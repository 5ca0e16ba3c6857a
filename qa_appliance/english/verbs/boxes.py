"""What is ticked, unticked, turned on and off, and when "check" means that. Chooses nothing."""

from __future__ import annotations

from msgspec.structs import replace

from qa_appliance.core.steps import Click, SetChecked, Step
from qa_appliance.core.target import Target
from qa_appliance.english.nouns.phrase import as_setting
from qa_appliance.english.verbs.choices import box_by_name
from qa_appliance.english.words.word_sets import word_set

CHECKED = frozenset({"checkbox", "switch", "radio"})


def check(target: Target) -> Step | None:
    """ "check" ticks only what can be ticked: a box by its kind, a quote, or a name in capitals."""
    if (
        target.words == "out"
        or target.name.startswith("as ")
        or (" as " in target.name and not target.quoted)
        or target.name.startswith("/")
        or _statement(target)
        or (not target.quoted and target.name.lower() in _OF_THE_PAGE)
    ):
        return None
    if target.kind in (*CHECKED, "option") or _is_box(target):
        return SetChecked(target=_boxed(target))
    named = target.kind == "any" and target.name and (target.quoted or _like_a_name(target))
    return SetChecked(target=target) if named else None


_OF_THE_PAGE = word_set(
    "url title address api html css email e-mail mail inbox mailbox console logs output response results cart basket "
    "price total balance layout spelling"
) | {"status code"}


def _statement(target: Target) -> bool:
    """ "check that Email is required": an assertion that no form reads is never a box to tick."""
    words = target.words.lower().split()
    if words[0] in ("that", "if", "whether", "no", "not", "never", "none", "nothing") and len(words) > 1:
        return not target.quoted or words[0] in ("that", "if", "whether")
    return not target.quoted and not _SAYING.isdisjoint(words[1:])


_SAYING = frozenset(
    {"is", "are", "has", "have", "should", "must", "contains", "shows", "isn't", "aren't", "does", "can"}
)


def _is_box(target: Target) -> bool:
    """ "the box next to Alice" is to be ticked, "the search box" is not."""
    return target.kind == "field" and "box" in target.words.lower().split() and (not target.name or target.quoted)


def _boxed(target: Target) -> Target:
    if target.kind != "field":
        return target
    return Target(
        words=target.words,
        name=target.name,
        kind="checkbox",
        quoted=target.quoted,
        ordinal=target.ordinal,
        qualities=target.qualities,
        within=target.within,
    )


def _like_a_name(target: Target) -> bool:
    first = target.words.split()[0]
    words = target.name.split()
    if target.name.islower() and (len(words) > _LONGEST_BOX or _NAMES_OF_BOXES.isdisjoint((words[0], words[-1]))):
        return False  # "check password reset link expiry" is what a test is for, "check dashboard" looks at it
    return target.name[:1].isupper() or first.lower() not in ("the", "a", "an", "my", "this", "that")


_LONGEST_BOX = 2  # words in lower case
_NAMES_OF_BOXES = word_set(
    "remember agree accept subscribe keep stay save include enable allow same newsletter newsletters terms conditions "
    "policy consent offers updates notifications agreement yes no"
)
"""What a box is called in lower case, at its beginning or end: "check newsletter", "check remember me"."""


def tick(target: Target) -> Step | None:
    target = replace(target, kind="any") if target.kind == "text" and target.quoted else target  # the label “Bug”
    ticked = target.kind in (*CHECKED, "any", "option", "field", "item", "row", "icon")
    return SetChecked(target=_boxed(target)) if ticked else None


def untick(target: Target) -> Step | None:
    if target.kind not in (*CHECKED, "any", "option", "field", "item", "row"):
        return None
    return SetChecked(target=_boxed(target), on=False)


def turn_on(target: Target) -> Step | None:
    return _switched(target, True)


def turn_off(target: Target) -> Step | None:
    return _switched(target, False)


def _switched(target: Target, on: bool) -> Step | None:
    target = as_setting(target)
    return SetChecked(target=target, on=on) if target.kind in (*CHECKED, "any", "option") and target.name else None


def toggle(target: Target) -> Step | None:
    target = as_setting(target)
    return SetChecked(target=target, on=None) if target.kind in (*CHECKED, "any") else Click(target=target)


def check_each(targets: tuple[Target, ...]) -> tuple[Step, ...] | None:
    return _set_each(targets, True)


def uncheck_each(targets: tuple[Target, ...]) -> tuple[Step, ...] | None:
    return _set_each(targets, False)


def _set_each(targets: tuple[Target, ...], on: bool) -> tuple[Step, ...] | None:
    counted = all(target.ordinal and not target.quoted for target in targets)  # the first two rows
    boxes = counted or targets[-1].kind == "checkbox" or all(map(box_by_name, targets))
    if any(map(_statement, targets)) or not boxes:
        return None
    return tuple(SetChecked(target=target, on=on) for target in targets)
