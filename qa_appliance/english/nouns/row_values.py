"""A row known by two of its values: "a row with Name “Bob” and Status “Active”" is the one in which both stand."""

from __future__ import annotations

from qa_appliance.core.target import RECORDS, Relation, Target
from qa_appliance.english.words.lexicon import ARTICLES
from qa_appliance.language.tokens import Phrase, Token
from qa_appliance.language.word_sets import word_set

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


def figure_of_one(phrase: Phrase) -> Target | None:
    """ "The “Lamp” price", "the product “Lamp” quantity": the figure that stands with what is called so."""
    tokens = [token for token in phrase.tokens if token.low not in ARTICLES]
    at = next((at for at, token in enumerate(tokens) if token.kind == "quoted"), -1)
    before, behind = [token.text for token in tokens[:at]], [token.text for token in tokens[at + 1 :]]
    if at < 0 or not behind or behind[-1] not in _FIGURES or not _NOUNS.issuperset([*before, *behind[:-1]]):
        return None
    name = tokens[at].value
    if len(before) + len(behind) > _MOST_NOUNS or not name.strip() or _tells_a_figure(name):
        return None
    one = Target(words=f"“{name}”", name=name, quoted=True)
    return Target(words=phrase.text, name=behind[-1], within=(Relation("near", one),))


def _tells_a_figure(name: str) -> bool:
    """ "The “Unit” price", "the “Total” price" are what the figure itself is called."""
    return name.lower().split()[-1] in _FIGURES | _LABELS


_FIGURES = word_set("price quantity stock rating balance status subtotal")
_NOUNS = RECORDS | {"product", "item", "account", "entry"}
_LABELS = word_set("total sum amount unit net gross sale regular current available new old list order payment stock")
_MOST_NOUNS = 2
