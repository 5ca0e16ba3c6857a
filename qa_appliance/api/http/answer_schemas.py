"""Schemas of answers that say what an answer always holds: a field with a default is left out of none. Reads none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypedDict

from msgspec import NODEFAULT, inspect


class Component(TypedDict, total=False):
    """What is changed of a component's schema."""

    required: list[str]


def complete(answers: list[type], bodies: list[type], components: dict[str, Component]) -> None:
    """Changes the components that only answers are made of, in place."""
    accepted = {struct.cls for body in bodies for struct in _structs(inspect.type_info(body), set())}
    for answer in answers:
        for struct in _structs(inspect.type_info(answer), accepted):
            components[struct.cls.__name__]["required"] = _always_there(struct)


def _always_there(struct: inspect.StructType) -> list[str]:
    config = struct.cls.__struct_config__
    tag = [config.tag_field] if config.tag_field else []
    fields = [each for each in struct.fields if each.required or (_has_default(each) and not config.omit_defaults)]
    return tag + [field.encode_name for field in fields]


def _has_default(field: inspect.Field) -> bool:
    """False for one that is UNSET where nothing is said, and then left out."""
    return field.default is not NODEFAULT or field.default_factory is not NODEFAULT


def _structs(kind: inspect.Type, known: set[type]) -> Iterator[inspect.StructType]:
    """Those a type is made of that are not `known` yet."""
    if isinstance(kind, inspect.StructType):
        if kind.cls in known:
            return
        known.add(kind.cls)
        yield kind
    for part in _parts(kind):
        yield from _structs(part, known)


def _parts(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    match kind:
        case inspect.StructType(fields=fields):
            return tuple(field.type for field in fields)
        case inspect.UnionType(types=types):
            return types
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item) | inspect.SetType(item_type=item):
            return (item,)
        case inspect.TupleType(item_types=items):
            return items
        case inspect.DictType(key_type=key, value_type=value):
            return (key, value)
        case inspect.Metadata(type=inner):
            return (inner,)
    return ()
