"""The OpenAPI 3.1 document, made from what the routes say about themselves. Never says what the guard does not do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import msgspec
from litestar.enums import HttpMethod
from litestar.handlers import HTTPRouteHandler

from qa_appliance import __version__
from qa_appliance.api.http.about import About
from qa_appliance.api.http.answer_schemas import complete
from qa_appliance.api.http.body_schemas import REFERENCE, Schema, tighten
from qa_appliance.api.http.errors import ErrorBody

_STATUS_TEXTS = {
    400: "The request is wrong; `issues` names everything that is.",
    401: "No credential, or one that is wrong, revoked or expired.",
    402: "The organization's plan does not run: `onboarding_exhausted` or `locked`.",
    403: "Not allowed: `read_only_role`, `api_key_scope`, or what the sentence says.",
    404: "Absent, or another organization's (`other_workspace` when the caller belongs to that one).",
    409: "Does not fit the present state.",
    413: "The body is over 1,048,576 bytes, or a file over what the operator lets be stored.",
    429: "Too many requests (with Retry-After), or the plan: `plan_quota_exhausted`, `concurrency_limit`.",
    500: "The appliance failed; the log has more under X-Request-Id.",
    503: "Not ready, or the disk is full.",
}
_EXAMPLES: dict[int, Schema] = {
    400: {
        "error": "Invalid request body",
        "issues": [{"code": "too_small", "path": ["name"], "message": "Too short."}],
    },
    401: {"error": "Missing or invalid Authorization header"},
    402: {"error": "Runs are paused.", "code": "locked", "upgradeUrl": "/settings/plan"},
    403: {"error": "Viewers have read-only access to this workspace", "code": "read_only_role"},
    404: {"error": "Run not found"},
    409: {"error": "This appliance is already set up; sign in instead."},
    413: {"error": "Request body too large"},
    429: {"error": "Too many requests from this address.", "retryAfter": 12},
    500: {"error": "Internal server error"},
    503: {"error": "The disk of the appliance takes nothing more. Free some space, then store it."},
}
_REQUEST_ID = {"X-Request-Id": {"description": "The request's id in the log.", "schema": {"type": "string"}}}
_RETRY = {"Retry-After": {"description": "Seconds; not sent when the plan refuses.", "schema": {"type": "string"}}}


class Document:
    """The description of the routes as they are, made when somebody first asks for it."""

    def __init__(self, handlers: Sequence[HTTPRouteHandler]) -> None:
        self._handlers = handlers

    @cached_property
    def content(self) -> Schema:
        return document(self._handlers)


def document(handlers: Sequence[HTTPRouteHandler]) -> Schema:
    """The whole document. Every handler carries an `About`."""
    described = [
        (handler, about) for handler in handlers if isinstance(about := (handler.opt or {}).get("about"), About)
    ]
    types = {each: None for _, about in described for each in _types(about)} | {ErrorBody: None}
    bodies = [about.body for _, about in described if about.body is not None]
    schemas, components = msgspec.json.schema_components(list(types), ref_template=REFERENCE)
    tighten(bodies, components)
    complete([each for each in types if each not in bodies], bodies, components)
    known = dict(zip(types, schemas, strict=True))
    paths: Schema = {}
    for handler, about in described:
        for path in handler.paths:
            place = re.sub(r"\{(\w+):\w+\}", r"{\1}", path)
            for method in sorted(HttpMethod(each).value for each in handler.http_methods):
                operation = _operation(handler.handler_name, path, method, about, known)
                paths.setdefault(place, {})[method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "QA Appliance",
            "version": __version__,
            "summary": "Browser tests in plain English, run in a real browser, with evidence.",
            "description": "Credentials are Bearer tokens: an API key (`tst_live_…`) or a session's token.",
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"bearer": []}],
    }


def _types(about: About) -> Iterator[Any]:
    for each in (about.body, about.answer):
        if each is not None and each not in (str, bytes):
            yield each


def _operation(name: str, path: str, method: str, about: About, known: dict[Any, Any]) -> Schema:
    operation: Schema = {
        "operationId": name,
        "summary": about.summary,
        "tags": [about.tag],
        "parameters": [*_path_parameters(path), *_query_parameters(about)],
        "responses": {str(about.status): _success(about, known)}
        | {str(status): _failure(status, about, known) for status in sorted(refusals(path, method, about))},
    }
    contents = {"application/json": _sample(about, known)} if about.body is not None else {}
    if about.sends is not None:
        contents[about.sends] = {}
    if contents:
        operation["requestBody"] = {"required": True, "content": contents}
    if about.who == "nobody":
        operation["security"] = []
    return operation


def refusals(path: str, method: str, about: About) -> set[int]:
    """Every status beside success: the route's own and what guard, limiter and body reader add."""
    found = set(about.refuses) | {500}
    changing = method not in ("GET", "HEAD")
    if path.startswith("/api/"):
        found.add(429)
    if about.who != "nobody":
        found.add(401)
        if about.who != "anyone" and (changing or about.who in ("managers", "operators")):
            found.add(403)
        if changing and not about.viewers:
            found.add(403)
    if changing:
        found |= {400, 413}
    return found


def _path_parameters(path: str) -> list[Schema]:
    names = re.findall(r"\{(\w+):\w+\}", path)
    return [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names]


def _query_parameters(about: About) -> list[Schema]:
    return [
        {
            "name": name,
            "in": "query",
            "required": "" not in schema.get("enum", [""]),
            "description": text,
            "schema": schema,
        }
        for name, text, schema in about.query
    ]


def _sample(about: About, known: dict[Any, Any]) -> Schema:
    sample: Schema = {"schema": known[about.body]}
    if about.example is not None:
        sample["example"] = about.example
    return sample


def _success(about: About, known: dict[Any, Any]) -> Schema:
    answer: Schema = {"description": about.summary, "headers": _REQUEST_ID}
    if about.answer is str:
        answer["content"] = {about.media: {"schema": {"type": "string"}}}
    elif about.answer is bytes:
        answer["content"] = {about.media: {}}
    elif about.answer is not None:
        answer["content"] = {about.media: {"schema": known[about.answer]}}
    if about.also is not None:
        answer["content"][about.also] = {"schema": {"type": "string"}}
    return answer


def _failure(status: int, about: About, known: dict[Any, Any]) -> Schema:
    if status == 503 and about.who == "nobody":  # readiness: the same shape, the other way round
        return {"description": _STATUS_TEXTS[503], "content": {"application/json": {"schema": known[about.answer]}}}
    sample = {"schema": known[ErrorBody], "example": _EXAMPLES[status]}
    return {
        "description": _STATUS_TEXTS[status],
        "headers": _REQUEST_ID | (_RETRY if status == 429 else {}),
        "content": {"application/json": sample},
    }
