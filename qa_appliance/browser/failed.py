"""A step's failure on its way up to the record, and Playwright's own errors put into a tester's words."""

from __future__ import annotations

import re

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeout

from qa_appliance.core.evidence import Failure, FailureKind

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
    "ERR_INVALID_URL": "it is not a valid address",
    "ERR_UNKNOWN_URL_SCHEME": "browsers do not know its scheme",
    "ERR_FILE_NOT_FOUND": "there is no such file",
}
_BLOCKED = ("ERR_TUNNEL_CONNECTION_FAILED", "ERR_PROXY_CONNECTION_FAILED", "ERR_BLOCKED_BY_CLIENT", "ERR_ACCESS_DENIED")
_GONE = ("Target page, context or browser has been closed", "Target crashed", "Page crashed", "Browser has been closed",
         "Target closed", "Connection closed")  # fmt: skip
_HANDED_OVER = re.compile(r"performing (?:dbl)?click action\s*$")  # the last that was noted of the attempt


class Failed(Exception):
    """Ends a step. `failure` is what the record says."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure


def fail(kind: FailureKind, message: str, *, expected: str = "", seen: str = "", status: int = 0) -> Failed:
    return Failed(Failure(kind=kind, message=message, expected=expected, seen=seen, status=status))


def is_gone(error: PlaywrightError) -> bool:
    """The page or the browser is not there any more."""
    return any(words in error.message for words in _GONE)


def is_done(error: PlaywrightError) -> bool:
    """The click is with the page: a busy page, or the server it leads to, has not answered in time.

    Playwright hands a click over in one piece. Made once more, it would count twice.
    """
    return "waiting for scheduled navigations" in error.message or _HANDED_OVER.search(error.message) is not None


def translated(error: PlaywrightError, doing: str) -> Failure:
    """`doing` completes "could not …": "click the button “Save”". Never holds Playwright's call log."""
    words = error.message
    if is_gone(error):
        return Failure(kind="crashed", message="The page or the browser ended while the step was at work.")
    net = re.search(r"net::(ERR_\w+)", words)
    if net is not None:
        return unreachable(net[1], doing)
    if "intercepts pointer events" in words:
        return Failure(kind="not_actionable", message=f"Could not {doing}: something else lies over it.")
    if "not enabled" in words or "is disabled" in words:
        return Failure(kind="not_actionable", message=f"Could not {doing}: it is disabled.")
    if "not editable" in words or "read-only" in words or "readonly" in words:
        return Failure(kind="not_actionable", message=f"Could not {doing}: it is read-only.")
    if "outside of the viewport" in words or "not visible" in words:
        return Failure(kind="not_actionable", message=f"Could not {doing}: it cannot be brought into view.")
    if "not stable" in words:
        return Failure(kind="not_actionable", message=f"Could not {doing}: it does not stop moving.")
    if "detached" in words or "not attached" in words:
        return Failure(kind="not_actionable", message=f"Could not {doing}: the page took it away meanwhile.")
    if isinstance(error, PlaywrightTimeout):
        return Failure(kind="timeout", message=f"Could not {doing} in time: the page did not let it happen.")
    return Failure(kind="not_actionable", message=f"Could not {doing}: {_first_sentence(words)}")


def unreachable(code: str, doing: str) -> Failure:
    """A navigation that came to no answer; `code` is the browser's ERR_…"""
    if code in _BLOCKED:
        return Failure(kind="blocked", message=f"Could not {doing}: the address rules of this appliance refuse it.")
    if code.startswith("ERR_CERT"):
        reason = "its certificate is not valid (" + code.removeprefix("ERR_CERT_").replace("_", " ").lower() + ")"
    else:
        reason = _NET.get(code, f"the browser gave up ({code.removeprefix('ERR_').replace('_', ' ').lower()})")
    return Failure(kind="unreachable", message=f"Could not {doing}: {reason}.")


def _first_sentence(message: str) -> str:
    line = message.split("Call log")[0].strip().splitlines()[0] if message.strip() else "the browser did not say why"
    line = re.sub(r"^(Locator|Page|Frame|ElementHandle|Mouse|Keyboard)\.\w+: (Error: )?", "", line)
    return line.rstrip(".") + "."
