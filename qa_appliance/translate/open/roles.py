"""Whom an account is for, without quotes: admin, warehouse manager, the clerk's. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from qa_appliance.language.tokens import Token
from qa_appliance.translate.open.nameable import may_be_a_name
from qa_appliance.translate.rules import Category, Found, Grammar

_WORD = re.compile(r"[A-Za-z][\w.+@-]*")
_OWNER = re.compile(r"([A-Za-z][\w.+@-]*)(?:['’]s|s['’])")
LONGEST_ROLE = 3


def _role(tokens: Sequence[Token], rules: Grammar) -> Found:
    """In quotes for the language: no word that only compares people ("another", "somebody important")."""
    words = [token.text for token in tokens]
    if len(words) > LONGEST_ROLE or not all(map(_WORD.fullmatch, words)):
        return
    if any(_is_no_role(word.lower(), rules) for word in words):
        return
    if len(words) == 1 or may_be_a_name(tokens, rules):
        yield f'"{" ".join(words)}"', 0.8 * len(words)


def _is_no_role(word: str, rules: Grammar) -> bool:
    words = rules.words
    return rules.is_of_class("no_role", word) or word in words.leading_on | words.never_named | words.never_in_names


def _owning_role(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Whose credentials they are: the clerk's."""
    found = _OWNER.fullmatch(tokens[-1].text)
    if found is not None and len(tokens) <= LONGEST_ROLE:
        words = [*(token.text for token in tokens[:-1]), found[1]]
        if all(map(_WORD.fullmatch, words)) and not any(_is_no_role(word.lower(), rules) for word in words):
            yield f'"{" ".join(words)}"', 0.8 * len(words)


ROLES: dict[str, Category] = {"role": _role, "owning_role": _owning_role}
