"""What a name means when an option is chosen, a box behind its label is pressed, a file is dropped."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.english.compile import plan_english
from tests.steps.conftest import Do, Show

PLANS = "<label>Plan <select><option>Choose…<option value=pro>{option}</select></label>"
PAINTED = """<button aria-haspopup=listbox aria-label=Plan onclick="list.hidden = false">Choose…</button>
<ul id=list role=listbox hidden><li role=option onclick="document.title = this.textContent">{option}</li></ul>"""
RADIOS = "<fieldset><legend>Plan</legend><label><input type=radio name=p> {option}</label></fieldset>"
HIDDEN = """<style>.box{position:absolute;clip:rect(0,0,0,0);pointer-events:none}</style><fieldset><legend>View</legend>
<input type=radio class=box name=v id=a checked><label for=a>List</label>
<input type=radio class=box name=v id=b><label for=b>Grid</label>
<input type=radio class=box name=v id=c disabled><label for=c>Map</label>
<input type=checkbox style="display:none" id=w><label for=w>Wrap lines</label></fieldset>"""
ZONE = """<div id=z>Drop your CV here or <u>browse</u></div><input type=file id=f hidden><ul id=l></ul><script>
z.onclick = () => f.click(); f.onchange = () => add(f.files); z.ondragover = e => e.preventDefault();
z.ondrop = e => { e.preventDefault(); add(e.dataTransfer.files) };
function add(files) { for (const file of files) l.innerHTML += `<li>${file.name}</li>` }</script><p>Terms</p>"""


async def perform(do: Do, words: str) -> StepRecord:
    plan = plan_english(words)
    assert not plan.gaps
    return await do(*plan.steps)


@pytest.mark.parametrize("page_of", [PLANS, PAINTED, RADIOS], ids=["a select", "a painted list", "radio buttons"])
@pytest.mark.parametrize(
    ("words", "option", "chosen"),
    [
        ('choose "Pro" from "Plan"', "Pro trial", False),
        ('choose "pro" from "Plan"', "Pro trial", False),
        ('choose "Pro" from "Plan"', "Professional", False),
        ("choose Pro from Plan", "Professional", False),
        ("choose Pro from Plan", "Pro trial", True),
        ('choose "Pro" from "Plan"', "PRO", True),
    ],
)
async def test_an_option_is_called_by_its_whole_name(
    show: Show, do: Do, page_of: str, words: str, option: str, chosen: bool
) -> None:
    await show(page_of.format(option=option))
    record = await perform(do, words)
    assert (record.result == "passed") is chosen, record.error
    if chosen and option == "Pro trial":
        assert record.found is not None
        assert record.found.partly in (record.note or "")
        assert "only a part" in record.found.partly
    if not chosen:
        assert option in (record.error or "")


@pytest.mark.parametrize(
    ("words", "holds"),
    [
        ('click "Map"', False),
        ('check that "Map" is enabled', False),
        ('check that "List" is not selected', False),
        ('check that "Grid" is selected', False),
        ('check that "List" is selected', True),
        ('check that "Wrap lines" is not ticked', True),
    ],
)
async def test_a_box_behind_its_label_as_it_stands(show: Show, do: Do, words: str, holds: bool) -> None:
    await show(HIDDEN)
    record = await perform(do, words)
    assert (record.result == "passed") is holds, record.error


@pytest.mark.parametrize(
    ("deed", "check"),
    [
        ('click "Grid"', 'check that "List" is not selected'),
        ('choose "Grid"', 'check that "Grid" is selected'),
        ('tick "Wrap lines"', 'check that "Wrap lines" is ticked'),
    ],
)
async def test_a_box_is_pressed_by_its_label(show: Show, do: Do, deed: str, check: str) -> None:
    await show(HIDDEN)
    for words in (deed, check):
        record = await perform(do, words)
        assert record.error is None


@pytest.mark.parametrize(
    ("words", "given"),
    [
        ('drag the file "cv.pdf" onto "Terms"', False),
        ('upload "cv.pdf" to "Drop your"', False),
        ('upload "cv.pdf"', True),
        ('upload "cv.pdf" to the drop zone', True),
        ('upload "cv.pdf" to "Drop your CV here or browse"', True),
        ('upload "cv.pdf" via "browse"', True),
        ('drop the file "cv.pdf" onto "Drop your CV here or browse"', True),
        ('drag the file "cv.pdf" into the drop zone', True),
    ],
)
async def test_a_file_is_given_to_what_people_see(show: Show, do: Do, page: Page, words: str, given: bool) -> None:
    await show(ZONE)
    record = await perform(do, words)
    assert (record.result == "passed") is given, record.error
    assert await page.locator("li").all_inner_texts() == (["cv.pdf"] if given else [])
