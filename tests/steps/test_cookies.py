"""Cookies set, deleted and cleared by a test: the site sees it by its next request; no record shows a session."""

from __future__ import annotations

import pytest

from qa_appliance.core import checks as c
from qa_appliance.core import steps as s
from qa_appliance.steps.base.stage import Stage
from tests.conftest import Request, Response, Serve
from tests.steps.conftest import Do, Show

SIGNED_IN = {"Set-Cookie": "session=abcdefgh1234; HttpOnly; Path=/"}


def greeting(request: Request) -> Response:
    return Response(f"<p>You sent: {request.headers.get('cookie', 'nothing')}</p>")


@pytest.fixture
async def origin(serve: Serve, stage: Stage) -> str:
    origin = await serve({"/": greeting, "/in": Response("<p>Signed in", headers=SIGNED_IN), "/shop/cart": greeting})
    await stage.page.goto(origin)
    return origin


def sent(text: str) -> s.Assert:
    return s.Assert(check=c.TextShown(text=f"You sent: {text}"))


RELOAD = s.History(move="reload")


async def test_what_is_not_there_is_not_deleted(stage: Stage, origin: str, do: Do) -> None:
    record = await do(s.Cookies(move="delete", name="session"))
    assert record.error == "There is no cookie “session” for this page, nor any other."
    await do(s.Cookies(move="set", name="lang", value=s.Value("de")))
    record = await do(s.Cookies(move="delete", name="session"))
    assert record.error == "There is no cookie “session” for this page, only “lang”."
    assert record.failure is not None
    assert (record.failure.kind, record.failure.seen) == ("assertion", "“lang”")


async def test_a_cookie_needs_a_site(show: Show, do: Do) -> None:
    await show("<p>No site")
    for step in (s.Cookies(move="delete", name="a"), s.Cookies(move="set", name="a", value=s.Value("b"))):
        assert (await do(step)).error == "A cookie belongs to a site: open one of its pages first."


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("__Secure-id", "1"),  # of https only
        ("a", "b; Domain=evil.example"),
        ("a", "b\r\nSet-Cookie: c=d"),
        ("a", "x" * 5000),
    ],
)
async def test_what_the_browser_does_not_take_is_not_set(
    stage: Stage, origin: str, do: Do, name: str, value: str
) -> None:
    record = await do(s.Cookies(move="set", name=name, value=s.Value(value)))
    assert record.failure is not None
    assert record.failure.kind == "not_actionable"
    assert (await do(RELOAD, sent("nothing"))).error is None


async def test_set_for_the_whole_site_until_deleted(stage: Stage, origin: str, do: Do) -> None:
    stage.variables["which"] = "yes"
    await stage.page.goto(f"{origin}/shop/cart")
    assert (await do(s.Cookies(move="set", name="consent", value=s.Value("{which}")))).error is None
    assert (await do(s.Go(url=origin), sent("consent=yes"))).error is None
    assert (await do(s.Cookies(move="delete", name="consent"), RELOAD, sent("nothing"))).error is None


async def test_what_is_there_keeps_where_it_holds(stage: Stage, origin: str, do: Do) -> None:
    await do(s.Go(url=f"{origin}/in"), s.Cookies(move="set", name="session", value=s.Value("{x} y")), s.Go(url=origin))
    (cookie,) = await stage.session.context.cookies()
    assert (cookie["value"], cookie["httpOnly"], cookie["path"]) == ("{x} y", True, "/")


async def test_a_session_ends_with_its_cookie_and_no_record_shows_it(stage: Stage, origin: str, do: Do) -> None:
    hidden = s.Cookies(move="set", name="session", value=s.Value("zyxwvuts"), sentence="set it to zyxwvuts")
    record = await do(hidden)
    assert (record.target, record.value, record.sentence) == ("the cookie “session”", "••••", "set it to ••••")
    short = await do(s.Cookies(move="set", name="my_token", value=s.Value("abc")))
    assert short.value == "••••"
    await do(s.Cookies(move="clear"))
    await do(s.Go(url=f"{origin}/in"))
    assert (await do(s.Go(url=origin), sent("session=abcdefgh1234"))).error is None
    assert (await do(s.Cookies(move="delete", name="session"), RELOAD, sent("nothing"))).error is None


async def test_cleared_are_those_of_all_sites(stage: Stage, origin: str, do: Do, serve: Serve) -> None:
    record = await do(s.Cookies(move="clear"))
    assert record.note == "no cookies were there"
    other = await serve({"/": greeting})
    for site in (origin, other.replace("127.0.0.1", "localhost")):
        await do(s.Go(url=site), s.Cookies(move="set", name="a", value=s.Value("1")))
    record = await do(s.Cookies(move="clear"))
    assert record.note == "2 cookies were there"
    assert await stage.session.context.cookies() == []
