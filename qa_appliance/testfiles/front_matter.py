"""What stands before the tests of a Markdown file, between two lines of dashes: true of each of its tests."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from qa_appliance.core.run import UserExpectation
from qa_appliance.testfiles.entries import VARIABLE, Entry, read_entries
from qa_appliance.testfiles.faults import Faulty, Spot, faulty, read_text
from qa_appliance.testfiles.given import Given, StatedAccount, read_accounts, read_variables

_DASHES = re.compile(r"---[ \t]*")
_WINDOW = re.compile(r"desktop|tablet|phone|[1-9][0-9]{2,3}x[1-9][0-9]{2,3}")
_TAG = re.compile(r"[^,\s](?:[^,\x00-\x1f]*[^,\s])?")
_EXPECTATIONS: dict[str, UserExpectation] = {"pass": "pass", "fail": "fail", "unknown": "unknown"}
_MOST_ROWS = 1000


class FrontMatter(Struct, frozen=True):
    """`data`: a row is what stands for the columns in one run of each test; None: there is no table.

    `secrets`: variables of whoever runs the tests, which stand in sentences as `${NAME}`.
    """

    url: str | None = None
    project: str | None = None
    environment: str | None = None
    tags: tuple[str, ...] = ()
    viewport: str | None = None
    expect: UserExpectation = "pass"
    allows_loopback: bool = False
    data: tuple[dict[str, str], ...] | None = None
    secrets: tuple[str, ...] = ()
    accounts: dict[str, StatedAccount] = {}
    variables: dict[str, Entry] = {}

    @property
    def given(self) -> Given:
        return Given(self.accounts, self.variables)

    @property
    def columns(self) -> frozenset[str]:
        """What data fills in."""
        return frozenset(self.data[0]) if self.data else frozenset()


def split(text: str, file: Path) -> tuple[FrontMatter, list[str], int]:
    """The front matter, the lines after it, and how many lines of the file come before these. Raises `Faulty`."""
    lines = text.replace("\r\n", "\n").split("\n")
    if not _DASHES.fullmatch(lines[0]):
        return FrontMatter(), lines, 0
    end = next((number for number, line in enumerate(lines[1:], 1) if _DASHES.fullmatch(line)), None)
    if end is None:
        raise faulty(Spot(file), "The front matter that begins here does not end: a line “---” is missing.")
    entry = read_entries("\n".join(lines[1:end]), file, above=1)
    return FrontMatter() if entry is None else _read(entry), lines[end + 1 :], end + 1


def _read(entry: Entry) -> FrontMatter:
    found: dict[str, object] = {}
    for name, key, value in entry.pairs("The front matter"):
        if name not in _KEYS:
            raise key.wrong(f"“{name}” is not known here. What is: {', '.join(_KEYS)}.")
        field, reader = _KEYS[name]
        found[field] = reader(value, name)
    return FrontMatter(**found)  # type: ignore[arg-type]  # each reader answers what its field holds


def address(value: Entry, name: str) -> str:
    text = value.text(name)
    if not text.startswith(("http://", "https://")) or any(sign.isspace() for sign in text):
        raise value.wrong(f"{name} has to be an address that begins with http:// or https://.")
    return text


def loopback(value: Entry, name: str) -> bool:
    if value.text(name) != "loopback":
        raise value.wrong("allow may open “loopback” only, this machine itself; what else is opened with --allow.")
    return True


def tags(texts: list[str], wrong: Callable[[str], Faulty]) -> tuple[str, ...]:
    for text in texts:
        if not _TAG.fullmatch(text):
            raise wrong(f"“{text}” is no tag: one line without a comma.")
    once: dict[str, str] = {}
    for text in texts:
        once.setdefault(text.casefold(), text)
    return tuple(once.values())


def _viewport(value: Entry, name: str) -> str:
    text = value.text(name)
    if not _WINDOW.fullmatch(text):
        raise value.wrong("viewport has to be desktop, tablet, phone or a size such as 1280x720.")
    return text


def _expect(value: Entry, name: str) -> UserExpectation:
    found = _EXPECTATIONS.get(value.text(name))
    if found is None:
        raise value.wrong(f"expect has to be one of: {', '.join(_EXPECTATIONS)}.")
    return found


def _secrets(value: Entry, name: str) -> tuple[str, ...]:
    names = value.texts(name)
    lost = next((each for each in names if not VARIABLE.fullmatch(f"${{{each}}}")), None)
    if lost is not None:
        raise value.wrong(f"“{lost}” is no name of a variable, such as PASSWORD. A secret itself stands in no file.")
    return tuple(dict.fromkeys(names))


def _data(value: Entry, name: str) -> tuple[dict[str, str], ...]:
    try:
        file = value.text(name)
    except Faulty:
        rows = [row.map_of_texts("A row of data") for row in value.items("data")]
    else:
        rows = _table(value.file.parent / file, value)
    if not rows:
        raise value.wrong("data has no row, so that no test would run.")
    if len(rows) > _MOST_ROWS:
        raise value.wrong(f"data has {len(rows)} rows; {_MOST_ROWS} are the most.")
    for number, row in enumerate(rows, 1):
        lost = [column for column in rows[0] if column not in row]
        if lost:
            raise value.wrong(f"Row {number} of data has no “{lost[0]}”, which the first one has.")
        broken = next((column for column, text in row.items() if "\n" in text or "\x00" in text), None)
        if broken is not None:
            raise value.wrong(f"Row {number} of data has more than one line in “{broken}”.")
    return tuple(rows)


def _table(file: Path, value: Entry) -> list[dict[str, str]]:
    if file.suffix.lower() != ".csv":
        raise value.wrong("data has to be a list of rows, or the name of a .csv file beside this one.")
    if not file.is_file():
        raise value.wrong(f"There is no file {file}.")
    reader = csv.reader(read_text(file).splitlines(), strict=True)
    head: list[str] = []
    rows: list[dict[str, str]] = []
    try:
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            if not head:
                head = [cell.strip() for cell in cells]
                if "" in head or len(set(head)) < len(head):
                    raise faulty(Spot(file, reader.line_num), "Each column needs a name of its own.")
            elif len(cells) != len(head):
                message = f"The row has {len(cells)} cells, and there are {len(head)} columns."
                raise faulty(Spot(file, reader.line_num), message)
            else:
                rows.append(dict(zip(head, cells, strict=True)))
    except csv.Error as error:
        raise faulty(Spot(file, max(1, reader.line_num)), f"It is no CSV: {error}.") from error
    return rows


_KEYS: dict[str, tuple[str, Callable[[Entry, str], object]]] = {
    "url": ("url", address),
    "project": ("project", Entry.text),
    "environment": ("environment", Entry.text),
    "tags": ("tags", lambda value, name: tags(value.texts(name), value.wrong)),
    "viewport": ("viewport", _viewport),
    "expect": ("expect", _expect),
    "allow": ("allows_loopback", loopback),
    "data": ("data", _data),
    "secrets": ("secrets", _secrets),
    "accounts": ("accounts", read_accounts),
    "variables": ("variables", read_variables),
}
