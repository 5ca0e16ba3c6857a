"""Frames: wordings written as data, and the one matcher that fits a clause into them. Knows no verb by itself.

A wording is a line of words and slots: `"{value} into|in [the] {field:target}"`. `a|b` are alternatives, `[a]` may be
missing, `_` joins words of one alternative (`right_of`), `{name:type}` is a slot; the type decides what fits into it
(slots.py), so a wording reads only where every slot makes sense. `{~name:type}` has to make sense and tells a builder
nothing. `<cart>` stands for a rule of rules.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from qa_appliance.english.wording.rules import written_out
from qa_appliance.language.tokens import Phrase, Token

Slots = dict[str, Any]
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


class Slot(Struct, frozen=True):
    """`followers`: the words one of which has to stand behind it, None for any; `ends`: nothing has to.

    `passed`: a builder is given what was read into it.
    """

    name: str
    type: str
    optional: bool
    passed: bool = True
    followers: frozenset[str] | None = None
    ends: bool = True


Element = _Literal | Slot


class Wording(Struct, frozen=True):
    """One compiled way to say something. `required`: words without which it cannot fit; `least`: how many it takes.

    `line` is the wording as people read it: into/in [the] {field}.
    """

    elements: tuple[Element, ...]
    required: tuple[frozenset[str], ...]
    least: int
    line: str

    @property
    def firsts(self) -> frozenset[str]:
        """The words it may begin with, slots aside."""
        found: frozenset[str] = frozenset()
        for element in self.elements:
            if isinstance(element, _Literal):
                found |= element.firsts()
            if not element.optional:
                break
        return found

    @property
    def slots(self) -> tuple[Slot, ...]:
        """Those that are passed to a builder."""
        return tuple(element for element in self.elements if isinstance(element, Slot) and element.passed)


def compile_wordings(lines: str) -> tuple[Wording, ...]:
    """Several wordings, separated by " // "."""
    return tuple(_compile(line) for line in lines.split(" // "))


def _compile(written: str) -> Wording:
    line = written_out(written)
    parts = [_element(part) for part in line.split()]
    elements = tuple(_bounded(part, parts[at + 1 :]) for at, part in enumerate(parts))
    needed = [element for element in elements if not element.optional]
    required = tuple(element.firsts() for element in needed if isinstance(element, _Literal))
    return Wording(elements, required, len(needed), _readable(line))


def _bounded(element: Element, rest: list[Element]) -> Element:
    """A slot with what may stand behind it: spares reading spans that end nowhere."""
    if isinstance(element, _Literal):
        return element
    followers: frozenset[str] | None = frozenset()
    for following in rest:
        followers = None if isinstance(following, Slot) or followers is None else followers | following.firsts()
        if not following.optional:
            break
    return replace(element, followers=followers, ends=all(following.optional for following in rest))


def _readable(line: str) -> str:
    """Without the slots' types: "{value} into|in [the] {field:target}" is {value} into/in [the] {field}."""
    return re.sub(r"\{~?(\w+)(?::\w+)?\}", r"{\1}", line).replace("|", "/").replace("_", " ")


def _element(part: str) -> Element:
    optional = part.startswith("[") and part.endswith("]")
    part = part[1:-1] if optional else part
    if part.startswith("{"):
        name, _, kind = part[1:-1].removeprefix("~").partition(":")
        return Slot(name, kind or name, optional, passed=part[1] != "~")
    alternatives = [tuple(word.split("_")) for word in part.split("|")]
    return _Literal(
        frozenset(words[0] for words in alternatives if len(words) == 1),
        tuple(sorted((words for words in alternatives if len(words) > 1), key=len, reverse=True)),
        optional,
    )


def fit(wording: Wording, phrase: Phrase, lows: frozenset[str], readers: Mapping[str, SlotReader]) -> Slots | None:
    """The slots of a phrase that fits the wording as a whole, or None."""
    if len(phrase.tokens) < wording.least:
        return None
    for need in wording.required:
        if need.isdisjoint(lows):
            return None
    phrase.source.work.spend(1)
    slots: Slots = {}
    return slots if _fit(wording.elements, 0, phrase, 0, slots, readers) else None


def _fit(
    elements: tuple[Element, ...], i: int, phrase: Phrase, at: int, slots: Slots, readers: Mapping[str, SlotReader]
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
    return _fit_slot(elements, i, element, phrase, at, slots, readers)


def _fit_slot(
    elements: tuple[Element, ...],
    i: int,
    element: Slot,
    phrase: Phrase,
    at: int,
    slots: Slots,
    readers: Mapping[str, SlotReader],
) -> bool:
    """Each span that makes sense in it, up to where what follows may begin."""
    tokens = phrase.tokens
    last = len(tokens)
    if at < last and tokens[at].low == ":":
        at += 1  # "Search: lamp"
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
        if element.passed:
            slots[element.name] = value
        if _fit(elements, i + 1, phrase, stop, slots, readers):
            return True
        slots.pop(element.name, None)
    return element.optional and _fit(elements, i + 1, phrase, at, slots, readers)
