"""What a page sets in bold as the name of something on the screen stands in the dashboard's words, exactly."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from tests.documents.pages import DOCS, PAGES, ROOT, bold

CLICKED = {  # pages that say what to click; elsewhere bold begins a paragraph
    "start", "tutorial", "suites", "triage", "sharing", "doubt", "secrets", "troubleshooting", "test-data", "studio",
}  # fmt: skip
GUIDES = [
    page for page in PAGES if page.is_relative_to(DOCS) and (page.stem in CLICKED or page.parent.name == "cookbook")
]
OF_THE_PAGE = {"?"}  # signs that stand on the screen without being words


@cache
def on_screen() -> frozenset[str]:
    texts = "\n".join(path.read_text("utf-8") for path in (ROOT / "web" / "src").glob("words*.ts"))
    return frozenset(re.findall(r'"((?:[^"\\\n]|\\.)+)"', texts)) | OF_THE_PAGE


def is_label(words: str) -> bool:
    """A few words that begin with a capital and end without a stop; a term of the glossary has no capital."""
    return words[:1].isupper() and len(words.split()) <= 9 and words[-1] not in ".:?!"


@pytest.mark.parametrize("page", GUIDES, ids=lambda page: page.relative_to(DOCS).as_posix())
def test_names_of_the_screen_are_on_it(page: Path) -> None:
    lost = [(line, words) for line, words in bold(page) if is_label(words) and words not in on_screen()]
    assert lost == []


def test_what_is_not_on_the_screen_is_noticed() -> None:
    assert is_label("Run the tests at once")
    assert "Run the tests at once" not in on_screen()
    assert not is_label("Tests in plain English.")
