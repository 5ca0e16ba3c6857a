"""Tables: a case's steps beside what is expected, and fields beside their values, told as lines."""

from __future__ import annotations

import re
from collections.abc import Callable

from qa_appliance.english.layout.cells import cells_of, is_barred, is_rule, with_whole_rows
from qa_appliance.english.layout.columns import NOTHING, Column, column_of, of_card, with_the_feature
from qa_appliance.english.layout.data import entered, entered_into, pairs_in
from qa_appliance.english.layout.lines import Line, Lines
from qa_appliance.english.layout.looks import looked_at, stated_of
from qa_appliance.language.word_sets import word_set

_HEADS = re.compile(r"field(?: name)?|label|name|key|input|element|value|text|content|data|input data", re.IGNORECASE)
_BREAK = re.compile(r"<br ?/?>|\n", re.IGNORECASE)
_FILLING = re.compile(r"\b(?:fill|enter|complete|provide|input|type|set)s?\b", re.IGNORECASE)
_MARKER = re.compile(r"(?:[-*•+]|\(?\w{1,3}[.)]|given|when|then|and|but|\d{1,3})", re.IGNORECASE)
_NOT_READ = "The column “{name}” is not read: write what it says into the step."
_NO_COLUMNS = "Columns are read only under a row that names them: Step, Expected result."


def without_tables(given: Lines) -> Lines:
    done = Lines([], given.gaps)
    lines = with_whole_rows(given.lines)
    index = 0
    while index < len(lines):
        kind = _kind(lines[index])
        if kind is None:
            done.lines.append(lines[index])
            index += 1
            continue
        end = index
        while end < len(lines) and kind(lines[end]):
            end += 1
        _take(lines[index:end], done)
        index = end
    return done


def _kind(line: Line) -> Callable[[Line], bool] | None:
    return next((kind for kind in (is_barred, _is_tabbed) if kind(line)), None)


def _is_tabbed(line: Line) -> bool:
    """Cells between tabs; a tab behind a bullet, a number or a word of Gherkin parts no cells."""
    cells = cells_of(line) if not is_barred(line) else []
    filled = [cell for cell in cells if cell.text]
    return len(filled) > 2 or (len(filled) == 2 and _MARKER.fullmatch(filled[0].text) is None)


def _take(block: list[Line], done: Lines) -> None:
    rows = [cells_of(line) for line in block if not is_rule(line)]
    rows = _without_card(rows, done)
    names = [cell.text for cell in rows[0]] if rows else []
    columns = _columns(names, rows[1:])
    if "step" in columns and ("expected" in columns or "number" in columns):
        for row in rows[1:]:
            _take_row(row, columns, names, done)
    elif _laid_otherwise(rows, done, ruled=len(rows) < len(block)):
        pass
    elif _is_numbered(rows):
        for row in rows:
            _take_row(row, ["number", "step", "expected"], [], done)
    else:
        _leave(block, done)


def _stands_under_a_line(rows: list[list[Line]], done: Lines, *, ruled: bool) -> bool:
    """Whether the line before the table says what its rows are; they are told then."""
    opener = _spoken_of(done)
    if seen := _rows_seen(rows, opener, ruled=ruled):
        while done.lines.pop() is not opener:
            pass  # the line that opens the table, and empty ones behind it
        done.lines += seen
        return True
    lines = _opened(rows, opener, ruled=ruled)
    done.lines += lines
    return bool(lines)


def _spoken_of(done: Lines) -> Line | None:
    """The line above, with the colon that Gherkin leaves out behind "the following buttons"."""
    at = next((at for at in range(len(done.lines) - 1, -1, -1) if done.lines[at].text.strip()), -1)
    if at < 0:
        return None
    line = done.lines[at]
    if not line.opens and _FOLLOWING.search(line.text):
        line = done.lines[at] = line._replace(text=line.text.rstrip() + ":")
    return line


_FOLLOWING = re.compile(r"\bthe following(?: [a-z]+){0,6}\s*$")


def _leave(block: list[Line], done: Lines) -> None:
    """What no rule reads: between bars its rows are sentences that no form reads, between tabs they might be read."""
    if is_barred(block[0]):
        done.lines += block
        return
    for line in block:
        done.gap(line.text.strip(), _NO_COLUMNS, line.start + len(line.indent))


def _columns(names: list[str], rows: list[list[Line]]) -> list[Column]:
    """What each column holds; beside "Action" a column "Step" holds its number, or is not read."""
    columns = [column_of(name) for name in names]
    if "step" in columns and columns.count("step") > 1:
        columns = ["title" if _DESCRIBING.fullmatch(name) else each for name, each in zip(names, columns, strict=True)]
    if columns.count("step") > 1:
        at = columns.index("step")
        numbers = all(_A_NUMBER.fullmatch(row[at].text) for row in rows if len(row) > at)
        columns[at] = "number" if numbers else ""
    return columns


_A_NUMBER = re.compile(r"(?:\d{1,3}(?:\.\d{1,3})*[a-z]?\\?[.)]?)?")
_DESCRIBING = re.compile(r"\W*descriptions?\W*", re.IGNORECASE)
"""Beside the steps it tells what the case is about."""


def _is_numbered(rows: list[list[Line]]) -> bool:
    """ "1 ⇥ Open /a ⇥ "A" is shown": a number, a step, and what is expected of it."""
    if len(rows) < 2 or any(len(row) != 3 for row in rows):
        return False
    return [row[0].text.rstrip(".)") for row in rows] == [str(number) for number in range(1, len(rows) + 1)]


def _without_card(rows: list[list[Line]], done: Lines) -> list[list[Line]]:
    """The rows from the names of the columns on; those before it are the case's card: what it is, what comes before."""
    for at, row in enumerate(rows[1:_LONGEST_CARD], 1):
        kinds = [column_of(cell.text) for cell in row]
        if "step" not in kinds or "expected" not in kinds or "" in kinds:
            continue
        labels = [of_card(before[0].text) for before in rows[:at] if before]
        if len(labels) < at or not all(kind in ("title", "number", "given") for kind in labels):
            return rows
        for kind, before in zip(labels, rows[:at], strict=True):
            _take_row([cell for cell in before[1:] if cell.text], [kind], [], done)
        return rows[at:]
    return rows


_LONGEST_CARD = 8  # rows


def _laid_otherwise(rows: list[list[Line]], done: Lines, *, ruled: bool) -> bool:
    """Whether it is a case from top to bottom, or a line above says what its rows are; it is told then."""
    if _is_filed(rows) or _is_filed_beside(rows, done):
        return True
    if not _is_card(rows):
        return _stands_under_a_line(rows, done, ruled=ruled)
    labels = [row[0].text for row in rows]
    _take_row([row[1] for row in rows], [of_card(label) for label in labels], labels, done)
    return True


def _is_filed(rows: list[list[Line]]) -> bool:
    """ "| Executed by | Date | Status |": of a run that somebody made, and nothing to do."""
    kinds = [column_of(cell.text) for cell in rows[0]] if rows else []
    return len(kinds) > _LABELLED and all(kind in ("title", "number", "seen") for kind in kinds)


def _is_filed_beside(rows: list[list[Line]], done: Lines) -> bool:
    """ "| Field | Value |" over "| Priority | High |": what a case is filed under; what comes before it is told."""
    opener = _spoken_of(done)
    headed = (
        bool(rows)
        and (opener is None or not opener.opens)
        and [_HEADS.fullmatch(cell.text.strip("*_ ")) is not None for cell in rows[0]] == [True, True]
    )
    kinds = [of_card(row[0].text) for row in rows[1:] if len(row) == _LABELLED]
    if (
        not headed
        or not kinds
        or len(kinds) < len(rows) - 1
        or not {"title", "number", "given", "seen"}.issuperset(kinds)
    ):
        return False
    for kind, row in zip(kinds, rows[1:], strict=True):
        _take_row(row[1:], [kind], [], done)
    return True


def _is_card(rows: list[list[Line]]) -> bool:
    """A case told from top to bottom: what a cell holds stands before it, "Test steps", "Expected result"."""
    kinds = [column_of(row[0].text) for row in rows if len(row) == _LABELLED]
    return len(kinds) == len(rows) and "step" in kinds and "expected" in kinds


_LONGEST_NUMBER = 2  # words: Step 1
_LABELLED = 2  # cells: a label and what it holds


def _take_row(row: list[Line], columns: list[Column], names: list[str], done: Lines) -> None:
    for cell, column, name in zip(row, columns, names or columns, strict=False):
        if _tells_nothing(cell, column):
            continue
        if column in ("", "number"):
            done.gap(cell.text, _NOT_READ.format(name=name), cell.start)
            continue
        if column == "data":
            continue
        prefix = {"given": "Precondition: ", "expected": "Expected: "}.get(column, "")
        parts = [_without_number(part)._replace(prefix=prefix) if prefix else part for part in _parts(cell)]
        parts = _looks_in_a_row(row, columns, column, with_the_feature(row, columns, names, column, parts))
        data = next((other for other, kind in zip(row, columns, strict=False) if kind == "data"), None)
        done.lines += _with_data(parts, data, done) if column == "step" and data is not None else parts
    for cell in row[len(columns) :]:
        if cell.text:
            done.gap(cell.text, _NO_COLUMNS, cell.start)


def _tells_nothing(cell: Line, column: Column) -> bool:
    """A cell that is no part of a case's steps; a number is a short one."""
    number = column == "number" and len(cell.text.split()) <= _LONGEST_NUMBER
    return number or cell.text.lower() in NOTHING or column in ("title", "seen")


def _looks_in_a_row(row: list[Line], columns: list[Column], column: Column, parts: list[Line]) -> list[Line]:
    """ "Check page type" beside what is expected ticks nothing; beside "Shows “A”" it is what that is said of."""
    cells = {kind: cell for cell, kind in zip(row, columns, strict=False) if kind}
    step, expected = cells.get("step"), cells.get("expected")
    noun = "" if step is None or expected is None or expected.text.lower() in NOTHING else looked_at(step.text)
    if not noun or column not in ("step", "expected"):
        return parts
    if column == "step":
        stated = expected is not None and stated_of(noun, expected.text) != expected.text
        return [] if stated else [part._replace(text=f"Verify {noun}", of_table=True) for part in parts]
    return [part._replace(text=stated_of(noun, part.text), of_table=True) for part in parts]


def _with_data(steps: list[Line], data: Line, done: Lines) -> list[Line]:
    """ "Enter the name" beside "Ann": what the step is done with, where it is one step and does not say so itself."""
    value = data.text.strip().strip("`")
    values = pairs_in(value).values() or [value]
    if value.lower() in NOTHING or all(any(each in step.text for step in steps) for each in values):
        return steps
    if len(steps) == 1 and (into := entered_into(steps[0].text, value)) is not None:
        return [steps[0]._replace(text=into, of_table=True)]
    pairs = _PAIRS.search(value) is not None
    if (done_with := _each_with(steps, value)) is not None:
        return done_with
    if len(steps) != 1 or (pairs and _FORM.search(steps[0].text) is None):
        done.gap(data.text, _WHOSE_DATA, data.start)
        return steps
    step = steps[0]
    text = f"{step.text.rstrip(' .:')}: {value if pairs else _quoted(value)}"
    return [Line(text, min(step.start, data.start), max(step.end, data.end), of_table=True)]


def _each_with(steps: list[Line], value: str) -> list[Line] | None:
    """ "Enter the username", "Enter the password" beside "username: ann<br>password: x"; None where some is left."""
    data = pairs_in(value)
    found = [entered(step.text, data) if data else None for step in steps]
    used = frozenset(label for each in found if each is not None for label in each[1])
    if not used or used != data.keys():
        return None
    return [
        step if each is None else step._replace(text=each[0], of_table=True)
        for step, each in zip(steps, found, strict=True)
    ]


_PAIRS = re.compile(r"[:=;]|<br", re.IGNORECASE)
_FORM = re.compile(r"\bform\b", re.IGNORECASE)
_WHOSE_DATA = "It does not say where this belongs: write it into the step."


def _parts(cell: Line) -> list[Line]:
    """What is parted by <br>."""
    parts: list[Line] = []
    at = 0
    for text in _BREAK.split(cell.text):
        begin = cell.text.index(text, at)
        if text.strip():
            start = cell.start + begin + len(text) - len(text.lstrip())
            parts.append(Line(text.strip(), start, start + len(text.strip())))
        at = begin + len(text)
    return parts


def _without_number(part: Line) -> Line:
    """Behind a word of its own, "Expected: ", a number would be read as a sentence."""
    number = _NUMBER.match(part.text)
    return part if number is None else part._replace(text=part.text[number.end() :], start=part.start + number.end())


_NUMBER = re.compile(r"\(?\d{1,2}[.)]\s+(?=\D)")


def _opened(rows: list[list[Line]], opener: Line | None, *, ruled: bool) -> list[Line]:
    """Under a line with a colon: names in one column, under "fill in the following:" fields and their values."""
    if opener is None or not opener.opens:
        return []
    indent = opener.indent + "    "
    if all(len(row) == 1 for row in rows):
        return [Line(indent + _quoted(cell.text), cell.start, cell.end) for (cell,) in rows]
    if fills(opener) is None:
        return []
    return [_field(label, value, indent) for label, value in _pairs(rows, ruled=ruled)]


def fills(opener: Line) -> re.Match[str] | None:
    """Whether a line says that what stands below it is entered."""
    return _FILLING.search(opener.text)


_ROWS_SEEN = re.compile(
    r"\W*(?:(?:then|and|given) )?(?:(?:i|we|you|the user) (?:should |can )?sees?|there (?:are|is|should be)|"
    r"(?:the|this) (?:table|list|page|grid) (?:should |must )?(?:shows?|contains?|lists?|has|have))"
    r"(?: (?:the|these|following|rows?|records?|entries|items|table|grid|list|in|it))*:\s*",
    re.IGNORECASE,
)
_OF_ROWS = re.compile(r"\b(?:rows?|records?|entries|table|grid)\b", re.IGNORECASE)
"""What says that the rows below are seen on the page, and nothing more of where."""


def _rows_seen(rows: list[list[Line]], opener: Line | None, *, ruled: bool) -> list[Line]:
    """Under names of columns, ruled off or of a table that is spoken of: of each row, that the one called so holds
    each of its cells, under the name of its column where it has one.
    """
    if opener is None or _ROWS_SEEN.fullmatch(opener.text) is None or not _are_named_rows(rows):
        return []
    if not ruled and _OF_ROWS.search(opener.text) is None:
        return []
    cells = [(row, head, cell) for row in rows[1:] for head, cell in zip(rows[0], row, strict=True) if cell.text]
    return [
        Line(_cell_of_a_row(row[0].text, head.text, cell.text), row[0].start, cell.end, "Expected: ", True)
        for row, head, cell in cells
        if head.text or cell is not row[0]
    ]


def _are_named_rows(rows: list[list[Line]]) -> bool:
    """Whether all are as long as the head, and each begins with a name and something of it."""
    even = all(len(row) == len(rows[0]) and row[0].text and row[1:] and row[1].text for row in rows)
    return len(rows) >= _HEAD_AND_ROW and even


def _cell_of_a_row(name: str, head: str, cell: str) -> str:
    row = f"the row {_quoted(name)}"
    return f"{row} has {_quoted(cell)} under {_quoted(head)}" if head else f"{row} contains {_quoted(cell)}"


_HEAD_AND_ROW = 2


def _pairs(rows: list[list[Line]], *, ruled: bool) -> list[tuple[Line, Line]]:
    """Fields and their values, one pair in a row, or the values of one row under their names."""
    if all(len(row) == 2 for row in rows) and not _names_above(rows):
        headed = all(_HEADS.fullmatch(cell.text.strip("*_ ")) for cell in rows[0])
        if headed or not ruled:
            return [(label, value) for label, value in (rows[1:] if headed else rows)]
    if len(rows) == 2 and len(rows[0]) == len(rows[1]) and (ruled or len(rows[0]) > 2 or _names_above(rows)):
        return list(zip(*rows, strict=True))
    return []


def _names_above(rows: list[list[Line]]) -> bool:
    """Whether two rows of two cells are two fields over their values: "Name | City" over "Ann | Rome"."""
    lows = [[re.sub(r"[\s_-]", "", cell.text).lower() for cell in row] for row in rows]
    return len(lows) == len(lows[0]) == 2 and _FIELDS.issuperset(lows[0]) and lows[1][0] not in _FIELDS


_FIELDS = word_set(
    "name username user login password email firstname lastname surname city country phone address street zip zipcode "
    "postcode state company title description date amount age gender role status quantity price message subject"
)


def _field(label: Line, value: Line, indent: str) -> Line:
    return Line(f"{indent}{label.text}: {_quoted(value.text)}", label.start, max(value.end, label.end), of_table=True)


def _quoted(text: str) -> str:
    if text.startswith(('"', "“", "'", "{")):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
