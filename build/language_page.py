"""Writes docs/language.md, the test language in full, from its rows, and the part of it that a model is told.

python build/language_page.py
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import get_args

from qa_appliance.core.steps import Step
from qa_appliance.english.reference.explained import does
from qa_appliance.language.claims import CLAIMS_BY_TOPIC
from qa_appliance.language.deeds import DEEDS_BY_TOPIC
from qa_appliance.language.nouns import NOUNS
from qa_appliance.language.read import read
from qa_appliance.language.rows import Says
from qa_appliance.model.language import OFFERED

_HOUSE = Path(__file__).parent.parent
PAGE = _HOUSE / "docs" / "language.md"
FOR_A_MODEL = _HOUSE / "qa_appliance" / "model" / "language.md"
_INTRODUCTION = """# The test language

A test is a list of sentences, one action or one check each. This page is the whole language; `make language` writes it
from the rows the appliance reads by. You may write more freely: every step of a run, of the editor and of
`POST /api/plan` shows the sentence it is *read as*, and `qa-appliance fmt tests/` rewrites a test in these sentences.
What cannot be read for sure is a *gap*: the run stops there and does not pass.

```markdown
## Buy a lamp

- Open /checkout
- Enter "Ada" into the "Name" field
- Choose "Express" from the "Shipping" dropdown
- Click the "Order" button
- Verify that "Thank you, Ada" is shown
- Verify that the "Total" text is "42.50"
```
"""
_NAMING = """
## Naming things

| Write | for |
|---|---|
| `"Save"` | whatever is called so. Quotes hold the exact words; a name of plain words needs none: `click Save` |
| `the "Save" button` | one of that kind. Kinds: {kinds} |
| `the second "Edit" button`, `the last row` | one of several, by its place on the screen |
| `the row "Alice"` | the row that has a cell “Alice” |
| `the blue icon`, `the disabled "Save" button` | by a color, a size or a state |
| `… in the row "Alice"`, `… in the "Billing" section` | inside of something: `… in the row "A" in the table` |
| `… next to "Total"`, `above`, `below`, `before`, `after`, `to the left of`, `to the right of` | beside something |
| `… at the top`, `on the right`, `in the upper right corner` | by its side of the page |
| `{{order}}` | a value that was remembered, or a column of the test's data |
"""


def page(offered: Collection[type] = (), introduction: str = _INTRODUCTION) -> str:
    """The whole page; where only some kinds of steps and checks are `offered`, what it says of those."""
    kinds = ", ".join(noun for noun in NOUNS.values() if noun)
    deeds, checks = (
        [_list(title, among) for title, rows in topics.items() if (among := [r for r in rows if _is_among(r, offered)])]
        for topics in (DEEDS_BY_TOPIC, CLAIMS_BY_TOPIC)
    )
    before = (
        "Each stands behind `verify that …`, `wait until …` and `if …, …`. Denied, it holds where the other does not."
    )
    named = (introduction + _NAMING).format(kinds=kinds)
    parts = [named, "# Actions\n", *deeds, f"# Checks\n\n{before}\n", *checks]
    return "\n".join(parts).replace("{{", "{").replace("}}", "}")


def _is_among(row: Says, offered: Collection[type]) -> bool:
    return not offered or row.kind in offered


def _list(title: str, rows: Iterable[Says]) -> str:
    """A line for what a row does, with an example of each that does so; short lines of one kind are one."""
    by_what: dict[str, tuple[type, list[str]]] = {}
    for kind, example, what in _explained(rows):
        examples = by_what.setdefault(what, (kind, []))[1]
        if example not in examples:
            examples.append(example)
    lines: list[tuple[type, list[str], str]] = []
    for what, (kind, examples) in by_what.items():
        last = lines[-1] if lines else None
        if last is not None and last[0] is kind and len(last[1]) + len(examples) <= _FEW and kind in get_args(Step):
            lines[-1] = kind, [*last[1], *examples], f"{last[2].rstrip('.')}; {what[0].lower()}{what[1:]}"
        else:
            lines.append((kind, examples, what))
    shown = [f"- {' · '.join(f'`{each}`' for each in examples[:_MOST])}: {what}" for _, examples, what in lines]
    return "\n".join([f"## {title}", *shown, ""])


def _explained(rows: Iterable[Says]) -> Iterator[tuple[type, str, str]]:
    """An example of each row, and what it does; a subject that is compared in ten ways is told once."""
    compared: set[str] = set()
    for row in rows:
        step = _read(row)
        if row.fixed.get("negated") or step is None:
            continue
        what = does(step).removeprefix("Checks that ")
        subject = _compared_subject(row)
        if subject is not None:
            if subject in compared:
                continue
            compared.add(subject)
            what = _COMPARISONS
        yield row.kind, row.example, f"{what[0].upper()}{what[1:]}"


def _read(row: Says) -> Step | None:
    return read(row.example if row.kind in get_args(Step) else f"verify that {row.example}")


def _compared_subject(row: Says) -> str | None:
    """Of what a row says that it is, contains, starts with … something; None of any other row."""
    found = re.fullmatch(
        r"(.*) (?:is|contains|shows|matches|(?:starts|ends) with|is (?:more|less) than|is at (?:most|least)) \{value\}",
        row.template,
    )
    return found[1] if found is not None and "comparison" in row.fixed else None


_FEW = 3  # examples of one line of several
_MOST = 9  # examples
_COMPARISONS = (
    "is what the sentence says. Also: contains, shows, starts with, ends with, matches, is more than, is at least, "
    "is less than, is at most."
)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    FOR_A_MODEL.write_text(page(OFFERED, "").lstrip(), encoding="utf-8")
