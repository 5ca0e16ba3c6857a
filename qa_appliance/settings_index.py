"""Every single setting with its names, what it is for and what it allows: for flags, variables, files, the manual."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import get_args, get_origin

import msgspec
from msgspec import Meta, Struct

from qa_appliance.settings import Settings
from qa_appliance.settings.base import ENVIRONMENT_PREFIX, Group, Secret

Keys = tuple[str, ...]
"""The names of the fields that lead to a setting."""


class Leaf(Struct, frozen=True):
    """One setting: `path` are the field names that lead to it."""

    path: Keys
    key: str  # as in config.toml: limits.apiGlobalPerMinute
    type: object
    group: str  # the title of its group
    help: str
    allowed: str
    default: object
    several: bool
    yes_or_no: bool
    secret: bool  # has no flag and stands in no `config.toml`

    @property
    def variable(self) -> str:
        return ENVIRONMENT_PREFIX + "_".join(self.path).upper()

    @property
    def flag(self) -> str:
        return "--" + "-".join(self.path).replace("_", "-")


@cache
def leaves() -> tuple[Leaf, ...]:
    """Every single setting, groups flattened, in the order they are written above."""
    return tuple(_leaves(Settings, (), ""))


def _leaves(group: type[Group], path: Keys, key: str) -> Iterator[Leaf]:
    defaults = group()
    for field in msgspec.structs.fields(group):
        here, name = (*path, field.name), key + field.encode_name
        if isinstance(field.type, type) and issubclass(field.type, Group):
            yield from _leaves(field.type, here, name + ".")
        else:
            parts = (
                field.type,
                *get_args(field.type),
                *(inner for part in get_args(field.type) for inner in get_args(part)),
            )
            yield Leaf(
                path=here,
                key=name,
                type=field.type,
                group=group.title,
                help=_help(field.type),
                allowed=_allowed(field.type),
                default=getattr(defaults, field.name),
                several=any(get_origin(part) is tuple for part in parts),
                yes_or_no=bool in parts,
                secret=Secret in parts,
            )


def _allowed(kind: object) -> str:
    """The words of the rule: those of the annotation itself, or of the one that may also be absent."""
    return next((meta.description for meta in _metas(kind) if meta.description), "")


def _help(kind: object) -> str:
    return next((meta.extra["help"] for meta in _metas(kind) if meta.extra and "help" in meta.extra), "")


def _metas(kind: object) -> Iterator[Meta]:
    for part in (kind, *get_args(kind)):
        yield from (meta for meta in getattr(part, "__metadata__", ()) if isinstance(meta, Meta))
