"""`fmt`: tests rewritten as sentences of the test language, with the same steps as before."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Cli

STAYS = [
    "- do the usual",  # a gap
    "- Tick Gift, then do the usual",  # a part of it is one
    'If "A" is shown:\n  - click "B"',  # other lines depend on it
]
BECOMES = [
    ("1. Visit the shop at /shop", "1. Open /shop"),
    ('- The user types "lamp" into the search box, then hits Enter',
     '- Enter "lamp" into the search field. Press Enter.'),
    ("- Expected: there are three rows in the table", "- Verify that there are 3 rows in the table"),
    ("* [ ] hit the Save button", "* [ ] Click the Save button"),
]  # fmt: skip


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path / "a.md"


@pytest.mark.parametrize("lines", STAYS)
async def test_lines_that_say_more_than_their_steps_stay(file: Path, cli: Cli, lines: str) -> None:
    file.write_text(f"## A\n\n{lines}\n")
    done = await cli("fmt", "a.md")
    assert (done.code, done.out, done.err) == (0, "", "")
    assert file.read_text() == f"## A\n\n{lines}\n"


@pytest.mark.parametrize(("line", "rewritten"), BECOMES, ids=[each for each, _ in BECOMES])
async def test_a_line_becomes_the_sentence_it_is_read_as(file: Path, cli: Cli, line: str, rewritten: str) -> None:
    file.write_text(f"# Shop\n\n## A\n{line}\n\n<!-- kept -->\n")
    checked = await cli("fmt", "a.md", "--check")
    shown = await cli("fmt", "a.md", "--diff")
    assert (checked.code, shown.code) == (1, 0)
    assert f"-{line}\n+{rewritten}\n" in shown.out
    assert line in file.read_text(), "--check and --diff change nothing"
    done = await cli("fmt", "a.md")
    assert (done.code, done.err) == (0, "Rewrote a.md.\n")
    assert file.read_text() == f"# Shop\n\n## A\n{rewritten}\n\n<!-- kept -->\n"
    assert (await cli("fmt", "a.md", "--check")).code == 0, "what is written so stays"


async def test_the_rest_of_a_file_is_kept(file: Path, cli: Cli) -> None:
    """The ends of its lines, and what makes a step one of Gherkin."""
    file.write_bytes(b"\xef\xbb\xbf## A\r\n- hit the Save button\r\n")
    feature = file.with_name("a.feature")
    feature.write_text(
        "Feature: A\n  Scenario: B\n    Given I visit the shop at /shop\n    When I hit the Save button\n"
    )
    assert (await cli("fmt", ".")).code == 0
    assert file.read_bytes() == b"\xef\xbb\xbf## A\r\n- Click the Save button\r\n"
    steps = [line.split(maxsplit=1) for line in feature.read_text().splitlines()[2:]]
    assert steps == [["Given", "open /shop"], ["When", "click the Save button"]]


async def test_a_line_that_is_an_own_phrase_stays(file: Path, cli: Cli) -> None:
    file.with_name("phrasebook.md").write_text("## buy a lamp\n- click Lamp\n- click Buy\n")
    file.write_text("## A\n- hit the Save button\n- buy a lamp\n- tap on the Next button\n")
    assert (await cli("fmt", "a.md")).code == 0
    assert file.read_text() == "## A\n- Click the Save button\n- buy a lamp\n- Click the Next button\n"


async def test_tests_that_their_data_fills_stay(file: Path, cli: Cli) -> None:
    text = '---\ndata: [{who: Ann}]\n---\n## A\n- hit the "{who}" button\n'
    file.write_text(text)
    assert (await cli("fmt", "a.md")).code == 0
    assert file.read_text() == text


async def test_a_file_that_is_not_there(file: Path, cli: Cli) -> None:
    done = await cli("fmt", "none.md")
    assert (done.code, done.err) == (2, "Error: There is no file none.md.\n")
