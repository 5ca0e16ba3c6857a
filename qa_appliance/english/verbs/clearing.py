"""Fields that are emptied, left, or left as they are."""

from __future__ import annotations

from qa_appliance.core.checks import ElementIs, ValueIs
from qa_appliance.core.steps import Assert, Clear, Press, SetChecked, Step
from qa_appliance.core.target import Target
from qa_appliance.english.checks.groups import under_one_noun
from qa_appliance.english.nouns.phrase import read_target
from qa_appliance.english.verbs.check import tick, untick
from qa_appliance.english.verbs.field_names import as_field
from qa_appliance.english.verbs.pairs import NOT_FIELDS
from qa_appliance.english.verbs.refusals import REFUSALS
from qa_appliance.english.wording.forms import form, verb
from qa_appliance.english.words.lexicon import PLURALS
from qa_appliance.english.words.refusals import refused
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.values import value_of


def left_at(field: Target, value: Phrase) -> Step | None:
    """ "leave Priority at "high"": nothing is done; that it holds the value is checked."""
    unnamed = field.kind == "any" and not field.name
    if field.kind in NOT_FIELDS or unnamed or field.words.lower().startswith(_NO_FIELDS):
        return None
    loose = len(value) > _LONGEST_LEFT or refused(REFUSALS["left at a value"], value.tokens)
    if value.only_quote is None and loose:
        return None
    return Assert(check=ValueIs(target=field, comparison="equals", value=value_of(value).text))


_LONGEST_LEFT = 4  # words without quotes
_NO_FIELDS = ("a ", "an ", "the cursor", "the mouse", "the pointer", "the focus", "focus", "cursor")
"""Leave a comment at “Home”, keep the focus on Name: where something is done, or what is no field."""
LEFT_AT = form("check.left-at", 'leave Priority at "high"', "{field:target} at|on|as|set_to {value}", left_at)
CARTS = frozenset({"cart", "basket", "shopping cart", "shopping basket", "shopping bag", "trolley"})


def clear(target: Target) -> Step | None:
    target = as_field(target)
    called = target.name.lower() if target.kind == "any" else ""
    if target.kind == "field" and not target.quoted and target.words.split()[-1].lower() in PLURALS:
        return None  # "the mandatory fields": which those are, it does not say
    if called in CARTS or (called.endswith(_NOT_CLEARED) and not target.quoted):
        return None  # by which buttons a cart is emptied is not said
    return None if target.kind in (*NOT_FIELDS, "any") and not target.name else Clear(target=target)


def left_on(target: Target) -> Step | None:
    """Nothing is done; that it is ticked is checked."""
    return _left(tick(target))


def left_off(target: Target) -> Step | None:
    """Nothing is done; that it is not ticked is checked."""
    return _left(untick(target))


def _left(step: Step | None) -> Step | None:
    if not isinstance(step, SetChecked):
        return None
    return Assert(check=ElementIs(target=step.target, state="checked", negated=not step.on))


def leave() -> Step:
    return Press(keys=("Tab",))  # as people leave a field


def clear_several(fields: Phrase) -> tuple[Step, ...] | None:
    """ "leave the name and email fields empty": each of them."""
    parts = under_one_noun(fields) or ()
    targets = [target for part in parts if (target := read_target(part)) is not None and target.kind == "field"]
    return tuple(Clear(target=target) for target in targets) if len(targets) == len(parts) > 1 else None


def clear_each(each: tuple[Target, ...]) -> tuple[Step, ...] | None:
    made = tuple(step for target in each if (step := clear(target)) is not None)
    return made if len(made) == len(each) else None


_NOT_CLEARED = ("cookies", "cache", "session", "storage", "browser data", "browsing data")


VERBS = (
    verb(
        "clear, empty, erase, blank",
        form("clear.each", "clear Name and City", "{each:targets}", clear_each),
        form(
            "clear.field",
            "clear the search box",
            "[out] <the_text_of> {target} // everything|all [the] [text|content] in|inside|from|of {target}",
            clear,
        ),
    ),
    verb("tab", form("keys.leave", "tab out of the field", "out [of] [the] [field|input|box]", leave)),
    verb(
        "enter, type, put, input, fill in",
        form("clear.nothing", "enter nothing in the Name field", "nothing in|into|for|as {target}", clear),
    ),
    verb(
        "leave, keep",
        form("clear.each", "leave Name and City empty", "{each:targets} empty|blank|unfilled", clear_each),
        form("clear.each", "leave the name and email fields empty", "{fields:anything} empty|blank", clear_several),
        form("uncheck.left", 'leave the "Terms" checkbox unchecked', "{target} unchecked|unticked|off", left_off),
        form("check.left", 'keep the "Terms" checkbox ticked', "{target} checked|ticked|on", left_on),
        LEFT_AT,
        form("clear.left", "leave the Name field empty", "{target} [entirely|completely] empty|blank|unfilled", clear),
    ),
)
