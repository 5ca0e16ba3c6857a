"""Every call of the program that a page shows is one it takes, and every call of its HTTP API works as it stands."""

from __future__ import annotations

import asyncio
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import click
import pytest

from qa_appliance.app import open_appliance
from qa_appliance.cli import COMMANDS, load_command
from qa_appliance.demo.serving import serving
from qa_appliance.demo.shop import create_shop
from qa_appliance.settings import Settings
from tests.documents.pages import DOCS, PAGES, Block, blocks, inline_code

PROGRAM = "qa-appliance"
API = DOCS / "api.md"


def calls(script: str) -> Iterator[list[str]]:
    """The arguments of every call of the program in a script."""
    script = re.sub(r"\$\([^()]*\)|\$\{[^{}]*\}", "X", script.replace("\\\n", " "))
    lexer = shlex.shlex(re.sub(r"(?m)(^|\s+)#\s.*$", "", script), posix=True, punctuation_chars="\n;|&<>()")
    lexer.whitespace, lexer.whitespace_split = " \t\r", True
    words: list[str] = []
    for word in [*lexer, ";"]:
        if not set(word) <= set("\n;|&<>()"):
            words.append(word)
            continue
        while words and re.match(r"[A-Z_]+=", words[0]):
            words = words[1:]
        if len(words) > 1 and words[0].rpartition("/")[2] == PROGRAM:
            yield words[1:]
        words = []


def refusal(words: list[str]) -> str | None:
    """What the program says against these arguments, before it looks at any file."""
    if words[0] not in COMMANDS:
        return f"there is no command {words[0]}"
    try:
        command, given = load_command(words[0]), words[1:]
        while isinstance(command, click.Group) and given:
            name, inner, given = command.resolve_command(click.Context(command), given)
            assert name is not None
            assert inner is not None
            command = inner
        context = click.Context(command, info_name=words[0])
        values, left, _ = command.make_parser(context).parse_args(list(given))
        for parameter in command.params:
            value = values.get(parameter.name or "")
            if parameter.required and value in (None, ()) and isinstance(parameter, click.Argument):
                return f"{parameter.name} is missing"
            for each in value if isinstance(value, list | tuple) else [value]:
                if isinstance(each, str) and isinstance(parameter.type, click.Choice | click.IntRange):
                    parameter.type(each, parameter, context)
        return f"{left} is too much" if left else None
    except click.ClickException as error:
        return str(error)


@pytest.mark.parametrize("block", blocks("sh"), ids=lambda block: block.place)
def test_the_program_takes_what_blocks_call(block: Block) -> None:
    assert [(words, why) for words in calls(block.text) if (why := refusal(words))] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_program_takes_what_prose_calls(page: Path) -> None:
    """A call within a sentence may leave out what every call has to name, but nothing of it may be unknown."""
    lost = [
        (line, why)
        for line, text in inline_code(page)
        for words in (calls(text) if text.startswith(PROGRAM) and "…" not in text else ())
        if not words[0].startswith("-")
        and (why := refusal(words))
        and not why.endswith(("is missing", "requires an argument."))
    ]
    assert lost == []


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not on this machine")
async def test_the_calls_of_the_api_work_one_after_another(tmp_path: Path) -> None:
    script = "\n".join(block.text for block in blocks("sh") if block.page == API and "curl" in block.text)
    async with AsyncExitStack() as stack:
        shop = await stack.enter_async_context(serving(create_shop()))
        settings = Settings(port=0, data_dir=tmp_path / "data", browsers=1, allow=("loopback",))
        appliance = await stack.enter_async_context(open_appliance(settings))
        await stack.enter_async_context(appliance.working())
        address = await stack.enter_async_context(appliance.serving())
        for stood, there in (("http://localhost:8700", address), ("http://127.0.0.1:8800", shop)):
            script = script.replace(stood, there)
        (tmp_path / "cv.pdf").write_bytes(b"%PDF-1.4")
        done = await asyncio.to_thread(
            subprocess.run, ["sh", "-e", "-c", script.replace("curl -s", "curl -sf")],
            cwd=tmp_path, capture_output=True, text=True,
        )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "completed passed" in done.stdout


def test_what_the_program_does_not_take_is_noticed() -> None:
    asked = "A=1 x/qa-appliance run a.md --retry 99 && qa-appliance doubt | tee; echo $(qa-appliance version)"
    assert list(calls(asked)) == [["run", "a.md", "--retry", "99"], ["doubt"]]
    assert refusal(["run", "a.md", "--retry", "9"]) is None
    assert "99" in (refusal(["run", "a.md", "--retry", "99"]) or "")
    assert "--nothing" in (refusal(["serve", "--nothing"]) or "")
    assert refusal(["nothing"])
