"""One request as the pages see it: who visits, what was sent, which bugs are planted. Never answers by itself."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from urllib.parse import parse_qsl

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from qa_appliance.demo.shop.visitor import Visitor, Visitors

_MOST_BYTES = 65_536


class Visit(Struct, frozen=True):
    """`query`, `form` and `path` hold the last value of each name, stripped."""

    visitor: Visitor
    bugs: frozenset[str]
    query: Mapping[str, str]
    form: Mapping[str, str]
    path: Mapping[str, str]
    wants_json: bool = False


Page = Callable[[Visit], Response]


def endpoint(page: Page) -> Callable[[Request], Awaitable[Response]]:
    """A page as a Starlette endpoint: reads the form, finds the visitor by the cookie, and keeps the cookie set."""

    async def answer(request: Request) -> Response:
        visitors: Visitors = request.app.state.visitors
        token, visitor = visitors.find(request.cookies.get(visitors.cookie))
        visit = Visit(
            visitor,
            request.app.state.bugs,
            {name: value.strip() for name, value in request.query_params.items()},
            await _form(request),
            {name: str(value) for name, value in request.path_params.items()},
            request.headers.get("accept", "").startswith("application/json"),
        )
        response = page(visit)
        response.set_cookie(visitors.cookie, token, httponly=True, samesite="lax")
        return response

    return answer


async def _form(request: Request) -> dict[str, str]:
    if request.method != "POST":
        return {}
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > _MOST_BYTES:
            raise HTTPException(413, "That is more than the shop reads.")
    pairs = parse_qsl(body.decode(errors="replace"), keep_blank_values=True)
    return {name: value.strip() for name, value in pairs}


def html(markup: str, status: int = 200) -> HTMLResponse:
    return HTMLResponse(markup, status, headers={"Cache-Control": "no-store"})


def go(path: str) -> RedirectResponse:
    """After a form was sent: the browser fetches the page it should see, so that reloading sends nothing again."""
    return RedirectResponse(path, 303)
