"""Round trips: what is exported and imported again plans to the same steps; what was changed is read anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from qa_appliance.core.plan import Plan
from qa_appliance.core.steps import Step
from qa_appliance.english.compile import plan_english
from qa_appliance.export.text import Exported, Form, export
from qa_appliance.importing.carried import Carried
from qa_appliance.importing.read import as_markdown, read_recorded
from qa_appliance.testfiles.read import read_tests

FORMS: list[tuple[Form, str]] = [("playwright-ts", "a.spec.ts"), ("playwright-python", "test_a.py")]
BUYING = """
go to /shop?sort=price
click the link "Catalogue"
enter "it's 5" into "Search"
press Enter in the field "Search"
click the 2nd button "Add to cart"
click "Remove" in the row "Desk lamp"
tick the checkbox "I agree"
choose "Blue" in the dropdown "Colour"
hover over "Menu"
repeat 2 times: click "More"
resize the window to 800x600
switch to the new tab
wait until "Done" is shown
check that the total is 39.90
check that the table has 3 rows
check that "Sold out" is not shown
check that the field "Email" is "ada@example.com"
check that the address is "/cart"
"""


@pytest.mark.parametrize(("form", "name"), FORMS)
def test_a_changed_export_is_read_by_its_code(tmp_path: Path, form: Form, name: str) -> None:
    exported = _exported(form, 'click the link "Catalogue"')
    assert _back(tmp_path / name, exported).sentences == ['click the link "Catalogue"']
    assert 'click the 1st link "Catalogue"' in _back(tmp_path / name, exported + "\n").sentences
    (sentence,) = _back(tmp_path / name, _only_the_code(exported, "Orders")).sentences
    assert sentence == 'click the 1st link "Orders"'


@pytest.mark.parametrize(("form", "name"), FORMS)
def test_a_refusal_is_not_told_as_its_contrary(tmp_path: Path, form: Form, name: str) -> None:
    plan = _plan('click the button "Save"\ncheck that "Saved" is shown')
    test = _back(tmp_path / name, export(form, Exported("saves", "https://shop.test", plan, refused=True)))
    assert not any("Saved" in sentence for sentence in test.sentences)


@pytest.mark.parametrize(("form", "name"), FORMS)
def test_an_otherwise_is_not_told_as_a_part_of_the_condition(tmp_path: Path, form: Form, name: str) -> None:
    text = 'if "Accept" is shown, click "Accept", otherwise click "Next"\nclick "End"'
    test = _back(tmp_path / name, _exported(form, text))
    assert (test.sentences, [left.why for left in test.left]) == (
        ['click "End"'],
        ["It is a condition or a loop of several parts."],
    )


@pytest.mark.parametrize(("form", "name"), FORMS)
def test_a_secret_is_left_out(tmp_path: Path, form: Form, name: str) -> None:
    test = _back(tmp_path / name, _exported(form, 'enter "••••" into Password'))
    assert (test.sentences, [left.why for left in test.left]) == (
        [],
        ["It types a secret, which is not in the file."],
    )


@pytest.mark.parametrize(("form", "name"), FORMS)
def test_exported_and_imported_it_plans_to_the_same_steps(tmp_path: Path, form: Form, name: str) -> None:
    test = _back(tmp_path / name, _exported(form, BUYING))
    assert (test.url, test.left) == ("https://shop.test", [])
    assert _steps("\n".join(test.sentences)) == _steps(BUYING)


@pytest.mark.parametrize(("form", "name"), FORMS)
def test_imported_exported_and_imported_it_says_the_same(tmp_path: Path, form: Form, name: str) -> None:
    (tmp_path / "codegen.spec.ts").write_text(
        "test('buys', async ({ page }) => {\n"
        "  await page.goto('https://shop.test/login?next=/cart');\n"
        "  await page.getByLabel('Email').fill('ada@example.com');\n"
        "  await page.getByRole('row', { name: 'Desk lamp' }).getByRole('button', { name: 'Buy' }).click();\n"
        "  await expect(page.getByRole('heading', { name: 'Cart' })).toBeVisible();\n});\n"
    )
    (first,) = read_recorded(tmp_path / "codegen.spec.ts")
    (tmp_path / "a.md").write_text(as_markdown([first]))
    (test,) = read_tests([str(tmp_path / "a.md")], lambda: "")
    again = _back(tmp_path / name, _exported(form, test.description))
    assert first.sentences == [
        'go to "/login?next=/cart"',
        'enter "ada@example.com" into "Email"',
        'click the button "Buy" in the row "Desk lamp"',
        'check that the heading "Cart" is shown',
    ]
    assert (again.sentences, again.left) == (first.sentences, [])


def test_line_ends_of_another_system_are_no_change(tmp_path: Path) -> None:
    exported = _exported("playwright-ts", BUYING).replace("\n", "\r\n")
    (tmp_path / "a.ts").write_bytes(exported.encode())
    (test,) = read_recorded(tmp_path / "a.ts")
    assert _steps("\n".join(test.sentences)) == _steps(BUYING)


def _plan(text: str) -> Plan:
    plan = plan_english(text)
    assert plan.gaps == ()
    return plan


def _steps(text: str) -> tuple[Step, ...]:
    return _plan(text).steps


def _exported(form: Form, text: str) -> str:
    return export(form, Exported("buys a lamp", "https://shop.test", _plan(text)))


def _only_the_code(exported: str, name: str) -> str:
    """As somebody changes it by hand who does not care for comments."""
    return "\n".join(
        line if line.strip().startswith(("//", "#")) else line.replace("Catalogue", name)
        for line in exported.splitlines()
    )


def _back(file: Path, text: str) -> Carried:
    file.write_text(text)
    (test,) = read_recorded(file)
    return test
