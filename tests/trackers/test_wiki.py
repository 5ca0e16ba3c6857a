"""Jira's markup: what stands in a text means nothing but itself; then what Markdown says in it."""

from __future__ import annotations

import pytest

from qa_appliance.trackers.wiki import wiki_of

PLAIN = [
    ("a mention", r"\[~ada\] was here", r"\[\~ada\] was here"),
    ("a macro", r"{code}x{code}", r"\{code\}x\{code\}"),
    ("a picture", r"\!http://x/a.png\!", r"\!http://x/a.png\!"),
    ("a link", r"\[x|javascript:alert(1)\]", r"\[x\|javascript:alert\(1\)\]"),
    ("emphasis", r"\*bold\* \_it\_ -gone-", r"\*bold\* \_it\_ \-gone\-"),
    ("an icon", "it said (x)", r"it said \(x\)"),
    ("a date stays legible", "2026-11-23", "2026-11-23"),
    ("a backslash", r"C:\\temp", "C:&#92;temp"),
    ("a list that is none", r"\# 1", r"\# 1"),
]
MARKUP = [
    ("## What happened\n\nIt broke.\n", "h2. What happened\n\nIt broke.\n"),
    ("- step: Save\n- seen: 7\n", "* step: Save\n* seen: 7\n"),
    ("1. Open\n2. Click **(fails here)**\n", "# Open\n# Click *\\(fails here\\)*\n"),
    ("| # | step |\n|---|---|\n| 1 | Save \\| go |\n", "||\\#||step||\n|1|Save \\| go|\n"),
    ("[The run](<http://h/runs/1>)\n", "[The run|http://h/runs/1]\n"),
]


@pytest.mark.parametrize(("markdown", "wiki"), [row[1:] for row in PLAIN], ids=[row[0] for row in PLAIN])
def test_the_words_of_a_page_are_no_markup(markdown: str, wiki: str) -> None:
    assert wiki_of(markdown) == wiki + "\n"


@pytest.mark.parametrize(("markdown", "wiki"), MARKUP)
def test_markdown_is_put_in_jiras_words(markdown: str, wiki: str) -> None:
    assert wiki_of(markdown) == wiki
