"""A step's failure on its way up to the record, and Playwright's own errors put into a tester's words.

The one place that reads what Playwright writes: elsewhere its errors are asked by the functions here.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import tempfile

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeout

from qa_appliance.core.evidence.failure import Failure, FailureCause, FailureKind

_NET = {
    "ERR_NAME_NOT_RESOLVED": "its name is not known (DNS)",
    "ERR_CONNECTION_REFUSED": "it refused the connection",
    "ERR_CONNECTION_RESET": "it broke off the connection",
    "ERR_CONNECTION_CLOSED": "it closed the connection",
    "ERR_CONNECTION_TIMED_OUT": "it did not answer in time",
    "ERR_TIMED_OUT": "it did not answer in time",
    "ERR_ADDRESS_UNREACHABLE": "no way leads there",
    "ERR_INTERNET_DISCONNECTED": "there is no network",
    "ERR_EMPTY_RESPONSE": "it answered nothing",
    "ERR_TOO_MANY_REDIRECTS": "it redirects in a circle",
    "ERR_SSL_PROTOCOL_ERROR": "it does not speak TLS properly",
    "ERR_BAD_SSL_CLIENT_AUTH_CERT": "it asks for a client certificate, and the environment has none for it",
    "ERR_SSL_CLIENT_AUTH_CERT_NEEDED": "it asks for a client certificate, and the environment has none for it",
    "ERR_INVALID_URL": "it is not a valid address",
    "ERR_UNKNOWN_URL_SCHEME": "browsers do not know its scheme",
    "ERR_FILE_NOT_FOUND": "there is no such file",
    "ERR_INSUFFICIENT_RESOURCES": "this machine has no disk, memory or handles left for it, whatever the site does",
    "ERR_OUT_OF_MEMORY": "this machine has no memory for it, whatever the site does",
    "ERR_FILE_NO_SPACE": "the disk of the appliance's data is full",
}
_BLOCKED = ("ERR_TUNNEL_CONNECTION_FAILED", "ERR_PROXY_CONNECTION_FAILED", "ERR_BLOCKED_BY_CLIENT", "ERR_ACCESS_DENIED")
_GONE = ("Target page, context or browser has been closed", "Target crashed", "Page crashed", "Browser has been closed",
         "Target closed", "Connection closed")  # fmt: skip
_LEFT = ("is interrupted by another navigation", "Download is starting")
_LOG = "Call log:"
_REASONS: tuple[tuple[re.Pattern[str], FailureCause, str], ...] = (
    (re.compile(r"<.* intercepts pointer events"), "covered", "something else lies over it"),
    (re.compile(r"element is not enabled"), "disabled", "it is disabled"),
    (re.compile(r"element is not editable"), "read_only", "it is read-only"),
    (re.compile(r"element is not visible"), "hidden", "it is hidden"),
    (re.compile(r"element is outside of the viewport"), "out_of_view", "it cannot be brought into view"),
    (re.compile(r"element is not stable"), "moving", "it does not stop moving"),
    (
        re.compile(r"(?:the )?element (?:seen )?(?:is|was) (?:not attached|detached).*"),
        "detached",
        "the page took it away meanwhile",
    ),
    (re.compile(r"clicking the checkbox did not change its state"), "not_switched", "the page did not let it change"),
)
_SENDING = "waiting for scheduled navigations to finish"
_HANDED_OVER = re.compile(r"performing (?:dbl)?click action")  # the last that was noted of the attempt
_METHOD = re.compile(r"^(Locator|Page|Frame|ElementHandle|Mouse|Keyboard)\.\w+: ")
_KIND = re.compile(r"^(?:\w*Error: )+")


class Failed(Exception):
    """Ends a step. `failure` is what the record says."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure


def fail(
    kind: FailureKind, message: str, *, expected: str = "", seen: str = "", status: int = 0, cause: FailureCause = ""
) -> Failed:
    return Failed(Failure(kind=kind, message=message, expected=expected, seen=seen, status=status, cause=cause))


def is_gone(error: PlaywrightError) -> bool:
    """The page or the browser is not there any more."""
    return any(words in _head(error) for words in _GONE)


def is_done(error: PlaywrightError) -> bool:
    """The click is with the page: a busy page, or the server it leads to, has not answered in time.

    Playwright hands a click over in one piece. Made once more, it would count twice.
    """
    log = _log(error)
    return _SENDING in log or bool(log and _HANDED_OVER.fullmatch(log[-1]))


def is_left(error: PlaywrightError) -> bool:
    """The page went elsewhere, or a download came, before the address that was to be opened."""
    return any(words in _head(error) for words in _LEFT)


def is_unknown_key(error: PlaywrightError) -> bool:
    return "Unknown key" in _head(error)


def is_of_tls(error: PlaywrightError) -> bool:
    """The browser does not take the site's certificate, or the site ended the connection without a word."""
    return (
        re.search(r"net::ERR_(CERT|SSL|BAD_SSL|CONNECTION_RESET|CONNECTION_CLOSED|EMPTY|SOCKET)", _head(error))
        is not None
    )


def is_refused_connection(error: PlaywrightError) -> bool:
    """Of a request sent beside the page."""
    return "ECONNREFUSED" in _head(error)


def is_registered(error: PlaywrightError) -> bool:
    """The selector engine is there already."""
    return "already registered" in _head(error)


def translated(error: PlaywrightError, doing: str) -> Failure:
    """`doing` completes "could not …": "click the button “Save”". Never holds Playwright's call log."""
    if is_gone(error):
        return Failure(kind="crashed", message="The page or the browser ended while the step was at work.")
    net = re.search(r"net::(ERR_\w+)", _head(error))
    if net is not None:
        return unreachable(net[1], doing)
    cause, reason = _cause(error)
    if cause:
        return Failure(kind="not_actionable", message=f"Could not {doing}: {reason}.", cause=cause)
    if isinstance(error, PlaywrightTimeout):
        return Failure(kind="timeout", message=f"Could not {doing} in time: the page did not let it happen.")
    return Failure(kind="not_actionable", message=f"Could not {doing}: {_first_sentence(error)}")


def unreachable(code: str, doing: str) -> Failure:
    """A navigation that came to no answer; `code` is the browser's ERR_…"""
    if code in _BLOCKED:
        return Failure(kind="blocked", message=f"Could not {doing}: the address rules of this appliance refuse it.")
    if code.startswith("ERR_CERT"):
        reason = "its certificate is not valid (" + code.removeprefix("ERR_CERT_").replace("_", " ").lower() + ")"
    else:
        reason = _NET.get(code, f"the browser gave up ({code.removeprefix('ERR_').replace('_', ' ').lower()})")
    return Failure(kind="unreachable", message=f"Could not {doing}: {reason}.")


def _cause(error: PlaywrightError) -> tuple[FailureCause, str]:
    """What kept the last attempt from being made, and its words. Whole lines count: names in them are the page's."""
    for line in reversed([_first_line(error), *_log(error)]):
        for pattern, cause, reason in _REASONS:
            if pattern.fullmatch(line) or pattern.fullmatch(line[:1].lower() + line[1:]):
                return cause, reason
    return "", ""


def _head(error: PlaywrightError) -> str:
    """The error itself; the call log behind it repeats words of the page."""
    return error.message.partition(_LOG)[0]


def _log(error: PlaywrightError) -> list[str]:
    """The lines of the call log, oldest first, without their counts."""
    lines = error.message.partition(_LOG)[2].splitlines()
    return [entry for line in lines if (entry := re.sub(r"^[\s-]*(?:\d+ × )?", "", line).strip())]


def _first_sentence(error: PlaywrightError) -> str:
    return (_first_line(error) or "the browser did not say why") + "."


def _first_line(error: PlaywrightError) -> str:
    """Without the names of the call and of the error, and without the stack a script's own error brings."""
    line = _head(error).strip().partition("\n")[0]
    return _KIND.sub("", _METHOD.sub("", line)).strip().rstrip(".")


_ROOM_BYTES = 2_000_000  # with less, nothing that is written gets far


async def for_want_of_room() -> str:
    """The likely cause of a crash: a browser without room for its own files dies without a word."""
    free = (await asyncio.to_thread(shutil.disk_usage, tempfile.gettempdir())).free
    if free >= _ROOM_BYTES:
        return ""
    return " The disk of the appliance's data is full, which ends browsers: free some space and run the test again."
