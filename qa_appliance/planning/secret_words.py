"""What a plan types as a secret, known before its first step is told of. Never shows one."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import cast

import msgspec

from qa_appliance.core.plan import Plan
from qa_appliance.core.steps import ForEach, LogIn, Repeat, Step, Value, When
from qa_appliance.evidence.base.redact import Redactor
from qa_appliance.language.tokens import Token, tokenize
from qa_appliance.language.values import is_secret
from qa_appliance.store.vault import secrets_in

_BLANK = re.compile(r"\{[^{}]+\}")  # stands for a text that is not known yet


def typed_secrets(plan: Plan) -> list[str]:
    """The texts its steps type as secrets, also those of steps inside steps."""
    texts = secrets_in(msgspec.to_builtins(plan.steps))
    return [text for text in texts if not _BLANK.fullmatch(text)]


def secret_names(plan: Plan) -> frozenset[str]:
    """The names whose texts, not known yet, its steps type as secrets: `pw` of “enter {pw} into Password”."""
    texts = secrets_in(msgspec.to_builtins(plan.steps))
    return frozenset(found[1:-1].rpartition(" as ")[2].strip() for text in texts for found in _BLANK.findall(text))


def with_secrets(plan: Plan, secrets: Collection[str]) -> Plan:
    """The plan with its values that turned out to be secrets marked as such."""
    return msgspec.structs.replace(plan, steps=cast(tuple[Step, ...], _marked(plan.steps, frozenset(secrets))))


def _marked(value: object, secrets: frozenset[str]) -> object:
    if isinstance(value, Value):
        return msgspec.structs.replace(value, secret=True) if value.text in secrets and not value.secret else value
    if isinstance(value, msgspec.Struct):
        fields = {
            name: (old, _marked(old, secrets)) for name in value.__struct_fields__ if (old := getattr(value, name))
        }
        changed = {name: new for name, (old, new) in fields.items() if new is not old}
        return msgspec.structs.replace(value, **changed) if changed else value
    if isinstance(value, tuple):
        new = tuple(_marked(each, secrets) for each in value)
        return value if all(one is other for one, other in zip(value, new, strict=True)) else new
    return value


def secret_words(plan: Plan) -> list[str]:
    """Those, and what is quoted as a secret in a clause that was not understood."""
    return [*typed_secrets(plan), *(quote.value for gap in plan.gaps for quote in secret_quotes(gap.text))]


def user_names(plan: Plan) -> list[str]:
    """Whom its steps sign in, and the first of the two an open clause quotes for it: no secrets, whatever a password
    is."""
    typed = [step.user.text for step in _flat(plan.steps) if isinstance(step, LogIn) and step.user is not None]
    pairs = (_pair(gap.text) for gap in plan.gaps if is_secret(gap.text))
    return [*typed, *(pair[0].value for pair in pairs if pair)]


def secret_quotes(clause: str) -> list[Token]:
    """What a clause quotes as a password or its like: what stands beside a word for one. Where none stands so, all but
    the first of two, which tells who signs in."""
    if not is_secret(clause):
        return []
    if pair := _pair(clause):
        return pair[1:]
    tokens, places = _quoted(clause)
    named = [places[nth] for nth in range(len(places)) if _is_named_secret(tokens, places, nth)]
    return [tokens[at] for at in named or places]


def _pair(clause: str) -> list[Token]:
    """A user and a password, where nothing else tells which is which: with the credentials "ann" and "x"."""
    tokens, places = _quoted(clause)
    alone = len(places) == _USER_AND_PASSWORD and not any(_is_named_secret(tokens, places, nth) for nth in (0, 1))
    return [tokens[at] for at in places] if alone else []


def _quoted(clause: str) -> tuple[list[Token], list[int]]:
    tokens = tokenize(clause)
    return tokens, [at for at, token in enumerate(tokens) if token.kind == "quoted"]


def _is_named_secret(tokens: Sequence[Token], places: Sequence[int], nth: int) -> bool:
    """With the password "x"; "x" as the password. A joint between a word for a secret and a quote parts them."""
    at = places[nth]
    before = tokens[places[nth - 1] + 1 if nth else 0 : at]
    behind = tokens[at + 1 : places[nth + 1] if nth + 1 < len(places) else len(tokens)]
    joints = [place for place, token in enumerate(before) if token.low in _JOINTS]
    near = before[joints[-1] + 1 :] if joints else before
    if _names_a_secret(near):
        return True
    stop = next((place for place, token in enumerate(behind) if token.low in _JOINTS), None)
    if stop is None and nth + 1 < len(places):
        return False  # the word belongs to the quote behind it
    return _names_a_secret(behind[:stop])


def _names_a_secret(tokens: Sequence[Token]) -> bool:
    """By a word for one thing: credentials are two."""
    return any(is_secret(token.low) and not token.low.startswith("credential") for token in tokens)


_JOINTS = frozenset({"and", ",", "then", "/", ";", "but", "or"})
_USER_AND_PASSWORD = 2


def without_secrets(plan: Plan) -> Plan:
    """The plan as it may be told: its steps as they are, masked what it says of the words it was made from."""
    redactor = Redactor()
    redactor.spare(user_names(plan))
    for secret in secret_words(plan):
        redactor.hide(secret)
    return msgspec.structs.replace(plan, gaps=redactor.clean_value(plan.gaps), notes=redactor.clean_value(plan.notes))


def _flat(steps: Sequence[Step]) -> list[Step]:
    inner = [each for step in steps if isinstance(step, When | Repeat | ForEach) for each in _flat(step.steps)]
    return [*steps, *inner]
