# ruff: noqa: E501 - the pages under test
"""Code editors (CodeMirror 5 and 6, Monaco): found by their label, typed into and read back, and never judged in part.

The pages draw as those editors do: a hidden input takes the keys, a text is drawn line by line, only the first lines of
a long one are, and what is typed is indented.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest
from playwright.async_api import Page

from qa_appliance.core.steps import Clear, Fill, Value
from qa_appliance.english.compile import plan_english
from tests.steps.conftest import Do, Show, the

TAKES_KEYS = """
const edit = (box, input, draw, text) => {
  let all = false;
  const put = added => { window.held = text = all ? added : text + added; all = false; draw(text.split("\\n")); };
  input.onkeydown = event => {
    if (event.key.toLowerCase() === "a" && (event.ctrlKey || event.metaKey)) { all = true; event.preventDefault(); }
    if (event.key === "Delete") { put(""); event.preventDefault(); }
  };
  input.onbeforeinput = event => { event.preventDefault(); if (event.data !== null) put(event.data.replace(/\\n/g, "\\n  ")); };
  input.onpaste = event => { put(event.clipboardData.getData("text/plain")); event.preventDefault(); };
  box.onmousedown = event => { input.focus(); event.preventDefault(); };
  window.held = text;
  draw(text.split("\\n"));
};
"""
BLANK = "<span>\u200b</span>"

CODEMIRROR_5 = (
    """<style>.CodeMirror { position: relative; height: 80px; overflow: hidden }
.CodeMirror-scroll { height: 100%; overflow: scroll } .CodeMirror-sizer { position: relative } pre { margin: 0; line-height: 20px }</style>
LABEL<textarea id=t style="display: none"></textarea><div class="CodeMirror cm-s-default"><div style="overflow: hidden; position: relative; width: 3px; height: 0"><textarea
tabindex=0 style="position: absolute; bottom: -1em; width: 1000px; height: 1em"></textarea></div><div class=CodeMirror-scroll tabindex=-1><div class=CodeMirror-sizer><div
style="position: relative; top: 0"><div class=CodeMirror-lines><div><div class=CodeMirror-code></div></div></div></div></div></div></div><script>"""
    + TAKES_KEYS
    + """const box = document.querySelector(".CodeMirror"), code = box.querySelector(".CodeMirror-code");
edit(box, box.querySelector("textarea"), lines => {
  box.querySelector(".CodeMirror-sizer").style.minHeight = lines.length * 20 + "px";
  code.innerHTML = lines.slice(0, 6).map((line, n) => `<div><div class=CodeMirror-gutter-wrapper aria-hidden=true style="float: left">${n + 1}</div><pre class=" CodeMirror-line "><span>${line || "\u200b"}</span></pre></div>`).join("");
}, TEXT);</script>"""
)
CODEMIRROR_6 = (
    """<style>.cm-scroller { height: 80px; overflow: auto } .cm-line { white-space: pre; line-height: 20px }</style>
<div>LABEL<div><div class=cm-editor><div class=cm-announced aria-live=polite></div><div tabindex=-1 class=cm-scroller><div class=cm-gutters aria-hidden=true style="float: left">1</div><div spellcheck=false
contenteditable=true class=cm-content role=textbox aria-multiline=true></div></div></div></div><textarea id=t hidden></textarea></div><script>"""
    + TAKES_KEYS
    + """const box = document.querySelector(".cm-content");
edit(box, box, lines => {
  const seen = lines.slice(0, 6).map(line => `<div class=cm-line>${line || "<br>"}</div>`).join("");
  const hint = lines.join("") ? "" : "<div class=cm-line><span class=cm-placeholder contenteditable=false>Write here</span><br></div>";
  box.innerHTML = (hint || seen) + (lines.length > 6 ? `<div class=cm-gap style="height: ${lines.length * 20 - 120}px"></div>` : "");
}, TEXT);</script>"""
)
MONACO = (
    """<style>.monaco-editor, .overflow-guard, .editor-scrollable { position: relative; height: 100px; width: 600px; overflow: hidden }
.lines-content, .view-line { position: absolute } .view-line { line-height: 19px; white-space: pre }</style>
<div>LABEL<div><div class="monaco-editor vs" role=code data-uri="inmemory://model/1"><div class=overflow-guard><div class="margin" aria-hidden=true><div class=margin-view-overlays></div></div><div
class="monaco-scrollable-element editor-scrollable"><div class=lines-content style="top: 0; width: 1000px; height: 1000px"><div class=view-lines aria-hidden=true style="position: absolute; width: 500px"></div></div></div><textarea
class="inputarea monaco-mouse-cursor-text" aria-label="Editor content" role=textbox aria-roledescription=editor aria-multiline=true style="position: absolute; top: 0; width: 1px; height: 1px"></textarea></div></div></div></div><script>"""
    + TAKES_KEYS
    + """const box = document.querySelector(".monaco-editor"), code = box.querySelector(".view-lines");
edit(box, box.querySelector("textarea"), lines => {
  code.style.height = lines.length * 19 + 81 + "px"; // it can be scrolled beyond its last line
  const drawn = lines.slice(0, 6).map((line, n) => `<div style="top: ${n * 19}px; height: 19px" class=view-line><span><span class=mtk1>${line.replaceAll(" ", "\u00a0")}</span></span></div>`);
  code.innerHTML = drawn.reverse().join(""); // in no order, as after scrolling
}, TEXT);</script>"""
)


class Editor(NamedTuple):
    page: str
    label: str  # of the field it stands for


EDITORS = {
    "CodeMirror 5": Editor(CODEMIRROR_5, "<label for=t>Script</label>"),
    "CodeMirror 6": Editor(CODEMIRROR_6, "<label for=t>Script</label>"),
    "Monaco": Editor(MONACO, "<label>Script</label>"),
}
LONG = "\\n".join(f"line {n}" for n in range(1, 41))


def showing(name: str, text: str = "", label: str = "") -> str:
    page, own = EDITORS[name]
    return page.replace("LABEL", label or own).replace("TEXT", f'"{text}"')


@pytest.mark.parametrize("name", EDITORS)
async def test_what_is_not_all_in_view_is_not_judged(name: str, show: Show, do: Do) -> None:
    await show(showing(name, LONG))
    for words in (
        'check that the Script field does not contain "line 30"',
        'check that the Script field has the value "line 1 line 2 line 3 line 4 line 5 line 6"',
        'check that the Script field is not "line 40"',
        'check that Script does not contain "line 30"',
        'check that Script contains "line 30"',
        "remember the value of Script as note",
    ):
        record = await do(*plan_english(words).steps)
        assert "Only the lines in view of the field “Script” can be read" in (record.error or ""), words
    for words in ('check that Script contains "line 3"', "check that the Script field is not empty"):
        assert (await do(*plan_english(words).steps)).failure is None, words
    await show(showing(name, "\\n" * 40))
    record = await do(*plan_english("check that Script is empty").steps)
    assert "Only the lines in view of the field “Script” can be read" in (record.error or "")


@pytest.mark.parametrize("name", EDITORS)
async def test_a_text_replaces_what_is_there_and_is_read_back(name: str, show: Show, do: Do, page: Page) -> None:
    await show(showing(name, "one\\ntwo"))
    wrong = await do(*plan_english('check that the Script field has the value "one"').steps)
    assert "expected “one”" in (wrong.error or "")
    for text in ("select (1", "if (x) {\n  y();\n\n}", ""):
        record = await do(Fill(target=the("Script"), value=Value(text)) if text else Clear(target=the("Script")))
        assert record.failure is None, record.failure
        assert await page.evaluate("held") == text
    assert (await do(*plan_english("check that Script is empty").steps)).failure is None
    for words in ('enter "a" into Script', 'append "b" to Script', 'check that the Script field has the value "ab"'):
        record = await do(*plan_english(words).steps)
        assert record.failure is None, record.failure


@pytest.mark.parametrize("name", EDITORS)
async def test_of_a_long_text_the_lines_in_view_are_read_back(name: str, show: Show, do: Do, page: Page) -> None:
    await show(showing(name))
    text = "\n".join(f"row {n}" for n in range(500))
    record = await do(Fill(target=the("Script"), value=Value(text)))
    assert record.failure is None, record.failure
    assert record.note == "only the lines in view could be read back"
    assert await page.evaluate("held") == text


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("CodeMirror 5", "<label for=t>Script</label><p>Runs at night.</p>"),
        ("CodeMirror 5", "<div><h3>Script</h3></div>"),
        ("CodeMirror 6", "<div><span><label>Script</label></span></div>"),
        ("Monaco", "<h3>Script</h3>"),
        ("Monaco", "<label>Name <input></label><label>Script</label>"),
        ("Monaco", "<div>Script</div>"),
    ],
)
async def test_it_is_found_by_the_words_before_it(name: str, label: str, show: Show, do: Do, page: Page) -> None:
    await show(showing(name, label=label))
    record = await do(*plan_english('enter "x" into Script').steps)
    assert record.failure is None, record.failure
    assert await page.evaluate("held") == "x"


async def test_the_label_of_another_field_is_not_its_name(show: Show, do: Do) -> None:
    await show(showing("Monaco", label="<label>Script <input disabled></label>"))
    record = await do(*plan_english('enter "x" into Script').steps)
    assert "disabled" in (record.error or "")


async def test_an_editor_that_drops_it_fails_the_step(show: Show, do: Do) -> None:
    await show(showing("Monaco", "old").replace("window.held = text =", "window.held ="))
    record = await do(*plan_english('enter "new" into Script').steps)
    assert "did not keep “new”: it shows “old”" in (record.error or "")


async def test_what_is_read_only_is_not_typed_into(show: Show, do: Do) -> None:
    await show(showing("Monaco", "old").replace('class="inputarea', 'readonly class="inputarea'))
    for words in ('enter "new" into Script', "clear Script"):
        record = await do(*plan_english(words).steps)
        assert "read-only" in (record.error or ""), words


async def test_what_a_very_long_text_ends_with_is_not_denied(show: Show, do: Do) -> None:
    denial = 'check that the Notes field does not contain "end"'
    await show(f"<label>Notes <textarea>{'long ' * 500}end</textarea></label>")
    assert "expected it not to contain “end”" in ((await do(*plan_english(denial).steps)).error or "")
    await show(f"<label>Notes <textarea>{'long ' * 5_000}end</textarea></label>")
    for words in (denial, 'check that the page does not show "end"'):
        assert "Only the beginning of the field “Notes” can be read" in (
            (await do(*plan_english(words).steps)).error or ""
        )
