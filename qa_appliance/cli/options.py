"""Flags: those of settings are made from the settings, so that a rule stands in one place; all have twins in the
environment. Never reads a setting from anywhere itself.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any

import click

from qa_appliance.cli.configuration import read_settings
from qa_appliance.settings.base import ENVIRONMENT_PREFIX
from qa_appliance.settings_index import Keys, Leaf, leaves


class GroupedCommand(click.Command):
    """Its help lists the flags of settings by their groups, after those of its own."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        groups = {"_".join(leaf.path): leaf.group for leaf in leaves()}
        sections: dict[str, list[tuple[str, str]]] = {"Options": []}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None:
                sections.setdefault(groups.get(parameter.name or "", "Options"), []).append(record)
        for title, records in sections.items():
            with formatter.section(title):
                formatter.write_dl(records)


def settings_options(
    *names: str, defaults: Mapping[Keys, object] | None = None
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Adds a flag for each named setting or group of them, or for every one, and hands the command `settings`, read
    from everywhere. `defaults` are the command's own."""
    own = defaults or {}
    chosen = [leaf for leaf in leaves() if not leaf.secret and (not names or _is_among(leaf, names))]

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(command)
        def with_settings(**given: Any) -> Any:
            flags = {leaf.path: given.pop("_".join(leaf.path)) for leaf in chosen}
            return command(settings=read_settings(flags, defaults=own), **given)

        made: Callable[..., Any] = with_settings
        for leaf in reversed(chosen):
            made = _option(leaf, own.get(leaf.path, leaf.default))(made)
        return made

    return decorate


def _is_among(leaf: Leaf, names: tuple[str, ...]) -> bool:
    return leaf.path[0] in names or "_".join(leaf.path) in names


def _option(leaf: Leaf, preset: object) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    name = "_".join(leaf.path)
    if leaf.yes_or_no and not preset:
        return click.option(leaf.flag, name, flag_value="true", help=leaf.help, allow_from_autoenv=False)
    default = str(preset).lower() if leaf.yes_or_no else preset
    hint = f" [default: {default}]" if default not in (None, ()) else ""
    return click.option(
        leaf.flag,
        name,
        multiple=leaf.several,
        metavar="VALUE",
        help=f"{leaf.help} Allowed: {leaf.allowed}{'; may be repeated' if leaf.several else ''}.{hint}",
        allow_from_autoenv=False,  # the settings read the environment themselves, to say what was wrong where
    )


def give_twins(command: click.Command) -> None:
    """Lets every flag of a command that is not a setting be given by its twin in the environment as well."""
    for parameter in command.params:
        if isinstance(parameter, click.Option) and parameter.allow_from_autoenv and parameter.envvar is None:
            flag = max(parameter.opts, key=len)
            parameter.envvar = ENVIRONMENT_PREFIX + flag.lstrip("-").replace("-", "_").upper()
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            give_twins(inner)
