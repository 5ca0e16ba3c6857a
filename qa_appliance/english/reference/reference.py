"""The reference of the test language that users read, made from its rows: a row can neither be missing nor stale."""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from qa_appliance.english.reference.explained import does
from qa_appliance.language.claims import CLAIMS_BY_TOPIC
from qa_appliance.language.deeds import DEEDS_BY_TOPIC
from qa_appliance.language.read import read
from qa_appliance.language.rows import Blank, Says

CHECKING = "verify that "
_FIXED = {"be": "are", "confirmed": " {target}"}
"""Blanks of which it depends on others whether anything stands there."""


class FormShown(Struct, frozen=True):
    """`form` is the wording, blanks in braces; `example` is read by it. `wordings`: this one, and its denial."""

    form: str
    example: str
    does: str
    wordings: tuple[str, ...]


class FamilyShown(Struct, frozen=True):
    name: str
    title: str
    forms: tuple[FormShown, ...]


def families() -> tuple[FamilyShown, ...]:
    """Every row of the language by its topic, in the order of the language; of what is read alike the first."""
    deeds = [_family(title, rows, "") for title, rows in DEEDS_BY_TOPIC.items()]
    return (*deeds, *(_family(title, rows, CHECKING) for title, rows in CLAIMS_BY_TOPIC.items()))


def _family(title: str, rows: Iterable[Says], before: str) -> FamilyShown:
    name = re.sub(r"\W+", "-", title.lower()).strip("-")
    return FamilyShown(name, title, tuple(_forms(list(rows), before)))


def _forms(rows: list[Says], before: str) -> list[FormShown]:
    """Rows with one example are one form; a denial without any is another wording of the row before it."""
    forms: dict[str, FormShown] = {}
    example = ""
    for row in rows:
        example = row.example or example
        wording = before + _wording(row)
        if known := forms.get(example):
            forms[example] = replace(known, wordings=(*known.wordings, wording))
        elif (step := read(before + row.example)) is not None:
            forms[example] = FormShown(wording, before + row.example, does(step), (wording,))
    return list(forms.values())


def _wording(row: Says) -> str:
    return "".join(part if isinstance(part, str) else _blank(part) for part in row.parts)


def _blank(blank: Blank) -> str:
    return _FIXED.get(blank.form) or f"{{{blank.field}}}"
