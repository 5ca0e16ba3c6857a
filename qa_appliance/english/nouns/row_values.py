"""A row known by two of its values: "a row with Name “Bob” and Status “Active”" is the one in which both stand."""

from __future__ import annotations

from qa_appliance.core.target import Relation, Target
from qa_appliance.english.words.lexicon import ARTICLES
from qa_appliance.english.words.tokens import Phrase, Token
from qa_appliance.english.words.word_sets import word_set

ROWS = word_set("row entry line record")
_WITH = word_set("with containing having showing")
_LONGEST_COLUMN = 3  # words


def in_one_row(phrase: Phrase) -> Target | None:
    """What stands second, in the row in which the first stands; under its column, where that is named."""
    tokens = phrase.tokens
    at = next((at for at, token in enumerate(tokens[:-1]) if token.low in ROWS and tokens[at + 1].low in _WITH), -1)
    if not 0 <= at <= 1 or (at == 1 and tokens[0].low not in ARTICLES):
        return None
    parts = _parts(tokens[at + 2 :])
    if len(parts) != 2 or None in parts:
        return None
    (_, first), (column, second) = parts  # type: ignore[misc]
    row = Target(words=f"row {first.text}", name=first.value, kind="row", quoted=True)
    under = [Relation("column", Target(words=column, name=column, kind="column"))] if column else []
    return Target(words=phrase.text, name=second.value, quoted=True, within=(Relation("row", row), *under))


def goes_on_in_a_row(tokens: list[Token], index: int, stop: int) -> bool:
    """Whether the "and" there joins what one row shows: the row with “Bob” *and* “Admin”."""
    heads = (at for at in range(index - 1) if tokens[at].low in ROWS and tokens[at + 1].low in _WITH)
    if tokens[index].low != "and" or next(heads, None) is None:
        return False
    end = next((at + 1 for at in range(stop, len(tokens)) if tokens[at].kind == "quoted"), len(tokens))
    first = tokens[stop]
    named = first.kind == "quoted" or first.low in ARTICLES or first.text[0].isupper()
    return named and _valued(tokens[stop:end]) is not None


def _parts(tokens: list[Token]) -> list[tuple[str, Token] | None]:
    cuts = [at for at, token in enumerate(tokens) if token.low in ("and", ",") and token.kind != "quoted"]
    starts = [0, *(cut + 1 for cut in cuts)]
    return [_valued(tokens[start:end]) for start, end in zip(starts, [*cuts, len(tokens)], strict=True)]


def _valued(tokens: list[Token]) -> tuple[str, Token] | None:
    """ "the name “Alice”", "Status “Active”", “Admin”, Admin: the column, and what stands there."""
    while tokens and tokens[0].low in ARTICLES:
        tokens = tokens[1:]
    if not tokens or any(token.kind == "quoted" for token in tokens[:-1]):
        return None
    last, column = tokens[-1], tokens[:-1]
    if last.kind != "quoted" and (column or not last.text[0].isupper()):
        return None
    return (" ".join(token.text for token in column), last) if len(column) <= _LONGEST_COLUMN else None
