"""What a model has for the gaps of a test before it runs: only what a kept look can show, and only as English."""

from __future__ import annotations

import pytest

from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.saved import pack
from qa_appliance.english.compile import plan_english
from qa_appliance.model.model import Model
from qa_appliance.model.spending import Budget, Spending
from qa_appliance.offering import Offer, Offering, Site
from qa_appliance.threads import Threads
from tests.model.scripted import Asked, Reply, Script, scripted
from tests.model.sentences import answer

SHOP = "http://shop.example/"
CLAUSE = "Pick any lamp you like"
WORDS = f'{CLAUSE}. Check that the page shows "Desk lamp".'


def a_look(*names: str, field: str = "Password") -> bytes:
    nodes = [Node(tag="a", role="link", name=name, shown=True, click=True) for name in names]
    nodes += [Node(tag="input", role="textbox", type="password", label=field, name=field, shown=True)]
    for index, node in enumerate(nodes):
        node.index = node.ref = index
    return pack(Look(url=SHOP, title="", text="", nodes=nodes), str)


PAGES = {"shop.example/": a_look("Desk lamp", "Delete the account"), "shop.example/join": a_look("Join now")}


def click(name: str) -> str:
    return f'click the "{name}" link'


async def offered(
    script: Script, words: str = WORDS, pages: dict[str, bytes] | None = None, budget: Budget | None = None
) -> tuple[list[Offer], list[Asked], Spending]:
    async with scripted(script) as server:
        model, spending = Model((server.endpoint(),)), Spending(budget or Budget())
        site = Site(SHOP, frozenset({"shop.example"}), PAGES if pages is None else pages)
        found = await Offering(model).offers(words, plan_english, site, spending, Threads("test", at_once=1), "ada")
        await model.close()
    return found, server.asked, spending


REFUSALS: list[tuple[str, Script, str, str, int]] = [
    # what, what the model says, the words, the reason, how often it is asked
    ("no page is known", [answer(click("Desk lamp"))], f"Go to /nowhere. {WORDS}", "no run has seen it yet", 0),
    ("where it stands is open", [answer(click("x"))], f'Click "Desk lamp". {CLAUSE}', "where the test stands", 0),
    ("it is to be judged", [answer(click("x"))], "The page looks professional", "has to be judged", 0),
    ("a negation of English", [answer("dance with it")], WORDS, "no sentence of the test", 2),
    ("it deletes", [answer(click("Delete the account"))], WORDS, "deletes", 2),
    ("it leaves the site", [answer("open https://evil.example/")], WORDS, "not on the site", 2),
    ("the rest is not to be seen", [answer(click("Desk lamp"), covered=False)], WORDS, "only be seen in a run", 1),
    ("it cannot", [answer(covered=False, reason="There is no lamp.")], WORDS, "There is no lamp.", 1),
    ("it talks", ["Sure, that is easy."], WORDS, "could not be used", 2),
    ("under a condition", [answer(click("x"))], 'If "Join" is shown, dance. "Join" is shown', "It stands under", 0),
]


@pytest.mark.parametrize(("what", "script", "words", "reason", "calls"), REFUSALS, ids=[row[0] for row in REFUSALS])
async def test_what_cannot_be_offered_says_why(what: str, script: Script, words: str, reason: str, calls: int) -> None:
    [offer], asked, _ = await offered(script, words)
    assert (offer.instead, len(asked)) == ("", calls)
    assert reason in offer.reason


async def test_a_clause_is_offered_as_english_that_is_read_whole() -> None:
    [offer], [asked], spending = await offered([answer(click("Desk lamp"))])
    assert offer == Offer(CLAUSE, 0, instead='Click the "Desk lamp" link', page="/")
    assert plan_english(WORDS.replace(CLAUSE, offer.instead)).gaps == ()
    assert 'link "Desk lamp"' in asked.user
    assert 'Check that the page shows "Desk lamp"' in asked.user
    assert (spending.calls, spending.tokens) == (1, 110)


async def test_each_clause_is_planned_on_the_page_it_stands_on() -> None:
    words = f'{CLAUSE}. Go to /join. Get on with it somehow. Click "Join now"'

    def sensible(asked: Asked) -> Reply:
        return answer(click("Join now" if 'address "/join"' in asked.user else "Desk lamp"))

    found, asked, _ = await offered(sensible, words)
    assert [(one.instead, one.page) for one in found] == [
        ('Click the "Desk lamp" link', "/"),
        ('Click the "Join now" link', "/join"),
    ]
    assert len(asked) == 2


async def test_where_something_led_away_the_next_step_tells_the_page() -> None:
    words = 'Click "Desk lamp". Get on with it somehow. Click "Join now"'
    [offer], _, _ = await offered([answer(click("Join now"))], words)
    assert (offer.page, offer.instead) == ("/join", 'Click the "Join now" link')


async def test_a_secret_is_a_name_to_the_model_and_stands_in_the_words_again() -> None:
    step = 'enter "{secret_1}" into the "Password" field'
    words = 'Enter "hunter33secret" into "Password". Get in somehow with the password "hunter22secret"'
    [offer], [asked], _ = await offered([answer(step)], words)
    assert offer.instead == 'Enter "hunter22secret" into the "Password" field'
    assert "hunter" not in str(asked.body)


async def test_the_allowance_of_the_month_holds() -> None:
    [offer], asked, _ = await offered([answer(click("Desk lamp"))], budget=Budget(cents=0, price_in=1))
    assert asked == []
    assert "used up (0 cents)" in offer.reason
