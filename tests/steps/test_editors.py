# ruff: noqa: E501 - the pages under test
"""Rich editors: on the page, filling a frame, in place of a field of the form."""

from __future__ import annotations

import pytest

from qa_appliance.english.compile import plan_english
from tests.steps.conftest import Do, Follow, Show

IN_FRAME = """<iframe id=f title=Message srcdoc="<body contenteditable><p>Old</p></body>"></iframe>"""
FOR_TEXTAREA = """<label for=t>Description</label><textarea id=t style="display: none"></textarea><div><iframe id=f
title="Rich Text Area" srcdoc="<body contenteditable aria-label='Rich Text Area. Press ALT-0 for help.'><p><br></p></body>"></iframe></div>"""
WITH_TOOLBAR = """<label for=t>Body</label><textarea id=t style="visibility: hidden; display: none"></textarea><div><div
role=toolbar><button>Bold</button></div><iframe id=f title="Editor, t" srcdoc="<body contenteditable><p><br></p></body>"></iframe></div>"""
ON_PAGE = """<label>Notes</label><textarea hidden></textarea><div><div id=e contenteditable><p><br></p></div></div>"""
DROPS = """<div id=e contenteditable aria-label=Notes><p>Old</p></div><script>e.oninput = () => { e.innerHTML = "<p>Old</p>"; };</script>"""
BODY = "f.contentDocument.body.innerText.trim()"


@pytest.mark.parametrize(
    ("html", "words", "script"),
    [
        (IN_FRAME, 'enter "Hello" into Message', BODY),
        (FOR_TEXTAREA, 'enter "Hello" into Description', BODY),
        (FOR_TEXTAREA, 'enter "Hello" into the rich text editor', BODY),
        (WITH_TOOLBAR, 'enter "Hello" into Body', BODY),
        (WITH_TOOLBAR, 'type "Hello" in the editor. check that Body has the value "Hello"', BODY),
        (ON_PAGE, 'enter "Hello" into Notes', "e.innerText.trim()"),
    ],
)
async def test_the_editor_takes_the_text(follow: Follow, html: str, words: str, script: str) -> None:
    assert await follow(html, words, script) == "Hello"


async def test_an_editor_that_drops_it_fails_the_step(show: Show, do: Do) -> None:
    await show(DROPS)
    record = await do(*plan_english('enter "Hello" into Notes').steps)
    assert "did not keep “Hello”: it shows “Old”" in (record.error or "")
