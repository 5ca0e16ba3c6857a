"""The OpenAPI document and its page, which needs neither a script nor another host (interfaces, Resources)."""

from __future__ import annotations

from functools import cache
from html import escape

import msgspec
from litestar import Response, get

from qa_appliance.api.http.about import about
from qa_appliance.api.http.body_schemas import Schema
from qa_appliance.api.http.dependencies import Document

_STYLE = """
body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;color:#1c2430;background:#fff}
h2{margin-top:2.5rem;border-bottom:1px solid #d5dbe3}details{margin:.4rem 0;border:1px solid #d5dbe3;border-radius:6px}
summary{cursor:pointer;padding:.5rem .8rem}summary code{font-weight:600}details>div{padding:0 .8rem .8rem}
pre{background:#f4f6f9;padding:.6rem;overflow:auto;border-radius:4px}td,th{text-align:left;padding:.1rem .8rem .1rem 0}
.m{display:inline-block;min-width:4.2rem;font:600 12px system-ui}
@media(prefers-color-scheme:dark){body{background:#12161c;color:#dfe6ee}pre{background:#1b222b}
details,h2{border-color:#333d49}a{color:#8ab8ff}}
"""


@get("/api/openapi.json", sync_to_thread=True, **about("This description", "Operation", who="nobody", answer=Schema))
def openapi_json(document: Document) -> Response[bytes]:
    return Response(msgspec.json.encode(document.content), media_type="application/json")


@get(
    "/api/docs",
    sync_to_thread=True,
    **about("This description as a page", "Operation", who="nobody", answer=str, media="text/html"),
)
def docs_page(document: Document) -> Response[str]:
    policy = (
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    )
    return Response(_page(document), media_type="text/html", headers={"Content-Security-Policy": policy})


@cache
def _page(document: Document) -> str:
    content = document.content
    by_tag: dict[str, list[str]] = {}
    for path, operations in content["paths"].items():
        for method, operation in operations.items():
            by_tag.setdefault(operation["tags"][0], []).append(_operation(path, method, operation))
    sections = "".join(f"<h2>{escape(tag)}</h2>{''.join(entries)}" for tag, entries in by_tag.items())
    schemas = "".join(
        f'<details id="{escape(name)}"><summary><code>{escape(name)}</code></summary>{_json(schema)}</details>'
        for name, schema in content["components"]["schemas"].items()
    )
    info = content["info"]
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(info["title"])} API</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head><body>'
        f"<h1>{escape(info['title'])} API</h1><p>{escape(info['summary'])}</p><p>{escape(info['description'])}</p>"
        f'<p><a href="/api/openapi.json">OpenAPI 3.1 document</a></p>{sections}<h2>Shapes</h2>{schemas}</body></html>'
    )


def _operation(path: str, method: str, operation: Schema) -> str:
    parameters = "".join(
        f"<tr><td><code>{escape(each['name'])}</code></td><td>{escape(each['in'])}</td>"
        f"<td>{escape(each.get('description', ''))}</td></tr>"
        for each in operation["parameters"]
    )
    answers = "".join(
        f"<tr><td>{status}</td><td>{escape(each['description'])}</td><td>{_shape(each)}</td></tr>"
        for status, each in operation["responses"].items()
    )
    body = operation.get("requestBody")
    sent = f"<h4>Body</h4><p>{_shape(body)}</p>" + _json(_example(body)) if body else ""
    credential = "" if "security" not in operation else "<p>No credential.</p>"
    return (
        f'<details><summary><span class="m">{method.upper()}</span> <code>{escape(path)}</code> '
        f"{escape(operation['summary'])}</summary><div>{credential}"
        f"{f'<h4>Parameters</h4><table>{parameters}</table>' if parameters else ''}{sent}"
        f"<h4>Answers</h4><table>{answers}</table></div></details>"
    )


def _shape(holder: Schema) -> str:
    for media, content in holder.get("content", {}).items():
        name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
        return f'<a href="#{escape(name)}">{escape(name)}</a>' if name else escape(media)
    return ""


def _example(body: Schema) -> object:
    return body["content"].get("application/json", {}).get("example")


def _json(value: object) -> str:
    if value is None:
        return ""
    return f"<pre>{escape(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())}</pre>"
