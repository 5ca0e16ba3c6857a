"""Whether sentences of the test language carry the words of a clause one by one. Reads nothing itself. Pure.

Each word stands in them again in some form, is told by another word of theirs, or may go by its class (`carried.toml`).
A word that is listed nowhere is what something is called: it is never left out.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path

from msgspec import Struct

from qa_appliance.language.tokens import Token
from qa_appliance.translate.grammar import grammar

_FILE = Path(__file__).parent / "carried.toml"
_WORD = re.compile(r"\w+")
_SHORTEST = 2  # letters of a stem
_LONGEST_SUBJECT = 8  # words that tell who acts, with the verb behind them
_ANYTHING = "*"
"""Carries whatever it is listed for: a word that its own row of the table lets go."""


class _Table(Struct, frozen=True):
    """`alone`: how sentences begin to which nothing can be added; `by`: what carries a word."""

    alone: tuple[str, ...]
    by: dict[str, frozenset[str]]
    going: frozenset[str]
    classes: dict[str, frozenset[str]]


@cache
def _table() -> _Table:
    written = tomllib.loads(_FILE.read_text("utf-8"))
    by: dict[str, frozenset[str]] = {}
    for words, others in written["carried"]:
        for word in words.split():
            by[word] = by.get(word, frozenset()) | frozenset(others.split())
    going = frozenset(word for line in written["going"].values() for word in line.split())
    return _Table(
        tuple(written["alone"]), by, going, {name: frozenset(line.split()) for name, line in written["classes"].items()}
    )


def left_out(tokens: Sequence[Token], sentences: Collection[str], verbs: Container[str], *, deeds: bool) -> str:
    """The first word of a clause that stands in none of the sentences, and that no word of theirs tells; "" if none.

    `verbs`: what a clause may begin with. `deeds`: nothing is checked, so that who acts and what for may go.
    """
    if all(each.startswith(_table().alone) for each in sentences):
        return ""
    text = "\n".join(sentences)
    written = {stem for word in _WORD.findall(text) for stem in _stems(word)}
    telling = _Telling(tokens, verbs).of_a_deed() if deeds else _Telling(tokens, verbs).of_a_claim()
    return next((each.text for each in telling if each.text not in text and not _is_carried(each, written)), "")


class _Telling:
    """The words of a clause that have to be told."""

    def __init__(self, tokens: Sequence[Token], verbs: Container[str]) -> None:
        self._tokens = tokens
        self._lows = [token.low for token in tokens]
        self._verbs = verbs
        self._table = _table()

    def of_a_claim(self) -> Iterator[Token]:
        """Not who sees it."""
        return self._among(range(self._acts(self._table.classes["seeing"]), len(self._tokens)))

    def of_a_deed(self) -> Iterator[Token]:
        """Neither who acts nor what for, and nothing of what one could take for example."""
        if not self._table.classes["examples"].isdisjoint(self._lows):
            return iter(())
        start = self._acts(self._verbs)
        aside = {*self._object(start), *self._in_brackets()}
        return self._among([at for at in range(self._way(start), self._purpose()) if at not in aside], pointed=True)

    def _among(self, places: Iterable[int], *, pointed: bool = False) -> Iterator[Token]:
        """`pointed`: "that order" may be what was spoken of before."""
        pointing = self._table.classes["pointing"] if pointed else frozenset[str]()
        for at in places:
            if self._is_a_word(at) and not self._may_go(at) and self._lows[at - 1 : at] not in [[p] for p in pointing]:
                yield self._tokens[at]

    def _is_a_word(self, at: int) -> bool:
        token = self._tokens[at]
        return token.kind == "word" and token.text[0].isalpha() and token.text[-1].isalpha()

    def _may_go(self, at: int) -> bool:
        low = self._lows[at].removesuffix("'s")
        if self._is_named(at):
            return False
        if low in self._table.going or low.endswith("n't") or (low in self._verbs and low not in self._table.by):
            return True
        if low in self._table.classes["edges"] and at in (0, len(self._tokens) - 1):
            return True
        return self._is_beside_a_name(at)

    def _is_named(self, at: int) -> bool:
        """With a capital that no beginning gives it: From date, View details."""
        text = self._tokens[at].text
        inside = at > 0 and self._tokens[at - 1].kind == "word"
        return inside and text[0].isupper() and not text.isupper() and self._lows[at] not in self._table.classes["loud"]

    def _is_beside_a_name(self, at: int) -> bool:
        """What it is that is called so: the patient "Bo Chen", "Cardiology" department, order number 7."""
        after, before = self._tokens[at + 1 : at + 3], self._tokens[max(0, at - 2) : at]
        if not self._tokens[at].text.islower():
            return False
        if any(each.text[-1].isdecimal() for each in after):
            return True
        quoted = any(each.kind == "quoted" for each in (*after, *before))
        return quoted and (self._lows[at] not in self._table.by or self._lows[at] in self._table.classes["entries"])

    def _acts(self, verbs: Container[str]) -> int:
        """Behind who acts: the nurse clicks Save; as a buyer, I see the cart."""
        if self._lows[:2] in (["as", "a"], ["as", "an"]) and "," in self._lows:
            return self._lows.index(",")
        subject = self._tokens[:_LONGEST_SUBJECT]
        at = next((at for at, token in enumerate(subject) if token.kind != "word" or token.low in verbs), 0)
        return at if self._lows[at] in verbs else 0

    def _way(self, start: int) -> int:
        """Behind what is reached by a click, which is told before it: open the menu with the arrow."""
        if self._table.classes["ways"].isdisjoint(_stems(self._lows[start])):
            return start
        by = self._table.classes["means"]
        return next((at for at in range(start + 1, len(self._lows) - 1) if self._lows[at] in by), start)

    def _purpose(self) -> int:
        """Where what it is done for begins: to see the details."""
        purposes = grammar().words.purposes
        for at in range(1, len(self._lows) - 1):
            after = self._lows[at + 1]
            if self._lows[at] == "to" and (after in self._verbs or after in purposes):
                return at
        return len(self._lows)

    def _object(self, start: int) -> range:
        """What a deed is done to that needs no more: save the payee, sort the orders by date."""
        behind = start + 2 if self._lows[start + 1 : start + 2] in (["in"], ["out"]) else start + 1
        if self._table.classes["whole_deeds"].isdisjoint(_stems(self._lows[start])):
            return range(0)
        rest = enumerate(self._tokens[behind:], behind)
        ends = self._table.classes["ends"]
        end = next((at for at, token in rest if token.low in ends or not token.text.islower()), len(self._tokens))
        return range(behind, end)

    def _in_brackets(self) -> Iterator[int]:
        depth = 0
        for at, low in enumerate(self._lows):
            depth += (low == "(") - (low == ")")
            if depth > 0:
                yield at


def _is_carried(token: Token, written: Container[str]) -> bool:
    words = [word for word in _WORD.findall(token.text) if word != "s"]
    if all(any(stem in written for stem in _stems(word)) for word in words):
        return True
    others = _table().by.get(token.low.removesuffix("'s"), ())
    return any(other in written or other == _ANYTHING for other in others)


@lru_cache(maxsize=10_000)
def _stems(word: str) -> frozenset[str]:
    """A word in its other forms, roughly: of two forms of one word one is the same."""
    low = word.lower()
    found = {low}
    for ending in ("'s", "s", "es", "ed", "d", "ing", "ies", "ied", "ly"):
        if low.endswith(ending) and len(low) - len(ending) >= _SHORTEST:
            stem = low[: -len(ending)]
            found |= {stem, f"{stem}e", f"{stem}y"}
            if stem[-1:] == stem[-2:-1]:
                found.add(stem[:-1])
    return frozenset(found)
