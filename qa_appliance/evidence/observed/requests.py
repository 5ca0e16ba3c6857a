"""Every request of a run, to be looked at afterwards, and bodies where they are wanted.

Costs a run next to nothing: what the browser told is put aside as it came, cleaned and filed at the end. Credentials
are masked by their names and as the redactor knows them.
"""

from __future__ import annotations

import asyncio
import re
from urllib.parse import parse_qsl, urlencode

import msgspec
from msgspec import Struct
from playwright.async_api import Error, Request, Response

from qa_appliance.core.evidence.network import NetworkEvent
from qa_appliance.core.evidence.requests import Body, Exchanges, FiledExchange
from qa_appliance.core.steps import MASK
from qa_appliance.evidence.base.redact import Redactor

REQUESTS = "requests.json"  # under the run's folder

_MOST = 5_000  # requests
_LONGEST_HEADER = 1_000  # characters of a value
_LONGEST_BODY = 32_000  # characters
_LARGEST_BODY = 1_000_000  # bytes: a larger answer is not asked for
_MOST_BODIES = 4_000_000  # bytes of a run
_TALKING = {"document", "xhr", "fetch", "ping"}  # what is asked for and what is sent; not pictures and scripts
_TEXT = re.compile(r"text/|.*(?:json|xml|javascript|x-www-form-urlencoded|graphql)")
_FORM = "application/x-www-form-urlencoded"


class _Made(Struct):
    event: NetworkEvent
    request: Request
    response: Response | None = None
    body: bytes | None = None


class Requests:
    """Of all contexts of a run. `so_far`, unlike what is kept of it, is all there was."""

    def __init__(self, *, bodies: bool) -> None:
        self._bodies = bodies
        self._made: list[_Made] = []
        self._by_request: dict[Request, _Made] = {}
        self._left_out = 0
        self._room = _MOST_BODIES
        self._reading: list[asyncio.Task[None]] = []

    def made(self, event: NetworkEvent, request: Request) -> None:
        if len(self._made) >= _MOST:
            self._left_out += 1
            return
        made = _Made(event, request)
        self._made.append(made)
        self._by_request[request] = made

    def answered(self, request: Request, response: Response) -> None:
        if (made := self._by_request.get(request)) is not None:
            made.response = response

    def ended(self, request: Request) -> None:
        """A body can be had until the page is left."""
        made = self._by_request.pop(request, None)
        if self._bodies and made is not None and made.response is not None and _wanted(made, made.response):
            self._reading.append(asyncio.create_task(self._read(made, made.response)))

    def so_far(self) -> tuple[list[NetworkEvent], int]:
        """All requests so far, also those not answered yet, and how many later ones are not among them."""
        return [made.event for made in self._made], self._left_out

    def replaced(self, request: Request, words: str) -> None:
        if (made := self._by_request.get(request)) is not None:
            made.event.replaced = words

    def of(self, event: NetworkEvent) -> Request | None:
        """What the browser has of it."""
        return next((made.request for made in reversed(self._made) if made.event is event), None)

    async def pack(self, redactor: Redactor, seconds: float) -> bytes:
        """As it is filed. Bodies still on their way get that long."""
        if self._reading:
            await asyncio.wait(self._reading, timeout=seconds)
        return await asyncio.to_thread(_packed, list(self._made), self._left_out, redactor, self._bodies)

    async def _read(self, made: _Made, response: Response) -> None:
        try:
            body = await response.body()
        except Error:  # the page was left
            return
        if len(body) <= min(_LARGEST_BODY, self._room):
            made.body = body
            self._room -= len(body)


def unpack(data: bytes) -> Exchanges:
    """Raises msgspec.DecodeError for what is no such file."""
    return msgspec.json.decode(data, type=Exchanges)


def _wanted(made: _Made, response: Response) -> bool:
    length = response.headers.get("content-length", "0")
    small = length.isdecimal() and int(length) <= _LARGEST_BODY
    return small and made.event.resource_type in _TALKING and _is_text(response.headers.get("content-type", ""))


def _is_text(content_type: str) -> bool:
    return _TEXT.match(content_type.lower()) is not None


def _packed(made: list[_Made], left_out: int, redactor: Redactor, bodies: bool) -> bytes:
    packing = _Packing(redactor, bodies)
    requests = [packing.filed(number, each) for number, each in enumerate(made, start=1)]
    return msgspec.json.encode(Exchanges(list(packing.headers), requests, left_out))


class _Packing:
    """Most headers of a run are the same again and again: each is cleaned and filed once."""

    def __init__(self, redactor: Redactor, bodies: bool) -> None:
        self.headers: dict[tuple[str, str], int] = {}
        self._known: dict[tuple[str, str], int] = {}
        self._redactor, self._bodies = redactor, bodies

    def filed(self, number: int, made: _Made) -> FiledExchange:
        asked, request, response = made.request.headers, made.request, made.response
        event = {name: getattr(made.event, name) for name in NetworkEvent.__struct_fields__}
        before = request.redirected_from
        answer = response.headers if response is not None else {}
        filed = FiledExchange(
            **event | {"url": self._redactor.clean(made.event.url)},
            id=number,
            initiator=self._redactor.clean(before.url if before is not None else asked.get("referer", "")),
            asked=self._places(asked),
            answered_by=self._places(answer),
        )
        if self._bodies:
            sent = request.post_data_buffer
            filed.sent = None if sent is None else self._body(sent, asked.get("content-type", ""))
            if made.body is not None:
                filed.answered_with = self._body(made.body, answer.get("content-type", ""))
        return filed

    def _places(self, headers: dict[str, str]) -> list[int]:
        return [self._place(name, value) for name, value in headers.items()]

    def _place(self, name: str, value: str) -> int:
        place = self._known.get((name, value))
        if place is None:
            masked = MASK if self._redactor.masks_value_of(name) else self._redactor.clean(value)[:_LONGEST_HEADER]
            place = self.headers.setdefault((name, masked), len(self.headers))
            self._known[name, value] = place
        return place

    def _body(self, body: bytes, content_type: str) -> Body:
        if not _is_text(content_type):
            return Body(content_type, len(body))
        text = self._redactor.clean(self._masked(body.decode(errors="replace"), content_type))
        return Body(content_type, len(body), text[:_LONGEST_BODY], len(text) > _LONGEST_BODY)

    def _masked(self, text: str, content_type: str) -> str:
        """Without what stands under the name of a credential."""
        if content_type.startswith(_FORM):
            pairs = parse_qsl(text, keep_blank_values=True)
            return urlencode([(name, self._unless_named(name, value)) for name, value in pairs], safe=MASK)
        try:
            return (
                msgspec.json.encode(self._without(msgspec.json.decode(text))).decode()
                if "json" in content_type
                else text
            )
        except (msgspec.DecodeError, RecursionError):
            return text

    def _without(self, value: object) -> object:
        if isinstance(value, dict):
            return {name: self._unless_named(name, self._without(inner)) for name, inner in value.items()}
        return [self._without(inner) for inner in value] if isinstance(value, list) else value

    def _unless_named(self, name: str, value: object) -> object:
        return MASK if self._redactor.masks_value_of(name) and value not in (None, "", True, False) else value
