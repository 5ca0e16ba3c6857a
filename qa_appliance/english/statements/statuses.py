"""How something stands: out of stock, done, first, the current step, signed in. Rows with their builders."""

from __future__ import annotations

import re

from msgspec.structs import replace

from qa_appliance.core.checks import ITSELF, AnyOf, Check, CountIs, EachIs, ElementIs, TextIs, TextShown
from qa_appliance.core.target import RECORDS, Kind, Relation, Target
from qa_appliance.english.checks.comparing import compared, holds_a_secret, text_of
from qa_appliance.english.checks.counts import inside
from qa_appliance.english.checks.elliptic import figure_of
from qa_appliance.english.checks.subjects import Subject
from qa_appliance.english.nouns.edges import bare
from qa_appliance.english.nouns.names import surely_a_name
from qa_appliance.english.nouns.phrase import as_number_of_page
from qa_appliance.english.nouns.pronouns import is_pronoun
from qa_appliance.english.statements.rows import Predication, says
from qa_appliance.english.wording.frames import Slots
from qa_appliance.english.words.lexicon import ARTICLES, KIND_WORDS, KINDS
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.word_sets import phrases, word_set

_STATUSES = frozenset(
    " ".join(words)
    for words in phrases(
        "out of stock, in stock, sold out, back in stock, low in stock, on sale, paid, unpaid, pending, approved, "
        "rejected, declined, cancelled, canceled, archived, published, unpublished, verified, unverified, overdue, "
        "shipped, delivered, delayed, expired, online, offline, resolved, unresolved, confirmed, unconfirmed, booked, "
        "fully booked, blocked, suspended, banned, unread, on hold, in progress, in review, in transit, reserved, "
        "refunded, scheduled, assigned, unassigned, discontinued, accepted, due, late, published, draft, subscribed"
    )
)
"""How a record may stand, by which pages call it."""


def read_status(phrase: Phrase) -> str | None:
    words = " ".join(token.low if token.kind == "word" else '"' for token in phrase.tokens)
    return phrase.text if words in _STATUSES else None


def has_status(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "The product is out of stock": its record says so. Denied of no name, another page would do."""
    target = subject.target
    if subject.topic != "element" or target is None or target.kind not in _RECORDS or is_pronoun(target):
        return None
    if negated and not (target.quoted or target.name[:1].isupper()):
        return None
    if target.name == ITSELF:
        return TextIs(target=_status_of(target), comparison="shows", value=slots["status"])
    check = compared(subject, "shows", slots["status"], negated)
    return replace(check, status=True) if isinstance(check, TextIs) else check


def _status_of(one: Target) -> Target:
    return Target(words="status", name="status", within=(Relation(place="near", target=one),))


def none_has(target: Target, one: Target, status: str) -> Check:
    """By what stands in each as its status: that a row nowhere says “Unread” tells nothing."""
    return EachIs(target=target, says=TextIs(target=_status_of(one), comparison="shows", value=status, negated=True))


def asks_a_part(check: Check) -> bool:
    """Of each what is called so in it, without which nothing holds: "has the status “Open”", not "has a problem"."""
    return isinstance(check, EachIs) and isinstance(check.says, TextIs) and bool(check.says.target.within)


def compares_texts(check: Check) -> bool:
    return isinstance(check, EachIs) and isinstance(check.says, TextIs)


_RECORDS: frozenset[Kind] = frozenset({"any", "item", "row"})


def current(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "Step 2 is the current step", "page 3 is the current page"."""
    target = subject.target and as_number_of_page(subject.target)
    named = target is not None and bool(target.name) and subject.topic == "element"
    return ElementIs(target=target, state="selected", negated=negated) if named and target is not None else None


def on_step(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "The wizard is on step 2 of 3": that step is the current one."""
    words = f"step {slots['step']}" + (f" of {slots['steps']}" if "steps" in slots else "")
    lows = {token.low for token in bare(subject.phrase).tokens}
    if subject.topic not in ("person", "page") and not lows <= _WIZARDS:
        return None
    return ElementIs(target=Target(words=words, name=words), state="selected", negated=negated)


_WIZARDS = word_set("wizard form stepper process flow checkout registration setup onboarding progress bar assistant")


def placed(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "“Rose” is listed first": the first entry of the page's list is called so."""
    target = subject.target
    named = target is not None and subject.topic == "element" and not (target.within or target.qualities)
    if target is None or not named or negated or is_pronoun(target) or target.kind not in ("any", "item"):
        return None
    requested = not ARTICLES.isdisjoint(target.name.casefold().split()[1:2])  # "Have the cheapest come first"
    if not target.quoted and (requested or not target.name[:1].isupper()):
        return None
    words = f"{target.words} {slots['ordinal']}"
    first = Target(words=words, kind="item", ordinal=slots["ordinal"])
    return TextIs(target=first, comparison="equals", value=target.name)


def placed_at_end(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "The task “Pay rent” is at the top": of its list. What else is there stands at the top of the page."""
    target = subject.target
    if target is None or not (target.kind == "item" or not RECORDS.isdisjoint(target.qualities)):
        return None
    plainly = replace(target, kind="any", qualities=())
    return placed(replace(subject, target=plainly), {"ordinal": slots["end"]}, negated) if target.quoted else None


def of_length(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "The code has 6 digits", whatever stands between them."""
    one = _LENGTHS.get(slots["of"].text.lower())
    if one is None or negated or subject.target is None or subject.topic not in ("element", "value"):
        return None
    return compared(subject, "matches", one.format(slots["number"]), negated)


_LENGTHS = {
    "digits": r"^(?:\D*\d){{{0}}}\D*$",
    "characters": r"^.{{{0}}}$",
    "letters": r"^(?:[^a-zA-Z]*[a-zA-Z]){{{0}}}[^a-zA-Z]*$",
}


def assigned_to(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "“Fix login” is assigned to Bo": as its record says under one of the names for it."""
    target = subject.target
    value: Phrase = slots["value"]
    named = value.only_quote is not None or value.text[:1].isupper()
    if target is None or negated or not named or subject.topic != "element" or target.kind not in _RECORDS:
        return None
    if target.within or target.ordinal or not (target.quoted or surely_a_name(target.name)):
        return None
    near = (Relation(place="near", target=replace(target, kind="any", qualities=())),)
    parts = (Target(words=noun, name=noun, within=near) for noun in ("assignee", "assigned to"))
    return AnyOf(checks=tuple(TextIs(target=part, comparison="equals", value=text_of(value)) for part in parts))


def listed_so_often(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "“Ann” is listed once": as what an entry, a cell or anything says by itself."""
    target = subject.target
    named = target is not None and target.kind == "any" and (target.quoted or surely_a_name(target.name))
    if target is None or negated or not named or target.within or target.ordinal:
        return None
    return CountIs(target=replace(target, kind="text", quoted=True), comparison="equals", count=slots["times"])


def signed_in(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "I am logged in as Ann": the page says so, or greets by that name."""
    value: Phrase = slots["name"]
    name = text_of(value)
    if subject.topic != "person" or negated or not (value.only_quote is not None or name[:1].isupper() or "@" in name):
        return None
    if bare(value).tokens[0] is not value.tokens[0]:
        return None  # "as an administrator": which name is shown, it does not say
    signed = (TextShown(text=f"{words} {name}") for words in ("Signed in as", "Logged in as"))
    greeting = rf"(?i)\b(?:welcome(?: back)?|hello|hi),? {re.escape(name)}(?:\W|$)"
    return AnyOf(checks=(*signed, *(TextIs(target=part, comparison="matches", value=greeting) for part in _GREETING)))


_GREETING = (
    Target(words="the header", name="header", kind="section"),
    Target(words="the 1st heading", kind="heading", ordinal=1),
)
"""Parts of a page that greet who is signed in; what is said elsewhere somebody may have written."""


def part_of_each(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "Every product has a price": there is one in it."""
    noun: Phrase = slots["noun"]
    target, inner = subject.target, bare(noun)
    plain = inner.tokens and all(token.text.isalpha() and token.text.islower() for token in inner.tokens)
    if target is None or target.name != ITSELF or not plain or len(inner) > _LONGEST_PART:
        return None
    if inner.tokens[-1].low in KINDS or inner.tokens[-1].low.endswith("s") or inner.tokens[0].low == "no":
        return None
    if noun.tokens[0].low not in ("a", "an"):
        return None
    return ElementIs(target=inside(Target(words=noun.text, name=inner.text), target), state="visible", negated=negated)


_LONGEST_PART = 3  # words: price per night


def has_figure(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "“Blue mug” has a stock of 5": as its record says."""
    noun: Phrase = slots["noun"]
    value: Phrase = slots["value"]
    target, figure = subject.target, figure_of([*noun.tokens, *value.tokens])
    if target is None or figure is None or negated or subject.topic != "element" or target.kind not in _RECORDS:
        return None
    if target.within or target.ordinal or not (target.quoted or surely_a_name(target.name)):
        return None
    owner = Relation(place="near", target=replace(target, kind="any", qualities=()))
    return TextIs(target=Target(words=noun.text, name=figure[0], within=(owner,)), comparison="equals", value=figure[1])


def at_value(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "The progress bar is at 66 %"."""
    target = subject.target
    value = text_of(slots["value"])
    if target is None or subject.topic != "element" or not value[:1].isdigit() or not value.endswith("%"):
        return None
    return compared(subject, "equals", value, negated)


def written_masked(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "The password is displayed as dots", "is in masked form": its characters are hidden."""
    target = subject.target
    if target is None or subject.topic not in ("element", "value") or not holds_a_secret(target):
        return None
    return ElementIs(target=target, state="masked", negated=negated)


_STEP = "step|stage {step:number} [of|out_of|from] [{steps:number}]"
_FIRST = "{ordinal} [in_the_list|in_the_results|on_the_page]"
_ORDER = f"listed|shown|displayed|sorted|ranked|placed [the] {_FIRST} // {_FIRST}"


def sign_in_refused(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "The login fails": whoever tried it is asked for the password still."""
    words = " ".join(token.low for token in bare(subject.phrase).tokens)
    field = Target(words="the password field", name="password", kind="field")
    return ElementIs(target=field, state="visible") if words in _SIGNING_IN and not negated else None


_SIGNING_IN = frozenset({"login", "log-in", "log in", "sign-in", "sign in", "login attempt", "authentication"})

BEFORE_PLACES: tuple[Predication, ...] = (
    says("check.refused", "the login fails", "fail", "", sign_in_refused),
    says(
        "check.refused",
        "the login is refused",
        "be",
        "refused|rejected|denied|unsuccessful|not_possible|blocked",
        sign_in_refused,
    ),
    says(
        "check.matches",
        "the code has 6 digits",
        "have",
        "[exactly] {number:number} {of:bare}",
        of_length,
    ),
    says("check.matches", "the code contains 6 digits", "contain", "[exactly] {number:number} {of:bare}", of_length),
    says("check.text", '"Fix login" is assigned to Bo', "be", "assigned to {value}", assigned_to),
    says(
        "check.text",
        'the post "Hello" is at the top',
        "be",
        "[shown|displayed|listed] at [the] [very] {end:end}",
        placed_at_end,
    ),
    says(
        "check.state", "the wizard is on step 2", "be", f"at|on|in [the] {_STEP} // back at|on|in|to {_STEP}", on_step
    ),
    says(
        "check.state",
        "the user is taken to step 2",
        "be",
        f"[automatically] taken|led|brought|sent|moved|forwarded|redirected|advanced [back] to {_STEP}",
        on_step,
    ),
    says("check.state", "the wizard goes to step 2", "go", f"[back] to {_STEP}", on_step),
    says(
        "check.shown",
        'I should be logged in as "Ann"',
        "be",
        "logged_in|signed_in as [user|the_user] {name:value}",
        signed_in,
    ),
)
"""Tried before "is on the orders page"."""


def has_so(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "The order “12” has status “Paid”": of what a quote names, what stands in quotes behind a noun."""
    noun: Phrase = slots["noun"]
    last = noun.tokens[-1].low
    plain = len(noun) <= _LONGEST_FIGURE and all(token.text.isalpha() and token.text.islower() for token in noun.tokens)
    if not plain or noun.tokens[0].low in _NO_FIGURE or last in KIND_WORDS or slots["value"].only_quote is None:
        return None
    return has_as(subject, slots, negated) if subject.topic == "element" else None


_LONGEST_FIGURE = 2  # words
_NO_FIGURE = word_set("no not any only just exactly the a an")


def has_as(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "The user has “Ann” as their nickname": what is called so says it; beside what has it, where that is named."""
    noun, owner = slots["noun"], subject.target
    text: str | None = slots["value"].only_quote
    if negated or text is None or not all(token.text.isalpha() for token in noun.tokens):
        return None
    if subject.topic in ("person", "page"):
        return TextIs(target=Target(words=noun.text, name=noun.text), comparison="equals", value=text)
    if subject.topic != "element" or owner is None or not owner.quoted:
        return None
    within = (Relation(place="near", target=owner),)
    return TextIs(target=Target(words=noun.text, name=noun.text, within=within), comparison="equals", value=text)


_MASKS = "[the] dots|asterisks|bullets|stars|bullet_points|asterisk_characters|dot_characters"
_MASKED = (
    f"masked|hidden|obscured|concealed with|by|as|using|behind {_MASKS} // "
    f"shown|displayed|rendered as|using|with {_MASKS} // "
    "[shown|displayed] in [a|an] masked|encrypted|hidden|obscured form|format // "
    "[shown|displayed] in [a|an] masked|encrypted|hidden|obscured form|format when|as|while [it_is] entered|typed // "
    "masked when|as|while [it_is] entered|typed"
)

STATUSES: tuple[Predication, ...] = (
    says("check.state", "the password is shown as dots", "be", _MASKED, written_masked),
    says("check.cell", 'the order "12" has status "Paid"', "have", "{noun:bare} {value}", has_so),
    says(
        "check.text",
        'the user has "Ann" as their nickname',
        "have",
        "{value} as [the|a|an|its|their|his|her] {noun:bare}",
        has_as,
    ),
    says("check.count", '"Ann" is listed once', "be", "listed [only|exactly|just] {times}", listed_so_often),
    says(
        "check.text",
        "the product is out of stock",
        "be",
        "[marked|flagged|labelled|labeled|tagged|shown|listed|displayed] [as] {status}",
        has_status,
    ),
    says(
        "check.state",
        "step 2 is the current step",
        "be",
        "[highlighted|marked|shown] [as] the current|active step|stage|tab|page|slide|item",
        current,
    ),
    says("check.text", "the progress bar is at 40%", "be", "at|on {value}", at_value),
    says("check.text", '"Alice" is listed first', "be", _ORDER, placed),
    says("check.text", '"Alice" comes first', "come", _FIRST, placed),
    says("check.text", '"Alice" appears first', "appear", _FIRST, placed),
    says("check.text", '"Blue mug" has a stock of 5', "have", "a|an|the {noun:bare} of {value}", has_figure),
    says("check.contains", "every product has a price", "have", "{noun:bare}", part_of_each),
    says("check.contains", "every product shows a price", "show", "{noun:bare}", part_of_each),
)
