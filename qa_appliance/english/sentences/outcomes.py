"""A deed and what it leads to, said in one sentence: click "A" -> "B" is shown."""

from __future__ import annotations

from qa_appliance.english.checks.predicates import STARTERS
from qa_appliance.english.words.tokens import Phrase

_ARROWS = frozenset({"->", "=>", "→"})
_DASHES = frozenset({"-", "–", "—"})
_EXPECTED = frozenset({"expected", "expect", "expecting"})


def stated_outcome(phrase: Phrase) -> tuple[Phrase, Phrase] | None:
    """Where an arrow stands before a statement, or "expected:" before anything; "File -> New" is a path."""
    tokens = phrase.tokens
    for at in range(1, len(tokens) - 1):
        if tokens[at].text in _ARROWS and any(token.low in STARTERS for token in tokens[at + 2 :]):
            return phrase[:at], phrase[at + 1 :]
        if tokens[at].low in _DASHES | {","} and tokens[at + 1].low in _EXPECTED:
            behind = phrase[at + 2 :].strip("result", ":")
            if behind.tokens and len(behind) < len(phrase) - at - 2:
                return phrase[:at], behind if behind.only_quote is None else phrase[at + 1 :]
    return None
