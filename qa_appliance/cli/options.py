"""Flags that are settings: made from the settings themselves, so that a rule or a default stands in one place."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import click

from qa_appliance.settings import Leaf, Settings, leaves, read_settings

_HELP = {
    "data_dir": "Where everything is kept.",
    "host": "The address to listen on.",
    "port": "The port to listen on; 0 takes a free one.",
    "browsers": "How many tests run at the same time.",
    "allow": "Which addresses beyond the public internet may be tested; may be repeated.",
    "trusted_proxies": "Proxies whose X-Forwarded-For header counts; may be repeated.",
    "upgrade_url": "Where people are sent when their plan is used up.",
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
    default = getattr(Settings(), name)
    hint = f" [default: {default}]" if default not in (None, ()) else ""
    return click.option(
        leaf.flag, name, multiple=leaf.several, metavar="VALUE", help=f"{_HELP[name]} Allowed: {leaf.allowed}.{hint}"
    )
