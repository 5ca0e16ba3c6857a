"""Forms: what a wording means, and the verbs that have them. A builder's parameters are the blanks of its wordings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from inspect import Parameter, signature
from types import NoneType, UnionType
from typing import Union, get_args, get_origin, get_type_hints

from msgspec import Struct

from qa_appliance.core.steps import Step
from qa_appliance.english.wording.frames import SlotReader, Slots, Wording, compile_wordings, fit
from qa_appliance.language.tokens import Phrase

Build = Callable[..., Step | tuple[Step, ...] | None]


class BlanksDiffer(Exception):
    """A builder's parameters are not the blanks of its wordings."""


class Form(Struct, frozen=True):
    """What one wording of a verb means. `build` answers the step(s), or None where the slots do not go together.

    `carries`: "… and Y into B" may follow without the verb.
    """

    id: str
    example: str
    wordings: tuple[Wording, ...]
    build: Build
    carries: bool = False


class Verb(Struct, frozen=True):
    """A verb and its synonyms with all its forms, tried in order."""

    words: tuple[str, ...]
    forms: tuple[Form, ...]


def form(id: str, example: str, wordings: str, build: Build, *, carries: bool = False) -> Form:
    """`wordings`: one or several, separated by " // "."""
    compiled = compile_wordings(wordings)
    compare_names(id, compiled, build)
    return Form(id, example, compiled, build, carries)


def verb(words: str, *forms: Form) -> Verb:
    return Verb(tuple(word.strip() for word in words.split(",")), forms)


def read_form(
    forms: tuple[Form, ...], phrase: Phrase, readers: Mapping[str, SlotReader]
) -> tuple[Form, tuple[Step, ...], Slots] | None:
    """The first form that reads the whole phrase (the verb taken off), with its steps and slots."""
    lows = frozenset(token.low for token in phrase.tokens)
    for candidate in forms:
        for wording in candidate.wordings:
            slots = fit(wording, phrase, lows, readers)
            if slots is None:
                continue
            built = candidate.build(**slots)
            if built is None:
                continue
            return candidate, built if isinstance(built, tuple) else (built,), slots
    return None


def compare_names(id: str, wordings: Iterable[Wording], build: Callable[..., object]) -> None:
    """Every blank is a parameter of the builder, and one that a wording can do without has a default."""
    parameters = signature(build).parameters
    asked = {name for name, parameter in parameters.items() if parameter.default is Parameter.empty}
    for wording in wordings:
        blanks = {slot.name for slot in wording.slots}
        if strangers := blanks - parameters.keys():
            raise BlanksDiffer(f"{id}: “{wording.line}” has a blank its builder does not take: {sorted(strangers)}")
        sure = {slot.name for slot in wording.slots if not slot.optional}
        if missing := asked - sure:
            raise BlanksDiffer(f"{id}: “{wording.line}” may leave out what its builder needs: {sorted(missing)}")


def compare_types(
    builders: Iterable[tuple[tuple[Wording, ...], Callable[..., object]]], readers: Mapping[str, SlotReader]
) -> None:
    """What is read into a blank is what its builder says that it takes, and each parameter is a blank somewhere."""
    made = {type: _alternatives(get_type_hints(reader)["return"]) - {NoneType} for type, reader in readers.items()}
    filled: dict[Callable[..., object], set[str]] = {}
    for wordings, build in builders:
        parameters = get_type_hints(build)
        for slot in (slot for wording in wordings for slot in wording.slots):
            filled.setdefault(build, set()).add(slot.name)
            if not made[slot.type] <= _alternatives(parameters[slot.name]):
                raise BlanksDiffer(f"{build.__name__} takes {slot.name} as {parameters[slot.name]}, not as {slot.type}")
    for build, blanks in filled.items():
        if unfilled := signature(build).parameters.keys() - blanks:
            raise BlanksDiffer(f"{build.__name__}: no wording has the blank {sorted(unfilled)}")


def _alternatives(hint: object) -> frozenset[object]:
    return frozenset(get_args(hint)) if get_origin(hint) in (Union, UnionType) else frozenset([hint])
