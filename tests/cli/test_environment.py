"""Variables nothing reads are told with the name that was meant; known ones, twins of flags too, are not."""

from __future__ import annotations

import click
import pytest

from qa_appliance.cli import COMMANDS, load_command
from qa_appliance.cli.environment import unread

from .conftest import Cli


@pytest.mark.parametrize(
    ("name", "warning"),
    [
        ("QA_APPLIANCE_PROT", "did you mean QA_APPLIANCE_PORT?"),
        ("QA_APPLIANCE_LIMITS_TRIGER_PER_MINUTE", "did you mean QA_APPLIANCE_LIMITS_TRIGGER_PER_MINUTE?"),
        ("QA_APPLIANCE_ADMIN_PASWORD", "did you mean QA_APPLIANCE_ADMIN_PASSWORD?"),
        ("QA_APPLIANCE_COLOUR_OF_THE_SKY", "lists the flags"),
    ],
)
def test_what_nothing_reads_is_told(name: str, warning: str) -> None:
    [sentence] = unread({name: "s3cret"}, map(load_command, COMMANDS))
    assert sentence.startswith(f"{name} is set, but nothing reads it")
    assert warning in sentence
    assert "s3cret" not in sentence


def test_what_is_read_is_not_told() -> None:
    known = ("QA_APPLIANCE_PORT", "QA_APPLIANCE_QUEUE_FRONT_WAIT_SECONDS", "QA_APPLIANCE_ADMIN_PASSWORD_FILE",
             "QA_APPLIANCE_JUNIT", "QA_APPLIANCE_DEBUG", "QA_APPLIANCE_BROWSER_ENDPOINT", "PATH")  # fmt: skip
    assert list(unread(dict.fromkeys(known, "1"), map(load_command, COMMANDS))) == []


def test_commands_are_looked_through_only_where_needed() -> None:
    def never() -> click.Command:
        raise AssertionError("a command was loaded")

    assert list(unread({"QA_APPLIANCE_PORT": "1"}, (never() for _ in range(1)))) == []


async def test_a_command_tells_and_works_on(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QA_APPLIANCE_PROT", "1")
    done = await cli("version")
    assert (done.code, len(done.out.splitlines())) == (0, 1)
    assert done.err.startswith("Warning: QA_APPLIANCE_PROT is set")
