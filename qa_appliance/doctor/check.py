"""One thing looked at. Knows nothing of how it was looked at."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

CheckState = Literal["ok", "warning", "failed"]


class Check(Struct, frozen=True):
    """`detail` is what was found, a sentence; `advice` what to do, empty where there is nothing to do.

    "warning": tests run all the same; "failed": they cannot.
    """

    name: str
    state: CheckState
    detail: str
    advice: str = ""


def ok(name: str, detail: str) -> Check:
    return Check(name, "ok", detail)


def warning(name: str, detail: str, advice: str) -> Check:
    return Check(name, "warning", detail, advice)


def failed(name: str, detail: str, advice: str) -> Check:
    return Check(name, "failed", detail, advice)
