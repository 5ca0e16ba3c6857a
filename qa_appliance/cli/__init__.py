"""The command line: finds a command, runs it, and turns what went wrong into a sentence and an exit code.

stdout is data, stderr is talk. Never does a command's work itself, and imports a command only when it is called.
"""

from __future__ import annotations

import asyncio
import gc
import importlib
import os
import sys
import traceback
from collections.abc import Sequence
from difflib import get_close_matches

import click
from click.shell_completion import CompletionItem

import qa_appliance
from qa_appliance.cli.environment import unread
from qa_appliance.cli.exits import IMPOSSIBLE, INTERRUPTED, PASSED, USAGE, exit_code
from qa_appliance.cli.options import give_twins
from qa_appliance.core.errors import Problem

COMMANDS = {
    "serve": "Run the appliance: web interface, HTTP API and browsers.",
    "demo": "See it work: a throw-away appliance testing the built-in shop.",
    "run": "Run tests and give the verdict as an exit code.",
    "record": "Write a test by using the site in your browser.",
    "doubt": "Replay tests with one thing damaged at a time: would they notice?",
    "lint": "Check tests without a browser.",
    "fmt": "Rewrite tests as sentences of the test language.",
    "import": "Tell what other tools recorded as tests in English.",
    "mcp": "Serve a coding assistant over standard input and output.",
    "admin": "Create accounts, reset passwords, list members.",
    "plan": "Show or set what an organization may use.",
    "doctor": "Check that this machine can run browser tests.",
    "install-browser": "Put the embedded browser in place, or carry in another.",
    "install-fonts": "Add fonts for more scripts.",
    "install-model": "Put a language model's file in place, to be asked here.",
    "run-server": "Lend this machine's browser to an appliance elsewhere.",
    "verify": "Tell whether a run's archive is as it was made.",
    "backup": "Write the data directory to one file, also while the server works.",
    "restore": "Put a backup into an empty data directory.",
    "healthcheck": "Tell by the exit code whether the server answers.",
    "completion": "Print what makes a shell complete this command's words.",
    "version": "Print the version.",
}


_MODULES = {
    "import": "importing",
    "doubt": "running.doubt",
    "install-browser": "installing.install_browser",
    "install-fonts": "installing.install_fonts",
    "install-model": "installing.install_model",
    "record": "running.record",
    "run-server": "running.run_server",
}  # where it is not called as its module


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Without loading any command."""
        found = [CompletionItem(name, help=what) for name, what in COMMANDS.items() if name.startswith(incomplete)]
        return found or click.Command.shell_complete(self, ctx, incomplete)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        return load_command(cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        near = get_close_matches(args[0], COMMANDS, n=1)
        if args[0] not in COMMANDS and near:
            ctx.fail(f"No such command '{args[0]}'. Did you mean {near[0]}?")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def load_command(name: str) -> click.Command:
    gc.disable()  # nothing of what is loaded is garbage yet; looking for it takes a tenth of the time
    try:
        module = importlib.import_module(f"{__name__}.{_MODULES.get(name, name.replace('-', '_'))}")
    finally:
        gc.freeze()  # nor is it searched while the command begins
        gc.enable()
    command: click.Command = module.command
    give_twins(command)
    return command


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(qa_appliance.__version__, message="%(version)s")
@click.option("--debug", is_flag=True, envvar="QA_APPLIANCE_DEBUG", help="Show where an error came from.")
@click.pass_context
def cli(ctx: click.Context, debug: bool) -> None:
    """Browser tests in plain English, run in a real browser on your own machine, with evidence."""
    ctx.obj = debug
    for sentence in unread(os.environ, (load_command(name) for name in COMMANDS)):
        click.echo(f"Warning: {sentence}", err=True)


def main() -> None:
    sys.exit(call(sys.argv[1:]))


def call(arguments: Sequence[str]) -> int:
    """Runs one command line and answers its exit code (interfaces: 0 passed … 130 interrupted).

    A command answers its own code, or None for 0.
    """
    try:
        answer = cli.main(list(arguments), prog_name="qa-appliance", standalone_mode=False)
        sys.stdout.flush()
        return answer if isinstance(answer, int) else PASSED
    except click.ClickException as error:
        error.show()
        return USAGE
    except (click.Abort, KeyboardInterrupt, asyncio.CancelledError):
        click.echo("Interrupted.", err=True)
        return INTERRUPTED
    except BrokenPipeError:
        # whoever read our output has gone; the interpreter must not fail on flushing it either
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return IMPOSSIBLE
    except Problem as problem:
        click.echo(f"Error: {problem.message}", err=True)
        _show_origin(arguments)
        return exit_code(problem)
    except Exception as error:  # noqa: BLE001 (the last door: no stack trace reaches a user)
        click.echo(f"Error: something unexpected went wrong ({type(error).__name__}: {error}).", err=True)
        if not _show_origin(arguments):
            click.echo("`qa-appliance --debug …` shows where.", err=True)
        return IMPOSSIBLE


def _show_origin(arguments: Sequence[str]) -> bool:
    debug = "--debug" in arguments[:1] or os.environ.get("QA_APPLIANCE_DEBUG", "").lower() in {"1", "true", "yes"}
    if debug:
        traceback.print_exc(file=sys.stderr)
    return debug
