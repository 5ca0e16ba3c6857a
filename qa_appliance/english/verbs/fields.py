"""Fields: enter, fill in, set, clear, append. A form given as a list of label and value is read in pairs.py."""

from __future__ import annotations

from msgspec.structs import replace

from qa_appliance.core.checks import ValueIs
from qa_appliance.core.steps import AddToCart, Assert, Choose, Fill, SetChecked, Step
from qa_appliance.core.target import Relation, Target
from qa_appliance.english.nouns.edges import without_articles
from qa_appliance.english.nouns.page_values import typed
from qa_appliance.english.nouns.phrase import read_target
from qa_appliance.english.verbs.choices import ENTER_LIKE, STARS
from qa_appliance.english.verbs.clearing import CARTS
from qa_appliance.english.verbs.field_names import (
    as_field,
    field_and_value,
    leaves_open,
    names_no_field,
    spans,
    without_judgement,
)
from qa_appliance.english.verbs.go import open_address
from qa_appliance.english.verbs.pairs import (
    NOT_FIELDS,
    fill_beside,
    fill_both,
    fill_example,
    fill_lower,
    fill_made,
    fill_noun,
    fill_noun_in,
    fill_pairs,
    fill_upper,
    press_typed,
    value_for,
)
from qa_appliance.english.verbs.refusals import REFUSALS
from qa_appliance.english.wording.forms import form, verb
from qa_appliance.english.words.lexicon import PLURALS
from qa_appliance.english.words.refusals import refused
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.values import read_number, value_of
from qa_appliance.language.word_sets import word_set

_CHOSEN = frozenset({"dropdown", "slider", "calendar", "radio", "list", "option"})


def fill(field: Target, value: Phrase) -> Step | tuple[Step, ...] | None:
    """A text into a field; the field's words tell whether it is a secret."""
    target = _field(field)
    if target is not None and target.kind == "any" and target.name.lower() in CARTS:
        counted = value.only_quote is None and read_number(value[:1]) is not None
        called = Phrase(without_articles(value.tokens), value.source)
        return None if counted else AddToCart(item=value.only_quote or called.text)
    if target is None or target.kind in NOT_FIELDS or _several(target) or leaves_open(target, value):
        return None
    return typed(_bare(value, target), lambda text: Fill(target=target, value=text), f"{target.name} {target.words}")


def _bare(value: Phrase, field: Target) -> Phrase:
    """ "Enter username Ann in the username field"."""
    named = len(value) > 1 and value.only_quote is None and value.tokens[0].low == field.name.lower()
    return value[1:] if named and field.kind == "field" else value


def fill_as(one: Phrase, other: Phrase) -> Step | tuple[Step, ...] | None:
    """ "enter Email as "a@b.c"", "enter "a@b.c" as Email": either side may be the field."""
    sides = field_and_value(one, other) if one.tokens[-1].text != "such" else None
    if sides is None or (named := read_target(sides[0])) is None:
        return None
    field = as_field(named)
    text = field.kind == "text" and not field.name  # "enter the text as “x”"
    return fill_focused(sides[1]) if text else fill(field, sides[1])


def fill_field_as(field: Target, value: Phrase) -> Step | tuple[Step, ...] | None:
    """ "put in “email” field as “x”": only of what is called a field."""
    return fill(field, value) if field.kind == "field" and value.only_quote is not None else None


def fill_described(noun: Phrase, value: Phrase, field: Target) -> Step | tuple[Step, ...] | None:
    """ "enter the valid product "Lamp" into the search field": what sort of thing it is, is told."""
    return fill(field, value) if field.kind == "field" and field.name else None


def _several(target: Target) -> bool:
    """ "the text fields": words for more than one, of which none is named."""
    return not target.name and target.words.split()[-1].lower() in PLURALS


_DEEDS = word_set("confirm submit continue save proceed send close cancel click hit press wait delete apply accept go")


def _field(target: Target) -> Target | None:
    """None for "the name and confirm": a deed is no part of a field's name. Nor is what a value is: "a wrong email"."""
    target = as_field(without_judgement(target))
    words = target.name.split()
    if not target.quoted and ((words[-2:-1] == ["and"] and words[-1] in _DEEDS) or names_no_field(target.name)):
        return None
    return None if target.kind == "any" and not target.name and not target.ordinal else target


def fill_focused(value: Phrase) -> Step | None:
    """What is typed without a field goes where the focus is; only a literal is taken for it."""
    if value.only_quote is None and (
        len(value) > _LONGEST_TYPED or refused(REFUSALS["typed where the focus is"], value.tokens)
    ):
        return None
    return Fill(target=None, value=value_of(value))


_LONGEST_TYPED = 6  # words without quotes


def append(value: Phrase, field: Target | None = None) -> Step:
    return Fill(target=field, value=value_for(value, field) if field else value_of(value), append=True)


def set_to(field: Target, value: Phrase) -> Step | tuple[Step, ...] | None:
    """set X to Y: an option where the words say so, on/off for a switch, else the field's text."""
    words = value.text.lower()
    if field.name.lower().removesuffix(" size") in _WINDOWS and not field.quoted:
        return None  # its size is no text
    if any(f" from {relation.target.words}" in field.words for relation in field.within):
        return None  # "from 1 May to 5 May" are two values
    if leaves_open(field, value):
        return None
    if words.split()[-1] in ("star", "stars") and read_number(value[: len(value) - 1]):
        return Choose(options=(words,), target=field)
    if field.kind in ("switch", "checkbox") or (words in ("on", "off") and value.only_quote is None):
        on = _SWITCHED.get(words)
        return None if on is None else SetChecked(target=field, on=on)
    if field.kind in _CHOSEN:
        return Choose(options=(value_of(value).text,), target=field)
    done = fill(field, value)
    return replace(done, chooses=True) if isinstance(done, Fill) and field.kind == "any" else done


_WINDOWS = word_set("window viewport browser screen")
_SWITCHED = {"on": True, "off": False, "checked": True, "unchecked": False, "true": True, "false": False}


def set_there(field: Target, value: Phrase, where: tuple[Relation, ...]) -> Step | tuple[Step, ...] | None:
    """ "set Quantity to 3 in the cart": the value ends where the place begins in which the field is."""
    return set_to(replace(field, within=(*field.within, *where)), value)


def fill_there(field: Target, value: Phrase, where: tuple[Relation, ...]) -> Step | tuple[Step, ...] | None:
    return fill(replace(field, within=(*field.within, *where)), value)


def set_from(field: Target, old: Phrase, value: Phrase) -> tuple[Step, ...] | None:
    """change X from A to B: that it holds A is checked first."""
    if spans(field, old, value):
        return None  # "set the period from 1/1/2027 to 31/1/2027" is its beginning and its end
    done = set_to(field, value)
    if isinstance(done, tuple) or done is None or isinstance(done, SetChecked) or field.kind in ("slider", "calendar"):
        return None
    before = ValueIs(target=field, comparison="equals", value=value_of(old).text)
    return Assert(check=before), done


SET_EXAMPLE = form(
    "set.example",
    'set Quantity to a valid number (e.g. "2")',
    "<the_text_of> {field:target} to a|an|another|any {~noun:anything} <example> // "
    "<the_text_of> {field:target} <example>",
    set_to,
)
ENTERED_SO = (
    form(
        "type.as",
        'put in the "Email" field as "a@b.c"',
        "[in] [the] {field:target} as|with {value:quotephrase}",
        fill_field_as,
    ),
    form(
        "type.into",
        'enter the product "Lamp" into the Search field',
        "{noun:bare} {value:quotephrase} in|into|to {field:target}",
        fill_described,
    ),
)
ENTERED_AS = form(
    "type.as",
    'enter Email as "a@b.c"',
    "[in|out] [the|this] {~form} with|using {one:value} as [the] {other:value} // "
    "[in|out] [the] {one:value} as [the] {other:value} // {one:quotephrase} as [the] {other:anything}",
    fill_as,
    carries=True,
)
ENTERED = (
    form(
        "type.into",
        'enter "a@b.c" into Email',
        "[in] {value} [slowly|manually|carefully] into|in_to {field:target} // "
        "[in] {value} in|to|inside|on|for|within {field:target} // "
        "{~noun:bare} as {value} into|in {field:target}",
        fill,
        carries=True,
    ),
    ENTERED_AS,
)

_A_FIELD = "[in|out] [the|a|an|my|your] {pairs:named} // [in|out] {pairs:valued}"
NAMED = form("type.noun", "enter last name Jensen", _A_FIELD, fill_pairs, carries=True)

VERBS = (
    verb(
        "enter, type, input, introduce, key in, write, put, provide, insert, type in, supply, give, specify, enter in, "
        "enter only, type only, fill in only",
        form(
            "type.both",
            'enter "x" into both password fields',
            "{named:anything} {value:quotephrase} into|in [both] both|both_of [of] [the] {each:collection} // "
            "{value:quotephrase} into|in both|both_of [the] {each:collection}",
            fill_both,
        ),
        form(
            "type.upper",
            'type "ann" in upper case into Code',
            "{value:quotephrase} in [all] upper_case|uppercase|upper-case|capital|capitals|caps <letters_into> // "
            "{value:quotephrase} in [all] upper_case|uppercase|upper-case|capitals|caps",
            fill_upper,
        ),
        form(
            "type.lower",
            'type "ANN" in lower case into Code',
            "{value:quotephrase} in [all] lower_case|lowercase|lower-case|small <letters_into> // "
            "{value:quotephrase} in [all] lower_case|lowercase|lower-case",
            fill_lower,
        ),
        ENTER_LIKE,
        STARS,
        form(
            "go.address",
            "enter the URL /settings in the address bar",
            "[the|this] [page|site|website|app|application] url|address|link [:] {url:address} [directly] [in|into|on] "
            "[the] [address_bar|url_bar|browser|browser's_address_bar] // "
            "[the] {~page:bare} [page] url|address [directly] in|into|on [the] [browser's] browser|address_bar|url_bar "
            "( [e.g|i.e|for_example|such_as|like] [.] [,|:] {url:address} ) // "
            "{url:address} in|into|on the [browser|browser's] address_bar|url_bar|browser",
            open_address,
        ),
        form("keys.typed", "enter tab", "{key:bare} in|into {target} // {key:bare}", press_typed),
        *ENTERED,
        form(
            "type.into",
            'enter "a@b.c" into Email',
            "into|in|for {field:target} [the] [value|text] [:] {value} // "
            "[the] [following] text|value into|in {field:target} : {value} // {field:target} : {value}",
            fill,
            carries=True,
        ),
        form(
            "type.noun",
            'enter the password "secret"',
            "{noun:anything} {value:quotephrase} // the|a|an|my|your {noun:bare} {value:figure} // "
            "{noun:anything} {value:quotephrase} into|in|to the [text|input|login|form] fields|inputs|boxes|form",
            fill_noun,
            carries=True,
        ),
        form(
            "type.noun",
            'enter the reason "Late" in the dialog',
            "{noun:bare} {value:quotephrase} in|into|inside {place:placed} // "
            "[the] {noun:bare} as {value:quotephrase} in|on|inside {place:placed}",
            fill_noun_in,
        ),
        *ENTERED_SO,
        NAMED,
        form(
            "type.pairs",
            "enter Email: a@b.c, Password: x",
            "[the] [following] [details|data|values] [:] {pairs}",
            fill_pairs,
        ),
        form(
            "type.example",
            'enter an email that is too short (e.g. "a@b")',
            "{noun:anything} <example> // {noun:anything} such_as {value:quotephrase}",
            fill_example,
        ),
        form("type.beside", 'enter "x" below "Email"', "{value:quotephrase} {where:where}", fill_beside),
        form("type.focus", 'type "hello"', "[in] {value}", fill_focused),
    ),
    verb(
        "generate",
        form(
            "type.made",
            "generate unique email, then enter it into Email and save it as newEmail",
            "[a|an] {what:bare} [,] [and|then] [then] enter|type [it] in|into {field:target} <and_keep_it> {name:kept}",
            fill_made,
        ),
    ),
    verb(
        "fill, fill in, fill out, populate",
        form(
            "type.pairs",
            "fill in the form: Email: a@b.c, Password: x",
            "[in|out] [the|this] {~form} with|:|, <the_following> // [in|out] [with] <the_following> // "
            "[in|out] [the|this] {~form} with|:|using|by_entering [the] [following] [values|data] [:] {pairs:nouns}",
            fill_pairs,
        ),
        form(
            "type.with",
            'fill in Name with "x" in the dialog "New user"',
            "[in|out|up] {field:target} with|using {value:sole} {where:where}",
            fill_there,
        ),
        form(
            "type.with",
            'fill in Password with "x"',
            "[in|out|up] {field:target} with|using {value}",
            fill,
            carries=True,
        ),
        ENTERED_SO[0],
        form("type.into", 'fill "x" into Name', "[in|out] {value} into {field:target}", fill, carries=True),
        form("type.into", 'fill in "x" for Name', "[in|out] {value} in|for|to {field:target}", fill, carries=True),
        ENTERED_AS,
        form("type.with", 'fill in Name: "x"', "[in|out] {field:target} : {value}", fill, carries=True),
        form(
            "type.noun",
            'fill in the name "Ann"',
            "[in|out] {noun:anything} {value:quotephrase} // [in|out] the|a|an|my|your {noun:bare} {value:figure}",
            fill_noun,
            carries=True,
        ),
        NAMED,
    ),
    verb(
        "complete",  # a form or a field; "complete the task" is something else
        form(
            "type.pairs",
            "complete the form: Email: a@b.c, Password: x",
            "[the|this] {~form} with|:|, <the_following> // [with] <the_following> // "
            "[the|this] {~form} with|:|using|by_entering [the] [following] [values|data] [:] {pairs:nouns}",
            fill_pairs,
        ),
        form("type.with", 'complete Password with "x"', "{field:target} with|using {value}", fill, carries=True),
    ),
    verb(
        "set, change, update, adjust, modify, edit",
        form(
            "set.from",
            "change Quantity from 1 to 2",
            "<the_text_of> {field:target} from {old:value} to {value}",
            set_from,
        ),
        form(
            "set.to",
            'set Quantity to 3 in the row "Lamp"',
            "<the_text_of> {field:target} [back] to|= {value:sole} {where:where}",
            set_there,
        ),
        form("set.to", "set Quantity to 3", "<the_text_of> {field:target} [back] to|= {value}", set_to, carries=True),
        form(
            "set.to", 'set Quantity as "3"', "<the_text_of> {field:target} as {value:quotephrase}", set_to, carries=True
        ),
        SET_EXAMPLE,
    ),
    verb(
        "switch",
        form("set.to", "switch the language to German", "the|my|our {field:target} to {value}", set_to),
    ),
    verb(
        "replace",
        form(
            "set.from",
            'replace "Ann" with "Bob" in Name',
            "{old:quotephrase} with|by {value:quotephrase} in|inside {field:target}",
            set_from,
        ),
        form("set.to", 'replace the text in Name with "Ann"', "<the_text_of> {field:target} with|by {value}", set_to),
    ),
    verb(
        "append",
        form("type.append", 'append "!" to Message', "{value} to|in|into {field:target} // {value}", append),
    ),
)
