"""`completion`: what makes a shell complete the words of this command."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from qa_appliance.core.errors import Unavailable


@click.command(name="completion")
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
@click.pass_context
def command(ctx: click.Context, /, shell: str) -> None:
    """Print what makes a shell complete this command's words.

    In ~/.bashrc: eval "$(qa-appliance completion bash)". In ~/.config/fish/completions/qa-appliance.fish: what
    `qa-appliance completion fish` prints.
    """
    found = get_completion_class(shell)
    if found is None:
        raise Unavailable(f"Words are not completed in {shell}.")
    click.echo(found(ctx.find_root().command, {}, "qa-appliance", "_QA_APPLIANCE_COMPLETE").source())
