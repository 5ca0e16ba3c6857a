# ruff: noqa: E501 - the pages under test
"""Replying and forwarding as whole deeds: in a mailbox, under comments, in a dialog."""

from __future__ import annotations

import pytest

from qa_appliance.english.compile import plan_english
from qa_appliance.steps.stage import Stage
from tests.steps.conftest import Do, Show

# A list of mails; each has to be opened before it can be answered, and the page then shows nothing else.
MAILBOX = """<main id=m></main><p id=o></p><script>
const mails = [["Ann", "Lunch"], ["Bob", "Report"]];
const list = () => { m.innerHTML = mails.map(([who, what], i) => `<div class=mail onclick="read(${i})"><b>${who}</b> <span>${what}</span></div>`).join(""); };
const read = i => { m.innerHTML = `<h2>${mails[i][1]}</h2><p>${mails[i][0]}</p><span class=act onclick="write_(${i}, 'reply')">Reply</span>
 <span class=act onclick="write_(${i}, 'forward')">Forward</span>`; };
const write_ = (i, what) => { m.innerHTML = (what == "reply" ? "" : `<label>To: <input id=t></label>`) + `<textarea id=x></textarea>
 <i class="icon icon-close" onclick="list()"></i><i class="icon icon-send" onclick="sent(${i}, '${what}')"></i>`; };
const sent = (i, what) => { o.textContent = [what, mails[i][0], what == "reply" ? x.value : t.value].join(" "); list(); };
list();</script><style>.icon { display: inline-block; width: 16px; height: 16px; background: grey } .mail { cursor: pointer }</style>"""
# Every comment has a reply button of its own and a form that opens under it.
COMMENTS = """<ul><li><p>Ann</p><p>Nice!</p><button onclick="f(this)">Reply</button></li><li><p>Cid</p><p>Hm.</p>
<button onclick="f(this)">Reply</button></li></ul><p id=o></p><script>const f = b => b.insertAdjacentHTML("afterend",
`<form onsubmit="o.textContent = this.parentElement.firstChild.textContent + ': ' + this.t.value; this.remove(); return false">
<textarea name=t></textarea><button type=button>Cancel</button><button>Post reply</button></form>`);</script>"""
NOTHING_SENDS = """<button onclick="x.hidden = false">Reply</button><textarea id=x hidden></textarea>"""


@pytest.mark.parametrize(
    ("html", "words", "message"),
    [
        ("<p>Hello</p>", 'reply with "Hi"', "nothing on the page to reply with"),
        (NOTHING_SENDS, 'reply with "Hi"', "nothing that sends it"),
        (MAILBOX, 'reply to "Zoe" with "Hi"', "no “Zoe”"),
        (COMMENTS, 'forward the comment by Ann to "Bob"', "nothing on the page to forward with"),
    ],
)
async def test_what_cannot_be_answered(show: Show, do: Do, html: str, words: str, message: str) -> None:
    await show(html)
    record = await do(*plan_english(words).steps)
    assert record.failure is not None
    assert message in record.failure.message


@pytest.mark.parametrize(
    ("html", "words", "seen"),
    [
        (MAILBOX, 'find the mail by Bob and reply to him with the text "Thanks"', "reply Bob Thanks"),
        (MAILBOX, 'reply to the mail by "Ann" with "See you"', "reply Ann See you"),
        (MAILBOX, "find the mail by Bob and forward that mail to Cid", "forward Bob Cid"),
        (COMMENTS, 'reply to the comment by Cid with "Why?"', "Cid: Why?"),
        (COMMENTS, 'in the row "Ann", reply with "Thanks"', "Ann: Thanks"),
    ],
)
async def test_the_message_is_sent(show: Show, do: Do, stage: Stage, html: str, words: str, seen: str) -> None:
    plan = plan_english(words)
    assert plan.gaps == ()
    await show(html)
    record = await do(*plan.steps)
    assert record.failure is None, record.failure
    assert await stage.page.evaluate("o.textContent") == seen
