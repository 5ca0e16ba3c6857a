"""Which roles a person's groups give, by the operator's rules. Knows no account."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import get_args

from msgspec import Struct

from qa_appliance.core.roles import Role
from qa_appliance.settings.oidc import ROLE_RULE

EVERYBODY = "*"
_HIGHEST_FIRST: tuple[Role, ...] = get_args(Role)


class RoleRule(Struct, frozen=True):
    """`organization` None: the appliance's first."""

    group: str
    role: Role
    organization: str | None


def rules_of(texts: Iterable[str]) -> tuple[RoleRule, ...]:
    """Of the settings, which have checked them."""
    found = (re.match(ROLE_RULE, text) for text in texts)
    return tuple(RoleRule(each["group"], _role(each["role"]), each["organization"]) for each in found if each)


def given(rules: Sequence[RoleRule], groups: Iterable[str]) -> dict[str | None, Role]:
    """The highest role in each organization."""
    theirs = {*groups, EVERYBODY}
    found: dict[str | None, Role] = {}
    for rule in rules:
        if rule.group in theirs:
            held = found.get(rule.organization, rule.role)
            found[rule.organization] = min(held, rule.role, key=_HIGHEST_FIRST.index)
    return found


def groups_of(claims: dict[str, object], name: str) -> list[str]:
    """The texts of the claim of that name or, where there is none, at that path (realm_access.roles)."""
    value: object = claims.get(name)
    if value is None:
        value = claims
        for part in name.split("."):
            value = value.get(part) if isinstance(value, dict) else None
    values = value if isinstance(value, list) else [value]
    return [each for each in values if isinstance(each, str) and each != EVERYBODY]


def _role(name: str) -> Role:
    return next(role for role in _HIGHEST_FIRST if role == name)
