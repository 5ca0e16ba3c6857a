"""`completion`: a shell completes the words of the command, without loading what it does not need."""

from __future__ import annotations

import asyncio
import os
import sys

import pytest

from .conftest import Cli


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
async def test_what_a_shell_is_given(cli: Cli, shell: str) -> None:
    done = await cli("completion", shell)
    assert done.code == 0, done.err
    assert f"_QA_APPLIANCE_COMPLETE={shell}_complete" in done.out


async def test_a_shell_nobody_knows_is_refused(cli: Cli) -> None:
    done = await cli("completion", "csh")
    assert (done.code, done.out) == (2, "")
    assert "'csh' is not one of" in done.err


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("qa-appliance ru", "plain,run\nplain,run-server"),
        ("qa-appliance lint --sa", "plain,--sarif"),
        ("qa-appliance doubt --gr", "plain,--grep"),
        ("qa-appliance run --serv", "plain,--server"),
    ],
)
async def test_words_are_completed(words: str, found: str) -> None:
    asked = {"_QA_APPLIANCE_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    program = "from qa_appliance.cli import main; main()"
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, env=os.environ | asked, stdout=asyncio.subprocess.PIPE
    )
    out, _ = await process.communicate()
    assert out.decode().split() == found.split()
