"""Several readings of a deed's words: the page decides by what is there, and never of a check."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from qa_appliance.core.checks import ElementIs
from qa_appliance.core.steps import Assert, Clear, Click, Fill, Hover, Step, Value
from qa_appliance.core.target import Relation, Target
from qa_appliance.english.compile import plan_english
from tests.steps.conftest import Do, Show

PAGE = (
    """<!doctype html><title>-</title><body onclick="if (event.target.id) document.title = event.target.id">{}</body>"""
)
AS_PAGE = Target(
    words="the tulips page", name="tulips page", readings=(Target(words="the tulips link", name="tulips", kind="link"),)
)
SPLIT = Target(
    words="Terms of service", name="Terms of service",
    readings=(
        Target(words="Terms in service", name="Terms", within=(Relation("inside", Target("service", "service")),)),
        Target(words="the Terms link", name="Terms", kind="link"),
    ),
)  # fmt: skip
SAVE = Target(
    words="the Save button", name="Save", kind="button", readings=(Target(words="Save button", name="Save button"),)
)
CITY = Target(
    words="the city box", name="city box", readings=(Target(words="the city field", name="city", kind="field"),)
)
ERASE = Target(words="the erase page", name="erase page", readings=(Target(words="Delete all", name="Delete all"),))

FAIL = [
    (AS_PAGE, "<a id=a href='#'>Roses</a>", "neither is there"),
    (AS_PAGE, "<a id=a href='#'>Tulips</a><a id=b href='#x'>Tulips</a>", "the other is there twice"),
    (AS_PAGE, "<a id=a href='#'>Tulips from Amsterdam</a>", "the other is only a part of a name"),
    (AS_PAGE, "<a id=a href='#' hidden>Tulips</a>", "the other is hidden"),
    (
        SPLIT,
        "<section aria-label=service><button id=a>Terms</button></section><a id=b href='#'>Terms</a>",
        "two rivals",
    ),
    (ERASE, "<button id=a>Delete all</button>", "it could not be undone"),
    (ERASE, "<a id=a href='#'>Delete all</a>", "nor by a link"),
    (CITY, "<input id=a aria-label=City disabled>", "the other cannot be used"),
    (CITY, "<input id=a aria-label='City of birth'>", "the field is called otherwise"),
]
DONE = [
    (AS_PAGE, "<a id=a href='#'>Tulips</a>", "a", True),
    (AS_PAGE, "<a id=a href='#'>Tulips</a><button id=b>Tulips</button>", "a", True),
    (AS_PAGE, "<a id=a href='#'>Tulips</a><a id=b href='#x'>Tulips page</a>", "b", False),
    (SPLIT, "<a id=a href='#'>Terms of service</a><a id=b href='#x'>Terms</a>", "a", False),
    (SPLIT, "<a id=a href='#'>Terms</a><a id=b href='#'>Privacy</a>", "a", True),
    (SPLIT, "<section aria-label=service><a id=a href='#'>Terms</a></section>", "a", True),
    (SAVE, "<button id=a>Save</button><button id=b>Save button</button>", "a", False),
]


@pytest.mark.parametrize(("target", "html", "why"), FAIL, ids=[why for *_, why in FAIL])
async def test_where_the_page_leaves_it_open_nothing_is_done(
    show: Show, do: Do, page: Page, target: Target, html: str, why: str
) -> None:
    await show(PAGE.format(html))
    record = await do(Click(target=target, sentence="x"))
    assert record.result == "failed", why
    assert await page.title() == "-"


@pytest.mark.parametrize(("target", "html", "clicked", "otherwise"), DONE)
async def test_the_one_that_is_there_exactly_is_meant(
    show: Show, do: Do, page: Page, target: Target, html: str, clicked: str, otherwise: bool
) -> None:
    await show(PAGE.format(html))
    record = await do(Click(target=target, sentence="x"))
    assert record.error is None
    assert await page.title() == clicked
    assert ("read as" in (record.note or "")) is otherwise


@pytest.mark.parametrize("deed", [Hover(target=CITY), Clear(target=CITY), Fill(target=CITY, value=Value("Rome"))])
async def test_it_holds_for_every_deed(show: Show, do: Do, deed: Step) -> None:
    await show(PAGE.format("<label>City <input id=a value=Bern></label>"))
    record = await do(deed)
    assert record.error is None
    assert "read as the city field" in (record.note or "")


async def test_what_comes_late_is_waited_for(show: Show, do: Do, page: Page) -> None:
    late = "setTimeout(() => document.body.innerHTML += '<a id=b href=#x>Tulips page</a>', 500)"
    await show(PAGE.format(f"<a id=a href='#'>Tulips</a><script>{late}</script>"))
    assert (await do(Click(target=AS_PAGE, sentence="x"))).error is None
    assert await page.title() == "b"


@pytest.mark.parametrize("html", ["<a id=a href='#'>Tulips</a>", "<p>Roses</p>"])
async def test_a_check_is_asked_as_it_was_read(show: Show, do: Do, html: str) -> None:
    """Nothing else that is there makes it hold."""
    await show(PAGE.format(html))
    assert (await do(Assert(check=ElementIs(target=AS_PAGE, state="visible")))).result == "failed"


LISTENING = """<!doctype html><title></title><body>{}
<script>addEventListener("click", e => { if (e.target.id) document.title = e.target.id })</script></body>"""
SEEN = """[document.title, ...[...document.querySelectorAll("input, select")].map(
  e => /^(checkbox|radio)$/.test(e.type) ? e.checked && e.id : e.type == "file" ? e.files[0]?.name : e.value
)].filter(Boolean).join()"""
TWO_CITIES = "<label>City <select><option>Bern<option>Rome</select></label>"
SENT = "<form aria-label=Order><p>Sent</p></form>"
SERVICE = "<section aria-label=Service><a id=a href=#a>Terms</a></section>"
TWO_LISTS = "<ul><li>Bern<li>Oslo</ul><ul><li>Ann<li>Rome</ul>"
TRIP = "<section aria-label=Trip><a id=b href=#b>Details</a></section>"
FORMS = "<form><h2>Order</h2><button type=button id=a>Save</button></form><form><h2>Customer</h2>{}</form>"

# What is done, what is seen then, and how the step says it was read: the element absent, or there by other words.
ABSENT = [
    ("click the tulips page", "<a id=a href=#a>Tulips</a>", "a", "read as “tulips”, since there is the link “Tulips”"),
    ("click the tulips page", "<a id=a href=#a>Tulips page</a>", "a", "read as “tulips page”"),
    (
        "click the tulips page",
        "<a id=a href=#a>Tulips</a><a id=b href=#b>Tulips page</a>",
        "b",
        "read as “tulips page”",
    ),
    ("click the tulips page", "<h1>Tulips</h1><a id=a href=#a>Tulips</a>", "a", "and no page “tulips”"),
    ('click the "Tulips" page', "<a id=a href=#a>Tulips</a>", "a", "read as “Tulips”"),
    ("double-click the report page", "<button id=a>Report</button>", "a", "read as “report”"),
    ("click the todo list", "<a id=a href=#a>Todo list</a>", "a", "read as “todo list”"),
    ("click the todo list", "<a id=a href=#a>Todo</a>", "a", "read as “todo”"),
    ("click the customers table", "<a id=a href=#a>Customers</a>", "a", "and no table “customers”"),
    ("click Details of the trip", "<a id=a href=#a>Details of the trip</a>", "a", "and no “Details” near “trip”"),
    (
        "click Terms of service",
        SERVICE,
        "a",
        "read as “Terms” in",
    ),
    ("click Search field", "<input id=a aria-label=Search>", "a", ""),
    ("click Search field", "<input id=a aria-label='Search field'>", "a", ""),
    ("select City in Rome", TWO_CITIES, "Rome", "read as “Rome” from “City”, since the dropdown “City” offers it"),
    ("enter City in Rome", TWO_CITIES, "Rome", "read as “Rome” from “City”"),
]
ALIKE = [
    ("click Search for flights", "<button id=a>Search for flights</button><button>Search</button>", "a", "read as"),
    ("click Terms of service", "<a id=a href=#a>Terms of service</a><a id=b href=#b>Terms</a>", "a", ""),
    ("click Details of the trip", TRIP, "b", ""),
    ("click the tulips page", "<a href=#1>Tulips A</a><a href=#2>Tulips B</a><button id=c>Tulips page", "c", "page”"),
    ("click the Help button", "<button id=a>Help</button><button id=b>Help button</button>", "a", ""),
    ("click the Help link in the footer", "<a href=#1>Help</a><footer><a id=b href=#b>Help</a></footer>", "b", ""),
]  # fmt: skip
WRONG_ROLE = [
    ("click the help link", "<button id=a>Help</button>", "a", ""),
    ("click the Help button", "<button id=a>Help button</button>", "a", ""),
    ("go to the orders tab", "<a id=a href=#a>Orders</a>", "a", ""),
    ("tick the newsletter box", "<label><input type=checkbox id=c>Newsletter box</label>", "c,c", ""),
    ("upload cv.pdf to the resume page", "<label>Resume <input type=file></label>", "cv.pdf", "read as “resume”"),
    ("click the tulips page", "<p>Tulips</p><button id=a>Tulips</button>", "a", "the button “Tulips”"),
]
PLACE = [
    ("click Save in the order form", FORMS.format("<button type=button>Save</button>"), "a", ""),
    ("click Save in the order form", "<h1>Order</h1><form><button type=button id=a>Save</button></form>", "a", ""),
    ("click Save in the order form", "<button id=a>Save in the order form</button>", "a", "read as “Save in the"),
    ("click Edit in the Bo row", "<button id=a>Edit in the Bo row</button>", "a", "and no “Edit” in the row “Bo”"),
    ("click Add in the toolbar", "<button id=a>Add</button>", "a", ""),
]  # fmt: skip

# What is refused, and in which words.
ABSENT_REFUSED = [
    ("click the tulips page", "<a href=#a>Roses</a>", "no page “tulips”"),
    ("click the tulips page", "<a href=#a>Tulips from Amsterdam</a>", "no page “tulips”"),
    ("click the tulips page", "<a href=#a hidden>Tulips</a>", "no page “tulips”"),
    ('click the "Tulips" page', "<a href=#a>Tulips page</a>", "no page “Tulips”"),
    ('click the "Help" button', "<button>Help button</button>", "no button “Help”"),
    ("click Details of the trip", "<a href=#a>Details</a>", "no “trip”"),
    ("click Log in with Google", "<button>Log in</button><button>Google</button>", "no “Log in with Google”"),
    ("click the delete page", "<button>Delete</button>", "the button “Delete”, which cannot be undone"),
    ("click the todo list", "<a href=#a>Todo lists</a>", "no list “todo”"),
    ("click the pay list", "<a href=#a>Pay</a>", "Read as “pay” it is the link “Pay”, which cannot be undone"),
    ("click Cancel of the plan", "<button>Cancel of the plan</button>", "which cannot be undone"),
    ("select City in Rome", "<label>City <select><option>Bern</select></label>", "no “Rome”"),
    ('select "City" in Rome', TWO_CITIES, "no “Rome”"),
    ('select City in "Rome"', TWO_CITIES, "no “Rome”"),
    ("enter City in Rome", "<label>City <input></label>", "no “Rome”"),
    ("type hunter2 into the password", "<label>hunter2 <select><option>-<option>password</select>", "no “password”"),
]  # fmt: skip
ALIKE_REFUSED = [
    ("click the tulips page", "<a href=#a>Tulips</a><a href=#b>Tulips</a>", "2 elements fit “tulips” equally well"),
    ("click the todo list", "<a href=#a>Todo list</a><button>Todo list</button>", "2 elements fit “todo list”"),
    ("click Details of the trip", f"<a href=#a>Details of the trip</a>{TRIP}", "may be read in 2 ways"),
    ("click Details of the trip", f"<a href=#a>Details</a>{TRIP}", "2 elements fit “Details” equally well"),
    (
        "click Save in the order form",
        FORMS.format("<button type=button>Save in the order form</button>"),
        "as “Save” in the section “order” it is the button “Save”, as “Save in the order form” it is the button",
    ),
    ("select City in Rome", TWO_CITIES + TWO_CITIES, "no “Rome”"),
]
WRONG_ROLE_REFUSED = [
    ("click the tulips page", "<h1>Tulips</h1>", "no page “tulips”"),
    ("click the tulips page", "<p>Tulips page</p>", "no page “tulips”"),
    ("tick Gift wrap", "<a href=#a>Gift wrap</a>", "no “Gift wrap”"),
    ("type Rome into City", "<button>City</button>", "no “City”"),
    ("choose Rome from City", "<label>City <input></label>", "no option “Rome”"),
]
PLACE_REFUSED = [
    ("click Save in the order form", "<form><button type=button>Save</button></form>", "no section “order”"),
    ("click Save in the order form", "<h1>Customer</h1><button>Save</button>", "no section “order”"),
    ("click Edit in the Bo row", "<table><tr><td>Ann<td><button>Edit</button></table>", "no row “Bo”"),
    ("click Open in the Bo card", "<article><h3>Ann</h3><button>Open</button></article>", "no item “Bo”"),
    ("click Edit in the Bo section", "<button>Edit</button>", "no section “Bo”"),
    ("click Next in the wizard", "<button>Next</button>", "no “wizard”"),
    ("click the Save button in the order form", f"{SENT}<button>Save</button>", "no button “Save”"),
]  # fmt: skip

# Checks are asked as they were read: nothing else that is there makes one hold.
CHECKS_REFUSED = [
    ("the todo list is visible", "<a href=#a>Todo list</a>", "no list “todo”"),
    ("the tulips page is visible", "<a href=#a>Tulips</a>", "expected it to show “tulips”"),
    ("Terms of service is visible", SERVICE, "is not shown"),
    ("Save in the order form is visible", "<button>Save in the order form</button>", "no section “order”"),
    ("the Save button in the order form is disabled", "<button disabled>Save</button>", "no section “order”"),
    ("wait until the todo list is visible", "<a href=#a>Todo</a>", "no list “todo”"),
    ("the Save in draft button is not visible", "<button>Save in draft</button>", "cannot be told: all of these words"),
    ("Save in the order form is not visible", "<button>Save in the order form</button>", "cannot be told"),
    ("there is no Sign up for free button", "<button>Sign up for free</button>" * 2, "Put in quotes what is not to be"),
    ("make sure there is no Terms of service link", "<a href=#a>Terms of service</a>", "cannot be told"),
    ("wait until the Edit on mobile button is gone", "<button>Edit on mobile</button>", "cannot be told"),
    ("the list contains Rome", TWO_LISTS, "2 elements fit “the list”"),
    ("the list does not contain Rome", TWO_LISTS, "2 elements fit “the list”"),
    ("the list contains Rome", "<nav><ul><li>Home<li>Rome</ul></nav><ul><li>Bern<li>Oslo</ul>", "to contain “Rome”"),
    ("the table contains Rome", "<table><tr><td>Bern</table><table><tr><td>Rome</table>", "2 elements fit “the table”"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "html", "seen", "note"), [*ABSENT, *ALIKE, *WRONG_ROLE, *PLACE])
async def test_a_sentence_means_what_the_page_has(
    show: Show, do: Do, page: Page, words: str, html: str, seen: str, note: str
) -> None:
    await show(LISTENING.replace("{}", html))
    record = await do(*plan_english(words).steps)
    assert record.error is None
    assert await page.evaluate(SEEN) == seen
    assert note in (record.note or "") if note else "read as" not in (record.note or "")


@pytest.mark.parametrize(
    ("words", "html", "says"),
    [*ABSENT_REFUSED, *ALIKE_REFUSED, *WRONG_ROLE_REFUSED, *PLACE_REFUSED, *CHECKS_REFUSED],
)
async def test_a_sentence_the_page_has_nothing_for_does_nothing(
    show: Show, do: Do, page: Page, words: str, html: str, says: str
) -> None:
    await show(LISTENING.replace("{}", html))
    before = await page.evaluate(SEEN)
    record = await do(*plan_english(words).steps)
    assert record.result == "failed"
    assert says in (record.error or "")
    assert await page.evaluate(SEEN) == before


@pytest.mark.parametrize(
    "html",
    [
        "<button>Save</button>",
        "<button hidden>Save in draft</button>",
        "<button id=a>Save in draft</button><script>setTimeout(() => a.remove(), 400)</script>",
    ],
)
async def test_a_denial_holds_where_nothing_is_called_so(show: Show, do: Do, html: str) -> None:
    await show(html)
    record = await do(*plan_english("the Save in draft button is not visible").steps)
    assert record.error is None


async def test_nothing_is_done_on_the_condition_of_such_a_denial(show: Show, do: Do, page: Page) -> None:
    await show(LISTENING.replace("{}", "<button>Save in draft</button><button id=a>Go</button>"))
    await do(*plan_english("if the Save in draft button is not visible, click Go").steps)
    assert await page.evaluate(SEEN) == ""
