"""Scenarios of one text: a Background before each of them, an outline once for each row of its Examples."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from qa_appliance.english.layout.cells import cells_of, is_rule
from qa_appliance.english.layout.lines import Line, Lines

_KEYWORD = re.compile(
    r"[ \t]*(?P<word>feature|rule|background|scenario (?:outline|template)|scenarios?|examples?)[ \t]*:", re.IGNORECASE
)
_SCENARIO = re.compile(r"^[ \t]*scenario(?: outline| template)?[ \t]*:", re.IGNORECASE | re.MULTILINE)
_EXAMPLES = re.compile(r"^[ \t]*(?:examples|scenarios)[ \t]*:", re.IGNORECASE | re.MULTILINE)
_ROW = re.compile(r"^[ \t]*\|", re.MULTILINE)
_BLANK = re.compile(r"<([^<>\n]{1,60})>")
_TOO_MANY = "These are too many rows for one text: give each test a text of its own."
_MOST_LINES = 1000
_NO_COLUMN = "The examples have no column “{name}”."


class _Scenario(Struct):
    lines: list[Line] = []
    head: list[str] = []
    rows: list[dict[str, str]] = []
    outline: bool = False


def tests_in(written: str) -> int:
    """How many tests a text holds: scenarios, an outline as many as its examples have rows."""
    scenarios = len(_SCENARIO.findall(written))
    examples = _EXAMPLES.split(written)[1:]
    rows = [len(_ROW.findall(re.split(_SCENARIO, block)[0])) - 1 for block in examples]
    outlines = sum("outline" in found.lower() or "template" in found.lower() for found in _SCENARIO.findall(written))
    return scenarios - min(outlines, len(rows)) + sum(max(count, 0) for count in rows)


def expanded(given: Lines) -> Lines:
    """Every scenario told in full; a text without Background and Examples is left as it is."""
    words = [_word(line) for line in given.lines]
    if "background" not in words and "examples" not in words:
        return given
    before: list[Line] = []
    background: list[Line] = []
    scenarios: list[_Scenario] = []
    place, of_examples = before, False
    for line, word in zip(given.lines, words, strict=True):
        if word == "background":
            place, of_examples = background, False
        elif word == "scenario":
            scenarios.append(_Scenario())
            place, of_examples = scenarios[-1].lines, False
        elif word in ("feature", "rule"):
            place, of_examples = before, False
        elif word == "examples" and scenarios:
            scenarios[-1].outline, scenarios[-1].head, of_examples = True, [], True
            continue
        if not of_examples:
            place.append(line)
        elif line.text.strip():
            _take_row(line, scenarios[-1], given)
    return _written_out(before, background, scenarios, given)


def _word(line: Line) -> str:
    found = _KEYWORD.match(line.text)
    if found is None:
        return ""
    word = found["word"].lower()
    if word in ("examples", "scenarios"):
        return "examples"
    return "scenario" if word.startswith(("scenario", "example")) else word


def _take_row(line: Line, scenario: _Scenario, found: Lines) -> None:
    """A row of the examples, the first being the names of the columns."""
    cells = [cell.text for cell in cells_of(line)]
    if is_rule(line) or line.text.lstrip().startswith(("#", "@")):
        return
    if not cells:
        found.gap(line.text.strip(), "It is no row of the examples.", line.start + len(line.indent))
    elif not scenario.head:
        scenario.head = cells
    elif len(cells) != len(scenario.head):
        found.gap(
            line.text.strip(), "The row has not as many cells as there are columns.", line.start + len(line.indent)
        )
    else:
        scenario.rows.append(dict(zip(scenario.head, cells, strict=True)))


def _written_out(before: list[Line], background: list[Line], scenarios: list[_Scenario], found: Lines) -> Lines:
    done = Lines([*before, *background], found.gaps)
    first = True
    for scenario in scenarios:
        for lines in _instances(scenario, done):
            if len(done.lines) + len(background) + len(lines) > _MOST_LINES:
                done.gap(lines[0].text.strip(), _TOO_MANY, lines[0].start + len(lines[0].indent))
                break
            done.lines += lines[:1] if first else [*lines[:1], *background[1:]]
            done.lines += lines[1:]
            first = False
    return done


def _instances(scenario: _Scenario, found: Lines) -> Iterator[list[Line]]:
    if not scenario.outline:
        yield scenario.lines
        return
    if not scenario.rows and scenario.lines:
        title = scenario.lines[0]
        found.gap(title.text.strip(), "Its examples have no rows.", title.start + len(title.indent))
    for values in scenario.rows:
        yield [filled for line in scenario.lines if (filled := _filled(line, values, found)) is not None]


def _filled(line: Line, values: dict[str, str], found: Lines) -> Line | None:
    """A line with what stands in the row; None where it asks for a column that is not there."""
    missing = next((name for name in _BLANK.findall(line.text) if name.strip() not in values), None)
    if missing is not None and _word(line) != "scenario":
        found.gap(line.text.strip(), _NO_COLUMN.format(name=missing), line.start + len(line.indent))
        return None

    def value(blank: re.Match[str]) -> str:
        text = values.get(blank[1].strip(), blank[0])
        quoted = line.text[: blank.start()].count('"') % 2 == 1
        return text.replace('"', '\\"') if quoted else text

    return line._replace(text=_BLANK.sub(value, line.text))
