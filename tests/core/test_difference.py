"""What is different since the last passed run, and the performance budget."""

from __future__ import annotations

from typing import Any

import pytest

from qa_appliance.core.budget import judge_budget
from qa_appliance.core.difference import PassedRun, since_passed
from qa_appliance.core.evidence.failure import Failure
from qa_appliance.core.evidence.measurements import Measurements
from qa_appliance.core.evidence.network import NetworkEvent
from qa_appliance.core.evidence.performance import PageTimings
from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.core.plan import Plan
from qa_appliance.core.report import write_report
from qa_appliance.core.verdict import judge


def failed(index: int = 0, **changes: Any) -> StepRecord:
    values: dict[str, Any] = {
        "index": index, "action": "click", "target": None, "value": None, "result": "failed",
        "sentence": "click Save", "source": "saved", "url": "http://shop.test/order/8",
        "failure": Failure("not_found", "No button."), "error": "No button.",
    }  # fmt: skip
    return StepRecord(**(values | changes))


def passed(**changes: Any) -> PassedRun:
    then = failed(result="passed", url="http://shop.test/order/7", screenshots={"before": "k"})
    values: dict[str, Any] = {
        "id": "old", "completed_at": "2027-05-12T12:30:00.000Z", "steps": [then],
        "network_events": [], "texts": {0: ["Basket", "Order 7", "Save"]},
    }  # fmt: skip
    return PassedRun(**(values | changes))


def asked(url: str, status: int | None, failure: str | None = None) -> NetworkEvent:
    return NetworkEvent("GET", url, "fetch", 0, 0, status, failure=failure)


def test_a_passed_run_has_no_difference() -> None:
    assert since_passed([failed(result="passed")], Measurements(), passed()) is None


def test_texts_addresses_and_requests() -> None:
    now = Measurements(
        texts={0: ["Basket", "Order 8", "Keep"]},
        network_events=[
            asked("http://shop.test/api/9?x=1", 500),
            asked("http://shop.test/old", 404),
            asked("http://shop.test/left", None, "net::ERR_ABORTED"),
        ],
    )
    then = passed(network_events=[asked("http://shop.test/old", 404)])
    found = since_passed([failed(url="http://shop.test/other")], now, then)
    assert found is not None
    assert (found.appeared, found.vanished) == (("Keep",), ("Save",))
    assert found.failing == ("GET http://shop.test/api/9?x=1 (500)",)
    assert found.address == ("http://shop.test/order/7", "http://shop.test/other")
    assert (found.passed_then, found.before_store_key) == (True, "k")


def test_a_step_is_found_again_by_its_sentence() -> None:
    texts = {1: ["Hello", "Save"]}
    found = since_passed([failed(1)], Measurements(texts=texts), passed())
    assert found is not None
    assert found.appeared == ("Hello",)
    assert found.address is None  # 7 and 8 are digits only
    unknown = since_passed([failed(1, sentence="click Print")], Measurements(texts=texts), passed())
    assert unknown is not None
    assert not unknown.passed_then


def test_the_report_tells_it() -> None:
    records, measured = [failed()], Measurements(texts={0: ["Keep", "Save"]})
    difference = since_passed(records, measured, passed())
    text = write_report(Plan(), records, judge(Plan(), records, "pass"), measured, "pass", difference=difference)
    assert "## Since the last passed run" in text
    assert "ended 2027-05-12 12:30 UTC; step 1 passed in it." in text
    assert "- new text: “Keep”" in text
    assert "- text no longer there: “Basket”" in text


PAGES = [PageTimings(url="http://shop.test/", lcp_ms=900.0)]


@pytest.mark.parametrize(
    ("budget", "pages", "status"),
    [
        (None, PAGES, None),
        ({}, PAGES, None),
        ({"lcpMs": 800}, None, None),
        ({"ttfbMs": 800}, PAGES, None),
        ({"lcpMs": 1000}, PAGES, "ok"),
        ({"lcpMs": 800, "ttfbMs": 1}, PAGES, "degraded"),
    ],
)
def test_budget(budget: dict[str, float] | None, pages: list[PageTimings] | None, status: str | None) -> None:
    judged = judge_budget(budget, Measurements(per_page_performance=pages))
    assert (judged.status if judged else None) == status
    if status == "degraded":
        assert judged is not None
        assert "900 ms for lcpMs, the budget is 800" in judged.excesses[0]
