"""What is exported of answers in the site's place, and of the line, in both languages; what is not is told."""

from __future__ import annotations

import pytest

from qa_appliance.english.compile import plan_english
from qa_appliance.export.text import Exported, Form, export

TESTS: list[tuple[str, tuple[str, str]]] = [
    (
        "Answer GET /api/price with 500.",
        ('contentType: "text/plain; charset=utf-8", body: "" });', "route.fulfill(status=500"),
    ),
    ('Answer /api/price with {"price": 5} twice.', ("{ times: 2 }", "times=2)")),
    ("Block requests to *.ads.example.", ("route.abort('blockedbyclient')", 'route.abort("blockedbyclient")')),
    ("Never answer /api/slow.", ("await new Promise(() => {});", "lambda route: None")),
    ("Let everything through again.", ("page.unrouteAll(", "page.unroute_all(")),
    ("Go offline.", ("setOffline(true)", "set_offline(True)")),
    ("Show the site in dark mode.", ('emulateMedia({ colorScheme: "dark" })', "emulate_media(color_scheme='dark')")),
    ("Allow notifications.", ('grantPermissions(["notifications"])', "grant_permissions(['notifications'])")),
    ('Change "price" in the answer of /api/price to 5.', ("Not carried over", "Not carried over")),
]


@pytest.mark.parametrize(("words", "lines"), TESTS)
def test_it_stands_in_both_languages(words: str, lines: tuple[str, str]) -> None:
    forms: tuple[Form, Form] = ("playwright-ts", "playwright-python")
    for form, line in zip(forms, lines, strict=True):
        written = export(form, Exported("Shop", "http://shop.test/", plan_english(words)))
        assert line in written
        if form == "playwright-python":
            compile(written, "test_shop.py", "exec")
