"""What a route says about itself: who may call it, what it takes, answers and refuses.

The guard and the OpenAPI document both read it, so that neither can say what the other does not do.
"""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from msgspec import Struct

from qa_appliance.api.http.body_schemas import Schema

Who = Literal[
    "nobody",  # no credential is asked for
    "anyone",  # a key or a session
    "dashboard",  # a session; a key gets 403 api_key_scope for what changes something
    "managers",  # a session of an owner or an admin, also to read
    "operators",  # the same, of the appliance's first organization: that of whoever set it up
]


UserLimit = Literal["trigger", "active", "plan", "alert", "issue"]
"""What a user may ask for only so often: runs, what is going on, texts to be read, alerts tried, issues filed."""


class About(Struct, frozen=True, kw_only=True):
    """`answer` is the type of the successful body, None for none; `refuses` the statuses beside those of the guard."""

    summary: str
    tag: str
    who: Who = "anyone"
    status: int = 200
    body: type[Struct] | None = None
    example: Any = None  # of the body
    sends: str | None = None  # the media type of a body that is no JSON, or need be none where there is a `body`
    answer: Any = None
    media: str = "application/json"
    also: str | None = None  # the other media type it answers, to whoever accepts that
    refuses: tuple[int, ...] = ()
    limit: UserLimit | None = None
    query: tuple[tuple[str, str, Schema], ...] = ()  # name, description, JSON schema
    viewers: bool = False  # a viewer may call it although it changes something (their own session)
    keys_refused_unseen: bool = False  # 403 for anything that looks like a key (contract 4.8)


class OfRoute(TypedDict):
    """What a route takes beside its path."""

    opt: dict[str, About]
    status_code: int


def about(summary: str, tag: str, **facts: Any) -> OfRoute:
    """`status_code` and `opt` of a route: `@post("/api/keys", **about("Mint a key", "Keys", status=201, …))`."""
    described = About(summary=summary, tag=tag, **facts)
    return {"opt": {"about": described}, "status_code": described.status}
