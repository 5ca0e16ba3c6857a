"""The log: JSON lines away from a terminal, text on one, and never a credential."""

from __future__ import annotations

import asyncio
import errno
import io
import json
import logging
from collections.abc import Iterator

import pytest

from qa_appliance.cli.logs import Troubles, hide_credentials, start_logging
from qa_appliance.core.errors import NoRoom
from qa_appliance.observing.context import REQUEST, RUN, of_nobody
from qa_appliance.settings.observing import LogFormat


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


async def test_connections_that_cannot_be_taken_are_told_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    """By asyncio: as often as there is room in the line of connections, every second, each with its stack."""
    moment, loop = [0.0], asyncio.get_running_loop()
    troubles = Troubles(lambda: moment[0])
    short = {"message": "m", "exception": OSError(errno.EMFILE, "Too many open files"), "socket": object()}
    for moment[0] in (0, 0.5, 59, 60):
        troubles(loop, short)
    assert [record.message.partition(":")[0] for record in caplog.records] == [
        "no connection can be taken (Too many open files)"
    ] * 2
    troubles(loop, {"message": "something else", "exception": OSError(errno.EMFILE, "Too many open files")})
    troubles(loop, {"message": "wrong", "exception": RuntimeError("wrong")})
    assert [record.name for record in caplog.records[2:]] == ["asyncio", "asyncio"]


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


@pytest.mark.parametrize("stream", [io.StringIO, Terminal])
async def test_a_problem_that_is_a_sentence_has_no_trace(stream: type[io.StringIO]) -> None:
    written = stream()
    start_logging(written)
    try:
        raise NoRoom("No space left on device", full=True)
    except NoRoom:
        logging.getLogger("qa_appliance.worker").exception("no room for a run", extra={"run_id": "r1"})
    assert "(No space left on device). Free some space there" in written.getvalue()
    assert "Traceback" not in written.getvalue()


async def test_a_terminal_gets_text() -> None:
    stream = Terminal()
    start_logging(stream)
    logging.getLogger("qa_appliance.worker").info("run taken", extra={"run_id": "r1"})
    assert stream.getvalue().endswith(" run taken run_id=r1\n")


@pytest.mark.parametrize(
    ("form", "stream", "json_lines"),
    [
        ("text", io.StringIO, False),
        ("json", Terminal, True),
        ("auto", Terminal, False),
        ("auto", io.StringIO, True),
    ],
)
async def test_the_form_is_chosen_or_follows_the_terminal(
    form: LogFormat, stream: type[io.StringIO], json_lines: bool
) -> None:
    written = stream()
    start_logging(written, form=form)
    logging.getLogger("qa_appliance.worker").warning("two\nlines")
    assert written.getvalue().startswith('{"time":') is json_lines
    if json_lines:
        assert written.getvalue().count("\n") == 1  # one object a line, whatever the message holds


async def test_what_is_logged_for_a_run_or_a_request_carries_its_id_however_deep() -> None:
    stream, log = io.StringIO(), logging.getLogger("qa_appliance.browser")
    start_logging(stream)

    async def for_one(run: str) -> None:
        RUN.set(run)
        REQUEST.set(f"of {run}")
        await asyncio.gather(asyncio.to_thread(log.info, run), asyncio.create_task(deep(run)))
        await asyncio.create_task(deep("nobody's"), context=of_nobody())

    async def deep(name: str) -> None:
        log.info(name)

    await asyncio.gather(asyncio.create_task(for_one("r1")), asyncio.create_task(for_one("r2")))
    log.info("nobody's")
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert len(lines) == 7
    for line in lines:
        owned = line["message"] != "nobody's"
        assert line.get("run_id") == (line["message"] if owned else None)
        assert line.get("request_id") == (f"of {line['message']}" if owned else None)
