"""A clause as rows see it: which capitals count, what denies, what begins where. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from qa_appliance.language.tokens import Token
from qa_appliance.translate.lists import SEVERAL_NAMED, SEVERAL_PERHAPS
from qa_appliance.translate.rules import Grammar

_NO_NAMES = frozenset(
    {"the", "a", "an", "it", "its", "their", "any", "some", "they", "them", "this", "that", "these", "those"}
)
_BEHIND_A_VERB = frozenset({"", "the", "a", "an", "on", "my", "your", "his", "her", "their", "in", "over"})
_ENDS = frozenset({".", ";", "!", "?", ">", ":", "-", "*"})
"""Behind these a capital tells no name."""


class Clause:
    """`lows`: its words as a row may have them: a capital within a clause makes a name."""

    def __init__(self, tokens: Sequence[Token], rules: Grammar) -> None:
        self.tokens = tokens
        self.rules = rules
        self.lows = [_low(tokens, at) for at in range(len(tokens))]
        self.is_quoting = any(token.kind == "quoted" for token in tokens)
        self.lowered = [replace(tokens[0], text=tokens[0].low), *tokens[1:]]
        self.begins_a_sentence = _is_no_name(tokens, rules)

    def is_begun(self, start: int, end: int) -> bool:
        """Whether its first word has its capital only from where it stands, and is no name without."""
        if self._is_being_done(start):
            return True
        first = self.tokens[start]
        if first.kind != "word" or first.text == first.low or not begins(self.tokens, start):
            return False
        if first.low in self.rules.words.never_named or first.low in _NO_NAMES:
            return True
        return first.low.endswith("ing") and start + 1 < end and self.lows[start + 1] in _BEHIND_A_VERB

    def _is_being_done(self, at: int) -> bool:
        """clicking "A", clicking the …: no name."""
        verb = self.rules.bases["ing"].get(self.tokens[at].text)
        behind = self.lows[at + 1] if at + 1 < len(self.lows) else "."
        return verb is not None and behind in _BEHIND_A_VERB and ((verb,), False) in self.rules.groups["by_hand"]

    def is_denial(self, at: int) -> bool:
        low = self.tokens[at].low
        if low == "no" and at + 1 < len(self.tokens) and self.tokens[at + 1].low == "longer":
            return False
        return low in self.rules.words.denying or low.endswith("n't")

    def more_than_one(self, start: int, end: int) -> float:
        """What it costs to take "Name and Email" for one name, where "are empty" follows, or "should be empty"."""
        verb = self.tokens[end].low if end < len(self.tokens) else ""
        if verb not in self.rules.words.plural_verbs and verb not in self.rules.words.verbs_of_any_number:
            return 0.0
        inner = range(start + 1, end - 1)
        if not any(self.tokens[at].text == "and" and self.tokens[at + 1].text[:1].isupper() for at in inner):
            return 0.0
        return SEVERAL_NAMED if verb in self.rules.words.plural_verbs else SEVERAL_PERHAPS


def begins(tokens: Sequence[Token], at: int) -> bool:
    """Whether a capital is due there."""
    return at == 0 or tokens[at - 1].low in _ENDS


def _low(tokens: Sequence[Token], at: int) -> str:
    """As a row may have it: a word with a capital that does not begin the clause is a name."""
    token = tokens[at]
    if token.text.startswith(("I'", "I’")):
        return token.low  # I'm, I've
    if not begins(tokens, at) and token.kind == "word" and token.text[:1].isupper() and not token.text.isupper():
        return token.text
    return token.low


def _is_no_name(tokens: Sequence[Token], rules: Grammar) -> bool:
    """A first word has its capital from where it stands: Then, Click the …"""
    low = tokens[0].low
    if low in rules.words.leading_on or low in rules.words.never_named or low in rules.words.never_in_names:
        return True
    return low in rules.bases["ed"].values() and len(tokens) > 1 and tokens[1].low in rules.words.articles
