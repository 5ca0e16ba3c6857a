"""Names that a field can have. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from qa_appliance.language.tokens import Token
from qa_appliance.translate.open.nameable import begins_as_deed, goes_on
from qa_appliance.translate.open.names import named
from qa_appliance.translate.open.quotes import quote
from qa_appliance.translate.rules import Category, Found, Grammar

_FIRST_OF_NAMES = frozenset({"first", "second", "last", "next"})
_TWO_IN_ONE = 3.0
"""What a known name with an "and" in it costs at most."""


def _fieldname(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A name that a field can have; cheaper where its last word often is a field's."""
    if tokens[0].kind == "quoted":
        yield from quote(tokens, rules)
        return
    known = rules.is_of_class("field_word", tokens[-1].low)
    if _is_no_field(tokens, rules) or _begins_as_no_field(tokens, rules, known=known):
        return
    for text, cost in named(tokens, rules):
        yield text, cost * (0.6 if known else 1.0)


def _is_no_field(tokens: Sequence[Token], rules: Grammar) -> bool:
    """By any of its words: a number, something that goes on to something else."""
    texts = [token.text for token in tokens]
    if texts[-1] in rules.words.leading_on or goes_on(tokens, rules) or all(text.isdigit() for text in texts):
        return True
    return any(rules.is_of_class("within_no_field", text) for text in texts)


def _begins_as_no_field(tokens: Sequence[Token], rules: Grammar, *, known: bool) -> bool:
    """By its first word; `known`: its last word often is a field's, before which more may stand (first name)."""
    first = tokens[0].text
    if rules.is_of_class("telling", first) and not (known and len(tokens) > 1 and first in _FIRST_OF_NAMES):
        return True
    if rules.is_of_class("no_label", first.lower()):
        return True
    return not known and (rules.is_of_class("no_first", first.lower()) or begins_as_deed(tokens, rules))


def _fieldthing(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A name by itself, with its article: that of nothing but a field."""
    texts = [token.text for token in tokens]
    if tokens[0].kind == "quoted" or rules.is_of_class("no_field", texts[-1]):
        return
    if len(texts) == 1 and rules.is_of_class("vague", texts[0]):
        return
    for text, cost in _fieldname(tokens, rules):
        yield f"the {text}" if text[0].islower() else text, cost


def _knownfield(tokens: Sequence[Token], rules: Grammar) -> Found:
    if tokens[0].kind != "quoted" and rules.is_of_class("field_word", tokens[-1].low):
        for text, cost in _fieldthing(tokens, rules):
            if " and " not in text or cost < _TWO_IN_ONE:
                yield text, cost


def _unquoted_field(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Its name, which quotes are put around."""
    for text, cost in _fieldname(tokens, rules) if tokens[0].kind != "quoted" else ():
        yield text.strip('"'), cost


def _known_common(tokens: Sequence[Token], rules: Grammar) -> Found:
    for text, cost in _knownfield(tokens, rules):
        if text.startswith("the "):
            yield text, cost


def _knownproper(tokens: Sequence[Token], rules: Grammar) -> Found:
    for text, cost in _knownfield(tokens, rules):
        if not text.startswith("the "):
            yield text, cost


def _properfield(tokens: Sequence[Token], rules: Grammar) -> Found:
    for text, cost in _fieldthing(tokens, rules):
        if not text.startswith("the "):
            yield text, cost


def _commonfield(tokens: Sequence[Token], rules: Grammar) -> Found:
    for text, cost in _fieldthing(tokens, rules):
        if text.startswith("the "):
            yield text, cost


def _labelfield(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Before a colon: no word that tells what is shown (Total: 5)."""
    if not rules.is_of_class("told", tokens[-1].low):
        yield from _properfield(tokens, rules)


FIELDS: dict[str, Category] = {
    "fieldname": _fieldname,
    "fieldthing": _fieldthing,
    "knownfield": _knownfield,
    "unquoted_field": _unquoted_field,
    "known_common": _known_common,
    "knownproper": _knownproper,
    "properfield": _properfield,
    "commonfield": _commonfield,
    "labelfield": _labelfield,
}
