"""Templates: a row's words, alternatives, classes and blanks, and how they are matched against tokens. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Protocol, TypeAlias

from msgspec import Struct

_PART = re.compile(
    r"\{(?P<field>\w+)(?::(?P<category>[\w.]+\+?))?\}"
    r"|<(?P<group>[\w-]+)>"
    r"|(?P<mark>[()\[\]|])"
    r"|(?P<word>[,:;?!]|->|\\[()\[\]|]|[^\s()\[\]|{}<>,:;?!]+)"
)


class Lit(Struct, frozen=True):
    """One of these words or marks, as it stands there."""

    words: frozenset[str]


class Blank(Struct, frozen=True):
    """What something of this category fills."""

    field: str
    category: str


class Group(Struct, frozen=True):
    """One of the wordings of a class of words."""

    name: str


Part: TypeAlias = "Lit | Blank | Group"
Parts: TypeAlias = "tuple[Part, ...]"


class Bound(Struct, frozen=True):
    """What a template was filled with so far: where what fills each blank stands, and whether a verb denies."""

    blanks: tuple[tuple[str, str, int, int], ...] = ()
    denied: bool = False


class Words(Protocol):
    """The clause a template is matched against."""

    def low(self, at: int) -> str: ...
    def group(self, name: str, at: int) -> Sequence[tuple[int, bool]]: ...
    def beginnings(self, name: str) -> frozenset[str]: ...
    def reads(self, category: str, start: int, end: int) -> bool: ...


def variants(template: str) -> list[Parts]:
    """Each way to choose among what it leaves open. Raises ValueError where it is no template."""
    tokens = list(_PART.finditer(template))
    if "".join(found[0] for found in tokens) != re.sub(r"\s", "", template):
        raise ValueError(f"This is no template: {template!r}")
    found, rest = _sequence(tokens)
    if rest:
        raise ValueError(f"A bracket is closed that was not opened: {template!r}")
    return [parts for parts in dict.fromkeys(found) if parts]


def _sequence(tokens: list[re.Match[str]]) -> tuple[list[Parts], list[re.Match[str]]]:
    choices: list[list[Parts]] = []
    while tokens and tokens[0][0] not in (")", "]", "|"):
        token, tokens = tokens[0], tokens[1:]
        if token["mark"]:
            options, tokens = _either(tokens, ")" if token[0] == "(" else "]")
            choices.append(options)
        elif token["field"]:
            choices.append([(Blank(token["field"], token["category"] or token["field"]),)])
        elif token["group"]:
            choices.append([(Group(token["group"]),)])
        else:
            word = ">" if token[0] == "->" else token[0].lstrip("\\")  # every arrow is read as that mark
            choices.append([(Lit(frozenset({word})),)])
    return [tuple(part for parts in each for part in parts) for each in product(*choices)], tokens


def _either(tokens: list[re.Match[str]], closing: str) -> tuple[list[Parts], list[re.Match[str]]]:
    options: list[Parts] = [()] if closing == "]" else []
    while tokens:
        option, tokens = _sequence(tokens)
        options += option
        if not tokens:
            break
        sign, tokens = tokens[0][0], tokens[1:]
        if sign == closing:
            return _merged(options), tokens
    raise ValueError("A bracket is left open.")


def _merged(options: list[Parts]) -> list[Parts]:
    """Single words that stand for each other as one part."""
    single = [part.words for parts in options if len(parts) == 1 and isinstance(part := parts[0], Lit)]
    others = [parts for parts in options if not (len(parts) == 1 and isinstance(parts[0], Lit))]
    return [*others, (Lit(frozenset().union(*single)),)] if single else others


def fits(parts: Parts, words: Words, at: int, end: int, bound: Bound, number: int = 0) -> Iterator[Bound]:
    """Each way in which the parts from this number on take all words from `at` to `end`."""
    behind = _behind_words(parts, words, at, end, number)
    if behind is None:
        return
    at, number = behind
    if number == len(parts):
        if at == end:
            yield bound
        return
    part = parts[number]
    if isinstance(part, Group):
        for stop, denied in words.group(part.name, at):
            if stop <= end:
                more = Bound(bound.blanks, True) if denied else bound
                yield from fits(parts, words, stop, end, more, number + 1)
    elif isinstance(part, Blank):
        for stop in _stops(parts, words, at, end, number):
            if words.reads(part.category, at, stop):
                blank = (part.field, part.category, at, stop)
                yield from fits(parts, words, stop, end, Bound((*bound.blanks, blank), bound.denied), number + 1)


def _behind_words(parts: Parts, words: Words, at: int, end: int, number: int) -> tuple[int, int] | None:
    """Where the next part that is no mere word begins, and its number; None where the words before it are others."""
    count = len(parts)
    while number < count:
        if end - at < count - number:
            return None
        part = parts[number]
        if not isinstance(part, Lit):
            break
        if words.low(at) not in part.words:
            return None
        at, number = at + 1, number + 1
    return at, number


def _stops(parts: Parts, words: Words, at: int, end: int, number: int) -> Iterator[int]:
    """Where what fills a blank may end: before what the next part can begin with."""
    count = len(parts)
    if number == count - 1:
        yield end
        return
    following = parts[number + 1]
    sign = following.words if isinstance(following, Lit) else None
    if isinstance(following, Group):
        sign = words.beginnings(following.name)
    for stop in range(at + 1, end - (count - number) + 2):
        if sign is None or words.low(stop) in sign:
            yield stop


def needed(parts: Parts, firsts: Mapping[str, frozenset[str]]) -> list[frozenset[str]]:
    """Sets of words: of each set one has to stand in whatever the parts fit."""
    return [part.words if isinstance(part, Lit) else firsts[part.name] for part in parts if not isinstance(part, Blank)]


def edge(part: Part, words_of: Mapping[str, frozenset[str]]) -> frozenset[str] | None:
    """The words with which it can begin (or end, by what `words_of` tells of a class); None: that is open."""
    return part.words if isinstance(part, Lit) else words_of[part.name] if isinstance(part, Group) else None
