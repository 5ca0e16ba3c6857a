"""Recorded tests in English: what is no recording is refused, what is not carried over is told, the rest is read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from qa_appliance.core.errors import Invalid
from qa_appliance.english.compile import plan_english
from qa_appliance.importing.calls import calls_in
from qa_appliance.importing.read import as_markdown, read_recorded
from qa_appliance.testfiles.read import read_tests

RECORDER = {
    "title": "Log in",
    "steps": [
        {"type": "setViewport", "width": 1280, "height": 720},
        {"type": "navigate", "url": "https://shop.test/login"},
        {"type": "change", "value": "ada@example.com", "selectors": [["aria/Email"], ["#email"]]},
        {"type": "keyDown", "key": "Tab"},
        {"type": "keyUp", "key": "Tab"},
        {"type": "change", "value": "{x}", "selectors": [["aria/Note"]]},
        {"type": "change", "value": "s3cret", "selectors": [["#userPassword"]]},
        {
            "type": "click",
            "selectors": [['aria/Sign in[role="button"]'], ["text/Sign in"]],
            "assertedEvents": [{"type": "navigation", "title": "Orders"}],
        },
        {"type": "click", "selectors": [["div:nth-of-type(3) > svg"]]},
        {"type": "click", "selectors": [["text/Pay"]], "frame": [0]},
        {"type": "customStep"},
    ],
}
SIDE = {
    "url": "https://shop.test",
    "tests": [
        {
            "name": "Search",
            "commands": [
                {"command": "open", "target": "/", "value": ""},
                {"command": "click", "target": "css=.a", "targets": [["linkText=Catalogue", "linkText"]], "value": ""},
                {"command": "type", "target": "id=search-term", "value": "lamp"},
                {"command": "sendKeys", "target": "id=search-term", "value": "${KEY_ENTER}"},
                {"command": "click", "target": "xpath=//button[contains(.,'Add to cart')]", "value": ""},
                {"command": "//click", "target": "linkText=Off", "value": ""},
                {"command": "type", "target": "name=who", "value": "${who}"},
                {"command": "assertText", "target": "css=h1", "value": "Cart"},
                {"command": "storeText", "target": "css=h1", "value": "x"},
            ],
        }
    ],
}
TS = """import { test, expect } from '@playwright/test';
test('buys a lamp', async ({ page }) => {
  await page.goto('https://shop.test/');
  await page.getByRole('link', { name: 'Catalogue' }).click();
  await page.getByLabel('Search').fill('it\\'s');
  await page.getByRole('button', { name: 'Add to cart' }).nth(1).click();
  await page.getByRole('listitem').filter({ hasText: 'Desk' }).getByRole('button', { name: 'Buy' }).click();
  await page.getByRole('checkbox', { name: 'I agree' }).check();
  await expect(page.getByRole('heading', { name: 'Cart' })).toBeVisible();
  await expect(page.getByText('Sold out')).not.toBeVisible();
  await expect(page.locator('tbody')).toContainText('39.90');
  await expect(page).toHaveURL(/cart/);
  for (const x of y) { foo(x); }
});
"""
PY = """from playwright.sync_api import Page, expect


def test_buys_a_lamp(page: Page) -> None:
    page.goto("https://shop.test/")
    page.get_by_role("link", name="Catalogue").click()
    page.get_by_label("Search").fill("it's")
    page.get_by_role("button", name="Add to cart").nth(1).click()
    page.get_by_role("listitem").filter(has_text="Desk").get_by_role("button", name="Buy").click()
    page.get_by_role("checkbox", name="I agree").check()
    expect(page.get_by_role("heading", name="Cart")).to_be_visible()
    expect(page.get_by_text("Sold out")).not_to_be_visible()
    expect(page.locator("tbody")).to_contain_text("39.90")
    expect(page).to_have_url(re.compile(r"cart"))
    for x in y: foo(x)
"""
BOUGHT = [
    'click the link "Catalogue"', 'enter "it\'s" into "Search"', 'click the 2nd button "Add to cart"',
    'click the button "Buy" in the list item "Desk"', 'tick the checkbox "I agree"',
    'check that the heading "Cart" is shown', 'check that "Sold out" is not shown', 'check that "39.90" is shown',
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.json", "[", "is no recording"),
        ("a.json", '{"title": "x"}', "is no recording"),
        ("a.side", '{"tests": []}', "holds no test"),
        ("a.ts", "const a = 1;", "holds no test"),
        ("a.rb", "x", "what is read is Chrome Recorder's .json"),
    ],
)
def test_what_is_no_recording(tmp_path: Path, name: str, text: str, words: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(Invalid, match=words):
        read_recorded(tmp_path / name)


def test_calls_that_are_none_of_a_recorder() -> None:
    for text in ("", "foo", "x = 1", "page.", "page.click(", "if (a) { b() }"):
        assert [call for call in calls_in(text) if call.arguments] == [], text


def test_recorder(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps(RECORDER))
    (test,) = read_recorded(tmp_path / "a.json")
    assert (test.name, test.url) == ("Log in", "https://shop.test")
    assert test.sentences == [
        "go to /login", "resize the window to 1280x720", 'enter "ada@example.com" into "Email"', "press Tab",
        'enter "s3cret" into the user password', 'click the button "Sign in"', 'check that the page title is "Orders"',
    ]  # fmt: skip
    whys = [left.why for left in test.left]
    assert [why[:30] for why in whys] == [
        "The text has braces or line br", "“the user password” is a guess", "The element has no name that p",
        "It happens in a frame, which i", "“customStep” has no sentence.",
    ]  # fmt: skip


def test_selenium_ide(tmp_path: Path) -> None:
    (tmp_path / "a.side").write_text(json.dumps(SIDE))
    (test,) = read_recorded(tmp_path / "a.side")
    assert test.sentences == [
        'click the link "Catalogue"', 'enter "lamp" into the search term', "press Enter",
        'click the button "Add to cart"', 'check that "Cart" is shown',
    ]  # fmt: skip
    assert [left.why.split(";")[0] for left in test.left] == [
        "“the search term” is a guess by “search-term” in the code", "It was switched off.", "It uses a variable.",
        "It is checked that the page shows this, no longer in which element.", "“storeText” has no sentence.",
    ]  # fmt: skip


@pytest.mark.parametrize(("name", "source"), [("a.spec.ts", TS), ("test_a.py", PY)])
def test_codegen(tmp_path: Path, name: str, source: str) -> None:
    (tmp_path / name).write_text(source)
    (test,) = read_recorded(tmp_path / name)
    assert (test.url, test.sentences) == ("https://shop.test", BOUGHT)
    assert [left.why for left in test.left] == [
        "It is checked that the page shows this, no longer in which element.",
        "It compares with a pattern or a variable.",
        "It is part of a condition or a loop.",
    ]


def test_what_is_written_is_a_test_that_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.spec.ts").write_text(TS.replace("39.90", "-->"))
    (tmp_path / "a.md").write_text(as_markdown(read_recorded(tmp_path / "a.spec.ts")))
    (test,) = read_tests([str(tmp_path / "a.md")], lambda: "")
    assert (test.name, test.url) == ("buys a lamp", "https://shop.test")
    plan = plan_english(test.description)
    assert (len(plan.steps), plan.gaps) == (len(BOUGHT), ())


CODEGEN_WITH_DIALOGS = """import { test, expect } from '@playwright/test';
test('deletes', async ({ page }) => {
  await page.goto('https://shop.test/bills');
  await page.getByLabel('Password').fill('s3cret-9');
  page.once('dialog', dialog => {
    console.log(`Dialog message: ${dialog.message()}`);
    dialog.dismiss().catch(() => {});
  });
  await page.getByRole('button', { name: 'Delete' }).click();
  page.once('dialog', dialog => dialog.accept('Ann'));
  await expect(page.getByText('Bill 7')).toBeVisible();
  await page.getByRole('button', { name: 'Rename' }).click();
  page.once('dialog', dialog => dialog.accept(answer));
  await page.locator('input[type=password]').fill('s3cret-10');
  page.once('dialog', dialog => dialog.accept());
});
"""


def test_dialogs_are_answered_behind_the_deed_that_brings_them_and_no_password_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.spec.ts").write_text(CODEGEN_WITH_DIALOGS)
    (test,) = read_recorded(tmp_path / "a.spec.ts")
    assert test.sentences[2:] == [
        'click the button "Delete"', "dismiss the alert", 'check that "Bill 7" is shown',
        'click the button "Rename"', 'answer the prompt with "Ann"',
    ]  # fmt: skip
    assert [left.why[:24] for left in test.left] == [
        "How the dialog is answer", "The element has no name ", "No deed follows that wou",
    ]  # fmt: skip
    text = as_markdown([test])
    assert "s3cret" not in text + "".join(left.what for left in test.left)
    assert "secrets: [PASSWORD, PASSWORD_2]" in text
    assert 'enter "${PASSWORD}" into "Password"' in text


@pytest.mark.parametrize(
    ("commands", "sentences"),
    [
        ([("chooseCancelOnNextConfirmation", ""), ("click", "linkText=Delete")], ["dismiss the alert"]),
        ([("click", "linkText=Delete"), ("webdriverChooseOkOnVisibleConfirmation", "")], ["accept the alert"]),
        ([("answerOnNextPrompt", "Ann"), ("click", "linkText=Delete")], ['answer the prompt with "Ann"']),
        ([("click", "linkText=Delete"), ("assertConfirmation", "Sure?")], []),
    ],
)
def test_dialogs_of_selenium_ide(tmp_path: Path, commands: list[tuple[str, str]], sentences: list[str]) -> None:
    recorded = [{"command": name, "target": target, "value": ""} for name, target in commands]
    (tmp_path / "a.side").write_text(json.dumps({"tests": [{"name": "x", "commands": recorded}]}))
    (test,) = read_recorded(tmp_path / "a.side")
    assert test.sentences == ['click the link "Delete"', *sentences]
