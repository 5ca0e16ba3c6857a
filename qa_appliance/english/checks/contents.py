"""What a page, the console, a download or an element is said to contain. One builder a topic."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from qa_appliance.core.checks import (
    ITSELF,
    Check,
    Downloaded,
    ElementIs,
    ErrorShown,
    NoEvents,
    TextIs,
    TextShown,
    TitleIs,
    ValueIs,
)
from qa_appliance.core.target import RECORDS, Relation, Target
from qa_appliance.english.checks.comparing import by_its_kind, compared, text_of
from qa_appliance.english.checks.counts import figure_of, inside
from qa_appliance.english.checks.groups import names_in_a_row, under_one_noun
from qa_appliance.english.checks.refusals import REFUSALS
from qa_appliance.english.checks.seen import nothing_but, shown
from qa_appliance.english.checks.subjects import Subject, Topic
from qa_appliance.english.checks.troubles import any_errors, error_shown, trouble
from qa_appliance.english.nouns.counted import sort_of_things
from qa_appliance.english.nouns.edges import bare
from qa_appliance.english.nouns.names import in_own_words, surely_a_name
from qa_appliance.english.nouns.pronouns import is_pronoun
from qa_appliance.english.wording.frames import Slots
from qa_appliance.english.wording.slots import READERS
from qa_appliance.english.words.lexicon import ARTICLES, KIND_WORDS
from qa_appliance.english.words.refusals import refused
from qa_appliance.language.tokens import Phrase, Token
from qa_appliance.language.word_sets import phrases, word_set


def shows(subject: Subject, slots: Slots, negated: bool) -> Check | tuple[Check, ...] | None:
    """As whole words: what shows "Inactive" does not show "Active". Denied, no part of it may be there."""
    content: Phrase = figure_of(slots["content"])
    slots = {**slots, "content": content}
    if content.tokens[0].text in _TELLING_WHEN or content.tokens[-1].text in _TELLING_MORE:
        return None
    if len(content) > _SHORTEST_OF and content.tokens[0].text in _OF_NO_TEXT and content.tokens[1].text == "of":
        return None  # "shows number of items": how many, it does not say
    found = contains(subject, slots, negated)
    if isinstance(found, tuple):
        return tuple(_as_words(check, negated) for check in found)
    return None if found is None else _as_words(found, negated)


_OF_NO_TEXT = word_set("number amount list set names")
_TELLING_WHEN = word_set("until while when before after once with without inline correctly properly (")
_TELLING_MORE = word_set("displays appears shows opens loads closes correctly properly")
_SHORTEST_OF = 2  # words


def _as_words(check: Check, negated: bool) -> Check:
    if isinstance(check, TextIs | ValueIs | TitleIs) and check.comparison == "contains" and not negated:
        return replace(check, comparison="shows")
    return replace(check, part=False) if isinstance(check, TextShown) and not negated else check


def has(subject: Subject, slots: Slots, negated: bool) -> Check | tuple[Check, ...] | None:
    """ "has the format "+49"" names what no text tells; "has changed" is no text at all."""
    content: Phrase = slots["content"]
    of_somebody = subject.topic == "person" and refused(REFUSALS["had by somebody"], content.tokens) is not None
    if of_somebody or _tells_what_happened(content) or _states_more(content):
        return None
    if negated and len(content) > 1 and not content.quotes() and content.tokens[0].text[0].isupper():
        return None  # "no row has Role Viewer": a column and what stands in it, as one text denied without an end
    named = READERS["target"](content) if content.quotes() else None
    if named is not None and named.quoted and named.kind == "any" and named.qualities:
        return None
    return contains(subject, slots, negated)


_SUCH, _DONE = word_set("such"), word_set("paid sent bought sold made taken given left written chosen spent owed won")
_COMPARED = word_set("than less fewer")
_STATING = word_set("has have is are shows")
_AND = word_set("and")
_LISTING = word_set(", and (")
_ASKING = word_set("how which whether what why and or but below following")


def _states_more(content: Phrase) -> bool:
    """ "has 3 cards and To do has 1": two statements; "has one card less than before" tells of what was there, "has
    dates such as 1 May" of an example. So does a colon: "has three columns: A, B and C".
    """
    if any(token.low == ":" and token.kind == "mark" for token in content.tokens):
        return True
    if content.has(_SUCH) and "such as" in content.text:
        return True
    if not content.quotes() and content[1:].has(_COMPARED):
        return True
    return not content.quotes() and content[1:].has(_STATING) and content.has(_AND)


_SET = word_set("set assigned changed")


def _tells_what_happened(content: Phrase) -> bool:
    """ "has changed", "has increased by 1", "have changed places"."""
    first = content.tokens[0].text
    second = content.tokens[1].text if len(content) > 1 else ""
    if not content.quotes() and content[1:].has(_SET):
        return True  # "has the estimate set to 3"
    done = (first.endswith("ed") or first in _DONE) and first.islower()
    return done and (second in ("by", "from", "to", "since", "in") or not content.quotes())


def seen(subject: Subject, slots: Slots, negated: bool) -> Check | tuple[Check, ...] | None:
    """ "I see that the list is empty" tells how it is, and names nothing that is there."""
    content: Phrase = slots["content"]
    if subject.topic != "person" or (content.tokens[0].low == "that" and len(content) > _THAT_ONE):
        return None
    return contains(subject, slots, negated)


_THAT_ONE = 2  # words: that button


def page_says(subject: Subject, slots: Slots, negated: bool) -> Check | tuple[Check, ...] | None:
    """ "The page says "Saved"": the text stands there, beside whatever else the page says; so of messages."""
    text = slots["content"].only_quote
    if text is None:
        return None
    if subject.topic == "page":
        return shows(subject, slots, negated)
    target = subject.target
    if target is not None and target.kind in _HOLDERS:
        return shows(subject, slots, negated)
    if target is None or target.within or target.ordinal or target.quoted or negated:
        return None
    words = tuple(word for word in target.words.lower().split() if word not in ARTICLES)
    if words in _ERRORS:
        return ErrorShown(text=text)
    return TextShown(text=text) if words in _MESSAGES else None


_HOLDERS = ("dialog", "section")
"""Kinds that hold more than what is said of them."""
_ERRORS = phrases("error, error message, validation error, validation message")
_MESSAGES = phrases("message, notice, notification, warning, hint, info, success message, confirmation message, note")


def contains(subject: Subject, slots: Slots, negated: bool) -> Check | tuple[Check, ...] | None:
    content: Phrase = slots["content"]
    if negated and content.tokens[0].low == "any" and (error := error_shown(content[1:], negated)) is not None:
        return _no_error(subject, error)
    if content.tokens[0].text in _ASKING or _tells_a_sort(subject, content, negated):
        return None  # "shows how many there are", "displays and …"
    if (parts := under_one_noun(content) or _options_in(subject, content)) is not None:
        return _each([_thing_in(subject, part, negated) for part in parts])
    if (parts := names_in_a_row(content)) is not None:
        return _each([_in_subject(subject, part, negated) for part in parts])
    if (alone := nothing_but(content)) is not None:
        of_element = subject.topic == "element" and not negated and alone.only_quote is not None
        return compared(subject, "equals", text_of(alone), negated) if of_element else None
    return _in_subject(subject, content, negated)


def _tells_a_sort(subject: Subject, content: Phrase, negated: bool) -> bool:
    """ "Shows prices and sizes"; denied, "has no due date": of what nothing is called a denial always holds."""
    if content.has(_LISTING) and in_own_words(content):
        return True
    none = content.tokens[0].low in ("no", "any") and len(content) > 1
    if not negated and content.tokens[0].low != "no":
        return False
    held = subject.topic == "element" and (none or len(content) > 1)
    definite = not none and content.tokens[0].low in ARTICLES
    return not definite and sort_of_things(content[1:] if none else content, held=held)


def _no_error(subject: Subject, error: Check) -> Check | None:
    """Of a page or its form; of which part of a page an error is, nothing tells for sure."""
    in_form = subject.target is not None and subject.target.kind == "form"
    return error if subject.topic in ("page", "person") or in_form else None


def _options_in(subject: Subject, content: Phrase) -> tuple[Phrase, ...] | None:
    of_dropdown = subject.target is not None and subject.target.kind == "dropdown"
    return (_offered(content) or None) if of_dropdown else None


def _offered(content: Phrase) -> tuple[Phrase, ...]:
    """ "the values “A” and “B”": what a dropdown is said to contain, if it is several, are its options."""
    inner = bare(content)
    named = len(inner) > 1 and inner.tokens[0].low in _VALUES and inner.tokens[1].low != "of"
    parts = READERS["listed"](inner[1:] if named else inner) or ()
    if not all(map(_may_be_an_option, parts)):
        return ()
    return tuple(Phrase([_option(part), *part.tokens], part.source) for part in parts)


def _may_be_an_option(part: Phrase) -> bool:
    """In quotes or in capitals; "Germany is the default" is a statement."""
    return (part.only_quote is not None or part.text[0].isupper()) and not part.has(_STATING)


_VALUES = word_set("values items entries choices elements")


def _option(part: Phrase) -> Token:
    return replace(part.tokens[0], kind="word", text="option", low="option", value="option")


def _each(checks: list[Check | None]) -> tuple[Check, ...] | None:
    made = tuple(check for check in checks if check is not None)
    return made if len(made) == len(checks) else None


def _in_subject(subject: Subject, content: Phrase, negated: bool) -> Check | None:
    return _BY_TOPIC.get(subject.topic, _in_element)(subject, content, negated)


def _thing_in(subject: Subject, thing: Phrase, negated: bool) -> Check | None:
    """A thing of a kind that is said: no text to look for."""
    if subject.topic != "element" or subject.target is None:
        return _in_subject(subject, thing, negated)
    return _shown_in(subject.target, thing, negated)


def _in_page(subject: Subject, content: Phrase, negated: bool) -> Check | None:
    check = shown(content, negated)
    return replace(check, part=True) if isinstance(check, TextShown) else check


def _before_eyes(subject: Subject, content: Phrase, negated: bool) -> Check | None:
    return shown(content, negated)


def _in_console(subject: Subject, content: Phrase, negated: bool) -> Check | None:
    """ "The console has no errors", "does not contain errors": what else is in it is not read."""
    denied = content[1:] if content.tokens[0].low == "no" else content if negated else None
    if denied is None:
        return None
    return trouble(denied) or (NoEvents(kind="console_error") if any_errors(denied) else None)


def _in_download(subject: Subject, content: Phrase, negated: bool) -> Check | None:
    if READERS["value"](content) is None:
        return None
    return Downloaded(contains=text_of(content), comparison="contains", negated=negated)


def _in_element(subject: Subject, content: Phrase, negated: bool) -> Check | None:
    if len(content) > 1 and content.tokens[0].low == "a" and content.tokens[1].low.isdecimal():
        content = content[1:]  # "the badge shows a 1"
    if negated and content.tokens[0].low == "any" and not content.quotes():
        return None if subject.target is None else _none_of(subject.target, content)
    denied = negated or content.tokens[0].low == "no"
    if denied and subject.target is not None and _of_one_called(subject.target) and _noun_before(content):
        return None  # "“Ann” has no role “Admin”": the role is not a text within the name
    return _of_element(subject, content, negated)


def _of_one_called(target: Target) -> bool:
    return target.quoted and target.kind == "any"


def _noun_before(content: Phrase) -> bool:
    """ "role “Admin”": a noun that is no kind of text, and what it is."""
    nouns = [token.low for token in content.tokens[:-1] if token.low not in ARTICLES | {"no", "any"}]
    return content.tokens[-1].kind == "quoted" and bool(nouns) and nouns[-1] not in KIND_WORDS


def _of_element(subject: Subject, content: Phrase, negated: bool) -> Check | None:
    value: Phrase | None = READERS["value"](content)
    target, first = subject.target, content.tokens[0]
    if target is not None and is_pronoun(target) and isinstance(error := shown(content, negated), ErrorShown):
        return error  # "it shows an error": whatever shows it
    if value is None:
        return None if target is None else _shown_in(target, content, negated)
    if value.only_quote is not None:
        return compared(subject, "contains", text_of(value), negated)
    if target is not None and first.low in ("a", "an", "the"):
        return _thing_or_name(subject, target, content, negated)
    if first.text == "no" or (len(content) > 1 and sort_of_things(content)):
        return None  # "has no empty cells", "shows customer names": no text to look for
    if in_own_words(content):
        return by_its_kind(None if target is None else _shown_in(target, content, negated))
    return compared(subject, "contains", text_of(value), negated)


def _thing_or_name(subject: Subject, target: Target, content: Phrase, negated: bool) -> Check | None:
    """ "A Save button"; "the Desk Lamp" is what something in it is called."""
    if content.tokens[0].low == "the" and not negated and _surely_called(content[1:]):
        entry = Target(words=content.text, name=content[1:].text, kind="item", quoted=True)
        return ElementIs(target=inside(entry, target), state="visible")
    check = _shown_in(target, content, negated)
    return check if isinstance(check, ElementIs) and check.target.kind != "any" else None


def _surely_called(name: Phrase) -> bool:
    """In capitals throughout, and no kind of thing."""
    sorts = KIND_WORDS | RECORDS
    return bool(name.tokens) and all(t.text[0].isupper() and t.low not in sorts for t in name.tokens)


def _none_of(target: Target, content: Phrase) -> Check | None:
    """ "Does not contain any links": of a kind that is seen; "any spam" is no text that could be there."""
    check = _shown_in(target, content, True)
    seen_by_kind = isinstance(check, ElementIs) and check.target.kind not in ("any", "text") and not check.target.name
    return check if seen_by_kind else None


def _shown_in(target: Target, content: Phrase, negated: bool) -> Check | None:
    """What is there, within the element."""
    check = shown(content, negated)
    if isinstance(check, ErrorShown):
        return check if target.kind == "form" else None
    if isinstance(check, ElementIs) and check.target.kind == "page":
        if target.kind not in _LEADING:
            return None
        check = replace(check, target=replace(check.target, kind="link"))
    if isinstance(check, ElementIs):
        return ElementIs(target=inside(check.target, target), state="visible", negated=negated)
    if isinstance(check, TextShown) and check.scope is None:
        return replace(check, scope=target, part=True)
    return None


_LEADING = frozenset({"menu", "section", "list", "tree"})
"""What a page has its entry in: "the menu contains the Orders page"."""

_BY_TOPIC: dict[Topic, Callable[[Subject, Phrase, bool], Check | None]] = {
    "page": _in_page,
    "person": _before_eyes,
    "console": _in_console,
    "download": _in_download,
}


def cell_called(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "Every row has the status “Paid”": in the column called so; "order “12” has …": what is called so beside it.

    Denied, a column that is not there would do.
    """
    noun: Phrase = slots["noun"]
    value: Phrase = slots["value"]
    owner = subject.target
    if owner is None or not (_heads_a_column(noun) and _stands_beside(noun, value)):
        return None
    if owner.name == ITSELF and owner.kind == "item" and owner.words.split()[-1].lower().removesuffix("s") in RECORDS:
        part = Target(words=noun.text, name=noun.text, within=(Relation(place="near", target=owner),))
        return TextIs(target=part, comparison="equals", value=text_of(value), negated=negated)
    if negated:
        return None
    if owner.kind == "any" and (owner.quoted or surely_a_name(owner.name)):
        beside = Target(words=noun.text, name=noun.text, within=(Relation(place="near", target=owner),))
        return TextIs(target=beside, comparison="equals", value=text_of(value))
    column = Target(words=noun.text, name=noun.text)
    return cell(subject, {"column": column, "value": value}, False) if owner.kind == "row" else None


def _heads_a_column(noun: Phrase) -> bool:
    plain = all(token.text.isalpha() and token.text.islower() for token in noun.tokens)
    return plain and len(noun) <= _LONGEST_HEADER and noun.tokens[-1].low not in KIND_WORDS | _OF_NO_COLUMN


def _stands_beside(noun: Phrase, value: Phrase) -> bool:
    between = noun.source.text[noun.tokens[-1].end : value.tokens[0].start]
    return between.isspace() and (value.only_quote is not None or (len(value) == 1 and value.text[0].isupper()))


_LONGEST_HEADER = 3  # words: the due date
_OF_NO_COLUMN = word_set("text label caption title words word class attribute")


def cell(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    row, column = subject.target, slots["column"]
    if row is None or row.kind not in ("row", "item", "any") or column.kind not in ("any", "column"):
        return None
    if row.kind == "any" and not row.quoted:
        return None
    place = Relation(place="row", target=row)
    header = Target(words=column.words, name=column.name, kind="column", quoted=column.quoted)
    words = f"{row.words} {column.words}"
    target = Target(words=words, kind="cell", within=(place, Relation(place="column", target=header)))
    return TextIs(target=target, comparison="equals", value=text_of(slots["value"]), negated=negated)


def labelled_so(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "Every card has the label “bug”": it stands there beside whatever else the card says."""
    target = subject.target
    holds = target is not None and (target.kind in ("row", "item") or (target.kind == "any" and bool(target.name)))
    return compared(subject, "shows", text_of(slots["value"]), negated) if holds and not negated else None
