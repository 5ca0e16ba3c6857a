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


@pytest.mark.parametrize(
    ("words", "html", "clicked"),
    [
        ("click Search field", "<input id=a aria-label='Search field'>", "a"),
        ("click Search field", "<input id=a aria-label=Search>", "a"),
        ("click the Help button", "<button id=a>Help button</button>", "a"),
        ('click the "Help" button', "<button id=a>Help button</button>", ""),
        ("click the Help button", "<button id=a>Help</button><button id=b>Help button</button>", "a"),
    ],
)
async def test_words_without_quotes_keep_their_other_readings(
    show: Show, do: Do, page: Page, words: str, html: str, clicked: str
) -> None:
    await show(PAGE.format(html))
    record = await do(*plan_english(words).steps)
    assert (record.result == "passed") is bool(clicked), record.error
    assert await page.title() == (clicked or "-")
