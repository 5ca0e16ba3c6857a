"""The answer to what is no HTTP request: JSON like every other refusal (contract section 7). Reads nothing itself."""

from __future__ import annotations

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

_ANSWER = msgspec.json.encode({"error": "This is not an HTTP request that can be read."})
_HEAD = (
    b"HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\ncontent-length: %d\r\n"
    b"x-content-type-options: nosniff\r\nconnection: close\r\n\r\n" % len(_ANSWER)
)


class Protocol(HttpToolsProtocol):
    """uvicorn's own, but for its refusal in plain text."""

    def send_400_response(self, _: str) -> None:
        self.transport.write(_HEAD + _ANSWER)
        self.transport.close()
