"""What is told when a suite or a test turns red or green, and when. Pure."""

from __future__ import annotations

import hashlib
import hmac
from datetime import datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Struct

TargetKind = Literal["mail", "webhook", "slack", "teams"]
Occasion = Literal["change", "failure"]
"""Of what somebody is told: of what turned red or green, or of each failure and of nothing else."""

Subject = Literal["suite", "procedure", "test"]
"""What turned; "test": nothing did, somebody tries whether an alert arrives."""

MOST_TRIES = 6
NEWS_FOR = timedelta(days=1)  # what ended longer ago is no news any more
_WAITS = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=2), timedelta(hours=6))
_MOST_FAILING = 10  # tests that are named


class Quiet(Struct, frozen=True):
    """Hours in which nothing is sent: from one time of day to another, over midnight where that one is earlier."""

    begin: str  # "22:00"
    end: str
    timezone: str


class News(Struct, frozen=True, kw_only=True, rename="camel"):
    """`path`: where the dashboard shows it. `failing`: the tests that failed, or the step that did."""

    subject: Subject
    verdict: Literal["passed", "failed"]
    name: str
    project: str
    project_id: str
    subject_id: str
    cause: str  # the batch or the run
    path: str
    at: str
    failing: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        name = " ".join(self.name.split())
        if self.subject == "test":
            return f"An alert of {' '.join(self.project.split())}, to see whether it arrives"
        return f"{name}: {'passes again' if self.verdict == 'passed' else 'fails'}"


def text_of(news: News, public_url: str | None) -> str:
    """In plain lines, the link last."""
    lines = [news.title, f"Project: {news.project}", f"At: {news.at}"]
    lines += [f"- {' '.join(each.split())}" for each in news.failing[:_MOST_FAILING]]
    if len(news.failing) > _MOST_FAILING:
        lines.append(f"and {len(news.failing) - _MOST_FAILING} more")
    return "\n".join([*lines, link_of(news, public_url)])


def link_of(news: News, public_url: str | None) -> str:
    """Only the path where it is not known by which address people reach the appliance."""
    return f"{(public_url or '').rstrip('/')}{news.path}"


def body_of(kind: TargetKind, news: News, public_url: str | None) -> bytes:
    """What is posted."""
    text = text_of(news, public_url)
    if kind == "slack":
        return msgspec.json.encode({"text": text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")})
    if kind == "teams":
        return msgspec.json.encode(_card(text))
    facts = msgspec.structs.asdict(news) | {"url": link_of(news, public_url), "text": text}
    return msgspec.json.encode({_camel(name): value for name, value in facts.items() if name != "path"})


def _card(text: str) -> dict[str, object]:
    title, *lines = text.split("\n")
    block = {"type": "TextBlock", "wrap": True}
    body = [block | {"text": title, "weight": "Bolder"}, *(block | {"text": line} for line in lines)]
    content = {"type": "AdaptiveCard", "version": "1.4", "body": body}
    attachment = {"contentType": "application/vnd.microsoft.card.adaptive", "content": content}
    return {"type": "message", "attachments": [attachment]}


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(each.title() for each in rest)


def signature_of(secret: str, timestamp: str, body: bytes) -> str:
    """Of a webhook: whoever has the secret can tell that the body is the appliance's and how old it is."""
    return "sha256=" + hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()


def next_try(tries: int, now: datetime) -> datetime | None:
    """After that many; None: it is given up."""
    return now + _WAITS[tries - 1] if tries < MOST_TRIES else None


def quiet_until(quiet: Quiet | None, now: datetime) -> datetime | None:
    """When the quiet hours that it is now are over; None: it is none of them."""
    if quiet is None:
        return None
    zone = ZoneInfo(quiet.timezone)
    here, begin, end = now.astimezone(zone), time.fromisoformat(quiet.begin), time.fromisoformat(quiet.end)
    clock = here.time()
    inside = begin <= clock < end if begin < end else clock >= begin or clock < end
    if not inside:
        return None
    day = here.date() + timedelta(days=int(clock >= end))
    return datetime.combine(day, end, zone).astimezone(now.tzinfo)
