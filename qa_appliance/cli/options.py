"""Flags: those of settings are made from the settings, so that a rule stands in one place; all have twins in the
environment. Never reads a setting from anywhere itself.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from qa_appliance.core.errors import Invalid
from qa_appliance.settings import ENVIRONMENT_PREFIX, Leaf, Settings, YesOrNo, leaves, read_settings

_HELP = {
    "data_dir": "Where everything is kept.",
    "host": "The address to listen on.",
    "port": "The port to listen on; 0 takes a free one.",
    "browsers": "How many tests run at the same time.",
    "allow": "Which addresses beyond the public internet may be tested; may be repeated.",
    "trusted_proxies": "Proxies whose X-Forwarded-For header counts; may be repeated.",
    "upgrade_url": "Where people are sent when their plan is used up.",
    "browser_path": "The browser to use instead of the one that ships with the appliance.",
    "browser_endpoint": "A browser elsewhere to run tests on instead of one of this machine; may be repeated.",
    "egress_host": "What browsers elsewhere call this machine, where they cannot reach it by its own address.",
    "tls_cert": "Serve https with this certificate (and its chain).",
    "tls_key": "The private key of the certificate.",
    "tls_self_signed": "Serve https with a certificate the appliance makes itself.",
    "no_demo_shop": "Do not offer the demo shop to people who want to try tests on it.",
    "public_url": "The address people reach the appliance by.",
}


def settings_options(*names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Adds a flag for each named top-level setting and hands the command `settings: Settings`, read from everywhere."""
    chosen = [leaf for leaf in leaves() if "_".join(leaf.path) in names]

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(command)
        def with_settings(**given: Any) -> Any:
            flags = {leaf.path: given.pop("_".join(leaf.path)) for leaf in chosen}
            return command(settings=read_settings(flags), **given)

        made: Callable[..., Any] = with_settings
        for leaf in reversed(chosen):
            made = _option(leaf)(made)
        return made

    return decorate


def _option(leaf: Leaf) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    name = "_".join(leaf.path)
    default: Any = functools.reduce(getattr, leaf.path, Settings())
    if leaf.type is YesOrNo:
        return click.option(leaf.flag, name, flag_value="true", help=_HELP[name], allow_from_autoenv=False)
    hint = f" [default: {default}]" if default not in (None, ()) else ""
    return click.option(
        leaf.flag,
        name,
        multiple=leaf.several,
        metavar="VALUE",
        help=f"{_HELP[name]} Allowed: {leaf.allowed}.{hint}",
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


def read_secret(file: Path) -> str:
    """The first line of a file that holds a secret. Raises Invalid that never shows what is in it."""
    try:
        lines = file.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise Invalid(f"{file} cannot be read: {reason}.") from error
    if not lines or not lines[0].strip():
        raise Invalid(f"{file} is empty; its first line has to be the secret.")
    return lines[0].strip()
