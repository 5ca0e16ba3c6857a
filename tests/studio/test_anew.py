"""Sentences are taken back, written anew and put elsewhere without a deed; nothing is sent twice without a yes."""

from __future__ import annotations

from qa_appliance.studio import messages as m
from tests.conftest import Request, Serve
from tests.studio.conftest import Sit

TASKS = """<!doctype html><title>Tasks</title><h1>Tasks</h1><form method=post action=/tasks>
<input type=hidden name=a value=b><button>Add task</button></form><p>{} of {} open</p>
<button type=button onclick="m.textContent = 'Greeted'">Greet</button><p id=m></p>"""


class Site:
    """Counts what it is sent."""

    def __init__(self, serve: Serve) -> None:
        self.serve, self.posts = serve, 0

    async def address(self) -> str:
        return await self.serve({"/": self.page, "/tasks": self.tasks})

    def page(self, _: Request) -> str:
        return TASKS.format(self.posts, self.posts)

    def tasks(self, request: Request) -> str:
        self.posts += request.method == "POST"
        return self.page(request)


async def test_what_is_refused(sit: Sit) -> None:
    hands = await sit(TASKS.format(0, 0))
    await hands.hears(m.Done, m.Do('click "Greet"'))
    number = hands.numbers[0]
    unread = await hands.hears(m.Trouble, m.Edit(number, "frobnicate the milk"))
    assert "frobnicate the milk" in unread.says
    masked = await hands.hears(m.Trouble, m.Edit(number, 'enter "••••" into "Password"'))
    assert "Write the password itself" in masked.says
    for nobody in (m.Order(99, 0), m.Drop(99), m.Edit(99, "reload the page")):
        hands.session.ask(nobody)
    await hands.hears(m.Done, m.Do('check that "Tasks" is shown'))
    assert hands.lines[:1] == ['click "Greet"']


async def test_taking_back_does_nothing_to_the_page(sit: Sit, serve: Serve) -> None:
    site = Site(serve)
    hands = await sit(address=await site.address())
    await hands.hears(m.Done, m.Do('click "Add task"'))
    await hands.hears(m.Done, m.Do('click "Greet"'))
    await hands.hears(m.Done, m.Do('check that "Greeted" is shown'))
    hands.session.ask(m.Undo())
    await hands.wrote('click "Add task"', 'click "Greet"')
    assert not state(hands.heard).ahead  # a check has done nothing
    hands.session.ask(m.Undo())
    await hands.wrote('click "Add task"')
    assert state(hands.heard).ahead
    assert site.posts == 1
    assert await hands.page.locator("#m").text_content() == "Greeted"


async def test_what_was_sent_is_sent_again_with_a_yes_only(sit: Sit, serve: Serve) -> None:
    site = Site(serve)
    hands = await sit(address=await site.address())
    await hands.click("text=Add task")
    await hands.wrote('click "Add task"')
    await hands.click("text=Greet")
    await hands.wrote('click "Add task"', 'click "Greet"')
    hands.session.ask(m.Undo())
    asked = await hands.hears(m.Resends, m.Anew())
    assert asked.what == ("POST /tasks",)
    assert site.posts == 1
    await hands.performed_anew(yes=True)
    assert site.posts == 2
    assert hands.lines == ['click "Add task"']
    assert await hands.page.locator("#m").text_content() == ""
    assert (await hands.hears(m.Resends, m.Anew())).what == ("POST /tasks",)  # it would be a third time


async def test_without_what_was_sent_it_is_performed_at_once(sit: Sit, serve: Serve) -> None:
    site = Site(serve)
    hands = await sit(address=await site.address())
    await hands.hears(m.Done, m.Do('click "Greet"'))
    await hands.hears(m.Done, m.Do('click "Add task"'))
    hands.session.ask(m.Undo())
    await hands.performed_anew()
    assert site.posts == 1
    assert await hands.page.locator("#m").text_content() == "Greeted"


async def test_a_sentence_is_written_anew_and_put_elsewhere(sit: Sit) -> None:
    hands = await sit(TASKS.format(0, 0))
    for text in ('click "Greet"', 'check that "Greeted" is shown', 'check that "Tasks" is shown'):
        await hands.hears(m.Done, m.Do(text))
    number = hands.numbers[1]
    hands.session.ask(m.Edit(number, 'check that "Greeted" is not shown'))
    hands.session.ask(m.Order(number, 2))
    await hands.wrote('click "Greet"', 'check that "Tasks" is shown', 'check that "Greeted" is not shown')
    assert not state(hands.heard).ahead  # these look only
    hands.session.ask(m.Order(hands.numbers[0], 1))
    await hands.wrote('check that "Tasks" is shown', 'click "Greet"', 'check that "Greeted" is not shown')
    assert state(hands.heard).ahead
    hands.session.ask(m.Anew())  # as the test is now, its last sentence does not hold
    await hands.until(
        lambda: [line.sentence for line in state(hands.heard).left] == ['check that "Greeted" is not shown']
    )


def state(heard: list[m.Tell]) -> m.State:
    return next(each for each in reversed(heard) if isinstance(each, m.State))
