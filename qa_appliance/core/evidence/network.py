"""What the pages asked of the network, and which of it failed."""

from __future__ import annotations

from msgspec import Struct

_GAVE_UP = "net::ERR_ABORTED"  # the page itself gave up: a navigation, a cancelled fetch, a download


class NetworkEvent(Struct, rename="camel"):
    """One request. `status` None: no answer (yet). `size` is what the server announced, in bytes.

    `failed`, the one rule of the house: refused, broken off, or answered with 400 and above. What the page itself gave
    up has not failed.
    """

    method: str
    url: str
    resource_type: str
    started_at_ms: int
    step_index: int | None
    status: int | None = None
    duration_ms: int | None = None
    failure: str | None = None
    size: int | None = None
    failed: bool = False
    replaced: str = ""  # what the test has done to it, in place of the site

    def __post_init__(self) -> None:
        self.failed = (self.failure or _GAVE_UP) != _GAVE_UP or (self.status or 0) >= 400

    def answered(self, status: int) -> None:
        self.status = status
        self.__post_init__()

    def broke_off(self, failure: str) -> None:
        """`failure` in the browser's words: "net::ERR_CONNECTION_REFUSED"."""
        self.failure = failure
        self.__post_init__()
