"""What is remembered is a value, never the label beside which none stands."""

from __future__ import annotations

import pytest

from qa_appliance.core import steps as s
from tests.steps.conftest import Do, Show, the

EMPTY = "<p>Voucher: <span></span></p>"


@pytest.mark.parametrize(
    ("html", "name", "kept"),
    [(EMPTY, "Voucher", None), ("<p>Voucher: 5</p>", "Voucher", "5"), ("<p>Ann</p>", "Ann", "Ann")],
)
async def test_a_label_alone_is_no_value(show: Show, do: Do, html: str, name: str, kept: str | None) -> None:
    await show(html)
    record = await do(s.Remember(target=the(name, quoted=True), name="v"))
    assert ("holds no text to remember" in (record.error or "")) == (kept is None)
    assert (record.details.remembered or {}).get("v") == kept


async def test_a_page_without_a_title_has_none_to_remember(show: Show, do: Do) -> None:
    await show("<p>Hello</p>")
    record = await do(s.Remember(target=the("title", "page"), name="v"))
    assert "no title to remember" in (record.error or "")
