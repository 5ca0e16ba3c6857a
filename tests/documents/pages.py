"""The pages people read, taken apart: blocks by their language, words in code, prose. Judges nothing.

What a block's language says: `test` is one test in sentences, `sentences` stand each for itself, `markdown` is a whole
file of tests, `sh` what is typed into a terminal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token
from msgspec import Struct

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
README = ROOT / "README.md"
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
PAGES = (README, CONTRIBUTING, *sorted(DOCS.rglob("*.md")))
MADE = {DOCS / "settings.md", DOCS / "language.md"}  # from rows and settings; tests of their own hold them current


class Block(Struct, frozen=True):
    page: Path
    line: int
    language: str
    text: str

    @property
    def place(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


@cache
def tokens(page: Path) -> list[Token]:
    return MarkdownIt("commonmark").enable("table").parse(page.read_text("utf-8"))


def blocks(*languages: str) -> list[Block]:
    """In the order they stand in, over all pages."""
    return [block for page in PAGES for block in blocks_of(page) if block.language in languages]


def blocks_of(page: Path) -> Iterator[Block]:
    for token in tokens(page):
        if token.type == "fence" and token.map:
            yield Block(page, token.map[0] + 1, token.info.split(" ")[0], token.content)


def inline_code(page: Path) -> Iterator[tuple[int, str]]:
    """Words set as code within prose, with their line."""
    for token in tokens(page):
        for child in token.children or ():
            if child.type == "code_inline" and token.map:
                yield token.map[0] + 1, child.content


def bold(page: Path) -> Iterator[tuple[int, str]]:
    """Words set in bold, with their line."""
    for token in tokens(page):
        inside = ""
        for child in token.children or ():
            if child.type == "strong_open":
                inside = ""
            elif child.type == "strong_close" and token.map:
                yield token.map[0] + 1, inside
            else:
                inside += child.content


def prose(page: Path) -> Iterator[tuple[int, str]]:
    """Paragraphs, items, cells and headings without what is code, with their line."""
    for token in tokens(page):
        if token.type == "inline" and token.map:
            yield token.map[0] + 1, "".join(map(_read, token.children or ()))


def sentences(text: str) -> list[str]:
    """Sentences of prose: a stop, a colon or a semicolon before a blank ends one."""
    return [each for each in re.split(r"(?<=[.!?:;])[”\")*]*\s+", re.sub(r"\s+", " ", text).strip()) if each]


def _read(token: Token) -> str:
    if token.type in ("softbreak", "hardbreak"):
        return " "
    return "CODE" if token.type == "code_inline" else token.content if token.type == "text" else ""
