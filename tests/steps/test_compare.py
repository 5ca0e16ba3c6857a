"""Numbers, money and units: which of two writings are the same, and which text stands in which."""

from __future__ import annotations

import pytest

from qa_appliance.browser.failure import Failed
from qa_appliance.core.checks import Comparison
from qa_appliance.steps.base.compare import compare
from qa_appliance.steps.base.whole_words import stands_in

NOT_THE_SAME = [
    ("-£15.25", "£15.25"), ("£15,25", "£15.25"), ("£96.0", "£96.00"), ("£96", "£96.00"), ("£96.000", "£96.00"),
    ("1.299,00", "1,299.00"), ("1,299", "1.299"), ("5", "+5"), ("-5", "5"), ("−5", "5"), ("–£5", "£5"), ("£-5", "£5"),
    ("5k", "5"), ("5M", "5"), ("5 million", "5"), ("under 5", "5"), ("<5", "5"), ("~5", "5"), ("not 5", "5"),
    ("5+", "5"), ("up to £5", "£5"), ("5 of 10", "5"), ("5-10", "5"), ("5 kg", "5 g"), ("$5", "£5"), ("15%", "5%"),
    ("5", "5%"), ("11.5", "1.5"), ("100", "10"), ("15 items", "5 items"), ("2026-01-05", "2026"), ("4.5", "4.50"),
    ("Version 5", "5"), ("5/10", "5"), ("5:00", "5"), ("€1.299", "€1.29"), ("USD 5", "EUR 5"), ("0.5", "5"),
]  # fmt: skip
THE_SAME = [
    ("1,299.00", "1299"), ("1.299,00", "1299"), ("1,299.00", "1299.00"), ("1 299,00", "1299,00"), ("£96.00", "£96"),
    ("£15.25", "15.25"), ("−€9.80", "-9.80"), ("-€9.80", "-€9.80"), ("+5", "5"), ("5 items", "5"), ("42 %", "42"),
    ("€1.299", "1299"), ("€ 15.25", "€15.25"), ("15.25 €", "€15.25"), ("1.299,00 EUR", "1299"), ("5.0", "5"),
    ("$39.90", "39.90"), ("12,5", "12,5"), ("0.5", "0.5"), ("5 kg", "5 kg"),
]  # fmt: skip


@pytest.mark.parametrize(("seen", "expected"), NOT_THE_SAME)
def test_it_is_another_number(seen: str, expected: str) -> None:
    assert not compare(seen, "equals", expected).holds


@pytest.mark.parametrize(("seen", "expected"), THE_SAME)
def test_it_is_the_same_number(seen: str, expected: str) -> None:
    assert compare(seen, "equals", expected).holds


ORDERED: list[tuple[str, Comparison, str, bool]] = [
    ("under 50", "more", "40", False),
    ("5k", "less", "10", False),
    ("€1.299", "less", "40", False),
    ("$50", "more", "£40", False),
    ("50 or 60", "more", "40", False),
    ("at least 50", "more", "40", False),
    ("€39.90", "more", "40", False),
    ("Total: €40.10", "more", "40", True),
    ("You have 5 unread messages", "at_least", "5", True),
    ("1,299 users", "more", "1000", True),
    ("€1.299", "more", "1000", True),
    ("42 %", "less", "50", True),
    ("-5", "less", "0", True),
]


@pytest.mark.parametrize(("seen", "comparison", "limit", "holds"), ORDERED)
def test_it_is_within_the_limit(seen: str, comparison: Comparison, limit: str, holds: bool) -> None:
    assert compare(seen, comparison, limit).holds == holds


NOT_IN = [
    ("£15.25", "-£15.25"), ("15.25", "-£15.25"), ("£15.25", "Refund –£15.25"), ("£15.25", "£15.255"), ("5", "+5"),
    ("5", "-5"), ("1.5", "11.5"), ("10", "100"), ("5 items", "15 items"), ("5%", "15%"), ("5%", "1.5%"),
    ("1.234", "1.234.567"), ("6.6", "4.6.6"), ("4", "4.6"), ("4.6", "4.60.1"), ("4.6.6", "14.6.6"),
    ("2026", "20261"), ("£96.00", "£96.001"), ("£96", "£96.50"), ("1 May", "11 May"), ("$5", "(-$5)"),
    ("5", "3-5"), ("Version 4", "Version 4.6.6"), ("v4.6", "v4.6.12"), ("10.0", "10.0.0.1"), ("49", "Order-49"),
    ("Sent 77", "Sent 77x"), ("Used 5", "Used 5TB"), ("Room 12", "Room 12a"), ("Order 42", "Order 420"),
    ("Paid", "Unpaid"), ("INV-104", "INV-104-B"), ("INV-104", "INV-104A"), ("104", "INV-104"), ("12/05", "12/05/2026"),
    ("2026-01", "2026-01-05"), ("INV/2026", "INV/2026/7"), ("10:30", "10:30am"), ("10", "10:30"), ("5", "5+"),
    ("refundable", "Non-refundable"), ("anna", "anna@example.com"), ("invoice", "invoice.pdf"), ("2", "2.x"),
    ("1", "1st"),
]  # fmt: skip
IN = [
    ("£15.25", "Total £15.25"), ("£15.25", "£10–£15.25"), ("5.00", "Price - 5.00"), ("5", "5%"), ("42", "Order 42."),
    ("£15.25", "(£15.25)"), ("39.90", "USD39.90"), ("39.90", "39.90EUR"), ("42", "#42"), ("Anna", "Anna's cart"),
    ("-£15.25", "now -£15.25"), ("+5", "+5"), ("Yes", "Yes/No"),
]  # fmt: skip


@pytest.mark.parametrize(("wanted", "text"), NOT_IN)
def test_it_does_not_stand_in_it(wanted: str, text: str) -> None:
    assert not stands_in(wanted, text)


@pytest.mark.parametrize(("wanted", "text"), IN)
def test_it_stands_in_it(wanted: str, text: str) -> None:
    assert stands_in(wanted, text)


def test_neither_a_pattern_that_cannot_be_read_nor_its_denial_holds() -> None:
    with pytest.raises(Failed, match="cannot be read as a pattern") as caught:
        compare("Order 12", "matches", r"/(\d)\1/")
    assert caught.value.failure.kind == "unsupported"


@pytest.mark.parametrize("comparison", ["equals", "contains", "shows", "starts_with", "ends_with"])
def test_a_difference_of_case_alone_is_neither_the_same_nor_another(comparison: Comparison) -> None:
    result = compare("ABC12", comparison, "aBc12")
    assert (result.answers(False), result.answers(True)) == (False, False)
    assert "differs in case only" in result.doubt
    assert compare("ABC12", comparison, "aBc12", any_case=True).note == "differs in case only"


@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        ("Re\u00adturn\u200bs", "Returns"),
        ("Mu\u0308ller", "Müller"),
        ("It’s “on”", 'It\'s "on"'),
        ("Mon – Fri", "Mon - Fri"),
    ],
)
def test_how_a_text_is_typeset_makes_no_difference(seen: str, expected: str) -> None:
    assert compare(seen, "equals", expected).holds
