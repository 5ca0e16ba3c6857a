"""Alerts: who is told when a suite or a test turns red or green, and what was sent (interfaces, Alerts)."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator, Mapping
from typing import Annotated

import msgspec
from ada_url import URL
from litestar import delete, get, patch, post
from msgspec import UNSET, Meta, Struct, UnsetType

from qa_appliance.api.http.about import about
from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.bodies import read, sent
from qa_appliance.api.http.dependencies import Caller, Peers, Services
from qa_appliance.api.http.fields import SPOKEN, Timezone, check_name, check_place
from qa_appliance.api.resources.owned import OwnAlertTarget, OwnProject
from qa_appliance.core.batches.alerts import News, Occasion, Quiet, TargetKind
from qa_appliance.core.clock import iso, new_id
from qa_appliance.core.errors import Conflict, Invalid, Issue
from qa_appliance.store.tables import alert_targets, alerts, audit
from qa_appliance.store.tables.alert_targets import Address, AlertTarget
from qa_appliance.store.tables.alerts import Alert

MOST = 20  # targets of a project
_MAIL = re.compile(r"[^@\s,;<>\"()\\]+@[^@\s,;<>\"()\\]+")
_CLOCK = re.compile(r"([01]\d|2[0-3]):[0-5]\d")

Name = Annotated[str, Meta(min_length=1, max_length=200, examples=["The team's channel"], extra_json_schema=SPOKEN)]
Url = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=2048,
        examples=["https://hooks.example.com/x"],
        extra_json_schema={"format": "uri", "pattern": r"^https?://[^\s\u0000]+$"},
    ),
]
To = (
    Annotated[
        list[Annotated[str, Meta(max_length=254, extra_json_schema={"pattern": f"^{_MAIL.pattern}$"})]],
        Meta(min_length=1, max_length=20, description="Addresses of mail", examples=[["ada@example.com"]]),
    ]
    | Annotated[str, Meta(min_length=1, max_length=2048, description="One address, of mail or to post to")]
)
At = Annotated[str, Meta(examples=["22:00"], extra_json_schema={"pattern": f"^{_CLOCK.pattern}$"})]


class QuietBody(Struct, frozen=True):
    """Nothing is sent from `begin` to `end`, times of day; what happens meanwhile is told afterwards."""

    begin: At
    end: At
    timezone: Timezone = "UTC"


def _check(given: dict[str, object]) -> Iterator[Issue]:
    yield from check_name(given)
    quiet = given.get("quiet")
    if isinstance(quiet, dict):
        for name in ("begin", "end"):
            if isinstance(quiet.get(name), str) and not _CLOCK.fullmatch(quiet[name]):
                yield Issue("invalid_string", ("quiet", name), f"{name} has to be a time of day such as 22:00.")
        if quiet.get("begin") == quiet.get("end"):
            yield Issue("custom", ("quiet", "end"), "Quiet hours need two different times.")
        for issue in check_place(quiet):
            yield Issue(issue.code, ("quiet", *issue.path), issue.message)


def _check_place(given: Mapping[str, object], kind: object) -> Iterator[Issue]:
    """Where it is sent: to addresses of mail, or to one address that is posted to, which `to` may say as well."""
    url, to = given.get("url"), given.get("to")
    if kind == "mail":
        if "url" in given:
            yield Issue("custom", ("url",), "url does not go with this kind.")
        for nth, address in enumerate(to if isinstance(to, list) else ()):
            if isinstance(address, str) and not _MAIL.fullmatch(address):
                yield Issue("invalid_string", ("to", nth), "to has to hold e-mail addresses.")
        if isinstance(to, str) and not _MAIL.fullmatch(to):
            yield Issue("invalid_string", ("to",), "to has to hold e-mail addresses.")
        return
    if isinstance(to, list) or (to is not None and url is not None):
        yield Issue("custom", ("to",), "to does not go with this kind, unless it is one address in the place of url.")
    for name, address in (("url", url), ("to", to)):
        if isinstance(address, str) and not _readable(address):
            yield Issue("invalid_string", (name,), f"{name} has to be an address such as https://hooks.example.com/x.")


def _readable(url: str) -> bool:
    try:
        read = URL(url)
    except ValueError:
        return False
    return read.protocol in ("http:", "https:") and bool(read.hostname)


class AlertTargetBody(Struct, frozen=True, rename="camel"):
    """`to` of mail, `url` (or one address as `to`) of all others. Neither is shown again.

    `on`: of what is told, what turned red or green, or each failure. Without a name it is called after its place.
    """

    kind: TargetKind
    name: Name | UnsetType = UNSET
    url: Url | UnsetType = UNSET
    to: To | UnsetType = UNSET
    on: Occasion = "change"
    quiet: QuietBody | None = None
    paused: bool = False

    @staticmethod
    def check(given: dict[str, object]) -> Iterator[Issue]:
        yield from _check(given)
        yield from _check_place(given, given.get("kind"))
        needed = "to" if given.get("kind") == "mail" else "url"
        if given.get(needed) is None and given.get("to") is None:
            yield Issue("custom", (needed,), f"Give {needed}: where it is sent.")


class AlertTargetChange(Struct, frozen=True, rename="camel"):
    """What is left out stays; its kind does."""

    name: Name | UnsetType = UNSET
    url: Url | UnsetType = UNSET
    to: To | UnsetType = UNSET
    on: Occasion | UnsetType = UNSET
    quiet: QuietBody | UnsetType | None = UNSET
    paused: bool | UnsetType = UNSET

    check = staticmethod(_check)


class AlertTargetAnswer(Struct, frozen=True):
    target: AlertTarget


class MadeAnswer(Struct, frozen=True):
    """`secret`: with which a webhook tells that the body is the appliance's; shown here only. Null for other kinds."""

    target: AlertTarget
    secret: str | None


class AlertTargetsAnswer(Struct, frozen=True):
    targets: list[AlertTarget]


class AlertAnswer(Struct, frozen=True):
    alert: Alert


class AlertsAnswer(Struct, frozen=True):
    alerts: list[Alert]


@get(
    "/api/projects/{id:str}/alerts",
    **about("List who is told of changes", "Alerts", answer=AlertTargetsAnswer, refuses=(404,)),
)
async def list_targets(project: OwnProject, services: Services) -> AlertTargetsAnswer:
    """By name."""
    return AlertTargetsAnswer(await alert_targets.listed(services.db, project.id))


@get(
    "/api/projects/{id:str}/alerts/log",
    **about("Read what was sent", "Alerts", answer=AlertsAnswer, refuses=(404,)),
)
async def read_log(project: OwnProject, services: Services) -> AlertsAnswer:
    """The newest 200, newest first."""
    return AlertsAnswer(await alerts.log(services.db, project.id))


@post(
    "/api/projects/{id:str}/alerts",
    **about(
        "Have somebody told of changes",
        "Alerts",
        who="managers",
        status=201,
        body=AlertTargetBody,
        answer=MadeAnswer,
        refuses=(400, 404, 409),
    ),
)
async def create_target(
    request: Request, project: OwnProject, caller: Caller, services: Services, peers: Peers
) -> MadeAnswer:
    body, now = await read(request, AlertTargetBody), services.clock()
    if len(await alert_targets.listed(services.db, project.id)) >= MOST:
        raise Conflict(f"A project has {MOST} of them at most; remove one first.")
    secret = secrets.token_urlsafe(32) if body.kind == "webhook" else None
    own = Address(secret=secret or "", reached_by=peers.origin(request.scope))
    values = await _values(body, body.kind, own, services) | {"kind": body.kind}
    values.setdefault("name", f"{body.kind}: {values['place']}"[:200])
    target = await alert_targets.add(services.db, services.vault, project.id, values, now)
    await audit.note(services.db, audit.acting(caller), "alert.added", target.id, now, kind=body.kind)
    services.alerts_changed()
    return MadeAnswer(target, secret)


@patch(
    "/api/alerts/{id:str}",
    **about(
        "Change who is told",
        "Alerts",
        who="managers",
        body=AlertTargetChange,
        answer=AlertTargetAnswer,
        refuses=(400, 404),
    ),
)
async def change_target(
    request: Request, target: OwnAlertTarget, caller: Caller, services: Services, peers: Peers
) -> AlertTargetAnswer:
    body, now = await read(request, AlertTargetChange), services.clock()
    if wrong := tuple(_check_place(sent(body), target.kind)):
        raise Invalid(issues=wrong)
    moves = target.kind != "mail" and (body.url is not UNSET or body.to is not UNSET)
    before = await alert_targets.address(services.db, services.vault, target.id) if moves else None
    own = msgspec.structs.replace(before or Address(), reached_by=peers.origin(request.scope))
    values = await _values(body, target.kind, own, services)
    await alert_targets.change(services.db, services.vault, target, values, now)
    await audit.note(services.db, audit.acting(caller), "alert.changed", target.id, now)
    services.alerts_changed()
    found = await alert_targets.find(services.db, target.id)
    assert found is not None
    return AlertTargetAnswer(found)


@delete("/api/alerts/{id:str}", **about("Tell them no more", "Alerts", status=204, who="managers", refuses=(404,)))
async def remove_target(target: OwnAlertTarget, caller: Caller, services: Services) -> None:
    await alert_targets.remove(services.db, target.id)
    await audit.note(services.db, audit.acting(caller), "alert.removed", target.id, services.clock())


@post(
    "/api/alerts/{id:str}/test",
    **about(
        "See whether an alert arrives",
        "Alerts",
        who="managers",
        status=200,
        answer=AlertAnswer,
        refuses=(404,),
        limit="alert",
    ),
)
async def test_target(target: OwnAlertTarget, services: Services) -> AlertAnswer:
    """Sent now and once, quiet hours or not; the answer says what came of it."""
    now = services.clock()
    row = await services.db.one("select name from projects where id = ?", (target.project_id,))
    news = News(
        subject="test",
        verdict="passed",
        name=target.name,
        project=row["name"] if row else "",
        project_id=target.project_id,
        subject_id=target.id,
        cause=new_id(),
        path=f"/projects/{target.project_id}?tab=alerts",
        at=iso(now),
    )
    (alert_id,) = await alerts.add(services.db, [(target.id, news)], now, at_once=True)
    await services.send_alert(alert_id)
    alert = await alerts.find(services.db, alert_id)
    assert alert is not None
    return AlertAnswer(alert)


async def _values(
    body: AlertTargetBody | AlertTargetChange, kind: TargetKind, address: Address, services: Services
) -> dict[str, object]:
    """What was sent, by column. Raises `Invalid` for a place that no run could open either."""
    names = ("name", "on", "paused")
    values: dict[str, object] = {name: getattr(body, name) for name in names if getattr(body, name) is not UNSET}
    if body.quiet is not UNSET:
        values["quiet"] = None if body.quiet is None else Quiet(body.quiet.begin, body.quiet.end, body.quiet.timezone)
    url = body.url if isinstance(body.url, str) else body.to
    if kind != "mail" and isinstance(url, str):
        decision = await services.guard.decide(url)
        if not decision.allowed:
            path = "to" if body.url is UNSET else "url"
            raise Invalid(issues=(Issue("custom", (path,), decision.reason),))
        values |= {"address": msgspec.structs.replace(address, url=url), "place": decision.host}
    if kind == "mail" and body.to is not UNSET:
        to = tuple(dict.fromkeys([body.to] if isinstance(body.to, str) else body.to))
        values |= {"address": msgspec.structs.replace(address, to=to), "place": ", ".join(map(_shortened, to))}
    return values


def _shortened(address: str) -> str:
    """Enough to tell whose it is for whoever knows it."""
    name, _, host = address.rpartition("@")
    return f"{name[:1]}…@{host}"
