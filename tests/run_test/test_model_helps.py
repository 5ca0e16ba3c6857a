"""A model that is asked when it helps: what it is shown, what is kept around its sentences, when it is not asked."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from qa_appliance.awaiting import Cap
from qa_appliance.core.test_data.project import Account, ProjectData
from qa_appliance.model.spending import Budget
from tests.conftest import Serve
from tests.model.scripted import Reply
from tests.model.sentences import answer, click, fill, shows
from tests.run_test.conftest import Stand
from tests.run_test.test_model import JOIN, Asked

TASKS = """<title>Tasks</title><h1>Tasks</h1>
<nav aria-label=Places><a href=/next>Archive room</a></nav>
<table><tr><th>Task<th>Done</tr>
<tr><td>Water</td><td><button onclick="this.textContent += '!'; log.textContent += 'W'">Dance</button></td></tr>
<tr><td>Weed</td><td><button onclick="this.textContent += '!'; log.textContent += 'E'">Dance</button></td></tr></table>
<fieldset><legend>Due</legend><label>Date <input name=a></label><button>Today</button></fieldset>
<fieldset><legend>Start</legend><label>Date <input name=b></label><button>Today</button></fieldset>
<select><option>---------<option>Ann</select>
<button onclick="log.textContent = 'Saved 3'">Save</button>
<button onclick="if (confirm('Throw it away?')) log.textContent = 'Thrown away'">Delete it</button>
<ul><li>Alpha</li><li>Beta</li></ul><p id=log></p>"""


@pytest.fixture
async def asked(stand: Stand, serve: Serve) -> AsyncIterator[Asked]:
    async with AsyncExitStack() as stack:
        yield Asked(stand, serve, stack)


NOT_ASKED = [
    ("the claim of a check failed", '"Gone" is shown'),
    ("what is there says something else", 'the heading "Tasks" is "Chores"'),
    ("a denial fails", '"Tasks" is not shown'),
    ("what is claimed to be there is not", 'the "Send" button is visible'),
    ("there are not so many", "there are 9 rows"),
]


@pytest.mark.parametrize(("what", "words"), NOT_ASKED, ids=[row[0] for row in NOT_ASKED])
async def test_of_a_verdict_nobody_is_asked(asked: Asked, what: str, words: str) -> None:
    outcome = await asked.run([answer(shows("Tasks"))], words, page=TASKS)
    assert outcome.overall_status == "failed"
    assert asked.server.asked == []


REREAD_REFUSED: list[tuple[str, str, Reply, str]] = [
    ("it does something else", 'click "Send"', answer(click("Save")), "Send"),
    ("it drops a word", "click Send twice", answer(click("Save")), ""),
    ("it makes a check of a deed", 'click "Send"', answer('verify that "Send" is not shown'), ""),
    ("it says the same again", 'click "Send"', answer('click "Send"'), ""),
]


@pytest.mark.parametrize(("what", "words", "reply", "reason"), REREAD_REFUSED, ids=[row[0] for row in REREAD_REFUSED])
async def test_what_is_not_there_is_not_replaced_by_something_else(
    asked: Asked, what: str, words: str, reply: Reply, reason: str
) -> None:
    outcome = await asked.run([reply], words, page=TASKS)
    assert outcome.overall_status == "failed", outcome.report_markdown
    assert [step.source for step in outcome.steps] == ["english"]
    assert reason in (outcome.steps[0].note or "")


_DATE, _TOTAL = 'enter "3" into the Due Date field', 'the "Total" field is'
REREAD: list[tuple[str, str, str, str]] = [
    (_DATE, 'enter "3" into the "Date" field in the row "Due"', "passed", ""),
    (f'{_TOTAL} "12"', 'verify that the "Total" text is "12"', "passed", ""),
    (f'{_TOTAL} "13"', 'verify that the "Total" text is "13"', "failed", ""),
    (f'{_TOTAL} "13"', 'verify that the "Total" text is "12"', "failed", "which no sentence carries"),
    (_DATE, 'enter "3" into the "Date" field in the row "Start"', "failed", "Due"),
]


@pytest.mark.parametrize(("words", "sentence", "result", "reason"), REREAD)
async def test_a_reading_the_page_refutes_is_put_to_the_model(
    asked: Asked, words: str, sentence: str, result: str, reason: str
) -> None:
    page = f"{TASKS}<dl><dt>Total</dt><dd>12</dd></dl>"
    outcome = await asked.run([answer(sentence)], f'{words}. "Tasks" is shown', page=page)
    sent = asked.server.asked[0].user
    assert "It was read as “" in sent
    assert "which is not there: There is no field" in sent
    assert "There is: “field “Date””" in sent
    assert outcome.steps[0].result == result, outcome.report_markdown
    assert reason in (outcome.steps[0].note or "")
    assert (outcome.steps[0].source == "model") == (not reason)


async def test_a_step_that_types_a_secret_is_put_to_nobody(asked: Asked) -> None:
    outcome = await asked.run([answer()], 'enter "hunter22secret" into the Second Password field', page=TASKS)
    assert outcome.overall_status == "failed"
    assert asked.server.asked == []
    assert "shown to no model" in (outcome.steps[0].note or "")


async def test_the_test_begins_at_the_start_page_where_its_first_sentence_is_planned(asked: Asked) -> None:
    reply = answer("open /next", 'verify that "Next page" is shown')
    words = 'Wander over to the next page and see "Next page". Open /next. "Next page" is shown'
    outcome = await asked.run([reply], words, page=TASKS)
    assert outcome.overall_status == "passed", outcome.report_markdown
    assert 'address "/"' in asked.server.asked[0].user


async def test_a_condition_is_kept_by_code_and_so_is_what_it_does_not_ask_for(asked: Asked) -> None:
    words = 'If "Tasks" is shown, get it onto the record. "Saved 3" is shown'
    outcome = await asked.run([answer(click("Save"))], words, page=TASKS)
    assert outcome.overall_status == "passed", outcome.report_markdown
    assert [(step.action, step.source) for step in outcome.steps] == [("when", "model"), ("check", "english")]
    assert "It stands under “If" in asked.server.asked[0].user
    never = await asked.run([answer(click("Save"))], words.replace("Tasks", "Nothing like it"), page=TASKS)
    assert asked.server.asked == []
    assert never.overall_status == "failed"
    assert [step.result for step in never.steps] == ["passed", "failed"]
    assert never.plan.to_be_saved().gaps != ()


async def test_a_clause_under_a_condition_is_covered_at_once_or_not_at_all(asked: Asked) -> None:
    words = 'If "Tasks" is shown, get it onto the record. "Tasks" is shown'
    outcome = await asked.run([answer(click("Save"), covered=False)], words, page=TASKS)
    assert outcome.overall_status == "failed"
    assert "covered at once" in outcome.plan.gaps[0].reason


async def test_a_repetition_is_kept_by_code(asked: Asked) -> None:
    outcome = await asked.run([answer(click("Dance"))], 'For each row: swing it. "WE" is shown', page=TASKS)
    assert [step.action for step in outcome.steps] == ["for_each", "check"], outcome.report_markdown
    assert outcome.overall_status == "passed", outcome.report_markdown


async def test_a_place_is_kept_by_code(asked: Asked) -> None:
    outcome = await asked.run([answer(click("Dance"))], 'In the row "Weed", swing it. "E" is shown', page=TASKS)
    assert outcome.overall_status == "passed", outcome.report_markdown
    assert outcome.steps[0].sentence == 'click the "Dance" button in the row "Weed"'


BROUGHT_ABOUT = [
    ("a deed", answer(click("Save"), shows("Saved 3")), "nothing is brought about"),
    ("a text that is typed", answer(fill("Date", "3"), shows("Saved 3")), "nothing is brought about"),
]


@pytest.mark.parametrize(("what", "reply", "reason"), BROUGHT_ABOUT, ids=[row[0] for row in BROUGHT_ABOUT])
async def test_what_is_expected_is_not_brought_about(asked: Asked, what: str, reply: Reply, reason: str) -> None:
    outcome = await asked.run([reply], "Given I am on the start page\nThen Saved 3 has come of it", page=TASKS)
    assert outcome.overall_status == "failed"
    assert reason in outcome.plan.gaps[0].reason, outcome.plan


async def test_steps_that_only_get_past_a_refusal_do_nothing(asked: Asked) -> None:
    for idle in ("scroll down", 'hover over the "Save" button', "open /"):
        outcome = await asked.run([answer(idle, shows("Tasks"))], "Get it onto the record", page=TASKS)
        assert "could not be used" in outcome.plan.gaps[0].reason, idle


async def test_a_row_that_speaks_of_removing_is_no_deed_of_it(asked: Asked) -> None:
    page = TASKS.replace("Water", "Remove weeds")
    reply = answer('click the "Dance" button in the row "Remove weeds"', shows("W"))
    outcome = await asked.run([reply], 'Swing the first one and see that "W" comes', page=page)
    assert outcome.overall_status == "passed", outcome.report_markdown


async def test_only_passwords_are_hidden_and_who_signs_in_is_not(asked: Asked) -> None:
    fields = "<label>User <input></label><label>Password <input type=password></label>"
    page = f"<h1>The admin site</h1><a href=/admin/>Admin</a>{fields}"
    words = 'Get in somehow as "admin" with the password "admin" and see "The admin site"'
    sentences = [fill("User", "admin"), fill("Password", "{secret_1}"), shows("The admin site")]
    outcome = await asked.run(
        [answer(*sentences)], words, page=page, project_data=ProjectData((Account("boss", "admin", "admin"),))
    )
    assert outcome.overall_status == "passed", outcome.report_markdown
    sent = asked.server.asked[0].user
    assert 'as "admin" with the password "{secret_1}"' in sent
    assert 'link "Admin"' in sent
    assert '"The admin site"' in sent
    assert "The admin site" in outcome.report_markdown
    assert 'password "••••"' in outcome.report_markdown
    assert 'Accounts: "boss"' in sent


LEFT_OPEN = [
    ("in an address", answer('open "/{secret_1}/"', shows("x")), "A secret goes only into"),
    ("a value nobody gave", answer('search for "{order}"'), "no value called {order}"),
]


@pytest.mark.parametrize(("what", "reply", "reason"), LEFT_OPEN, ids=[row[0] for row in LEFT_OPEN])
async def test_a_step_with_a_placeholder_in_it_is_not_done(asked: Asked, what: str, reply: Reply, reason: str) -> None:
    outcome = await asked.run([reply], 'Get in somehow with the password "hunter22secret"', page=TASKS)
    assert outcome.overall_status == "failed"
    assert reason in outcome.plan.gaps[0].reason, outcome.plan.gaps


async def test_what_is_shown_has_structure_names_that_choose_and_what_is_new(asked: Asked) -> None:
    words = 'click "Save". Take care of the due date with "2026-03-01"'
    outcome = await asked.run(
        [answer('enter "2026-03-01" into the "Date" field in the "Due" section')], words, page=TASKS
    )
    assert outcome.steps[1].result == "passed", outcome.report_markdown
    sent = asked.server.asked[0].user
    assert 'section "Due"\n' in sent
    assert '  field "Date" call it: the "Date" field in the row "Due"' in sent
    assert 'section "Places"\n  link "Archive room"' in sent
    assert 'header row "Task | Done"' in sent
    assert 'new text "Saved 3"' in sent
    assert 'dropdown "" = "---------" of "---------", "Ann" call it: the dropdown' in sent


async def test_a_dialog_that_came_before_the_clause_that_answers_it_is_told(asked: Asked) -> None:
    words = 'click "Delete it". Agree with what is asked there. "Thrown away" is shown'
    reply = answer('click the "Delete it" button', "accept the dialog")
    outcome = await asked.run([reply], words, page=TASKS)
    assert "The page asked by a browser's confirm: “Throw it away?”" in asked.server.asked[0].user
    assert outcome.overall_status == "passed", outcome.report_markdown


async def test_the_whole_sentence_is_shown_with_the_part_in_question_marked(asked: Asked) -> None:
    words = 'click "Save" and then have it glow, then "Saved 3" is shown'
    await asked.run([answer(covered=False)], words, page=TASKS)
    sent = asked.server.asked[0].user
    assert "⟦" in sent
    assert sent.count("Saved 3") >= 1


async def test_values_are_told_by_name(asked: Asked) -> None:
    data = ProjectData(variables={"city": "Bonn", "pin": "7788"}, secrets=frozenset({"pin"}))
    await asked.run([answer(covered=False)], "Have it glow", page=TASKS, project_data=data)
    assert 'Values: {city} = "Bonn", {pin}\n' in asked.server.asked[0].user


async def test_the_cap_of_a_run_stands_still_while_somebody_is_asked() -> None:
    cap = Cap()
    async with cap.holding(0.05):
        with cap.pausing():
            await asyncio.sleep(0.2)
    with pytest.raises(TimeoutError):
        async with cap.holding(0.05):
            await asyncio.Event().wait()


async def test_a_clause_has_a_budget_of_its_own(asked: Asked) -> None:
    outcome = await asked.run(["no"], f"{JOIN}. Have it glow", budget=Budget(clause_calls=1), expectation="unknown")
    assert "one clause may ask of the model is used up (1 calls)" in outcome.plan.gaps[0].reason
    assert len(asked.server.asked) == 2
