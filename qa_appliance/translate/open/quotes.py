"""What is quoted, and what is remembered under a name. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from qa_appliance.language.tokens import Token
from qa_appliance.language.words import Unsayable, quoted
from qa_appliance.translate.rules import Category, Found, Grammar

_VARIABLE = re.compile(r"\{[^{}\s]+\}")
_SELECTOR = re.compile(r"\[[\w-]+[~|^$*]?=")


def quote(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and _VARIABLE.fullmatch(tokens[0].text):
        yield quoted(tokens[0].text), 0.0
    elif (
        len(tokens) == 1
        and tokens[0].kind == "quoted"
        and not (_to_be_filled(tokens[0], rules) or _SELECTOR.match(tokens[0].text))
    ):
        try:
            yield quoted(tokens[0].value), 0.0
        except Unsayable:
            return


def _to_be_filled(token: Token, rules: Grammar) -> bool:
    """[your name], [data-testid=submit]: no text that stands there."""
    return token.text[0] == "[" and ("=" in token.value or rules.is_of_class("telling", token.value.split(" ")[0]))


def _piece(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A quote that holds something: nothing is contained in everything."""
    if tokens[0].value.strip():
        yield from quote(tokens, rules)


def _variable(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and re.fullmatch(r"\{[^{}\s]+\}", tokens[0].text):
        yield tokens[0].text, 0.0


def _kept(tokens: Sequence[Token], rules: Grammar) -> Found:
    """What something is remembered as: {total}, "total", total."""
    for text, cost in _kept_name(tokens, rules):
        yield f"{{{text}}}", cost
    if tokens[0].kind == "quoted" and len(tokens) == 1 and re.fullmatch(r"[\w ]+", tokens[0].value):
        yield f"{{{tokens[0].value}}}", 0.0
    elif len(tokens) <= 4 and all(re.fullmatch(r"\w+", token.text) and not token.text.isupper() for token in tokens):
        begin = 1 if tokens[0].low in ("the", "a") and len(tokens) > 1 else 0
        yield f"{{{' '.join(token.text for token in tokens[begin:])}}}", 1.0 * len(tokens)


def _kept_name(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and (found := re.fullmatch(r"\{([^{}]+)\}", tokens[0].text)):
        yield found[1], 0.0


def _body(tokens: Sequence[Token], rules: Grammar) -> Found:
    if _is_json(tokens):
        yield tokens[0].text, 0.0
    else:
        yield from quote(tokens, rules)


def _json(tokens: Sequence[Token], rules: Grammar) -> Found:
    if _is_json(tokens):
        yield tokens[0].text, 0.0


def _is_json(tokens: Sequence[Token]) -> bool:
    """{"id": 1}, [1, 2]: an object or a list by its marks; {order} is something remembered."""
    text = tokens[0].text
    return len(tokens) == 1 and text[0] + text[-1] in ("{}", "[]") and not _VARIABLE.fullmatch(text)


def as_written(tokens: Sequence[Token]) -> str:
    """With a blank only where one was written."""
    text = tokens[0].text
    for before, token in pairwise(tokens):
        text += f" {token.text}" if token.start > before.end else token.text
    return text


QUOTES: dict[str, Category] = {
    "quote": quote,
    "piece": _piece,
    "variable": _variable,
    "kept": _kept,
    "kept_name": _kept_name,
    "body": _body,
    "json": _json,
}
