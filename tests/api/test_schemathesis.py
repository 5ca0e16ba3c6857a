"""Requests made up from the API document: no 5xx, no answer outside the document, no way past authentication.

A few per operation as part of the suite; QA_APPLIANCE_SCHEMATHESIS_EXAMPLES=200 for the long form (some 20,000).
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
from pathlib import Path

import pytest

from tests.api.conftest import Served, person, serve

EXAMPLES = os.environ.get("QA_APPLIANCE_SCHEMATHESIS_EXAMPLES", "")
CHECKS = (
    "not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,"
    "response_schema_conformance,ignored_auth,unsupported_method"
)


async def try_all(served: Served, headers: dict[str, str], ends_it: str, folder: Path) -> str:
    """What schemathesis says in the end; it fails with its whole report.

    `ends_it` is the operation that would put an end to the very credential the others are tried with.
    """
    depth = ["coverage,fuzzing", "--max-examples", EXAMPLES] if EXAMPLES else ["fuzzing", "--max-examples", "2"]
    process = await asyncio.create_subprocess_exec(
        Path(sys.executable).with_name("schemathesis"), "run", f"{served.url}/api/openapi.json", "--no-color",
        "--header", f"Authorization: {headers['Authorization']}", "--checks", CHECKS,
        "--exclude-operation-id", ends_it, "--phases", *depth,
        "--generation-database", "none", "--seed", "1", "--suppress-health-check", "all", "--continue-on-failure",
        "--request-timeout", "120",
        cwd=folder, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    out, _ = await process.communicate()
    assert process.returncode == 0, out.decode()
    return out.decode()


async def answered(served: Served) -> dict[str, int]:
    """How many requests were answered with each status."""
    counted = re.findall(r'_requests_total{.*status="(\d+)"} (\S+)', (await served.client.get("/metrics")).text)
    return {status: sum(int(float(n)) for s, n in counted if s == status) for status, _ in counted}


@pytest.mark.slow
async def test_nothing_happens_that_the_document_does_not_say(tmp_path: Path) -> None:
    async with serve(tmp_path) as served:
        ada = await person(served)
        for headers, ends_it in ((ada.api, "revoke_key"), (ada.session, "sign_out")):
            print(await try_all(served, headers, ends_it, tmp_path))
        statuses = await answered(served)
        print(statuses)
        assert not [status for status in statuses if status >= "500"]
        assert sum(statuses.values()) > (20_000 if EXAMPLES else 100)


async def test_every_operation_that_wants_a_credential_is_closed_without_one(served: Served) -> None:
    document = (await served.client.get("/api/openapi.json")).json()
    closed = [
        (method, path)
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
        if operation.get("security") != []
    ]
    assert len(closed) > 30
    for method, path in closed:
        for headers in ({}, {"Authorization": "Bearer tst_live_" + "x" * 32}, {"Authorization": "Bearer a.b.c"}):
            answer = await served.client.request(method, path, headers=headers, content=b"{")
            refused = (403, 401) if path == "/api/keys" and method == "post" else (401,)
            assert answer.status_code in refused, (method, path)
