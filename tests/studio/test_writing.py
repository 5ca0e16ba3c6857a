"""Sentences tried and done on the live page, taken back, and what the page offers."""

from __future__ import annotations

import dataclasses

from qa_appliance.english.compile import plan_english
from qa_appliance.studio import messages as m
from qa_appliance.studio.before import prepared
from qa_appliance.studio.desk import Desk
from tests.conftest import Serve
from tests.studio.conftest import Hands, Sit, wanted
from tests.studio.test_recording import SHOP


async def test_a_sentence_shows_what_it_would_act_on_before_it_does(sit: Sit) -> None:
    hands = await sit(SHOP)
    gap = await hands.hears(m.Tried, m.Try("frobnicate the lamp"))
    assert not gap.understood
    assert "not understood" in gap.says
    several = await hands.hears(m.Tried, m.Try('click "Add to cart"'))
    assert several.box is None
    assert len(several.near) == 2
    assert len(several.candidates) == 2
    missing = await hands.hears(m.Tried, m.Try('click "Delete"'))
    assert missing.box is None
    assert "Add to cart" in missing.says
    one = await hands.hears(m.Tried, m.Try('click "Add to cart" in the row "Desk lamp"'))
    button = await hands.page.locator("tr:first-child button").bounding_box()
    assert one.box is not None
    assert button is not None
    assert abs(one.box[1] - button["y"]) < 2
    untrue = await hands.hears(m.Tried, m.Try('check that "was added" is shown'))
    assert "was added" in untrue.says
    assert untrue.box is None
    assert await hands.page.locator("#m").text_content() == ""


async def test_what_fails_says_what_was_there_and_is_not_kept(sit: Sit) -> None:
    hands = await sit(SHOP)
    failed = await hands.hears(m.Done, m.Do('click "Delete"'))
    assert not failed.worked
    assert "Add to cart" in failed.says
    assert hands.lines == []


async def test_pointing_names_a_thing_and_the_page_says_what_it_offers(sit: Sit) -> None:
    hands = await sit(SHOP)
    box = await hands.page.locator("tr:nth-child(2) button").bounding_box()
    assert box is not None
    named = await hands.hears(m.Named, m.Point(box["x"] + 9, box["y"] + 9))
    assert named.called == "button “Add to cart”"
    assert named.deeds[0] == m.Deed("click", 'click "Add to cart" in the row "Floor lamp"', True)
    by_kind = {deed.kind: deed.sentence for deed in named.deeds}
    assert by_kind["wait"] == 'wait until "Add to cart" is shown'
    assert by_kind["count"] == 'check that there are 2 "Add to cart" buttons'
    box = await hands.page.locator("td >> nth=0").bounding_box()
    assert box is not None
    named = await hands.hears(m.Named, m.Point(box["x"] + 3, box["y"] + 3))
    assert named.deeds[-1] == m.Deed("count", "check that there are 2 rows", False)
    offered = await hands.hears(m.Offered, m.Offers())
    sentences = [offer.sentence for offer in offered.offers]
    assert 'enter "…" into "Search"' in sentences
    assert 'tick "Only in stock"' in sentences
    assert 'check that "Catalogue" is shown' in sentences
    assert 'check that the row "Desk lamp" shows "39.90"' in sentences
    assert (offered.more, offered.looking) == (False, False)
    for deed in named.deeds[1:]:
        assert (await hands.hears(m.Done, m.Do(deed.sentence))).worked, deed


async def test_of_a_page_with_more_than_is_offered_what_is_sought_is(sit: Sit) -> None:
    rows = "".join(f"<tr><td>Item {n}<td><button>Edit</button>" for n in range(400))
    hands = await sit(f"<!doctype html><title>Items</title><table>{rows}</table>")
    await hands.hears(m.Offered, m.Offers())
    await hands.until(lambda: any(isinstance(each, m.Offered) and not each.looking for each in hands.heard))
    [*_, offered] = [each for each in hands.heard if isinstance(each, m.Offered)]
    assert offered.more
    assert all("Item 399" not in offer.sentence for offer in offered.offers)
    found = await hands.hears(m.Offered, m.Offers("item 399"))
    assert [offer.sentence for offer in found.offers][:1] == ['click "Edit" in the row "Item 399"']
    assert found.sought == "item 399"


async def test_a_value_is_checked_by_its_name(sit: Sit) -> None:
    hands = await sit("""<!doctype html><title>Cart</title><button onclick="a.textContent = b.textContent = '37.50';
        s.textContent = 'Paid'">Update</button><table><tr><th>Notebook<td id=a>12.50<td id=s>Open</table>
        <dl><dt>Subtotal<dd id=b>12.50</dl>""")
    await hands.click("button")
    proposed = await hands.hears(m.Proposed)
    assert proposed.checks[:3] == (
        'check that the row "Notebook" shows "37.50"',
        'check that the row "Notebook" shows "Paid"',
        'check that "Subtotal" is "37.50"',
    )


async def test_a_pair_beside_another_is_no_name_and_no_value(sit: Sit) -> None:
    hands = await sit("""<!doctype html><title>Cart</title><button onclick="for (const e of document.querySelectorAll(
        'dd:last-child')) e.innerHTML = e.innerHTML.replace('12', '37')">Update</button><dl>
        <div><dt>Shipping<dd>Free</div><div><dt>Total<dd>€12.50</div><div><dt>Due<dd><sup>€</sup><b>12</b></div></dl>""")
    await hands.click("button")
    named = [check for check in (await hands.hears(m.Proposed)).checks if '" is "' in check]
    assert named == ['check that "Total" is "€37.50"', 'check that "Due" is "€37"']


async def test_what_changes_by_itself_is_not_proposed(sit: Sit) -> None:
    hands = await sit("""<!doctype html><title>Cart</title><p id=clock>0 s ago</p><p id=total>Total 0.00</p>
        <input type=text id=n aria-label=Name><button onclick="total.textContent = 'Total 39.90'">Add</button>
        <script>let n = 0; setInterval(() => { clock.textContent = ++n + ' s ago' }, 90)</script>""")
    await hands.click("button")
    proposed = await hands.hears(m.Proposed)
    assert proposed.checks == ('check that "Total 39.90" is shown',)


async def test_an_advertisement_that_changes_with_a_deed_is_not_proposed(sit: Sit) -> None:
    hands = await sit("""<!doctype html><title>Shop</title><h1>Shop</h1><p id=ad>Buy shoes</p><p>Lamps</p>
        <button onclick="next(); said.textContent = news[n] + ' added'; late.textContent = ''">Add</button>
        <p role=status id=said></p><p id=late></p>
        <script>let n = 0; const news = ['Buy shoes', 'Fly to Rome', 'See Oslo', 'New phone', 'Drink tea']
        const next = () => { ad.textContent = news[++n] }</script>""")
    await hands.click("button")
    assert 'check that "Buy shoes" is not shown' in (await hands.hears(m.Proposed)).checks  # nobody knows yet
    await hands.page.evaluate("next(); late.textContent = 'Saved'")  # by themselves
    await hands.click("button")
    assert (await hands.hears(m.Proposed)).checks == (
        'check that "New phone added" is shown',
        'check that "Fly to Rome added" is not shown',
        'check that "Saved" is not shown',
    )


async def test_a_test_is_gone_on_with_just_before_its_step(desk: Desk, serve: Serve) -> None:
    words = (
        'Click "Add to cart" in the row "Desk lamp". Check that "Nothing" is shown. Click "Only in stock". Frobnicate.'
    )
    done, left = prepared(plan_english(words), 1)
    assert [line.sentence for line in done] == ['Click "Add to cart" in the row "Desk lamp"']
    assert [line.sentence for line in left][1:] == ['Click "Only in stock"', "Frobnicate"]
    begun = dataclasses.replace(wanted(await serve({"/": SHOP})), done=done, left=left)
    session = await desk.open(begun)
    with session.watching() as tab:
        hands = Hands(session, tab)
        await hands.until(lambda: any(isinstance(each, m.State) and not each.busy for each in hands.heard))
        assert hands.lines == ['Click "Add to cart" in the row "Desk lamp"']
        assert await hands.page.locator("#m").text_content() == "Desk lamp was added"
        failed = await hands.hears(m.Done, m.Next())
        assert not failed.worked
        [state] = [each for each in hands.heard if isinstance(each, m.State)][-1:]
        hands.session.ask(m.Drop(state.left[0].number))
        assert (await hands.hears(m.Done, m.Next())).worked
        refused = await hands.hears(m.Done, m.Next())
        assert "not understood" in refused.says
        assert session.description.splitlines()[1:] == ['Click "Only in stock"', "Frobnicate"]


async def test_what_was_entered_is_the_first_that_is_proposed_on_the_next_page(sit: Sit) -> None:
    rows = "".join(f"<tr><td><input type=checkbox aria-label=pick><td>{n}<td>0{n}5 5{n}5" for n in "123456789")
    listed = f"""<!doctype html><title>Contacts</title><h1>Contacts</h1><table>{rows}
        <tr><td><input type=checkbox aria-label=pick><td>Grace Hopper<td>212 555 9999</table>"""
    hands = await sit(
        """<!doctype html><title>Edit</title><form action=/list><label>Phone <input id=p></label>
        <button>Save</button></form>""",
        list=listed,
    )
    await hands.click("#p")
    hands.types("212 555 9999")
    await hands.wrote('enter "212 555 9999" into "Phone"')
    await hands.click("button")
    proposed = await hands.hears(m.Proposed)
    assert proposed.checks[0] == 'check that the row "Grace Hopper" shows "212 555 9999"'
    assert 'check that "212 555 9999" is shown' in proposed.checks


async def test_a_new_page_is_told_by_its_own_numbers_and_those_of_its_rows(sit: Sit) -> None:
    contact = """<!doctype html><title>Contact</title><h1>Show contact</h1><table><tr><th>Name<td>Ada Lovelace<tr>
        <th>Group<td>Friends<tr><th>Gender<td>Female<tr><th>Phone<td>212 555 0101</table>"""
    listed = f"""<!doctype html><title>Contacts</title><h1>All contacts</h1><table>{
        "".join(f"<tr><th>Ada {each}<td>21{each} 555 0101" for each in "123456")
    }</table><p><span>Record Count:</span> <strong>6</strong></p>"""
    hands = await sit(
        "<!doctype html><title>Home</title><a id=one href=/one>One</a> <a id=all href=/all>All</a>",
        one=contact,
        all=listed,
    )
    await hands.click("#one")
    assert 'check that the row "Phone" shows "212 555 0101"' in (await hands.hears(m.Proposed)).checks
    await hands.page.go_back()
    await hands.click("#all")
    proposed = (await hands.hears(m.Proposed)).checks
    assert any("Record Count" in sentence for sentence in proposed), proposed


async def test_how_long_ago_something_was_names_nothing(sit: Sit) -> None:
    hands = await sit("""<!doctype html><title>Files</title><table><tr><td>notes.txt<td>5s ago</table><table><tr><td>
        <input id=n value=people.csv><td>5s ago</table>""")
    box = await hands.page.locator("#n").bounding_box()
    assert box is not None
    named = await hands.hears(m.Named, m.Point(box["x"] + 9, box["y"] + 9))
    assert named.deeds
    assert not any("ago" in deed.sentence for deed in named.deeds), named.deeds
