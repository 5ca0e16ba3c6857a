"""Measures of the package's shape against limits, so that what was tidied stays tidy: `make check` runs it.

Prints one line a measure, and under it what is over the limit. A limit is only ever lowered. Says nothing of behaviour.
"""

from __future__ import annotations

import ast
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "qa_appliance"
MADE = {"third_party", "web_bundle", "docs_site", "__pycache__"}

_BRANCHES = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.ExceptHandler, ast.IfExp, ast.comprehension, ast.Assert)
_VAGUE = re.compile(r"(?:^|_)(?:said|told|taken|doors?|watchman)(?:_|$)|^needs$", re.IGNORECASE)
_SHOWN = 40  # names under a measure that is over its limit
_PILE = "qa_appliance.english"
_READER = ("english", "language", "translate")  # what reads tests
_WORDING = re.compile(r'^["“‘\']|^ "')  # how a docstring of a function for one wording begins
_TANGLED, _BRANCHED = 20, 15  # ways through a function: none may have more, few may have


@dataclass(frozen=True)
class Measure:
    """`count` answers what is counted, each with its name; `limit` is how many of them there may be."""

    name: str
    limit: int
    count: Callable[[], list[str]]


def sources() -> list[Path]:
    return sorted(file for file in PACKAGE.rglob("*.py") if not MADE & set(file.relative_to(PACKAGE).parts))


def crowded_folders() -> list[str]:
    files = Counter(file.parent for file in sources())
    return [f"{folder.relative_to(ROOT)}: {count} files" for folder, count in files.items() if count > 25]


def long_files() -> list[str]:
    lengths = {file: len(file.read_text(encoding="utf-8").splitlines()) for file in sources()}
    return [f"{file.relative_to(ROOT)}: {length} lines" for file, length in lengths.items() if length > 400]


def complexity(function: ast.AST) -> int:
    """Ways through a function, boolean operators, comprehensions and cases counted, functions inside it not."""
    ways, left = 1, list(ast.iter_child_nodes(function))
    while left:
        node = left.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        ways += _ways(node)
        left += ast.iter_child_nodes(node)
    return ways


def _ways(node: ast.AST) -> int:
    match node:
        case ast.BoolOp(values=values):
            return len(values) - 1
        case ast.comprehension(ifs=ifs):
            return 1 + len(ifs)
        case ast.Match(cases=cases):
            return len(cases)
    return int(isinstance(node, _BRANCHES))


@cache
def functions() -> list[tuple[int, str]]:
    """Every function with its complexity, the most tangled first."""
    return sorted(_functions(), reverse=True)


def _functions() -> Iterator[tuple[int, str]]:
    for file in sources():
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield complexity(node), f"{file.relative_to(ROOT)}:{node.lineno} {node.name}"


def functions_over(limit: int) -> list[str]:
    return [f"{name}: {ways} ways" for ways, name in functions() if ways > limit]


def uses_of(name: str) -> list[str]:
    """Where a name is used; its imports do not count."""
    return [
        f"{file.relative_to(ROOT)}:{node.lineno}"
        for file in sources()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Name) and node.id == name
    ]


def lines_with(words: str) -> list[str]:
    return [
        f"{file.relative_to(ROOT)}:{number}"
        for file in sources()
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if words in line
    ]


def _of_the_reader() -> list[Path]:
    return [file for file in sources() if file.relative_to(PACKAGE).parts[0] in _READER]


def lines_of_the_reader() -> list[str]:
    return [
        f"{file.relative_to(ROOT)}:{number}"
        for file in _of_the_reader()
        for number in range(1, len(file.read_text(encoding="utf-8").splitlines()) + 1)
    ]


def functions_of_the_reader(*, of_a_wording: bool = False) -> list[str]:
    """All of them, or those whose docstring begins with a wording."""
    found = [
        (file, node)
        for file in _of_the_reader()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
    ]
    return [
        f"{file.relative_to(ROOT)}:{node.lineno} {node.name}"
        for file, node in found
        if not of_a_wording or _WORDING.match(ast.get_docstring(node, clean=False) or "")
    ]


def vague_names() -> list[str]:
    """Where a name says how one came by a thing, not what it is; the sentences that tests are called do not count."""
    files = [file for room in ("qa_appliance", "build", "tests") for file in sorted((ROOT / room).rglob("*.py"))]
    return [
        f"{file.relative_to(ROOT)}:{token.start[0]} {token.string}"
        for file in files
        for token in _tokens(file)
        if token.type == tokenize.NAME and _VAGUE.search(token.string) and not token.string.startswith("test_")
    ]


def _tokens(file: Path) -> Iterator[tokenize.TokenInfo]:
    with file.open("rb") as lines:
        yield from tokenize.tokenize(lines.readline)


@cache
def chains() -> dict[str, tuple[str, ...]]:
    """Of every folder the longest chain of imports within it, the folders inside it included."""
    graph = grimp.build_graph("qa_appliance", cache_dir=None)
    rooms = [module for module in graph.find_descendants("qa_appliance") if graph.find_children(module)]
    return {room: longest_chain(graph, room) for room in sorted(rooms)}


def deep_folders(limit: int) -> list[str]:
    """Each room of english counts as a folder of its own; their sum is a measure by itself."""
    return [
        f"{room}: {len(chain)}, {' → '.join(chain)}"
        for room, chain in chains().items()
        if len(chain) > limit and room != _PILE
    ]


def longest_chain(graph: grimp.ImportGraph, room: str) -> tuple[str, ...]:
    inside = {room} | graph.find_descendants(room)

    @cache
    def below(module: str) -> tuple[str, ...]:
        chains = [below(other) for other in graph.find_modules_directly_imported_by(module) if other in inside]
        return (module.removeprefix(f"{room}."), *max(chains, key=len, default=()))

    return max((below(module) for module in inside), key=len)


MEASURES = (
    Measure("folders with more than 25 files", 0, crowded_folders),
    Measure("files with more than 400 lines", 0, long_files),
    Measure(f"functions with more than {_TANGLED} ways through them", 0, lambda: functions_over(_TANGLED)),
    Measure(f"functions with more than {_BRANCHED} ways through them", 9, lambda: functions_over(_BRANCHED)),
    Measure("folders in which imports are more than 8 deep", 0, lambda: deep_folders(8)),
    Measure("modules in the longest chain of imports of all rooms of english", 24, lambda: list(chains()[_PILE])),
    Measure("lines of Python that read tests", 32_500, lines_of_the_reader),
    Measure("functions that read tests", 2_275, functions_of_the_reader),
    Measure("of them for one wording", 650, lambda: functions_of_the_reader(of_a_wording=True)),
    Measure("names that do not say what a thing is", 0, vague_names),
    Measure("uses of Any", 120, lambda: uses_of("Any")),
    Measure("lines kept from the formatter", 32, lambda: lines_with("# fmt: skip")),
)


def main() -> int:
    over = False
    for measure in MEASURES:
        found = measure.count()
        print(f"{measure.name}: {len(found)} (limit {measure.limit})")
        if len(found) > measure.limit:
            over = True
            print(*(f"  {name}" for name in found[:_SHOWN]), sep="\n")
    return int(over)


if __name__ == "__main__":
    sys.exit(main())
