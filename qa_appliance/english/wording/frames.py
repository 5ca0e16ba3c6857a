"""Frames: wordings written as data, and the one matcher that fits a clause into them. Knows no verb by itself.

A wording is a line of words and slots: `"{value} into|in [the] {field:target}"`. `a|b` are alternatives, `[a]` may be
missing, `_` joins words of one alternative (`right_of`), `{name:type}` is a slot; the type decides what fits into it
(slots.py), so a wording reads only where every slot makes sense. A form reads a clause only as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from qa_appliance.core.steps import Step
from qa_appliance.english.words.tokens import Phrase, Token

Slots = dict[str, Any]
Build = Callable[[Slots], Step | tuple[Step, ...] | None]
SlotReader = Callable[[Phrase], Any]

_Word = tuple[tuple[str, ...], ...]  # the alternatives, each one or more words


class _Literal(Struct, frozen=True):
    singles: frozenset[str]
    longer: _Word
    optional: bool

    def ends(self, tokens: list[Token], at: int) -> list[int]:
        """Where this word can end if it begins at `at`, the longest first."""
        if at >= len(tokens):
            return []
        low = tokens[at].low
        found = [
            at + len(words)
            for words in self.longer
            if low == words[0]
            and at + len(words) <= len(tokens)
            and all(tokens[at + i].low == word for i, word in enumerate(words))
        ]
        if low in self.singles:
            found.append(at + 1)
        return found

    def firsts(self) -> frozenset[str]:
        return self.singles | {words[0] for words in self.longer}


class _Slot(Struct, frozen=True):
    """`followers`: the words one of which has to stand behind it, None for any; `ends`: nothing has to."""

    name: str
    type: str
    optional: bool
    followers: frozenset[str] | None = None
    ends: bool = True


Element = _Literal | _Slot


class Wording(Struct, frozen=True):
    """One compiled way to say something. `needs`: words without which it cannot fit; `least`: how many it takes.

    `line` is the wording as people read it: into/in [the] {field}.
    """

    elements: tuple[Element, ...]
    needs: tuple[frozenset[str], ...]
    least: int
    line: str


class Form(Struct, frozen=True):
    """What one wording of a verb means. `build` answers the step(s), or None where the slots do not go together.

    `carries`: "… and Y into B" may follow without the verb.
    """

    id: str
    example: str
    wordings: tuple[Wording, ...]
    build: Build
    carries: bool = False


class Verb(Struct, frozen=True):
    """A verb and its synonyms with all its forms, tried in order. Each word belongs to one verb only."""

    words: tuple[str, ...]
    forms: tuple[Form, ...]


def form(id: str, example: str, wordings: str, build: Build, *, carries: bool = False) -> Form:
    """`wordings`: one or several, separated by " // "."""
    return Form(id, example, compile_wordings(wordings), build, carries)


def verb(words: str, *forms: Form) -> Verb:
    return Verb(tuple(word.strip() for word in words.split(",")), forms)


def compile_wordings(lines: str) -> tuple[Wording, ...]:
    """Several wordings, separated by " // "."""
    return tuple(_compile(line) for line in lines.split(" // "))


def _compile(line: str) -> Wording:
    parts = [_element(part) for part in line.split()]
    elements = tuple(_bounded(part, parts[at + 1 :]) for at, part in enumerate(parts))
    needed = [element for element in elements if not element.optional]
    needs = tuple(element.firsts() for element in needed if isinstance(element, _Literal))
    return Wording(elements, needs, len(needed), _readable(line))


def _bounded(element: Element, rest: list[Element]) -> Element:
    """A slot with what may stand behind it: spares reading spans that end nowhere."""
    if isinstance(element, _Literal):
        return element
    followers: frozenset[str] | None = frozenset()
    for following in rest:
        followers = None if isinstance(following, _Slot) or followers is None else followers | following.firsts()
        if not following.optional:
            break
    return replace(element, followers=followers, ends=all(following.optional for following in rest))


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
    phrase.source.work.spend(1)
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
    last = len(tokens)
    reader, work = readers[element.type], phrase.source.work
    for stop in range(at + 1, last + 1):
        if stop == last:
            if not element.ends:
                break
        elif element.followers is not None and tokens[stop].low not in element.followers:
            continue
        span = phrase[at:stop]
        value = work.read(reader, span, span.tokens)
        if value is None:
            continue
        slots[element.name] = value
        if _fit(elements, i + 1, phrase, stop, slots, readers):
            return True
        del slots[element.name]
    return element.optional and _fit(elements, i + 1, phrase, at, slots, readers)


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
