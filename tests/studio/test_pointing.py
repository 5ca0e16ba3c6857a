"""What is pointed at is named, with all that can be done with it or said of it, each as a sentence that holds."""

from __future__ import annotations

import pytest

from qa_appliance.studio import messages as m
from tests.studio.conftest import Sit

SETTINGS = """<!doctype html><meta charset=utf-8><title>Settings</title><h1>Settings</h1>
<p><label>Name <input id=name value=Ada></label> <label>Nickname <input id=empty></label>
<label>Password <input id=secret type=password value=winter-oak></label>
<label>Country <select id=country><option>Germany<option>France</select></label>
<label>Volume <input id=volume type=range value=20></label> <label>Photo <input id=photo type=file></label></p>
<dl><dt>Total<dd id=total>€12.50</dl>
<table><tr><th>Rose<td id=status>Paid<td><button>Edit</button><tr><th>Fern<td>Open<td><button>Edit</button></table>"""


@pytest.mark.parametrize(
    ("selector", "deeds"),
    [
        (
            "#name",
            {
                'enter "…" into "Name"',
                'check that the value of "Name" is "Ada"',
                'check that the "Name" field is visible',
                'wait until the "Name" field is visible',
                "check that there are 5 fields",
            },
        ),
        ("#empty", {'enter "…" into "Nickname"', 'check that the "Nickname" field is visible'}),
        ("#secret", {'enter "…" into "Password"', 'check that the "Password" field is visible'}),
        ("#country", {'choose "…" from "Country"', 'check that the value of "Country" is "Germany"'}),
        ("#volume", {'set the "Volume" slider to "…"'}),
        ("#photo", {'upload "…" to "Photo"'}),
        ("#total", {'check that "Total" is "€12.50"', 'wait until "€12.50" is shown'}),
        ("#status", {'check that the row "Rose" shows "Paid"'}),
        (
            "button",
            {
                'click "Edit" in the row "Rose"',
                'check that "Edit" is shown',
                'check that the "Edit" button in the row "Rose" is visible',
                'check that there are 2 "Edit" buttons',
            },
        ),
    ],
)
async def test_what_is_pointed_at(sit: Sit, selector: str, deeds: set[str]) -> None:
    hands = await sit(SETTINGS)
    box = await hands.page.locator(selector).first.bounding_box()
    assert box is not None
    named = await hands.hears(m.Named, m.Point(box["x"] + 5, box["y"] + 5))
    offered = [deed.sentence for deed in named.deeds]
    assert deeds - set(offered) == set(), offered
    assert "winter-oak" not in str(offered)
    assert len({deed.kind for deed in named.deeds}) == len(offered)
    for deed in named.deeds:
        assert deed.does is (deed.kind in ("click", "type"))
        if not deed.does:
            assert (await hands.hears(m.Done, m.Do(deed.sentence))).worked, deed.sentence


async def test_what_the_page_offers_is_said_as_what_is_done_there(sit: Sit) -> None:
    hands = await sit(SETTINGS)
    offered = [offer.sentence for offer in (await hands.hears(m.Offered, m.Offers())).offers]
    assert offered[:6] == [
        'enter "…" into "Name"',
        'enter "…" into "Nickname"',
        'enter "…" into "Password"',
        'choose "…" from "Country"',
        'set the "Volume" slider to "…"',
        'upload "…" to "Photo"',
    ]


async def test_a_field_that_a_deed_has_filled_is_checked_by_its_value(sit: Sit) -> None:
    hands = await sit(
        SETTINGS + "<button id=go onclick=\"empty.value = 'Countess'; secret.value = 'spruce-99'\">Suggest</button>"
    )
    await hands.click("#name")
    hands.types("Byron")
    await hands.click("#go")
    await hands.until(lambda: any(isinstance(each, m.Proposed) for each in hands.heard))
    proposed = [each.checks for each in hands.heard if isinstance(each, m.Proposed)]
    assert proposed[-1] == ('check that the value of "Nickname" is "Countess"',)
    assert "spruce" not in str(hands.heard)
