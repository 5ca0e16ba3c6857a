"""How the log is written: as text, or as one JSON object a line. Never lets a credential through."""

from __future__ import annotations

import asyncio
import errno
import logging
import re
import sys
import time
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from typing import IO, Any

import click
import msgspec

from qa_appliance.core.clock import iso
from qa_appliance.core.errors import Problem
from qa_appliance.core.steps import MASK
from qa_appliance.observing.context import ids_now
from qa_appliance.settings.observing import LogFormat

logger = logging.getLogger(__name__)

_SHORT = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})
_SECONDS_BETWEEN = 60.0
_CREDENTIALS = re.compile(r"tst_live_[\w-]+|eyJ[\w-]+\.[\w-]+\.[\w-]*|(?<=Bearer )\S+|(?<=signature=)[^&\s\"']+")
_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}
_COLOURS = {"WARNING": "yellow", "ERROR": "red", "CRITICAL": "red"}


def start_logging(stream: IO[str] | None = None, *, debug: bool = False, form: LogFormat = "auto") -> None:
    """Sends every log line to `stream` (standard error unless given); replaces what was set up before."""
    stream = stream or sys.stderr
    handler = logging.StreamHandler(stream)
    as_text = stream.isatty() if form == "auto" else form == "text"
    handler.setFormatter(_TextLines() if as_text else _JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.DEBUG if debug else logging.INFO)
    for chatty in (
        "apscheduler",
        "httpx",
        "httpcore",
        "uvicorn",
        "websockets",
        "asyncio",
        "aiosqlite",
        "PIL",
        "fido2",
        "urllib3",
    ):
        logging.getLogger(chatty).setLevel(logging.WARNING)


class Troubles:
    """What the event loop meets while nobody waits for it, as its `set_exception_handler` takes it.

    Where no connection can be taken for want of handles it tells that thousands of times a second: here once a minute.
    """

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._last = -_SECONDS_BETWEEN

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        problem = context.get("exception")
        if not (isinstance(problem, OSError) and problem.errno in _SHORT and "socket" in context):
            loop.default_exception_handler(context)
        elif (now := self._monotonic()) - self._last >= _SECONDS_BETWEEN:
            self._last = now
            logger.error(
                "no connection can be taken (%s): those that come wait; allow this process more (ulimit -n)",
                problem.strerror,
            )


def hide_credentials(text: str) -> str:
    return _CREDENTIALS.sub(MASK, text)


class _Lines(logging.Formatter):
    """A problem that is a sentence needs no trace: a disk without room breaks much, each time for the same reason."""

    def ids(self, record: logging.LogRecord) -> dict[str, Any]:
        extra = {key: value for key, value in vars(record).items() if key not in _STANDARD}
        problem = _problem(record)
        return ids_now() | extra | ({"reason": problem.message} if problem is not None else {})

    def trace(self, record: logging.LogRecord) -> str:
        if not record.exc_info or _problem(record) is not None:
            return ""
        return "".join(traceback.format_exception(*record.exc_info))


def _problem(record: logging.LogRecord) -> Problem | None:
    error = record.exc_info[1] if record.exc_info else None
    return error if isinstance(error, Problem) else None


class _TextLines(_Lines):
    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created).strftime("%H:%M:%S")
        ids = "".join(f" {key}={value}" for key, value in self.ids(record).items())
        level = f"{record.levelname.lower()}: " if record.levelname in _COLOURS else ""
        line = f"{at} {level}{record.getMessage()}{ids}"
        if trace := self.trace(record):
            line = f"{line}\n{trace.rstrip()}"
        colour = _COLOURS.get(record.levelname)
        return click.style(hide_credentials(line), fg=colour) if colour else hide_credentials(line)


class _JsonLines(_Lines):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": iso(datetime.fromtimestamp(record.created, UTC)),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        } | self.ids(record)
        if trace := self.trace(record):
            line["trace"] = trace
        return hide_credentials(msgspec.json.encode(line, enc_hook=str).decode())
