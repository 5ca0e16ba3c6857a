"""The one place where problems become HTTP answers (contract section 7). Never shows a stack trace."""

from __future__ import annotations

import errno
import logging

from litestar import Response
from litestar.exceptions import HTTPException, MethodNotAllowedException
from litestar.exceptions import NotFoundException as NoSuchPath
from msgspec import Struct

from qa_appliance.api.http.asgi import Request
from qa_appliance.core.errors import (
    Conflict,
    Forbidden,
    Invalid,
    NoRoom,
    NotFound,
    PaymentNeeded,
    Problem,
    TooLarge,
    TooMany,
    Unauthorized,
    Unavailable,
    is_full,
)

logger = logging.getLogger(__name__)

_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO}
RETRY_AFTER = 60  # seconds, when no reset time is known (contract section 7)


_STATUS: dict[type[Problem], int] = {
    Invalid: 400,
    Unauthorized: 401,
    PaymentNeeded: 402,
    Forbidden: 403,
    NotFound: 404,
    Conflict: 409,
    TooLarge: 413,
    TooMany: 429,
    Unavailable: 503,
}


class IssueBody(Struct, frozen=True):
    """One wrong value: `code` of decision 24, `path` the keys that lead to it."""

    code: str
    path: list[str | int]
    message: str


class ErrorBody(Struct, frozen=True, omit_defaults=True, rename="camel"):
    """Every error (contract section 7): a sentence, and what its status and code add."""

    error: str
    code: str | None = None
    issues: list[IssueBody] | None = None
    upgrade_url: str | None = None
    org_id: str | None = None
    org_name: str | None = None
    retry_after: int | None = None


def answer(problem: Problem) -> tuple[int, dict[str, object], dict[str, str]]:
    """Status, body and headers of a problem."""
    status = next(status for kind, status in _STATUS.items() if isinstance(problem, kind))
    body: dict[str, object] = {"error": problem.message}
    headers: dict[str, str] = {}
    if problem.code:
        body["code"] = problem.code
    body |= problem.extra
    if isinstance(problem, Invalid) and problem.issues:
        body["issues"] = [IssueBody(issue.code, list(issue.path), issue.message) for issue in problem.issues]
    if isinstance(problem, TooMany) and not problem.code:
        body["retryAfter"] = problem.retry_after
        headers["Retry-After"] = str(problem.retry_after or RETRY_AFTER)
    if isinstance(problem, Unavailable) and problem.retry_after is not None:
        headers["Retry-After"] = str(problem.retry_after)
    if isinstance(problem, Unauthorized):
        headers["WWW-Authenticate"] = "Bearer"
    return status, body, headers


def on_problem(_: Request, problem: Problem) -> Response[object]:
    status, body, headers = answer(problem)
    return Response(body, status_code=status, headers=headers)


def on_http_exception(_: Request, error: HTTPException) -> Response[object]:
    """What the framework itself refuses: unknown paths, other methods, requests it cannot read (decision 25)."""
    if isinstance(error, NoSuchPath):
        return Response({"error": "Not found"}, status_code=404)
    if isinstance(error, MethodNotAllowedException):
        allowed = {name.strip() for name in (error.headers or {}).get("allow", "").split(",")}
        if "GET" in allowed:
            allowed.add("HEAD")
        return Response({"error": "Method not allowed"}, status_code=405, headers={"Allow": ", ".join(sorted(allowed))})
    if error.status_code >= 500:
        return on_failure(_, error)
    return Response({"error": error.detail}, status_code=error.status_code)


def on_system(request: Request, error: OSError) -> Response[object]:
    """A file that could not be written for want of room is told as a row is."""
    if error.errno in _NO_ROOM:
        return on_problem(request, NoRoom(error.strerror or str(error), full=is_full(error)))
    return on_failure(request, error)


def on_failure(request: Request, error: Exception) -> Response[object]:
    """Anything else is ours: the log has it under the request's id, the answer has nothing (decision 27)."""
    request_id = request.scope.get("state", {}).get("request_id", "")
    logger.error("request failed", extra={"request_id": request_id, "path": request.url.path}, exc_info=error)
    return Response({"error": "Internal server error"}, status_code=500)
