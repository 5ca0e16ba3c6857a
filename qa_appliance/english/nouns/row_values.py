"""A row known by two of its values: "a row with Name “Bob” and Status “Active”" is the one in which both stand."""

from __future__ import annotations

from qa_appliance.core.target import RECORDS, Relation, Target
from qa_appliance.english.words.lexicon import ARTICLES
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.word_sets import word_set


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
