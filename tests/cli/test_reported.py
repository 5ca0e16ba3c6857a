"""What a pipeline's log shows of a report: its reason first, no mark of Markdown, no rule of a table."""

from __future__ import annotations

from qa_appliance.cli.printing.reported import as_text

REPORT = r"""# Failed

Step 2 failed: “a\*b” is not shown.

**Expectation not met**: it is not there.

## Steps

| # | step | result | time | how |
|---|---|---|---|---|
| 1 | Open a \| b | ✓ passed | 95 ms |  |

- expected: \<b\>
"""


def test_a_report_is_plain_text() -> None:
    assert as_text("") == []
    assert as_text(REPORT) == [
        "Step 2 failed: “a*b” is not shown.",
        "",
        "Expectation not met: it is not there.",
        "",
        "Steps",
        "",
        "1. Open a | b   ✓ passed   95 ms",
        "",
        "- expected: <b>",
    ]
