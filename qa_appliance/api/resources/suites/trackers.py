"""Trackers: where failed runs are filed as issues, and filing one (interfaces, Issues)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Annotated
from urllib.parse import quote

from ada_url import URL
from litestar import delete, get, post, put
from msgspec import UNSET, Meta, Struct, UnsetType

from qa_appliance.api.http.about import about
from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.bodies import read
from qa_appliance.api.http.dependencies import Caller, Peers, Services
from qa_appliance.api.http.fields import SPOKEN
from qa_appliance.api.resources.owned import OwnProject, OwnRunId
from qa_appliance.core.errors import Conflict, Forbidden, Invalid, Issue, NotFound
from qa_appliance.store.tables import audit, shares, trackers
from qa_appliance.store.tables.shares import Share
from qa_appliance.store.tables.trackers import FiledIssue, Tracker, TrackerKind, Way
from qa_appliance.store.views import triaged
from qa_appliance.trackers.filing import Unfiled, file_issue
from qa_appliance.trackers.sent import NAMES, PLACES, USUAL

BaseUrl = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=2048,
        examples=["https://gitlab.example.com"],
        extra_json_schema={"format": "uri", "pattern": r"^https?://[^\s\u0000]+$"},
    ),
]
_VISIBLE = {"pattern": r"^[!-~]+$"}
Token = Annotated[str, Meta(min_length=1, max_length=1000, extra_json_schema=_VISIBLE)]
Place = Annotated[str, Meta(min_length=1, max_length=500, examples=["acme/shop"])]
Account = Annotated[str, Meta(min_length=1, max_length=254, examples=["ada@example.com"])]
IssueType = Annotated[str, Meta(min_length=1, max_length=100, extra_json_schema=SPOKEN)]
ShareDays = Annotated[int, Meta(ge=1, le=90, description="File it with a link for anybody, that long")]


_AT_IT = "Somebody is filing this failure at this moment. Look again in a minute."
_BROKEN_OFF = (
    "The appliance was stopped while this failure was being filed, and it may have been filed: look at the tracker. "
    "File it again if it is not there."
)


class TrackerBody(Struct, frozen=True, rename="camel"):
    """`place`: `owner/repository`, the path or number of a project at GitLab, the key of one at Jira.

    `baseUrl` may be left out for github.com and gitlab.com, `token` where only something else changes. `account` goes
    with a token of Jira in the cloud, `issueType` with Jira.
    """

    kind: TrackerKind
    place: Place
    base_url: BaseUrl | UnsetType = UNSET
    token: Token | UnsetType = UNSET
    account: Account | None = None
    issue_type: IssueType = "Bug"

    @staticmethod
    def check(given: dict[str, object]) -> Iterator[Issue]:
        yield from _misplaced(given)
        token, account = given.get("token"), given.get("account")
        if isinstance(token, str) and not _visible(token):
            yield Issue("invalid_string", ("token",), "token has to be one word of letters, digits and signs.")
        if isinstance(account, str) and not (_visible(account) and ":" not in account):
            yield Issue("invalid_string", ("account",), "account has to be an e-mail address.")
        if given.get("kind") in tuple(USUAL) and account is not None:
            yield Issue("custom", ("account",), "account goes with Jira only.")


def _misplaced(given: dict[str, object]) -> Iterator[Issue]:
    kind, place, url = given.get("kind"), given.get("place"), given.get("baseUrl")
    for known, (form, words) in PLACES.items():
        if kind == known and isinstance(place, str) and not form.fullmatch(place):
            yield Issue("invalid_string", ("place",), f"place has to be {words}.")
    if isinstance(url, str) and not _readable(url):
        message = "baseUrl has to be an address such as https://gitlab.example.com, without a user and a query."
        yield Issue("invalid_string", ("baseUrl",), message)
    if kind == "jira" and "baseUrl" not in given:
        yield Issue("custom", ("baseUrl",), "Give baseUrl: where your Jira is.")


class TrackerAnswer(Struct, frozen=True):
    """Null: failed runs of the project cannot be filed. The token is not shown."""

    tracker: Tracker | None


class FilingBody(Struct, frozen=True, rename="camel"):
    """Without `shareDays` the issue leads to the run for those who have an account here."""

    share_days: ShareDays | None = None


class FilingAnswer(Struct, frozen=True):
    """What the run's failure was filed as, null: it was not; and where it would be, null: nowhere."""

    issue: FiledIssue | None
    tracker: Tracker | None


@get(
    "/api/projects/{id:str}/tracker",
    **about("Read where failed runs are filed", "Issues", answer=TrackerAnswer, refuses=(404,)),
)
async def read_tracker(project: OwnProject, services: Services) -> TrackerAnswer:
    return TrackerAnswer(await trackers.find(services.db, project.id))


@put(
    "/api/projects/{id:str}/tracker",
    **about(
        "Say where failed runs are filed",
        "Issues",
        who="managers",
        body=TrackerBody,
        answer=TrackerAnswer,
        refuses=(400, 404),
    ),
)
async def set_tracker(
    request: Request, project: OwnProject, caller: Caller, services: Services, peers: Peers
) -> TrackerAnswer:
    """In place of what was said before. A token stays with the tracker and the account it was given for."""
    body, now = await read(request, TrackerBody), services.clock()
    base_url = body.base_url if isinstance(body.base_url, str) else USUAL[body.kind]
    decision = await services.guard.decide(base_url)
    if not decision.allowed:
        raise Invalid(issues=(Issue("custom", ("baseUrl",), decision.reason),))
    tracker = Tracker(
        project_id=project.id,
        kind=body.kind,
        base_url=base_url.rstrip("/"),
        place=body.place,
        account=body.account,
        issue_type=body.issue_type.strip() or "Bug",
    )
    token = body.token if isinstance(body.token, str) else None
    before = await trackers.find(services.db, project.id)
    if token is None and (before is None or _owner(before) != _owner(tracker)):
        raise Invalid(issues=(Issue("custom", ("token",), f"Give a token of {NAMES[body.kind]}."),))
    way = Way(token, peers.origin(request.scope)) if token is not None else None
    await trackers.save(services.db, services.vault, tracker, way, now)
    await audit.note(services.db, audit.acting(caller), "tracker.set", project.id, now, kind=body.kind)
    return TrackerAnswer(tracker)


@delete(
    "/api/projects/{id:str}/tracker",
    **about("File failed runs nowhere", "Issues", status=204, who="managers", refuses=(404,)),
)
async def remove_tracker(project: OwnProject, caller: Caller, services: Services) -> None:
    """The token is forgotten; what was filed stays linked."""
    if not await trackers.remove(services.db, project.id):
        raise NotFound("Tracker not found")
    await audit.note(services.db, audit.acting(caller), "tracker.removed", project.id, services.clock())


@get(
    "/api/runs/{id:str}/issue",
    **about("Read what a run was filed as", "Issues", answer=FilingAnswer, refuses=(404,)),
)
async def read_issue(run_id: OwnRunId, services: Services) -> FilingAnswer:
    return await _answer(run_id, services)


@post(
    "/api/runs/{id:str}/issue",
    **about(
        "File a failed run as an issue",
        "Issues",
        status=200,
        body=FilingBody,
        answer=FilingAnswer,
        refuses=(400, 404, 409),
        limit="issue",
    ),
)
async def file_run(
    request: Request, run_id: OwnRunId, caller: Caller, services: Services, peers: Peers
) -> FilingAnswer:
    """Once for a failure: what is filed already, also of another run, is answered as it is.

    409 tells why it could not be filed, and may be tried again.
    """
    body, now, db = await read(request, FilingBody), services.clock(), services.db
    if body.share_days is not None and caller.kind == "api_key":
        raise Forbidden("An API key makes no links for anybody; leave shareDays out.", code="api_key_scope")
    answer = await _answer(run_id, services)
    if answer.issue is not None:
        return answer
    found = await trackers.ticket(db, run_id)
    if found is None:
        raise Conflict("Only a run that has failed is filed as an issue.")
    project_id, ticket = found
    tracker, way = await trackers.find(db, project_id), await trackers.way(db, services.vault, project_id)
    if tracker is None or way is None:
        raise Conflict("The project has no issue tracker. An owner or an admin names one in its settings.")
    identity = await _begun(run_id, tracker, caller, services)
    share: Share | None = None
    link = f"/runs/{run_id}"
    try:
        if body.share_days is not None:
            until = now + timedelta(days=body.share_days)
            share, word = await shares.add(db, run_id, caller.user_id, until, now)
            link = f"/shared/{quote(word)}"
        home = peers.origin(request.scope, way.reached_by if caller.kind == "api_key" else "")
        issue = await file_issue(services.guard, tracker, way.token, ticket, home + link, services.authorities)
    except (Unfiled, Conflict) as problem:
        await trackers.end(db, identity, None)
        if share is not None:
            await shares.withdraw(db, run_id, share.id)
        raise Conflict(problem.message) from None
    await trackers.end(db, identity, issue)
    details = {"issue": issue.url} | ({"until": share.expires_at} if share is not None else {})
    await audit.note(db, audit.acting(caller), "run.filed", run_id, now, **details)
    return await _answer(run_id, services)


async def _begun(run_id: str, tracker: Tracker, caller: Caller, services: Services) -> str:
    """The failure that nobody else files from now on. Raises Conflict."""
    identity = await _identity(run_id, tracker, services)
    if identity is None:
        raise Conflict(_AT_IT)
    begun = await trackers.begin(services.db, identity, run_id, tracker.kind, caller.user_id, services.clock())
    if begun != "may":
        raise Conflict(_BROKEN_OFF if begun == "broken off" else _AT_IT)
    return identity


async def _answer(run_id: str, services: Services) -> FilingAnswer:
    tracker = await trackers.find(services.db, await trackers.project_of(services.db, run_id))
    identity = await _identity(run_id, tracker, services) if tracker is not None else None
    return FilingAnswer(await trackers.filed(services.db, run_id, identity), tracker)


async def _identity(run_id: str, tracker: Tracker, services: Services) -> str | None:
    """None: the run has not failed."""
    run = await triaged.failed(services.db, run_id)
    if run is None or run.failure is None:
        return None
    return trackers.identity_of(tracker, run_id, run.procedure_id, run.failure)


def _owner(tracker: Tracker) -> tuple[object, ...]:
    """Whose token it is."""
    return tracker.kind, tracker.base_url, tracker.account


def _visible(word: str) -> bool:
    return word.isascii() and all("!" <= sign <= "~" for sign in word)


def _readable(url: str) -> bool:
    try:
        read = URL(url)
    except ValueError:
        return False
    plain = not (read.username or read.password or read.search or read.hash)
    return read.protocol in ("http:", "https:") and bool(read.hostname) and plain
