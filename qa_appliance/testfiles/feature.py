"""Gherkin: each scenario is a test, of an outline each row of its examples. Read by Cucumber's own parser."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import cast

from gherkin.errors import CompositeParserException, ParserError
from gherkin.parser import Parser
from gherkin.parser_types import Background, Examples, Feature, Location, Rule, Scenario, Step
from msgspec.structs import replace

from qa_appliance.testfiles.faults import Fault, Faulty, Spot, faulty
from qa_appliance.testfiles.test import Line, Test, filled

_BLANK = re.compile(r"<([^<>\n]{1,60})>")
_PLACE = re.compile(r"^\(\d+:\d+\): ")


def read_feature(text: str, file: Path) -> Iterator[Test]:
    """Raises `Faulty`."""
    try:
        document = Parser().parse(text)
    except CompositeParserException as error:
        raise _fault(error.errors[0], file) from error
    except ParserError as error:
        raise _fault(error, file) from error
    feature = document.get("feature")
    if feature is None:
        raise faulty(Spot(file), "There is no “Feature:” in it.")
    if feature["language"].partition("-")[0] != "en":
        raise faulty(_spot(feature["location"], file), "Only English is read; the file says another language.")
    yield from _scenarios(feature, [], _tags(feature), file)


def _fault(error: ParserError, file: Path) -> Faulty:
    location = getattr(error, "location", None) or {}
    spot = Spot(file, location.get("line", 1), location.get("column", 1) or 1)
    return Faulty(Fault(spot, f"It is no Gherkin: {_PLACE.sub('', str(error))}."))


def _spot(location: Location, file: Path) -> Spot:
    return Spot(file, location["line"], location.get("column", 1) or 1)


def _scenarios(parent: Feature | Rule, before: Sequence[Line], tags: list[str], file: Path) -> Iterator[Test]:
    background = list(before)
    for child in parent["children"]:
        for kind, part in child.items():
            if kind == "background":
                background += _lines(cast(Background, part)["steps"])
            elif kind == "rule":
                rule = cast(Rule, part)
                yield from _scenarios(rule, background, [*tags, *_tags(rule)], file)
            elif kind == "scenario":
                yield from _tests(cast(Scenario, part), background, tags, file)


def _tests(scenario: Scenario, background: Sequence[Line], tags: list[str], file: Path) -> Iterator[Test]:
    spot = _spot(scenario["location"], file)
    if not scenario["steps"]:
        raise faulty(spot, f"The scenario “{scenario['name']}” has no step.")
    test = Test(
        name=scenario["name"] or scenario["keyword"],
        lines=(*background, *_lines(scenario["steps"])),
        file=file,
        line=spot.line,
        tags=_once([*tags, *_tags(scenario)]),
    )
    if not scenario["examples"]:
        if "outline" in scenario["keyword"].lower():
            raise faulty(spot, f"The outline “{test.name}” has no examples.")
        yield test
        return
    number = 0
    for examples in scenario["examples"]:
        for row in _rows(examples, spot):
            number += 1
            yield _instance(test, row, number, _tags(examples), file)
    if not number:
        raise faulty(spot, f"The examples of “{test.name}” have no row.")


def _rows(examples: Examples, spot: Spot) -> Iterator[dict[str, str]]:
    head = examples.get("tableHeader")
    names = [cell["value"] for cell in head["cells"]] if head else []
    for row in examples.get("tableBody") or ():
        yield dict(zip(names, (cell["value"] for cell in row["cells"]), strict=True))


def _instance(test: Test, row: dict[str, str], number: int, tags: list[str], file: Path) -> Test:
    lines = tuple(filled(line, _BLANK, row) for line in test.lines)
    for line, made in zip(test.lines, lines, strict=True):
        lost = next((found for found in _BLANK.finditer(line.text) if found[1].strip() not in row), None)
        if lost is not None and made is line and row:
            raise faulty(
                Spot(file, line.number, line.column(lost.start())), f"The examples have no column “{lost[1]}”."
            )
    return replace(test, name=f"{test.name} (row {number})", lines=lines, row=number, tags=_once([*test.tags, *tags]))


def _lines(steps: Iterable[Step]) -> Iterator[Line]:
    """A step with its table or its doc string, as they are read in any description."""
    for step in steps:
        place = step["location"]
        column = place.get("column", 1) or 1
        several = "docString" in step or "dataTable" in step
        text = step["keyword"] + step["text"]
        yield Line(text if not several or text.endswith(":") else f"{text}:", place["line"], ((0, column),))
        if "docString" in step:
            yield from _doc_string(step)
        for row in step["dataTable"]["rows"] if "dataTable" in step else ():
            cells = " | ".join(cell["value"].replace("\\", "\\\\").replace("|", "\\|") for cell in row["cells"])
            place = row["location"]
            yield Line(f"| {cells} |", place["line"], ((0, place.get("column", 1) or 1),))


def _doc_string(step: Step) -> Iterator[Line]:
    place = step["docString"]["location"]
    column, inside = place.get("column", 1) or 1, step["docString"]["content"].split("\n")
    yield Line('"""', place["line"], ((0, column),))
    for number, text in enumerate(inside, place["line"] + 1):
        yield Line(text, number, ((0, column),))
    yield Line('"""', place["line"] + len(inside) + 1, ((0, column),))


def _tags(of: Feature | Rule | Scenario | Examples) -> list[str]:
    return [tag["name"].removeprefix("@") for tag in of["tags"]]


def _once(tags: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(tags))
