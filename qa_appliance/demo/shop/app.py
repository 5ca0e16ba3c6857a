"""The demo shop as a web application: its routes, its error pages, its headers. Holds no rule of its own."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from qa_appliance.demo.shop import account_pages, cart_pages, catalogue_pages, checkout_pages
from qa_appliance.demo.shop.bugs import check_bugs
from qa_appliance.demo.shop.markup import message_page
from qa_appliance.demo.shop.visit import Page, Visit, endpoint, html
from qa_appliance.demo.shop.visitor import Visitors

_STATIC = Path(__file__).parent / "static"

_HEADERS = (
    (b"content-security-policy", b"default-src 'self'; frame-ancestors 'self'; base-uri 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
)


def create_shop(bugs: Iterable[str] = ()) -> Starlette:
    """A shop of its own, with empty memory. Raises Invalid for a bug that is not in BUGS."""
    shop = Starlette(
        routes=[
            _get("/", catalogue_pages.start),
            _get("/catalogue", catalogue_pages.catalogue),
            _get("/products/{slug}", catalogue_pages.product_page),
            _get("/cart", cart_pages.cart),
            _post("/cart", cart_pages.add),
            _post("/cart/quantities", cart_pages.change_quantities),
            _post("/cart/remove", cart_pages.remove),
            _post("/cart/coupon", cart_pages.apply_coupon),
            _get("/checkout", checkout_pages.checkout),
            _post("/checkout", checkout_pages.place_order),
            _get("/sign-in", account_pages.sign_in_page),
            _post("/sign-in", account_pages.sign_in),
            _post("/sign-out", account_pages.sign_out),
            _get("/orders", account_pages.orders),
            _get("/orders/{number}", account_pages.order_page),
            _get("/orders/{number}/thanks", checkout_pages.thanks),
            _post("/orders/{number}/cancel", account_pages.cancel_order),
            Mount("/static", StaticFiles(directory=_STATIC)),
        ],
        middleware=[Middleware(_Headers)],
        exception_handlers={HTTPException: _problem},
    )
    shop.state.bugs = check_bugs(bugs)
    shop.state.visitors = Visitors()
    return shop


def _get(path: str, page: Page) -> Route:
    return Route(path, endpoint(page), methods=["GET"], name=page.__name__)


def _post(path: str, page: Page) -> Route:
    return Route(path, endpoint(page), methods=["POST"], name=page.__name__)


_TITLES = {404: "Not found", 405: "Not possible here", 409: "Not possible now", 413: "Too much", 422: "Not understood"}


async def _problem(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, HTTPException)
    if request.headers.get("accept", "").startswith("application/json"):
        return JSONResponse({"message": problem.detail}, problem.status_code)

    def show(visit: Visit) -> Response:
        title = _TITLES.get(problem.status_code, "Something went wrong")
        return html(message_page(visit, title, problem.detail), problem.status_code)

    return await endpoint(show)(Request({**request.scope, "method": "GET"}, request.receive))


class _Headers:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_HEADERS]
            await send(message)

        await self.app(scope, receive, send_with_headers)
