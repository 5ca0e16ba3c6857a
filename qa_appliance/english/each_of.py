"""Sentences that are done once for each of several texts: "For each of A, B and C: search for it". Pure.

What is done is written once more for every text, so that the plan has plain steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import quote

from qa_appliance.english.verbs.registry import INDEX
from qa_appliance.language.tokens import Phrase, Token, tokenize

MOST = 50
"""Texts that something is done for."""

NOT_USED = "It does not say where each of them goes: write “it”, or {it} within a text."
TOO_MANY = f"It is done for more than {MOST} texts: keep them in a table of the project, and run the test with it."

_BEFORE = frozenset({"then", "and", "now", "next", "do", "this", "the", "following", "repeat"})
_EACH = (("each", "of"), ("every", "one", "of"), ("each", "one", "of"), ("all", "of"))
_POINTING = frozenset({"the", "these", "following"})
_LONGEST_NOUN = 4  # words
_JOINS = frozenset({",", "and"})


class EachOf(NamedTuple):
    """`words` say for which; `begins` is where what is done for them begins in the description."""

    words: Phrase
    texts: tuple[str, ...]
    begins: int


def each_of(phrase: Phrase) -> EachOf | None:
    """What such a sentence begins with; its colon, or the comma before a verb, ends it."""
    tokens = phrase.tokens
    at = next((nth for nth, token in enumerate(tokens) if token.low not in _BEFORE), len(tokens))
    lows = [token.low for token in tokens[at : at + 4]]
    head = next((each for each in _EACH if tuple(lows[1 : 1 + len(each)]) == each), None)
    if head is None or lows[0] != "for":
        return None
    begin = _past_noun(tokens, at + 1 + len(head))
    end = next((nth for nth in range(begin, len(tokens)) if _ends(tokens, nth)), len(tokens))
    texts = tuple(_text(part) for part in _parts(tokens[begin:end]))
    if len(texts) < 2 or "" in texts:
        return None
    return EachOf(phrase[:end], texts, tokens[min(end, len(tokens) - 1)].end)


def _past_noun(tokens: list[Token], begin: int) -> int:
    """Behind "the cities", "these:", where names follow; at the end where none do: the rows and columns."""
    if begin >= len(tokens) or tokens[begin].low not in _POINTING:
        return begin
    names = (nth for nth in range(begin + 1, min(begin + _LONGEST_NOUN, len(tokens))) if _is_name(tokens[nth]))
    return next(names, len(tokens))


def _ends(tokens: list[Token], at: int) -> bool:
    return tokens[at].low == ":" or (tokens[at].low == "," and at + 1 < len(tokens) and tokens[at + 1].low in INDEX)


def _is_name(token: Token) -> bool:
    return token.kind == "quoted" or token.text[:1].isupper() or token.text[:1].isdigit()


def _parts(tokens: list[Token]) -> Iterator[list[Token]]:
    part: list[Token] = []
    for token in tokens:
        if token.low not in _JOINS:
            part.append(token)
        elif part:
            yield part
            part = []
    if part:
        yield part


def _text(part: list[Token]) -> str:
    """ "" where it is a quote with words beside it."""
    if len(part) == 1:
        return part[0].value
    return "" if any(token.kind == "quoted" for token in part) else " ".join(token.text for token in part)


def filled(written: str, text: str) -> str | None:
    """What is done, for one of the texts: "it" is the text in quotes, {it} the text within a quote or an address.

    None: it has neither.
    """
    done, at = "", 0
    for token in tokenize(written):
        if token.kind == "word" and token.low == "it":
            new = _quoted(text)
        elif "{it}" not in token.text:
            continue
        elif token.kind == "quoted" and token.text[0] != "{":
            new = _quoted(token.value.replace("{it}", text))
        elif token.kind == "quoted":  # a body
            new = token.text.replace("{it}", _escaped(text))
        elif "/" in token.text:
            new = token.text.replace("{it}", quote(text, safe=""))
        else:
            new = _quoted(token.text.replace("{it}", text))
        done += written[at : token.start] + new
        at = token.end
    return done + written[at:] if at else None


def _quoted(text: str) -> str:
    return f'"{_escaped(text)}"'


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
