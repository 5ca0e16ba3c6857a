"""What a recording does elsewhere, or with more to it, is told as left out: it is not said as a plainer step."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from qa_appliance.importing.carried import Carried
from qa_appliance.importing.read import read_recorded

_TS = "test('t', async ({ page }) => {\n%s\n});\n"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("await page.getByLabel('Password').fill(process.env.PASSWORD);", "It uses a variable."),
        ("await page.getByLabel('Size').selectOption(size);", "It uses a variable."),
        ("const rows = page.getByRole('row', { name: 'A' });", "It uses a variable."),
        ("await page.getByText('A').click({ modifiers: ['Shift'] });", "It is a click with more to it"),
        ("await page.getByText('A').click({ position: { x: 1, y: 2 } });", "It is a click with more to it"),
        ("await page.locator('#f').contentFrame().getByLabel('A').click();", "It happens in a frame"),
        ("await page.frameLocator('#f').getByLabel('A').click();", "It happens in a frame"),
        ("await expect(page.frameLocator('#f').getByRole('main')).toContainText('A');", "It happens in a frame"),
        ("await page2.getByLabel('A').click();", "It happens in another tab"),
        ("await page.locator('#state svg').click();", "The element has no name"),
        ("expect(true).toBe(false);", "It is about no page"),
        ("if (on) {\n  await page.getByText('A').click();\n}", "It is part of a condition or a loop."),
    ],
)
def test_codegen(tmp_path: Path, line: str, why: str) -> None:
    (test,) = _read(tmp_path / "a.ts", _TS % line)
    assert test.sentences == []
    assert {left.why[: len(why)] for left in test.left} == {why}


def test_a_call_over_several_lines(tmp_path: Path) -> None:
    (test,) = _read(tmp_path / "a.ts", _TS % "await page\n  .getByRole('link', { name: 'A' })\n  .click();")
    assert (test.sentences, test.left) == (['click the link "A"'], [])


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ({"type": "click", "selectors": [["aria/A"]], "target": "https://b.test/"}, "It happens in another tab."),
        ({"type": "click", "selectors": [["aria/A"]], "button": "back"}, "“click” has no sentence."),
        ({"type": "click", "selectors": [["aria/A", "aria/B"]]}, "The element has no name"),
    ],
)
def test_recorder(tmp_path: Path, step: dict[str, object], why: str) -> None:
    (test,) = _read(tmp_path / "a.json", json.dumps({"title": "t", "steps": [step]}))
    assert test.sentences == []
    assert [left.why[: len(why)] for left in test.left] == [why]


def test_keys_that_are_held(tmp_path: Path) -> None:
    keys = [("keyDown", "Control"), ("keyDown", "a"), ("keyUp", "a"), ("keyUp", "Control"), ("keyDown", "Tab")]
    steps: list[dict[str, object]] = [{"type": kind, "key": key} for kind, key in keys]
    steps[1:1] = [{"type": "click", "selectors": [["aria/A"]]}]
    (test,) = _read(tmp_path / "a.json", json.dumps({"title": "t", "steps": steps}))
    assert test.sentences == ["press Control+a", "press Tab"]
    assert [left.why for left in test.left] == ["Control is held meanwhile."]


def test_what_is_waited_for_with_more_to_it(tmp_path: Path) -> None:
    step = {"type": "waitForElement", "selectors": [["aria/A"]], "properties": {"innerText": "B"}}
    (test,) = _read(tmp_path / "a.json", json.dumps({"title": "t", "steps": [step]}))
    assert (test.sentences, len(test.left)) == (['wait until "A" is shown'], 1)


def test_a_part_without_a_name_is_the_thing_it_is_in(tmp_path: Path) -> None:
    step = {"type": "click", "selectors": [["aria/Espresso", 'aria/[role="generic"]'], ["#app > div"]]}
    (test,) = _read(tmp_path / "a.json", json.dumps({"title": "t", "steps": [step]}))
    assert (test.sentences, test.left) == (['click "Espresso"'], [])


def test_selenium_ide(tmp_path: Path) -> None:
    commands = """
        if ${x} === 1 | click linkText=A | else | click linkText=B | end | selectFrame index=0 | click linkText=C
        | selectFrame relative=parent | click linkText=D | selectWindow handle=${new} | click linkText=E
        | selectWindow handle=${root} | click link=F"""
    (test,) = _read(tmp_path / "a.side", _side({"t": commands}))
    assert test.sentences == ['click the link "D"', 'click the link "F"']
    assert [left.why for left in test.left if left.what.startswith("click")] == [
        "It is part of a condition or a loop.",
        "It is part of a condition or a loop.",
        "It happens in a frame, which is not named.",
        "It happens in another tab.",
    ]


def test_what_selenium_ide_stores_and_runs(tmp_path: Path) -> None:
    login = "store ada who | open /login | type id=user ${who} | storeText css=h1 who | type id=other ${who}"
    first, second = _read(
        tmp_path / "a.side", _side({"login": login, "buys": "run login | run buys | click css=#buy-now"})
    )
    assert first.sentences == ["go to /login", 'enter "ada" into the user']
    assert second.sentences == [*first.sentences, "click the buy now"]
    assert "It runs a test that is not in the file, or itself." in [left.why for left in second.left]


def test_tabs_of_codegen(tmp_path: Path) -> None:
    body = """
        const page1Promise = page.waitForEvent('popup');
        await page.getByRole('link', { name: 'Terms' }).click();
        const page1 = await page1Promise;
        await page1.getByRole('link', { name: 'Print' }).click();
        await page1.close();
        await page.getByRole('link', { name: 'Back' }).click(); // by hand
    """
    (test,) = _read(tmp_path / "a.ts", _TS % body)
    assert (test.left, test.sentences) == (
        [],
        ['click the link "Terms"', "switch to the new tab", 'click the link "Print"', "close the tab",
         'click the link "Back"'],
    )  # fmt: skip


def test_what_is_done_before_each_test(tmp_path: Path) -> None:
    text = """
test.describe('shop', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('https://shop.test/shop');
  });
  /* each of them
     await page.getByText('Nothing').click(); */
  test('a', async ({ page }) => {
    await page.getByText('A').click();
  });
  test.skip('b', async ({ page }) => {
    await page.keyboard.press('Enter');
    await page.goBack();
  });
});
"""
    a, b = _read(tmp_path / "a.ts", text)
    assert (a.name, a.sentences, a.left) == ("a", ["go to /shop", 'click "A"'], [])
    assert (b.sentences, [left.why for left in b.left]) == (
        ["go to /shop", "press Enter", "go back"],
        ["It was switched off."],
    )


def _side(tests: dict[str, str]) -> str:
    """Each test as `command target value | command target`."""
    rows = {name: [part.split(" ", 2) for part in _parts(text)] for name, text in tests.items()}
    found = [
        {"name": name, "commands": [dict(zip(("command", "target", "value"), row, strict=False)) for row in each]}
        for name, each in rows.items()
    ]
    return json.dumps({"url": "https://shop.test", "tests": found})


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split("|")]


def _read(file: Path, text: str) -> list[Carried]:
    file.write_text(text)
    return read_recorded(file)
