"""Whether words can be a plain name: what is joined in it, and what speaks of several or of an age. Reads no kind."""

from __future__ import annotations

from qa_appliance.english.words.lexicon import ARTICLES, PLACE_HEADS, PLURALS
from qa_appliance.english.words.tokens import Phrase, Token

_ALL = frozenset({"all", "every", "each", "both"})
_AGES = frozenset({"newest", "oldest", "latest", "earliest", "recent"})


def of_several(tokens: list[Token]) -> bool:
    """ "all rows", "Every field"; "All" in capitals before what is no plural is a name ("All orders link")."""
    if tokens[0].low not in _ALL:
        return False
    if len(tokens) == 1:
        return tokens[0].text.islower()
    return tokens[0].text.islower() or tokens[0].low != "all" or tokens[-1].low in PLURALS


def by_age(head: Phrase) -> bool:
    """ "the newest order": what a page shows does not tell which is meant."""
    lows = [token.text for token in head.tokens]
    return (lows[0].lower() == "the" and len(lows) > 2 and lows[1] in _AGES) or (
        lows[1:2] == ["most"] and lows[2:3] == ["recent"]
    )


def plausible_join(tokens: list[Token]) -> bool:
    """Whether unquoted words joined by "and" may be one name: "Save and Close", not "Save and close the dialog"."""
    for index, token in enumerate(tokens):
        if token.low not in ("and", "then", ",", "but") or token.kind == "quoted" or index == 0:
            continue
        after = tokens[index + 1 :]
        if token.low == "then" or not after or len(after) > 4 or any(word.text in _NEVER_JOINED for word in after):
            return False
        if after[0].low.isdecimal() and not tokens[index - 1].low.isdecimal():
            return False
        if len(after) > 2 and not any(word.text[0].isupper() for word in after):
            return False
    return True


_NEVER_JOINED = (ARTICLES | PLACE_HEADS | frozenset({"it", "them", "him", "her", "to", "with"})) - {"close"}
