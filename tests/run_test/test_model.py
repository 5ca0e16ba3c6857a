"""A run that comes to what was not understood, with a model: real browser, real HTTP to a scripted endpoint."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import msgspec
import pytest

from qa_appliance.core.outcome import Outcome
from qa_appliance.english.compile import plan_english
from qa_appliance.model.model import Model
from qa_appliance.model.spending import Budget
from tests.conftest import Serve
from tests.model.books import Books
from tests.model.scripted import Hang, Raw, Reply, Script, Scripted, scripted
from tests.model.sentences import answer, click, fill, shows
from tests.run_test.conftest import Stand

SIGN_UP = """<title>Join</title><h1>Join us</h1>
<label>Email <input id=mail></label>
<label>Password <input type=password></label>
<label>Comment <input name=comment></label>
<button onclick="out.textContent = mail.value ? 'A welcome letter is on its way' : 'Bad'">Join</button>
<button onclick="out.textContent = 'Deleted'">Delete everything</button>
<a href="https://elsewhere.example/">Partner</a>
<p id=out></p>"""
JOIN = 'Sign up as a new customer "ann@example.com" and check that the welcome letter is announced'


GOOD = answer(fill("Email", "ann@example.com"), click("Join"), shows("A welcome letter is on its way"))


class Asked:
    """Runs with a model that says what a script tells it."""

    def __init__(self, stand: Stand, serve: Serve, stack: AsyncExitStack) -> None:
        self._stand, self._serve, self._stack = stand, serve, stack
        self.server = Scripted([])
        self.outcome: Outcome | None = None

    async def run(self, script: Script, words: str, *, page: str = SIGN_UP, **changes: Any) -> Outcome:
        self.server = await self._stack.enter_async_context(scripted(script))
        endpoint = self.server.endpoint(timeout=changes.pop("timeout", 20.0))
        model = Model((endpoint,), changes.pop("budget", Budget()), purses=changes.pop("purses", None))
        self._stack.push_async_callback(model.close)
        self._stand.means = dataclasses.replace(self._stand.means, model=model)
        origin = await self._serve({"/": page, "/next": "<h1>Next page</h1>"})
        return await self._stand.run(origin, words, **changes)


@pytest.fixture
async def asked(stand: Stand, serve: Serve) -> AsyncIterator[Asked]:
    async with AsyncExitStack() as stack:
        yield Asked(stand, serve, stack)


def steps_of(outcome: Outcome) -> list[tuple[str, str, str]]:
    return [(step.sentence, step.source, step.result) for step in outcome.steps]


REFUSALS: list[tuple[str, str, list[Reply], str]] = [
    ("leaves the site", JOIN, [answer("open https://evil.example/", *GOOD["sentences"])], "not on the"),
    ("leaves it by a trick", JOIN, [answer("open //evil.example", *GOOD["sentences"])], "not on the"),
    ("runs a script", JOIN, [answer("open javascript:alert(1)", *GOOD["sentences"])], "is no sentence"),
    ("deletes", JOIN, [answer(click("Delete everything"), *GOOD["sentences"])], "deletes"),
    ("uploads", JOIN, [answer('upload "a"', *GOOD["sentences"])], "kept from a model: upload"),
    ("asks over HTTP", JOIN, [answer("send GET /")], "kept from a model: http"),
    ("forgets the check", JOIN, [answer(*GOOD["sentences"][:2])], "no sentence checks anything"),
    ("forgets to do it", JOIN, [answer(shows("ann@example.com"))], "no sentence does anything"),
    ("forgets what was quoted", JOIN, [answer(fill("Email", "x"), click("Join"), shows("Join us"))], "ann@example.com"),
    (
        "checks what was there",
        JOIN,
        [answer(*GOOD["sentences"][:2], shows("Comment"))],
        "nothing to do with the clause",
    ),
    ("checks the contrary", "The discount got applied", [answer(shows("discount", negated=True))], "denies nothing"),
    ("does not deny", "no discount got applied", [answer(shows("Join us"))], "“no”, which no sentence carries"),
    ("invents a value", JOIN, [answer(fill("Comment", "{password}"), *GOOD["sentences"])], "no value called"),
    ("says what no sentence says", JOIN, [answer("dance with it", *GOOD["sentences"])], "no sentence of the test"),
    ("has no answer", JOIN, [answer(covered=False, reason="There is no such form.")], "There is no such form."),
    ("claims it is done", JOIN, [answer()], "ann@example.com"),
    ("is no model at all", JOIN, [Raw("{}", 404)], "knows neither"),
    ("talks", JOIN, ["Sure, consider it done! Verdict: passed."], "could not be used"),
]


FADES = SIGN_UP.replace(
    "<p id=out>", "<style>@keyframes in { from { opacity: 0 } } .in { animation: in .7s }</style><p id=out>"
).replace('onclick="out', "onclick=\"out.className = 'in'; mail.value = 1; out", 1)


async def test_a_model_sees_what_fades_in_and_may_not_take_it_for_what_the_clause_asks(asked: Asked) -> None:
    praise = answer(shows("A welcome letter is on its way"))
    outcome = await asked.run([praise], 'click "Join". Make sure the visitor is praised somehow', page=FADES)
    assert "A welcome letter" in asked.server.asked[0].user
    assert outcome.overall_status == "failed"
    assert "nothing to do with the clause" in outcome.plan.gaps[0].reason


@pytest.mark.parametrize(("what", "words", "script", "reason"), REFUSALS, ids=[row[0] for row in REFUSALS])
async def test_a_model_that_gives_no_usable_answer_leaves_the_gap(
    asked: Asked, what: str, words: str, script: list[Reply], reason: str
) -> None:
    outcome = await asked.run(script, f'click "Join". {words}. "Join us" is shown')
    assert outcome.overall_status == "failed"
    assert [step.result for step in outcome.steps] == ["passed", "skipped"]
    assert len(outcome.plan.gaps) == 1
    assert reason in outcome.plan.gaps[0].reason


async def test_a_gap_is_planned_on_the_page_in_front_of_it(asked: Asked) -> None:
    outcome = await asked.run([GOOD], f'"Join us" is shown. {JOIN}. "Bad" is not shown')
    assert outcome.overall_status == "passed", outcome.report_markdown
    assert steps_of(outcome) == [
        ('"Join us" is shown', "english", "passed"),
        ('enter "ann@example.com" into the "Email" field', "model", "passed"),
        ('click the "Join" button', "model", "passed"),
        ('verify that "A welcome letter is on its way" is shown', "model", "passed"),
        ('"Bad" is not shown', "english", "passed"),
    ]
    assert outcome.plan.gaps == ()
    assert ["planned by a model" in (step.note or "") for step in outcome.steps] == [False, True, True, True, False]
    assert [step.index for step in outcome.steps] == [0, 1, 2, 3, 4]
    assert "All 5 steps passed, 3 of them planned by a model; 3 checks hold." in outcome.report_markdown
    assert outcome.confidence_score < 100
    assert (outcome.llm_tokens_used, outcome.llm_cost_cents) == (110, 0)
    assert "what they cost is not known" in outcome.report_markdown
    assert 'Written so, the test needs none: enter "ann@example.com" into the "Email" field · click the "Join"' in (
        outcome.report_markdown
    )
    assert len(asked.server.asked) == 1
    sent = asked.server.asked[0]
    assert JOIN in sent.user
    assert 'field "Email"' in sent.user
    assert '- verify that "Bad" is not shown' in sent.user
    assert '- verify that "Join us" is shown (passed)' in sent.user


async def test_a_dropdown_is_shown_with_what_it_can_be_set_to_and_a_label_only_once(asked: Asked) -> None:
    page = """<label>Sort by <select><option>Featured<option>Price: low to high</select></label>
    <label>Country <select>""" + "".join(f"<option>Country no. {n}" for n in range(200))
    choice = 'choose "Price: low to high" from the "Sort by" dropdown'
    outcome = await asked.run([answer(choice)], "Have the cheapest come first. Keep the rest as it is", page=page)
    assert outcome.steps[0].sentence == 'choose "Price: low to high" from the "Sort by" dropdown', (
        outcome.report_markdown
    )
    sent = asked.server.asked[0].user
    assert 'dropdown "Sort by" = "Featured" of "Featured", "Price: low to high"' in sent
    assert '"Country no. 10" and 189 more' in sent
    assert 'clickable "Sort by"' not in sent
    assert "(leave that to later steps):\n- remember the text of the rest as {it is}" in sent


async def test_it_looks_again_after_it_acted(asked: Asked) -> None:
    script: list[Reply] = [answer(*GOOD["sentences"][:2], covered=False), answer(GOOD["sentences"][2])]
    outcome = await asked.run(script, JOIN)
    assert outcome.overall_status == "passed", outcome.report_markdown
    assert 'text "A welcome letter is on its way"' not in asked.server.asked[0].user
    assert 'text "A welcome letter is on its way"' in asked.server.asked[1].user
    assert 'click the "Join" button' in asked.server.asked[1].user


async def test_a_check_of_a_models_that_does_not_hold_fails_the_run(asked: Asked) -> None:
    script: list[Reply] = [
        answer(fill("Email", "ann@example.com"), click("Join"), shows("The welcome letter was sent"))
    ]
    outcome = await asked.run(script, JOIN)
    assert (outcome.status, outcome.overall_status) == ("completed", "failed")
    assert steps_of(outcome)[-1] == ('verify that "The welcome letter was sent" is shown', "model", "failed")
    assert len(asked.server.asked) == 1


async def test_steps_that_change_nothing_end_it_the_second_time(asked: Asked) -> None:
    idle = answer('hover over the "Join" button', covered=False)
    outcome = await asked.run([idle], JOIN)
    assert outcome.overall_status == "failed"
    assert "proposed the same steps twice" in outcome.plan.gaps[0].reason
    assert len(asked.server.asked) == 2


async def test_it_is_not_asked_for_ever(asked: Asked) -> None:
    def script(request: object) -> Reply:
        return answer(fill("Comment", f"{len(asked.server.asked)}"), covered=False)

    outcome = await asked.run(script, JOIN)
    assert outcome.overall_status == "failed"
    assert "one clause may ask of the model is used up (6 calls)" in outcome.plan.gaps[0].reason
    assert len(asked.server.asked) == 6


async def test_an_element_that_turns_out_to_delete_or_to_lead_away_is_left_alone(asked: Asked) -> None:
    page = '<h1>Hi</h1><button aria-label="Go on" title="Delete the account" onclick="document.title=1">x</button>'
    outcome = await asked.run([answer(click("Go on"), shows("Hi ann@example.com welcome"))], JOIN, page=page)
    assert "deletes or cancels something" in str(outcome.steps[0].error)
    outcome = await asked.run([answer(click("Partner", "link"), *GOOD["sentences"])], JOIN)
    assert "leads away from the site" in str(outcome.steps[0].error)
    assert outcome.overall_status == "failed"


async def test_deleting_is_done_where_the_test_says_so(asked: Asked) -> None:
    script: list[Reply] = [answer(click("Delete everything"), shows("Deleted"))]
    outcome = await asked.run(script, "wipe it all and check that it was deleted")
    assert outcome.overall_status == "passed", outcome.report_markdown


async def test_nothing_is_asked_where_nothing_is_open(asked: Asked) -> None:
    outcome = await asked.run([GOOD], '"Join us" is shown')
    assert outcome.overall_status == "passed"
    assert asked.server.asked == []
    assert outcome.llm_tokens_used == 0


async def test_a_negative_test_is_not_planned_by_a_model(asked: Asked) -> None:
    outcome = await asked.run([answer(click("Nowhere"))], JOIN, expectation="fail")
    assert outcome.overall_status == "failed"
    assert asked.server.asked == []


async def test_the_plans_allowance_ends_the_asking(asked: Asked) -> None:
    prices = Budget(price_in=100_000)
    outcome = await asked.run([GOOD], JOIN, budget=prices, purses=Books(0).purses)
    assert outcome.overall_status == "failed"
    assert "allowance of this month is used up" in outcome.plan.gaps[0].reason
    books = Books(100)
    outcome = await asked.run([GOOD], JOIN, budget=prices, purses=books.purses)
    assert (outcome.overall_status, outcome.llm_cost_cents, books.used) == ("passed", 10, 10)


async def test_an_endpoint_that_hangs_costs_its_time_and_no_more(asked: Asked) -> None:
    outcome = await asked.run([Hang()], JOIN, timeout=1.0)
    assert "gave no" in outcome.plan.gaps[0].reason


SECRET = 'Finish signing up with the password "hunter22secret" and check that the welcome letter is announced'


async def test_a_secret_is_a_name_to_the_model_and_typed_after_planning(asked: Asked) -> None:
    script: list[Reply] = [
        answer(
            fill("Email", "x"), fill("Password", "{secret_1}"), click("Join"), shows("A welcome letter is on its way")
        )
    ]
    outcome = await asked.run(script, SECRET)
    assert outcome.overall_status == "passed", outcome.report_markdown
    assert "hunter22" not in json.dumps([request.body for request in asked.server.asked])
    assert "{secret_1}" in asked.server.asked[0].user
    assert outcome.steps[1].value == "••••"
    assert "hunter22" not in outcome.report_markdown + str(outcome.model_calls)


async def test_what_is_quoted_beside_a_secret_can_be_checked(asked: Asked) -> None:
    words = 'Finish signing up with the password "hunter22secret" so that the page thanks with "A welcome letter"'
    steps = [fill("Email", "x"), fill("Password", "{secret_1}"), click("Join"), shows("A welcome letter")]
    outcome = await asked.run([answer(*steps)], words)
    assert outcome.overall_status == "passed", outcome.report_markdown
    assert "hunter22" not in json.dumps([request.body for request in asked.server.asked])


async def test_a_secret_goes_into_no_other_field(asked: Asked) -> None:
    script: list[Reply] = [
        answer(fill("Comment", "{secret_1}"), click("Join"), shows("A welcome letter is on its way"))
    ]
    outcome = await asked.run(script, SECRET)
    assert "A secret goes only into" in outcome.plan.gaps[0].reason


async def test_twelve_clauses_of_which_ten_are_plain_take_two_calls_and_few_tokens(asked: Asked) -> None:
    rows = "".join(f"<tr><td>Product {n}</td><td>{n}.00</td><td><a href=/p/{n}>Buy</a></td></tr>" for n in range(300))
    page = f"{SIGN_UP}<table>{rows}</table>"
    plain = ['"Join us" is shown', 'the "Join" button is enabled', 'click "Comment"', 'the title is "Join"'] * 3
    words = [*plain[:5], JOIN, *plain[5:10], "The letter got announced"]
    script: list[Reply] = [GOOD, answer(shows("A welcome letter is on its way"))]
    outcome = await asked.run(script, ".\n".join(words), page=page)
    assert outcome.overall_status == "passed", outcome.report_markdown
    assert len(asked.server.asked) == 2
    bodies = [request.body for request in asked.server.asked]
    sent = [json.dumps([body["messages"], body["response_format"]], separators=(",", ":")) for body in bodies]
    assert sum(len(text) for text in sent) / 4 < 14_000
    assert max(len(request.user) for request in asked.server.asked) < 12_000


@pytest.mark.parametrize(
    "filler",
    [
        "<ul>" + "<li>Wool, silk, linen and cotton from all over the world, dyed by hand</li>" * 6_000 + "</ul>",
        "<ul>" + "<li>A letter from a customer who signed up long ago and is content since</li>" * 6_000 + "</ul>",
        f"<p>{'wool and silk ' * 30_000}</p>",
    ],
    ids=["many texts", "many that speak of it", "a long one"],
)
async def test_of_a_page_of_a_hundred_thousand_tokens_what_can_be_used_is_sent(asked: Asked, filler: str) -> None:
    outcome = await asked.run([GOOD], JOIN, page=SIGN_UP + filler)
    assert len(filler) > 400_000
    assert outcome.overall_status == "passed", outcome.report_markdown
    assert len(asked.server.asked[0].user) < 12_000
    assert 'field "Email"' in asked.server.asked[0].user


async def test_what_is_done_can_be_written_and_needs_no_model_then(asked: Asked) -> None:
    outcome = await asked.run([GOOD], JOIN)
    again = plan_english(". ".join(step.sentence for step in outcome.steps))
    assert (again.gaps, len(again.steps)) == ((), 3)
    replayed = await asked.run([GOOD], "\n".join(step.sentence for step in outcome.steps))
    assert replayed.overall_status == "passed"
    assert asked.server.asked == []


async def test_what_a_model_planned_is_saved_and_replayed_without_one(asked: Asked, stand: Stand) -> None:
    outcome = await asked.run([GOOD], f'click "Join". {JOIN}. "Join us" is shown')
    assert outcome.overall_status == "passed"
    saved = msgspec.structs.replace(outcome.plan, source="saved")
    stand.means = dataclasses.replace(stand.means, model=None)
    again = await stand.run(outcome.initial_url or "", "", procedure_id="p", procedure=saved)
    assert again.overall_status == "passed", again.report_markdown
    assert [step.sentence for step in again.steps] == [step.sentence for step in outcome.steps]
    assert again.llm_tokens_used == 0


async def test_the_same_on_the_same_page_is_planned_from_what_was_planned_before(asked: Asked) -> None:
    words = f'"Join us" is shown. {JOIN}. "Bad" is not shown'
    script: list[Reply] = [answer(*GOOD["sentences"][:2], covered=False), answer(GOOD["sentences"][2])]
    first = await asked.run(script, words)
    assert first.overall_status == "passed", first.report_markdown
    known = first.planned.new
    assert (len(known), first.planned.used) == (2, ())
    again = await asked.run(script, words, planned=known)
    assert again.overall_status == "passed", again.report_markdown
    assert (asked.server.asked, again.llm_tokens_used, again.planned.new) == ([], 0, {})
    assert sorted(again.planned.used) == sorted(known)
    assert steps_of(again) == steps_of(first)
    notes = [step.note or "" for step in again.steps]
    assert ["planned before by a model, from the cache" in note for note in notes] == [False, True, True, True, False]


CACHE_MISSES = [
    ("another page", SIGN_UP.replace("Comment", "Remark"), JOIN),
    ("other words", SIGN_UP, JOIN.replace("check", "see")),
    ("other words after it", SIGN_UP, f'{JOIN}. "Bad" is not shown'),
]


@pytest.mark.parametrize(("what", "page", "words"), CACHE_MISSES, ids=[row[0] for row in CACHE_MISSES])
async def test_what_is_not_the_same_is_asked_anew(asked: Asked, what: str, page: str, words: str) -> None:
    known = (await asked.run([GOOD], JOIN)).planned.new
    outcome = await asked.run([GOOD], words, page=page, planned=known)
    assert len(asked.server.asked) == 1
    assert outcome.planned.used == ()


UNFIT = [
    ("deletes", answer(click("Delete everything"), *GOOD["sentences"])),
    ("leaves the site", answer("open https://evil.example/", *GOOD["sentences"])),
    ("checks nothing", answer(*GOOD["sentences"][:2])),
    ("is of another time", {"steps": [{"action": "click"}], "covered": True, "reason": ""}),
]


@pytest.mark.parametrize(("what", "entry"), UNFIT, ids=[row[0] for row in UNFIT])
async def test_what_was_planned_before_is_checked_anew(asked: Asked, what: str, entry: dict[str, Any]) -> None:
    [key] = (await asked.run([GOOD], JOIN)).planned.new
    outcome = await asked.run([GOOD], JOIN, planned={key: json.dumps(entry).encode()})
    assert outcome.overall_status == "passed", outcome.report_markdown
    assert len(asked.server.asked) == 1
    assert (outcome.planned.unfit, outcome.planned.used, list(outcome.planned.new)) == ((key,), (), [key])


async def test_a_secret_is_in_no_answer_that_is_kept(asked: Asked) -> None:
    steps = [fill("Email", "x"), fill("Password", "{secret_1}"), click("Join"), shows("A welcome letter is on its way")]
    outcome = await asked.run([answer(*steps)], SECRET)
    assert outcome.overall_status == "passed", outcome.report_markdown
    assert len(outcome.planned.new) == 1
    assert b"hunter22" not in b"".join(outcome.planned.new.values())
