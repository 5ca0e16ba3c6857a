"""Tells of variables QA_APPLIANCE_… that nothing reads: most often a misspelled one. Never fails for them."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping

import click

from qa_appliance.settings.base import ENVIRONMENT_PREFIX
from qa_appliance.settings_index import leaves

# read where they are used: by `serve` for the first owner, by `run` for its server, by every command
OTHERS = frozenset(
    ENVIRONMENT_PREFIX + name
    for name in ("ADMIN_EMAIL", "ADMIN_PASSWORD", "ADMIN_PASSWORD_FILE", "API_KEY", "DEBUG", "ORGANIZATION")
)


def unread(environment: Mapping[str, str], commands: Iterable[click.Command]) -> Iterator[str]:
    """A sentence for each. `commands` are looked through for flags with twins only where something is unknown."""
    known = {leaf.variable for leaf in leaves()} | OTHERS
    left = sorted(name for name in environment if name.startswith(ENVIRONMENT_PREFIX) and name not in known)
    if not left:
        return
    known |= {twin for command in commands for twin in _twins(command)}
    for name in left:
        if name not in known:
            near = difflib.get_close_matches(name, known, 1, 0.85)
            hint = (
                f"did you mean {near[0]}?" if near else "`qa-appliance serve --help` lists the flags, each with a twin."
            )
            yield f"{name} is set, but nothing reads it; {hint}"


def _twins(command: click.Command) -> Iterator[str]:
    for parameter in command.params:
        if isinstance(parameter.envvar, str):
            yield parameter.envvar
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            yield from _twins(inner)
