"""What commands over tests are asked alike: which of the tests, on which site, on which appliance."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from pathlib import Path

import click
from msgspec import Struct

from qa_appliance.cli.running.credential import api_key_option, read_api_key
from qa_appliance.testfiles.read import chosen
from qa_appliance.testfiles.test import Test

_Command = Callable[..., object]
_Decorator = Callable[[_Command], _Command]


class Where(Struct, frozen=True):
    """On which site and which appliance. Without `server` on one of the command's own."""

    url: str | None
    project: str | None
    server: str | None
    api_key: str

    def __repr__(self) -> str:
        return f"Where({self.url!r}, server={self.server!r})"


class Choice(Struct, frozen=True):
    """Which of the tests."""

    grep: str | None
    tags: Sequence[str]

    def of(self, tests: Sequence[Test]) -> list[Test]:
        """Raises `Invalid` where none is left."""
        return chosen(tests, self.grep, self.tags)


def where_options(server: str, *, url: str = "The site under test.", project: bool = True) -> _Decorator:
    """Hands the command `where`. `server` and `url` say what they are good for; without `project` none is asked for."""
    options = [click.option("--url", metavar="URL", help=url)]
    if project:
        options += [click.option("--project", metavar="P", help="A project of the server, by name or id.")]
    options += [click.option("--server", metavar="URL", help=server), api_key_option]

    def where(url: str | None, server: str | None, api_key_file: Path | None, project: str | None = None) -> Where:
        return Where(url or None, project, server or None, read_api_key(api_key_file) if server else "")

    return _asking("where", where, ("url", "project", "server", "api_key_file"), options)


def choice_options(command: _Command) -> _Command:
    """Hands the command `choice`."""
    options = [
        click.option("--grep", metavar="RE", help="Only tests whose file and name fit this regular expression."),
        click.option(
            "--tag", "tags", multiple=True, metavar="TAG", help="Only tests with this tag; may be repeated: any of."
        ),
    ]
    return _asking("choice", Choice, ("grep", "tags"), options)(command)


def _asking(argument: str, put_together: _Command, names: Sequence[str], options: Sequence[_Decorator]) -> _Decorator:
    """Adds the options in this order; what they are given is put together as one argument of the command."""

    def decorate(command: _Command) -> _Command:
        @functools.wraps(command)
        def asked(**given: object) -> object:
            own = {name: given.pop(name) for name in names if name in given}
            return command(**{argument: put_together(**own)}, **given)

        made: _Command = asked
        for option in reversed(options):
            made = option(made)
        return made

    return decorate
