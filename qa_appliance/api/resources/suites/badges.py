"""Badges: a small picture of how a suite or a procedure stands, by a signed link, for a page elsewhere.

The link shows its name and its newest verdict, and nothing else. It holds as long as the thing it is of.
"""

from __future__ import annotations

import hashlib
import hmac
from html import escape
from typing import Literal, cast

from litestar import get
from litestar.params import FromPath
from msgspec import Struct
from starlette.responses import Response as Plain

from qa_appliance.api.http.about import about
from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.dependencies import Peers, Services
from qa_appliance.api.resources.owned import OwnProcedure, OwnSuite
from qa_appliance.core.errors import NotFound
from qa_appliance.store.views import standing
from qa_appliance.store.views.standing import Standing

Kind = Literal["suite", "procedure"]

_COLORS = {"passed": "#1a7f4b", "failed": "#c2273d", "flaky": "#9a6700", "none": "#5f6b7a"}
_SAYS = {"passed": "passing", "failed": "failing", "flaky": "flaky", "none": "not run yet"}
_LONGEST = 40  # characters of a name
_WIDE = 6.6  # pixels of a character, as near as one knows without the reader's font
_HEADERS = {
    "Cache-Control": "public, no-cache",
    "Content-Security-Policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    "Cross-Origin-Resource-Policy": "cross-origin",
}


class BadgeAnswer(Struct, frozen=True):
    """`markdown` shows it in a README."""

    url: str
    markdown: str


@get(
    "/api/suites/{id:str}/badge",
    **about("Read the link of a suite's badge", "Sharing", answer=BadgeAnswer, refuses=(404,)),
)
async def suite_badge(suite: OwnSuite, request: Request, services: Services, peers: Peers) -> BadgeAnswer:
    return _linked("suite", suite.id, suite.name, request, services, peers)


@get(
    "/api/procedures/{id:str}/badge",
    **about("Read the link of a procedure's badge", "Sharing", answer=BadgeAnswer, refuses=(404,)),
)
async def procedure_badge(procedure: OwnProcedure, request: Request, services: Services, peers: Peers) -> BadgeAnswer:
    return _linked("procedure", procedure.id, procedure.name, request, services, peers)


@get(
    "/api/badges/{token:str}",
    **about("Show a badge by its link", "Sharing", who="nobody", answer=bytes, media="image/svg+xml", refuses=(404,)),
)
async def show_badge(token: FromPath[str], services: Services) -> Plain:
    kind, _, rest = token.removesuffix(".svg").partition("-")
    thing, _, mac = rest.rpartition("-")
    known = kind in ("suite", "procedure") and hmac.compare_digest(
        mac.encode(), _mac(cast(Kind, kind), thing, services).encode()
    )
    found = await standing.of(services.db, cast(Kind, kind), thing) if known else None
    if found is None:
        raise NotFound("This link shows no badge: it was not copied whole, or what it is of was removed.")
    return Plain(_drawn(found), media_type="image/svg+xml", headers=_HEADERS)


def _linked(kind: Kind, thing: str, name: str, request: Request, services: Services, peers: Peers) -> BadgeAnswer:
    scheme = "https" if peers.secure(request.scope) else "http"
    token = f"{kind}-{thing}-{_mac(kind, thing, services)}"
    url = f"{scheme}://{request.headers.get('host', '')}/api/badges/{token}.svg"
    plain = "".join(each for each in name if each not in "[]\\`\n")
    return BadgeAnswer(url, f"![{plain}]({url})")


def _mac(kind: Kind, thing: str, services: Services) -> str:
    key = services.vault.lasting("badges")
    return hmac.new(key, f"{kind}:{thing}".encode(), hashlib.sha256).hexdigest()[:32]


def _drawn(found: Standing) -> str:
    name = found.name if len(found.name) <= _LONGEST else f"{found.name[: _LONGEST - 1]}…"
    says, color = _SAYS[found.verdict], _COLORS[found.verdict]
    left, right = round(len(name) * _WIDE) + 16, round(len(says) * _WIDE) + 16
    text = 'y="14" text-anchor="middle"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" role="img"'
        f' aria-label="{escape(f"{name}: {says}")}"><title>{escape(f"{name}: {says}")}</title>'
        f'<clipPath id="r"><rect width="{left + right}" height="20" rx="4"/></clipPath><g clip-path="url(#r)">'
        f'<rect width="{left}" height="20" fill="#3d4653"/>'
        f'<rect x="{left}" width="{right}" height="20" fill="{color}"/>'
        f'</g><g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">'
        f'<text x="{left / 2:g}" {text}>{escape(name)}</text>'
        f'<text x="{left + right / 2:g}" {text}>{escape(says)}</text></g></svg>'
    )
