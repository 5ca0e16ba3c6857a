"""A row: the kind of step or check it says, and by which words. Puts nothing into words itself."""

from __future__ import annotations

import re
from functools import cached_property

import msgspec

from qa_appliance.core.checks import Check
from qa_appliance.core.steps import Step
from qa_appliance.core.target import Kind

_BLANK = re.compile(r"\{(?P<field>\w+)(?::(?P<form>\w+))?\}")
_TURNED = re.compile(r"<([^|<>]*)\|([^|<>]*)>")
_ELSEWHERE = frozenset({"sentence", "reads_as", "rule", "source", "phrase", "phrase_ids", "ways", "any_case", "since"})
"""How a step came to be, and what a run finds out. Whether letters count is put behind a check, for all alike, unless
a row's words are read in any letters."""


class Blank(msgspec.Struct, frozen=True):
    """`form`: how the field is put there, where its type does not tell."""

    field: str
    form: str = ""


class Says(msgspec.Struct, frozen=True, dict=True):
    """`template` has a blank for each field that is said; all others are as in `fixed`, or as where nothing is said.

    `of`: only where its target is of one of these kinds. `example` is a sentence of it.
    """

    kind: type[msgspec.Struct]
    template: str
    example: str
    of: frozenset[Kind] = frozenset()
    fixed: dict[str, object] = {}

    @cached_property
    def parts(self) -> list[str | Blank]:
        """The template as words and blanks in turn."""
        parts: list[str | Blank] = []
        at = 0
        for found in _BLANK.finditer(self.template):
            parts += [self.template[at : found.start()], Blank(found["field"], found["form"] or "")]
            at = found.end()
        return [*parts, self.template[at:]]

    @cached_property
    def blanks(self) -> frozenset[str]:
        return frozenset(part.field for part in self.parts if isinstance(part, Blank))

    @cached_property
    def filled(self) -> tuple[str, ...]:
        """The fields that may be empty, and are not where these words stand."""
        fields = msgspec.structs.fields(self.kind)
        return tuple(field.name for field in fields if field.name in self.blanks and not field.required)

    @cached_property
    def unsaid(self) -> tuple[tuple[str, object], ...]:
        """The fields the words do not speak of, each with what it has to be."""
        return tuple(
            (field.name, self.fixed.get(field.name, field.default))
            for field in msgspec.structs.fields(self.kind)
            if field.name not in self.blanks and (field.name in self.fixed or field.name not in _ELSEWHERE)
        )

    def fits(self, thing: Step | Check) -> bool:
        """Whether these words leave out nothing of it."""
        if self.of and getattr(getattr(thing, "target", None), "kind", None) not in self.of:
            return False
        filled = all(_is_there(getattr(thing, name), name in self.filled) for name in self.blanks)
        return filled and all(getattr(thing, name) == value for name, value in self.unsaid)


def says(kind: type[msgspec.Struct], template: str, example: str, /, *of: Kind, **fixed: object) -> Says:
    return Says(kind, template, example, frozenset(of), fixed)


def either(kind: type[msgspec.Struct], template: str, example: str, /, *of: Kind, **fixed: object) -> tuple[Says, Says]:
    """A check and its denial: of `<is|is not>` the first is said where it is to hold. The example is of that one."""
    holds, denied = (_TURNED.sub(rf"\{side}", template) for side in (1, 2))
    return says(kind, holds, example, *of, **fixed), says(kind, denied, "", *of, negated=True, **fixed)


def _is_there(value: object, by_default_empty: bool) -> bool:
    return value is not None and not (by_default_empty and value in ("", ()))
