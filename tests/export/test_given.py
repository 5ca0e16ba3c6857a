"""What a project gives its tests, exported: accounts, variables, made values, files, rows. No secret stands there."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from qa_appliance.browser.process.choice import choose_browser
from qa_appliance.core import checks as c
from qa_appliance.core import steps as s
from qa_appliance.core.plan import Plan
from qa_appliance.core.target import Fingerprint, Known, Target, Way
from qa_appliance.core.test_data.made import Made
from qa_appliance.core.test_data.project import Account, ProjectData
from qa_appliance.export.text import Exported, Form, export
from tests.export.test_export import syntax_error
from tests.export.test_played import CONFIG, LAUNCH, NODE, RUNNER, WEB

PAGE = """<!doctype html><title>Shop</title><h1 id=who></h1>
<form id=in><label>E-mail <input id=user></label><label>Password <input id=pw type=password></label>
<button>Go</button></form>
<label>Coupon <input id=coupon></label><label>Contact <input id=mail type=email></label><p id=kept role=status></p>
<input type=file onchange="kept.textContent = files[0].name + ' ' + files[0].type + ' ' + files[0].size">
<script>
const known = () => who.textContent = "Hello " + (document.cookie.split("user=")[1] || "visitor");
document.forms[0].onsubmit = e => { e.preventDefault();
  if (pw.value === "oak of " + user.value) document.cookie = "user=" + user.value; known(); };
known();
</script>"""


def shown(text: str) -> s.Assert:
    return s.Assert(check=c.TextShown(text=text))


def field(words: str, locator: str = "") -> Target:
    known = Known(selector=words, locator=locator or f'get_by_label("{words}")', fingerprint=Fingerprint())
    return Target(words=words, name=words, known=known)


def way(deed: str, locator: str, text: str = "") -> Way:
    known = Known(selector=locator, locator=locator, fingerprint=Fingerprint())
    return Way(deed=deed, known=known, text=text)  # type: ignore[arg-type]


SIGNED_IN = (
    way("type", 'locator("#user")'),
    way("type", 'locator("#pw")'),
    way("press", 'locator("#pw")', "Enter"),
)
DATA = ProjectData(
    accounts=(Account("admin", "ada", "oak of ada"),),
    variables={"coupon": "SAVE-10", "key": "s3cr3t", "unused": "nobody"},
    secrets=frozenset({"key"}),
)
STEPS: tuple[s.Step, ...] = (
    s.Go(url="/", sentence="Go to /"),
    s.SignIn(account="admin", ways=SIGNED_IN, sentence="Log in as an admin"),
    shown("Hello ada"),
    s.SignIn(account="night clerk", sentence="Log in as the night clerk"),
    shown("Hello cy"),
    s.SignIn(account="admin", sentence="Log in as an admin again"),
    shown("Hello ada"),
    s.Visitor(sentence="Continue as a visitor"),
    shown("Hello visitor"),
    s.Fill(target=field("Coupon"), value=s.Value("{coupon}-{key}"), sentence="Enter {coupon}-{key} into Coupon"),
    s.Assert(check=c.ValueIs(target=field("Coupon"), comparison="equals", value="SAVE-10-from outside")),
    s.Fill(target=field("Contact"), value=s.Value("", made=Made("email")), sentence="Enter a valid email into Contact"),
    s.Assert(check=c.ValueIs(target=field("Contact"), comparison="contains", value="@example.com")),
    s.Fill(
        target=field("Contact"),
        value=s.Value("", made=Made("email", "without an @")),
        sentence="Enter an email without",
    ),
    s.Assert(check=c.ValueIs(target=field("Contact"), comparison="ends_with", value=".example.com")),
    s.Upload(target=None, files=("file.png",), made=True, size_bytes=5000, sentence="Upload a 5 KB PNG"),
    shown("file.png image/png 5000"),
    s.FillRequired(ways=(way("type", 'get_by_label("Coupon")', "Sample"),), sentence="Fill in all required fields"),
    s.Assert(check=c.ValueIs(target=field("Coupon"), comparison="equals", value="Sample")),
)
OUTSIDE = {
    "QA_ADMIN_USER": "ada", "QA_ADMIN_PASSWORD": "oak of ada",
    "QA_NIGHT_CLERK_USER": "cy", "QA_NIGHT_CLERK_PASSWORD": "oak of cy", "QA_KEY": "from outside",
}  # fmt: skip
ROWS = ({"who": "ada", "pass": "oak of ada"}, {"who": "cy", "pass": "oak of cy"})
BY_ROW: tuple[s.Step, ...] = (
    s.Go(url="/"),
    s.LogIn(user=s.Value("{who}"), password=s.Value("{pass}", secret=True)),
    shown("Hello {who}"),
)
OF_ROWS = {"QA_PASS_1": "oak of ada", "QA_PASS_2": "oak of cy"}

Serve = Callable[[dict[str, str]], Awaitable[str]]
FORMS: tuple[Form, ...] = ("playwright-ts", "playwright-python")


@pytest.mark.parametrize("form", FORMS)
def test_no_password_and_no_secret_stands_in_it(form: Form) -> None:
    code = export(form, Exported("A", "https://shop.example/", Plan(steps=STEPS), data=DATA))
    for secret in ("oak of", "s3cr3t", '"ada"', "'ada'"):
        assert secret not in code
    assert "nobody" not in code, "what no step names is left out"
    needed = next(line for line in code.splitlines() if "Needs in the environment" in line)
    assert all(name in needed for name in OUTSIDE), needed
    code = export(form, Exported("A", "https://shop.example/", Plan(steps=BY_ROW), rows=ROWS))
    assert "oak of" not in code
    assert "QA_PASS_2" in code


@pytest.mark.parametrize("form", FORMS)
def test_what_no_run_has_found_is_not_carried_over(form: Form) -> None:
    step = s.FillRequired(sentence="Fill in all required fields")
    code = export(form, Exported("A", "https://shop.example/", Plan(steps=(step,))))
    assert "Not carried over, so not tested:" in code
    assert "- Fill in all required fields" in code
    code = export(form, Exported("A", "https://shop.example/", Plan(steps=(s.SignIn(sentence="Log in"),))))
    assert "made of the words alone" in code
    assert "QA_USER" in code


async def test_the_typescript_tests_are_typescript() -> None:
    test = Exported("`A`", "https://shop.example/", Plan(steps=STEPS), data=DATA)
    code = export("playwright-ts", test)
    assert "await signInAsAdmin(page);" in code
    assert code.count("async function signInAsAdmin(page: Page)") == 1
    assert await syntax_error(code) == ""
    assert await syntax_error(export("playwright-ts", Exported("A", "", Plan(steps=BY_ROW), rows=ROWS))) == ""


async def played(folder: Path, *command: str, **outside: str) -> tuple[int | None, str]:
    choice = await choose_browser()
    launch = {"executable_path": str(choice.path), "args": list(choice.args), "env": {**os.environ, **choice.env}}
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment |= {"LAUNCH": json.dumps(launch)} | outside
    process = await asyncio.create_subprocess_exec(*command, cwd=folder, env=environment, stdout=PIPE, stderr=STDOUT)
    out, _ = await process.communicate()
    return process.returncode, out.decode()


@pytest.mark.slow
async def test_the_python_tests_are_played(serve: Serve, tmp_path: Path) -> None:
    site = await serve({"/": PAGE}) + "/"
    (tmp_path / "conftest.py").write_text(LAUNCH)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    test, by_row = Exported("A", site, Plan(steps=STEPS), data=DATA), Exported("B", site, Plan(steps=BY_ROW), rows=ROWS)
    (tmp_path / "test_a.py").write_text(export("playwright-python", test))
    (tmp_path / "test_b.py").write_text(export("playwright-python", by_row))
    command = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")
    code, out = await played(tmp_path, *command, **OUTSIDE, **OF_ROWS)
    assert (code, "3 passed" in out) == (0, True), out
    wrong = OF_ROWS | {"QA_PASS_2": "elm"}  # the planted fault
    code, out = await played(tmp_path, *command, "test_b.py", **wrong)
    assert (code, "1 failed, 1 passed" in out, "row 2" in out) == (1, True, True), out


@pytest.mark.slow
async def test_the_typescript_tests_are_played(serve: Serve, tmp_path: Path) -> None:
    site = await serve({"/": PAGE}) + "/"
    (tmp_path / "playwright.config.mjs").write_text(CONFIG)
    (tmp_path / "node_modules").symlink_to(WEB / "node_modules")
    test, by_row = Exported("A", site, Plan(steps=STEPS), data=DATA), Exported("B", site, Plan(steps=BY_ROW), rows=ROWS)
    (tmp_path / "a.spec.ts").write_text(export("playwright-ts", test))
    (tmp_path / "b.spec.ts").write_text(export("playwright-ts", by_row))
    code, out = await played(tmp_path, str(NODE), RUNNER, "test", **OUTSIDE, **OF_ROWS)
    assert (code, "3 passed" in out) == (0, True), out
    code, out = await played(tmp_path, str(NODE), RUNNER, "test", "b.spec.ts", **OF_ROWS | {"QA_PASS_1": "elm"})
    assert (code, "1 failed" in out, "1 passed" in out) == (1, True, True), out
