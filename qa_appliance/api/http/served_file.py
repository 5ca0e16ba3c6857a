"""Files as answers, whole or in ranges (RFC 9110, 14). Never decides who may have them."""

from __future__ import annotations

import re

import msgspec
from starlette.responses import FileResponse
from starlette.types import Message, Receive, Scope, Send

_PLACE = r"[0-9]{1,18}"
_RANGE = rf"(?:{_PLACE}-(?:{_PLACE})?|-{_PLACE})"
_RANGES = re.compile(rf"bytes\s*=\s*{_RANGE}(?:\s*,\s*{_RANGE}){{0,99}}", re.I)
_BEYOND = msgspec.json.encode({"error": "The file ends before the range that was asked for begins."})


class ServedFile(FileResponse):
    """A Range header that makes no sense is as if it were not there; one beyond the end is 416 in JSON."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kept = [each for each in scope["headers"] if each[0] != b"range" or _makes_sense(each[1].decode("latin-1"))]
        beyond = False

        async def answering(message: Message) -> None:
            nonlocal beyond
            if message["type"] == "http.response.start" and message["status"] == 416:
                beyond = True
                ranges = [each for each in message["headers"] if each[0] == b"content-range"]
                message["headers"] = [
                    *ranges,
                    (b"content-type", b"application/json"),
                    (b"content-length", str(len(_BEYOND)).encode()),
                ]
            elif beyond:
                message["body"] = _BEYOND
            await send(message)

        await super().__call__({**scope, "headers": kept}, receive, answering)


def _makes_sense(asked: str) -> bool:
    if _RANGES.fullmatch(asked.strip()) is None:
        return False
    return all(int(first) <= int(last) for first, last in re.findall(r"(\d+)-(\d+)", asked))
