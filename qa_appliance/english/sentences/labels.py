"""Lines of a label and what belongs to it: "Email: a@b.c" is typed, "URL: /login" opened; others only tell."""

from __future__ import annotations

import re

from msgspec.structs import replace

from qa_appliance.core.checks import AnyOf, Check, CountIs, ElementIs, ErrorShown, TextShown
from qa_appliance.core.steps import Assert, Click, Go
from qa_appliance.core.target import Target
from qa_appliance.english.checks.elliptic import NO_NOUN
from qa_appliance.english.checks.predicates import STARTERS
from qa_appliance.english.checks.seen import attribute, shown
from qa_appliance.english.nouns.names import in_capitals_throughout, is_attribute
from qa_appliance.english.sentences.headings import EXPECTING, Role
from qa_appliance.english.sentences.readings import Reading
from qa_appliance.english.statements.read import read_check
from qa_appliance.english.verbs.check import ASKING
from qa_appliance.english.verbs.go import click_path
from qa_appliance.english.verbs.pairs import NOT_FIELDS, fill_pairs, read_pairs
from qa_appliance.english.verbs.registry import INDEX, READERS, verbs_at
from qa_appliance.english.wording.forms import read_form
from qa_appliance.english.words.lexicon import ARTICLES, LIMITING
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.values import NUMBERS, is_secret
from qa_appliance.language.word_sets import word_set

_LONGEST_LABEL = 4  # words
_LONGEST_VALUE = 8  # words without quotes
_SHORTEST_DEED = 3  # words behind the mark: "then: click the button"
_MARKS = frozenset({":", "|", "="})
_ALONG = word_set("menu navigation path nav breadcrumb breadcrumbs")
"""Labels of a path that is gone along."""
_NOT_LABELS = word_set(
    "note notes hint tip warning important todo environment browser author version priority tags tag "
    "comment severity "
    "example examples description details status actual"
) | {"test data", "user story", "story"}
_OF_A_THING = word_set("status priority severity description")
"""Where something is expected, and said in quotes, these are of a thing on the page."""
_NUMBERED = re.compile(r"(ac|us|tc|ts|req|bug|story|note|scenario|(?:test ?)?case|test)[-_ ]?\d+")
"""How criteria and cases are numbered: no fields."""
_FILED = re.compile(
    r"(?:(?:user )?story|requirement|ticket|issue|bug|defect|scenario|test(?: case)?) (?:id|no|number|key)"
)
"""Under what a test is filed."""
_EXPECTATIONS = word_set(
    "outcome outcomes result results error errors warning response behavior behaviour assertion verification message "
    "messages expectation acceptance success output toast alert notification heading"
)
"""What such a line ends with before its colon tells what is expected: no field; a bare "Message:" may be one."""
_ADDRESS_LABELS = frozenset({"url", "site", "website", "page", "start", "start url", "base url", "address"})


def labelled(phrase: Phrase, role: Role) -> Reading | None:
    """A line "Email: a@b.c": a field and what goes into it."""
    phrase = _apart(phrase)
    at = _mark(phrase)
    if at is None or not _may_give_a_value(phrase, at, role):
        return None
    label, value = phrase[:at], phrase[at + 1 :]
    if role == "expected" and len(label) > 1 and label.tokens[-1].low in _SHOWN:
        label = label[: len(label) - 1]  # "error shown: “Too short”"
    words = " ".join(token.low for token in label.tokens)
    if (message := _answer(label, value) or _message(label, value, role)) is not None:
        return message
    if words in _ADDRESS_LABELS:
        address = READERS["address"](value)
        return None if address is None else Reading((Go(url=address),), "go.address")
    if role == "expected":
        by_sign = phrase.tokens[at].low == "="
        return None if _tells(label, _apart_from(words, value)) and not by_sign else _stands_there(label, value)
    return _filled(phrase, label, value, words)


def _apart_from(words: str, value: Phrase) -> str:
    """ "Status: “Done”" tells of a thing on the page; without quotes such a label may tell of the test."""
    return "" if words in _OF_A_THING and value.only_quote else words


def _may_give_a_value(phrase: Phrase, at: int, role: Role) -> bool:
    """ "Subject = Hello" in a list of steps or of what is expected; "Total = 40" among steps may be a check."""
    if phrase.tokens[at].low != "=":
        return all(token.low != "=" for token in phrase.tokens[at + 1 :])  # "Filter: Language = German"
    label = phrase[:at]
    last = label.tokens[-1]
    figure = role != "expected" and (last.low in _RECKONED or label.text.lower() in ("file name", "filename"))
    named = label.text[0].isalpha() and last.text[-1].isalnum()
    return role in ("", "expected") and named and not figure and label.tokens[0].low not in INDEX


_RECKONED = word_set("total subtotal sum balance count result x y")


def _apart(phrase: Phrase) -> Phrase:
    """ "Amount=100" with its mark as a word of its own."""
    first = phrase.tokens[0]
    name, mark, value = first.text.partition("=")
    if first.kind != "word" or not (mark and value and name.isalpha()) or "=" in value:
        return phrase
    at = first.start + len(name)
    parts = (
        replace(first, text=name, low=name.lower(), value=name, end=at),
        replace(first, kind="mark", text="=", low="=", value="=", start=at, end=at + 1),
        replace(first, text=value, low=value.lower(), value=value, start=at + 1),
    )
    return Phrase([*parts, *phrase.tokens[1:]], phrase.source)


def _filled(phrase: Phrase, label: Phrase, value: Phrase, words: str) -> Reading | None:
    if words in _ALONG and (path := READERS["path"](value)) is not None:
        return Reading(click_path(path), "click.path")
    typed = words == "comment" and value.only_quote
    if (_tells(label, words) and not typed) or _states(label) or _does(label) or _is_deed(value):
        return None
    if _is_seen(value):
        return None
    pairs = read_pairs(phrase)
    if pairs is None or any(len(text) > _LONGEST_VALUE and text.only_quote is None for _, text in pairs):
        return None
    return Reading(fill_pairs(pairs), "type.pairs")


def _answer(label: Phrase, value: Phrase) -> Reading | None:
    """ "The application complains: “Too short”"."""
    answered = label.tokens[-1].low in _ANSWERING and len(label) > 1 and not label.has(_TURNING)
    if not answered or value.only_quote is None:
        return None
    return Reading((Assert(check=TextShown(text=value.only_quote)),), "check.message")


def _stands_there(label: Phrase, value: Phrase) -> Reading | None:
    """ "Item total: $29.99", where it is expected: what stands there, if that is a quote or an amount."""
    first = value.tokens[0].text
    amount = len(value) <= _LONGEST_AMOUNT and any(map(str.isdigit, first + value.text))
    if value.only_quote is None and not (amount or (_has_a_value(label) and in_capitals_throughout(value))):
        return None
    if len(label) > _LONGEST_LABEL or label.quotes() or label.has(STARTERS) or label.tokens[0].low in INDEX:
        return None
    being = replace(value.tokens[0], kind="word", text="is", low="is", value="is")
    read = read_check(Phrase([*label.tokens, being, *value.tokens], value.source))
    return None if read is None else Reading(tuple(Assert(check=check) for check in read.checks), read.rule)


def _has_a_value(label: Phrase) -> bool:
    return is_attribute(label) or (len(label) == 1 and label.tokens[0].low in _READ)


_READ = word_set("badge counter label tag chip pill breadcrumb from to")
_SHOWN = word_set("shown displayed")
_LONGEST_AMOUNT = 3  # words


def _message(label: Phrase, value: Phrase, role: Role) -> Reading | None:
    """ "Error message: “Too short”": what the page is to tell; without quotes only where something is expected."""
    last = label.tokens[-1].low
    if last not in _TELLING or len(label) > _LONGEST_OF_MESSAGE or label.quotes():
        return None
    message = value.only_quote or (value.text if role in EXPECTING and not value.quotes() else None)
    if message is None or (last == "message" and len(label) < 2 and role not in EXPECTING):
        return None  # "Message: hello" may be a field
    of_error = not _ERRORS.isdisjoint(token.low for token in label.tokens)
    check = ErrorShown(text=message) if of_error else TextShown(text=message)
    return Reading((Assert(check=check),), "check.message")


_ANSWERING = word_set("complains reports warns answers replies responds informs")
_SAYING = _ANSWERING | word_set("says tells states")
_TURNING = LIMITING | word_set("not no")
_ADDRESS = ("/", "http:", "https:")
_TELLING = word_set("error message alert warning toast notification notice tooltip snackbar banner popup")
_ERRORS = word_set("error validation failure")
_LONGEST_OF_MESSAGE = 3  # words


def alone(phrase: Phrase, role: Role) -> Reading | None:
    """A line without a verb: where something is expected a message or a thing, elsewhere a path or an address."""
    if role == "expected":
        return _message_alone(phrase) or _thing_alone(phrase)
    return _along_path(phrase) or None or (_button_called(phrase) if role == "" else None)


def _along_path(phrase: Phrase) -> Reading | None:
    """ "Contacts > New contact": a path and nothing else is gone along; "Total > 40" is none."""
    tokens = phrase.tokens
    marks = [at for at, token in enumerate(tokens) if token.text in _PATH_MARKS and token.kind == "mark"]
    begins, ends = [0, *(at + 1 for at in marks)], [*marks, len(tokens)]
    parts = [phrase[begin:end] for begin, end in zip(begins, ends, strict=True)]
    if len(parts) < _SHORTEST_PATH or not all(map(_is_level, parts)) or parts[0].tokens[-1].low in _FIGURES:
        return None
    path = READERS["path"](phrase)
    return None if path is None else Reading(click_path(path), "click.path")


_PATH_MARKS = frozenset({">", "›", "→", "->", "»", "➔", "➜"})
_SHORTEST_PATH = 2
_LONGEST_LEVEL = 4  # words
_FIGURES = word_set("total subtotal sum price amount balance count number quantity score rate date age value size")


def _is_level(part: Phrase) -> bool:
    """A quote, or a short name in capitals."""
    if part.only_quote is not None:
        return True
    plain = all(token.kind == "word" and token.text[0].isalpha() for token in part.tokens)
    return 0 < len(part) <= _LONGEST_LEVEL and plain and part.text[0].isupper()


def _button_called(phrase: Phrase) -> Reading | None:
    """ "Confirm merge", "Clear all filters", a sentence of its own behind others: a button is called so.

    A title stands before all else, or over a numbered list; what is made in several steps ("Create customer") is told.
    """
    first, *rest = phrase.tokens
    plain = all(token.kind == "word" and token.text.isalpha() and token.low not in _NOT_ON_BUTTONS for token in rest)
    called = first.text.istitle() and first.low in _ON_BUTTONS and 0 < len(rest) < _LONGEST_BUTTON and plain
    if not called or not _is_a_sentence(phrase):
        return None
    button = Target(words=phrase.text, name=phrase.text, kind="button")
    return Reading((Click(target=button),), "click.called")


def _is_a_sentence(phrase: Phrase) -> bool:
    """Whether it stands alone between two ends, behind another one and over no numbered list."""
    source = phrase.source.text
    before, behind = source[: phrase.start], source[phrase.tokens[-1].end :]
    begins = any(map(str.isalpha, before)) and _BEGINS.search(before) is not None
    return begins and _ENDED.match(behind) is not None


_ON_BUTTONS = word_set(
    "confirm submit merge close reopen export import download print publish reset clear start stop resume pause "
    "approve reject archive apply cancel copy share invite finish complete duplicate generate request place pay book "
    "continue proceed accept decline enable disable activate deactivate lock unlock block unblock subscribe retry"
)
_NOT_ON_BUTTONS = ARTICLES | word_set(
    "it them him her every each both in on at from into by if when until while after before one two three four five "
    "again twice once first second last without everything nothing something same click press type enter select choose "
    "is are was were be been has have had whatever whichever whoever what which who whose that this these those"
)
_LONGEST_BUTTON = 4  # words
_BEGINS = re.compile(r"(?:[.!?;][ \t]+|\n)[ \t]*(?:(?:[-*•]|\d{1,3}[.)])[ \t]*)?$")
_ENDED = re.compile(r"[ \t]*+(?:[.!;]?+[ \t]*+(?:\n(?!\s*+1[.)]\s)|$)|[.!;]\s)")


def _message_alone(phrase: Phrase) -> Reading | None:
    """ "Expected: error message “Too short”": a message by its words and nothing else is one that is shown."""
    quotes = phrase.quotes()
    if len(quotes) != 1 or not _MESSAGE_WORDS.issuperset(token.low for token in phrase.tokens if token.kind == "word"):
        return None
    check = shown(phrase)
    return None if check is None else Reading((Assert(check=check),), "check.shown")


def _thing_alone(phrase: Phrase) -> Reading | None:
    """ "Expected: the “Save” button, 3 rows, status Open": a thing and nothing else is one that is there."""
    if (stated := attribute(phrase) or attribute(phrase, quoted=True)) is not None:
        return Reading((Assert(check=stated),), "check.shown")
    if phrase.has(_SAYING_MORE) or (phrase.tokens[0].low in INDEX and phrase.tokens[0].kind == "word"):
        return None
    check = shown(phrase)
    found = check is not None and _tells_of_a_thing(check, quoted=bool(phrase.quotes()))
    return Reading((Assert(check=check),), "check.shown") if check is not None and found else None


def _tells_of_a_thing(check: Check, *, quoted: bool) -> bool:
    """Whether it looks for what is quoted, named with its kind, or counted."""
    match check:
        case AnyOf():
            return quoted
        case TextShown(scope=scope):
            return quoted and (scope is None or _is_sure(scope))
        case ElementIs(target=target):
            return _is_sure(target) and bool(target.name) and target.kind not in _NOT_BY_ITSELF
        case CountIs(target=target):
            return _is_sure(target) and not (target.kind == "item" and target.name)
    return False


def _is_sure(target: Target) -> bool:
    """Whether it is quoted or of a kind, and so is all that it stands in."""
    return (target.quoted or target.kind not in ("any", "text")) and all(
        _is_sure(relation.target) for relation in target.within
    )


_NOT_BY_ITSELF = frozenset({"page", "alert"})
_SAYING_MORE = NO_NOUN | word_set("as than same like but only another other")


_MESSAGE_WORDS = word_set(
    "the a an error success confirmation warning validation message text notification toast alert banner tooltip "
    "heading title page saying with stating reading popup dialog modal"
)


def _mark(phrase: Phrase) -> int | None:
    """Where the first mark stands between a label and something."""
    places = (at for at, token in enumerate(phrase.tokens[: _LONGEST_LABEL + 2]) if token.low in _MARKS)
    at = next((at for at in places if phrase.tokens[at].kind == "mark" or phrase.tokens[at].low == "="), 0)
    return at if 0 < at < len(phrase) - 1 else None


def _tells(label: Phrase, words: str) -> bool:
    """Whether such a line tells of the test or of what is expected, or asks for it."""
    if words in _NOT_LABELS or words.startswith("actual ") or _NUMBERED.fullmatch(words):
        return True
    if label.tokens[0].low == "for" or _FILED.fullmatch((label.only_quote or words).lower()):
        return True
    if label.tokens[-1].low in _SAYING and len(label) > 1:
        return True
    if label.tokens[-1].low in _EXPECTATIONS and words != "message":
        return True
    if len(label) > 1 and label.tokens[0].text in NOT_FIELDS | {"column", "list", "menu", "section"}:
        return True  # "row web-1: running"
    # "Verify title: Shop" is no field, "Verify password: x" is one
    return label.tokens[0].low in ASKING and not is_secret(words)


_ORDERED = word_set("take capture dictate create write make press tap go navigate see wait run execute")
""" "Take picture: a.png", "Create user: Ann" are things to do, and no fields."""


def _states(label: Phrase) -> bool:
    """What is too long or has a verb is a statement, or a deed, with a list behind it: "Add two tags: …"."""
    verb = label.tokens[0].low in INDEX
    deed = verb and (label.has(_WITH_DEEDS) or any(token.low.startswith(_ADDRESS) for token in label.tokens))
    stands = len(label) > 1 and label.tokens[-1].low in _STANDING  # "backend running: …"
    deed = deed or (len(label) > 1 and label.tokens[0].low in _ORDERED)
    return deed or stands or len(label) > _LONGEST_LABEL or (label.text != "To" and label.has(STARTERS))


_STANDING = word_set("running created installed deployed available started seeded configured logged ready registered")


_WITH_DEEDS = ARTICLES | NUMBERS.keys() | {"for", "to"}


def _does(label: Phrase) -> bool:
    """ "press Enter: …", "search for "x": …": something is done there, which names no field."""
    for size, entry in verbs_at(label.tokens) if len(label) > 1 else ():
        found = read_form(entry.forms, label[size:], READERS) if size < len(label) else None
        if found is not None and any(step.traits.performs for step in found[1]):
            return True
    return False


def _is_seen(value: Phrase) -> bool:
    """ "ID: 17 is shown": a check, which nobody types."""
    lows = [token.low for token in value.tokens[-2:]]
    return len(value) > len(lows) and lows[0] in _BEING and lows[1] in _SEEN


_BEING = word_set("is are be")
_SEEN = _SHOWN | word_set("visible present listed")
_POINTING = word_set("it them both all each here this that")


def _is_deed(value: Phrase) -> bool:
    first = value.tokens[0]
    if first.kind != "word" or first.low not in INDEX:
        return False
    pointing = len(value) > 1 and value.tokens[1].low in _POINTING
    return len(value) >= _SHORTEST_DEED or pointing or any(token.value.startswith("/") for token in value.tokens)
