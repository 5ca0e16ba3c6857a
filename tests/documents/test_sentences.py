"""Every sentence and every file of tests that a page shows is read without a gap, and what can be run here runs."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from pathlib import Path

import pytest

from qa_appliance.demo.serving import serving
from qa_appliance.demo.shop import create_shop
from qa_appliance.english.compile import plan_english
from qa_appliance.language.deeds import DEEDS
from qa_appliance.testfiles.lint import of_test
from qa_appliance.testfiles.read import Reader
from tests.documents.pages import MADE, PAGES, Block, blocks, inline_code

SHOP = "http://127.0.0.1:8800"
NAMES = re.compile(r"\$\{(\w+)\}")
BEGINNINGS = {row.example.split(" ")[0].lower() for row in DEEDS} | {"check"}
FILES = blocks("markdown")


def gaps(text: str) -> list[str]:
    return [gap.text for gap in plan_english(text).gaps]


def is_sentence(words: str) -> bool:
    """Whether words set as code are meant for a test: they begin so, and are no pattern with an ellipsis."""
    verb, _, rest = words.partition(" ")
    return (
        verb.lower() in BEGINNINGS
        and not verb.isupper()
        and bool(rest)
        and not re.search(r"…|--|^/|^make (?!the )", words)
    )


@pytest.mark.parametrize("block", blocks("test", "sentences"), ids=lambda block: block.place)
def test_sentences_have_no_gap(block: Block) -> None:
    whole = [block.text] if block.language == "test" else block.text.splitlines()
    assert [gap for text in whole for gap in gaps(text)] == []


@pytest.mark.parametrize("block", FILES, ids=lambda block: block.place)
def test_files_have_no_findings(block: Block, tmp_path: Path) -> None:
    """As `lint` tells them: gaps, tests that cannot fail, accounts nobody has."""
    file = tmp_path / "page.md"
    file.write_text(block.text)
    reader = Reader(dict.fromkeys(NAMES.findall(block.text), "a-value"))
    tests = reader.tests(file, file)
    assert tests
    assert [fault.message for fault in reader.faults] == []
    assert [finding.message for test in tests for finding in of_test(test) if finding.level != "note"] == []


@pytest.mark.parametrize("page", [page for page in PAGES if page not in MADE], ids=lambda page: page.name)
def test_sentences_within_prose_have_no_gap(page: Path) -> None:
    assert [(line, gap) for line, words in inline_code(page) if is_sentence(words) for gap in gaps(words)] == []


@pytest.mark.slow
@pytest.mark.parametrize("block", [each for each in FILES if SHOP in each.text], ids=lambda block: block.place)
async def test_files_for_the_demo_shop_pass_on_it(block: Block, tmp_path: Path) -> None:
    async with serving(create_shop()) as shop:
        (tmp_path / "page.md").write_text(block.text.replace(SHOP, shop))
        done = await asyncio.to_thread(
            subprocess.run,
            [sys.executable, "-m", "qa_appliance", "run", "page.md"],
            cwd=tmp_path, capture_output=True, text=True,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_what_is_no_sentence_is_noticed() -> None:
    assert gaps('clikc "Save"') == ['clikc "Save"']
    assert is_sentence('Click "Save"')
    assert not is_sentence("click")
    assert not is_sentence('curl "localhost"')
    assert not is_sentence('verify that "A" …')
