"""A clause as sentences of the test language: the door of this room. Pure, deterministic."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from qa_appliance.core.steps import Step
from qa_appliance.language.read import read
from qa_appliance.language.tokens import Token
from qa_appliance.translate.accountant import lost
from qa_appliance.translate.chart import Chart, Tangled
from qa_appliance.translate.forms import tidy
from qa_appliance.translate.grammar import grammar
from qa_appliance.translate.meaning import Meaning
from qa_appliance.translate.rules import LOOSE
from qa_appliance.translate.vacuous import is_vacuous

_LONGEST = 60
"""Words and quotes in one clause. A longer one is no clause."""
_read = lru_cache(maxsize=2_000)(read)


class Translation(Struct, frozen=True):
    """Sentences of the test language, each with the step it is read as."""

    sentences: tuple[str, ...]
    steps: tuple[Step, ...]
    cost: float


def translations(tokens: Sequence[Token]) -> list[Translation]:
    """The likeliest readings, the best first; none where no row reads all of its words."""
    return counted(tokens)[0]


def counted(tokens: Sequence[Token]) -> tuple[list[Translation], int]:
    """The same, and the spans of words that rows were tried on."""
    if not tokens or len(tokens) > _LONGEST:
        return [], 0
    chart = Chart(tokens, grammar())
    try:
        return _sure(tokens, chart.meanings("sentence", 0, len(tokens))), chart.spans
    except Tangled:
        return [], chart.spans


def _sure(tokens: Sequence[Token], meanings: Sequence[Meaning]) -> list[Translation]:
    rules = grammar()
    found: list[Translation] = []
    for meaning in meanings:
        sentences = tuple(_finished(each) for each in meaning.says)
        steps = tuple(step for each in sentences if (step := _read(each)) is not None)
        if len(steps) < len(sentences) or lost(tokens, sentences) or is_vacuous(tokens, steps, rules):
            if not found:
                return []  # what is likeliest cannot be said, loses a word, or denies nothing: nothing dearer is meant
            continue
        found.append(Translation(sentences, steps, meaning.cost))
    return found


def _finished(sentence: str) -> str:
    """Without the marks of this room."""
    text = tidy(sentence)
    return f"{text.replace(LOOSE, '')}, ignoring case" if LOOSE in text else text
