"""Assertions that begin with a verb: verify that, see, expect, look for. What is said is read in checks.py."""

from __future__ import annotations

from msgspec.structs import replace

from qa_appliance.core.checks import Check, CountIs, ElementIs, ErrorShown, LooksLikeBaseline, NoEvents, TextShown
from qa_appliance.core.steps import Assert, Click, SetChecked, Step
from qa_appliance.core.target import Place, Relation, Target
from qa_appliance.english.checks.addresses import led
from qa_appliance.english.checks.changes import seen_more
from qa_appliance.english.checks.denials import denied_each
from qa_appliance.english.checks.groups import under_one_noun
from qa_appliance.english.checks.predicates import STARTERS
from qa_appliance.english.checks.reported import message_that
from qa_appliance.english.checks.seen import shown
from qa_appliance.english.checks.subjects import Subject
from qa_appliance.english.checks.troubles import saying_so, trouble, words_first
from qa_appliance.english.nouns.phrase import as_setting
from qa_appliance.english.statements.read import CheckRead
from qa_appliance.english.verbs.choices import box_by_name
from qa_appliance.english.verbs.data import GRAB
from qa_appliance.english.verbs.refusals import REFUSALS
from qa_appliance.english.wording.forms import form, verb
from qa_appliance.english.words.refusals import refused
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.word_sets import word_set


def read_off(phrase: Phrase) -> Phrase | None:
    """ "tick off “Buy milk”"; "Off budget" is called so."""
    return phrase if len(phrase) == 1 and phrase.tokens[0].text == "off" else None


def assert_read(statement: CheckRead) -> tuple[Step, ...]:
    return tuple(Assert(check=check) for check in statement.checks)


def assert_shown(thing: Phrase) -> Step | tuple[Step, ...] | None:
    """ "see the links Home, Shop and Log out": each of them."""
    if thing.tokens[-1].low in _SENT and not thing.quotes():
        return None  # "I receive a confirmation email": no page shows it
    parts = under_one_noun(thing) or (thing,)
    made = tuple(step for part in parts if (step := _assert(_seen(part, False))) is not None)
    return made if len(made) == len(parts) else None


_SENT = word_set("email e-mail mail sms emails mails")


def assert_message(thing: Phrase) -> Step | None:
    """ "I get an error", "get the message "Saved"": only what a page tells; "get the price" is no check."""
    check = _seen(thing, False) if thing.tokens[0].low != "of" else None
    return _assert(check) if isinstance(check, ErrorShown | CountIs) or thing.quotes() else None


def assert_led(place: Phrase) -> Step | None:
    """ "Verify redirection to the dashboard"."""
    return _assert(led(Subject("person", place), {"place": place}, False))


def assert_not_shown(thing: Phrase) -> tuple[Step, ...] | None:
    check = _seen(thing, True)
    return None if check is None else tuple(Assert(check=each) for each in denied_each(thing, (check,)))


def assert_each_shown(things: tuple[Phrase, ...]) -> tuple[Step, ...] | None:
    checks = [_seen(part, False) for part in things if part.quotes()]
    made = tuple(Assert(check=check) for check in checks if check is not None)
    return made if made and len(made) == len(things) else None


def assert_noun(thing: Phrase) -> Step | None:
    """ "check the error message": only a noun that can be nothing but looked at; "check the cart" is not read."""
    check = _seen(thing, False)
    if isinstance(check, TextShown):
        return None
    if isinstance(check, ElementIs) and check.target.kind not in _LOOKED_AT:
        return None
    return _assert(check)


_LOOKED_AT = frozenset({"text", "heading", "alert", "table", "image", "dialog", "list", "section", "form", "page"})


def _assert(check: Check | None) -> Step | None:
    return None if check is None else Assert(check=check)


def _seen(phrase: Phrase, negated: bool) -> Check | None:
    if not negated and (reported := message_that(phrase)) is not None:
        return reported
    if refused(REFUSALS["seen"], phrase.tokens) or any(_denies_behind(phrase, at) for at in range(1, len(phrase) - 1)):
        return None
    phrase = saying_so(words_first(phrase))
    if any(token.low in STARTERS and token.low not in _IN_NAMES and index for index, token in enumerate(phrase.tokens)):
        return None
    return (None if negated else seen_more(phrase)) or shown(phrase, negated)


def _denies_behind(phrase: Phrase, at: int) -> bool:
    """ "Ann but not Bob": of the second it is denied."""
    return phrase.tokens[at].low == "but" and phrase.tokens[at + 1].low in ("not", "no")


_IN_NAMES = frozenset(
    {"to", "no", "not", "open", "close", "list", "load", "start", "end", "read", "show", "display", "can", "will"}
)


def scan(thing: Phrase) -> Step | None:
    check = trouble(thing)
    return Assert(check=check) if isinstance(check, NoEvents) else None


def scan_console() -> Step:
    return Assert(check=NoEvents(kind="console_error"))


def scan_accessibility() -> Step:
    return Assert(check=NoEvents(kind="accessibility"))


def compare_baseline(target: Target, name: str = "") -> Step:
    return Assert(check=LooksLikeBaseline(target=None if target.kind == "page" else target, name=name))


def mark_as(what: Target, done: bool) -> Step | None:
    """ "Mark “Buy milk” as completed": by the box that stands with it; so is a task of a list told to be done."""
    if not (what.quoted or what.ordinal) or what.kind not in _TASKS:
        return None
    place: Place = "inside" if what.ordinal else "row"
    box = Target(words=f"the checkbox of {what.words}", kind="checkbox", within=(Relation(place, what),))
    return SetChecked(target=box, on=done)


def mark_done(what: Target) -> Step | None:
    return mark_as(what, True)


def mark_undone(what: Target) -> Step | None:
    return mark_as(what, False)


_TASKS = frozenset({"any", "item", "row"})


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
    named = target.kind == "any" and target.name and target.quoted
    return SetChecked(target=target) if named else None


_OF_THE_PAGE = word_set(
    "url title address api html css email e-mail mail inbox mailbox console logs output response results cart basket "
    "price total balance layout spelling"
) | {"status code"}


def _statement(target: Target) -> bool:
    """ "check that Email is required": an assertion that no form reads is never a box to tick."""
    words = target.words.lower().split()
    if target.quoted and target.kind == "any" and target.qualities:
        return True  # "checks support number with label “1”"
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


_STATEMENT = form("check.said", 'verify that "Welcome" is shown', "<that> {statement}", assert_read)
_FOR = form(
    "check.for", 'check for "Welcome"', "[for] <presence_of> {thing:anything} // for {thing:anything}", assert_shown
)
_ABSENT = form("check.absent", 'verify the absence of "Error"', "[for] <absence_of> {thing:anything}", assert_not_shown)

_LED = form(
    "check.led",
    "verify redirection to the dashboard",
    "[for] [the|a] [automatic|successful|automatically|successfully] "
    "redirect|redirection|navigation|redirected|navigated|forwarded [back] to {place:anything}",
    assert_led,
)

CHECK_FORMS = (
    _STATEMENT,
    _LED,
    form("check.for-none", "check for console errors", "for {thing:anything}", scan),
    form(
        "check.for-none",
        "check the browser console for errors",
        "[the] [browser|browser's|javascript] console for [any] errors|error|error_messages",
        scan_console,
    ),
    _ABSENT,
    _FOR,
)
"""How "check" asserts; tried before it ticks a box."""

CHECK_NOUN = (form("check.noun", "check the error message", "{thing:anything}", assert_noun),)
"""What is left for "check" when no box is meant."""

CHECK_STATEMENT = (
    _STATEMENT,
    _LED,
    _ABSENT,
    form("check.shown", 'confirm "Welcome"', "[<presence_of>] {thing:quotephrase}", assert_shown),
)
"""For "confirm", which may be something to do as well: only what is clearly said of the page."""

CHECK_THAT = (
    _STATEMENT,
    _LED,
    _ABSENT,
    form("check.each-shown", 'expect "A" and "B"', "{things:listed}", assert_each_shown),
    form("check.shown", 'expect "Welcome"', "[for] [<presence_of>|to_see|to_find] {thing:anything}", assert_shown),
)
"""Verbs that can only assert."""

_ONLY_ASK = (
    "verify, assert, ensure, validate, make sure, be sure, expect, double-check, assure, prove, verify again, "
    "make certain, should"
)
ASKING = frozenset(word for word in _ONLY_ASK.split(", ") if " " not in word) | {"check", "see"}
"""Words that ask for a check wherever a sentence or a label begins with them."""

VERBS = (
    verb(
        _ONLY_ASK,
        *CHECK_THAT,
    ),
    verb(
        "see, notice, find, locate, observe, look for, spot, look at, receive",
        form("check.said", 'see that "Welcome" is shown', "that|if|whether {statement}", assert_read),
        form(
            "check.shown",
            'I see "Welcome"',
            "[<the_words>] [again] {thing:anything} // {thing:anything} displayed|shown|listed|appear|appearing",
            assert_shown,
        ),
        form("check.said", 'see "Welcome" in the header', "{statement}", assert_read),
    ),
    verb("read", form("check.shown", 'I can read "Welcome"', "[<the_words>] {thing:quotephrase}", assert_shown)),
    verb(
        "get",
        GRAB,
        form("check.shown", 'get the message "Saved"', "[<the_words>] {thing:anything}", assert_message),
    ),
    verb(
        "not see, no longer see, never see, not find, not get, not notice, not observe",
        form(
            "check.not-shown",
            'I do not see "Error"',
            "[<the_words>] {thing:anything} [anymore|any_more|any_longer]",
            assert_not_shown,
        ),
    ),
    verb(
        "compare",
        form(
            "check.baseline",
            "compare the page with the baseline",
            "{target} with|to|against [the|its] baseline|screenshot|snapshot [{name:quoted}]",
            compare_baseline,
        ),
    ),
    verb(
        "scan, audit",
        form(
            "check.accessibility",
            "scan the page for accessibility problems",
            "[the] [page] for [serious|critical|any] accessibility|a11y problems|issues|violations",
            scan_accessibility,
        ),
    ),
)
