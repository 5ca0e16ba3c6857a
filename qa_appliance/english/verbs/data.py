"""Data and HTTP: remember a text under a name, ask a server directly. Made data is read in values.py."""

from __future__ import annotations

from qa_appliance.core.steps import Http, Remember, Step
from qa_appliance.core.target import Target
from qa_appliance.english.wording.frames import Slots, form, verb
from qa_appliance.english.words.tokens import Phrase

_ADDRESSES = frozenset(
    {"url", "the url", "the address", "the current url", "the page url", "the current address", "address"}
)


def remember(slots: Slots) -> Step | None:
    name = _name(slots["name"])
    target: Target = slots["target"]
    if name is None:
        return None
    if target.words.lower() in _ADDRESSES:
        target = Target(words=target.words, name="address", kind="page")
    return Remember(target=target, name=name)


def _name(phrase: Phrase) -> str | None:
    text = (phrase.only_quote or phrase.text).strip().removeprefix("$").strip("{}").strip()
    return text if text and text.replace(" ", "_").replace("-", "_").isidentifier() else None


def request(slots: Slots) -> Step | None:
    method = slots["method"].text.upper()
    if method not in _METHODS:
        return None
    body: Phrase | None = slots.get("body")
    status: int = slots.get("status", 0)
    if status and not 100 <= status <= 599:
        return None
    return Http(
        method=method, url=slots["url"], body="" if body is None else body.only_quote or body.text, status=status
    )


_METHODS = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"})
_REQUEST = "[a|an|the] [http] {method:bare} [request|call] [to|at|on] {url:address}"
_BODY = "with [the] [body|json|payload|data] [:] {body:value}"
_STATUS = (
    "expecting|expect [a|an|the] [http] [status|response|answer] [code] {status:number} "
    "[response|status|ok|created|back]"
)

VERBS = (
    verb(
        "remember, store, save, keep, note, memorize, memorise, record, capture, note down, write down, read off, grab",
        form(
            "data.remember",
            "remember the order number as {order}",
            "[the] [text|value|content] [of|in] {target} as|in|into|under|to [the] [variable|name] {name:value}",
            remember,
        ),
    ),
    verb(
        "send, call, issue, make a request, perform, make a",
        form(
            "http.request",
            'send POST /api/items with {"name": "x"} and expect 201',
            f"{_REQUEST} {_BODY} and|,|; {_STATUS} // {_REQUEST} {_BODY} {_STATUS} // {_REQUEST} {_BODY} // "
            f"{_REQUEST} and|,|; {_STATUS} // {_REQUEST} {_STATUS} // {_REQUEST}",
            request,
        ),
    ),
)
