"""Tests as files: what is refused and where, then what is read, with the place of every word of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from qa_appliance.core.errors import Invalid
from qa_appliance.english.compile import plan_english
from qa_appliance.testfiles.read import chosen, read_tests
from qa_appliance.testfiles.test import Test

SENTENCE = 'check that "Cart" is shown'


def read(folder: Path, **variables: str) -> list[Test]:
    return read_tests([str(folder)], lambda: "", variables)


REFUSED = [
    ("a.md", "## Cart\n\n", "a.md:1:1: The test “Cart” has no sentence."),
    ("a.md", "# One\n\nx\n\n# Two\n\n\n", "a.md:5:1: The test “Two” has no sentence."),
    ("a.md", "# A\n## One\nx\n# Two\ny\n", "a.md:4:1: What stands below “Two” belongs to no test"),
    ("a.md", "---\nurl: http://a.test\n## Cart\nx\n", "a.md:1:1: The front matter that begins here does not end"),
    ("a.md", "---\nurl: a.test\n---\n## Cart\nx\n", "a.md:2:6: url has to be an address"),
    ("a.md", "---\nurl: [\n---\n## Cart\nx\n", "a.md:2:7: It is no YAML"),
    ("a.md", "---\nulr: http://a.test\n---\n## Cart\nx\n", "a.md:2:1: “ulr” is not known here. What is: url, project"),
    ("a.md", "---\ntags: a\ntags: b\n---\n## Cart\nx\n", "a.md:3:1: “tags” stands twice."),
    (
        "a.md",
        "---\nviewport: huge\n---\n## Cart\nx\n",
        "a.md:2:11: viewport has to be desktop, tablet",
    ),
    ("a.md", "---\nexpect: green\n---\n## Cart\nx\n", "a.md:2:9: expect has to be one of: pass, fail, unknown."),
    ("a.md", "---\nallow: '*'\n---\n## Cart\nx\n", "a.md:2:8: allow may open “loopback” only"),
    ("a.md", "---\ndata: []\n---\n## Cart\nx\n", "a.md:2:7: data has no row, so that no test would run."),
    ("a.md", "---\ndata: [{a: 1, b: 2}, {a: 3}]\n---\n## C\nx {a}\n", "a.md:2:7: Row 2 of data has no “b”"),
    ("a.md", "---\ndata: rows.csv\n---\n## Cart\nx\n", "a.md:2:7: There is no file"),
    ("a.md", "x" * 4001, "4001 characters; 4000 are the most"),
    ("a.txt", " \n", "a.txt:1:1: There is no sentence in it."),
    ("a.feature", "Scenario: x\n  Given a\nFeature: y\n", "a.feature:1:1: It is no Gherkin"),
    ("a.feature", "", "a.feature:1:1: There is no “Feature:” in it."),
    ("a.feature", "Feature: x\n  Scenario: y\n", "a.feature:2:3: The scenario “y” has no step."),
    (
        "a.feature",
        "Feature: x\n  Scenario Outline: y\n    Given <a>\n",
        "2:3: The outline “y” has no examples.",
    ),
    (
        "a.feature",
        "Feature: x\n  Scenario Outline: y\n    Given <b>\n    Examples:\n      | a |\n      | 1 |\n",
        "a.feature:3:11: The examples have no column “b”.",
    ),
    ("a.feature", "# language: de\nFunktionalität: x\n  Szenario: y\n    Angenommen z\n", "Only English is read"),
]


@pytest.mark.parametrize(("name", "text", "words"), REFUSED, ids=[words[:60] for _, _, words in REFUSED])
def test_what_is_wrong_is_told_with_its_place(tmp_path: Path, name: str, text: str, words: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(Invalid) as refused:
        read(tmp_path)
    assert words in refused.value.message
    assert refused.value.message.startswith(str(tmp_path))


def test_every_fault_is_told_at_once(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("---\nurl: x\n---\n## A\ny\n")
    (tmp_path / "b.feature").write_text("Feature: x\n  Scenario: y\n")
    (tmp_path / "phrasebook.md").write_text("## sign in as {who}\ngo to /login\n")
    with pytest.raises(Invalid) as refused:
        read(tmp_path)
    assert [line.removeprefix(f"{tmp_path}/")[:15] for line in refused.value.message.splitlines()] == [
        "a.md:2:6: url h", "b.feature:2:3: ", "phrasebook.md:1",
    ]  # fmt: skip


def test_a_folder_without_a_test_and_a_choice_that_leaves_none(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text(f"## Cart\n{SENTENCE}")
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden" / "a.md").write_text(f"## Cart\n{SENTENCE}")
    with pytest.raises(Invalid, match="has no test"):
        read(tmp_path)
    (tmp_path / "a.md").write_text(f"## Cart\nTags: smoke\n\n{SENTENCE}")
    tests = read(tmp_path)
    assert [test.name for test in chosen(tests, "a.md::cart", ["@Smoke", "other"])] == ["Cart"]
    for grep, tags in (("basket", ()), (None, ("slow",)), ("(", ())):
        with pytest.raises(Invalid, match=r"nothing was run|no regular expression"):
            chosen(tests, grep, tags)


def test_markdown(tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text('item,price\n"say ""x""",39.90\nrug,5\n')
    (tmp_path / "cart.md").write_text(
        "---\nurl: https://shop.test\nproject: Shop\ntags: [smoke, Smoke]\nviewport: 800x600\nexpect: fail\n"
        "data: rows.csv\n---\n# Cart\n\nAbout the cart.\n\n## Buy\n**Tags:** slow, smoke\n\n"
        '- Search for "{item}"\n- frobnicate {item} at {price}, {other}\n\n```json\n{"a": 1}\n```\n'
        f"<!-- not yet -->\n\n### Expected\n{SENTENCE}\n\n## Buy\n{SENTENCE}\n"
    )
    first, second, other = read(tmp_path)
    assert [test.name for test in (first, second, other)] == ["Buy (row 1)", "Buy (row 2)", "Buy"]
    assert (first.url, first.project, first.viewport, first.expect) == ("https://shop.test", "Shop", "800x600", "fail")
    assert (first.tags, other.tags) == (("smoke", "slow"), ("smoke",))
    written = [line for line in first.description.splitlines() if line]
    assert written == [
        '- Search for "say \\"x\\""', '- frobnicate say "x" at 39.90, {other}', "### Expected", SENTENCE,
    ]  # fmt: skip
    assert next(line for line in second.description.splitlines() if line) == '- Search for "rug"'
    assert "row" in first.key
    assert "39.90" not in first.key, "a value may be a password"
    gap = plan_english(first.description).gaps[0]
    assert str(first.spot(gap.start)).endswith("cart.md:17:3")
    at = first.description.index(", {other}")
    assert str(first.spot(at)).endswith("cart.md:17:31"), "the place in the file, not in the line as it is filled"


def test_a_file_without_headings_and_one_with_one_are_one_test(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(SENTENCE)
    (tmp_path / "b.md").write_text(f"# Cart\n\n{SENTENCE}")
    assert [test.name for test in read(tmp_path)] == ["a.md", "Cart"]


def test_gherkin(tmp_path: Path) -> None:
    (tmp_path / "cart.feature").write_text(
        "@shop\nFeature: Cart\n  About it.\n\n  Background:\n    Given I go to /cart\n\n  @slow\n"
        "  Scenario Outline: Buy <what>\n    # a remark\n    When I enter the following\n      | Name | <what> |\n"
        '    Then "<what>" is shown\n\n    @odd\n    Examples:\n      | what |\n      | lamp |\n      | rug |\n\n'
        f"  Rule: Guests\n    Background:\n      Given I go to /guests\n    Scenario: Look\n      Then {SENTENCE}\n"
    )
    lamp, rug, look = read(tmp_path)
    assert lamp.description == (
        'Given I go to /cart\nWhen I enter the following:\n| Name | lamp |\nThen "lamp" is shown'
    )
    assert (lamp.name, rug.name, look.name) == ("Buy <what> (row 1)", "Buy <what> (row 2)", "Look")
    assert (lamp.tags, look.tags) == (("shop", "slow", "odd"), ("shop",))
    assert look.description == f"Given I go to /cart\nGiven I go to /guests\nThen {SENTENCE}"
    assert [str(lamp.spot(lamp.description.index(word))).rpartition("feature:")[2] for word in ("/cart", "Then")] == [
        "6:19", "13:5",
    ]  # fmt: skip


def test_the_nearest_phrasebook_and_environment_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    inner = tmp_path / "tests" / "guests"
    inner.mkdir(parents=True)
    book = '# Ours\n\n## visit {who} properly\n\n1. go to /login\n2. enter "{who}" into {field}\n'
    (tmp_path / "phrasebook.md").write_text(book.replace("{field}", "Email"))
    (inner / "phrasebook.md").write_text(book.replace("{field}", "Guest"))
    (tmp_path / "environments.yaml").write_text(
        "default:\n  url: http://localhost:1\n  allow: loopback\n"
        'staging:\n  url: https://s.test\n  headers: {X-Key: "k-${KEY}"}\n  cookies: [{name: a, value: "${KEY}"}]\n'
    )
    (tmp_path / "tests" / "a.md").write_text(f"---\nenvironment: staging\n---\n## A\n{SENTENCE}")
    (inner / "b.md").write_text(f"## B\n{SENTENCE}")
    (inner / "c.md").write_text(f"---\nurl: http://c.test\n---\n## C\n{SENTENCE}")
    with pytest.raises(Invalid, match=r"environments.yaml:6:20: The variable KEY is not set\."):
        read(tmp_path / "tests")
    a, b, c = read(tmp_path / "tests", KEY="s3cret")
    assert a.place is not None
    assert (a.place.headers, a.place.cookies) == ({"X-Key": "k-s3cret"}, ({"name": "a", "value": "s3cret"},))
    assert "s3cret" not in repr(a)
    assert (a.address, b.address, c.address) == ("https://s.test", "http://localhost:1", "http://c.test")
    assert b.place is not None
    assert b.place.allows_loopback
    assert [phrase.sentences[1] for phrase in (*a.phrases, *b.phrases)] == [
        'enter "{who}" into Email', 'enter "{who}" into Guest',
    ]  # fmt: skip


def test_a_file_that_is_named_twice_is_read_once(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text(f"## A\n{SENTENCE}")
    assert len(read_tests([str(tmp_path), str(file), str(tmp_path / "*.md")], lambda: "")) == 1


def test_words_with_signs_of_patterns_are_no_pattern() -> None:
    text = 'go to /orders and check that "Ready? [*]" is shown'
    assert [test.name for test in read_tests([text], lambda: "")] == [text]


def test_texts_and_standard_input() -> None:
    tests = read_tests([SENTENCE, "-"], lambda: "go to /x")
    assert [(test.name, test.description, test.key) for test in tests] == [
        (SENTENCE, SENTENCE, SENTENCE), ("standard input", "go to /x", "standard input"),
    ]  # fmt: skip
    for text in ("", "tests/nothing.md", "*.nothing"):
        with pytest.raises(Invalid):
            read_tests([text], lambda: "")


LAID_OUT = [
    ("# Cart\n## One\nx\n### Aside\ny\n## Two\nz\n", ["One", "Two"]),
    ("# One\nx\n# Two\ny\n", ["One", "Two"]),
    ("# One\n## Steps\n1. x\n## Expected result\ny\n", ["One"]),
    ("## One\n### Steps\nx\n### Expected\ny\n## Two\n### Steps\nx\n", ["One", "Two"]),
    ("# Shop\nAbout it.\n\n## One\nx\n# Admin\n## Two\ny\n", ["One", "Two"]),
    ("#### One\nx\n", ["One"]),
]


@pytest.mark.parametrize(("text", "names"), LAID_OUT)
def test_headings_begin_tests(tmp_path: Path, text: str, names: list[str]) -> None:
    (tmp_path / "a.md").write_text(text)
    assert [test.name for test in read(tmp_path)] == names


def test_what_is_expected_stays_with_its_steps(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text('# Cart\n\n## Steps\n\n1. Open /cart\n\n## Expected result\n\n"Cart" is shown\n')
    (test,) = read(tmp_path)
    plan = plan_english("\n".join(line.text for line in test.lines))
    assert [step.__struct_config__.tag for step in plan.steps] == ["go", "check"]
    assert plan.gaps == ()


@pytest.mark.parametrize(
    ("text", "site"),
    [
        ("Open /cart", None),
        ("Click the link to https://other.test/a", None),
        ('Open the page "Orders"', None),
        ("Open https://shop.test:8443/cart?x=1", "https://shop.test:8443"),
        ('Given I am on "http://shop.test/login"', "http://shop.test"),
    ],
)
def test_the_site_is_that_of_the_whole_address_opened_first(tmp_path: Path, text: str, site: str | None) -> None:
    (tmp_path / "a.md").write_text(f"## Cart\n{text}\n")
    (test,) = read(tmp_path)
    assert test.opens == site


def test_what_is_kept_of_runs_is_no_test_wherever_it_lies(tmp_path: Path) -> None:
    kept = tmp_path / "out" / "01-Cart"
    kept.mkdir(parents=True)
    (kept / "run.json").write_text("{}")
    (kept / "report.md").write_text(f"# Passed\n\n{SENTENCE}\n")
    (tmp_path / "a.md").write_text(f"## Cart\n\n{SENTENCE}\n")
    assert [test.name for test in read(tmp_path)] == ["Cart"]
