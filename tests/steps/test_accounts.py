"""Signing in with the project's accounts: whom there is, by what, and what is left of whoever was there before."""

# ruff: noqa: E501 - a page under test stands in one line

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest
from playwright.async_api import Page

from qa_appliance.core.run import RunRequest, Site
from qa_appliance.core.steps import LogOut, SignIn, Visitor
from qa_appliance.core.test_data.project import Account, ProjectData
from qa_appliance.steps.base.sign_in.sessions import AGE, SignIns
from qa_appliance.steps.base.stage import Stage
from qa_appliance.steps.kinds.navigation import open_base
from tests.conftest import Pages, Request, Response, Serve
from tests.steps.conftest import Do

FORM = "<form method=post action=/login><label>Email <input name=u></label><label>Password <input type=password name=p></label><button>Sign in</button></form>"
CODE = "<form method=post action=/code><label>Authentication code <input name=c></label><button>Verify</button></form>"
KEY = "JBSWY3DPEHPK3PXP"
ADMIN = Account("admin", "ada@example.com", "lovelace-1815")
CLERK = Account("clerk", "bob@example.com", "babbage-1791", role="office")


class Server:
    """Knows who has signed in by a cookie; `asks_code`: a code is asked for behind the password."""

    def __init__(self) -> None:
        self.sign_ins: list[str] = []
        self.known: set[str] = set()
        self.asks_code = self.takes_code = False

    def pages(self) -> Pages:
        return {"/": self.start, "/login": self.login, "/code": self.code, "/out": self.out}

    def start(self, request: Request) -> Response:
        found = re.search(r"who=([\w.%@-]+)", request.headers.get("cookie", ""))
        if found is None or found[1] not in self.known:
            return Response(FORM)
        return Response(f"<h1>Welcome {found[1]}</h1><a href=/out>Log out</a>")

    def login(self, request: Request) -> Response:
        body = request.body.decode()
        user = body.partition("u=")[2].partition("&")[0].replace("%40", "@")
        if not any(user == each.user and f"p={each.password}" in body for each in (ADMIN, CLERK)):
            return Response(f"<p role=alert>Wrong password</p>{FORM}", 401)
        if self.asks_code:
            return Response(CODE)
        self.sign_ins.append(user)
        self.known.add(user)
        return Response("", 303, headers={"Location": "/", "Set-Cookie": f"who={user}; Path=/"})

    def code(self, request: Request) -> Response:
        if not self.takes_code or not re.search(rb"c=\d{6}", request.body):
            return Response(f"<p role=alert>Wrong code</p>{CODE}", 401)
        return Response("<h1>Welcome by code</h1>")

    def out(self, request: Request) -> Response:
        self.known.clear()
        return Response("", 303, headers={"Location": "/"})


@pytest.fixture
async def server(stage: Stage, serve: Serve) -> Server:
    server = Server()
    origin = await serve(server.pages())
    stage.site = msgspec.structs.replace(stage.site, base_url=origin, own_hosts=frozenset({"127.0.0.1"}))
    stage.project_data = ProjectData((ADMIN, CLERK))
    await open_base(stage)
    return server


async def test_an_account_that_is_not_known_is_told_with_those_there_are(server: Server, do: Do) -> None:
    record = await do(SignIn(account="boss"))
    assert record.error == "No account of the project is called “boss”. There are: “admin”, “clerk”."


async def test_a_project_without_accounts(server: Server, stage: Stage, do: Do) -> None:
    stage.project_data = ProjectData()
    record = await do(SignIn(account="admin"))
    assert "The project has no account" in (record.error or "") or "No account" in (record.error or "")


async def test_a_refused_account_fails_with_the_pages_words(server: Server, stage: Stage, do: Do) -> None:
    wrong = msgspec.structs.replace(ADMIN, password="something-else")
    stage.project_data = ProjectData((wrong,))
    record = await do(SignIn(account="admin"))
    assert record.error == "Signing in was refused: “Wrong password”."
    assert "something-else" not in repr(record)


async def test_sentences_that_are_not_understood_sign_nobody_in(server: Server, stage: Stage, do: Do) -> None:
    own = msgspec.structs.replace(ADMIN, sign_in=("frobnicate the widget by moonlight",))
    stage.project_data = ProjectData((own,))
    record = await do(SignIn(account="admin"))
    assert "frobnicate" in (record.error or "")
    assert "was not understood" in (record.error or "")


async def test_sentences_that_leave_the_form_there_sign_nobody_in(server: Server, stage: Stage, do: Do) -> None:
    own = msgspec.structs.replace(
        ADMIN, sign_in=('enter "{user}" into "Email"', 'enter "nothing" into "Password"', 'click "Sign in"')
    )
    stage.project_data = ProjectData((own,))
    record = await do(SignIn(account="admin"))
    assert record.error == "The sign-in form is still there after the account's own sentences: “Wrong password”."


async def test_a_code_that_nothing_makes(server: Server, do: Do) -> None:
    server.asks_code = True
    record = await do(SignIn(account="admin"))
    assert (record.error or "").startswith(
        "The site asks for “Authentication code”, and the environment has no authenticator called “admin”."
    )


async def test_a_code_that_is_refused(server: Server, stage: Stage, do: Do) -> None:
    server.asks_code = True
    stage.site = msgspec.structs.replace(stage.site, authenticators={"Admin": KEY})
    record = await do(SignIn(account="admin"))
    assert record.error == "The code of the authenticator “Admin” was not taken: “Wrong code”."


async def test_the_accounts_authenticator_answers_for_it(server: Server, stage: Stage, do: Do, page: Page) -> None:
    server.asks_code = server.takes_code = True
    stage.site = msgspec.structs.replace(
        stage.site, authenticators={"clerk": KEY[::-1].replace("1", "A"), "admin": KEY}
    )
    record = await do(SignIn(account="admin"))
    assert record.error is None
    assert "answered “Authentication code” with the code of the authenticator “admin”" in (record.note or "")
    assert await page.inner_text("h1") == "Welcome by code"


@pytest.mark.parametrize("name", ["office", "CLERK", "bob@example.com"])
async def test_by_name_role_and_user(server: Server, do: Do, page: Page, name: str) -> None:
    record = await do(SignIn(account=name))
    assert record.error is None
    assert record.value == "clerk"
    assert record.note == "signed in as “bob@example.com”, the account “clerk”"
    assert await page.inner_text("h1") == "Welcome bob@example.com"
    assert CLERK.password not in repr(record)


async def test_the_next_account_begins_as_somebody_new(server: Server, do: Do, page: Page) -> None:
    await do(SignIn(account="admin"))
    await page.evaluate("localStorage.setItem('cart', '3')")
    record = await do(SignIn(account="clerk"))
    assert record.error is None
    assert await page.inner_text("h1") == "Welcome bob@example.com"
    assert await page.evaluate("localStorage.getItem('cart')") is None


async def test_sentences_of_its_own(server: Server, stage: Stage, do: Do, page: Page) -> None:
    tricky = msgspec.structs.replace(
        ADMIN, sign_in=('enter "{user}" into "Email"', 'enter "{password}" into "Password"', 'click "Sign in"')
    )
    stage.project_data = ProjectData((tricky,))
    record = await do(SignIn(account="admin"))
    assert record.error is None
    assert await page.inner_text("h1") == "Welcome ada@example.com"
    assert ADMIN.password not in repr(record)
    assert [inner.action for inner in record.details.steps] == ["fill", "fill", "click"]


KEEP_ALL = """async () => {
    localStorage.a = sessionStorage.a = "1"; document.cookie = "a=1";
    const cache = await caches.open("a"); await cache.put("/x", new Response("1"));
    await new Promise(done => { const asked = indexedDB.open("a"); asked.onsuccess = () => { asked.result.close(); done(); }; });
}"""
LEFT = """async () => [localStorage.a, sessionStorage.a, document.cookie, ...await caches.keys(),
    ...(await indexedDB.databases()).map(each => each.name)].filter(Boolean)"""


async def test_a_visitor_leaves_nothing_of_whoever_was_there(server: Server, stage: Stage, do: Do, page: Page) -> None:
    await do(SignIn(account="admin"))
    await page.evaluate(KEEP_ALL)
    other = await stage.session.context.new_page()
    await other.goto(stage.site.base_url)
    record = await do(Visitor())
    assert record.error is None
    assert record.note == "closed 1 other tab"
    assert await page.evaluate(LEFT) == []
    assert stage.session.context.pages == [page]
    assert await page.is_visible("[type=password]")


Again = Callable[..., Awaitable[Any]]


@pytest.fixture
def again(stage: Stage, server: Server, do: Do) -> Again:
    """Another test of a suite signs in, in a browser that knows nobody."""

    async def run(
        keeper: SignIns, *, org: str = "org", suite: str = "suite", account: str = "admin", steps: tuple[Any, ...] = ()
    ) -> Any:
        await stage.session.context.clear_cookies()
        request = RunRequest("run", org, "project", Site(stage.site.base_url), suite=suite)
        stage.sign_ins, stage.steps = keeper.of(request), steps
        return await do(SignIn(account=account))

    return run


async def test_a_suite_signs_an_account_in_once(server: Server, again: Again, page: Page) -> None:
    keeper = SignIns()
    first, second, third = await again(keeper), await again(keeper), await again(keeper, account="clerk")
    assert first.note == "signed in as “ada@example.com”, the account “admin”"
    assert second.note == "signed in as “ada@example.com” by the session of this suite"
    assert third.note == "signed in as “bob@example.com”, the account “clerk”"
    assert server.sign_ins == ["ada@example.com", "bob@example.com"]
    assert await page.inner_text("h1") == "Welcome bob@example.com"


async def test_a_session_that_the_site_does_not_take_any_more(server: Server, again: Again, page: Page) -> None:
    keeper = SignIns()
    await again(keeper)
    server.known.clear()
    record = await again(keeper)
    assert record.note == "signed in as “ada@example.com”, the account “admin”"
    assert len(server.sign_ins) == 2


async def test_nobody_shares_with_another_organization_or_suite_or_for_ever(server: Server, again: Again) -> None:
    now = 0.0
    keeper = SignIns(lambda: now)
    await again(keeper)
    await again(keeper, org="another")
    await again(keeper, suite="another")
    assert len(server.sign_ins) == 3
    now = AGE + 1
    await again(keeper)
    assert len(server.sign_ins) == 4
    keeper.drop("suite")
    await again(keeper)
    assert len(server.sign_ins) == 5


async def test_a_run_of_no_suite_and_a_test_that_signs_out_sign_in_by_themselves(server: Server, again: Again) -> None:
    keeper = SignIns()
    await again(keeper, suite="")
    await again(keeper, suite="")
    await again(keeper)
    await again(keeper, steps=(SignIn(account="admin"), LogOut()))
    assert len(server.sign_ins) == 4


async def test_a_refused_sign_in_is_not_kept(server: Server, stage: Stage, again: Again) -> None:
    keeper = SignIns()
    right = stage.project_data
    stage.project_data = ProjectData((msgspec.structs.replace(ADMIN, password="wrong-one"),))
    assert (await again(keeper)).error is not None
    assert (await again(keeper)).error is not None
    stage.project_data = right
    assert (await again(keeper)).error is None
