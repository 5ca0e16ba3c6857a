"""Texts that a field's pattern takes, made by reading it; whether one does fit is asked of the browser. Pure.

What a pattern asks for is bounded, whatever it says: a text has `LONGEST` characters at most, and of a choice or a
repetition one is taken at random.
"""

from __future__ import annotations

import random
import re
import string
from collections.abc import Callable, Iterator
from typing import Protocol, cast

LONGEST = 400  # characters
_WORK = 5_000  # parts of a pattern that are written for one text
_DEEPEST = 40  # groups inside each other
_MORE = 4  # repetitions beyond the fewest, where a pattern names no end
_PLAIN = string.ascii_letters + string.digits
_ALL = _PLAIN + string.punctuation + " äöüéñßçø"
_UNICODE = {
    r"\p{L}": "A-Za-zÀ-ÿ",
    r"\p{Letter}": "A-Za-zÀ-ÿ",
    r"\p{Lu}": "A-Z",
    r"\p{Ll}": "a-z",
    r"\p{N}": "0-9",
    r"\p{Nd}": "0-9",
    r"\p{P}": "!-/",
    r"\p{Alphabetic}": "A-Za-zÀ-ÿ",
}
_CLASSES = {
    "category_digit": string.digits,
    "category_not_digit": string.ascii_letters,
    "category_space": " ",
    "category_not_space": _PLAIN,
    "category_word": _PLAIN,
    "category_not_word": "-.!# ",
}


class _Name(Protocol):
    name: str


Node = tuple[_Name, object]


class Unmakeable(Exception):
    """The pattern cannot be read, or asks for more than is made."""


def width(pattern: str) -> tuple[int, int]:
    """How many characters it takes at least and at most. Raises Unmakeable."""
    least, most = _parsed(pattern).getwidth()  # type: ignore[attr-defined]
    return int(least), int(most)


def text_for(pattern: str, chance: random.Random) -> str:
    """One that the pattern should take. Raises Unmakeable."""
    return "".join(_Writer(chance).written(_parsed(pattern), 0))


def _parsed(pattern: str) -> object:
    """By Python's own reader of patterns; a browser's differ in how groups are named and letters of all scripts are."""
    try:
        return _PARSER.parse("".join(_as_python(pattern)))
    except (re.error, RecursionError, OverflowError) as error:
        raise Unmakeable(str(error)) from error


_PARSER = re._parser  # type: ignore[attr-defined]
_PIECE = re.compile(r"\\p\{\w+\}|\\.|\(\?<(?![=!])|.", re.DOTALL)


def _as_python(pattern: str) -> Iterator[str]:
    in_class = False
    for piece in _PIECE.findall(pattern):
        if piece in _UNICODE:
            yield _UNICODE[piece] if in_class else f"[{_UNICODE[piece]}]"
        else:
            yield "(?P<" if piece == "(?<" and not in_class else piece
        in_class = (in_class or piece == "[") and piece != "]"


class _Writer:
    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._left = LONGEST
        self._work = _WORK
        self._groups: dict[int, list[str]] = {}

    def written(self, nodes: object, depth: int) -> list[str]:
        if depth > _DEEPEST:
            raise Unmakeable("it is nested too deep")
        return [letter for node in cast("list[Node]", nodes) for letter in self._of(node, depth + 1)]

    def _of(self, node: Node, depth: int) -> list[str]:
        self._work -= 1
        if self._work < 0:
            raise Unmakeable("it asks for too much")
        kind, given = node[0].name.casefold(), node[1]
        by_kind: dict[str, Callable[[], list[str]]] = {
            "literal": lambda: self._one(chr(cast(int, given))),
            "not_literal": lambda: self._any({chr(cast(int, given))}),
            "any": lambda: self._any(set()),
            "in": lambda: self._in(cast("list[Node]", given)),
            "branch": lambda: self.written(self._chance.choice(cast("tuple[object, list[object]]", given)[1]), depth),
            "subpattern": lambda: self._group(cast("tuple[int | None, int, int, object]", given), depth),
            "atomic_group": lambda: self.written(given, depth),
            "max_repeat": lambda: self._repeated(cast("tuple[int, int, object]", given), depth),
            "min_repeat": lambda: self._repeated(cast("tuple[int, int, object]", given), depth),
            "possessive_repeat": lambda: self._repeated(cast("tuple[int, int, object]", given), depth),
            "assert": lambda: self.written(cast("tuple[int, object]", given)[1], depth),  # what is to come stands first
            "assert_not": list,
            "at": list,
            "groupref": lambda: list(self._groups.get(cast(int, given), [])),
        }
        if kind not in by_kind:
            raise Unmakeable(f"it has what is not read ({kind})")
        return by_kind[kind]()

    def _one(self, letter: str) -> list[str]:
        self._left -= 1
        if self._left < 0:
            raise Unmakeable(f"it asks for more than {LONGEST} characters")
        return [letter]

    def _any(self, but: set[str]) -> list[str]:
        return self._one(self._chance.choice([letter for letter in _PLAIN if letter not in but]))

    def _in(self, sets: list[Node]) -> list[str]:
        denied = bool(sets) and sets[0][0].name.casefold() == "negate"
        letters = "".join(self._letters(each) for each in sets[denied:])
        among = [letter for letter in _ALL if letter not in letters] if denied else letters
        if not among:
            raise Unmakeable("nothing is left of one of its classes")
        return self._one(self._chance.choice(among))

    def _letters(self, node: Node) -> str:
        kind, given = node[0].name.casefold(), node[1]
        if kind == "literal":
            return chr(cast(int, given))
        if kind == "range":
            first, last = cast("tuple[int, int]", given)
            return "".join(map(chr, range(first, min(last, first + 300) + 1)))
        return _CLASSES.get(cast(_Name, given).name.casefold(), "") if kind == "category" else ""

    def _group(self, given: tuple[int | None, int, int, object], depth: int) -> list[str]:
        written = self.written(given[3], depth)
        if given[0] is not None:
            self._groups[given[0]] = written
        return written

    def _repeated(self, given: tuple[int, int, object], depth: int) -> list[str]:
        least, most = given[0], given[1]
        times = self._chance.randint(least, max(least, min(most, least + _MORE)))
        written: list[str] = []
        for _ in range(min(times, LONGEST + 1)):
            written += self.written(given[2], depth)
        return written
