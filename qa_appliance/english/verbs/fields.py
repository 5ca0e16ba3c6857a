"""Fields: enter, fill in, set, clear, append; and a form given as a list of label and value."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from qa_appliance.core.checks import ValueIs
from qa_appliance.core.steps import AddToCart, Assert, Choose, Clear, Fill, SetChecked, Step, Value
from qa_appliance.core.target import Target
from qa_appliance.english.nouns.page_values import typed
from qa_appliance.english.nouns.phrase import read_target
from qa_appliance.english.verbs.choose import ENTER_LIKE, STARS
from qa_appliance.english.verbs.field_names import field_and_value, without_judgement
from qa_appliance.english.verbs.go import open_address
from qa_appliance.english.wording.frames import Slots, form, verb
from qa_appliance.english.words.lexicon import ARTICLES, PLURALS, PRONOUNS
from qa_appliance.english.words.tokens import Phrase
from qa_appliance.english.words.values import is_secret, read_number, value_of
from qa_appliance.english.words.word_sets import word_set

_NOT_FIELDS = word_set("button link tab row image heading checkbox radio page alert form dialog table")
_CARTS = frozenset({"cart", "basket", "shopping cart", "shopping basket", "shopping bag", "trolley"})
_CHOSEN = frozenset({"dropdown", "slider", "calendar", "radio", "list", "option"})


def fill(slots: Slots) -> Step | tuple[Step, ...] | None:
    """A text into a field; the field's words tell whether it is a secret."""
    target: Target | None = _field(slots["field"])
    phrase: Phrase = slots["value"]
    if target is not None and target.kind == "any" and target.name.lower() in _CARTS:
        return AddToCart(item=phrase.only_quote or phrase.text)
    if target is None or target.kind in _NOT_FIELDS or _several(target):
        return None
    return typed(phrase, lambda value: Fill(target=target, value=value), f"{target.name} {target.words}")


def fill_as(slots: Slots) -> Step | tuple[Step, ...] | None:
    """ "enter Email as "a@b.c"", "enter "a@b.c" as Email": either side may be the field."""
    sides = field_and_value(slots["one"], slots["other"])
    field = None if sides is None else read_target(sides[0])
    return None if field is None or sides is None else fill({"field": field, "value": sides[1]})


def fill_both(slots: Slots) -> tuple[Step, ...] | None:
    """ "into both fields" is into the first and the second one."""
    target: Target = slots["each"]
    if target.kind in _NOT_FIELDS or target.kind == "any" or target.ordinal:
        return None
    value = Value(text=slots["value"].only_quote, secret="said" in slots and is_secret(slots["said"].text))
    first, second = (replace(target, ordinal=place, words=f"the {place}. of {target.words}") for place in (1, 2))
    return Fill(target=first, value=value), Fill(target=second, value=value)


def fill_upper(slots: Slots) -> Step | None:
    return _cased(slots, str.upper)


def fill_lower(slots: Slots) -> Step | None:
    return _cased(slots, str.lower)


def _cased(slots: Slots, change: Callable[[str], str]) -> Step | None:
    quoted = slots["value"].only_quote
    target: Target | None = slots.get("field")
    if quoted is None or "{" in quoted or (target is not None and target.kind in _NOT_FIELDS):
        return None
    return Fill(target=target, value=Value(text=change(quoted), secret=is_secret(target.words if target else "")))


def _several(target: Target) -> bool:
    """ "the text fields": words for more than one, of which none is named."""
    return not target.name and target.words.split()[-1].lower() in PLURALS


_DEEDS = word_set("confirm submit continue save proceed send close cancel click hit press wait delete apply accept go")


def _field(target: Target) -> Target | None:
    """None for "the name and confirm": a deed is no part of a field's name. Nor is what a value is: "a wrong email"."""
    target = without_judgement(target)
    words = target.name.split()
    if not target.quoted and words[-2:-1] == ["and"] and words[-1] in _DEEDS:
        return None
    return None if target.kind == "any" and not target.name and not target.ordinal else target


def _value(phrase: Phrase, target: Target) -> Value:
    return value_of(phrase, f"{target.name} {target.words}")


def fill_focused(slots: Slots) -> Step | None:
    """What is typed without a field goes where the focus is; only a literal is taken for it."""
    phrase: Phrase = slots["value"]
    if phrase.only_quote is None and any(token.kind == "mark" and token.low == ":" for token in phrase.tokens):
        return None
    lowest = phrase.tokens[0].low
    if phrase.only_quote is None and (
        lowest in _NOT_TYPED
        or len(phrase) > 6
        or any(token.low in ("and", ",", "then", "but") for token in phrase.tokens)
    ):
        return None
    value = value_of(phrase)
    return Fill(target=None, value=value)


_NOT_TYPED = ARTICLES | PRONOUNS | {"all", "valid", "invalid", "into", "in", "it"}


def fill_secret(slots: Slots) -> Step | None:
    """ "enter the password "x"": the noun before the value is the field it belongs to."""
    phrase: Phrase = slots["value"]
    noun: Phrase = slots["noun"]
    target = read_target(noun)
    target = target and without_judgement(target)
    if target is None or not target.name or target.quoted or target.within or len(noun) > 4:
        return None
    if any(token.low in _NO_FIELD_NOUNS for token in noun.tokens):
        return None
    return Fill(target=target, value=_value(phrase, target))


_NO_FIELD_NOUNS = word_set(
    "text value string word words phrase letters characters following in into to on as with for at and"
)


def append(slots: Slots) -> Step | None:
    target = slots.get("field")
    phrase: Phrase = slots["value"]
    return Fill(target=target, value=_value(phrase, target) if target else value_of(phrase), append=True)


def set_to(slots: Slots) -> Step | tuple[Step, ...] | None:
    """set X to Y: an option where the words say so, on/off for a switch, else the field's text."""
    target: Target = slots["field"]
    phrase: Phrase = slots["value"]
    words = phrase.text.lower()
    if any(f" from {relation.target.words}" in target.words for relation in target.within):
        return None  # "from 1 May to 5 May" are two values
    if words.split()[-1] in ("star", "stars") and read_number(phrase[: len(phrase) - 1]):
        return Choose(options=(words,), target=target)
    if target.kind in ("switch", "checkbox") or (words in ("on", "off") and phrase.only_quote is None):
        on = {"on": True, "off": False, "checked": True, "unchecked": False, "true": True, "false": False}.get(words)
        return None if on is None else SetChecked(target=target, on=on)
    if target.kind in _CHOSEN:
        return Choose(options=(value_of(phrase).text,), target=target)
    return fill(slots)


def set_from(slots: Slots) -> tuple[Step, ...] | None:
    """change X from A to B: that it holds A is checked first."""
    target: Target = slots["field"]
    old: Phrase = slots["old"]
    done = set_to(slots)
    if isinstance(done, tuple) or done is None or isinstance(done, SetChecked) or target.kind in ("slider", "calendar"):
        return None
    before = ValueIs(target=target, comparison="equals", value=value_of(old).text)
    return Assert(check=before), done


def clear(slots: Slots) -> Step | None:
    target: Target = slots["target"]
    if target.name.lower() in _NOT_CLEARED and not target.quoted:
        return None
    return None if target.kind in (*_NOT_FIELDS, "any") and not target.name else Clear(target=target)


_NOT_CLEARED = frozenset({"cookies", "cache", "browser cache", "session", "local storage", "storage", "browser data"})


def fill_pairs(slots: Slots) -> tuple[Step, ...]:
    return tuple(Fill(target=target, value=_value(phrase, target)) for target, phrase in slots["pairs"])


def read_pairs(phrase: Phrase) -> list[tuple[Target, Phrase]] | None:
    """Label and value, several in a line: Email: a@b.c, Password: x · Email = "a@b.c" and Name = "Ann"."""
    pairs: list[tuple[Target, Phrase]] = []
    tokens = phrase.tokens
    starts = [0]
    for index, token in enumerate(tokens):
        if token.low not in (",", "and", "|") or token.kind == "quoted" or not _label_follows(phrase[index + 1 :]):
            continue
        if _separator(phrase[starts[-1] : index]) is not None:  # else it is part of a label: Street and number: …
            starts.append(index + 1)
    for begin, end in zip(starts, [*starts[1:], len(tokens) + 1], strict=True):
        pair = read_pair(
            phrase[begin : end - 1].strip(",", "and", "|")
            if end <= len(tokens)
            else phrase[begin:].strip("and", ",", "|")
        )
        if pair is None:
            return None
        pairs.append(pair)
    return pairs or None


def _separator(phrase: Phrase) -> int | None:
    for index, token in enumerate(phrase.tokens[:7]):
        if token.kind != "quoted" and token.low in (":", "=", "|", "-", "–"):
            return index
    return None


def _label_follows(phrase: Phrase) -> bool:
    at = _separator(phrase)
    return at is not None and 0 < at < 6 and not any(token.low == "," for token in phrase.tokens[:at])


def read_pair(phrase: Phrase) -> tuple[Target, Phrase] | None:
    """One label and its value."""
    at = _separator(phrase)
    if at is None or at == 0 or at == len(phrase) - 1:
        return None
    target = read_target(phrase[:at])
    value = phrase[at + 1 :]
    target = target and without_judgement(target)
    if target is None or target.kind in _NOT_FIELDS or (value.quotes() and len(value) > 1):
        return None
    if any(token.kind == "mark" and token.low == ":" for token in value.tokens):
        return None
    return target, value


_LETTERED = "[letters|characters] in|into {field:target}"

_GIVEN = "[the] [following] [details_:|values_:|data_:|:] {pairs}"

ENTERED_AS = form(
    "type.as", 'enter Email as "a@b.c"', "[in|out] [the] {one:value} as [the] {other:value}", fill_as, carries=True
)
ENTERED = (
    form(
        "type.into",
        'enter "a@b.c" into Email',
        "[in] {value} into|in_to {field:target} // [in] {value} in|to|inside|on|for|within {field:target}",
        fill,
        carries=True,
    ),
    ENTERED_AS,
)

VERBS = (
    verb(
        "enter, type, input, key in, write, put, provide, insert, type in, supply, give, specify, enter in",
        form(
            "type.append",
            'type "!" at the end of Message',
            "[in] {value} at|to the_end|end of|in {field:target}",
            append,
        ),
        form(
            "type.both",
            'enter "x" into both password fields',
            "{said:anything} {value:quotephrase} into|in [both] both|both_of [of] [the] {each:collection} // "
            "{value:quotephrase} into|in both|both_of [the] {each:collection}",
            fill_both,
        ),
        form(
            "type.upper",
            'type "ann" in upper case into Code',
            f"{{value:quotephrase}} in [all] upper_case|uppercase|upper-case|capital|capitals|caps {_LETTERED} // "
            "{value:quotephrase} in [all] upper_case|uppercase|upper-case|capitals|caps",
            fill_upper,
        ),
        form(
            "type.lower",
            'type "ANN" in lower case into Code',
            f"{{value:quotephrase}} in [all] lower_case|lowercase|lower-case|small {_LETTERED} // "
            "{value:quotephrase} in [all] lower_case|lowercase|lower-case",
            fill_lower,
        ),
        ENTER_LIKE,
        STARS,
        form(
            "go.address",
            "enter the URL /settings in the address bar",
            "[the|this] url|address|link [:] {url:address} [in|into|on] [the] [address_bar|url_bar|browser] // "
            "{url:address} in|into|on the [browser|browser's] address_bar|url_bar|browser",
            open_address,
        ),
        *ENTERED,
        form(
            "type.into",
            'enter "a@b.c" into Email',
            "into|in|for {field:target} [the] [value|text] [:] {value} // {field:target} : {value}",
            fill,
            carries=True,
        ),
        form(
            "type.noun",
            'enter the password "secret"',
            "{noun:anything} {value:quotephrase} // "
            "{noun:anything} {value:quotephrase} into|in|to the [text|input|login|form] fields|inputs|boxes|form",
            fill_secret,
            carries=True,
        ),
        form(
            "type.pairs",
            "enter Email: a@b.c, Password: x",
            "[the] [following] [details|data|values] [:] {pairs}",
            fill_pairs,
        ),
        form("type.focus", 'type "hello"', "[in] {value}", fill_focused),
    ),
    verb(
        "fill, fill in, fill out, populate",
        form(
            "type.pairs",
            "fill in the form: Email: a@b.c, Password: x",
            f"[in|out] [the|this] {{form:form}} with|:|, {_GIVEN} // [in|out] [with] {_GIVEN}",
            fill_pairs,
        ),
        form(
            "type.with",
            'fill in Password with "x"',
            "[in|out|up] {field:target} with|using {value}",
            fill,
            carries=True,
        ),
        form("type.into", 'fill "x" into Name', "[in|out] {value} into {field:target}", fill, carries=True),
        form("type.into", 'fill in "x" for Name', "[in|out] {value} in|for|to {field:target}", fill, carries=True),
        ENTERED_AS,
        form("type.with", 'fill in Name: "x"', "[in|out] {field:target} : {value}", fill, carries=True),
        form("type.noun", 'fill in the name "Ann"', "[in|out] {noun:anything} {value:quotephrase}", fill_secret),
    ),
    verb(
        "complete",  # a form or a field; "complete the task" is something else
        form(
            "type.pairs",
            "complete the form: Email: a@b.c, Password: x",
            f"[the|this] {{form:form}} with|:|, {_GIVEN} // [with] {_GIVEN}",
            fill_pairs,
        ),
        form("type.with", 'complete Password with "x"', "{field:target} with|using {value}", fill, carries=True),
    ),
    verb(
        "set, change, update, adjust, modify, edit",
        form(
            "set.from",
            "change Quantity from 1 to 2",
            "[the] [value|text|content] [of] {field:target} from {old:value} to {value}",
            set_from,
        ),
        form(
            "set.to",
            "set Quantity to 3",
            "[the] [value|text|content] [of] {field:target} to|= {value}",
            set_to,
            carries=True,
        ),
    ),
    verb(
        "use, utilize, utilise",
        form(
            "type.using",
            'use the search box to enter "shoes"',
            "{field:target} to enter|type|input|write|put_in {value}",
            fill,
        ),
    ),
    verb(
        "replace",
        form(
            "set.from",
            'replace "Ann" with "Bob" in Name',
            "{old:quotephrase} with|by {value:quotephrase} in|inside {field:target}",
            set_from,
        ),
        form(
            "set.to",
            'replace the text in Name with "Ann"',
            "[the] [text|content|contents|value] [in|of] {field:target} with|by {value}",
            set_to,
        ),
    ),
    verb(
        "clear, empty, erase, blank",
        form(
            "clear.field",
            "clear the search box",
            "[out] [the] [text|content|contents|value] [of|in|from] {target}",
            clear,
        ),
    ),
    verb(
        "append",
        form("type.append", 'append "!" to Message', "{value} to|in|into {field:target} // {value}", append),
    ),
)
