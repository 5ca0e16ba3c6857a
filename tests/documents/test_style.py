"""The style sheet, held: banned words and long sentences, in all that people read (style.toml, CONTRIBUTING.md).

What was written before the sheet has an allowance in allowances.json, which may only fall:
`python -m tests.documents.test_style` lowers it to what is there now.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import click
import msgspec
import pytest

from qa_appliance.cli import COMMANDS, load_command
from tests.documents.pages import PAGES, ROOT, prose, sentences

SHEET = tomllib.loads((Path(__file__).with_name("style.toml")).read_text("utf-8"))
ALLOWED = Path(__file__).with_name("allowances.json")
BANNED = re.compile(rf"\b(?:{'|'.join(sorted(SHEET['instead'], key=len, reverse=True))})\b", re.IGNORECASE)
MESSAGES = (  # where failures, gaps and advice get their words
    "qa_appliance/steps", "qa_appliance/core", "qa_appliance/english/reference", "qa_appliance/translate",
)  # fmt: skip
ABBREVIATED = re.compile(r"\b(?:e\.g|i\.e|vs|No)\.")


def of_help() -> Iterator[str]:
    def of(command: click.Command) -> Iterator[str]:
        yield from (text for text in (command.help, command.short_help, command.epilog) if text)
        for parameter in command.params:
            if isinstance(parameter, click.Option) and parameter.help:
                yield parameter.help
        if isinstance(command, click.Group):
            for inner in command.commands.values():
                yield from of(inner)

    yield from COMMANDS.values()
    for name in COMMANDS:
        yield from of(load_command(name))


def of_dashboard() -> Iterator[str]:
    for path in sorted((ROOT / "web" / "src").glob("words*.ts")):
        for single, template in re.findall(r'"((?:[^"\\\n]|\\.)+)"|`([^`]+)`', path.read_text("utf-8")):
            yield re.sub(r"\$\{[^{}]*\}", "NAME", single or template)


def of_messages() -> Iterator[str]:
    """Literal texts of several words in the code that fails a step, without what explains that code."""
    for folder in MESSAGES:
        for path in sorted((ROOT / folder).rglob("*.py")):
            tree = ast.parse(path.read_text("utf-8"))
            comments = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
            for node in ast.walk(tree):
                words = node.value if isinstance(node, ast.Constant) and id(node) not in comments else None
                if isinstance(words, str) and " " in words and words[:1].isupper():
                    yield words


WHERE: dict[str, Callable[[], Iterator[str]]] = {
    "--help": of_help,
    "dashboard": of_dashboard,
    "messages": of_messages,
    **{
        page.relative_to(ROOT).as_posix(): lambda page=page: (text for _, text in prose(page))  # type: ignore[misc]
        for page in PAGES
    },
}


def faults(text: str) -> Iterator[tuple[str, str]]:
    """Each as its kind and what it says."""
    for word in BANNED.findall(text):
        yield "banned", f"{word} ({SHEET['instead'][word.lower()]})"
    for sentence in sentences(ABBREVIATED.sub("abbreviated", text)):
        if len(sentence.split()) > SHEET["words"]:
            yield "long", sentence


@cache
def found(name: str) -> dict[str, list[str]]:
    kinds: dict[str, list[str]] = {"banned": [], "long": []}
    for text in WHERE[name]():
        for kind, words in faults(text):
            kinds[kind].append(words)
    return kinds


@cache
def allowed() -> dict[str, dict[str, int]]:
    return msgspec.json.decode(ALLOWED.read_bytes(), type=dict[str, dict[str, int]]) if ALLOWED.is_file() else {}


@pytest.mark.parametrize("name", WHERE)
def test_what_people_read_keeps_to_the_sheet(name: str) -> None:
    there, may = found(name), allowed().get(name, {})
    over = {kind: each for kind, each in there.items() if len(each) > may.get(kind, 0)}
    assert over == {}, f"At most {may or 'none'}"


def test_an_allowance_is_lowered_with_what_it_allows() -> None:
    slack = {
        f"{name}, {kind}": f"{count}, now {len(found(name)[kind])}"
        for name, kinds in allowed().items()
        for kind, count in kinds.items()
        if name not in WHERE or len(found(name)[kind]) < count * 0.8 - 2
    }
    assert slack == {}, "run: python -m tests.documents.test_style"


def test_what_breaks_the_sheet_is_noticed() -> None:
    assert list(faults("What is amiss is told.")) == [
        ("banned", "amiss (wrong; a finding)"), ("banned", "is told (is reported)"),
    ]  # fmt: skip
    assert [kind for kind, _ in faults("word " * 26)] == ["long"]
    assert list(faults("Short. " * 20)) == []


def lower() -> None:
    """Writes the allowances anew; one that would rise ends it."""
    rows = {name: {kind: len(each) for kind, each in found(name).items() if each} for name in WHERE}
    risen = [
        f"{name}: {kind}"
        for name, kinds in rows.items()
        for kind, count in kinds.items()
        if ALLOWED.is_file() and count > allowed().get(name, {}).get(kind, 0)
    ]
    if risen:
        sys.exit(f"More than before in {', '.join(risen)}.")
    kept = msgspec.json.encode({name: kinds for name, kinds in rows.items() if kinds})
    ALLOWED.write_bytes(msgspec.json.format(kept, indent=2) + b"\n")


if __name__ == "__main__":
    lower()
