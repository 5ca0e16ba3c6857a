"""Values by their kind, made for the field that is on the page: what it says of itself decides, and is asked."""

# ruff: noqa: E501 - a page under test stands in one line

from __future__ import annotations

import pytest
from playwright.async_api import Page

from qa_appliance.core.steps import Fill, Value
from qa_appliance.core.test_data.made import Made, MadeFault, MadeKind
from qa_appliance.steps.base.stage import Stage
from tests.steps.conftest import Do, Show, the


def enter(name: str, kind: MadeKind = "value", fault: MadeFault = "", country: str = "") -> Fill:
    return Fill(target=the(name), value=Value("", made=Made(kind, fault, country)))


REFUSED: list[tuple[str, Fill, str]] = [
    ("<label>N <input></label>", enter("N", "name", "too short"), "There is no way to make a name that is too short for the field “N”: the field names no minimum length."),
    ("<label>N <input></label>", enter("N", "name", "too long"), "the field names no maximum length"),
    ("<label>N <input maxlength=5></label>", enter("N", "name", "too long"), "the field takes 5 characters and cuts what is beyond"),
    ("<label>N <input type=number></label>", enter("N", "number", "too low"), "the field names no smallest value"),
    ("<label>N <input type=number max=9></label>", enter("N", "number", "too low"), "the field names no smallest value"),
    ("<label>N <input></label>", enter("N", "text", "invalid"), "the field has no rule that a text could break"),
    ("<label>N <input></label>", enter("N", "postcode", country="Atlantis"), "values of Atlantis are not known"),
    ("<label>N <input></label>", enter("N", "IBAN", country="Japan"), "Japan has no IBAN"),
    ("<label>N <input pattern='[a-z]+@company[.]test'></label>", enter("N", "email"), "not the pattern of the field"),
    ("<label>N <input maxlength=8></label>", enter("N", "email"), "none has between 0 and 8 characters"),
    ("<label>N <input maxlength=6></label>", enter("N", "card number"), "none has between 0 and 6 characters"),
    ("<label>N <input type=number></label>", enter("N", "email"), "it cannot be typed there"),
    ("<label>N <input type=date min=2999-01-01></label>", enter("N", "past date"), "the field takes no past date: its first is 2999-01-01"),
    ("<label>N <input type=date max=2001-01-01></label>", enter("N", "future date"), "the field takes no future date: its last is 2001-01-01"),
    ("<label>N <input type=time></label>", enter("N", "date"), "the field takes a time"),
    ("<label>N <input type=date></label>", enter("N", "date", "invalid"), "the field names no smallest and no largest value"),
    ("<label>N <input pattern='.+'></label>", enter("N", "email", "invalid"), "the field takes it"),
    ("<label>N <input oninput=\"this.setCustomValidity('Taken already')\"></label>", enter("N", "username"), "refuses it: Taken already"),
    ("<label>N <select><option>One<option>Two</select></label>", enter("N", "value", "invalid"), "offers options, and all of them are valid"),
    ("<label>N <input readonly></label>", enter("N", "email"), "read-only"),
]  # fmt: skip


@pytest.mark.parametrize(("html", "step", "says"), REFUSED)
async def test_a_value_that_no_field_takes_is_told(show: Show, do: Do, html: str, step: Fill, says: str) -> None:
    await show(html)
    record = await do(step)
    assert record.failure is not None
    assert says in record.failure.message


FITTING: list[tuple[str, Fill, str]] = [
    ("<label>N <input type=email></label>", enter("N", "email"), r"[a-z0-9]+@example\.(?:com|org)"),
    ("<label>N <input></label>", enter("N", "email"), r"[a-z0-9]+@example\.(?:com|org)"),
    ("<label>N <input maxlength=16></label>", enter("N", "email"), r"[a-z0-9]{1,4}@example\.com"),
    ("<label>N <input minlength=40></label>", enter("N", "email"), r"[a-z0-9]{28,}@example\.com"),
    ("<label>N <input type=password minlength=8></label>", enter("N", "password"), r"(?=.*\d)(?=.*[a-z])(?=.*[A-Z])(?=.*\W).{12,}"),
    ("<label>N <input type=password maxlength=6></label>", enter("N", "password"), r".{6}"),
    ("<label>N <input type=password pattern='[0-9]{4}'></label>", enter("N", "password"), r"\d{4}"),
    ("<label>N <input type=password pattern='(?=.*\\d)(?=.*[A-Z])[A-Za-z0-9]{8,10}'></label>", enter("N", "password"), r"\w{8,10}"),
    ("<label>N <input></label>", enter("N", "name"), r"\S+ \S.*"),
    ("<label>N <input pattern='[A-Z]{3}-[0-9]{2}'></label>", enter("N", "value"), r"[A-Z]{3}-\d\d"),
    ("<label>Zip <input pattern='[0-9]{5}'></label>", enter("Zip", "value"), r"\d{5}"),
    ("<label>N <input></label>", enter("N", "postcode", country="Germany"), r"\d{5}"),
    ("<label>N <input></label>", enter("N", "postcode", country="the UK"), r"[A-Z]{1,2}\d\w? \d[A-Z]{2}"),
    ("<label>N <input></label>", enter("N", "phone number"), r"\+120255501\d{2}"),
    ("<label>N <input pattern='[0-9]{3}-[0-9]{3}-[0-9]{4}'></label>", enter("N", "phone number"), r"202-555-01\d{2}"),
    ("<label>N <input></label>", enter("N", "card number"), r"(?:4242424242424242|5555555555554444|4111111111111111|378282246310005)"),
    ("<label>N <input pattern='([0-9]{4} ){3}[0-9]{4}'></label>", enter("N", "card number"), r"(?:\d{4} ){3}\d{4}"),
    ("<label>N <input></label>", enter("N", "IBAN", country="France"), r"FR1420041010050500013M02606"),
    ("<label>N <input type=url></label>", enter("N", "URL"), r"https://example\.com/.*"),
    ("<label>N <input type=number min=18 max=20></label>", enter("N", "number"), r"18|19|20"),
    ("<label>N <input type=number min=0 max=1 step=0.25></label>", enter("N", "number"), r"0|1|0\.(?:25|5|50|75)|0\.00|1\.00"),
    ("<label>N <input type=number max=-5></label>", enter("N", "number"), r"-\d+"),
    ("<label>N <input type=date min=2027-03-01 max=2027-03-05></label>", enter("N", "date"), r"2027-03-0[1-5]"),
    ("<label>N <input type=date min=2027-03-01 max=2027-03-20 step=7></label>", enter("N", "date"), r"2027-03-(?:01|08|15)"),
    ("<label>N <input placeholder=DD.MM.YYYY></label>", enter("N", "date"), r"\d\d\.\d\d\.\d{4}"),
    ("<label>N <input type=time min=09:00 max=09:30 step=900></label>", enter("N", "time"), r"09:(?:00|15|30)"),
    ("<label>N <input type=month></label>", enter("N", "date"), r"\d{4}-\d\d"),
    ("<label>N <input type=week></label>", enter("N", "date"), r"\d{4}-W\d\d"),
    ("<label>N <input type=datetime-local></label>", enter("N", "date"), r"\d{4}-\d\d-\d\dT\d\d:\d\d"),
    ("<label>N <textarea maxlength=80></textarea></label>", enter("N", "long text"), r".{80}"),
    ("<label>N <textarea></textarea></label>", enter("N", "long text"), r".{600}"),
    ("<label>N <input></label>", enter("N", "spaces"), r"   "),
    ("<label>N <input></label>", enter("N", "unicode text"), r"Zoë.*😀"),
    ("<label>N <input type=color></label>", enter("N", "value"), r"#[0-9a-f]{6}"),
    ("<label>N <input autocomplete='shipping given-name'></label>", enter("N", "value"), r"[^@\d]+"),
    ("<label>Your e-mail <input></label>", enter("Your e-mail", "value"), r".+@example\.com"),
    ("<label>Date of birth <input type=date></label>", enter("Date of birth", "value"), r"(?:19[7-9]\d|2000)-\d\d-\d\d"),
    ("<label>N <select><option value=''>Choose…<option disabled>No<option>Blue<option>Red</select></label>", enter("N", "value"), "Blue"),
    ("<label>N <select><option>Austria<option>Germany</select></label>", enter("N", "country", country="Germany"), "Germany"),
    # what breaks the rules
    ("<label>N <input type=email></label>", enter("N", "email", "without an @"), r"[^@]+"),
    ("<label>N <input type=email></label>", enter("N", "email", "without a domain"), r"[^@]+@"),
    ("<label>N <input></label>", enter("N", "email", "invalid"), r"ada\.example\.com"),
    ("<label>N <input type=number min=1></label>", enter("N", "number", "too low"), r"0"),
    ("<label>N <input type=number max=5 step=0.5></label>", enter("N", "number", "too high"), r"5\.5"),
    ("<label>N <input type=number></label>", enter("N", "number", "invalid"), r"0\.5"),
    ("<label>N <input type=date min=2027-03-01></label>", enter("N", "date", "out of range"), r"2027-02-28"),
    ("<label>N <input type=date max=2027-03-01></label>", enter("N", "date", "too high"), r"2027-03-02"),
    ("<label>N <input type=password minlength=8></label>", enter("N", "password", "too short"), r".{7}"),
    ("<label>N <input type=password aria-describedby=h></label><p id=h>Use at least 10 characters.</p>", enter("N", "password", "too short"), r".{9}"),
    ("<label>N <input pattern='.{4,8}'></label>", enter("N", "username", "too short"), r".{3}"),
    ("<label>N <input pattern='.{4,8}'></label>", enter("N", "username", "too long"), r".{9}"),
    ("<label>N (3-12 characters) <input></label>", enter("N", "username", "too long"), r".{13}"),
    ("<label>N <input type=password minlength=10></label>", enter("N", "password", "weak"), r"123456787x"),
    ("<label>N <input></label>", enter("N", "card number", "invalid"), r"\d{15,16}"),
    ("<label>N <input pattern='[0-9]{5}'></label>", enter("N", "postcode", "invalid"), r"#####"),
    ("<label>N <input pattern='[a-z]{2}'></label>", enter("N", "value", "invalid"), r".*[^a-z].*|.{3,}|."),
    ("<label>N <input type=url></label>", enter("N", "URL", "invalid"), r"not a url"),
]  # fmt: skip


@pytest.mark.parametrize(("html", "step", "looks"), FITTING)
async def test_a_value_is_made_for_the_field(show: Show, do: Do, page: Page, html: str, step: Fill, looks: str) -> None:
    await show(html)
    record = await do(step)
    assert record.error is None
    held = await page.evaluate("document.querySelector('input, textarea, select').value")
    assert await page.evaluate("([looks, held]) => new RegExp(`^(?:${looks})$`, 'us').test(held)", [looks, held]), held


async def test_what_was_made_is_told_with_its_kind_and_seed(show: Show, do: Do, page: Page, stage: Stage) -> None:
    stage.seed = 4711
    await show("<label>Email <input></label>")
    record = await do(enter("Email", "email"))
    typed = await page.input_value("input")
    assert record.note == f"made “{typed}” (a valid email, seed 4711)"
    assert record.value == typed
    assert record.details.typed is not None
    assert record.details.typed.text == typed
    assert "4711" in typed


async def test_the_same_seed_makes_the_same_again_and_two_fields_get_two_values(
    show: Show, do: Do, page: Page, stage: Stage
) -> None:
    stage.seed, seen = 12, []
    for _ in range(2):
        stage.made_count = 0
        await show("<label>A <input id=a></label><label>B <input id=b></label>")
        await do(enter("A", "name"), enter("B", "name"))
        seen.append((await page.input_value("#a"), await page.input_value("#b")))
    assert seen[0] == seen[1]
    assert seen[0][0] != seen[0][1]


async def test_a_made_password_is_in_no_record(show: Show, do: Do, page: Page) -> None:
    await show("<label>Password <input type=password></label>")
    record = await do(enter("Password", "password"))
    typed = await page.input_value("input")
    assert len(typed) >= 12
    assert typed not in repr(record)
    assert record.value == "••••"
    assert (record.note or "").startswith("made “••••” (a valid password, seed")


async def test_what_confirms_a_password_repeats_it(show: Show, do: Do, page: Page) -> None:
    await show("""<form><label>Password <input type=password id=a></label>
        <label>Confirm password <input type=password id=b></label></form>""")
    await do(enter("Password", "password"), enter("Confirm password", "password"))
    assert await page.input_value("#a") == await page.input_value("#b") != ""


async def test_a_value_is_made_for_what_has_the_focus(show: Show, do: Do, page: Page) -> None:
    await show("<input type=email autofocus>")
    await page.focus("input")
    record = await do(Fill(target=None, value=Value("", made=Made("value"))))
    assert record.error is None
    assert "@example.com" in await page.input_value("input")


async def test_a_pattern_that_keeps_the_browser_ends_no_run(show: Show, do: Do) -> None:
    await show(r"<label>N <input pattern='(((x{0,900}){0,900}){0,900}){0,900}y'></label>")
    record = await do(enter("N", "value"))
    assert record.failure is None or "pattern" in record.failure.message
