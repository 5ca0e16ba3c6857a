"""What a model planned comes back as plain English that is read to the same steps, and to nothing else."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from msgspec.structs import replace
from playwright.async_api import Browser

from qa_appliance.browser.look.node import Look
from qa_appliance.browser.look.take import take_look
from qa_appliance.core import checks as c
from qa_appliance.core import steps as s
from qa_appliance.core.plan import Covered, Gap, Plan, Proposal
from qa_appliance.core.target import Target
from qa_appliance.english.compile import plan_english
from qa_appliance.english.writing.written import meaning
from qa_appliance.model.gaps import GapPlanner, Scene
from qa_appliance.model.model import Model
from qa_appliance.model.spending import Budget, Spending
from qa_appliance.planning.rewording import reworded
from qa_appliance.planning.secret_words import secret_quotes
from qa_appliance.steps.filling import holds_in
from tests.model.scripted import scripted
from tests.model.sentences import answer, choose, click, fill, shows

PAGE = """<title>Lumen</title><h1>Lumen</h1><nav><a href=/lamps>Lamps</a><a href=/account>Account</a></nav>
<label>Name <input></label><label>Email <input type=email></label><label>Password <input type=password></label>
<label>Voucher <input></label><label>Message <textarea></textarea></label><label>Search <input type=search></label>
<label>Quantity <input type=number></label><label>Guests <input type=number></label>
<label>Sort by <select><option>Name<option>Price, low to high</select></label>
<label>Role <select><option>Viewer<option>Editor</select></label>
<label>Assignee <select><option>Ann<option>Bob</select></label>
<label><input type=checkbox> Newsletter</label><label><input type=checkbox> In stock only</label>
<button role=switch aria-checked=false>Dark</button><label><input type=radio name=r> 5 stars</label>
<table><tr><td>Desk lamp</td><td>19.00</td><td><button>Add to wish list</button></td></tr>
<tr><td>Floor lamp</td><td>59.00</td><td><button>Add to wish list</button></td></tr></table>
<button>Log in</button><button>Sign up</button><button>Send</button><button>Apply</button><button>Next</button>
<button>Undo</button><button>Invite</button><button>Save</button><button>10:30</button><button>Mark all</button>
<button>Cancel order</button><button>Place order</button><button>Write</button>"""


GAPS: dict[str, list[str]] = {
    'Register as a newcomer with "ann@example.com"': [fill("Email", "ann@example.com"), click("Sign up")],
    "Log in with the usual credentials": ['log in as "ann" with password "pw-1"'],
    "Sign in as somebody": [fill("Email", "ann@example.com"), click("Log in"), shows("Sign out")],
    "A welcome greets whoever is signed in": [shows("Welcome, Ann")],
    "The user should not be authenticated": ['verify that the "Log in" button is not visible'],
    "Submit the login with empty fields": ['clear the "Email" field', click("Log in")],
    "Fill in the form with suitable data": [fill("Name", "Ann"), fill("Email", "ann@example.com")],
    "Fill in the form as a customer would": [fill("Name", "Ann Bell")],
    "Get through the checkout as a guest and verify that the order went fine": [
        fill("Name", "Ann"), click("Next"), click("Place order"), shows("Your order is confirmed")],
    'Place an order for two "Desk lamp" and ensure the total is right': [
        click("Add to wish list", row="Desk lamp"), fill("Quantity", "2"), click("Place order"),
        'verify that the "Total" cell is "38.00"'],
    "Buy the cheapest lamp": ['add "Desk lamp" to the cart'],
    "Put one lamp you like onto the wish list": [click("Add to wish list", row="Floor lamp")],
    'Subscribe to the newsletter with "ann@example.com"': [
        fill("Email", "ann@example.com"), 'tick the "Newsletter" checkbox'],
    'Apply the voucher "SUMMER10" and see that it gets cheaper': [
        fill("Voucher", "SUMMER10"), click("Apply"), shows("cheaper by 10")],
    "Book a table for 4 people": [fill("Guests", "4"), click("Next")],
    "Pick any available slot": [click("10:30")],
    'Leave a 5 star review saying "Great"': ['select the "5 stars" radio button', fill("Message", "Great")],
    "Sort the catalogue by price from low to high": [choose("Price, low to high", "Sort by")],
    "Narrow the results down to lamps": ['search for "lamps"'],
    "Switch the site to dark mode": ['turn on the "Dark" switch'],
    "Turn the amount of lamps up to 3": [fill("Quantity", "3"), 'press Enter in the "Quantity" field'],
    "Ensure the wish list counter takes notice": ['verify that there is at least 1 "Wish list" link'],
    "Ensure that the session survives a refresh": ["reload the page", shows("session of Ann")],
    "Proceed with the default options": [click("Next")],
    'Contact support about "a broken lamp"': [click("Write"), fill("Message", "a broken lamp"), click("Send")],
    "Let the wizard guide us to the end": [click("Next"), 'wait until "Done" is shown'],
    "Verify that the discount is reflected in the total": ['verify that the "Discount" cell contains "10"'],
    "Mark every task as done": [click("Mark all")],
    'Assign the ticket "T-7" to "Bob"': [click("T-7", "link"), choose("Bob", "Assignee")],
    'Invite "bob@example.com" as an editor': [
        fill("Email", "bob@example.com"), choose("Editor", "Role"), click("Invite")],
    "Undo the last change": [click("Undo")],
    "Cancel whatever was ordered": [click("Cancel order")],
    "I am not logged in anywhere": ['verify that the "Log out" button is not visible'],
    "has a tax number of its own": [shows("tax number")],
    "confirm successful registration": [shows("registration complete")],
    "Nobody gets warned of anything": [click("Save"), shows("warned", negated=True)],
}  # fmt: skip


@pytest.fixture(scope="module")
async def look(browser: Browser) -> AsyncIterator[Look]:
    page = await browser.new_page()
    await page.route("http://shop.example/", lambda route: route.fulfill(body=PAGE, content_type="text/html"))
    await page.goto("http://shop.example/")
    yield await take_look(page)
    await page.close()


@pytest.mark.parametrize("clause", GAPS)
async def test_a_gap_comes_back_as_english_that_is_read_to_the_same_steps(look: Look, clause: str) -> None:
    words = f'The title is "Lumen".\n{clause}.\nClick the "Save" button.'
    plan = plan_english(words)
    [gap] = plan.gaps
    assert gap.text == clause
    async with scripted([answer(*GAPS[clause])]) as server:
        model = Model((server.endpoint(),))
        planner = GapPlanner(
            model,
            Spending(Budget()),
            [],
            base_url="http://shop.example/",
            hosts=frozenset({"shop.example"}),
            clean=str,
            gaps=[gap],
            secret_quotes=secret_quotes,
            held=holds_in,
        )
        proposal = await planner.propose(gap, [], [], Scene(look))
        await model.close()
    assert (proposal.covered, proposal.reason) == (True, "")
    rewording = reworded(words, plan.filled(gap, proposal), plan_english)
    assert [one.text for one in rewording.clauses] == [clause]
    again = plan_english(rewording.words)
    assert again.gaps == ()
    assert [*map(meaning, again.steps[1:-1])] == [*map(meaning, proposal.steps)]


SAVE = s.Click(target=Target("", name="Save", kind="button"))
TRAINED = "Frobnicate it"
WHOLE = Covered(TRAINED, 0, 0, 1, whole=True)


@pytest.mark.parametrize(
    ("words", "walked"),
    [
        ("Frobnicate that.", Plan((SAVE,), covered=(WHOLE,))),  # other words by now
        ("Frobnicate it.", Plan((SAVE,), covered=(replace(WHOLE, whole=False),))),  # something is left of it
        ("Frobnicate it.", Plan((), covered=(replace(WHOLE, count=0),))),  # nothing was done for it
        ("Frobnicate it.", Plan((s.Click(target=Target("", name="a\nb")),), covered=(WHOLE,))),  # no sentence
        ('If "Lumen" is shown: Frobnicate it.', Plan((SAVE,), covered=(replace(WHOLE, start=21),))),  # in a step
        ("Frobnicate it.", Plan((s.Assert(check=c.TextShown(text=s.MASK)),), covered=(WHOLE,))),  # a secret
    ],
)
def test_words_stay_as_they_are_where_nothing_says_the_same(words: str, walked: Plan) -> None:
    rewording = reworded(words, walked, plan_english)
    assert (rewording.words, rewording.clauses) == (words, ())


def test_a_clause_under_a_condition_is_put_anew_under_it() -> None:
    words = 'If "Lumen" is shown, frobnicate it. The title is "Lumen".'
    plan = plan_english(words)
    [gap] = plan.gaps
    frame = plan.steps[0]
    assert isinstance(frame, s.When)
    walked = plan.filled_within(gap, replace(frame, steps=(SAVE,)), remembered=False)
    rewording = reworded(words, walked, plan_english)
    assert rewording.words == 'If "Lumen" is shown, click the "Save" button. The title is "Lumen".'


def test_two_clauses_of_a_test_are_put_anew_each_in_its_place() -> None:
    words = 'Frobnicate it. Click "Next", then get on with the default options. The title is "Lumen".'
    plan = plan_english(words)
    for _ in range(2):
        plan = plan.filled(plan.gaps[0], _one_step())
    rewording = reworded(words, plan, plan_english)
    assert [one.instead for one in rewording.clauses] == ['Click the "Save" button', 'click the "Save" button']
    assert rewording.words == (
        'Click the "Save" button. Click "Next", then click the "Save" button. The title is "Lumen".'
    )


def test_a_clause_that_was_planned_in_rounds_has_the_steps_of_all_of_them() -> None:
    gap = Gap(TRAINED, "No form reads it.", at=1, start=9)
    plan = Plan((SAVE, SAVE), (gap, Gap("Wobble", "No form reads it.", at=1, start=30)))
    plan = plan.filled(gap, replace(_one_step(), covered=False))
    plan = plan.filled(plan.gaps[0], _one_step())
    assert plan.covered == (Covered(TRAINED, 9, 1, 2, whole=True),)
    assert [one.at for one in plan.gaps] == [3]


def _one_step() -> Proposal:
    return Proposal((SAVE,), covered=True)
