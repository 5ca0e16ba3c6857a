"""Checks: a noun phrase and what is said of it. The wordings of predicates are data; no page is ever looked at."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from qa_appliance.core.checks import Check
from qa_appliance.english import assertions as say
from qa_appliance.english.frames import Slots, Wording, compile_wordings, fit
from qa_appliance.english.noun_phrase import read_target
from qa_appliance.english.predicates import STARTERS, predicate_at
from qa_appliance.english.said import read_bound, read_direction, read_state
from qa_appliance.english.slots import READERS
from qa_appliance.english.subjects import Subject, read_subject, shown, trouble
from qa_appliance.english.tokens import Phrase

BuildCheck = Callable[[Subject, Slots, bool], Check | None]


class Predication(NamedTuple):
    """One thing that can be said of a subject, after its verb."""

    id: str
    example: str
    verb: str
    wordings: tuple[Wording, ...]
    build: BuildCheck


def says(id: str, example: str, verb: str, wordings: str, build: BuildCheck) -> Predication:
    compiled = compile_wordings(wordings) if wordings else ()
    return Predication(id, example, verb, compiled, build)


_SEEN = (
    "visible|shown|displayed|present|seen|found|there|listed|showing|presented|rendered|available|left|remaining|"
    "on_screen|on_the_page|on_the_screen"
)

PREDICATIONS: tuple[Predication, ...] = (
    says(
        "check.count",
        "there are 3 rows in the table",
        "be",
        f"{_SEEN} [in|on|inside|under|within] [{{place:target}}]",
        say.counted_subject,
    ),
    says("check.shown", '"Welcome" is shown', "be", f"{_SEEN} // {_SEEN} {{place:anything}}", say.subject_shown),
    says(
        "check.hidden",
        "the spinner is hidden",
        "be",
        "hidden|invisible|gone|absent|missing|not_there|removed|closed",
        say.subject_hidden,
    ),
    says(
        "check.value",
        '"Germany" is selected in Country',
        "be",
        "selected|chosen|picked in|for|under|as|from {field:target}",
        say.option_selected,
    ),
    says(
        "check.value",
        'the Country dropdown is set to "Germany"',
        "be",
        "set|filled|prefilled|pre-filled|populated|prepopulated|pre-populated|preselected to|with|as|by {value}",
        say.value_equals,
    ),
    says("check.state", "the Save button is disabled", "be", "{state}", say.state),
    says(
        "check.sorted",
        "the list is sorted by Name",
        "be",
        "sorted|ordered|arranged [{direction}] [by] [{column:words}] [,] [{order}] // sorted|ordered from {order}",
        say.list_sorted,
    ),
    says("check.compare", "Total is more than 40", "be", "{bound}", say.compare),
    says(
        "check.text",
        "Total is 42.50",
        "be",
        "equal_to|the_same_as|identical_to|exactly|precisely {value}",
        say.text_equals,
    ),
    says(
        "check.download", 'the downloaded file is named "report.csv"', "be", "named|called|saved_as {value}", say.named
    ),
    says(
        "check.address",
        "I should be on /dashboard",
        "be",
        "[redirected|taken|sent|navigated|brought|led|forwarded|returned|back] [back] to|on|at|in {place:anything}",
        say.arrived,
    ),
    says(
        "check.text",
        "the total is updated to 42.50",
        "be",
        "updated|changed|increased|decreased|reduced|raised|lowered|switched|reset to {value}",
        say.text_is,
    ),
    says("check.text", "the total changes to 42.50", "change", "to {value}", say.text_is),
    says("check.download", 'the file "report.csv" is downloaded', "be", "downloaded", say.was_downloaded),
    says("check.in", 'the row "Alice" is in the list', "be", "{place:anything}", say.subject_in),
    says("check.text", 'the heading is "Hello"', "be", "{value}", say.text_is),
    says(
        "check.value",
        'Email has the value "a@b.c"',
        "have",
        "[the|a] value|content|contents [of] {value}",
        say.value_equals,
    ),
    says("check.focus", "the Email field has the focus", "have", "[the|a] [keyboard] focus|cursor", say.focused),
    says("check.title", 'the page has the title "Shop"', "have", "[the|a] title {value}", say.page_title),
    says("check.text", 'the button has the text "Save"', "have", "[the|a] text|label|caption {value}", say.text_equals),
    says("check.count", "the table has 3 rows", "have", "{counted:anything}", say.counted_inside),
    says("check.contains", "the page has a Save button", "have", "{content:anything}", say.contains),
    says("check.count", "the cart contains 2 items", "contain", "[a_total_of] {counted:anything}", say.counted_inside),
    says(
        "check.contains",
        'the page contains "Welcome"',
        "contain",
        "[the_text|the_word|the_words|text] {content:anything}",
        say.contains,
    ),
    says(
        "check.cell",
        'the row "Alice" shows "Admin" under Role',
        "show",
        "{value} under|in|for|as [the_column|column] {column:target}",
        say.cell,
    ),
    says("check.count", "the list shows 3 items", "show", "{counted:anything}", say.counted_inside),
    says("check.contains", 'the page shows "Welcome"', "show", "{content:anything}", say.contains),
    says("check.text", 'the heading says "Hello"', "say", "[:] {value}", say.text_is),
    says("check.address", "I should land on the dashboard", "arrive", "on|at|in {place:anything}", say.arrived),
    says("check.seen", 'I see "Welcome"', "see", "[the_text|the_words] {content:anything}", say.seen),
    says("check.shown", '"Saved" appears', "appear", "", say.subject_shown),
    says("check.shown", '"Saved" appears in the header', "appear", "{place:anything}", say.subject_shown),
    says(
        "check.hidden",
        "the spinner disappears",
        "disappear",
        "[from|on] [the_page|the_screen|view]",
        say.subject_hidden,
    ),
    says("check.text", "the total equals 42.50", "equal", "[to] {value}", say.text_equals),
    says(
        "check.baseline",
        "the page matches the baseline",
        "match",
        "[the|its] baseline|screenshot|snapshot [image] [{name:quoted}]",
        say.baseline,
    ),
    says(
        "check.matches",
        'the order number matches "\\d+"',
        "match",
        "[the] [pattern|regex|expression] {value}",
        say.text_matches,
    ),
    says("check.starts", 'the heading starts with "Order"', "start", "with {value}", say.starts),
    says("check.ends", 'the address ends with "/home"', "end", "with|in|on {value}", say.ends),
    says("check.exists", "the Save button exists", "exist", "", say.exists),
    says(
        "check.loads",
        "the page loads in 2 s",
        "load",
        "[in|within|under] [in|within|under|less_than|at_most|no_more_than|up_to] {seconds:duration}",
        say.loads_within,
    ),
    says(
        "check.baseline",
        "the page looks like the baseline",
        "look",
        "like|the_same_as|identical_to|as_in [the|its] baseline|screenshot|snapshot|before [image] [{name:quoted}]",
        say.baseline,
    ),
)

_BY_VERB: dict[str, tuple[Predication, ...]] = {}
for _said in PREDICATIONS:
    _BY_VERB[_said.verb] = (*_BY_VERB.get(_said.verb, ()), _said)

_READERS = READERS | {
    "state": read_state,
    "bound": read_bound,
    "direction": read_direction,
    "order": read_direction,
}
_LEADS = frozenset({"that", "if", "whether", "how"})


class CheckRead(NamedTuple):
    """Checks as read and the form that read them. Counted from the end of the phrase, in tokens: `said` is what
    follows the verb, `predicated` the verb with it; both may follow again without what stands before.
    """

    checks: tuple[Check, ...]
    rule: str
    said: int
    predicated: int


def read_check(phrase: Phrase) -> CheckRead | None:
    """A statement about the page, or None: the Save button is disabled · there are 3 rows · no error is shown."""
    while phrase.tokens and phrase.tokens[0].low in _LEADS:
        phrase = phrase[1:]
    phrase = _written_out(phrase)
    tokens = phrase.tokens
    if len(tokens) < 2:
        return None
    if tokens[0].low in ("there", "there's"):
        return _existential(phrase)
    for start in range(1, len(tokens)):
        if tokens[start].low not in STARTERS:
            continue
        predicate = predicate_at(tokens, start)
        if predicate is None:
            continue
        checks = _predicated(
            _without_adverb(phrase[:start]), predicate.verb, predicate.negated, phrase[predicate.end :]
        )
        if checks is not None:
            return CheckRead(checks[0], checks[1], len(tokens) - predicate.end, len(tokens) - start)
    return None


_CONTRACTED = {"i'm": ("i", "am"), "we're": ("we", "are"), "you're": ("you", "are"), "they're": ("they", "are")}


def _written_out(phrase: Phrase) -> Phrase:
    """ "I'm on the login page" is "I am on …"."""
    words = _CONTRACTED.get(phrase.tokens[0].low) if phrase.tokens else None
    if words is None:
        return phrase
    short = phrase.tokens[0]
    return Phrase(
        [replace(short, text=word, low=word, value=word) for word in words] + phrase.tokens[1:], phrase.source
    )


_ADVERBS = frozenset({"still", "now", "also", "then", "always", "immediately", "all"})


def _without_adverb(subject: Phrase) -> Phrase:
    """ "the cart still contains": the adverb before the verb is no part of the noun."""
    tokens = subject.tokens
    return subject[: len(tokens) - 1] if len(tokens) > 1 and tokens[-1].text in _ADVERBS else subject


def checks_of(phrase: Phrase) -> Check | None:
    """A statement that is exactly one check: for slots."""
    read = read_check(phrase)
    return read.checks[0] if read is not None and len(read.checks) == 1 else None


def _existential(phrase: Phrase) -> CheckRead | None:
    tokens = phrase.tokens
    start = 1
    negated = False
    if tokens[0].low == "there":
        predicate = predicate_at(tokens, 1)
        if predicate is None or predicate.verb not in ("be", "appear", "exist"):
            return None
        start, negated = predicate.end, predicate.negated
    check = shown(phrase[start:], negated)
    if check is None:
        return None
    return CheckRead(
        (check,),
        "check.count" if "Count" in type(check).__name__ else "check.shown",
        len(tokens) - start,
        len(tokens) - start,
    )


def _predicated(subject: Phrase, verb: str, negated: bool, rest: Phrase) -> tuple[tuple[Check, ...], str] | None:
    first = subject.tokens[0].low
    if first in ("no", "none", "neither") and len(subject) > 1:
        special = trouble(subject[1:])
        if special is not None and verb in ("be", "appear", "exist", "have"):
            return (special,), "check.events"
        subject, negated = subject[1:], not negated
    lows = frozenset(token.low for token in rest.tokens)
    for read in _subjects(subject):
        for said in _BY_VERB.get(verb, ()):
            if not said.wordings and rest.tokens:
                continue
            for slots in _slots(said, rest, lows):
                checks = [said.build(each, slots, negated) for each in read]
                made = tuple(check for check in checks if check is not None)
                if made and len(made) == len(checks):
                    return made, said.id
    return None


def _slots(said: Predication, rest: Phrase, lows: frozenset[str]) -> list[Slots]:
    if not said.wordings:
        return [{}]
    return [slots for wording in said.wordings if (slots := fit(wording, rest, lows, _READERS)) is not None]


def _subjects(phrase: Phrase) -> list[tuple[Subject, ...]]:
    """One subject, or several joined by "and" of which the same is said."""
    quotes = phrase.quotes()
    if len(quotes) > 1 or any(token.low == "both" for token in phrase.tokens[:1]):
        parts = READERS["listed"](phrase[1:] if phrase.tokens[0].low == "both" else phrase)
        several = [read_subject(part) for part in parts or ()]
        found = tuple(subject for subject in several if subject is not None)
        if found and len(found) == len(several):
            return [found]
    one = read_subject(phrase)
    if one is None:
        return []
    if one.target is not None and read_target(phrase) is None and one.topic == "element" and not one.target.words:
        return []
    return [(one,)]
