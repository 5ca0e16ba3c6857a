"""What is an entry, while a page loads, in a grid, in the order of the screen, and out of sight: what must not pass."""

# ruff: noqa: E501 - a page under test stands in one line

from __future__ import annotations

import pytest

from qa_appliance.english.compile import plan_english
from qa_appliance.steps.base.stage import Stage
from tests.steps.conftest import Do, Show

HEAD = "<thead><tr><th>No</th><th>Status</th></tr></thead>"


def table(*rows: str, foot: str = "") -> str:
    return f"<h1>Orders</h1><table>{HEAD}<tbody>{''.join(f'<tr>{row}</tr>' for row in rows)}</tbody>{foot}</table>"


def listed(*items: str) -> str:
    return f"<h1>Files</h1><ul>{''.join(items)}</ul>"


PAID = "<td>1</td><td>Paid</td>"
NONE_FOUND = table("<td colspan=2>No matching records found</td>")
SKELETON = '<li class="skeleton" aria-hidden=true style="height:20px">&nbsp;</li>'
PRICED = "<table><tr><th>Bill<th>Price<tr><td>B1<td>{}<tr><td>B2<td>{}</table>"
ROOM = "<li role=presentation style='height:90px'></li>"
ENTRIES: list[tuple[str, str, bool]] = [
    (NONE_FOUND, "the table has 1 row", False),
    (PRICED.format("€4", ""), "every row has a price", False),
    (PRICED.format("€4", "€5"), "every row has a price", True),
    (f"<ul role=listbox>{ROOM}<li role=option aria-setsize=9>A</li>{ROOM}</ul>", "the list has 9 items", True),
    (f"<ul role=listbox>{ROOM}<li role=option aria-setsize=9>A</li>{ROOM}</ul>", "the list has 1 item", False),
    (
        table(PAID).replace("</tbody>", "<tr aria-hidden=true style='height:900px'></tr></tbody>"),
        "the table has 1 row",
        True,
    ),
    (NONE_FOUND, "there is at least one row in the table", False),
    (NONE_FOUND, "the table is not empty", False),
    (NONE_FOUND, "each row contains “records”", False),
    (table("<td colspan=2>North</td>", PAID), "the table has 2 rows", False),
    (table(PAID, foot="<tfoot><tr><td>Total</td><td>1</td></tr></tfoot>"), "the table has 2 rows", False),
    (table(PAID, PAID, "<td>Total</td><td>2</td>"), "the table has 3 rows", False),
    (table(PAID, "<td colspan=2><button>Load more</button></td>"), "the table has 2 rows", False),
    (listed("<li>No files yet</li>"), "the list has 1 item", False),
    (listed("<li class=empty>Drop something here</li>"), "the list has 1 item", False),
    (listed("<li>a.txt</li>", "<li class=divider></li>", "<li>b.txt</li>"), "the list has 3 items", False),
    (listed("<li>a.txt</li>", "<li><button>Show more</button></li>"), "the list has 2 items", False),
    (listed("<li class=loading>Loading…</li>"), "the list has 1 item", False),
    (listed(SKELETON, SKELETON), "the list has 2 items", False),
    (listed("<li>No files yet</li>"), "the list has 0 items", True),
    (NONE_FOUND, "the table is empty", True),
    (NONE_FOUND, "the table has 0 rows", True),
    (NONE_FOUND, '"No matching records found" is shown', True),
    (table(PAID), "the table is empty", False),
    (table(PAID), "the table has 1 row", True),
    (table("<td colspan=2>North</td>", PAID), "the table has 1 row", True),
    (listed("<li>No Surprises</li>"), "the list has 1 item", True),
    (listed("<li>★</li>", "<li>☆</li>", "<li>Five</li>"), "the list has 3 items", True),
    (listed("<li><img alt='' src='data:,'></li>", "<li>b.txt</li>"), "the list has 2 items", True),
    (listed("<li>a.txt</li>", "<li>No files yet</li>"), "the list has 2 items", True),  # an entry called so
]


@pytest.mark.parametrize(("html", "sentence", "holds"), ENTRIES)
async def test_an_entry_is_of_its_kind(show: Show, do: Do, stage: Stage, html: str, sentence: str, holds: bool) -> None:
    stage.patience = 0.3
    await show(html)
    record = await do(*plan_english(sentence).steps)
    assert (record.result == "passed") == holds, record.error


PULSE = "<style>.sk{animation:p 1s infinite alternate;height:14px}@keyframes p{to{opacity:.4}}</style>"
TURN = "<style>.t{width:20px;height:20px;animation:t 1s infinite}@keyframes t{to{transform:rotate(1turn)}}</style>"
LOADING = [
    "<div>Loading…</div>",
    "<p>Please wait while we fetch your orders</p>",
    "<div aria-busy=true><p>Members</p></div>",
    "<div role=progressbar style='height:4px'></div>",
    "<progress></progress>",
    "<div class=spinner style='height:20px'></div>",
    f"{PULSE}<div class=sk></div><div class=sk></div>",
    f"{TURN}<div class=t></div>",
    "<div role=status aria-label=Loading style='height:20px'></div>",
]
AT_REST = [
    "<h2>Loading dock</h2>",
    "<h2>Loading</h2>",
    "<progress value=4 max=10></progress>",
    "<div role=progressbar aria-valuenow=40 style='height:4px'></div>",
    f"{PULSE}<b class=sk>New</b>",
    f"{PULSE}<i class=sk style='position:absolute;width:200px'></i>",
    f"{TURN}<img class=t alt='' src='data:,'>",
    "<table><tr><th>Truck</th><th>State</th></tr><tr><td>A</td><td>Loading</td></tr></table>",
    "<div class=spinner style='display:none'></div>",
]
OF_ALL = ['"Blocked" is not shown', "the list has 1 item", "the list is sorted in ascending order"]


@pytest.mark.parametrize("sign", LOADING)
@pytest.mark.parametrize("sentence", OF_ALL[:2])
async def test_a_page_that_loads_has_not_answered(show: Show, do: Do, stage: Stage, sign: str, sentence: str) -> None:
    stage.patience = 0.3
    await show(f"<main><h1>Members</h1><ul><li>Ann</li></ul>{sign}</main>")
    record = await do(*plan_english(sentence).steps)
    assert record.result == "failed"
    assert "still loading" in (record.error or "")


@pytest.mark.parametrize("sign", AT_REST)
async def test_what_is_at_rest_has(show: Show, do: Do, stage: Stage, sign: str) -> None:
    await show(f"<main><h1>Members</h1>{sign}</main>")
    record = await do(*plan_english('"Blocked" is not shown').steps)
    assert record.error is None


async def test_what_loads_is_waited_for(show: Show, do: Do, stage: Stage) -> None:
    stage.patience = 20
    comes = "<ul><li>Ann <b>Blocked</b></li></ul>"
    await show(
        f"<main><p id=l>Loading…</p></main><script>setTimeout(() => {{ l.innerHTML = `{comes}` }}, 1500)</script>"
    )
    record = await do(*plan_english('"Blocked" is not shown').steps)
    assert record.error == "“Blocked” is shown on the page, although it should not be."


async def test_another_part_that_loads_is_none_of_it(show: Show, do: Do, stage: Stage) -> None:
    await show("<section aria-label=Files><ul><li>a</li></ul></section><section aria-label=News>Loading…</section>")
    record = await do(*plan_english("the list has 1 item").steps)
    assert record.error is None


async def test_what_is_said_of_the_loading_is_asked_at_once(show: Show, do: Do, stage: Stage) -> None:
    await show("<main><p>Loading…</p></main>")
    record = await do(*plan_english('"Loading…" is shown').steps)
    assert record.error is None


SPANNED = """<table><thead><tr><th>Region</th><th>Name</th><th>Q1</th><th>Q2</th></tr></thead><tbody>
<tr><td rowspan=2>North</td><td>Ann</td><td>10</td><td>20</td></tr><tr><td>Bob</td><td>40</td><td>30</td></tr></table>"""
LEVELS = """<table><thead><tr><th rowspan=2>Name</th><th colspan=2>2024</th><th colspan=2>2025</th></tr>
<tr><th>Q1</th><th>Q2</th><th>Q1</th><th>Q2</th></tr></thead>
<tr><td>Ann</td><td>1</td><td>2</td><td>3</td><td>4</td></tr></table>"""
APART = """<div><table role=presentation><tr><th>No</th><th>Status</th><th>Paid on</th></tr></table>
<div style="height:100px;overflow:auto"><table><thead style="visibility:collapse"><tr><th></th><th></th><th></th></tr>
</thead><tbody><tr><td>A1</td><td>Closed</td><td>Open</td></tr></tbody></table></div></div>"""
ARIA = """<div role=grid aria-label=Team><div role=row><span role=columnheader aria-colindex=1>Name</span>
<span role=columnheader aria-colindex=4>Role</span></div>
<div role=row><span role=gridcell aria-colindex=1>Ann</span> <span role=gridcell aria-colindex=4>Admin</span></div></div>"""
GRIDS: list[tuple[str, str, bool]] = [
    (SPANNED, 'the row "Bob" has "30" under Q1', False),
    (SPANNED, 'the row "Bob" has "40" under Q2', False),
    (SPANNED, "the table is sorted by Q2 in descending order", False),
    (LEVELS, 'the row "Ann" has "3" under "2024 Q1"', False),
    (LEVELS, 'the row "Ann" has "1" under Q1', False),  # which one is not said
    (APART, 'the row "A1" has "Open" under Status', False),
    (APART, "the table has 2 rows", False),
    (ARIA, 'the row "Ann" has "Ann" under Role', False),
    (SPANNED, 'the row "Bob" has "40" under Q1', True),
    (SPANNED, 'the row "Bob" shows "North" under Region', True),
    (SPANNED, "the table is sorted by Q2 in ascending order", True),
    (LEVELS, 'the row "Ann" has "3" under "2025 Q1"', True),
    (APART, 'the row "A1" has "Closed" under Status', True),
    (APART, "the table has 1 row", True),
    (ARIA, 'the row "Ann" has "Admin" under Role', True),
]


@pytest.mark.parametrize(("html", "sentence", "holds"), GRIDS)
async def test_a_table_is_a_grid(show: Show, do: Do, stage: Stage, html: str, sentence: str, holds: bool) -> None:
    stage.patience = 0.3
    await show(f"<h1>Sales</h1>{html}")
    record = await do(*plan_english(sentence).steps)
    assert (record.result == "passed") == holds, record.error


def laid(style: str, *styles: str, tag: str = "ul", names: tuple[str, ...] = ("10", "20", "30")) -> str:
    items = (f"<li style='{each}'>{name}</li>" for each, name in zip((*styles, "", "", ""), names, strict=False))
    return f"<{tag} style='list-style:none;width:300px;{style}'>{''.join(items)}</{tag}>"


TURNED = [
    laid("display:flex;flex-direction:column-reverse"),
    laid("display:flex;flex-direction:row-reverse"),
    laid("display:flex", "order:3", "order:2", "order:1"),
    laid("display:grid", "grid-row:3", "grid-row:2", "grid-row:1"),
    laid("position:relative;height:90px", *(f"position:absolute;top:{top}px" for top in (60, 30, 0))),
    laid("display:flex;direction:rtl;flex-direction:row-reverse"),
]
AS_WRITTEN = [
    laid("display:block"),
    laid("columns:2;height:40px"),
    laid("display:flex;direction:rtl"),
    laid("display:grid;grid-auto-flow:column;grid-template-rows:auto auto"),
]


@pytest.mark.parametrize(
    ("html", "first", "last"), [(h, "30", "10") for h in TURNED] + [(h, "10", "30") for h in AS_WRITTEN]
)
async def test_the_order_is_that_of_the_screen(
    show: Show, do: Do, stage: Stage, html: str, first: str, last: str
) -> None:
    stage.patience = 0.3
    await show(f"<h1>Prices</h1>{html}")
    for wrong in (f'"{last}" comes before "{first}"', f'the first item is "{last}"', f'"{last}" is listed first'):
        assert (await do(*plan_english(wrong).steps)).result == "failed", wrong
    for right in (f'"{first}" comes before "{last}"', f'the first item is "{first}"', f'the last item is "{last}"'):
        assert (await do(*plan_english(right).steps)).error is None, right
    way = "ascending" if first == "10" else "descending"
    assert (await do(*plan_english(f"the list is sorted in {way} order").steps)).error is None


VIRTUAL = """<h1>Customers</h1><div id=v style="height:200px;overflow:auto" role=list aria-label=Customers tabindex=0>
<div id=sp style="height:4000px;position:relative"></div></div><p id=m></p><script>
const pool = []; for (let i = 0; i < 9; i++) { const d = document.createElement('div'); d.setAttribute('role', 'listitem');
d.style.cssText = 'position:absolute;height:40px;left:0;right:0'; sp.append(d); pool.push(d) }
function draw() { const s = Math.floor(v.scrollTop / 40); for (let i = 0; i < 9; i++) { const k = s + i, d = pool[k % 9];
if (k >= 100) { d.style.display = 'none'; continue } d.style.display = ''; d.style.top = k * 40 + 'px';
if (d.dataset.k != k) { d.dataset.k = k; d.innerHTML = 'Customer ' + (k + 1) + ' <button>Delete</button>';
d.querySelector('button').onclick = () => m.textContent = 'Deleted Customer ' + (+d.dataset.k + 1) } } }
v.onscroll = () => requestAnimationFrame(draw); draw()</script>"""
OUT_OF_SIGHT = [
    ('"Customer 80" is not in the list', False),
    ("the list has 9 items", False),
    ('"Customer 101" is in the list', False),
    ('"Customer 80" is in the list', True),
    ('"Customer 101" is not in the list', True),
    ("the list has 100 items", True),
]


@pytest.mark.parametrize(("sentence", "holds"), OUT_OF_SIGHT)
async def test_what_is_not_rendered_is_there(show: Show, do: Do, stage: Stage, sentence: str, holds: bool) -> None:
    stage.patience = 0.3
    await show(VIRTUAL)
    await stage.page.evaluate("v.scrollTop = 400")
    record = await do(*plan_english(sentence).steps)
    assert (record.result == "passed") == holds, record.error
    assert await stage.page.evaluate("v.scrollTop") == 400


async def test_a_deed_scrolls_to_what_is_not_rendered(show: Show, do: Do, stage: Stage) -> None:
    stage.patience = 0.3
    await show(VIRTUAL)
    assert (await do(*plan_english('click "Delete" for "Customer 80"').steps)).error is None
    assert await stage.page.inner_text("#m") == "Deleted Customer 80"


STATED = """<h1>Team</h1><table aria-rowcount=41><tr aria-rowindex=1><th>Name</th></tr>
<tr aria-rowindex=2><td>Ann</td></tr><tr aria-rowindex=3><td>Bob</td></tr></table>"""
WORDED = [
    (STATED, "the table has 2 rows", False),
    (STATED, '"Zed" is not in the table', False),
    (STATED, "the table has 40 rows", True),
    ("<h1>T</h1><ul><li aria-setsize=7 aria-posinset=1>a</li></ul>", "the list has 1 item", False),
    ("<h1>T</h1><ul><li aria-setsize=7 aria-posinset=1>a</li></ul>", "the list has 7 items", True),
]


@pytest.mark.parametrize(("html", "sentence", "holds"), WORDED)
async def test_the_page_says_how_many(show: Show, do: Do, stage: Stage, html: str, sentence: str, holds: bool) -> None:
    stage.patience = 0.3
    await show(html)
    record = await do(*plan_english(sentence).steps)
    assert (record.result == "passed") == holds, record.error


SCORES = """<h1>Scores</h1><table><tr><th>Team</th><th>Home</th><th>Away</th></tr>
<tr><td>Reds</td><td>{}</td><td>{}</td></tr></table>"""


@pytest.mark.parametrize(("home", "away", "holds"), [(1, 3, False), (3, 1, True)])
async def test_a_data_table_compares_its_headings(
    show: Show, do: Do, stage: Stage, home: int, away: int, holds: bool
) -> None:
    stage.patience = 0.3
    await show(SCORES.format(home, away))
    steps = plan_english("I should see the following table:\n| Team | Home | Away |\n| Reds | 3 | 1 |\n").steps
    assert all([(await do(step)).result == "passed" for step in steps]) == holds
