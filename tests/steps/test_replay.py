"""Saved steps: straight to the durable locator, healed only where role and name still agree."""

from __future__ import annotations

import msgspec
from playwright.async_api import Page

from qa_appliance.core import checks as c
from qa_appliance.core import steps as s
from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.core.target import Target
from tests.conftest import given
from tests.steps.conftest import Do, Show, the


def saved(target: Target, record: StepRecord) -> Target:
    assert record.found is not None
    assert record.found.known is not None
    return msgspec.structs.replace(target, known=record.found.known)


async def test_a_saved_element_that_is_gone_fails(show: Show, do: Do) -> None:
    await show("<button data-testid=save>Save</button>")
    target = saved(the("Save"), await do(s.Click(target=the("Save"))))
    await show("<button>Save all</button>")
    record = await do(s.Click(target=target))
    assert record.failure is not None
    assert record.failure.kind == "not_found"
    assert record.error == ("The saved button “Save” with the test id “save” is gone, and nothing still looks like it.")


async def test_two_that_look_like_it_are_not_healed(show: Show, do: Do) -> None:
    await show("<button data-testid=save>Save</button>")
    target = saved(the("Save"), await do(s.Click(target=the("Save"))))
    await show("<button>Save</button><button>Save</button>")
    record = await do(s.Click(target=target))
    assert record.failure is not None
    assert record.failure.kind == "ambiguous"


async def test_the_saved_locator_is_used_directly(show: Show, do: Do, page: Page) -> None:
    await show("<iframe srcdoc='<button onclick=top.done=1>Save</button>'></iframe>")
    target = saved(the("Save"), await do(s.Click(target=the("Save"))))
    await page.evaluate("window.done = 0")
    record = await do(s.Click(target=target))
    assert record.error is None
    assert record.found is not None
    assert record.found.rung == "saved locator"
    assert await page.evaluate("window.done") == 1


async def test_what_a_saved_step_came_to_is_asked_for_once(show: Show, do: Do, page: Page) -> None:
    """For exports; a replay keeps it as it was saved, and a step that was not saved with it asks."""
    await show("<dl id=total><dt>Total</dt><dd>12 €</dd></dl>")
    check = s.Assert(check=c.TextIs(the("Total"), "equals", "12 €"))
    (way,) = (await do(check)).details.ways
    assert way.known is not None
    await page.evaluate("document.querySelector('#total').id = 'sum'")
    record = await do(msgspec.structs.replace(check, ways=(way,)))
    assert record.error is None
    assert record.details.ways == [way]
    (anew,) = (await do(check)).details.ways
    assert anew != way


async def test_a_healed_step_says_so_and_brings_the_new_locator(show: Show, do: Do, page: Page) -> None:
    await show("<button data-testid=save>Save</button>")
    target = saved(the("Save"), await do(s.Click(target=the("Save"))))
    await show("<button data-testid=store onclick='window.done=1'>Save</button>")
    record = await do(s.Click(target=target))
    assert record.error is None
    assert record.found is not None
    assert record.found.healed
    assert record.found.known is not None
    assert "store" in record.found.known.locator
    assert (
        record.note
        == "healed: the saved button “Save” with the test id “save” was gone; the button “Save” still agrees with it"
    )
    assert await page.evaluate("window.done") == 1


async def test_a_rejected_replacement_is_never_taken_again(show: Show, do: Do, page: Page) -> None:
    """The step fails and says so; the saved element itself is found as ever."""
    await show("<button data-testid=save>Save</button>")
    target = saved(the("Save"), await do(s.Click(target=the("Save"))))
    await show("<button data-testid=store>Save</button>")
    healed = (await do(s.Click(target=target))).found
    assert healed is not None
    assert healed.known is not None
    assert healed.was == target.known
    assert target.known is not None
    refused = msgspec.structs.replace(target.known, rejected=(healed.known.selector,))
    target = msgspec.structs.replace(target, known=refused)
    record = await do(s.Click(target=target))
    assert record.failure is not None
    assert record.failure.kind == "not_found"
    assert "The button “Save” looks like it, but was rejected in its place." in record.failure.message
    await show("<button data-testid=save>Keep</button>")
    assert (await do(s.Click(target=target))).error is None


async def test_every_heal_of_a_step_is_told(show: Show, do: Do) -> None:
    """Also of a step inside a condition, and of the second element of a drag."""
    await show("<button data-testid=a>One</button><button data-testid=b>Two</button>")
    one, two = [saved(the(name), await do(s.Hover(target=the(name)))) for name in ("One", "Two")]
    await show("<button data-testid=c>One</button><button data-testid=d>Two</button>")
    record = await do(s.Drag(target=one, to=two))
    assert [given(heal.was).locator for heal in record.details.heals] == [
        'get_by_test_id("a")', 'get_by_test_id("b")',
    ]  # fmt: skip
    inner = s.Click(target=one)
    record = await do(s.When(check=c.TextShown(text="Two"), steps=(inner,)))
    (step,) = record.details.steps
    assert [given(heal.known).locator for heal in step.details.heals] == ['get_by_test_id("c")']


async def test_a_saved_locator_that_cannot_be_read_is_healed(show: Show, do: Do) -> None:
    await show("<button>Save</button>")
    target = saved(the("Save"), await do(s.Click(target=the("Save"))))
    assert target.known is not None
    broken = msgspec.structs.replace(target, known=msgspec.structs.replace(target.known, selector="[[no selector"))
    record = await do(s.Click(target=broken))
    assert record.error is None
    assert record.found is not None
    assert record.found.healed
