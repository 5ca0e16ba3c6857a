"""The columns of a table by their names: what each holds, and what a cell is told with."""

from __future__ import annotations

import re
from typing import Literal

from qa_appliance.english.layout.lines import Line

Column = Literal["", "number", "title", "given", "step", "data", "expected", "seen"]
_COLUMNS: dict[Column, re.Pattern[str]] = {
    column: re.compile(words)  # type: ignore[misc]
    for column, words in {
        "number": (
            r"#|no\.?|nr\.?|id|(?:test )?step ?(?:#|no\.?|nr\.?|number|id)|s\.? ?no\.?|number"
            r"|(?:test )?case ?(?:id|no\.?|#|number)|test ?(?:id|no\.?|#)|tc(?: ?(?:id|no\.?|#))?|s[rl]\.? ?(?:no\.?|#)"
        ),
        "title": (
            r"(?:test )?(?:case )?(?:title|name)|(?:test )?(?:case|scenario)|test|summary|priority|severity|author"
            r"|status"
            r"|module(?: name)?|(?:test )?type|features?|epic|user story|requirements?(?: id)?|bug(?: (?:link|id))?"
            r"|defect id|tester|environment|(?:test )?case description|test description|objective|purpose|components?"
            r"|area|category|(?:severity|priority) ?/ ?(?:severity|priority)"
            r"|attachments?|screenshots?|evidence|auto(?:mation)? ?ref(?:erence)?\.?"
            r"|tags?|labels?|sprint|release|build|test suite|browser|device|automat(?:ed|ion)(?: status)?"
        ),
        "given": r"pre-?conditions?|pre-?requisites?",
        "step": (
            r"(?:test )?(?:steps?|actions?)(?: (?:actions?|descriptions?|details))?|descriptions?|instructions?"
            r"|what to do|procedure|steps? to (?:reproduce|execute|perform|follow)"
        ),
        "data": r"(?:test|input|sample) ?(?:data|values?)|data|inputs?",
        "expected": r"expected(?: \w+){0,2}|expectations?|results?|outcomes?|expected/.*",
        "seen": r"actual(?: \w+){0,2}|pass ?/ ?fail|pass|passed|fail|verdict|executed by|date|status",
    }.items()
}
NOTHING = frozenset({"", "-", "–", "—", "/", "n/a", "na", "none"})
_LONGEST_HEAD = 40  # characters
_IN_BRACKETS = re.compile(r"(?<=\w)[ \t]+\([^()]*\)")
"""Test data (if applicable)."""


def column_of(name: str) -> Column:
    words = " ".join(_IN_BRACKETS.sub("", name).strip("*_ ").lower().split())
    if len(words) > _LONGEST_HEAD:
        return ""
    return next((column for column, pattern in _COLUMNS.items() if pattern.fullmatch(words)), "")


def of_card(label: str) -> Column:
    """Remarks and fields beside a case tell of the case, beside a step of what is to be done."""
    return "title" if _REMARKS.fullmatch(label.strip("*_ ")) else column_of(label)


_REMARKS = re.compile(r"(?:additional )?(?:comments?|remarks?|notes?)|fields?", re.IGNORECASE)


def with_the_feature(
    row: list[Line], columns: list[Column], names: list[str], column: Column, parts: list[Line]
) -> list[Line]:
    """ "Click" under "Action", beside "Home link" under "Feature": on what it is done."""
    if column != "step" or len(parts) != 1 or _BARE_DEED.fullmatch(parts[0].text) is None:
        return parts
    cells = zip(row, columns, names, strict=False)
    what = next((cell for cell, kind, name in cells if kind == "title" and _FEATURE.fullmatch(name.strip("*_ "))), None)
    if what is None or what.text.lower() in NOTHING:
        return parts
    deed = parts[0].text.split()[0].lower().removesuffix("ed")
    return [Line(f"{deed} {what.text}", what.start, parts[0].end, of_table=True)]


_BARE_DEED = re.compile(r"(?:click(?:ed)?|press(?:ed)?|tap|hover)(?: on)?\.?", re.IGNORECASE)
_FEATURE = re.compile(r"(?:features?|elements?|components?)(?: tested)?", re.IGNORECASE)
