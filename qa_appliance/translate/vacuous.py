"""Whether a step denies that something is there which it does not clearly name: that would hold on any page. Pure.

"The completed tasks are not shown" looks for what nothing is called; "no orders" counts, "the Save button" names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from qa_appliance.core import checks as c
from qa_appliance.core.target import Target
from qa_appliance.language.tokens import Token
from qa_appliance.translate.clause import begins
from qa_appliance.translate.rules import Grammar

_OF_PRESENCE = frozenset({"visible", "exists"})
_OF_RECORDS = frozenset({"item", "row", "any"})
"""Kinds of which an application has many that are called otherwise."""

_TELLING_OF_A_TEXT = frozenset({"word", "words", "phrase"})


def is_vacuous(tokens: Sequence[Token], parts: Iterable[object], rules: Grammar) -> bool:
    """`parts`: steps, with whatever checks stand in them."""
    certain = _certain(tokens, rules)
    for check in _checks(parts):
        match check:
            case c.ElementIs(negated=True, closes=False, state=state, target=target) if state in _OF_PRESENCE:
                if not _is_clear(target, certain, rules):
                    return True
            case c.CountIs(comparison="equals", count=0, negated=False, target=target):
                if target.kind in _OF_RECORDS and " " in target.name and not _is_certain(target.name, certain):
                    return True
            case c.TextShown(negated=True, text=text):
                if not _is_certain(text, certain):
                    return True
    return False


def _checks(part: object) -> Iterator[object]:
    if isinstance(part, Struct):
        yield part
        yield from _checks(tuple(getattr(part, name) for name in part.__struct_fields__))
    elif isinstance(part, tuple | list):
        for each in part:
            yield from _checks(each)


def _is_clear(target: Target, certain: Sequence[str], rules: Grammar) -> bool:
    """By a name in quotes or with a capital, by its kind, or by a noun that is no word for many things."""
    if not target.name or target.kind not in _OF_RECORDS or _is_certain(target.name, certain):
        return True
    last = target.name.split()[-1].lower()
    return last in rules.words.nouns_of_sight or ((last,) in rules.nouns and last not in rules.kinds)


def _certain(tokens: Sequence[Token], rules: Grammar) -> list[str]:
    """What is quoted, and words whose capital tells a name: Alice is not listed, the Done tasks."""
    return [
        token.value
        for at, token in enumerate(tokens)
        if token.kind == "quoted"
        or (at and tokens[at - 1].low in _TELLING_OF_A_TEXT)
        or (not token.text[:1].islower() and not _is_due(tokens, at, rules))
    ]


def _is_due(tokens: Sequence[Token], at: int, rules: Grammar) -> bool:
    """Whether a capital may come from where it stands: Completed tasks are gone, Duplicates are not shown."""
    if not begins(tokens, at) or not tokens[at].text[0].isalpha():
        return False
    behind = tokens[at + 1] if at + 1 < len(tokens) else None
    if behind is None or not behind.text.islower():
        return False
    return behind.text in rules.words.plural_verbs or behind.text not in rules.words.within_no_name


def _is_certain(name: str, certain: Sequence[str]) -> bool:
    return any(name in each for each in certain) or any(word in certain for word in name.split())
