"""Checks on real pages: those that must not hold first, with what they say was seen."""

# ruff: noqa: E501 - a page under test stands in one line

from __future__ import annotations

import pytest
from playwright.async_api import Page

from qa_appliance.core import checks as c
from qa_appliance.core import steps as s
from qa_appliance.english.compile import plan_english
from qa_appliance.steps.base.stage import PATIENCE, Stage
from tests.steps.conftest import Do, Show, the

TOTALS = "<p>Subtotal: $9.99</p><dl><dt>Total</dt><dd>$39.90</dd></dl>"
REFUND = "<dl><dt>Refund</dt><dd>−€9.80</dd></dl>"
CART = "<nav><a href=#c aria-current=page>Cart 1</a></nav><main><h1>Your cart</h1><p>Notebook</p></main>"
USERS = """<table><tr><th>Name<th>Role</tr><tr><td>Alice<td>Admin</tr><tr><td>Bob<td>User</tr></table>"""
WIDE = "<style>body { margin: 0 }</style><table style='width:2000px;border-spacing:0'><tr><td>Orders</table>"

DO_NOT_HOLD = [
    ("<p>Welcome back</p>", c.TextShown(text="Goodbye"), "“Goodbye” is not shown"),
    ("<p hidden>Saved</p>", c.TextShown(text="Saved"), "there but hidden"),
    (
        "<ul aria-label=Loans></ul>",
        c.TextShown(text="Saw", scope=the("", "list")),
        "“Saw” is not shown: the list “Loans” is there but hidden, or has nothing in it.",
    ),
    ("<input value=Ada aria-label=Name>", c.TextShown(text="Ada"), "only as the value of the field “Name”"),
    ("<p>Welcome</p>", c.TextShown(text="Welcome", negated=True), "although it should not be"),
    ("<p>welcome</p>", c.TextShown(text="Welcome", negated=True), "differs in case only"),
    ("<button>Save</button>", c.ElementIs(target=the("Save"), state="enabled", negated=True), "is enabled, expected disabled"),
    ("<button>Save draft</button>", c.ElementIs(target=the("Publish", "button"), state="visible"), "button “Save draft”"),
    ("<button>Save</button>", c.ElementIs(target=the("Save", "button"), state="visible", negated=True), "although"),
    ("<label><input type=checkbox>A</label>", c.ElementIs(target=the("A"), state="checked"), "is unchecked"),
    ("<label>A <input value=x></label>", c.ValueIs(target=the("A"), comparison="equals", value="y"), "is “x”, expected “y”"),
    (TOTALS, c.TextIs(target=the("Total"), comparison="equals", value="38.90"), "“Total” is “$39.90”, expected “38.90”"),
    (TOTALS, c.TextIs(target=the("Total"), comparison="more", value="40"), "more than"),
    (REFUND, c.TextIs(target=the("Refund"), comparison="equals", value="9.80"), "is “−€9.80”, expected “9.80”"),
    (USERS, c.TextIs(target=the("Role", of=("near", "Bob")), comparison="equals", value="Admin"), "is “User”, expected “Admin”"),
    ("<input id=email>", c.ElementIs(target=the("E-mail", "text", quoted=True), state="visible"), "no text “E-mail”"),
    ("<button>Sign in</button>", c.ElementIs(target=the("Log in", "button", quoted=True), state="visible"), "no button “Log in”"),
    ("<button>Submit odrer</button>", c.ElementIs(target=the("Submit order", "button", quoted=True), state="visible"), "no button “Submit order”"),
    ("<nav>Home</nav><main>Hello</main>", c.TextShown(text="Hello", scope=the("navigation", "section")), "“Hello” is not shown in the navigation “Home”, but elsewhere on the page"),
    (CART, c.TextIs(target=the("Cart"), comparison="contains", value="Lamp"), "“Cart” is “Your cart Notebook”"),
    (USERS, c.CountIs(target=the(kind="row"), comparison="equals", count=3), "There are 2 row, expected 3"),
    (USERS, c.ListSorted(target=the(kind="table"), by="Role", descending=True), "“Admin” before “User”"),
    ("<p>All good</p>", c.ErrorShown(), "No error is shown"),
    ("<p role=alert>Wrong password</p>", c.ErrorShown(negated=True), "Wrong password"),
    (
        "<div class='alert alert-warning'><button>×</button>Invalid login. Please try again.</div>",
        c.ErrorShown(negated=True),
        "Invalid login",
    ),
    ("<p>Access is denied</p>", c.ErrorShown(negated=True), "Access is denied"),
    ("<p role=alert>Wrong password</p>", c.ErrorShown(text="too long"), "shown is “Wrong password”"),
    ("<title>Shop</title>", c.TitleIs(comparison="equals", value="Cart"), "The title is “Shop”, expected “Cart”"),
    ("<p>x</p>", c.AddressIs(comparison="contains", value="/home"), "about:blank"),
    ("<p>x</p>", c.ElementIs(target=the("Menu"), state="expanded"), "no “Menu”"),
    ("<button>Menu</button>", c.ElementIs(target=the("Menu"), state="expanded"), "no such state"),
    (WIDE, c.ScrollsSideways(negated=True), "The page is 720 pixels wider than the 1280 of the screen: <table> “Orders” reaches the farthest"),
    (f"<div style='height:700px;overflow:auto'>{WIDE}</div>", c.ScrollsSideways(negated=True), "<table> “Orders” reaches"),
    ("<p>x</p>", c.ScrollsSideways(), "The page is no wider than 1280 pixels"),
    ("<p>x</p>", c.Downloaded(name="a.pdf"), "Nothing was downloaded"),
    ("<p>x</p>", c.Downloaded(), "Nothing was downloaded"),
]  # fmt: skip


@pytest.mark.parametrize(("html", "check", "words"), DO_NOT_HOLD)
async def test_a_check_that_does_not_hold_says_what_was_seen(
    show: Show, do: Do, html: str, check: c.Check, words: str
) -> None:
    await show(html)
    record = await do(s.Assert(check=check))
    assert record.result == "failed"
    assert record.error is not None
    assert words in record.error


HOLD = [
    ("<p>Hello   <b>wide</b>\n world</p>", c.TextShown(text="Hello wide world")),
    ("<p>Hello</p>", c.TextShown(text="Bye", negated=True)),
    (REFUND, c.TextIs(target=the("Refund"), comparison="equals", value="-9.80")),
    (USERS, c.TextIs(target=the("Role", of=("near", "Bob")), comparison="equals", value="User")),
    (CART, c.TextIs(target=the("Cart"), comparison="contains", value="Notebook")),
    ("<iframe srcdoc='<p>Inner text</p>'></iframe>", c.TextShown(text="Inner text")),
    ("<div id=box><p>In</p></div><p>Out</p>", c.TextShown(text="Out", scope=the("box"), negated=True)),
    ("<button disabled>Save</button>", c.ElementIs(target=the("Save"), state="enabled", negated=True)),
    ("<fieldset disabled><button>Save</button></fieldset>", c.ElementIs(target=the("Save"), state="enabled", negated=True)),
    ("<button style='display:none'>Save</button>", c.ElementIs(target=the("Save", "button"), state="visible", negated=True)),
    ("<label><input type=checkbox checked style='opacity:0'>A</label>", c.ElementIs(target=the("A"), state="checked")),
    ("<label>A <input autofocus></label>", c.ElementIs(target=the("A"), state="empty")),
    ("<label>A <input required></label>", c.ElementIs(target=the("A"), state="required")),
    ("<details open><summary>More</summary>x</details>", c.ElementIs(target=the("More"), state="expanded")),
    ("<button aria-selected=true role=tab>One</button>", c.ElementIs(target=the("One", "tab"), state="selected")),
    ("<label>A <input value='1.299,00'></label>", c.ValueIs(target=the("A"), comparison="equals", value="1299")),
    ("<label>C <select><option>X<option selected>Y</select></label>", c.ValueIs(target=the("C"), comparison="equals", value="Y")),
    (TOTALS, c.TextIs(target=the("Total"), comparison="equals", value="39.90")),
    (TOTALS, c.TextIs(target=the("Subtotal"), comparison="equals", value="9.99")),
    (TOTALS, c.TextIs(target=the("Total"), comparison="at_least", value="39.9")),
    ("<div><span>Total</span><span>42 %</span></div>", c.TextIs(target=the("Total"), comparison="more", value="40")),
    (USERS, c.TextIs(target=the(kind="cell", and_of=("column", "Role"), of=("row", "Alice")), comparison="equals", value="Admin")),
    (USERS, c.TextIs(target=the("Alice", "row"), comparison="contains", value="Admin")),
    (USERS, c.CountIs(target=the(kind="row"), comparison="equals", count=2)),
    ("<ul><li>a<li>b</ul>", c.CountIs(target=the(kind="item"), comparison="at_least", count=2)),
    (USERS, c.ListSorted(target=the(kind="table"), by="Name")),
    ("<ul><li>2<li>10<li>30</ul>", c.ListSorted(target=the(kind="list"))),
    ("<p class='form-error'>Too short</p>", c.ErrorShown(text="too short")),
    ("<label>A <input aria-invalid=true></label>", c.ErrorShown()),
    ("<p>x</p>", c.ErrorShown(negated=True)),
    ("<title>My Shop</title>", c.TitleIs(comparison="contains", value="Shop")),
    ("<p>x</p>", c.NoEvents(kind="console_error")),
    ("<p>x</p>", c.NoEvents(kind="failed_request")),
    ("<p>x</p>", c.Downloaded(negated=True)),
    ("<p>x</p>", c.LoadsWithin(seconds=20)),
    (WIDE, c.ScrollsSideways()),
    ("<p style='width:100%'>x</p>", c.ScrollsSideways(negated=True)),
    (f"<style>body {{ overflow-x: hidden }}</style>{WIDE}", c.ScrollsSideways(negated=True)),
    (f"<div style='width:300px;overflow:auto'>{WIDE}</div>", c.ScrollsSideways(negated=True)),
]  # fmt: skip


@pytest.mark.parametrize(("html", "check"), HOLD)
async def test_a_check_that_holds(show: Show, do: Do, html: str, check: c.Check) -> None:
    await show(html)
    record = await do(s.Assert(check=check))
    assert record.error is None


async def test_case_is_told_when_only_it_differs(show: Show, do: Do) -> None:
    await show("<p>WELCOME</p>")
    for negated in (False, True):
        record = await do(s.Assert(check=c.TextShown(text="Welcome", negated=negated)))
        assert "“WELCOME” is" in (record.error or "")
        assert "differs in case only" in (record.error or "")
    record = await do(s.Assert(check=c.TextShown(text="Welcome", any_case=True)))
    assert record.note == "differs in case only"


async def test_a_check_waits_until_it_holds(show: Show, do: Do, stage: Stage) -> None:
    stage.patience = PATIENCE
    await show("<p id=p>Saving</p><script>setTimeout(() => p.textContent = 'Saved', 400)</script>")
    assert (await do(s.Assert(check=c.TextShown(text="Saved")))).error is None


async def test_not_shown_is_not_believed_before_the_page_is_there(show: Show, do: Do) -> None:
    await show("<p id=p></p><script>setTimeout(() => p.textContent = 'Error 500', 250)</script>")
    record = await do(s.Assert(check=c.TextShown(text="Error", negated=True)))
    assert record.result == "failed"


async def test_a_wait_until_something_disappears(show: Show, do: Do) -> None:
    await show("<p id=p>Loading</p><script>setTimeout(() => p.remove(), 400)</script>")
    assert (await do(s.WaitFor(check=c.TextShown(text="Loading", negated=True), seconds=30))).error is None


async def test_console_errors_are_told(show: Show, do: Do, page: Page) -> None:
    await show("<script>console.error('it broke')</script>")
    record = await do(s.Assert(check=c.NoEvents(kind="console_error")))
    assert record.error is not None
    assert "it broke" in record.error


async def test_a_cell_is_told_by_its_row_and_column(show: Show, do: Do) -> None:
    await show(
        "<table><tr><th>Order</th><th>Status</th></tr><tr><td>1042</td><td>Processing</td></tr>"
        "<tr><td>1043</td><td>Sent</td></tr></table>"
    )
    record = await do(*plan_english('the row "1042" shows "Sent" under Status').steps)
    assert record.failure is not None
    assert record.failure.message.startswith("The cell in row “1042” and column “Status” is “Processing”")


@pytest.mark.parametrize("value", ["38.90", "39.90"])
async def test_a_label_is_marked_together_with_its_value(value: str, page: Page, do: Do) -> None:
    """On the picture: what is wrong is the value, not the word beside it."""
    await page.set_content(
        "<style>* { margin: 0 } p { height: 2000px }</style><dl><div><dt>Subtotal<dd>$30.00</div>"
        "<div id=row><dt>Total<dd>$39.90</div></dl><p>The end</p>"
    )
    record = await do(s.Assert(check=c.TextIs(target=the("Total"), comparison="equals", value=value)))
    row = await page.locator("#row").bounding_box()
    assert row is not None
    assert record.result == ("passed" if value == "39.90" else "failed")
    assert record.found is not None
    assert record.found.box == (row["x"], row["y"], row["width"], row["height"])
