"""What a client sees that knows the contract and nothing else: odd requests, whole round trips, one table each."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from tests.api.conftest import Person, Served

UNREADABLE: dict[str, bytes] = {
    "a method nobody knows": b"FOO /api/me HTTP/1.1\r\nHost: x\r\n\r\n",
    "no method at all": b"\x16\x03\x01\x02\x00\r\n\r\n",
    "an address that is not ASCII": "GET /api/ü HTTP/1.1\r\nHost: x\r\n\r\n".encode(),
    "two lengths": b"POST /api/plan HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    "a length and chunks": (
        b"POST /api/plan HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    ),
    "a negative length": b"POST /api/plan HTTP/1.1\r\nHost: x\r\nContent-Length: -2\r\n\r\n{}",
    "an endless address": b"GET /api/" + b"x" * 100_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
}


@pytest.mark.parametrize("sent", UNREADABLE.values(), ids=UNREADABLE.keys())
async def test_what_is_no_http_is_refused_in_json(served: Served, sent: bytes) -> None:
    """Contract 7: every error body is JSON with `error`."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(served.url.rpartition(":")[2]))
    writer.write(sent)
    head, _, body = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    assert head.startswith(b"HTTP/1.1 431 " if len(sent) > 100_000 else b"HTTP/1.1 400 ")
    assert b"content-type: application/json" in head
    assert set(json.loads(body)) == {"error"}


RANGES: list[tuple[str, int, str | None]] = [
    ("bytes=0-9", 206, "bytes 0-9/40"),
    ("bytes=-5", 206, "bytes 35-39/40"),
    ("bytes=30-99", 206, "bytes 30-39/40"),
    ("bytes=40-", 416, "bytes */40"),
    ("bytes=99-100", 416, "bytes */40"),
    ("bytes=9-5", 200, None),
    ("bytes=", 200, None),
    ("bytes=a-b", 200, None),
    ("lines=1-2", 200, None),
    ("nonsense", 200, None),
]


@pytest.mark.parametrize(("asked", "status", "content_range"), RANGES)
async def test_ranges_of_artifacts(
    served: Served, ada: Person, asked: str, status: int, content_range: str | None
) -> None:
    key = await served.services.artifacts.save(ada.project_id, "run.webm", bytes(range(40)))
    answer = await served.client.get(served.services.artifacts.url(key), headers={"Range": asked})
    assert (answer.status_code, answer.headers.get("content-range")) == (status, content_range)
    if status == 416:
        assert set(answer.json()) == {"error"}
    else:
        assert answer.headers["content-type"] == "video/webm"


CONTEXTS: list[dict[str, Any]] = [
    {},
    {"appType": "shop"},
    {"appType": "", "domainTerms": [], "testNotes": ""},
    {
        "appType": "shop", "summary": "sells lamps", "authModel": "none", "keyFlows": ["buy"], "domainTerms": ["lamp"],
        "testNotes": "",
    },
]  # fmt: skip


@pytest.mark.parametrize("context", CONTEXTS)
async def test_a_projects_context_comes_back_as_it_was_sent(served: Served, ada: Person, context: Any) -> None:
    body = {"name": "Shop", "baseUrl": "https://shop.example.com", "appContext": context}
    made = (await served.client.post("/api/projects", json=body, headers=ada.api)).json()["project"]
    read = (await served.client.get(f"/api/projects/{made['id']}", headers=ada.api)).json()["project"]
    assert made["appContextJson"] == read["appContextJson"] == context


BUDGETS: list[tuple[Any, list[list[str]]]] = [
    ({"lcpMs": 2500, "fcpMs": 0, "ttfbMs": 1.5, "domContentLoadedMs": 9, "loadEventMs": 9}, []),
    ({}, []),
    ({"lcp": 2500}, [["performanceBudget", "lcp"]]),
    ({"lcpMs": -1, "clsMs": 1}, [["performanceBudget", "lcpMs"], ["performanceBudget", "clsMs"]]),
]


@pytest.mark.parametrize(("budget", "wrong"), BUDGETS)
async def test_a_budget_is_for_what_is_measured(served: Served, ada: Person, budget: Any, wrong: list[Any]) -> None:
    """Contract 2.1: perfStatus would be null for ever, which looks like no budget."""
    body = {"name": "P", "steps": json.loads(_STEPS), "performanceBudget": budget}
    answer = await served.client.post(f"/api/projects/{ada.project_id}/procedures", json=body, headers=ada.session)
    assert answer.status_code == (400 if wrong else 201), answer.text
    assert [issue["path"] for issue in answer.json().get("issues", [])] == wrong


_STEPS = json.dumps([{"action": "go", "url": "/cart", "sentence": "Open /cart"}])
