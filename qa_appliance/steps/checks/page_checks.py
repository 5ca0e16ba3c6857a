"""Checks that one look at the page can answer. Pure: waiting and the rest of the world are checking.py's work."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from qa_appliance.browser.look.node import Look
from qa_appliance.core import checks as c
from qa_appliance.steps.base.answers import Answer
from qa_appliance.steps.checks.address_checks import address_is, link_goes
from qa_appliance.steps.checks.changes import changed_by
from qa_appliance.steps.checks.counting import count_is
from qa_appliance.steps.checks.element_is import element_is
from qa_appliance.steps.checks.field_errors import error_at_field
from qa_appliance.steps.checks.group_checks import any_of, each_is
from qa_appliance.steps.checks.listed import named_whole, only_in_messages, only_mentioned, only_typed, still_named
from qa_appliance.steps.checks.messages import message_says, of_its_sort
from qa_appliance.steps.checks.of_records import of_a_record
from qa_appliance.steps.checks.only_shown import only_shown
from qa_appliance.steps.checks.page_names import also_by_name, named
from qa_appliance.steps.checks.sorting import list_sorted
from qa_appliance.steps.checks.text_is import text_is, title_is, value_is
from qa_appliance.steps.checks.text_shown import error_shown, text_shown
from qa_appliance.steps.records.progress import current_stage, state_of_record


def ask_page(check: c.PageCheck, look: Look) -> Answer:
    """Of a claim and its denial never both hold: where a look would let both, it cannot be told."""
    answer = _in_either_letters(check, look)
    if not answer.holds or isinstance(check, c.OneSided) or not _in_either_letters(c.negation(check), look).holds:
        return answer
    return replace(answer, holds=False, message=_BOTH, kind="unsupported", note="")


_BOTH = (
    "This cannot be told: what the page shows fits this check as well as its opposite. "
    "Say it in other words, or say where to look."
)


def _in_either_letters(check: c.PageCheck, look: Look) -> Answer:
    """As the page shows its texts, or as its author wrote what a style sheet shows in other letters."""
    answer = _of_a_look(check, look)
    if answer.holds != c.denies(check) or look.in_other_letters is None:
        return answer
    other = _of_a_look(check, look.in_other_letters)
    return other if other.holds != c.denies(check) else answer


def _of_a_look(check: c.PageCheck, look: Look) -> Answer:
    answer = only_in_messages(check, look) or _asked(check, look)
    doubt = (
        only_mentioned(check, look) or only_typed(check, answer) or named_whole(check, look) if answer.holds else None
    )
    return doubt or answer


def _asked(check: c.PageCheck, look: Look) -> Answer:
    match check:
        case c.TextShown():
            return text_shown(check, look)
        case c.ElementIs():
            return _element(check, look)
        case c.ValueIs():
            return value_is(check, look)
        case c.TextIs():
            return _text(check, look)
        case c.TitleIs():
            return title_is(check, look)
        case c.AddressIs():
            return also_by_name(check, look, address_is(check, look))
        case c.CountIs():
            return count_is(check, look)
        case c.ErrorShown():
            return error_shown(check, look)
        case c.MessageSays():
            return message_says(check, look)
        case c.ListSorted() | c.OnlyShown():
            return _of_a_list(check, look)
        case c.LinkGoes():
            return link_goes(check, look)
        case c.EachIs() | c.AnyOf() | c.ChangedBy():
            return _asking_others(check, look)
        case _:
            assert_never(check)


def _of_a_list(check: c.ListSorted | c.OnlyShown, look: Look) -> Answer:
    return list_sorted(check, look) if isinstance(check, c.ListSorted) else only_shown(check, look)


def _asking_others(check: c.EachIs | c.AnyOf | c.ChangedBy, look: Look) -> Answer:
    """What is answered by answers to other checks."""
    match check:
        case c.EachIs():
            return each_is(check, look)
        case c.AnyOf():
            return any_of(check, look, _ask)
        case c.ChangedBy():
            return changed_by(check, look, ask_page)


def _text(check: c.TextIs, look: Look) -> Answer:
    return current_stage(check, look) or of_a_record(check, look) or text_is(check, look)


def _element(check: c.ElementIs, look: Look) -> Answer:
    if (message := error_at_field(check, look) or of_its_sort(check, look)) is not None:
        return message
    page = named(check)
    if page is not None:
        return ask_page(page, look)
    if (of_record := state_of_record(check, look)) is not None:
        return of_record
    answer = element_is(check, look)
    if not (answer.holds and check.negated):
        return answer
    return _such_there(check, look) or still_named(check, look) or answer


def _such_there(check: c.ElementIs, look: Look) -> Answer | None:
    """Of "there is no open order", the orders that are open."""
    target = check.target
    if check.state != "visible" or not target.qualities or not target.name or target.quoted or target.kind != "any":
        return None
    counted = count_is(c.CountIs(target=replace(target, kind="item"), comparison="equals", count=0), look)
    return counted if not counted.holds and counted.nodes else None


def _ask(check: c.Check, look: Look) -> Answer:
    """Of checks within a check only those about the page can be asked."""
    if isinstance(check, c.PageCheck):
        return ask_page(check, look)
    return Answer(False, "Such a check stands in no “either … or”: say it by itself.", kind="unsupported")
