"""Frames: wordings written as data, and the one matcher that fits a clause into them. Knows no verb by itself.

A wording is a line of words and slots: `"{value} into|in [the] {field:target}"`. `a|b` are alternatives, `[a]` may be
missing, `_` joins words of one alternative (`right_of`), `{name:type}` is a slot; the type decides what fits into it
(slots.py), so a wording reads only where every slot makes sense. A form reads a clause only as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from qa_appliance.core.steps import Step
from qa_appliance.english.tokens import Phrase, Token

Slots = dict[str, Any]
Build = Callable[[Slots], Step | tuple[Step, ...] | None]
SlotReader = Callable[[Phrase], Any]

_Word = tuple[tuple[str, ...], ...]  # the alternatives, each one or more words


class _Literal(NamedTuple):
    singles: frozenset[str]
    longer: _Word
    optional: bool

    def ends(self, tokens: list[Token], at: int) -> list[int]:
        """Where this word can end if it begins at `at`, the longest first."""
        if at >= len(tokens):
            return []
        found = [
            at + len(words)
            for words in self.longer
            if tokens[at].low == words[0]
            and at + len(words) <= len(tokens)
            and all(tokens[at + i].low == word for i, word in enumerate(words))
        ]
        if tokens[at].low in self.singles:
            found.append(at + 1)
        return found


class _Slot(NamedTuple):
    name: str
    type: str
    optional: bool


Element = _Literal | _Slot


class Wording(NamedTuple):
    """One compiled way to say something. `needs`: words without which it cannot fit; `least`: how many it takes.

    `line` is the wording as people read it: into/in [the] {field}.
    """

    elements: tuple[Element, ...]
    needs: tuple[frozenset[str], ...]
    least: int
    line: str


class Form(NamedTuple):
    """What one wording of a verb means. `build` answers the step(s), or None where the slots do not go together.

    `carries`: "… and Y into B" may follow without the verb.
    """

    id: str
    example: str
    wordings: tuple[Wording, ...]
    build: Build
    carries: bool = False


class Verb(NamedTuple):
    """A verb and its synonyms with all its forms, tried in order. Each word belongs to one verb only."""

    words: tuple[str, ...]
    forms: tuple[Form, ...]


class Match(NamedTuple):
    form: Form
    slots: Slots


def form(id: str, example: str, wordings: str, build: Build, *, carries: bool = False) -> Form:
    """`wordings`: one or several, separated by " // "."""
    return Form(id, example, compile_wordings(wordings), build, carries)


def verb(words: str, *forms: Form) -> Verb:
    return Verb(tuple(word.strip() for word in words.split(",")), forms)


def compile_wordings(lines: str) -> tuple[Wording, ...]:
    """Several wordings, separated by " // "."""
    return tuple(_compile(line) for line in lines.split(" // "))


def _compile(line: str) -> Wording:
    elements = tuple(_element(part) for part in line.split())
    needed = [element for element in elements if not element.optional]
    needs = tuple(
        element.singles | {words[0] for words in element.longer} for element in needed if isinstance(element, _Literal)
    )
    return Wording(elements, needs, len(needed), _readable(line))


def _readable(line: str) -> str:
    """Without the slots' types: "{value} into|in [the] {field:target}" is {value} into/in [the] {field}."""
    return re.sub(r"\{(\w+)(?::\w+)?\}", r"{\1}", line).replace("|", "/").replace("_", " ")


def _element(part: str) -> Element:
    optional = part.startswith("[") and part.endswith("]")
    part = part[1:-1] if optional else part
    if part.startswith("{"):
        name, _, kind = part[1:-1].partition(":")
        return _Slot(name, kind or name, optional)
    alternatives = [tuple(word.split("_")) for word in part.split("|")]
    return _Literal(
        frozenset(words[0] for words in alternatives if len(words) == 1),
        tuple(sorted((words for words in alternatives if len(words) > 1), key=len, reverse=True)),
        optional,
    )


def fit(wording: Wording, phrase: Phrase, lows: frozenset[str], readers: dict[str, SlotReader]) -> Slots | None:
    """The slots of a phrase that fits the wording as a whole, or None."""
    if len(phrase.tokens) < wording.least:
        return None
    for need in wording.needs:
        if need.isdisjoint(lows):
            return None
    slots: Slots = {}
    return slots if _fit(wording.elements, 0, phrase, 0, slots, readers) else None


def _fit(
    elements: tuple[Element, ...], i: int, phrase: Phrase, at: int, slots: Slots, readers: dict[str, SlotReader]
) -> bool:
    tokens = phrase.tokens
    if i == len(elements):
        return at == len(tokens)
    element = elements[i]
    if isinstance(element, _Literal):
        for stop in element.ends(tokens, at):
            if _fit(elements, i + 1, phrase, stop, slots, readers):
                return True
        return element.optional and _fit(elements, i + 1, phrase, at, slots, readers)
    for stop in range(at + 1, len(tokens) + 1):
        if not _may_follow(elements, i + 1, tokens, stop):
            continue
        value = readers[element.type](phrase[at:stop])
        if value is None:
            continue
        slots[element.name] = value
        if _fit(elements, i + 1, phrase, stop, slots, readers):
            return True
        del slots[element.name]
    return element.optional and _fit(elements, i + 1, phrase, at, slots, readers)


def _may_follow(elements: tuple[Element, ...], i: int, tokens: list[Token], at: int) -> bool:
    """Whether the elements from `i` on can begin at `at`: spares reading slots that end nowhere."""
    for element in elements[i:]:
        if isinstance(element, _Slot) or element.ends(tokens, at):
            return at < len(tokens) or element.optional
        if not element.optional:
            return False
    return at == len(tokens)


def read_form(
    forms: tuple[Form, ...], phrase: Phrase, readers: dict[str, SlotReader]
) -> tuple[Form, tuple[Step, ...], Slots] | None:
    """The first form that reads the whole phrase (the verb taken off), with its steps and slots."""
    lows = frozenset(token.low for token in phrase.tokens)
    for candidate in forms:
        for wording in candidate.wordings:
            slots = fit(wording, phrase, lows, readers)
            if slots is None:
                continue
            built = candidate.build(slots)
            if built is None:
                continue
            return candidate, built if isinstance(built, tuple) else (built,), slots
    return None
