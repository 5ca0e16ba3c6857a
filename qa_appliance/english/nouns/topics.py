"""What “it is in the list” speaks of after something was pressed: never the button, which is there all the same.

A pressed button stands in every such sentence just before, and a check of it would hold whatever the press did. Reads
no words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeGuard

from msgspec.structs import replace

from qa_appliance.core.checks import (
    AddressIs,
    Check,
    Downloaded,
    ElementIs,
    ErrorShown,
    LinkGoes,
    MessageSays,
    TextIs,
    TextShown,
)
from qa_appliance.core.steps import Assert, Click, Fill, Go, Press, Step, Upload, WaitFor
from qa_appliance.core.target import Kind, Target
from qa_appliance.english.nouns.parts import last_named

_RECORDS: frozenset[Kind] = frozenset({"row", "item", "treeitem"})
_SURFACES: frozenset[Kind] = frozenset({"dialog", "menu", "alert", "section"})
_PRESSABLE: frozenset[Kind] = frozenset({"any", "button", "link", "image"})


def topic(done: Sequence[Step]) -> Target | Fill | None:
    """What was named before and is still spoken of; the one text that was typed into a form that was sent, as its step.

    None where it could be several things: the button that was pressed or what it opened, one of several texts.
    """
    pressed = gone = False
    for index in range(len(done) - 1, -1, -1):
        step = done[index]
        if _is_press(step):
            pressed = True
            if (record := _record_of(step)) is not None:
                return record
        elif isinstance(step, Upload) and len(step.files) == 1:
            name = step.files[0].rsplit("/", 1)[-1]
            return Target(words=f"“{name}”", name=name, quoted=True)
        elif isinstance(step, Fill):
            return _typed(done[: index + 1]) if pressed else step.target
        elif isinstance(step, Go):
            gone = True
        elif (named := last_named(step)) is not None:
            elsewhere = gone and _is_only_read(step, named)
            return named if not elsewhere and (not pressed or _is_record(step, named)) else None
    return None


def _is_only_read(step: Step, named: Target) -> bool:
    """ "The counter reads 1. Open Favourites. It is there": no counter."""
    return isinstance(step, Assert) and not (named.quoted or named.kind in _RECORDS)


def is_the_record(target: Target) -> bool:
    """ "The item", "this row": one that was spoken of, of which nothing is said but its kind."""
    first, *rest = target.words.lower().split() or [""]
    noted = target.kind == "any" and target.name in _NOTED
    described = bool((target.name and not noted) or target.quoted or target.ordinal or target.qualities)
    return (
        (target.kind in _RECORDS or noted)
        and not described
        and first in _POINTING
        and (len(rest) == 1 or (noted and target.within != () and rest[0] == target.name))
        and not rest[0].endswith("s")
    )


_POINTING = frozenset({"the", "this", "that"})
_NOTED = frozenset({"comment", "task", "note", "reminder", "bookmark", "review", "todo", "contact"})
"""What is added to lists by those who use a site, which "the comment is shown" would find in any word that says so."""


def of_typed_text(check: ElementIs | TextShown, text: str) -> Check:
    """The same asked of a text that was typed: it is shown in that place."""
    within = check.target.within if isinstance(check, ElementIs) else ()
    if len(within) > 1 or any(relation.place != "inside" for relation in within):
        return ElementIs(
            target=Target(words=f"“{text}”", name=text, quoted=True, within=within),
            state="visible",
            negated=check.negated,
        )
    scope = within[0].target if within else check.scope if isinstance(check, TextShown) else None
    return TextShown(text=text, scope=scope, negated=check.negated)


def _is_press(step: Step) -> bool:
    """Whether a thing was pressed for what it does; “open the task “Pay rent”” opens what is spoken of."""
    if isinstance(step, Press):
        return True
    if not isinstance(step, Click) or step.until or not step.rule.startswith("click."):
        return False
    return step.target.kind in _PRESSABLE and not step.target.qualities


def _record_of(step: Step) -> Target | None:
    """The row or entry by whose button something was done to it."""
    around = step.target.within if isinstance(step, Click) else ()
    named = around[0].target if len(around) == 1 else None
    known = named is not None and named.name and (named.kind in _RECORDS or (named.kind == "any" and named.quoted))
    return named if known else None


def _typed(done: Sequence[Step]) -> Fill | None:
    """The last text, where it is the only one of its form and no secret."""
    last = done[-1]
    alone = isinstance(last, Fill) and not last.value.secret and not (len(done) > 1 and isinstance(done[-2], Fill))
    return last if alone and isinstance(last, Fill) else None


def _is_record(step: Step, named: Target) -> bool:
    """An entry or a dialog that was worked on by the button, or what a check was just about.

    "The first row" is another one as soon as the button has taken it away.
    """
    worked_on = named.kind in _RECORDS | _SURFACES or bool(named.qualities)
    return not named.ordinal and (isinstance(step, Assert) or worked_on)


def of_download(check: TextIs) -> Downloaded:
    if check.comparison in ("contains", "shows"):
        return Downloaded(comparison="contains", negated=check.negated, contains=check.value)
    return Downloaded(comparison=check.comparison, negated=check.negated, name=check.value)


def _is_the_message(check: Check) -> TypeGuard[ElementIs]:
    """ "The message is gone", "the toast disappears": one that was spoken of, of which nothing is told but its kind."""
    if not isinstance(check, ElementIs) or not check.negated or check.state != "visible":
        return False
    target, words = check.target, check.target.words.lower().split()
    plain = not (target.name or target.quoted or target.ordinal or target.within or target.qualities)
    return plain and target.kind in ("text", "alert") and words[:1] == ["the"] and words[-1] in _MESSAGES


_MESSAGES = frozenset({"message", "notification", "toast", "banner", "notice", "warning", "alert", "error"})


def of_the_message(step: Step, done: Sequence[Step]) -> Step:
    """ "The message “Saved” is shown. Click Close. The message is gone": the one that was read last, by its words.

    Of what was not read as a message ("“Lamp” is shown") nothing tells that it is the one that is meant.
    """
    if not isinstance(step, Assert | WaitFor) or not _is_the_message(step.check):
        return step
    read = next((each for each in reversed(done) if isinstance(each, Assert | WaitFor) and _tells(each)), None)
    check = None if read is None else read.check
    words = check.text if isinstance(check, TextShown | ErrorShown) else ""
    return replace(step, check=TextShown(text=words, negated=True)) if words else step


def _tells(step: Assert | WaitFor) -> bool:
    """Whether it was read as a message; of which text, or what it is about in the tester's words."""
    if isinstance(step.check, ErrorShown | MessageSays):
        return not step.check.negated
    named = not _MESSAGES.isdisjoint(step.sentence.lower().replace(",", " ").split())
    return named and isinstance(step.check, TextShown) and not step.check.negated and step.check.scope is None


def of_its_address(step: Step, done: Sequence[Step]) -> Step:
    """ "There is a link “Help”. Its address contains help", "the page is called Orders, its URL ends with /orders"."""
    check = step.check if isinstance(step, Assert | WaitFor) else None
    if not isinstance(check, TextIs) or check.target.words.lower() not in _ITS_ADDRESS or not done:
        return step
    before, last = done[-1], last_named(done[-1])
    how, value, negated = check.comparison, check.value, check.negated
    if last is not None and last.kind == "link" and isinstance(before, Assert):
        return replace(step, check=LinkGoes(target=last, comparison=how, value=value, negated=negated))
    if isinstance(before, Go) or (last is not None and last.kind in ("heading", "page")):
        return replace(step, check=AddressIs(comparison=how, value=value, negated=negated))
    return step


_ITS_ADDRESS = frozenset({"its address", "its url", "its link", "its target"})
