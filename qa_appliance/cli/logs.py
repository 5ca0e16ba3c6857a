"""How the log is written: text on a terminal, JSON lines elsewhere. Never lets a credential through."""

from __future__ import annotations

import logging
import re
import sys
import traceback
from datetime import UTC, datetime
from typing import IO, Any

import click
import msgspec

from qa_appliance.core.clock import iso
from qa_appliance.core.steps import MASK

_CREDENTIALS = re.compile(r"tst_live_[\w-]+|eyJ[\w-]+\.[\w-]+\.[\w-]*|(?<=Bearer )\S+|(?<=signature=)[^&\s\"']+")
_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}
_COLOURS = {"WARNING": "yellow", "ERROR": "red", "CRITICAL": "red"}


def start_logging(stream: IO[str] | None = None, *, debug: bool = False) -> None:
    """Sends every log line to `stream` (standard error unless given); replaces what was set up before."""
    stream = stream or sys.stderr
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_TextLines() if stream.isatty() else _JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.DEBUG if debug else logging.INFO)
    for chatty in ("apscheduler", "httpx", "httpcore", "uvicorn", "websockets", "asyncio", "aiosqlite", "PIL"):
        logging.getLogger(chatty).setLevel(logging.WARNING)


def hide_credentials(text: str) -> str:
    return _CREDENTIALS.sub(MASK, text)


class _Lines(logging.Formatter):
    def ids(self, record: logging.LogRecord) -> dict[str, Any]:
        return {key: value for key, value in vars(record).items() if key not in _STANDARD}

    def trace(self, record: logging.LogRecord) -> str:
        return "".join(traceback.format_exception(*record.exc_info)) if record.exc_info else ""


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
