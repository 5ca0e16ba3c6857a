"""Every required field of a form is filled in, and nothing else."""

# ruff: noqa: E501 - a page under test stands in one line

from __future__ import annotations

import pytest
from playwright.async_api import Page

from qa_appliance.core.steps import FillRequired
from qa_appliance.steps.base.stage import Stage
from tests.steps.conftest import Do, Show, the

REFUSED = [
    ("<p>Nothing here</p>", FillRequired(), "The form has no required field"),
    ("<form><label>Email <input></label></form>", FillRequired(), "The form has no required field: none on the page says that it has to be filled in."),
    ("<form><label>Email <input required hidden></label><label>N <input required disabled></label></form>", FillRequired(), "no required field"),
    ("<form><label>Email <input required></label></form><form aria-label=Login><label>Name <input required></label></form>", FillRequired(), "There are 2 forms with required fields: “Email” and “Login”."),
    ("<form><label>Email* <input required></label></form>", FillRequired(left=("Fax",)), "There is no required field “Fax” to be left out; there are: “Email”."),
    ("<form><label>Size <select required><option value=''>Choose…</select></label></form>", FillRequired(), "offers nothing that could be chosen"),
    ("<form><label>Song <input type=file required accept=.mp3></label></form>", FillRequired(), "nothing of what it takes is made here: .mp3"),
    ("<form><label>Code <input required pattern='[a-z]+@corp[.]test' type=email></label></form>", FillRequired(), "not the pattern of the field"),
]  # fmt: skip


@pytest.mark.parametrize(("html", "step", "says"), REFUSED)
async def test_refused(show: Show, do: Do, html: str, step: FillRequired, says: str) -> None:
    await show(html)
    record = await do(step)
    assert says in (record.error or "")


FORM = """<form>
    <label>Full name * <input id=name></label>
    <label>Email <input id=email type=email required></label>
    <label>Password <input id=one type=password required minlength=8></label>
    <label>Confirm password <input id=two type=password required></label>
    <label>Birthday <input id=born type=date required></label>
    <label>Seats <input id=seats type=number min=2 max=4 aria-required=true></label>
    <label>Country <select id=country required><option value="">Choose…<option>Austria<option>Chile</select></label>
    <fieldset><legend>Size</legend><label><input type=radio name=size value=s required>Small</label><label><input type=radio name=size value=l required>Large</label></fieldset>
    <label><input type=checkbox id=terms required> I agree</label>
    <label>Photo <input type=file id=photo required accept="image/jpeg"></label>
    <label>About (required) <textarea id=about></textarea></label>
    <label>Fax <input id=fax></label>
    <label>City <input id=city required value=Rome></label>
</form>"""
HELD = """Object.fromEntries([...document.querySelectorAll("[id]")].map(e => [e.id,
    e.type === "checkbox" ? e.checked : e.type === "file" ? [...e.files].map(f => f.name).join() : e.value]))"""


async def test_each_by_its_kind(show: Show, do: Do, page: Page, stage: Stage) -> None:
    stage.seed = 7
    await show(FORM)
    record = await do(FillRequired())
    assert record.error is None
    held = await page.evaluate(HELD)
    assert held["email"].endswith("@example.com")
    assert held["one"] == held["two"] != ""
    assert held["seats"] in ("2", "3", "4")
    assert (held["country"], held["terms"], held["photo"], held["fax"], held["city"]) == (
        "Austria",
        True,
        "file.jpg",
        "",
        "Rome",
    )
    assert all((held["name"], held["about"], held["born"]))
    assert await page.evaluate("document.forms[0].checkValidity()")
    assert await page.is_checked("[value=s]")
    assert record.value == "11 fields"
    note = record.note or ""
    assert f"typed “{held['email']}” into “Email”" in note
    assert "typed “••••” into “Password”" in note
    assert held["one"] not in repr(record)
    assert "chose “Austria” in “Country”" in note
    assert "ticked “I agree”" in note
    assert "gave file.jpg to “Photo”" in note
    assert note.endswith("made with the seed 7")


async def test_what_is_left_stays_as_it_is(show: Show, do: Do, page: Page) -> None:
    await show("<form><label>Email * <input id=a></label><label>Name * <input id=b></label></form>")
    record = await do(FillRequired(left=("email",)))
    assert record.value == "1 field"
    assert await page.input_value("#a") == ""
    assert await page.input_value("#b") != ""


async def test_all_of_them_filled_in_already(show: Show, do: Do) -> None:
    await show("<form><label>Email <input required value=a@b.c></label></form>")
    record = await do(FillRequired())
    assert record.error is None
    assert record.note == "every required field was filled in already"


async def test_the_form_of_the_open_dialog(show: Show, do: Do, page: Page) -> None:
    await show(
        "<form><label>A <input id=a required></label></form><dialog id=d><form><label>B <input id=b required></label></form></dialog><script>d.showModal()</script>"
    )
    assert (await do(FillRequired())).error is None
    assert await page.input_value("#a") == ""
    assert await page.input_value("#b") != ""


async def test_the_form_that_is_named(show: Show, do: Do, page: Page) -> None:
    await show(
        "<form aria-label=Billing><label>A <input id=a required></label></form><form aria-label=Shipping><label>B <input id=b required></label></form>"
    )
    record = await do(FillRequired(target=the("Shipping", "form")))
    assert record.error is None
    assert await page.input_value("#a") == ""
    assert await page.input_value("#b") != ""


async def test_a_field_that_shows_itself_only_then(show: Show, do: Do, page: Page) -> None:
    await show(
        "<form><label>A <input id=a required oninput='more.hidden = false'></label><label id=more hidden>B <input id=b required></label></form>"
    )
    assert (await do(FillRequired())).value == "2 fields"
    assert await page.input_value("#b") != ""
