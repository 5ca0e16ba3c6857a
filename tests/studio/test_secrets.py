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


# An eye shows what is in them; the name of the last does not speak of a password.
EYE = """<!doctype html><meta charset=utf-8><title>Account</title>
<label>Password <input id=p type=password></label> <label>API token <input id=t></label>
<label>New phrase <input id=e type=password></label><button id=eye>Show</button><p id=m></p>
<script>
eye.onclick = () => { p.type = e.type = "text" }
for (const one of [p, t, e]) one.oninput = () => { m.textContent = document.title = one.value; console.log(one.value) }
</script>"""


@pytest.mark.parametrize(
    ("field", "keys", "holds"),
    [
        ("#p", ["Backspace"], ""),
        ("#p", ["Backspace", "spruce-99", "Home", "x", "Backspace"], "spruce-99"),
        ("#p", ["spruce-99"], "spruce-99"),
        ("#p", ["birch", "Control+A", "spruce-99"], "spruce-99"),
        ("#t", ["Delete", "spruce-99"], "spruce-99"),
        ("#t", ["End", "Control+Z", "spruce-99"], "spruce-99"),
        ("#e", ["End", "Backspace", "spruce-99"], "spruce-99"),
        ("#e", ["spruce-99", "Control+A", "Backspace"], ""),
        ("#e", ["Backspace", "Tab", "Shift+Tab", "spruce-99"], "spruce-99"),
        ("#p", ["Control+Backspace"], ""),
        ("#t", ["Control+Shift+ArrowLeft", "Shift+Delete", "spruce-99"], "spruce-99"),
        ("#e", ["Control+ArrowLeft", "Control+Delete", "spruce-99"], "spruce-99"),
        ("#p", ["birch", "Control+Backspace", "spruce-99"], "spruce-99"),
        ("#p", ["birch", "Shift+Home", "spruce-99"], "spruce-99"),
    ],
)
async def test_what_is_typed_anew_takes_the_place_of_the_whole_secret(
    sit: Sit, caplog: pytest.LogCaptureFixture, field: str, keys: list[str], holds: str
) -> None:
    hands = await sit(EYE)
    await hands.click(field)
    hands.types(SECRET)
    await hands.click("#eye")
    await hands.until(lambda: hands.lines[-1:] == ['click "Show"'])
    await hands.click(field)
    for key in keys:
        hands.types(key) if key.islower() or "-" in key else hands.press(key)
    hands.press("Tab")
    place = hands.page.locator(field)
    await hands.page.wait_for_function(
        "([id, value]) => document.querySelector(id).value === value", arg=[field, holds]
    )
    assert await place.get_attribute("type") in ("text", None)
    name = {"#p": "Password", "#t": "API token", "#e": "New phrase"}[field]
    if not holds:
        await hands.until(lambda: hands.lines[-1:] == [f'clear "{name}"'])
    elif field == "#e":  # a sentence would not keep what it holds
        await hands.until(lambda: sum("password has no sentence" in str(each) for each in hands.heard) == 2)
    else:
        await hands.until(lambda: hands.lines[-2:] == ['click "Show"', f'enter "••••" into "{name}"'])
        assert f'"{holds}"' in hands.session.description
    spoken = b"".join(map(msgspec.json.encode, hands.heard)).decode() + caplog.text
    parts = [SECRET[:at] for at in range(6, len(SECRET) + 1)] + ["spruce", "birch"]
    assert [part for part in parts if part in spoken] == []


async def test_no_part_of_a_secret_is_carried_elsewhere(sit: Sit) -> None:
    hands = await sit(
        "<style>label { display: block } input { font: 20px monospace }</style><label>Note <input id=n></label>" + EYE
    )
    await hands.click("#e")
    hands.types(SECRET)
    await hands.click("#eye")
    await hands.until(lambda: hands.lines == ['click "Show"'])
    box, other = [await hands.page.locator(each).bounding_box() for each in ("#e", "#n")]
    assert box is not None
    assert other is not None
    y = box["y"] + box["height"] / 2
    for x, to in ((4, (box["x"] + 90, y)), (40, (other["x"] + 9, other["y"] + 9))):  # selected, and dragged
        for ask in (m.Move(box["x"] + x, y), m.Down(box["x"] + x, y), m.Move(box["x"] + 60, y), m.Up(*to)):
            hands.session.ask(ask)
    for key in ("Home", "Control+Shift+ArrowRight", "Control+C", "Control+Insert"):  # copied
        hands.press(key)
    await hands.click("#n")
    for key in ("Shift+Insert", "Control+V"):
        hands.press(key)
    hands.types("oil")
    await hands.page.wait_for_function("n.value.endsWith('oil')")
    await hands.hears(m.Named, m.Point(5, 5))
    assert (await hands.page.input_value("#n"), await hands.page.input_value("#e")) == ("oil", SECRET)
    assert "winter" not in str(hands.heard)


async def test_a_secret_stays_one_when_its_sentence_is_taken_back(sit: Sit, desk: Desk) -> None:
    hands = await sit(LOGIN.replace("<p ", f"<h1>Hello {SECRET}</h1><p "))  # as the site goes on to show it
    await hands.click("#p")
    hands.types(SECRET)
    hands.press("Tab")
    await hands.wrote('enter "••••" into "Password"')
    hands.session.ask(m.Undo())
    await hands.wrote()
    box = await hands.page.locator("h1").bounding_box()
    assert box is not None
    named = await hands.hears(m.Named, m.Point(box["x"] + 5, box["y"] + 5))
    assert named.called == "heading “Hello ••••”"
    await desk.close(hands.session.id)
    another = await desk.open(hands.session.remains)
    with another.watching() as tab:
        hands = await ready(Hands(another, tab))
        named = await hands.hears(m.Named, m.Point(box["x"] + 5, box["y"] + 5))
        assert named.called == "heading “Hello ••••”"


async def test_what_would_say_a_secret_is_not_offered(sit: Sit) -> None:
    hands = await sit(LOGIN)
    await hands.click("#p")
    hands.types(SECRET)
    await hands.click("button")
    await hands.page.wait_for_function("value => m.textContent === value", arg=SECRET)
    await hands.until(lambda: any(isinstance(each, m.Proposed) for each in hands.heard))
    box = await hands.page.locator("#m").bounding_box()
    assert box is not None
    named = await hands.hears(m.Named, m.Point(box["x"] + 5, box["y"] + 5))
    assert named.called == "text “••••”"
    offered = await hands.hears(m.Offered, m.Offers())
    assert [offer.sentence for offer in offered.offers][:2] == ['enter "…" into "E-mail"', 'enter "…" into "Password"']
    lists = [each for each in hands.heard if isinstance(each, m.Proposed | m.Named | m.Offered)]
    assert all("••••" not in str(getattr(each, "checks", "") or getattr(each, "deeds", "")) for each in lists)


async def test_a_password_the_page_asks_for_in_a_dialog(sit: Sit) -> None:
    hands = await sit("""<!doctype html><title>Vault</title><button onclick="const given = prompt('Your password?')
        m.textContent = document.title = 'Opened with ' + given">Unlock</button><p id=m></p>""")
    await hands.click("button")
    question = await hands.hears(m.Question)
    assert question.secret
    hands.session.ask(m.Answer(True, SECRET))
    unsaid = await hands.hears(m.Unsaid)
    assert "password" in unsaid.says
    await hands.page.wait_for_function("value => m.textContent.endsWith(value)", arg=SECRET)
    await hands.hears(m.Named, m.Point(5, 5))
    await hands.wrote('click "Unlock"')
    assert SECRET not in str(hands.heard)
    assert SECRET not in hands.session.description


async def test_that_a_change_waits_is_told_also_of_nothing(sit: Sit) -> None:
    hands = await sit(LOGIN)
    await hands.click("#p")
    hands.types(SECRET)
    hands.press("Tab")
    await hands.wrote('enter "••••" into "Password"')
    await hands.click("#p")
    assert (await hands.hears(m.Hidden, m.Press("Backspace"))).length == 0
    assert (await hands.hears(m.Hidden, m.Press("Tab"))).length is None
    await hands.wrote('clear "Password"')


async def test_a_password_typed_twice_in_a_row_is_one_sentence(sit: Sit) -> None:
    hands = await sit(LOGIN)
    for secret in (SECRET, "spruce-99"):
        await hands.click("#p")
        hands.types(secret)
        hands.press("Tab")
        await hands.page.wait_for_function("value => p.value === value", arg=secret)
    await hands.until(lambda: hands.session.description == 'enter "spruce-99" into "Password"')
    assert hands.lines == ['enter "••••" into "Password"']


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
