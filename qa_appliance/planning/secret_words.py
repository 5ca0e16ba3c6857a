"""What a plan types as a secret, known before its first step is told of. Never shows one."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import cast

import msgspec

from qa_appliance.core.plan import Plan
from qa_appliance.core.steps import Step, Value
from qa_appliance.evidence.base.redact import Redactor
from qa_appliance.language.tokens import tokenize
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
    """Those, and what is quoted in a clause that was not understood but speaks of a password or its like."""
    quoted = (
        token.value
        for gap in plan.gaps
        if is_secret(gap.text)
        for token in tokenize(gap.text)
        if token.kind == "quoted"
    )
    return [*typed_secrets(plan), *quoted]


def without_secrets(plan: Plan) -> Plan:
    """The plan as it may be told: its steps as they are, masked what it says of the words it was made from."""
    redactor = Redactor()
    for secret in secret_words(plan):
        redactor.hide(secret)
    return msgspec.structs.replace(plan, gaps=redactor.clean_value(plan.gaps), notes=redactor.clean_value(plan.notes))
