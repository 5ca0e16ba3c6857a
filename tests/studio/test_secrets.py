"""A password typed on the picture is in no picture, message or log, and on no foreign host."""

from __future__ import annotations

import io

import msgspec
import pytest
from PIL import Image

from qa_appliance.studio import messages as m
from qa_appliance.studio.desk import Desk
from tests.conftest import Serve
from tests.studio.conftest import Hands, Sit, wanted

SECRET = "winter-oak-77"
# A page that shows what is typed while it is typed, as a careless one does.
LOGIN = """<!doctype html><meta charset=utf-8><title>Sign in</title>
<label>E-mail <input id=e></label> <label>Password <input id=p type=password></label><button>Sign in</button>
<p id=m style="font:bold 40px sans-serif;height:60px"></p>
<script>p.oninput = () => { m.textContent = p.value; console.log(p.value) }</script>"""


async def test_a_password_is_not_typed_on_a_foreign_host(desk: Desk, serve: Serve) -> None:
    session = await desk.open(wanted(await serve({"/": LOGIN}), hosts=frozenset({"shop.example"})))
    with session.watching() as tab:
        hands = await ready(Hands(session, tab))
        await hands.click("#p")
        hands.types(SECRET)
        trouble = await hands.hears(m.Trouble, m.Press("Tab"))
        assert "not typed" in trouble.says
        assert SECRET not in trouble.says
        assert await hands.page.locator("#p").input_value() == ""


async def ready(hands: Hands) -> Hands:
    await hands.until(lambda: any(isinstance(each, m.State) and not each.busy for each in hands.heard))
    return hands


async def test_a_password_becomes_a_secret(sit: Sit, caplog: pytest.LogCaptureFixture) -> None:
    hands = await sit(LOGIN)
    await hands.click("#p")
    hands.types(SECRET + "x")
    hands.press("Backspace")
    hands.press("Tab")
    await hands.wrote('enter "••••" into "Password"')
    await hands.page.wait_for_function("value => m.textContent === value", arg=SECRET)
    await hands.click("#e")
    hands.types("ada")
    await hands.wrote('enter "••••" into "Password"', 'enter "ada" into "E-mail"')
    await hands.hears(m.Named, m.Point(100, 90))
    assert hands.session.description.splitlines()[0] == f'enter "{SECRET}" into "Password"'
    spoken = b"".join(map(msgspec.json.encode, hands.heard)).decode() + caplog.text
    assert all(SECRET[:at] not in spoken for at in range(6, len(SECRET) + 1))
    box = await hands.page.locator("#m").bounding_box()
    assert box is not None
    assert hands.pictures
    for jpeg in hands.pictures:
        with Image.open(io.BytesIO(jpeg)) as picture:
            words = picture.convert("L").crop((12, int(box["y"]) + 12, 200, int(box["y"]) + 36))
            darkest, lightest = words.getextrema()
            assert lightest - darkest < 60, "a picture shows letters"  # type: ignore[operator]


async def test_a_sentence_with_a_password_is_masked_as_well(sit: Sit) -> None:
    hands = await sit(LOGIN)
    await hands.hears(m.Done, m.Do(f'enter "{SECRET}" into Password'))
    await hands.wrote('enter "••••" into Password')
    refused = await hands.hears(m.Done, m.Do('enter "••••" into Password'))
    assert not refused.worked
    assert SECRET not in str(hands.heard)


async def test_an_answer_is_known_by_its_mark_where_its_text_is_masked(sit: Sit) -> None:
    hands = await sit(LOGIN)
    sentence = f'enter "{SECRET}" into Password'
    tried = await hands.hears(m.Tried, m.Try(sentence, 7))
    assert (SECRET in tried.text, tried.box is not None, tried.mark) == (False, True, 7)
    done = await hands.hears(m.Done, m.Do(sentence, 8))
    assert (done.worked, done.mark) == (True, 8)
    failed = await hands.hears(m.Done, m.Do('click "Delete"', 9))
    assert (failed.worked, failed.mark) == (False, 9)
