"""Phrases of an organization's own: where one stands in a sentence, and what it says there. Never reads a verb.

A blank takes a quote, or words without a conjunction or a condition ("sign in as bob and click Save" fills {who} with
bob). Of several phrases that fit, the one with the most words of its own is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from msgspec.structs import replace

from qa_appliance.core.phrasebook import OwnPhrase
from qa_appliance.core.steps import Step
from qa_appliance.core.test_data.project import Account
from qa_appliance.english.sentences.leads import without_lead
from qa_appliance.english.words.inflections import inflections
from qa_appliance.language.tokens import Phrase, Token, tokenize

BLANK = re.compile(r"\{(\w[\w-]*)\}")
_BETWEEN = frozenset({",", "and", "then", "but"})
_NEVER_IN_BLANKS = _BETWEEN | {"if", "unless", "until", "till", "when", "once", "otherwise"}
_LONGEST_BLANK = 20  # words
_TRIES_OF_A_UNIT = 4
_DEEPEST = 10  # phrases within phrases
_MOST_SENTENCES = 500  # phrases within phrases grow by multiplication


class Use(NamedTuple):
    """A phrase at work: the tokens it takes of the sentence, and what stands in its blanks."""

    start: int
    stop: int
    own: OwnPhrase
    blanks: dict[str, Phrase]

    def sentences(self) -> list[str]:
        """Its sentences with the blanks filled: inside quotes with the bare text, elsewhere as it was written."""
        return [_filled(sentence, self.blanks) for sentence in self.own.sentences]


class OpenPhrases:
    """The phrases being read now, the outermost first: none may use itself, nor stand for sentences without end."""

    def __init__(self, inside: str) -> None:
        self._ids = [inside] if inside else []
        self._read = 0  # sentences read so far

    def refusal(self, own: OwnPhrase, sentences: int) -> str:
        """Why a phrase that stands for so many sentences is not read; "" where it is."""
        self._read += sentences
        wrong = ""
        if own.id in self._ids:
            wrong = "uses itself"
        elif len(self._ids) >= _DEEPEST:
            wrong = f"lies more than {_DEEPEST} phrases deep"
        elif self._read > _MOST_SENTENCES:
            wrong = f"stands for more than {_MOST_SENTENCES} sentences"
        return f"The phrase “{own.pattern}” {wrong}." if wrong else ""

    @contextmanager
    def within(self, own: OwnPhrase) -> Iterator[None]:
        self._ids.append(own.id)
        try:
            yield
        finally:
            self._ids.pop()


class _Pattern(NamedTuple):
    own: OwnPhrase
    tokens: list[Token]
    firsts: frozenset[str]


class Phrasebook:
    """All phrases of an organization, looked up in sentences."""

    def __init__(self, phrases: Iterable[OwnPhrase] = ()) -> None:
        self._patterns: list[_Pattern] = []
        for own in phrases:
            tokens = tokenize(own.pattern)
            if tokens:
                self._patterns.append(_Pattern(own, tokens, frozenset(inflections(tokens[0].low))))
        self._patterns.sort(key=lambda pattern: -sum(not blank(token) for token in pattern.tokens))
        self._firsts = frozenset(first for pattern in self._patterns for first in pattern.firsts)

    def find(self, phrase: Phrase) -> Use | None:
        """The first phrase that stands in a sentence, as a clause of its own; what leads up to it belongs to it."""
        if not self._firsts or self._firsts.isdisjoint(token.low for token in phrase.tokens):
            return None
        for start in _beginnings(phrase.tokens):
            rest = phrase[start:]
            lead = without_lead(rest)
            candidates = [rest] if lead.negated else [rest, lead.unfilled, lead.phrase]
            for candidate in candidates:
                skipped = len(phrase) - len(candidate)
                for pattern in self._patterns:
                    if candidate.tokens and candidate.tokens[0].low in pattern.firsts:
                        blanks: dict[str, Phrase] = {}
                        failed: set[tuple[int, int]] = set()
                        stop = _match(pattern.tokens, 0, candidate, 0, blanks, failed)
                        phrase.source.work.spend(len(failed) // _TRIES_OF_A_UNIT)
                        if stop is not None:
                            return Use(start, skipped + stop, pattern.own, blanks)
        return None

    def like(self, word: str) -> tuple[str, ...]:
        """The patterns that begin with this word."""
        return tuple(pattern.own.pattern for pattern in self._patterns if word in pattern.firsts)


def blanks_of(pattern: str) -> list[str]:
    """The names of the blanks, in order."""
    return BLANK.findall(pattern)


def _beginnings(tokens: list[Token]) -> list[int]:
    begins = [0]
    for index, token in enumerate(tokens[:-1]):
        if token.low in _BETWEEN and tokens[index + 1].low not in _BETWEEN:
            begins.append(index + 1)
    return begins


def blank(token: Token) -> str | None:
    """The name of the blank a word of a pattern is; quotes around it make no difference."""
    found = BLANK.fullmatch(token.value)
    return found[1] if found else None


def _match(
    pattern: list[Token], at: int, phrase: Phrase, here: int, blanks: dict[str, Phrase], failed: set[tuple[int, int]]
) -> int | None:
    """Where the pattern ends in the phrase; it has to end at a conjunction or with the phrase.

    `failed`: what was tried in vain already, so that many blanks do not take exponential time.
    """
    if (at, here) in failed:
        return None
    failed.add((at, here))
    tokens = phrase.tokens
    if at == len(pattern):
        return here if here == len(tokens) or tokens[here].low in _BETWEEN else None
    if here >= len(tokens):
        return None
    name = blank(pattern[at])
    if name is None:
        same = _same(pattern[at], tokens[here]) or (at == 0 and tokens[0].low in inflections(pattern[0].low))
        return _match(pattern, at + 1, phrase, here + 1, blanks, failed) if same else None
    for stop in range(here + 1, min(len(tokens), here + _LONGEST_BLANK) + 1):
        if tokens[stop - 1].low in _NEVER_IN_BLANKS:
            return None
        end = _match(pattern, at + 1, phrase, stop, blanks, failed)
        if end is not None:
            blanks[name] = phrase[here:stop]
            return end
    return None


def _same(wanted: Token, token: Token) -> bool:
    if wanted.kind == "quoted" or token.kind == "quoted":
        return wanted.kind == token.kind and wanted.value.lower() == token.value.lower()
    return wanted.low == token.low


def _filled(sentence: str, blanks: dict[str, Phrase]) -> str:
    quoted = [(token.start, token.end) for token in tokenize(sentence) if token.kind == "quoted"]

    def fill(found: re.Match[str]) -> str:
        value = blanks.get(found[1])
        if value is None:
            return found[0]
        if not any(start <= found.start() < end for start, end in quoted):
            return value.text
        bare = value.only_quote if value.only_quote is not None else value.text
        return bare.replace("\\", "\\\\").replace('"', '\\"')

    return BLANK.sub(fill, sentence)


def from_phrase(step: Step, own: OwnPhrase) -> Step:
    """The step with the phrase it came out of; of phrases within phrases the outermost is named."""
    inner = {
        name: tuple(from_phrase(each, own) for each in getattr(step, name))
        for name in ("steps", "otherwise")
        if getattr(step, name, ())
    }
    return replace(step, phrase=own.pattern, phrase_ids=(own.id, *step.phrase_ids), **inner)


class Given(NamedTuple):
    """What texts are read with. `inside`: the phrase whose sentences they are; `accounts` None: not asked about."""

    phrasebook: Phrasebook
    inside: str = ""
    accounts: Sequence[Account] | None = None
