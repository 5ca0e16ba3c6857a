"""Pages hostile by size: what is too large for one look is never judged as if all of it had been seen."""

# ruff: noqa: E501 - a page under test stands in one line

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import ElementHandle, Frame, Page
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeout

from qa_appliance.browser.look import take
from qa_appliance.browser.look.node import FrameLook
from qa_appliance.browser.look.take import take_look
from qa_appliance.english.compile import plan_english
from tests.conftest import Request, Response, Serve
from tests.steps.conftest import Do, Show

ELEMENTS, DEPTH, TEXT, FRAMES = 40, 30, 2_000, 4
SMALL = "<h1>Stock</h1><p>Dune</p><button>Save</button>"
MANY = f"{SMALL}{'<p>filler</p>' * ELEMENTS}<p>Secret</p><button>Delete</button>"
DEEP = f"{SMALL}{'<div>' * DEPTH}<p>Secret</p><button>Delete</button>{'</div>' * DEPTH}"
DEEP_HIDDEN = f"{SMALL}<div hidden>{'<div>' * DEPTH}<button>Delete</button>{'</div>' * DEPTH}</div>"
SHADOWS = f"""{SMALL}<div id=d></div><script>for (let at = d, n = 0; n < {DEPTH}; n++) {{ const inner = document.createElement("div");
at.attachShadow({{ mode: "open" }}).append(inner); inner.textContent = "filler"; at = inner; if (n === {DEPTH} - 1) at.innerHTML = "<p>Secret</p>"; }}</script>"""
LONG = f"{SMALL}<p>{'filler ' * TEXT}</p><p>Secret</p><button>Delete</button>"
FRAMED = SMALL + "<iframe srcdoc='<p>filler</p>'></iframe>" * FRAMES + "<iframe srcdoc='<p>Secret</p>'></iframe>"
HOSTILE = {
    "elements": (MANY, "the page has more than 40 elements"),
    "depth": (DEEP, "elements stand in one another more than 30 deep"),
    "hidden": (DEEP_HIDDEN, "elements stand in one another more than 30 deep"),
    "shadows": (SHADOWS, "elements stand in one another more than 30 deep"),
    "text": (LONG, "the page has more than 2,000 characters of text"),
    "frames": (FRAMED, "the page has 5 frames, and only 4 are looked into"),
}


@pytest.fixture(autouse=True)
def limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(take, "MOST_ELEMENTS", ELEMENTS)
    monkeypatch.setattr(take, "MOST_DEEP", DEPTH)
    monkeypatch.setattr(take, "MOST_TEXT", TEXT)
    monkeypatch.setattr(take, "MOST_FRAMES", FRAMES)


UNTOLD = ('"Nonsense" is not shown', "there is 1 button", "every button is enabled", "there is no Delete button")


@pytest.mark.parametrize("words", UNTOLD)
@pytest.mark.parametrize("kind", HOSTILE)
async def test_what_asks_for_all_of_it_is_not_told(show: Show, do: Do, kind: str, words: str) -> None:
    html, limit = HOSTILE[kind]
    await show(html)
    record = await do(*plan_english(words).steps)
    assert record.failure is not None
    assert limit in record.failure.message


@pytest.mark.parametrize("kind", HOSTILE)
async def test_what_is_missing_is_told_with_the_limit(show: Show, do: Do, kind: str) -> None:
    html, limit = HOSTILE[kind]
    await show(html)
    for words in ('"Nonsense" is shown', 'click "Fnord"'):
        record = await do(*plan_english(words).steps)
        assert record.failure is not None
        assert limit in record.failure.message, words


@pytest.mark.parametrize("kind", HOSTILE)
async def test_what_is_there_is_there(show: Show, do: Do, kind: str) -> None:
    await show(HOSTILE[kind][0])
    record = await do(*plan_english('"Dune" is shown').steps)
    assert record.failure is None


@pytest.mark.parametrize("kind", ["elements", "depth", "text"])
async def test_no_element_is_acted_on_while_another_may_be_meant(show: Show, do: Do, kind: str) -> None:
    html, limit = HOSTILE[kind]
    await show(html)
    record = await do(*plan_english('click "Save"').steps)
    assert record.failure is not None
    assert limit in record.failure.message


@pytest.mark.parametrize(
    "html",
    [
        SMALL + "<p>filler</p>" * (ELEMENTS - 4),
        SMALL + "<div>" * (DEPTH - 2) + "Secret" + "</div>" * (DEPTH - 2),
        SMALL + f"<p>{'filler ' * (TEXT // 8)}</p>",
        SMALL + "<iframe srcdoc='<p>filler</p>'></iframe>" * FRAMES,
    ],
    ids=["elements", "depth", "text", "frames"],
)
async def test_right_below_the_limit_all_is_seen(page: Page, html: str) -> None:
    await page.set_content(html)
    seen = await take_look(page)
    assert seen.unseen == ""
    assert "Dune" in seen.text


Trouble = Callable[[Frame], Awaitable[None]]


def in_frames(monkeypatch: pytest.MonkeyPatch, trouble: Trouble) -> None:
    """Whatever happens to frames when they are looked at."""
    look_at = take._look_at

    async def troubled(
        frame: Frame, given: int, ms: int, colours: bool, watch: take.Watch, naming: str | None = None
    ) -> FrameLook:
        if frame.parent_frame is not None:
            await trouble(frame)
        return await look_at(frame, given, ms, colours, watch, naming)

    monkeypatch.setattr(take, "_look_at", troubled)


@pytest.mark.parametrize("error", [PlaywrightTimeout("Timeout 1500ms exceeded."), PlaywrightError("Frame was stopped")])
async def test_a_frame_that_does_not_answer_proves_no_denial(
    show: Show, do: Do, monkeypatch: pytest.MonkeyPatch, error: PlaywrightError
) -> None:
    async def fail(frame: Frame) -> None:
        raise error

    in_frames(monkeypatch, fail)
    await show(f"{SMALL}<iframe srcdoc='<p>Secret</p>'></iframe>")
    record = await do(*plan_english('"Dune" is shown').steps)
    assert record.failure is None
    for words in ('"Secret" is not shown', "no error is shown"):
        record = await do(*plan_english(words).steps)
        assert record.failure is not None, words
        assert "the frame about:srcdoc does not answer" in record.failure.message


async def test_a_frame_that_never_says_where_it_stands_is_not_waited_for(
    show: Show, do: Do, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def wait(frame: Frame) -> ElementHandle:
        await asyncio.Event().wait()
        raise AssertionError

    await show(f"{SMALL}<iframe srcdoc='<p>Secret</p>'></iframe>")
    monkeypatch.setattr(Frame, "frame_element", wait)
    monkeypatch.setattr(take, "FRAME_LOOK_MS", 50)
    record = await do(*plan_english('"Secret" is not shown').steps)
    assert record.failure is not None
    assert "the frame about:srcdoc does not answer" in record.failure.message


async def test_a_frame_that_fails_a_look_once_is_looked_at_again(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    met: list[Frame] = []

    async def fail_once(frame: Frame) -> None:
        if not met:
            met.append(frame)
            raise PlaywrightError("Execution context was destroyed")

    in_frames(monkeypatch, fail_once)
    await page.set_content(f"{SMALL}<iframe srcdoc='<p>Secret</p>'></iframe>")
    seen = await take_look(page)
    assert (seen.unseen, "Secret" in seen.text) == ("", True)


async def test_a_frame_that_is_taken_away_at_the_look_is_gone(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    async def take_away(frame: Frame) -> None:
        await page.evaluate("document.querySelector('iframe')?.remove()")

    in_frames(monkeypatch, take_away)
    await page.set_content(f"{SMALL}<iframe srcdoc='<p>Secret</p>'></iframe>")
    seen = await take_look(page)
    assert (seen.unseen, "Secret" in seen.text) == ("", False)


async def test_a_frame_that_never_comes_is_no_frame_that_does_not_answer(page: Page, do: Do, serve: Serve) -> None:
    never = asyncio.Event()

    async def wait(request: Request) -> Response:
        await never.wait()
        return Response()

    own = await serve(
        {"/": f"{SMALL}<iframe src='/slow'></iframe><iframe sandbox srcdoc='<p>Boxed</p>'></iframe>", "/slow": wait}
    )
    await page.goto(own, wait_until="commit")
    record = await do(*plan_english('"Boxed" is shown').steps)
    assert record.failure is None
    record = await do(*plan_english('"Secret" is not shown').steps)
    assert record.failure is None
    never.set()


async def test_a_page_that_redraws_without_end_is_judged_and_let_go(show: Show, do: Do) -> None:
    await show("""<main id=m></main><script>let n = 0; const draw = () => {
        m.innerHTML = `<h1>Live</h1><p>Tick ${n++}</p><button onclick="done = true">Stop</button>`; requestAnimationFrame(draw); };
        draw();</script>""")
    for words in ('"Live" is shown', '"Nonsense" is not shown'):
        record = await do(*plan_english(words).steps)
        assert record.failure is None, words
    for words in ('"Nonsense" is shown', 'click "Nonsense"'):
        record = await do(*plan_english(words).steps)
        assert record.failure is not None, words
