"""How much longer each expression of the product takes for four times the text, made of the pieces it gets far with.

Sixteen times is quadratic; those that need more than forty times as long are listed, and there should be none. What
asks something of a line of any length needs time in proportion to it; of these the longest is told.

python -m tests.benchmarks.expressions (8 minutes), or only those of lines: python -m tests.benchmarks.expressions lines
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any

import qa_appliance
from qa_appliance.english.checks.elliptic import is_number
from qa_appliance.english.layout import cells, data
from qa_appliance.english.layout.lines import Line, Lines

_ROOT = Path(qa_appliance.__file__).parent
_CALLS = frozenset({"compile", "search", "match", "fullmatch", "sub", "split", "findall", "finditer"})
_MOST_PIECES = 28
_WAYS = {"search": "search", "match": "match", "fullmatch": "fullmatch"}
_PLAIN = (
    " ", "\u00a0", "\n",
    "a", "A", "1", ".", ",", "-", "a ", "1 ", "1,", "a.", "A a ", "(", "é", "“", '"', "'", "*", "|", "_",
)  # fmt: skip


def expressions() -> dict[str, tuple[re.Pattern[Any], frozenset[str]]]:
    """By module and name, or module and line where they have none; each with how it is tried on a text."""
    found: dict[str, tuple[re.Pattern[Any], frozenset[str]]] = {}
    whole = "\n".join(path.read_text(encoding="utf-8") for path in _ROOT.rglob("*.py"))
    used: dict[str, set[str]] = {}
    for name, way in re.findall(r"\b([A-Z_]+)\.(search|match|fullmatch|sub|split|findall|finditer)\b", whole):
        used.setdefault(name, set()).add(_WAYS.get(way, "search"))
    seen: set[tuple[object, int]] = set()
    for module in pkgutil.walk_packages([str(_ROOT)], "qa_appliance."):
        if module.name.endswith("__main__") or ".pytest_plugin" in module.name:
            continue
        loaded = importlib.import_module(module.name)
        named = [(f"{module.name}.{name}", value) for name, value in vars(loaded).items()]
        source = Path(str(loaded.__file__)).read_text(encoding="utf-8")
        for name, pattern in (*_within(named), *_inline(module.name, source)):
            key = (pattern.pattern, pattern.flags)
            if key not in seen:
                seen.add(key)
                last = name.rpartition(".")[2]
                found[name] = pattern, frozenset(used.get(last, _WAYS.values()))
    return found


def _within(named: list[tuple[str, object]], depth: int = 0) -> Iterator[tuple[str, re.Pattern[Any]]]:
    for name, value in named:
        if isinstance(value, re.Pattern):
            yield name, value
        elif depth < 3 and isinstance(value, dict):
            yield from _within([(f"{name}[{key!r:.30}]", each) for key, each in value.items()], depth + 1)
            yield from _within([(f"{name} key {key!r:.30}", key) for key in value], depth + 1)
        elif depth < 3 and isinstance(value, tuple | list | frozenset):
            yield from _within([(f"{name}[{at}]", each) for at, each in enumerate(value)], depth + 1)


def _inline(module: str, source: str) -> Iterator[tuple[str, re.Pattern[Any]]]:
    for node in ast.walk(ast.parse(source)):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _CALLS):
            continue
        first = node.args[0] if node.args and ast.unparse(node.func.value) == "re" else None
        if isinstance(first, ast.Constant) and isinstance(first.value, str | bytes):
            flags = re.IGNORECASE if re.search(r"re\.(?:IGNORECASE|I)\b", ast.unparse(node)) else 0
            yield f"{module}:{node.lineno}", re.compile(first.value, flags)


def pieces(pattern: re.Pattern[Any]) -> list[str]:
    """What a text may be made of that such an expression gets far with."""
    found = dict.fromkeys(_PLAIN)
    text = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    tree = _parser.parse(text, pattern.flags & ~re.UNICODE)
    for each in _examples(tree, 0):
        for piece in (each, f"{each} ", each.strip()):
            if 0 < len(piece) <= 40:
                found.setdefault(piece)
    return list(found)[:_MOST_PIECES]


def _examples(tree: Any, depth: int) -> list[str]:
    """A few texts a part of the expression matches, and those of its parts."""
    whole, parts = [""], list[str]()
    for kind, given in tree:
        some = _some(kind, given, depth)
        parts += some
        whole = [f"{a}{b}" for a in whole for b in (some[:2] or [""])][:4]
    return [*whole, *parts][:60]


def _some(kind: Any, given: Any, depth: int) -> list[str]:
    if depth > 12:
        return []
    if kind is sre.LITERAL:
        return [chr(given)]
    if kind is sre.NOT_LITERAL or kind is sre.ANY:
        return ["a" if given != ord("a") else "b"]
    if kind is sre.IN:
        return _of_set(given)
    if kind in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
        return [text * max(1, given[0]) for text in _examples(given[2], depth + 1)][:12]
    if kind is sre.SUBPATTERN:
        return _examples(given[3], depth + 1)
    if kind is sre.ATOMIC_GROUP:
        return _examples(given, depth + 1)
    if kind is sre.BRANCH:
        return [text for branch in given[1] for text in _examples(branch, depth + 1)[:4]][:40]
    return []


_OF_CATEGORY = {
    sre.CATEGORY_DIGIT: "1", sre.CATEGORY_SPACE: " ", sre.CATEGORY_WORD: "a",
    sre.CATEGORY_NOT_DIGIT: "a", sre.CATEGORY_NOT_SPACE: "a", sre.CATEGORY_NOT_WORD: "-",
}  # fmt: skip


def _of_set(given: Any) -> list[str]:
    if given and given[0][0] is sre.NEGATE:
        return ["a", "-", " "]
    found = []
    for kind, value in given:
        if kind is sre.LITERAL:
            found.append(chr(value))
        elif kind is sre.RANGE:
            found.append(chr(value[0]))
        elif kind is sre.CATEGORY:
            found.append(_OF_CATEGORY.get(value, "a"))
    return found[:6]


def seconds(ways: Iterable[Callable[[Any], object]], of: type, piece: str, length: int) -> float:
    """The longest of the ways over a text of the piece, ended by what fits nothing."""
    text: Any = (piece * (length // len(piece) + 1))[:length] + "\x01"
    if of is bytes:
        text = text.encode("latin-1", "replace")
    longest = 0.0
    for way in ways:
        begun = time.thread_time()
        way(text)
        longest = max(longest, time.thread_time() - begun)
    return longest


_SHORT, _LENGTH = 25, 150  # characters; long texts are cut before
_AT_ONCE = 0.02  # seconds: an expression that tries all ways takes far longer even for what is short
_MEASURABLE, _LONG = 0.004, 0.3  # seconds
_WORSE = 40  # times, for four times the text


def worse_than_quadratic(pattern: re.Pattern[Any], named: frozenset[str]) -> str:
    """A piece of text for which it is so; empty where there is none."""
    ways, of = [getattr(pattern, name) for name in sorted(named)], type(pattern.pattern)
    for piece in pieces(pattern):
        if seconds(ways, of, piece, _SHORT) > _AT_ONCE < seconds(ways, of, piece, _SHORT):
            return piece
        if (once := seconds(ways, of, piece, _LENGTH)) > _LONG:
            return piece
        if seconds(ways, of, piece, 4 * _LENGTH) > _MEASURABLE:
            once = min(once, *(seconds(ways, of, piece, _LENGTH) for _ in range(2)))
            if min(seconds(ways, of, piece, 4 * _LENGTH) for _ in range(2)) > _WORSE * max(once, 1e-5):
                return piece
    return ""


def _line(text: str) -> Line:
    return Line(text, 0, len(text))


_BLANK = re.compile("")
_OF_LINES: dict[str, tuple[Callable[[str], object], re.Pattern[str]]] = {
    "is_number": (is_number, _BLANK),
    "is_rule": (lambda text: cells.is_rule(_line(text)), cells._RULE),
    "the heading of data": (lambda text: data.with_data(Lines([_line(text)])), data._HEADING),
}
"""What is asked of a line, with the expression that a text it gets far with is made for."""
_LONGEST_LINE = 2_000_000  # characters
_LINEAR = 10  # times, for four times the text, on a machine that does other things beside


def times_as_long(asked: Callable[[str], object], piece: str) -> float:
    """How much longer it takes for four times the text, from the shortest on that takes a time to be measured."""
    length = _SHORT
    while length < _LONGEST_LINE and seconds([asked], str, piece, length) < _MEASURABLE:
        length *= 4
    once, more = (min(seconds([asked], str, piece, each) for _ in range(3)) for each in (length, 4 * length))
    return more / max(once, 1e-5)


def of_lines() -> None:
    for name, (asked, pattern) in _OF_LINES.items():
        times, piece = max((times_as_long(asked, piece), piece) for piece in pieces(pattern))
        excess = "" if times <= _LINEAR else ", which is not linear"
        print(f"{name}: at most {times:.1f} times as long for four times the text, of {piece!r}{excess}")


def main() -> None:
    of_lines()
    if sys.argv[1:] == ["lines"]:
        return
    found = expressions()
    worse = 0
    for number, (name, (pattern, ways)) in enumerate(found.items(), 1):
        if piece := worse_than_quadratic(pattern, ways):
            worse += 1
            print(f"{name}: a text of {piece!r}")
        if sys.stderr.isatty():
            print(f"\r{number} of {len(found)}", end="", file=sys.stderr)
    print(f"{len(found)} expressions, {worse} worse than quadratic")


if __name__ == "__main__":
    main()
