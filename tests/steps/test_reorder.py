# ruff: noqa: E501 - the pages under test
"""Things moved within a list: to an end, to a position, past others; by HTML drag and drop and by the pointer alone."""

from __future__ import annotations

import pytest

from qa_appliance.english.compile import plan_english
from tests.steps.conftest import Do, Follow, Show

_ITEMS = "".join(f'<li draggable=true style="height: 30px">{name}</li>' for name in ("Ann", "Bea", "Cid", "Dan", "Eve"))
# The dragged item is put before what it is dropped on in the upper half, behind it in the lower half.
BY_EVENTS = f"""<ul id=l style="width: 200px; padding: 0">{_ITEMS}</ul><script>let held;
l.ondragstart = e => {{ held = e.target; e.dataTransfer.setData("text", "x"); }}; l.ondragover = e => e.preventDefault();
l.ondrop = e => {{ const on = e.target.closest("li"); if (!on || on === held) return; const box = on.getBoundingClientRect();
e.clientY < box.top + box.height / 2 ? on.before(held) : on.after(held); }};</script>"""
# The item follows the pointer and trades places with what it passes, as sortable lists do.
BY_POINTER = f"""<ul id=l style="width: 200px; padding: 0; user-select: none; list-style: none">{_ITEMS.replace(" draggable=true", "")}</ul>
<script>let held; l.onpointerdown = e => {{ held = e.target; }}; document.onpointermove = e => {{ if (!held) return;
const others = [...l.children].filter(n => n !== held); const at = others.find(n => {{ const b = n.getBoundingClientRect();
return e.clientY < b.top + b.height / 2; }}); at ? at.before(held) : l.append(held); }}; document.onpointerup = () => {{ held = null; }};
</script>"""
BOARD = """<div style="display: flex"><section aria-label="To do" class=lane><div draggable=true id=c>Write report</div></section>
<section aria-label=Done class=lane></section></div><style>.lane { width: 200px; height: 200px; border: 1px solid }</style><script>
document.ondragover = e => e.preventDefault(); document.ondrop = e => e.target.closest(".lane").append(c);</script>"""
_ORDER = "[...l.children].map(n => n.textContent[0]).join('')"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("drag Zoe to the top of the list", "no “Zoe”"),
        ("move Ann to the 9th position", "only 5"),
        ("move Ann up by one position", "already"),
    ],
)
async def test_where_nothing_can_go(show: Show, do: Do, words: str, message: str) -> None:
    await show(BY_EVENTS)
    record = await do(*plan_english(words).steps)
    assert record.failure is not None
    assert message in record.failure.message


@pytest.mark.parametrize("html", [BY_EVENTS, BY_POINTER], ids=["by events", "by pointer"])
@pytest.mark.parametrize(
    ("words", "order"),
    [
        ("drag Dan to the top", "DABCE"),
        ("drag Bea to the bottom of the list", "ACDEB"),
        ("drag Ann down by two positions", "BCADE"),
        ("drag Eve up by one position", "ABCED"),
        ("move Eve to the 2nd position", "AEBCD"),
        ("drag Ann to position 3", "BCADE"),
        ('drag "Ann" below "Cid"', "BCADE"),
        ('drag "Dan" above "Bea"', "ADBCE"),
        ('move "Bea" to the end', "ACDEB"),
    ],
)
async def test_the_list_is_in_the_order_said(follow: Follow, html: str, words: str, order: str) -> None:
    assert await follow(html, words, _ORDER) == order


@pytest.mark.parametrize(
    "words", ['drag "Write report" to "Done"', 'move the card "Write report" to the section "Done"']
)
async def test_a_card_goes_to_another_lane(follow: Follow, words: str) -> None:
    assert await follow(BOARD, words, "c.parentElement.ariaLabel") == "Done"
