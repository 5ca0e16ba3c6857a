"""Fields with their values: a form given as a list, and what names a field before or beside a value."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from qa_appliance.core.steps import Fill, Press, Step, Value
from qa_appliance.core.target import Place, Relation, Target
from qa_appliance.english.nouns.phrase import read_target, relation_inside
from qa_appliance.english.verbs.field_names import (
    JUDGED,
    as_field,
    is_field_noun,
    is_stated,
    last_named,
    lists_fields,
    without_judgement,
)
from qa_appliance.english.verbs.refusals import REFUSALS
from qa_appliance.english.words.refusals import refused
from qa_appliance.language.tokens import Phrase, Token
from qa_appliance.language.values import is_secret, made, read_key, value_of
from qa_appliance.language.word_sets import word_set

NOT_FIELDS = word_set("button link tab row image heading checkbox radio page alert form dialog table")
Pair = tuple[Target, Phrase]
"""A field, and what goes into it."""


def value_for(phrase: Phrase, target: Target) -> Value:
    """The text; the field's words tell whether it is a secret."""
    return value_of(phrase, f"{target.name} {target.words}")


def fill_pairs(pairs: list[Pair]) -> tuple[Fill, ...]:
    return tuple(Fill(target=target, value=value_for(phrase, target)) for target, phrase in pairs)


def read_pairs(phrase: Phrase) -> list[Pair] | None:
    """Label and value, several in a line: Email: a@b.c, Password: x · Email = "a@b.c" and Name = "Ann"."""
    pairs: list[Pair] = []
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


def read_pair(phrase: Phrase) -> Pair | None:
    """One label and its value."""
    at = _separator(phrase)
    if at is None or at == 0 or at == len(phrase) - 1:
        return None
    target = read_target(phrase[:at])
    value = phrase[at + 1 :]
    target = target and without_judgement(target)
    if target is None or target.kind in NOT_FIELDS or (value.quotes() and len(value) > 1):
        return None
    if phrase.tokens[at - 1].low in _SEVERAL or is_stated(value) or lists_fields(target, value):
        return None  # "Card headers: …", "the details: Name, Email"
    if any(token.kind == "mark" and token.low == ":" for token in value.tokens):
        return None
    return target, value


_SEVERAL = word_set("headers headings labels buttons links columns items tabs options texts messages entries fields")


def read_nouns(phrase: Phrase) -> list[Pair] | None:
    """Nouns, each with its value in quotes behind it: name "Ann", the email "a@b.c" and the password "x"."""
    pairs: list[Pair] = []
    start = 0
    for at, token in enumerate(phrase.tokens):
        if token.kind != "quoted":
            continue
        parted = not pairs or phrase.tokens[start].low in _PARTING
        target = _field_called(phrase[start:at].strip(*(_PARTING if pairs else ()))) if parted else None
        if target is None:
            return None
        pairs.append((target, phrase[at : at + 1]))
        start = at + 1
    return pairs if pairs and start == len(phrase) else None


def read_valued(phrase: Phrase) -> list[Pair] | None:
    """Values in quotes, each with the noun of its field behind it: "a@b.c" email and "x" password."""
    pairs: list[Pair] = []
    quotes = [at for at, token in enumerate(phrase.tokens) if token.kind == "quoted"]
    if quotes[:1] != [0]:
        return None
    for at, end in zip(quotes, [*quotes[1:], len(phrase)], strict=True):
        noun = phrase[at + 1 : end]
        parted = noun if end == len(phrase) else noun.strip(*_PARTING)
        target = _field_called(parted) if parted.tokens and is_field_noun(parted) else None
        if target is None or (end < len(phrase) and len(parted) == len(noun)):
            return None
        pairs.append((target, phrase[at : at + 1]))
    return pairs


def read_named(phrase: Phrase) -> list[Pair] | None:
    """A noun for a field and its value without quotes: last name Jensen, booking code XK7P2M, amount 12.50."""
    tokens = phrase.tokens
    for size in range(1, min(_LONGEST_NOUN + 1, len(tokens))):
        noun, value = phrase[:size], phrase[size:]
        if not is_field_noun(noun) or len(value) > _LONGEST_VALUE or not all(map(_of_a_value, value.tokens)):
            continue
        target = _field_called(noun)
        return None if target is None else [(target, value)]
    return None


def _of_a_value(token: Token) -> bool:
    """In capitals, or with a digit or an "@": no word of the sentence."""
    return token.kind == "word" and (
        token.text[0].isupper() or any(sign.isdigit() or sign == "@" for sign in token.text)
    )


_LONGEST_VALUE = 4  # words


def _field_called(noun: Phrase) -> Target | None:
    if not 0 < len(noun) <= _LONGEST_NOUN or noun.has(_OF_VALUES):
        return None
    target = read_target(noun)
    target = target and without_judgement(target)
    named = target is not None and target.name and not (target.quoted or target.within or target.kind in NOT_FIELDS)
    return target if named else None


_PARTING = word_set(", and &")
_LONGEST_NOUN = 4  # words
_OF_VALUES = word_set("text value string with in into to on as for at is of from and")


def fill_noun(noun: Phrase, value: Phrase) -> Step | None:
    """ "enter the password "x"": the noun before the value is the field it belongs to."""
    noun = noun[1:] if len(noun) > 1 and noun.tokens[0].low == "as" else noun
    target = read_target(last_named(noun))
    target = target and as_field(without_judgement(target))
    if target is None or target.name.lower() in (*JUDGED, "") or target.quoted or target.within or len(noun) > 4:
        return None
    if refused(REFUSALS["field before a value"], noun.tokens):
        return None
    return Fill(target=target, value=value_for(value, target))


def fill_noun_in(noun: Phrase, value: Phrase, place: Target) -> Step | None:
    """The field in a dialog, a form or a part of the page."""
    done = fill_noun(noun, value) if place.kind in ("dialog", "form", "section") else None
    field = done.target if isinstance(done, Fill) else None
    return replace(done, target=replace(field, within=relation_inside(place))) if done and field else None


def fill_example(noun: Phrase, value: Phrase) -> Step | None:
    """ "a password that is too short ("abc")": the field ends where it is told what is special about the value."""
    lows = [token.low for token in noun.tokens]
    end = next((at for at, low in enumerate(lows) if low in _TELLING_OF_A_VALUE), len(lows))
    return fill_noun(noun[:end], value) if end else None


_TELLING_OF_A_VALUE = word_set("that which with without longer shorter in of containing exceeding having above below")


def fill_made(what: Phrase, field: Target, name: str) -> Step | None:
    """Made data into a field, kept under a name from there on."""
    text = made(what.text, name)
    return None if text is None or field.kind in NOT_FIELDS else Fill(target=as_field(field), value=Value(text))


def fill_beside(value: Phrase, where: tuple[Relation, ...]) -> Step | None:
    """ "enter “x” below “Email”": into the field there."""
    if len(where) != 1 or where[0].place not in _BESIDE:
        return None
    label = where[0].target
    return Fill(
        target=Target(words=f"field by {label.words}", kind="field", within=where), value=value_for(value, label)
    )


_BESIDE: frozenset[Place] = frozenset({"near", "below", "above", "left_of", "right_of"})


def press_typed(key: Phrase, target: Target | None = None) -> Step | None:
    """ "enter tab", "type enter into Search": a key, as no text is just that."""
    name = read_key(key.text) if len(key) <= _WORDS_OF_A_KEY and key.text.lower() != "return" else None
    return None if name is None else Press(keys=(name,), target=target)


_WORDS_OF_A_KEY = 2  # arrow down


def fill_both(value: Phrase, each: Target, named: Phrase | None = None) -> tuple[Step, ...] | None:
    """ "into both fields" is into the first and the second one."""
    if each.kind in NOT_FIELDS or each.kind == "any" or each.ordinal:
        return None
    text = Value(text=value.only_quote or "", secret=named is not None and is_secret(named.text))
    first, second = (replace(each, ordinal=place, words=f"the {place}. of {each.words}") for place in (1, 2))
    return Fill(target=first, value=text), Fill(target=second, value=text)


def fill_upper(value: Phrase, field: Target | None = None) -> Step | None:
    return _cased(value, field, str.upper)


def fill_lower(value: Phrase, field: Target | None = None) -> Step | None:
    return _cased(value, field, str.lower)


def _cased(value: Phrase, field: Target | None, change: Callable[[str], str]) -> Step | None:
    quoted = value.only_quote
    if quoted is None or "{" in quoted or (field is not None and field.kind in NOT_FIELDS):
        return None
    return Fill(target=field, value=Value(text=change(quoted), secret=is_secret(field.words if field else "")))
