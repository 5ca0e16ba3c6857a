"""TOML whose every value is told with its place, as entries like those of YAML.

The library of Python tells values without places; these are found in the text, to the line and the key.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

import yaml

from qa_appliance.testfiles.entries import Entry
from qa_appliance.testfiles.faults import Spot, faulty

_PART = r"""(?:[\w-]+|"[^"\n]*"|'[^'\n]*')"""
_PATH = rf"{_PART}(?:\s*\.\s*{_PART})*"
_HEAD = re.compile(rf"\s*(?P<at>\[)\s*(?P<path>{_PATH})\s*\]")
_LINE = re.compile(rf"\s*(?P<at>(?P<path>{_PATH})\s*=\s*)")
_INNER = r"""(?<![\w'"-])['"]?{}['"]?\s*=\s*"""
_AT = re.compile(r" \(at line (\d+), column (\d+)\)$")

_Path = tuple[str, ...]
_Place = tuple[int, int, int]
"""A line, the column of a key and that of its value, all from 0."""


def read_toml(text: str, file: Path) -> Entry:
    """Raises `Faulty`."""
    text = text.replace("\r\n", "\n")
    try:
        found = tomllib.loads(text, parse_float=str)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        at = _AT.search(str(error))
        spot = Spot(file, int(at[1]), int(at[2])) if at else Spot(file)
        raise faulty(spot, f"It is no TOML: {_AT.sub('', str(error))}.") from error
    return Entry(_node(found, (), _Places(text)), file, 0)


class _Places:
    """Where keys stand: each found by its table and its line, what is within a line after its key."""

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")
        self._known: dict[_Path, _Place] = {(): (0, 0, 0)}
        table: _Path = ()
        for number, line in enumerate(self._lines):
            if head := _HEAD.match(line):
                table = _parts(head["path"])
                self._note(table, 0, (number, head.start("at"), head.start("at")))
            elif own := _LINE.match(line):
                self._note(table + _parts(own["path"]), len(table), (number, own.start("at"), own.end("at")))

    def _note(self, path: _Path, known: int, place: _Place) -> None:
        for length in range(known + 1, len(path) + 1):
            self._known.setdefault(path[:length], place)

    def of(self, path: _Path) -> _Place:
        if path not in self._known:
            number, key, value = self.of(path[:-1])
            inner = re.compile(_INNER.format(re.escape(path[-1]))).search(self._lines[number], value)
            self._known[path] = (number, inner.start(), inner.end()) if inner else (number, key, value)
        return self._known[path]


def _parts(path: str) -> _Path:
    return tuple(part.strip("\"'") for part in re.findall(_PART, path))


def _node(value: object, path: _Path, places: _Places) -> yaml.Node:
    line, _, column = places.of(path)
    mark = yaml.Mark("", 0, line, column, None, 0)
    if isinstance(value, Mapping):
        pairs = [
            (_key(name, (*path, name), places), _node(each, (*path, name), places)) for name, each in value.items()
        ]
        return yaml.MappingNode("", pairs, mark, mark)
    if isinstance(value, list):
        items = [yaml.ScalarNode("", str(each), mark, mark, style='"') for each in value]
        return yaml.SequenceNode("", items, mark, mark)
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return yaml.ScalarNode("", text, mark, mark, style='"')


def _key(name: str, path: _Path, places: _Places) -> yaml.Node:
    line, column, _ = places.of(path)
    mark = yaml.Mark("", 0, line, column, None, 0)
    return yaml.ScalarNode("", name, mark, mark, style='"')
