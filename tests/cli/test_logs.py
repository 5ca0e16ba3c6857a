"""The log: JSON lines away from a terminal, text on one, and never a credential."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import pytest

from qa_appliance.cli.logs import hide_credentials, start_logging


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _leave_logging_as_it_was() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:], root.level = handlers, level


SECRETS = [
    ("key tst_live_abcdefghijklmnopqrstuvwxyz012345 refused", "key •••• refused"),
    ("Authorization: Bearer abc.def", "Authorization: Bearer ••••"),
    ("token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", "token ••••"),
    ("/api/artifacts/a/b.png?expires=1&signature=0123456789abcdef", "/api/artifacts/a/b.png?expires=1&signature=••••"),
    ("nothing to hide", "nothing to hide"),
]


@pytest.mark.parametrize(("text", "shown"), SECRETS)
async def test_credentials_do_not_get_through(text: str, shown: str) -> None:
    assert hide_credentials(text) == shown


async def test_json_lines_carry_ids_and_traces_without_credentials() -> None:
    stream = io.StringIO()
    start_logging(stream)
    try:
        raise RuntimeError("tst_live_abcdefghijklmnop")
    except RuntimeError:
        logging.getLogger("qa_appliance.worker").exception("run %s broke", 7, extra={"run_id": "r1"})
    line = json.loads(stream.getvalue())
    assert (line["level"], line["logger"], line["message"], line["run_id"]) == (
        "error", "qa_appliance.worker", "run 7 broke", "r1",
    )  # fmt: skip
    assert "RuntimeError: ••••" in line["trace"]
    assert line["time"].endswith("Z")


async def test_a_terminal_gets_text() -> None:
    stream = Terminal()
    start_logging(stream)
    logging.getLogger("qa_appliance.worker").info("run taken", extra={"run_id": "r1"})
    assert stream.getvalue().endswith(" run taken run_id=r1\n")
